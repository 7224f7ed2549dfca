"""The import of decks: a text list, files of this site, and JSON of other sites."""

from dataclasses import dataclass
from typing import Any, Final

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaign.models import SavedDeck
from campaign.rules.ashes.catalogue import Edition
from campaign.rules.ashes.deck import Deck
from campaign.rules.ashes.deck_exchange import deck_page_address, foreign_decks
from campaign.rules.ashes.deck_file import FORMAT, MAX_DECKS, BesideDeck, DeckFile
from campaign.rules.ashes.deck_list import read_deck, split_lists
from campaign.rules.core import sizes
from campaign.rules.core.json_text import parsed_json
from campaign.rules.core.problems import RulesError
from campaign.rules.core.serialize import SerializeError, from_plain
from campaign.selectors import ashes as selectors
from campaign.services.ashes import decks as services
from tracker.people.guests import form_key, person_or_guest
from tracker.people.limits import IMPORTS, address_of
from tracker.systems.ashes.decks.asked import deck_page
from tracker.systems.ashes.decks.forms import ImportDeckForm
from tracker.systems.ashes.words.problems import sentence
from tracker.web.pages import go, sent
from tracker.words import labelled, listed
from tracker.words.file_problems import file_sentence

ASKED: Final = "edition"  # the code of an error: the edition has to be chosen
MAX_NAMED: Final = 30  # unknown cards that are named after an import


@dataclass(frozen=True, slots=True)
class Incoming:
    """A deck that is imported, with what stands beside it."""

    deck: Deck
    unknown: tuple[str, ...] = ()
    note: str = ""
    tags: tuple[str, ...] = ()


def import_deck(request: HttpRequest) -> HttpResponse:
    """Import decks; unknown cards are named and left out."""
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


def _read(request: HttpRequest, form: ImportDeckForm) -> list[Incoming]:
    """Return the decks of a file, or those of one or more lists, or raise ``ValidationError``."""
    text = form.cleaned_data["text"]
    address = deck_page_address(text)
    if address:
        say = _(
            "This site opens no other site. Paste the text that “Share and export” shows there, or "
            "open %(url)s, copy all of it and paste that here."
        )
        before, _url, after = say.partition("%(url)s")
        link = format_html('{}<a href="{}">{}</a>{}', before, address, address, after)
        raise ValidationError(link)
    if text.startswith(("{", "[")):
        IMPORTS.take(address_of(request))  # it may have hundreds of decks
        return decks_in(text)
    lists = split_lists(text)[:MAX_DECKS]
    return [deck_in(each, form.cleaned_data["edition"] or None) for each in lists]


def deck_in(text: str, edition: Edition | None) -> Incoming:
    """Return the deck of a text list, or raise ``ValidationError``."""
    read = read_deck(text, selectors.catalogue(), edition)
    deck = read.deck
    if not (deck.phoenixborn or deck.cards or deck.dice):
        raise ValidationError(_("No line contains a known card."))
    if len(read.editions) > 1:
        raise ValidationError(_("This list fits both editions. Choose one."), ASKED)
    return Incoming(deck, read.unknown)


def decks_in(text: str) -> list[Incoming]:
    """Return the decks of a JSON file, or raise ``ValidationError``."""
    try:
        plain: Any = parsed_json(text)
        is_ours = isinstance(plain, dict) and plain.get("format") == FORMAT
        found = _ours(plain) if is_ours else _foreign(plain)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ValidationError(_("This file can’t be read.")) from error
    if not found:
        raise ValidationError(_("No deck was found in this file."))
    return found


def _foreign(plain: Any) -> list[Incoming]:
    found = foreign_decks(plain, selectors.catalogue(), MAX_DECKS)
    return [Incoming(each.deck, each.unknown, each.note[: sizes.TEXT]) for each in found]


def _ours(plain: dict[str, Any]) -> list[Incoming]:
    """Return the decks of an export file, or say the first thing that is wrong with it."""
    try:
        file = from_plain(DeckFile, plain)
    except SerializeError as error:
        fault = error.problems[0]
        raise ValidationError(labelled(fault.path, file_sentence(fault))) from error
    about = file.about or (BesideDeck(),) * len(file.decks)
    found = zip(file.decks, about, strict=True)
    return [Incoming(deck, note=beside.note, tags=beside.tags) for deck, beside in found]


def _imported(request: HttpRequest, token: str, decks: list[Incoming]) -> list[SavedDeck]:
    """Save decks for the person, or for a new guest; a form sent twice imports once."""
    unknown = dict.fromkeys(name for each in decks for name in each.unknown)
    with person_or_guest(request, form=token) as person:
        saved = []
        for place, each in enumerate(decks):
            made = services.deck_create(
                person=person, deck=each.deck, token=form_key(f"{token}-{place}")
            )
            if each.note or each.tags:
                services.deck_describe(saved=made, reason="", note=each.note, tags=each.tags)
            saved.append(made)
    if unknown:
        text = _("Unknown and left out: %(names)s.")
        messages.warning(request, text % {"names": listed(list(unknown)[:MAX_NAMED])})
    return saved
