"""Every URL in every language: its page, its refusal, its file."""

from __future__ import annotations

import json
import re
from functools import cache

import pytest
from django.test import Client
from django.test.client import ClientHandler
from django.urls import reverse

from campaign.models import Campaign, Game
from campaign.packs import all_packs, get_pack
from campaign.selectors.ashes import catalogue
from tests.marks import thorough
from tests.rules.journal.journals import plain
from tests.tracker.clients import Answer
from tests.tracker.security.rows import OK, url_name
from tests.tracker.security.site import Site, rolled_back
from tests.tracker.security.table import TABLE
from tests.tracker.sheets.reading import text_of
from tests.tracker.untranslated import LANGUAGES, english_phrases, leftovers, unmarked, visible_text

pytestmark = pytest.mark.django_db

IN_TURNS = ("pl", thorough("fr"), thorough("de"))  # an entry without a translation is found in any
# What players typed, and a name that is English in every box.
TYPED = ("The Long Watch", "What a night.", "Ashes: Rise of the Phoenixborn")
HANDLER = ClientHandler(enforce_csrf_checks=False)
# Read by machines: the same in every language.
WORDLESS = ("healthz", "readyz", "service_worker", "log_bgstats", "log_csv")


def client_in(language: str, site: Site, role: str) -> Client:
    """Return somebody's browser, set to a language."""
    client = site.client(role, handler=HANDLER)
    client.cookies["django_language"] = language
    return client


@cache
def english_names() -> tuple[str, ...]:
    """Return names that are English in every language, longest first."""
    cards = catalogue()
    named = [
        *cards.sets,
        *cards.decks.values(),
        *(card for each in cards.sets for card in each.cards),
        *(box.listing for box in get_pack("aeons-end").boxes.values()),
    ]
    # Packs have straight apostrophes, pages curved ones.
    names = {each.name.in_language("en") for each in (*all_packs(), *named)}
    names |= {each.name.en for each in (*all_packs(), *named)}
    # A journal's description is in its players' language.
    names |= set(re.findall(r'"(?:name|about|when)": "([^"]+)"', json.dumps(plain("lighthouse"))))
    return tuple(sorted((name for name in names if unmarked(name)), key=len, reverse=True))


def english_of(response: Answer, language: str) -> set[str]:
    """Return the English in a response, whether its translation was skipped or never marked."""
    text = visible_text(response.content.decode())
    named = text
    for typed in (*TYPED, *english_names()):
        named = named.replace(typed, "")
    return leftovers(text, language) | unmarked(named)


@pytest.mark.parametrize("language", IN_TURNS)
def test_no_address_answers_in_english(site: Site, language: str) -> None:
    Campaign.objects.update(language=language)
    Game.objects.update(language=language)
    found: dict[str, set[str]] = {}
    read = 0
    for name, row in TABLE.items():
        url = reverse(url_name(name), args=site.sample.args(*row.args)) + row.query
        for method in ("get", "post"):
            if name in WORDLESS or (method == "post" and not row.write):
                continue
            with rolled_back():
                response = getattr(client_in(language, site, "keeper"), method)(url)
            if response.streaming or "html" not in response.headers.get("Content-Type", ""):
                continue
            read += response.status_code != 302
            if left := english_of(response, language):
                found[f"{method} {name} {response.status_code}"] = left
    assert read > 80
    assert not found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("role", "name", "status"),
    [
        ("anonymous", "sign_in", 200),
        ("anonymous", "home", 200),
        ("guest", "account", 200),
        ("stranger", "campaign", 404),
        ("reader", "settings", 403),
        ("reader", "plan", 403),
    ],
)
def test_no_visitor_is_answered_in_english(
    site: Site, language: str, role: str, name: str, status: int
) -> None:
    url = reverse(url_name(name), args=site.sample.args(*TABLE[name].args))
    response = client_in(language, site, role).get(url)
    assert response.status_code == status
    assert f'<html lang="{language}"' in response.content.decode()
    assert not english_of(response, language)


@pytest.mark.parametrize("language", IN_TURNS)
def test_no_file_is_in_english(site: Site, language: str) -> None:
    Campaign.objects.update(language=language)
    Game.objects.update(language=language)
    found: dict[str, set[str]] = {}
    files = [name for name in TABLE if name.endswith("_pdf")]
    assert len(files) >= 7
    for name in files:
        url = reverse(url_name(name), args=site.sample.args(*TABLE[name].args))
        response = client_in(language, site, "keeper").get(url)
        assert response.status_code == OK
        pdf = b"".join(response) if response.streaming else response.content
        text = " ".join(text_of(pdf).split())
        if left := set(english_phrases(language).findall(text)):
            found[name] = left
    assert not found


@pytest.mark.parametrize("language", LANGUAGES)
def test_error_pages_and_csrf_failures_are_in_the_visitors_language(
    site: Site, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    strict = site.client("keeper", enforce_csrf_checks=True)
    strict.cookies["django_language"] = language
    unsent = strict.post(reverse("start"))
    assert unsent.status_code == 403
    monkeypatch.setattr("tracker.views.home.page", lambda *_args, **_more: 1 / 0)
    broken = client_in(language, site, "anonymous").get("/")
    assert broken.status_code == 500
    host = {"host": "elsewhere.example"}
    elsewhere = client_in(language, site, "anonymous").get("/", headers=host)
    assert elsewhere.status_code == 400
    for response in (unsent, broken, elsewhere):
        assert f'<html lang="{language}"' in response.content.decode()
        assert not english_of(response, language)
