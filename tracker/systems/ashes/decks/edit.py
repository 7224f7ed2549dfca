"""The editor of a deck: one form; its parts come back by themselves as people choose."""

from dataclasses import replace
from itertools import groupby
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.translation import gettext as _

from campaign.models import SavedDeck
from campaign.rules.ashes.catalogue import DECK_TYPES, DiceType
from campaign.rules.ashes.deck import DICE, Deck
from campaign.rules.core.problems import RulesError
from campaign.selectors import ashes as selectors
from campaign.services.ashes.decks import DeckChanged, deck_update
from tracker.access import person_of
from tracker.forms.fields import sent_number
from tracker.pages import go, sent
from tracker.systems.ashes.decks.editing import EditDeckForm, FinderForm, OwnCardForm, sent_deck
from tracker.systems.ashes.decks.finder import find, hidden, rows
from tracker.systems.ashes.decks.views import deck_page, own_deck
from tracker.systems.ashes.presenters import answer_of, deck_name
from tracker.systems.ashes.words.terms import card_type, card_types
from tracker.words import listed

PAGE = "page:"  # a button that turns the pages of the finder
TAKE_OUT = "remove:"  # a button that removes a typed card
DIE_IN, DIE_OUT = "die:+", "die:-"  # buttons that add and remove a die of a type


def edit(request: HttpRequest, code: str) -> HttpResponse:
    """Edit a deck. ``do`` says which button was pressed: save, find, check, add and so on."""
    saved = own_deck(request, code)
    before = selectors.deck_of(saved)
    sets = selectors.owned_of(person_of(request), before.edition)
    posted = request.method == "POST"
    deck, unread = sent_deck(request.POST, before) if posted else (before, [])
    do = request.POST.get("do", "save") if posted else ""
    context: dict[str, Any] = {"saved": saved}
    htmx = bool(request.headers.get("HX-Request"))
    if do == "check" and htmx:
        context["answer"] = answer_of(deck, saved.reason)
        return deck_page(request, "edit.html", context, part="answer")
    if htmx and (do == "find" or do.startswith(PAGE)):
        context |= _cards(request.POST, do, deck, sets)
        return deck_page(request, "edit.html", context, part="cards")
    own_form = OwnCardForm(request.POST if do == "add" else None)
    deck = _changed(deck, own_form, do)
    form = EditDeckForm(sent(request), deck=deck, before=before, sets=sets, saved=saved)
    if do == "save" and _save(request, form, saved, unread):
        return go(request, "deck", saved.code)
    shown = {"show": "deck" if deck.cards else "all"}
    context |= {
        **_cards(request.POST, do, deck, sets, in_deck=not posted and bool(deck.cards)),
        "form": form,
        "finder": FinderForm(sent(request), initial=shown),
        "own_form": own_form,
        "name": deck_name(deck),
        "own_cards": [(each, card_type(each.type)) for each in deck.own],
        "answer": answer_of(deck, saved.reason),
    }
    bad = form.errors if do == "save" else own_form.errors
    status = 409 if form.stale else 422 if bad else 200
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


def _changed(deck: Deck, own_form: OwnCardForm, do: str) -> Deck:
    if do == "add":
        return _add(deck, own_form)
    if do.startswith(TAKE_OUT):
        return _remove(deck, do.removeprefix(TAKE_OUT))
    if do.startswith((DIE_IN, DIE_OUT)):
        return _with_die(deck, do[len(DIE_IN) :], 1 if do.startswith(DIE_IN) else -1)
    return deck


def _add(deck: Deck, own_form: OwnCardForm) -> Deck:
    """Return the deck with a typed card more, once in it if it belongs there."""
    if not own_form.is_valid():
        return deck
    card = own_form.card(deck)
    if own_form.errors:
        return deck
    own = (*(each for each in deck.own if each.key != card.key), card)
    cards = deck.cards
    if card.type in DECK_TYPES:
        cards = {**deck.cards, card.key: deck.cards.get(card.key, 1)}
    return replace(deck, own=own, cards=cards)


def _with_die(deck: Deck, kind: str, by: int) -> Deck:
    """Return the deck with a die more or less; never more than it may have."""
    is_full = by > 0 and sum(deck.dice.values()) >= DICE
    if kind not in list(DiceType) or is_full:
        return deck
    dice = {**deck.dice, DiceType(kind): deck.dice.get(DiceType(kind), 0) + by}
    return replace(deck, dice={each: n for each, n in dice.items() if n > 0})


def _remove(deck: Deck, key: str) -> Deck:
    return replace(
        deck,
        own=tuple(each for each in deck.own if each.key != key),
        cards={held: n for held, n in deck.cards.items() if held != key},
        first_five=tuple(held for held in deck.first_five if held != key),
    )


def _cards(
    data: QueryDict, do: str, deck: Deck, sets: frozenset[str], *, in_deck: bool = False
) -> dict[str, Any]:
    """Return the page of cards that is looked at, and the rest of the deck as hidden fields."""
    page = sent_number(do.removeprefix(PAGE), 2) if do.startswith(PAGE) else None
    if page is None and do != "find":  # another search begins at its first page
        page = sent_number(data.get("page"), 2)
    wanted = {"show": "deck"} if in_deck else data
    found = find(wanted, 1 if page is None else page, deck, sets)
    shown = {card.id for card in found}
    return {
        "page": found,
        "groups": [
            (card_types(kind), rows(held, deck))
            for kind, held in groupby(found, key=lambda card: card.type)
        ],
        "hidden": hidden(deck, shown),
    }
