"""A page or a list without anything on it says what it will show, with one button."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from html import unescape
from pathlib import Path

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse

from campaign.models import Campaign, Person, Role
from campaign.services.live import table_open
from tests.addresses import game_at, page_at
from tests.campaign import factories
from tests.tracker import clients
from tests.tracker.aeons_end import expeditions
from tests.tracker.aeons_end.decisions import at
from tests.tracker.ashes import decks, duels
from tests.tracker.journal import kept

pytestmark = pytest.mark.django_db

_EMPTY = re.compile(r'<div class="empty[ "].*?</div>', re.DOTALL)
_TAP = re.compile(r'<(?:a|button)\b(?:[^>]*? href="([^"]*)")?[^>]*>')
_INCLUDED = re.compile(r'"(includes/empty(?:_list)?\.html)"')
_BUTTON = re.compile(r"<(button|summary)\b[^>]*>(.*?)</\1>", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Empty:
    """A page of somebody who has just begun: which template says so, and how."""

    template: str
    url: Callable[[Person], str]
    says: str
    beside: str = ""  # the button that fills it, if that stands beside the sentence


def of(name: str, query: str = "") -> Callable[[Person], str]:
    """Return the address of a page of the site."""
    return lambda _person: reverse(name) + query


def of_campaign(
    name: str, begin: Callable[[Person], Campaign], *more: object
) -> Callable[[Person], str]:
    """Return the address of a page of a new campaign."""
    return lambda person: page_at(begin(person), name, *more)


def new(person: Person) -> Campaign:
    return factories.start_campaign(person=person)


def planned(person: Person) -> Campaign:
    return factories.planned_campaign(person=person)


def second_chapter(person: Person) -> Campaign:
    campaign = factories.settled_campaign(person=person)
    factories.plan(campaign)
    return campaign


def without_basics(person: Person) -> str:
    campaign = factories.answer_all(factories.second_game(person=person), but="pool")
    factories.settle_now(campaign)
    factories.plan(campaign)
    return at(campaign, "evolution")


def without_moves(person: Person) -> str:
    game = duels.duel(person)
    table_open(game=game, person=person)
    return reverse("live_log", args=[game.code])


def deck_without_cards(person: Person) -> str:
    made = decks.saved(person, replace(decks.whole(), cards={}, first_five=()))
    return reverse("deck", args=[made.code])


def builder_without_matches(person: Person) -> str:
    return f"{reverse('deck_edit', args=[decks.saved(person).code])}?q=zzzz"


def deck_without_versions(person: Person) -> str:
    made = decks.saved(person)
    made.versions.all().delete()  # saved before versions were kept
    return reverse("deck_history", args=[made.code])


PAGES = (
    Empty("plays/log.html", of("log"), "Each game appears here once its result is entered"),
    Empty("plays/log.html", of("log", "?result=win"), "No games match these filters."),
    Empty("plays/statistics.html", of("statistics"), "your charts appear here"),
    Empty("plays/statistics.html", of("statistics", "?result=win"), "No games match"),
    Empty(
        "plays/campaign_statistics.html",
        of_campaign("campaign_statistics", new),
        "the charts appear here",
    ),
    Empty("campaigns/undo.html", of_campaign("undo", new), "Here the latest game is undone"),
    Empty("live/log.html", without_moves, "Every move of this game is listed here"),
    Empty(
        "account/key_list.html", of("api_tokens"), "Each token you create", beside="Create a token"
    ),
    Empty("account/key_list.html", of("webhooks"), "Each address you add", beside="Add a webhook"),
    Empty("account/passkeys.html", of("passkeys"), "Each one you add", beside="Add a passkey"),
    Empty(
        "account/notices.html",
        of("notices"),
        "Each browser you allow is listed here",
        beside="Notify this browser",
    ),
    Empty(
        "people/people.html",
        of_campaign("people", new),
        "Invitations and view-only links are listed here",
        beside="Create invitation",
    ),
    Empty(
        "includes/photos.html",
        of_campaign("game", planned, 1),
        "No photos of this game yet.",
        beside="Add photos",
    ),
    Empty(
        "games/notes.html",
        of_campaign("game", planned, 1),
        "No notes about this game yet.",
        beside="Add a note",
    ),
    Empty("aeons_end/names.html", of_campaign("names", new), "names you type are listed here"),
    Empty("aeons_end/results.html", of_campaign("results", new), "Each game appears here"),
    Empty("campaigns/story.html", of_campaign("story", new), "Each game gets a card here"),
    Empty("aeons_end/market.html", of_campaign("market", new), "This page shows when."),
    Empty("aeons_end/nemesis/met.html", of_campaign("nemesis", new), "appear here"),
    Empty(
        "aeons_end/nemesis/basics.html",
        of_campaign("nemesis", second_chapter),
        "In chapter 2 the story decides",
    ),
    Empty("aeons_end/aftermath/evolution.html", without_basics, "basic cards"),
    Empty(
        "aeons_end/expeditions/statistics.html",
        of_campaign("campaign_statistics", expeditions.begun),
        "the numbers appear here",
    ),
    Empty(
        "aeons_end/expeditions/battles.html",
        of_campaign("expedition_battles", expeditions.begun),
        "Each try gets a line here",
    ),
    Empty(
        "campaigns/story.html",
        of_campaign("story", expeditions.begun),
        "Each battle gets its place here",
    ),
    Empty(
        "campaigns/story.html",
        of_campaign("story", kept.begun),
        "Each evening gets its place here",
    ),
    Empty("aeons_end/shelf/boxes.html", of("boxes"), "a new game can start from them"),
    Empty("aeons_end/shelf/exclusions.html", of("exclusions"), "are listed here"),
    Empty(
        "aeons_end/shelf/patterns.html",
        of("patterns"),
        "Each pattern that you save",
        beside="Save the pattern",
    ),
    Empty("ashes/decks/decks.html", of("decks"), "Start with a Phoenixborn"),
    Empty("ashes/decks/decks.html", of("decks", "?q=zzzz"), "that match are listed here"),
    Empty("ashes/decks/public.html", of("public_decks"), "Decks that people publish"),
    Empty("ashes/decks/public.html", of("public_decks", "?q=zzzz"), "that match are listed here"),
    Empty("ashes/decks/deck.html", deck_without_cards, "cards are listed here by type"),
    Empty("ashes/decks/build.html", builder_without_matches, "that match are listed here"),
    Empty("ashes/decks/history.html", deck_without_versions, "every version that you save"),
    Empty("ashes/cards/cards.html", of("cards", "?q=zzzz"), "that match are listed here"),
    Empty("ashes/drafts/drafts.html", of("drafts"), "start or join", beside="Start a draft"),
)


def said(html: str, words: str) -> str:
    """Return the one empty page or list that says these words."""
    found = [block for block in _EMPTY.findall(unescape(html)) if words in block]
    assert len(found) == 1, _EMPTY.findall(html)
    return found[0]


def templates() -> Iterator[tuple[str, str]]:
    """Yield all templates of the site: names and texts."""
    folders = [
        settings.BASE_DIR / "templates",
        *settings.BASE_DIR.glob("tracker/systems/*/templates"),
    ]
    for folder in map(Path, folders):
        for path in folder.rglob("*.html"):
            yield str(path.relative_to(folder)), path.read_text()


@pytest.mark.parametrize("empty", PAGES, ids=lambda empty: f"{empty.template}: {empty.says}")
def test_an_empty_page_says_what_it_will_show_with_one_button(empty: Empty) -> None:
    client = clients.client_of(person := factories.person("Zuza", username="zuza"))
    page = client.get(empty.url(person)).content.decode()
    taps = _TAP.findall(said(page, empty.says))
    if empty.beside:
        assert taps == []
        labels = [
            " ".join(re.sub("<[^>]*>", "", text).split()) for _tag, text in _BUTTON.findall(page)
        ]
        assert labels.count(empty.beside) == 1
    else:
        assert len(taps) == 1
        assert client.get(unescape(taps[0])).status_code == 200


EXAMPLES = "styleguide.html"  # the page of components


def test_every_template_that_can_be_empty_is_tried() -> None:
    known = {empty.template for empty in PAGES}
    assert {name for name, text in templates() if _INCLUDED.search(text)} - {EXAMPLES} == known


def test_a_viewer_of_a_game_is_told_that_it_has_no_photos_and_offered_nothing() -> None:
    campaign = factories.planned_campaign()
    viewer = clients.member(campaign, Role.READER)
    page = viewer.get(game_at(campaign, 1)).content.decode()
    for sentence in ("No photos of this game yet.", "No notes about this game yet."):
        assert _TAP.findall(said(page, sentence)) == []
    assert "Add photos" not in page


def test_an_empty_page_has_a_heading_a_sentence_and_a_button() -> None:
    given = {"title": "No game yet", "text": "Games appear here.", "url": "/play", "label": "Play"}
    html = render_to_string("includes/empty.html", given)
    assert "<h2>No game yet</h2>" in html
    assert said(html, "Games appear here.")
    assert _TAP.findall(html) == ["/play"]


def test_an_empty_list_has_a_sentence_and_at_most_one_button() -> None:
    given = {"text": "Games appear here.", "url": "/play", "label": "Play"}
    html = render_to_string("includes/empty_list.html", given)
    assert _TAP.findall(said(html, "Games appear here.")) == ["/play"]
    html = render_to_string("includes/empty_list.html", {"text": "Games appear here."})
    assert _TAP.findall(said(html, "Games appear here.")) == []
