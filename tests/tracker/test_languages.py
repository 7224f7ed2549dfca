"""Three languages: every page speaks the one that was asked for, with no English left over."""

from __future__ import annotations

import re
from functools import cache
from html.parser import HTMLParser

import polib
import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from campaign.models import Campaign, Person
from tests.campaign import factories
from tests.tracker import evenings
from tests.tracker.crawl import Answer, crawl
from tests.tracker.doors import send

pytestmark = pytest.mark.django_db

LANGUAGES = ("pl", "fr")
# Shorter ones may be words of the other language as well.
LEAST = 12
VALUE = re.compile(r"%\(\w+\)[sd]|%[sd]|\{\w*\}|\n")
FILES = (".pdf", ".png", ".csv", ".bgsplay", "/export", "/portrait", "/thumb", "/demo")
# What is read out or shown although it stands in a tag.
SPOKEN = ("alt", "aria-label", "content", "data-label", "data-less", "data-more", "data-text",
          "label", "placeholder", "title")  # fmt: skip


class _Words(HTMLParser):
    """What a visitor sees or hears of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []
        self._silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        held = dict(attrs)
        self._silent += tag in ("script", "style")
        if tag == "meta" and held.get("name") != "description":
            return
        self.said += [held[name] or "" for name in SPOKEN if name in held]

    def handle_endtag(self, tag: str) -> None:
        self._silent -= tag in ("script", "style")

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.said.append(data)


def words(html: str) -> str:
    parser = _Words()
    parser.feed(html)
    # Parts of one sentence may stand in several tags.
    return re.sub(r"\s+", " ", " ".join(parser.said))


@cache
def english(language: str) -> re.Pattern[str]:
    """Return what finds the fixed part of any sentence that this language says otherwise."""
    catalogue = polib.pofile(
        str(settings.BASE_DIR / "locale" / language / "LC_MESSAGES" / "django.po")
    )
    parts: set[str] = set()
    theirs: list[str] = []
    for entry in catalogue:
        if entry.obsolete:
            continue
        said = [entry.msgstr, *entry.msgstr_plural.values()]
        theirs += said
        for sentence in filter(None, (entry.msgid, entry.msgid_plural)):
            if sentence not in said:
                parts |= {part.strip(" .,:;()·–") for part in VALUE.split(sentence)}
    whole = "\n".join(theirs)
    # What a translation says too (a name, a loan word) is no leftover.
    wanted = [part for part in parts if len(part) >= LEAST and part not in whole]
    assert len(wanted) > 200
    longest_first = sorted(wanted, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)")


def leftovers(html: str, language: str) -> set[str]:
    """Return the English that a page of another language says."""
    return set(english(language).findall(words(html)))


def at_the_table(client: Client, language: str) -> Campaign:
    """Sign a keeper in, in a language, with a campaign in it that has everything."""
    keeper: Person = factories.person("Zuza", username="zuza")
    campaign = factories.play_through(
        factories.start_campaign(person=keeper, language=language), chapters=2
    )
    factories.plan(campaign)
    factories.record_win(campaign)
    evenings.played(keeper)
    client.force_login(keeper, backend="django.contrib.auth.backends.ModelBackend")
    client.cookies["django_language"] = language
    return campaign


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_has_english_left_over(client: Client, language: str) -> None:
    campaign = at_the_table(client, language)
    fresh = factories.planned_campaign(
        person=factories.keeper_of(campaign), name="Nowe", language=language
    )
    found: dict[str, set[str]] = {}
    pages = [answer for answer in crawl(client, "/", without=FILES) if "<html" in answer.body]
    for url in (reverse("log"), reverse("statistics"), reverse("offline"), "/no-such-page"):
        response = client.get(url)
        pages.append(Answer(url, response.status_code, response.content.decode(), ""))
    for answer in pages:
        assert answer.status < 500, answer.url
        assert f'<html lang="{language}"' in answer.body, answer.url
        if left := leftovers(answer.body, language):
            found[answer.url] = left
    seen = {answer.url for answer in pages}
    for made in (campaign, fresh):
        assert reverse("setup", args=[made.code, 1]) in seen
    assert len(seen) >= 60
    assert not found


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_has_no_english_left_over(client: Client, language: str) -> None:
    campaign = at_the_table(client, language)
    game = factories.last_game(campaign)
    planned = factories.planned_campaign(person=factories.keeper_of(campaign), name="Nowe")
    found: dict[str, set[str]] = {}
    for url in (
        reverse("start"),
        reverse("result", args=[planned.code, 1]),
        reverse("aftermath_growth", args=[campaign.code, game]),
        reverse("correct", args=[campaign.code, game]),
        reverse("password"),
        reverse("import"),
        reverse("settings", args=[campaign.code]),
    ):
        response = client.post(url, {"gravehold_life": "999", "minutes": "-1"})
        assert response.status_code in (409, 422), url
        if left := leftovers(response.content.decode(), language):
            found[url] = left
    assert not found


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_english_page_would_be_noticed(client: Client, language: str) -> None:
    page = client.get("/", headers={"accept-language": "en"}).content.decode()
    assert len(leftovers(page, language)) > 5


# --- which language ---


@pytest.mark.parametrize(
    ("asked", "spoken"),
    [
        ("pl", "pl"),
        ("fr-CA,fr;q=0.9,en;q=0.5", "fr"),
        ("de,pl;q=0.4,en;q=0.2", "pl"),
        ("de", "en"),
        ("en-GB", "en"),
        ("", "en"),
    ],
)
def test_a_page_speaks_the_language_that_was_asked_for(
    client: Client, asked: str, spoken: str
) -> None:
    response = client.get("/", headers={"accept-language": asked})
    assert f'<html lang="{spoken}"' in response.content.decode()
    assert response.headers["Content-Language"] == spoken
    assert "Accept-Language" in response.headers["Vary"]


def test_the_switch_stays_whatever_the_browser_asks_for(client: Client) -> None:
    response = client.post("/language", {"language": "pl", "next": "/start"})
    assert response.headers["Location"] == "/start"
    assert response.cookies["django_language"].value == "pl"
    for path in ("/", "/start"):
        page = client.get(path, headers={"accept-language": "fr"}).content.decode()
        assert '<html lang="pl"' in page


def test_the_switch_marks_the_language_that_is_spoken(client: Client) -> None:
    for language in ("en", *LANGUAGES):
        page = client.get("/", headers={"accept-language": language}).content.decode()
        current = re.findall(r'<button name="language" value="(\w\w)"[^>]* aria-current', page)
        assert current == [language]


def test_the_box_keeps_its_own_language(client: Client) -> None:
    """A Polish box shows Polish names of cards to whoever reads the site in English."""
    campaign = factories.start_campaign(language="pl")
    keeper = factories.keeper_of(campaign)
    assert keeper
    client.force_login(keeper, backend="django.contrib.auth.backends.ModelBackend")
    url = reverse("market", args=[campaign.code])
    page = client.get(url, headers={"accept-language": "en"}).content.decode()
    assert '<html lang="en"' in page
    assert "Starożytny Cyjanolit" in page
    assert "Ancient Cyanolith" not in page
    send(client, reverse("settings", args=[campaign.code]), {"name": "Inne", "language": "fr"})
    assert "Cyanolithe Ancien" in client.get(url).content.decode()
