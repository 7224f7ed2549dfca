"""Forms that take more than a tap, and the cards of each deck that can come into play."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from campaign.rules.ashes import moves
from campaign.rules.ashes.catalogue import Card, CardType
from campaign.rules.ashes.duel import DuelSetup, SeatSetup
from campaign.rules.ashes.sheet import DuelSheet
from campaign.rules.ashes.table import Zone
from tracker.faces.live import Edge, edges
from tracker.live.values import MoveChoice, as_json, move_choice
from tracker.systems.ashes.symbols import card_symbols
from tracker.systems.ashes.words.terms import CardWords, card_types
from tracker.words import labelled


@dataclass(frozen=True, slots=True)
class PlayableCard:
    """A card that a tap lets come into play."""

    name: str
    lang: str  # of the name, where it falls back to English
    symbols: SafeString
    move: str  # as JSON


@dataclass(frozen=True, slots=True)
class PlayableGroup:
    """Cards of one type."""

    name: str
    cards: tuple[PlayableCard, ...]


@dataclass(frozen=True, slots=True)
class SeatCards:
    """What can come into play before a player; a deck that this phone may not see has no cards."""

    seat: int
    name: str
    edge: Edge  # of a tablet on the table, to which it is turned
    groups: tuple[PlayableGroup, ...]
    unit: str  # moves for a typed name, as JSON
    spell: str


@dataclass(frozen=True, slots=True)
class DuelPanels:
    """The values of the forms that take more than a tap."""

    dials: tuple[MoveChoice, ...]
    unknown_lives: tuple[MoveChoice, ...]
    cards: tuple[SeatCards, ...]


def duel_panels(sheet: DuelSheet, setup: DuelSetup, names: Mapping[int, str]) -> DuelPanels:
    """Return the forms of a phone; ``setup`` has the decks that it may show."""
    around = zip(setup.seats, edges(len(setup.seats)), strict=True)
    return DuelPanels(
        dials=tuple(choice for seat, name in names.items() for choice in _dials(seat, name)),
        unknown_lives=tuple(
            move_choice(names[seat.number], moves.LifeRead(seat.number, 1))
            for seat in sheet.body.seats
            if not isinstance(seat.life, int)
        ),
        cards=tuple(
            SeatCards(
                seat=number,
                name=names[number],
                edge=edge,
                groups=() if seat.is_redacted else tuple(_groups(number, seat)),
                unit=as_json(moves.CardEntered(number, Zone.BATTLEFIELD, "")),
                spell=as_json(moves.CardEntered(number, Zone.SPELLBOARD, "")),
            )
            for number, (seat, edge) in enumerate(around, start=1)
        ),
    )


def _dials(seat: int, name: str) -> tuple[MoveChoice, MoveChoice]:
    return (
        move_choice(labelled(name, _("wounds")), moves.Wounded(seat, 1)),
        move_choice(labelled(name, _("draw pile")), moves.PileChanged(seat, 1)),
    )


def _groups(number: int, seat: SeatSetup) -> Iterator[PlayableGroup]:
    """Yield the units and ready spells of a deck by type."""
    words = CardWords()
    playable = [(card, zone) for card in seat.by_key.values() if (zone := zone_of(card))]
    for kind in CardType:
        found = [
            PlayableCard(
                name=words.name_of(card),
                lang=words.lang_of(card),
                symbols=card_symbols(card, words),
                move=as_json(_entering(number, card, zone)),
            )
            for card, zone in playable
            if card.type is kind
        ]
        if found:
            yield PlayableGroup(card_types(kind), tuple(sorted(found, key=lambda each: each.name)))


def zone_of(card: Card) -> Zone | None:
    """Return where a card stays once it is in play; None if it does not, or lies on another."""
    if card.type in (CardType.ALLY, CardType.CONJURATION) or card.placement == Zone.BATTLEFIELD:
        return Zone.BATTLEFIELD
    return Zone.SPELLBOARD if card.type is CardType.READY_SPELL else None


def _entering(seat: int, card: Card, zone: Zone) -> moves.CardEntered:
    def number(value: int | str | None) -> int | None:
        return value if isinstance(value, int) else None  # "X" is for players to count

    return moves.CardEntered(
        seat=seat,
        zone=zone,
        name=card.name.en,
        card=card.id,
        attack=number(card.attack),
        life=number(card.life),
        recover=number(card.recover),
        from_hand=card.type in (CardType.ALLY, CardType.READY_SPELL),
        limit=max(filter(None, (card.limit, card.other_limit)), default=None),
    )
