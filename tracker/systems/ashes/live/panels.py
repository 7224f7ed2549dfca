"""Forms that take more than a tap, and the cards of each deck that can come into play."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from campaign.rules.ashes import moves
from campaign.rules.ashes.catalogue import Card, CardType
from campaign.rules.ashes.chimera import Aim
from campaign.rules.ashes.chimera_moves import AspectRevealed, ChimeraRead
from campaign.rules.ashes.duel import DuelSetup, SeatSetup
from campaign.rules.ashes.red_rains_sheet import SheetAspect, SheetChimera
from campaign.rules.ashes.sheet import DuelSheet
from campaign.rules.ashes.table import Zone
from tracker.faces.live import Edge, edges
from tracker.live.values import MoveChoice, as_json, move_choice
from tracker.systems.ashes.symbols import card_symbols
from tracker.systems.ashes.words.red_rains import aim_words
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
class AspectTap:
    """An aspect that a tap turns up."""

    name: str
    values: str
    move: str  # as JSON


@dataclass(frozen=True, slots=True)
class ChimeraPanels:
    """What can be turned up on a battlefield of a Chimera, and what its card says."""

    edge: Edge
    aspects: tuple[AspectTap, ...]
    other: str  # moves, as JSON: another aspect, and the values of its card
    values: str


@dataclass(frozen=True, slots=True)
class DuelPanels:
    """The values of the forms that take more than a tap."""

    dials: tuple[MoveChoice, ...]
    unknown_lives: tuple[MoveChoice, ...]
    cards: tuple[SeatCards, ...]
    chimera: ChimeraPanels | None = None


def duel_panels(sheet: DuelSheet, setup: DuelSetup, names: Mapping[int, str]) -> DuelPanels:
    """Return the forms of a phone; ``setup`` has the decks that it may show."""
    around = zip(setup.seats, edges(len(names)), strict=False)
    return DuelPanels(
        dials=tuple(choice for seat, name in names.items() for choice in _dials(seat, name)),
        unknown_lives=tuple(
            move_choice(names[seat], moves.LifeRead(seat, 1))
            for seat, life in _lives(sheet)
            if not isinstance(life, int)
        ),
        chimera=_chimera_panels(sheet.body.chimera, edges(len(names))[-1]),
        cards=(
            *(
                _cards(number, names, edge, () if seat.is_redacted else _groups(number, seat))
                for number, (seat, edge) in enumerate(around, start=1)
            ),
            *_chimera_cards(sheet.body.chimera, names),
        ),
    )


def _cards(
    seat: int, names: Mapping[int, str], edge: Edge, groups: Iterable[PlayableGroup]
) -> SeatCards:
    return SeatCards(
        seat=seat,
        name=names[seat],
        edge=edge,
        groups=tuple(groups),
        unit=as_json(moves.CardEntered(seat, Zone.BATTLEFIELD, "")),
        spell=as_json(moves.CardEntered(seat, Zone.SPELLBOARD, "")),
    )


def _lives(sheet: DuelSheet) -> Iterator[tuple[int, int | str | None]]:
    """Yield the printed life of everybody by seat; that of a Chimera is the last."""
    yield from ((seat.number, seat.life) for seat in sheet.body.seats)
    if sheet.body.chimera is not None:
        yield len(sheet.body.seats) + 1, sheet.body.chimera.life


def _chimera_panels(chimera: SheetChimera | None, edge: Edge) -> ChimeraPanels | None:
    """Return the aspects of a Chimera to turn up; None where players fight each other."""
    if chimera is None:
        return None
    own = (aspect for aspect in chimera.aspects if not aspect.conjured)
    return ChimeraPanels(
        edge=edge,
        aspects=tuple(AspectTap(each.name, aspect_values(each), _reveal(each)) for each in own),
        other=as_json(AspectRevealed("")),
        values=as_json(ChimeraRead()),
    )


def aspect_values(aspect: SheetAspect) -> str:
    """Return what is printed on an aspect, in short."""
    attack = "X" if aspect.attack is None else aspect.attack
    values = _("attack %(attack)s, life %(life)s, blood %(blood)s")
    said = values % {"attack": attack, "life": aspect.life, "blood": aspect.blood}
    return f"{said} · {aim_words(aspect.aim)}"


def _reveal(aspect: SheetAspect) -> str:
    return as_json(
        AspectRevealed(
            aspect.name,
            aspect.key,
            aspect.attack,
            aspect.life,
            aspect.blood,
            Aim(aspect.aim) if aspect.aim else None,
            aspect.status,
        )
    )


def _chimera_cards(chimera: SheetChimera | None, names: Mapping[int, str]) -> Iterator[SeatCards]:
    """Yield what else can come into play before a Chimera: what it conjures, and typed cards."""
    if chimera is None:
        return
    seat = len(names)
    conjured = tuple(
        PlayableCard(
            name=aspect.name,
            lang="",
            symbols=SafeString(escape(aspect_values(aspect))),
            move=as_json(
                moves.CardEntered(
                    seat,
                    Zone.BATTLEFIELD,
                    aspect.name,
                    attack=aspect.attack,
                    life=aspect.life,
                    recover=0,
                    limit=aspect.count,
                )
            ),
        )
        for aspect in chimera.aspects
        if aspect.conjured
    )
    groups = (PlayableGroup(_("Conjured aspects"), conjured),) if conjured else ()
    yield _cards(seat, names, edges(len(names))[-1], groups)


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
