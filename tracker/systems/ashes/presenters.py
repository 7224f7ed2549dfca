"""Duels and decks as the pages show them: set-ups, results, contents and faults."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaign.models import Game
from campaign.rules.ashes.catalogue import (
    CardType,
    DiceCost,
    DiceType,
)
from campaign.rules.ashes.duel import life_of
from campaign.rules.ashes.red_rains_sheet import CHIMERA, SheetAspect
from campaign.rules.ashes.result import DuelResult, Together, noted, places_of
from campaign.rules.ashes.sheet import TABLE, DuelSheet, SheetSeat
from campaign.rules.core.facts import Played
from campaign.selectors import games
from campaign.selectors.ashes import is_counted
from campaign.selectors.seeing import game_setup
from tracker.presenters.games import Step
from tracker.systems.ashes.symbols import cost_symbols, die_symbol
from tracker.systems.ashes.words import red_rains, terms
from tracker.systems.ashes.words.steps import (
    Figure,
    chimera_figures,
    figures,
    step,
    step_detail,
)
from tracker.systems.ashes.words.terms import CardWords


@dataclass(frozen=True, slots=True)
class DieView:
    """A die: its type and its name."""

    type: str
    name: str

    @property
    def symbol(self) -> SafeString:
        """Return it as it is drawn everywhere."""
        return die_symbol(DiceType(self.type))


@dataclass(frozen=True, slots=True)
class DiceView:
    """Dice of one type."""

    die: DieView
    count: int


@dataclass(frozen=True, slots=True)
class NeedView:
    """What cards cost in dice of some types, with the length of its bar in percent."""

    text: str
    count: int
    symbol: SafeString
    width: int


@dataclass(frozen=True, slots=True)
class CardLine:
    """Copies of a card."""

    name: str
    count: int


class Counted(Protocol):
    """Copies of a card."""

    @property
    def name(self) -> str: ...

    @property
    def count(self) -> int: ...


Line = TypeVar("Line", bound=Counted)


@dataclass(frozen=True)
class CardGroup(Generic[Line]):
    """The cards of one type, and how many they are, copies included."""

    name: str
    count: int
    cards: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class SeatView:
    """The set-up of one player, with all cards by type."""

    seat: SheetSeat
    figures: Sequence[Figure]
    steps: tuple[Step, ...]
    dice: tuple[DiceView, ...]
    needs: tuple[NeedView, ...]
    first_needs: tuple[NeedView, ...]
    groups: tuple[CardGroup[CardLine], ...]

    @property
    def kicker(self) -> str:
        """Return who plays, and with which deck."""
        return " · ".join(filter(None, (self.seat.player, self.seat.deck)))


@dataclass(frozen=True, slots=True)
class AspectRow:
    """Copies of an aspect, and what is printed on it."""

    aspect: SheetAspect
    attack: str
    target: str


@dataclass(frozen=True, slots=True)
class ChimeraView:
    """The Chimera of a set-up."""

    name: str
    kicker: str
    figures: tuple[Figure, ...]
    unknown: str  # what to do where a figure is not known; "" if all are
    steps: tuple[Step, ...]
    aspects: tuple[AspectRow, ...]
    life: int | None


@dataclass(frozen=True, slots=True)
class DuelSetupView:
    """The set-up page of a game: a part for each player, then everybody's steps."""

    seats: tuple[SeatView, ...]
    steps: tuple[Step, ...]
    chimera: ChimeraView | None = None
    is_draft: bool = False  # the decks are still to be drafted


def duel_setup_view(sheet: DuelSheet) -> DuelSetupView:
    """Return the set-up page of a game."""
    return DuelSetupView(
        seats=tuple(seat_view(sheet, seat) for seat in sheet.body.seats),
        steps=steps(sheet, TABLE),
        chimera=chimera_view(sheet),
        is_draft=sheet.body.is_draft,
    )


def chimera_view(sheet: DuelSheet) -> ChimeraView | None:
    """Return the Chimera of a set-up; None where players fight each other."""
    chimera = sheet.body.chimera
    if chimera is None:
        return None
    level = red_rains.level_words(chimera.difficulty, chimera.level)
    known = None not in (chimera.life, chimera.threat, chimera.ultimate)
    return ChimeraView(
        name=chimera.name,
        kicker=" · ".join(filter(None, (level, chimera.deck))),
        figures=chimera_figures(chimera),
        unknown="" if known else str(red_rains.FROM_YOUR_CARD),
        steps=steps(sheet, CHIMERA),
        aspects=tuple(
            AspectRow(
                aspect,
                "X" if aspect.attack is None else str(aspect.attack),
                red_rains.aim_words(aspect.aim),
            )
            for aspect in chimera.aspects
        ),
        life=chimera.life,
    )


def seat_view(sheet: DuelSheet, seat: SheetSeat) -> SeatView:
    """Return the set-up of one player."""
    cards = ((card.type, CardLine(card.name, card.count)) for card in seat.cards)
    return SeatView(
        seat=seat,
        figures=figures(seat),
        steps=steps(sheet, f"seat-{seat.number}"),
        dice=tuple(DiceView(die_view(dice), n) for dice, n in seat.dice.items()),
        needs=need_views(seat.needs),
        first_needs=need_views(seat.first_needs),
        groups=card_groups(cards, _("Unknown")),
    )


def steps(sheet: DuelSheet, part: str) -> tuple[Step, ...]:
    """Return the steps of a player, or of everybody."""
    kinds = ((line, line.code.removeprefix("step.")) for line in sheet.steps if line.part == part)
    return tuple(
        Step(f"{part}.{kind}", step(line), step_detail(line), kind=kind) for line, kind in kinds
    )


def die_view(dice: str) -> DieView:
    """Return a die of a type."""
    name = terms.dice_name(dice)
    return DieView(type=str(dice), name=name)


def need_views(needs: Sequence[DiceCost]) -> tuple[NeedView, ...]:
    """Return needs in words, each with a bar whose length is in percent of the longest."""
    words = CardWords()
    most = max((need.n for need in needs), default=1)
    return tuple(
        NeedView(
            text=words.need(need),
            count=need.n,
            symbol=cost_symbols([need], words),
            width=round(100 * need.n / most),
        )
        for need in needs
    )


def card_groups(cards: Iterable[tuple[str, Line]], others: str) -> tuple[CardGroup[Line], ...]:
    """Group cards, given with their types, by type and name; those without one last."""
    by_type: dict[str, list[Line]] = {kind: [] for kind in (*CardType, "")}
    for kind, card in sorted(cards, key=lambda typed: typed[1].name.casefold()):
        by_type[kind].append(card)
    return tuple(
        CardGroup(
            name=terms.card_types(kind) if kind else others,
            count=sum(line.count for line in lines),
            cards=tuple(lines),
        )
        for kind, lines in by_type.items()
        if lines
    )


@dataclass(frozen=True, slots=True)
class SeatResult:
    """How a duel ended for one player."""

    name: str
    phoenixborn: str  # empty if it is the name already
    deck: str
    place: int | None
    life: int | None
    life_most: int | None
    won: bool

    @property
    def kicker(self) -> str:
        """Return what they played."""
        return " · ".join(filter(None, (self.phoenixborn, self.deck)))


@dataclass(frozen=True, slots=True)
class DuelEnded:
    """How a duel ended; ``outcome`` is for the seal."""

    outcome: str
    winner: str  # "" in a draw, and where all win or lose together
    ending: str
    rounds: int | None
    seats: tuple[SeatResult, ...]
    is_counted: bool  # in everybody's win rates
    chimera: str = ""  # whom all fought together
    chimera_life: int | None = None  # that it had left

    @property
    def can_count(self) -> bool:
        """Say whether it can count in everybody's win rates: those are of duels and melees."""
        return not self.chimera

    @property
    def lead(self) -> str:
        """Return how it ended and after how many rounds, as far as that was noted."""
        text = ngettext("%(rounds)s round", "%(rounds)s rounds", self.rounds or 0)
        rounds = text % {"rounds": self.rounds} if self.rounds else ""
        return " · ".join(filter(None, (self.ending, rounds)))


def ended(game: Game, played: Played[DuelResult]) -> DuelEnded:
    """Return the result of a game, the winner first."""
    setup, sheet, result = game_setup(game), games.game_sheet(game), played.result
    chimera = sheet.body.chimera
    places = {} if chimera else places_of(len(setup.seats), result)
    seats = [
        SeatResult(
            name=seat.player or seat.phoenixborn,
            phoenixborn=seat.phoenixborn if seat.player else "",
            deck=seat.deck,
            place=places.get(seat.number),
            life=noted(result.life, seat.number),
            life_most=life_of(seat_setup),
            won=seat.number == result.winner or result.together is Together.WIN,
        )
        for seat, seat_setup in zip(sheet.body.seats, setup.seats, strict=True)
    ]
    seats.sort(key=lambda seat: (not seat.won, seat.place or len(seats)))
    endings = red_rains.ENDINGS if chimera else terms.ENDINGS
    return DuelEnded(
        outcome=str(result.together or ("win" if result.winner else "draw")),
        winner=seats[0].name if result.winner else "",
        ending=str(endings[result.ending]) if result.ending else "",
        rounds=result.rounds,
        seats=tuple(seats),
        is_counted=is_counted(game),
        chimera=chimera.name if chimera else "",
        chimera_life=result.chimera_life,
    )


# --- decks ---


def dice_views(dice: Mapping[DiceType, int]) -> tuple[DieView, ...]:
    """Return one die after the other, in the order of types."""
    return tuple(die_view(kind) for kind in DiceType for _place in range(dice.get(kind, 0)))
