"""Cards as the pages show them: a row of the browser, and everything about one card."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from campaign.models import Person
from campaign.rules.ashes.card_search import conjured_by, exclusives_of, other_editions
from campaign.rules.ashes.catalogue import Card, CardSet, Edition, PrintedCard
from campaign.rules.ashes.deck import Deck, ready_deck
from campaign.selectors import ashes as selectors
from campaign.selectors.ashes import PublicQuery
from tracker.systems.ashes.card_faces import CardFace, card_face, card_url
from tracker.systems.ashes.decks.presenters import DeckRow, deck_row
from tracker.systems.ashes.symbols import cost_symbols
from tracker.systems.ashes.words import terms
from tracker.systems.ashes.words.terms import CardWords

# --- the browser ---

MAX_PUBLIC: Final = 12  # public decks on the page of a card


@dataclass(frozen=True, slots=True)
class CardRow:
    """A card in the list."""

    url: str
    face: CardFace
    box: str  # its set and edition


def card_rows(found: Iterable[PrintedCard]) -> list[CardRow]:
    """Return cards as rows of the list."""
    words = CardWords()
    return [
        CardRow(
            url=card_url(each.edition, each.card.id),
            face=card_face(each.card, words),
            box=f"{terms.set_name(each.box)} · {words.editions[each.edition]}",
        )
        for each in found
    ]


# --- one card ---


@dataclass(frozen=True, slots=True)
class CardLink:
    """A link to another card."""

    url: str
    name: str
    lang: str
    copies: int | None = None  # of a conjuration


@dataclass(frozen=True, slots=True)
class Related:
    """Cards that belong to a card, under a heading."""

    title: str
    cards: tuple[CardLink, ...]


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
class CardView:
    """The page of a card."""

    face: CardFace
    edition: str
    facts: tuple[Fact, ...]
    related: tuple[Related, ...]
    used_by: tuple[UsingDecks, ...]
    same_set_url: str
    owns_set: bool


def card_view(found: PrintedCard, person: Person | None) -> CardView:
    """Return the page of a card."""
    return CardView(
        face=card_face(found.card, CardWords()),
        edition=str(terms.EDITIONS[found.edition]),
        facts=tuple(_facts(found)),
        related=tuple(each for each in _related(found) if each.cards),
        used_by=tuple(each for each in _used_by(found, person) if each.decks),
        same_set_url=f"{reverse('cards')}?set={found.box.slug}&sort=type",
        owns_set=found.box.slug in selectors.owned_sets(person),
    )


def _facts(found: PrintedCard) -> Iterable[Fact]:
    card, words = found.card, CardWords()
    yield Fact(_("Type"), words.types[card.type])
    if card.placement:
        yield Fact(_("Placement"), terms.placement(card.placement))
    if card.cost.actions:
        yield Fact(_("Action"), words.actions_of(card))
    if card.cost.dice:
        yield Fact(_("Cost to play"), cost_symbols(card.cost.dice, words))
    if card.cost.discard:
        yield Fact(_("Also"), terms.discard_words(card.cost.discard))
    if card.activation:
        yield Fact(_("Cost to activate"), cost_symbols(card.activation, words))
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

    def links(keys: Iterable[str]) -> tuple[CardLink, ...]:
        cards = (box.card(edition, key) for key in keys)
        return tuple(_link(each, edition) for each in cards if each)

    if card.exclusive_to:
        yield Related(_("Exclusive card of"), links([card.exclusive_to]))
    exclusive = exclusives_of(box, edition, card.id)
    yield Related(_("Exclusive cards"), tuple(_link(each, edition) for each in exclusive))
    yield Related(_("Brings conjurations"), links(card.conjures))
    bringing = conjured_by(box, edition, card.id)
    yield Related(_("Brought by"), tuple(_link(each, edition) for each in bringing))
    others = other_editions(box, edition, card.id)
    yield Related(
        _("In the other edition"),
        tuple(_link(each, other) for other in others if (each := box.card(other, card.id))),
    )


def _link(card: Card, edition: Edition) -> CardLink:
    url = card_url(edition, card.id)
    words = CardWords()
    return CardLink(url, words.name_of(card), words.lang_of(card), card.limit)


def _used_by(found: PrintedCard, person: Person | None) -> Iterable[UsingDecks]:
    mine = selectors.decks_of(person) if person else ()
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
