"""Decks as files: PDF, text and JSON of any deck, all decks of a person, and the import."""

import json
from typing import Any, Final

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.utils.text import slugify
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from campaign.models import Person, SavedDeck
from campaign.rules.ashes.deck import Deck
from campaign.rules.ashes.deck_list import deck_text, read_deck
from campaign.rules.ashes.duel import seat_setup
from campaign.rules.core.json_text import parsed_json
from campaign.rules.core.problems import RulesError
from campaign.rules.core.serialize import SerializeError, from_plain, to_plain
from campaign.selectors import ashes as selectors
from campaign.services.ashes import decks as services
from tracker.people.guests import form_key, person_or_guest
from tracker.people.limits import IMPORTS, address_of
from tracker.people.sign_ins import signed_in
from tracker.systems.ashes.decks.asked import asked_deck, deck_page
from tracker.systems.ashes.decks.forms import ImportDeckForm
from tracker.systems.ashes.decks.presenters import deck_name
from tracker.systems.ashes.sheets import deck_document
from tracker.systems.ashes.words.problems import sentence
from tracker.web.pages import as_file, go, sent
from tracker.web.sheet_response import sheet_response
from tracker.words import labelled, listed
from tracker.words.file_problems import file_sentence

FORMAT: Final = "ashes-decks"  # of the export file
ASKED: Final = "edition"  # the code of an error: the edition has to be chosen
MAX_NAMED: Final = 30  # unknown cards that are named after an import


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
    deck = asked_deck(request, **which).deck
    text = deck_text(deck, selectors.catalogue())
    answer = HttpResponse(text, content_type="text/plain; charset=utf-8")
    return as_file(answer, f"{_file_name(deck)}.txt")


@require_safe
def deck_json(request: HttpRequest, **which: str) -> HttpResponseBase:
    """Return a deck as JSON with the ids of its cards, as the import reads it."""
    deck = asked_deck(request, **which).deck
    answer = JsonResponse({"format": FORMAT, "version": 1, "decks": [to_plain(deck)]})
    return as_file(answer, f"{_file_name(deck)}.json")


def _file_name(deck: Deck) -> str:
    return slugify(deck_name(deck)) or "deck"


@require_safe
@signed_in("decks")
def export(_request: HttpRequest, person: Person) -> HttpResponseBase:
    """Return all decks of the person as JSON."""
    stored = person.decks.not_deleted().values_list("deck", flat=True)
    answer = JsonResponse({"format": FORMAT, "version": 1, "decks": list(stored)})
    return as_file(answer, "decks.json")


def import_deck(request: HttpRequest) -> HttpResponse:
    """Import decks; unknown cards of a list are named and left out."""
    form = ImportDeckForm(sent(request), request.FILES or None)
    saved: list[SavedDeck] = []
    if form.is_valid():
        try:
            saved = _imported(request, form.cleaned_data["token"], _read(request, form))
        except ValidationError as error:
            form.add_error("edition" if error.code == ASKED else "text", error)
        except RulesError as error:
            form.add_error(None, [sentence(problem) for problem in error.problems])
    if not saved:
        return deck_page(request, "import.html", {}, form=form)
    if len(saved) == 1:
        return go(request, "deck", saved[0].code)
    count = len(saved)
    text = ngettext("%(count)s deck imported.", "%(count)s decks imported.", count)
    messages.success(request, text % {"count": count})
    return go(request, "decks")


def _read(request: HttpRequest, form: ImportDeckForm) -> list[Deck]:
    """Return the decks of a file, or the one of a list, or raise ``ValidationError``."""
    text = form.cleaned_data["text"]
    if text.startswith("{"):
        IMPORTS.take(address_of(request))  # it may have hundreds of decks
        return decks_in(text)
    read = read_deck(text, selectors.catalogue(), form.cleaned_data["edition"])
    deck = read.deck
    if not (deck.phoenixborn or deck.cards or deck.dice):
        raise ValidationError(_("No line contains a known card."))
    if len(read.editions) > 1:
        raise ValidationError(_("This list fits both editions. Choose one."), ASKED)
    if read.unknown:
        text = _("Unknown and left out: %(names)s.")
        messages.warning(request, text % {"names": listed(read.unknown[:MAX_NAMED])})
    return [deck]


def decks_in(text: str) -> list[Deck]:
    """Return the decks of an export file, or raise ``ValidationError``."""
    refused = ValidationError(_("This isn’t an “Export all” file."))
    try:
        plain: Any = parsed_json(text)
        if plain.get("format") != FORMAT or not 0 < len(plain["decks"]) <= services.MAX_DECKS:
            raise refused
        given = list(plain["decks"])
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise refused from error
    return [_deck(deck, f"decks[{place}]") for place, deck in enumerate(given)]


def _deck(plain: Any, path: str) -> Deck:
    """Return a deck of an export file, or say the first thing that is wrong with it."""
    try:
        return from_plain(Deck, plain)
    except SerializeError as error:
        fault = error.problems[0]
        where = ".".join(filter(None, (path, fault.path)))
        raise ValidationError(labelled(where, file_sentence(fault))) from error


def _imported(request: HttpRequest, token: str, decks: list[Deck]) -> list[SavedDeck]:
    """Save decks for the person, or for a new guest; a form sent twice imports once."""
    with person_or_guest(request, form=token) as person:
        return [
            services.deck_create(person=person, deck=deck, token=form_key(f"{token}-{place}"))
            for place, deck in enumerate(decks)
        ]
