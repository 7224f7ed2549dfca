"""Decks as files: PDF, text and JSON of any deck, and all decks of a person."""

import json

from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.utils.text import slugify
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from campaign.models import Person
from campaign.rules.ashes.deck import Deck
from campaign.rules.ashes.deck_exchange import ashes_live_deck
from campaign.rules.ashes.deck_file import FORMAT, VERSION
from campaign.rules.ashes.deck_list import deck_text
from campaign.rules.ashes.duel import seat_setup
from campaign.rules.core.serialize import to_plain
from campaign.selectors import ashes as selectors
from tracker.people.sign_ins import signed_in
from tracker.systems.ashes.decks.asked import asked_deck
from tracker.systems.ashes.decks.presenters import deck_name
from tracker.systems.ashes.sheets import deck_document
from tracker.web.pages import as_file
from tracker.web.sheet_response import sheet_response


@require_safe
def paper(request: HttpRequest, kind: str, **which: str) -> HttpResponse:
    """Return a deck as PDF: a list, or proxies."""
    deck = asked_deck(request, **which).deck
    setup = seat_setup(deck, selectors.catalogue())
    return sheet_response(
        request,
        lambda: deck_document(kind, setup, get_language() or "en"),
        name=f"{_file_name(deck)}-{kind}",
        shows=(kind, json.dumps(to_plain(deck)), selectors.catalogue().version),
    )


@require_safe
def list_text(request: HttpRequest, **which: str) -> HttpResponseBase:
    """Return a deck as a text list."""
    asked = asked_deck(request, **which)
    deck, text = asked.deck, deck_text(asked.deck, selectors.catalogue())
    if asked.open_url:
        text += f"\nLink: {request.build_absolute_uri(asked.open_url)}\n"
    answer = HttpResponse(text, content_type="text/plain; charset=utf-8")
    return as_file(answer, f"{_file_name(deck)}.txt")


@require_safe
def deck_json(request: HttpRequest, **which: str) -> HttpResponseBase:
    """Return a deck as JSON with the ids of its cards, as the import reads it."""
    deck = asked_deck(request, **which).deck
    answer = JsonResponse({"format": FORMAT, "version": VERSION, "decks": [to_plain(deck)]})
    return as_file(answer, f"{_file_name(deck)}.json")


@require_safe
def ashes_live(request: HttpRequest, **which: str) -> HttpResponseBase:
    """Return a deck as JSON in the shape of ashes.live, which other sites and programs read."""
    deck = asked_deck(request, **which).deck
    answer = JsonResponse(ashes_live_deck(deck, selectors.catalogue()))
    return as_file(answer, f"{_file_name(deck)}-ashes-live.json")


def _file_name(deck: Deck) -> str:
    return slugify(deck_name(deck)) or "deck"


@require_safe
@signed_in("decks")
def export(_request: HttpRequest, person: Person) -> HttpResponseBase:
    """Return all decks of the person as JSON, with what stands beside each."""
    kept = list(person.decks.not_deleted().values("deck", "note", "tags"))
    whole = {
        "format": FORMAT,
        "version": VERSION,
        "decks": [each["deck"] for each in kept],
        "about": [{"note": each["note"], "tags": each["tags"]} for each in kept],
    }
    return as_file(JsonResponse(whole), "decks.json")
