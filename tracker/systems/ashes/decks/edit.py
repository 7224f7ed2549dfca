"""The deck editor: one form, of which htmx reloads parts as people choose."""

import json
from collections.abc import Collection, Mapping
from dataclasses import replace
from itertools import groupby
from typing import Any, Final

from django.contrib import messages
from django.core.paginator import Page, Paginator
from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.html import escape, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from campaign.models import SavedDeck
from campaign.rules.ashes.catalogue import DECK_TYPES, Card, CardType, DiceType, folded, searched
from campaign.rules.ashes.deck import COPIES, DICE, MAX_COPIES, Cards, Deck, OwnCard, cards_for
from campaign.rules.core import sizes
from campaign.rules.core.problems import RulesError
from campaign.rules.core.serialize import SerializeError, from_plain
from campaign.selectors import ashes as selectors
from campaign.services.ashes.decks import DeckChanged, deck_update
from tracker.access import person_of
from tracker.forms.fields import sent_number
from tracker.pages import go, sent
from tracker.systems.ashes.decks.forms import EditDeckForm, FinderForm, OwnCardForm
from tracker.systems.ashes.decks.views import deck_page, own_deck
from tracker.systems.ashes.presenters import answer_of, deck_name
from tracker.systems.ashes.words import terms
from tracker.words import listed

COUNT: Final = "n_"  # prefix of the fields for copies, before a card's key
MAX_FIELDS: Final = 400  # different cards in one form
DIGITS: Final = len(str(MAX_COPIES))  # of a number of copies or dice
CARDS_A_PAGE: Final = 20
PAGE = "page:"  # prefix of the buttons that page through the cards
TAKE_OUT = "remove:"  # prefix of the buttons that remove a typed card
DIE_IN, DIE_OUT = "die:+", "die:-"  # buttons that add and remove a die of a type
_DICE: Final = frozenset(DiceType)
_ORDER: Final[dict[str, int]] = {kind: place for place, kind in enumerate(DECK_TYPES)}


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
        "own_cards": [(each, terms.card_type(each.type)) for each in deck.own],
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
    """Return the deck with another typed card; if it belongs into the deck, one copy is in it."""
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
    """Return the deck with a die added or removed; a full deck stays as it is."""
    is_full = by > 0 and sum(deck.dice.values()) >= DICE
    if kind not in _DICE or is_full:
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
    found: dict[str, int] = {}
    names = [name for name in data if name.startswith(COUNT)]
    for name in names[:MAX_FIELDS]:
        key = name.removeprefix(COUNT)
        n = sent_number(data.get(name), DIGITS)
        if n is None or (known.get(key) is None and key not in before.cards):
            unread.append(terms.card_name(key[: sizes.NAME]))
        elif n:
            found[key] = n
    return found


def _sent_dice(data: QueryDict, unread: list[str]) -> dict[DiceType, int]:
    found = {}
    for each in DiceType:
        n = sent_number(data.get(f"d_{each.value}") or "0", DIGITS)
        if n is None:
            unread.append(terms.dice_name(each))
        elif n:
            found[each] = n
    return found


def _sent_own(data: QueryDict, unread: list[str]) -> tuple[OwnCard, ...]:
    found: dict[str, OwnCard] = {}
    for text in _list(data, "own"):
        try:
            card = from_plain(OwnCard, json.loads(text))
        except (SerializeError, ValueError, RecursionError):
            unread.append(_("a card of your own"))
        else:
            found[card.key] = card
    return tuple(found.values())


# --- the cards to choose from ---


def _cards(
    data: QueryDict, do: str, deck: Deck, sets: frozenset[str], *, in_deck: bool = False
) -> dict[str, Any]:
    """Return the current page of cards, and the rest of the deck as hidden fields."""
    page = sent_number(do.removeprefix(PAGE), 2) if do.startswith(PAGE) else None
    if page is None and do != "find":  # a new search starts on the first page
        page = sent_number(data.get("page"), 2)
    wanted = {"show": "deck"} if in_deck else data
    found = find(wanted, page, deck, sets)
    return {
        "page": found,
        "groups": [
            (terms.card_types(kind), SafeString("".join(_row(card, deck) for card in held)))
            for kind, held in groupby(found, key=lambda card: card.type)
        ],
        "hidden": _hidden(deck, {card.id for card in found}),
    }


def find(
    wanted: Mapping[str, str], page: int | None, deck: Deck, sets: frozenset[str]
) -> Page[Card]:
    """Return a page of matching cards by type and name; unknown filter values are ignored.

    Exclusive cards of other Phoenixborn are left out; typed cards of the deck are included.
    """
    box = selectors.catalogue()
    in_deck = wanted.get("show") == "deck"
    if in_deck:
        cards = cards_for(deck, box)
        pool = [card for key in deck.cards if (card := cards.get(key))]
    else:
        own = (each.as_card() for each in deck.own)
        pool = [
            card
            for card in (*box.cards(deck.edition, sets), *own)
            if card.type in _ORDER and card.exclusive_to in ("", deck.phoenixborn)
        ]
    text = folded(wanted.get("q", "")[: sizes.NAME])
    kind, dice = wanted.get("type", ""), wanted.get("die", "")
    found = [
        card
        for card in pool
        if (kind not in _ORDER or card.type == kind)
        and (dice not in _DICE or dice in card.dice)
        and (not text or text in searched(card.name))
    ]
    found.sort(key=lambda card: (_ORDER.get(card.type, len(_ORDER)), card.name.en))
    # A deck has few different cards, and is shown on one page.
    size = max(len(found), 1) if in_deck else CARDS_A_PAGE
    return Paginator(found, size).get_page(page)


def _hidden(deck: Deck, shown: Collection[str]) -> SafeString:
    """Render the cards of the deck that are not on the page as hidden fields."""
    held: list[tuple[str, object]] = [
        (f"{COUNT}{key}", n) for key, n in deck.cards.items() if key not in shown
    ]
    held += [("five", key) for key in deck.first_five if key not in shown]
    return format_html_join("", '<input type="hidden" name="{}" value="{}">', held)


def _row(card: Card, deck: Deck) -> str:
    """Render the row of a card: name and cost, radio buttons for copies, and the First Five.

    No template is used, for speed: rows are rendered at every keystroke.
    """
    name, key, n = escape(terms.named(card)), escape(card.id), deck.cards.get(card.id, 0)
    # An imported list may have more than three.
    numbers = (*range(COPIES + 1), *((n,) if n > COPIES else ()))
    copies = "".join(
        f'<label><input type="radio" name="{COUNT}{key}" value="{number}"'
        f"{' checked' if number == n else ''}><span>{number}</span></label>"
        for number in numbers
    )
    lang = ' lang="en"' if terms.foreign(card) else ""
    first_five, exclusive = escape(_("First Five")), escape(_("exclusive"))
    stamp = f' <span class="stamp stamp--soft">{exclusive}</span>' if card.exclusive_to else ""
    return (
        f'<li class="row"><div class="row__name"><b{lang}>{name}</b>{stamp}'
        f'<span class="row__cost">{escape(terms.cost_words(card.cost))}</span></div>'
        f'<fieldset class="copies"><legend class="visually-hidden"{lang}>{name}</legend>{copies}'
        f'</fieldset><label class="five"><input type="checkbox" name="five" value="{key}"'
        f'{" checked" if card.id in deck.first_five else ""}><span aria-hidden="true">★</span>'
        f'<span class="visually-hidden">{first_five}: '
        f"<span{lang}>{name}</span></span></label></li>"
    )
