"""Cards as the pages show them: those of the browser, and everything about one card."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from django.http import QueryDict
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from campaign.models import Person
from campaign.rules.ashes.card_search import (
    CardQuery,
    conjured_by,
    exclusives_of,
    matches,
    other_editions,
)
from campaign.rules.ashes.catalogue import Card, CardSet, CardType, Edition, PrintedCard
from campaign.rules.ashes.deck import CARDS, Deck, ready_deck
from campaign.selectors import ashes as selectors
from campaign.selectors.ashes import OwnDeck, PublicQuery
from tracker.systems.ashes.decks.build_form import EVERY
from tracker.systems.ashes.decks.presenters import DeckRow, deck_name, deck_row
from tracker.systems.ashes.drawn_cards import DrawnCard, drawn_card
from tracker.systems.ashes.symbols import cost_dice
from tracker.systems.ashes.words import terms
from tracker.systems.ashes.words.terms import CardWords

# --- the browser ---

MAX_PUBLIC: Final = 12  # public decks on the page of a card


@dataclass(frozen=True, slots=True)
class FoundCard:
    """A card of the browser."""

    card: DrawnCard
    box: str  # its set, and its edition where both are shown


def found_cards(found: Iterable[PrintedCard], *, says_edition: bool) -> list[FoundCard]:
    """Return cards as the browser shows them."""
    words = CardWords()

    def box_of(each: PrintedCard) -> str:
        names = [terms.set_name(each.box), *[words.editions[each.edition]] * says_edition]
        return " · ".join(names)

    return [FoundCard(drawn_card(each.card, each.edition, words), box_of(each)) for each in found]


# --- one card ---


@dataclass(frozen=True, slots=True)
class RelatedCard:
    """A card that belongs to another."""

    card: DrawnCard
    copies: int | None  # of a conjuration


@dataclass(frozen=True, slots=True)
class Related:
    """Cards that belong to a card, under a heading."""

    title: str
    cards: tuple[RelatedCard, ...]


@dataclass(frozen=True, slots=True)
class Fact:
    """Something printed on a card."""

    label: str
    value: str | SafeString


@dataclass(frozen=True, slots=True)
class UsingDecks:
    """Decks that have a card, under a heading."""

    title: str
    decks: tuple[DeckRow, ...]


@dataclass(frozen=True, slots=True)
class AddTo:
    """A deck that the card can be added to, with what its builder is sent."""

    name: str
    about: str  # its Phoenixborn, and how many cards it has
    url: str
    copies: int  # of this card


@dataclass(frozen=True, slots=True)
class WayBack:
    """Where somebody came to a card from."""

    name: str
    url: str


@dataclass(frozen=True, slots=True)
class CardView:
    """The page of a card."""

    back: WayBack
    card: DrawnCard
    edition: str
    facts: tuple[Fact, ...]
    related: tuple[Related, ...]
    used_by: tuple[UsingDecks, ...]
    same_set_url: str
    owns_set: bool
    add_to: tuple[AddTo, ...]
    new_url: str  # of a new deck with this Phoenixborn; "" for any other card


def card_view(found: PrintedCard, person: Person | None, came_by: QueryDict) -> CardView:
    """Return the page of a card; ``came_by`` has the deck that is built, and its filter."""
    mine = selectors.decks_of(person) if person else ()
    is_born = found.card.type is CardType.PHOENIXBORN
    asked = urlencode({"edition": found.edition.value, "phoenixborn": found.card.id})
    return CardView(
        back=_way_back(found, mine, came_by),
        card=drawn_card(found.card, found.edition, CardWords()),
        edition=str(terms.EDITIONS[found.edition]),
        facts=tuple(_facts(found)),
        related=tuple(each for each in _related(found) if each.cards),
        used_by=tuple(each for each in _used_by(found, mine) if each.decks),
        same_set_url=f"{reverse('cards')}?set={found.box.slug}&sort=type",
        owns_set=found.box.slug in selectors.owned_sets(person),
        add_to=tuple(_add_to(found, mine)),
        new_url=f"{reverse('deck_new')}?{asked}" if is_born else "",
    )


def _way_back(found: PrintedCard, mine: Iterable[OwnDeck], came_by: QueryDict) -> WayBack:
    for own in mine:
        if own.saved.code == came_by.get("deck"):
            asked = came_by.copy()
            del asked["deck"]
            url = reverse("deck_edit", args=[own.saved.code])
            return WayBack(deck_name(own.deck), f"{url}?{asked.urlencode()}#card-{found.card.id}")
    return WayBack(_("Cards"), reverse("cards"))


def _facts(found: PrintedCard) -> Iterable[Fact]:
    card, words = found.card, CardWords()
    yield Fact(_("Type"), words.types[card.type])
    if card.placement:
        yield Fact(_("Placement"), terms.placement(card.placement))
    if card.cost.actions:
        yield Fact(_("Action"), words.actions_of(card))
    if card.cost.dice:
        yield Fact(_("Cost to play"), cost_dice(card.cost.dice, words))
    if card.cost.discard:
        yield Fact(_("Also"), terms.discard_words(card.cost.discard))
    if card.activation:
        yield Fact(_("Cost to activate"), cost_dice(card.activation, words))
    elif card.activation_unknown:
        yield Fact(_("Cost to activate"), _("Unknown: your card says it."))
    yield from (Fact(label, value) for label, value in terms.numbers(card))
    if card.limit is not None:
        text = ngettext("%(count)s copy", "%(count)s copies", card.limit)
        yield Fact(_("Conjuration pile"), text % {"count": card.limit})
    if card.other_limit is not None:
        text = _("Another source has %(other)s: the number on your card decides.")
        yield Fact(_("Disputed"), text % {"other": card.other_limit})
    if card.chained:
        yield Fact(_("Chained"), str(terms.CHAINED_RULE))
    yield Fact(pgettext("of cards", "Set"), terms.set_name(found.box))


def _related(found: PrintedCard) -> Iterable[Related]:
    box, edition, card = selectors.catalogue(), found.edition, found.card

    words = CardWords()

    def drawn(cards: Iterable[Card | None], edition: Edition = edition) -> tuple[RelatedCard, ...]:
        return tuple(
            RelatedCard(drawn_card(each, edition, words), each.limit) for each in cards if each
        )

    def by_key(keys: Iterable[str]) -> tuple[RelatedCard, ...]:
        return drawn(box.card(edition, key) for key in keys)

    if card.exclusive_to:
        yield Related(_("Exclusive card of"), by_key([card.exclusive_to]))
    yield Related(_("Exclusive cards"), drawn(exclusives_of(box, edition, card.id)))
    yield Related(_("Brings conjurations"), by_key(card.conjures))
    yield Related(_("Brought by"), drawn(conjured_by(box, edition, card.id)))
    for other in other_editions(box, edition, card.id):
        yield Related(_("In the other edition"), drawn([box.card(other, card.id)], other))


def _add_to(found: PrintedCard, mine: Iterable[OwnDeck]) -> Iterable[AddTo]:
    """Yield the decks that can have a card; their builders then show it."""
    card = found.card
    query = CardQuery(edition=found.edition)
    for own in mine:
        deck = own.deck
        wanted = query.for_deck(found.edition, deck.phoenixborn or "", None)
        if deck.edition is found.edition and matches(card, wanted):
            url = reverse("deck_edit", args=[own.saved.code])
            asked = urlencode({"q": card.name.en, "owned": EVERY})
            born = terms.card_name(deck.phoenixborn) if deck.phoenixborn else ""
            about = " · ".join(filter(None, (born, f"{deck.size}/{CARDS}")))
            copies = deck.cards.get(card.id, 0)
            yield AddTo(deck_name(deck), about, f"{url}?{asked}", copies)


def _used_by(found: PrintedCard, mine: Iterable[OwnDeck]) -> Iterable[UsingDecks]:
    yield UsingDecks(
        _("Your decks"),
        tuple(
            deck_row(own.deck, reverse("deck", args=[own.saved.code]), is_playable=own.is_playable)
            for own in mine
            if _uses(own.deck, found)
        ),
    )
    box = selectors.catalogue()
    ready = {
        key: ready_deck(box, key)
        for key, where in box.set_of_deck.items()
        if where.edition is found.edition
    }
    yield UsingDecks(
        _("Ready-made decks"),
        tuple(
            deck_row(deck, reverse("ready_deck", args=[key]), box=box.set_of_deck[key])
            for key, deck in ready.items()
            if _uses(deck, found)
        ),
    )

    public = selectors.public_decks(PublicQuery(card=found.card.id, edition=found.edition))
    yield UsingDecks(
        _("Public decks"),
        tuple(
            deck_row(selectors.deck_of_public(each), reverse("public_deck", args=[each.code]))
            for each in public[:MAX_PUBLIC]
        ),
    )


def _uses(deck: Deck, found: PrintedCard) -> bool:
    return deck.edition is found.edition and found.card.id in deck.card_keys


def found_card(edition: Edition, key: str) -> PrintedCard | None:
    """Return a card with its set."""
    box = selectors.catalogue()
    card = box.card(edition, key)
    where: CardSet | None = box.set_of_card.get((edition, key))
    return PrintedCard(card, where) if card and where else None
