"""Decks from outside: a text list, or the file that “Export all” makes."""

import json
from typing import Any, Final

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaign.models import SavedDeck
from campaign.rules.ashes.deck import Deck
from campaign.rules.ashes.deck_list import read_deck
from campaign.rules.core.problems import RulesError
from campaign.rules.core.serialize import SerializeError, from_plain
from campaign.selectors.ashes import catalogue
from campaign.services.ashes.decks import DECKS_MOST, deck_create
from tracker.guests import form_key, person_or_guest
from tracker.pages import go
from tracker.systems.ashes.decks.forms import ImportDeckForm
from tracker.systems.ashes.decks.views import FORMAT, deck_page
from tracker.systems.ashes.words.problems import sentence
from tracker.words import listed

NAMED_MOST: Final = 30  # unknown cards that are named


def import_deck(request: HttpRequest) -> HttpResponse:
    """Read decks; what nobody knows in a list is named and kept out."""
    posted = request.method == "POST"
    form = ImportDeckForm(request.POST, request.FILES) if posted else ImportDeckForm()
    saved: list[SavedDeck] = []
    if form.is_valid():
        try:
            found = _read(request, form.cleaned_data["text"])
            saved = _save(request, form.cleaned_data["token"], found)
        except ValidationError as error:
            form.add_error("text", error)
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


def _read(request: HttpRequest, text: str) -> list[Deck]:
    if text.startswith("{"):
        return decks_in(text)
    deck, unknown = read_deck(text, catalogue())
    if not (deck.phoenixborn or deck.cards or deck.dice):
        raise ValidationError(_("No line contains a known card."))
    if unknown:
        said = _("Unknown and left out: %(names)s.")
        messages.warning(request, said % {"names": listed(unknown[:NAMED_MOST])})
    return [deck]


def decks_in(text: str) -> list[Deck]:
    """Return the decks of an export file, or raise ``ValidationError``."""
    refused = ValidationError(_("This is not a file of decks as “Export all” makes it."))
    try:
        plain: Any = json.loads(text)
        if plain.get("format") != FORMAT or not 0 < len(plain["decks"]) <= DECKS_MOST:
            raise refused
        return [from_plain(Deck, each) for each in plain["decks"]]
    except (SerializeError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise refused from error


def _save(request: HttpRequest, token: str, found: list[Deck]) -> list[SavedDeck]:
    """Save decks for whoever asks, a guest if need be; the same form sent twice is one import."""
    with person_or_guest(request, form=token) as person:
        return [
            deck_create(person=person, deck=deck, token=form_key(f"{token}-{place}"))
            for place, deck in enumerate(found)
        ]
