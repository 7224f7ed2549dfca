"""The import of decks: a text list, files of this site, and JSON of other sites."""

from dataclasses import dataclass
from typing import Any, Final

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaign.models import Person, SavedDeck
from campaign.rules.ashes.catalogue import Edition
from campaign.rules.ashes.deck import Deck
from campaign.rules.ashes.deck_exchange import deck_page_addresses, foreign_decks
from campaign.rules.ashes.deck_file import FORMAT, MAX_DECKS, BesideDeck, DeckFile
from campaign.rules.ashes.deck_list import read_deck, split_lists
from campaign.rules.core import sizes
from campaign.rules.core.entries import tidied
from campaign.rules.core.json_text import parsed_json_texts
from campaign.rules.core.problems import RulesError
from campaign.rules.core.serialize import SerializeError, from_plain
from campaign.selectors import ashes as selectors
from campaign.services.ashes import decks as services
from tracker.people.guests import form_key, person_or_guest
from tracker.people.limits import IMPORTS, address_of
from tracker.systems.ashes.decks.asked import deck_page
from tracker.systems.ashes.decks.forms import MAX_LIST, ImportDeckForm
from tracker.systems.ashes.words.problems import sentence
from tracker.web.pages import go, sent
from tracker.words import labelled, listed
from tracker.words.file_problems import file_sentence

ASKED: Final = "edition"  # the code of an error: the edition has to be chosen
MAX_NAMED: Final = 30  # unknown cards that are named after an import
MAX_LINKS: Final = 50  # to decks of another site, pasted at once


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
    addresses: tuple[str, ...] = ()
    saved: list[SavedDeck] = []
    if form.is_valid():
        addresses = deck_page_addresses(form.cleaned_data["text"])
    if form.is_valid() and not addresses:
        try:
            saved = _imported(request, form.cleaned_data["token"], _read(request, form))
        except ValidationError as error:
            form.add_error("edition" if error.code == ASKED else "text", error)
        except RulesError as error:
            form.add_error(None, [sentence(problem) for problem in error.problems])
    if addresses:  # this site opens no other site: who imports them does
        form = ImportDeckForm()
    if not saved:
        context = {"addresses": addresses[:MAX_LINKS]}
        return deck_page(request, "import.html", context, form=form)
    return go(request, "deck", saved[0].code) if len(saved) == 1 else go(request, "decks")


def _read(request: HttpRequest, form: ImportDeckForm) -> list[Incoming]:
    """Return the decks of a file, or those of one or more lists, or raise ``ValidationError``."""
    text = form.cleaned_data["text"]
    is_json = text.startswith(("{", "["))
    if is_json or len(text) > MAX_LIST:
        IMPORTS.take(address_of(request))  # it may have hundreds of decks
    if is_json:
        return decks_in(text)
    lists = split_lists(text)[:MAX_DECKS]
    edition = form.cleaned_data["edition"] or None
    return [deck_in(each, _fitting(each, edition)) for each in lists]


def _fitting(text: str, edition: Edition | None) -> Edition | None:
    """Return the chosen edition, or None if the other one knows more cards of a list."""
    box = selectors.catalogue()
    chosen, any_edition = read_deck(text, box, edition), read_deck(text, box)
    return edition if len(chosen.unknown) <= len(any_edition.unknown) else None


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
        found = [deck for plain in parsed_json_texts(text) for deck in _decks_of(plain)]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ValidationError(_("This file can’t be read.")) from error
    if not found:
        raise ValidationError(_("No deck was found in this file."))
    return found


def _decks_of(plain: Any) -> list[Incoming]:
    is_ours = isinstance(plain, dict) and plain.get("format") == FORMAT
    return _ours(plain) if is_ours else _foreign(plain)


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
    """Save decks for the person, or for a new guest; what they have already stays as it is."""
    unknown = dict.fromkeys(name for each in decks for name in each.unknown)
    with person_or_guest(request, form=token) as person:
        owned = [(own.deck, own.saved) for own in selectors.decks_of(person)]
        saved: list[SavedDeck] = []
        made = 0
        for place, each in enumerate(decks):
            deck = tidied(each.deck)
            alike = next((held for known, held in owned if known == deck), None)
            if alike is None:
                made += 1
                alike = _saved(person, each, form_key(f"{token}-{place}"))
                owned.append((deck, alike))
            saved.append(alike)
    _tell(request, made, len(decks) - made, list(unknown))
    return saved


def _saved(person: Person, each: Incoming, token: str) -> SavedDeck:
    saved = services.deck_create(person=person, deck=each.deck, token=token)
    if each.note or each.tags:
        services.deck_describe(saved=saved, reason="", note=each.note, tags=each.tags)
    return saved


def _tell(request: HttpRequest, made: int, known: int, unknown: list[str]) -> None:
    """Say what came in; of a single deck, its page says it."""
    if made > 1 or (made and known):
        text = ngettext("%(count)s deck imported.", "%(count)s decks imported.", made)
        messages.success(request, text % {"count": made})
    if known:
        text = ngettext(
            "%(count)s deck was here already.", "%(count)s decks were here already.", known
        )
        messages.info(request, text % {"count": known})
    if unknown:
        text = _("Unknown and left out: %(names)s.")
        messages.warning(request, text % {"names": listed(unknown[:MAX_NAMED])})
