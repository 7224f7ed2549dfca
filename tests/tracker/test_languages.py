"""Four languages: every page speaks the one that was asked for, with no English left over."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from campaign.models import Campaign, Person
from tests.addresses import game_at
from tests.campaign import factories
from tests.tracker import one_offs
from tests.tracker.clients import send
from tests.tracker.crawl import Answer, crawl
from tests.tracker.sheets.tables import says
from tests.tracker.untranslated import LANGUAGES, leftovers, visible_text

pytestmark = pytest.mark.django_db

FILES = (".pdf", ".png", ".csv", ".bgsplay", "/export", "/portrait", "/thumb", "/demo")


def at_the_table(client: Client, language: str) -> Campaign:
    """Sign a keeper in, in a language, with a campaign in it that has everything."""
    keeper: Person = factories.person("Zuza", username="zuza")
    campaign = factories.play_through(
        factories.start_campaign(person=keeper, language=language), chapters=2
    )
    factories.plan(campaign)
    factories.record_win(campaign)
    one_offs.played(keeper)
    client.force_login(keeper, backend="django.contrib.auth.backends.ModelBackend")
    client.cookies["django_language"] = language
    return campaign


# The suite asks each address once (security/test_languages.py); this follows every link.
@pytest.mark.thorough
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
        if left := leftovers(visible_text(answer.body), language):
            found[answer.url] = left
    seen = {answer.url for answer in pages}
    for made in (campaign, fresh):
        assert game_at(made, 1, "setup") in seen
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
        game_at(planned, 1, "result"),
        game_at(campaign, game, "aftermath_growth"),
        game_at(campaign, game, "correct"),
        reverse("password"),
        reverse("import"),
        reverse("settings", args=[campaign.code]),
    ):
        response = client.post(url, {"gravehold_life": "999", "minutes": "-1"})
        assert response.status_code in (409, 422), url
        if left := leftovers(visible_text(response.content.decode()), language):
            found[url] = left
    assert not found


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_english_page_would_be_noticed(client: Client, language: str) -> None:
    page = client.get("/", headers={"accept-language": "en"}).content.decode()
    assert len(leftovers(visible_text(page), language)) > 5


# --- which language ---


@pytest.mark.parametrize(
    ("asked", "spoken"),
    [
        ("pl", "pl"),
        ("fr-CA,fr;q=0.9,en;q=0.5", "fr"),
        ("es,pl;q=0.4,en;q=0.2", "pl"),
        ("es", "en"),
        ("de-CH,en;q=0.5", "de"),
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


def test_the_switch_stays_when_somebody_signs_in_and_out(client: Client) -> None:
    Person.objects.create_user("zuza", "nine piles, no more", display_name="Zuza")
    client.post("/language", {"language": "fr", "next": "/"})
    held = {"username": "zuza", "password": "nine piles, no more"}
    signed_in = client.post(reverse("sign_in"), held, follow=True).content.decode()
    assert "Zuza" in signed_in
    assert '<html lang="fr"' in signed_in
    signed_out = client.post(reverse("sign_out"), follow=True).content.decode()
    assert "Zuza" not in signed_out
    assert '<html lang="fr"' in signed_out


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
    assert '<span class="pile__name" lang="pl">Starożytny Cyjanolit</span>' in page
    assert "Ancient Cyanolith" not in page
    send(client, reverse("settings", args=[campaign.code]), {"name": "Inne", "language": "fr"})
    assert "Cyanolithe Ancien" in client.get(url).content.decode()


@pytest.mark.parametrize(
    ("box", "spoken", "card", "word"),
    [
        ("pl", "en", "Starożytny Cyjanolit", "Market"),
        ("en", "pl", "Ancient Cyanolith", "Rynek zasobów"),
        ("fr", "pl", "Cyanolithe Ancien", "Rynek zasobów"),
    ],
)
def test_a_sheet_has_the_words_of_the_page_and_the_names_of_the_box(
    client: Client, box: str, spoken: str, card: str, word: str
) -> None:
    campaign = factories.planned_campaign(language=box)
    keeper = factories.keeper_of(campaign)
    assert keeper
    client.force_login(keeper, backend="django.contrib.auth.backends.ModelBackend")
    client.cookies["django_language"] = spoken
    page = client.get(game_at(campaign, 1, "setup")).content.decode()
    assert f'lang="{box}">{card}</span>' in page
    response = client.get(game_at(campaign, 1, "sheet_pdf"))
    pdf = b"".join(response) if response.streaming else response.content
    assert says(pdf, card)
    assert says(pdf, word)
