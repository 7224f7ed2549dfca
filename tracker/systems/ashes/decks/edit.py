"""The deck editor: one form, of which htmx reloads parts as people choose."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.translation import gettext as _

from campaign.models import SavedDeck
from campaign.rules.ashes.catalogue import DECK_TYPES, CardType, DiceType
from campaign.rules.ashes.deck import DICE, MAX_COPIES, Cards, Deck, OwnCard, cards_for
from campaign.rules.core import sizes
from campaign.rules.core.entries import entry_problems
from campaign.rules.core.json_text import parsed_json
from campaign.rules.core.problems import RulesError
from campaign.rules.core.serialize import SerializeError, from_plain
from campaign.selectors import ashes as selectors
from campaign.services.ashes.decks import MAX_OWN_CARDS, DeckChanged, deck_update
from tracker.forms.fields import sent_number
from tracker.people.access import person_of
from tracker.systems.ashes.decks.asked import deck_page, own_deck
from tracker.systems.ashes.decks.finder import (
    COUNT,
    IN_DECK,
    MINE,
    CardList,
    CardsWanted,
    card_list,
    wanted_cards,
)
from tracker.systems.ashes.decks.forms import EditDeckForm, FinderForm, OwnCardForm
from tracker.systems.ashes.decks.presenters import deck_name, deck_summary
from tracker.systems.ashes.words import terms
from tracker.web.pages import go
from tracker.words import listed

MAX_FIELDS: Final = 400  # different cards in one form
DIGITS: Final = len(str(MAX_COPIES))  # of a number of copies or dice
_DICE: Final = frozenset(DiceType)


class Button(StrEnum):
    """The buttons of the editor; some say what they are about, as in ``add-die:charm``."""

    SAVE = "save"
    FIND = "find"
    TURN_PAGE = "page"
    CHECK = "check"
    SHOW = "show"  # what editor.js has kept, as the whole page
    ADD_CARD = "add"
    REMOVE_CARD = "remove"
    ADD_DIE = "add-die"
    REMOVE_DIE = "remove-die"


@dataclass(frozen=True, slots=True)
class Pressed:
    """The button that was pressed, and what it is about."""

    button: Button
    about: str = ""


def pressed_in(data: QueryDict) -> Pressed:
    """Return which button sent the form; Save for anything unknown."""
    name, _colon, about = data.get("do", "").partition(":")
    return Pressed(Button(name), about) if name in list(Button) else Pressed(Button.SAVE)


@dataclass(frozen=True, slots=True)
class EditedCard:
    """A typed card of the deck, with its type in words."""

    card: OwnCard
    type: str


def edit(request: HttpRequest, code: str) -> HttpResponse:
    """Edit a deck: show it, save it, or change it by a button and show it again."""
    saved = own_deck(request, code)
    before = selectors.deck_of(saved)
    sets = selectors.owned_of(person_of(request), before.edition)
    if request.method != "POST":
        wanted = CardsWanted(show=IN_DECK if before.cards else MINE)
        return _editor(
            request,
            form=EditDeckForm(None, deck=before, before=before, sets=sets, saved=saved),
            finder=FinderForm(initial={"show": wanted.show}),
            own_form=OwnCardForm(None),
            cards=card_list(wanted, before, sets),
            sets=sets,
        )
    deck, unread = sent_deck(request.POST, before)
    pressed = pressed_in(request.POST)
    wanted = wanted_cards(request.POST, _wanted_page(request.POST, pressed))
    if request.headers.get("HX-Request"):
        if pressed.button is Button.CHECK:
            context = {"saved": saved, "summary": deck_summary(deck, sets, saved.reason)}
            return deck_page(request, "edit.html", context, part="answer")
        if pressed.button in (Button.FIND, Button.TURN_PAGE):
            context = {"saved": saved, "cards": card_list(wanted, deck, sets)}
            return deck_page(request, "edit.html", context, part="cards")
    own_form = OwnCardForm(request.POST if pressed.button is Button.ADD_CARD else None)
    deck = _changed(deck, own_form, pressed)
    form = EditDeckForm(request.POST, deck=deck, before=before, sets=sets, saved=saved)
    if pressed.button is Button.SAVE and _save(request, form, saved, unread):
        return go(request, "deck", saved.code)
    bad = form.errors if pressed.button is Button.SAVE else own_form.errors
    return _editor(
        request,
        form=form,
        finder=FinderForm(request.POST),
        own_form=own_form,
        cards=card_list(wanted, deck, sets),
        sets=sets,
        status=409 if form.stale else 422 if bad else 200,
    )


def _wanted_page(data: QueryDict, pressed: Pressed) -> int | None:
    """Return the page of cards that a form asks for; a new search starts on the first."""
    match pressed.button:
        case Button.FIND:
            return None
        case Button.TURN_PAGE:
            return sent_number(pressed.about, 2)
    return sent_number(data.get("page"), 2)


def _editor(
    request: HttpRequest,
    *,
    form: EditDeckForm,
    finder: FinderForm,
    own_form: OwnCardForm,
    cards: CardList,
    sets: frozenset[str],
    status: int = 200,
) -> HttpResponse:
    """Render the whole page."""
    deck, saved = form.deck, form.saved
    context = {
        "saved": saved,
        "form": form,
        "finder": finder,
        "own_form": own_form,
        "cards": cards,
        "name": deck_name(deck),
        "own_cards": [EditedCard(card, terms.card_type(card.type)) for card in deck.own],
        "summary": deck_summary(deck, sets, saved.reason),
    }
    return deck_page(request, "edit.html", context, status=status)


def _save(request: HttpRequest, form: EditDeckForm, saved: SavedDeck, unread: list[str]) -> bool:
    if unread:
        text = _("These can’t be read: %(names)s. Choose them again.")
        form.add_error(None, text % {"names": listed(unread)})
    if not form.is_valid():
        return False
    chosen = form.cleaned_data
    try:
        deck_update(
            saved=saved,
            revision=chosen["revision"],
            deck=form.deck,
            reason=chosen["reason"],
            token=chosen["token"],
        )
    except DeckChanged as changed:
        form.renew(changed.saved.revision)
        return False
    except RulesError as error:
        form.refuse(error.problems)
        return False
    messages.success(request, _("Deck saved."))
    return True


def _changed(deck: Deck, own_form: OwnCardForm, pressed: Pressed) -> Deck:
    """Return the deck after a button that changes it."""
    match pressed.button:
        case Button.ADD_CARD:
            return _with_own_card(deck, own_form)
        case Button.REMOVE_CARD:
            return _without_own_card(deck, pressed.about)
        case Button.ADD_DIE:
            return _with_die(deck, pressed.about, 1)
        case Button.REMOVE_DIE:
            return _with_die(deck, pressed.about, -1)
    return deck


def _with_own_card(deck: Deck, own_form: OwnCardForm) -> Deck:
    """Return the deck with another typed card; if it belongs into the deck, one copy is in it."""
    if not own_form.is_valid():
        return deck
    card = own_form.card(deck)
    if own_form.errors:
        return deck
    own = (*(other for other in deck.own if other.key != card.key), card)
    cards = deck.cards
    if card.type in DECK_TYPES:
        cards = {**deck.cards, card.key: deck.cards.get(card.key, 1)}
    return replace(deck, own=own, cards=cards)


def _with_die(deck: Deck, kind: str, by: int) -> Deck:
    """Return the deck with a die added or removed; a full deck stays as it is."""
    is_full = by > 0 and sum(deck.dice.values()) >= DICE
    if kind not in _DICE or is_full:
        return deck
    dice = {**deck.dice, DiceType(kind): deck.dice.get(DiceType(kind), 0) + by}
    return replace(deck, dice={dice_type: n for dice_type, n in dice.items() if n > 0})


def _without_own_card(deck: Deck, key: str) -> Deck:
    return replace(
        deck,
        own=tuple(card for card in deck.own if card.key != key),
        cards={other: n for other, n in deck.cards.items() if other != key},
        first_five=tuple(other for other in deck.first_five if other != key),
    )


# --- the deck that is sent ---


def sent_deck(data: QueryDict, before: Deck) -> tuple[Deck, list[str]]:
    """Parse the posted deck: cards are ``n_<key>``, dice ``d_<type>``, and so on.

    Also return the names of what could not be read. It is no Django form, because it is parsed at
    every tap.
    """
    unread: list[str] = []
    own = _sent_own(data, unread)
    known = cards_for(Deck(edition=before.edition, own=own), selectors.catalogue())
    cards = _sent_cards(data, known, before, unread)
    born = data.get("phoenixborn", "")
    card = known.get(born)
    fits = card is not None and card.type is CardType.PHOENIXBORN
    five = dict.fromkeys(key for key in _list(data, "five") if key in cards)
    deck = Deck(
        name=data.get("name", "")[: sizes.NAME],
        phoenixborn=born if fits or born == before.phoenixborn else None,
        cards=cards,
        dice=_sent_dice(data, unread),
        first_five=tuple(five),
        edition=before.edition,
        own=own,
    )
    return deck, list(dict.fromkeys(unread))


def _list(data: QueryDict, name: str) -> list[str]:
    return [str(value) for value in data.getlist(name)[:MAX_FIELDS]]


def _sent_cards(data: QueryDict, known: Cards, before: Deck, unread: list[str]) -> dict[str, int]:
    cards: dict[str, int] = {}
    names = [name for name in data if name.startswith(COUNT)]
    for name in names[:MAX_FIELDS]:
        key = name.removeprefix(COUNT)
        n = sent_number(data.get(name), DIGITS)
        if n is None or (known.get(key) is None and key not in before.cards):
            unread.append(terms.card_name(key[: sizes.NAME]))
        elif n:
            cards[key] = n
    return cards


def _sent_dice(data: QueryDict, unread: list[str]) -> dict[DiceType, int]:
    dice = {}
    for kind in DiceType:
        n = sent_number(data.get(f"d_{kind.value}") or "0", DIGITS)
        if n is None:
            unread.append(terms.dice_name(kind))
        elif n:
            dice[kind] = n
    return dice


def _sent_own(data: QueryDict, unread: list[str]) -> tuple[OwnCard, ...]:
    cards: dict[str, OwnCard] = {}
    for text in _list(data, "own")[: MAX_OWN_CARDS + 1]:  # one too many, which is refused
        try:
            card = from_plain(OwnCard, parsed_json(text))
        except (SerializeError, ValueError, RecursionError):
            unread.append(_("a card of your own"))
            continue
        if entry_problems(card):
            unread.append(_("a card of your own"))
        else:
            cards[card.key] = card
    return tuple(cards.values())
