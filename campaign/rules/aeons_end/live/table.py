"""The table of a live game: what the group sees, and nothing else."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated

from campaign.rules.aeons_end import endings
from campaign.rules.aeons_end.breaches import Breach, Breaches
from campaign.rules.aeons_end.catalogue.pack import BreachState, NemesisKind
from campaign.rules.aeons_end.endings import DeckOutTiming, Ending, Shown
from campaign.rules.aeons_end.exhaustion import ExhaustionStep, Steps
from campaign.rules.aeons_end.mages import MAX_ABILITIES
from campaign.rules.aeons_end.turn_order import MAX_MAGES, TurnCard, TurnCards, TurnDeck
from campaign.rules.aeons_end.unleash import UnleashEffect
from campaign.rules.core import sizes
from campaign.rules.core.constraints import Line, Most, Verbatim
from campaign.rules.core.entries import Few, Name
from campaign.rules.core.live import Move, Position
from campaign.rules.core.problems import Problem, RulesError

NEMESIS_SEAT = 0  # "acting" when the nemesis does

Cost = Annotated[str, Line(40)]  # to discard a card, in the players' words


@dataclass(frozen=True, slots=True)
class StartMage:
    """A mage at the start, as on the mat."""

    life: int
    breaches: Breaches
    charges: int | None = None  # in tables of long ago: the slots of all abilities together
    slots: Annotated[tuple[int, ...], Most(MAX_ABILITIES)] = ()  # for charges, of each ability

    @property
    def ability_slots(self) -> tuple[int, ...]:
        """Return how many charges each ability takes; nothing without one."""
        return self.slots or ((self.charges,) if self.charges else ())


@dataclass(frozen=True, slots=True)
class CardCost:
    """What it takes to discard a card of the nemesis, in the players' words."""

    name: Name
    cost: Cost


@dataclass(frozen=True, slots=True)
class Start:
    """The numbers that a table begins with."""

    gravehold: int
    nemesis: int | None  # None: its dial does not stand for its defeat
    mages: Annotated[tuple[StartMage, ...], Most(MAX_MAGES)]
    turn_cards: TurnCards
    deck: tuple[int, int, int] | None  # the nemesis deck by tier; None: made as the story says
    piles: Few[int]
    exhaustion: Steps = ()
    tokens: int = 0
    support: bool = False
    deck_out: DeckOutTiming = DeckOutTiming.AT_ONCE
    against: Annotated[str, Verbatim(sizes.KEY)] = ""  # the nemesis
    unleash: UnleashEffect | None = None  # what the pack or the group knows of it
    costs: Few[CardCost] = ()  # that the group has entered before


class TurnPhase(StrEnum):
    """How far the current turn has come."""

    OPEN = "open"  # a mage's turn, or before the first card
    CHOOSE = "choose"  # who takes the card?
    MAIN = "main"  # the nemesis': its cards in play, oldest first
    DRAW = "draw"  # the nemesis' next card
    UNLEASH = "unleash"  # its unleash card came: no turn, only an unleash
    DONE = "done"


@dataclass(frozen=True, slots=True)
class LiveMage:
    """A mage during the game."""

    seat: int
    life: int
    breaches: tuple[Breach, ...]
    charges: tuple[int, ...] = ()  # of each ability
    exhausted: bool = False
    steps: tuple[ExhaustionStep, ...] = ()  # of exhaustion, still to be taken
    overflow: int = 0  # what Gravehold takes after the last of them
    prepped: tuple[str, ...] = ()  # the breach of each spell; two with Link share one

    def spells(self, number: str) -> int:
        """Return how many spells are prepped on a breach."""
        return self.prepped.count(number)

    def breach(self, number: str) -> Breach:
        """Return a breach that is there, or raise ``RulesError``."""
        for breach in self.breaches:
            if breach.number == number and breach.state is not BreachState.ABSENT:
                return breach
        raise RulesError([Problem("live.breach_not_there", {"seat": self.seat, "number": number})])

    def with_breach(self, breach: Breach) -> LiveMage:
        """Return the mage with one breach replaced."""
        breaches = (breach if each.number == breach.number else each for each in self.breaches)
        changed = replace(self, breaches=tuple(breaches))
        if breach.state is not BreachState.ABSENT:
            return changed
        # War Eternal p. 19: a breach is destroyed with its spell.
        kept = tuple(number for number in self.prepped if number != breach.number)
        return replace(changed, prepped=kept)


@dataclass(frozen=True, slots=True)
class Asked:
    """Players are asked who of several is hit."""

    seats: tuple[int, ...]
    by: int  # how their life changes


@dataclass(frozen=True, slots=True)
class InPlay:
    """A nemesis card in play; ``number`` counts them as they came."""

    number: int
    kind: NemesisKind
    name: str
    tier: int  # 0 where it is not known
    tokens: int
    most: int  # tokens that it can have
    discard: str = ""  # what it takes to discard it, in the players' words


@dataclass(frozen=True, slots=True)
class Evolved:
    """A basic card that evolved in this game."""

    name: str
    key: str = ""  # in the campaign's pool, where it is known
    transformed: bool = False
    text: str = ""  # the sticker in the players' words, or the name of the new card


@dataclass(frozen=True, slots=True)
class Table:
    """A game of Aeon's End between two moves."""

    start: Start
    mages: tuple[LiveMage, ...]
    gravehold: int
    nemesis: int | None
    tokens: int
    turns: TurnDeck
    deck: tuple[int, int, int] | None
    piles: tuple[int, ...]
    top: tuple[TurnCard, ...] = ()  # known cards on top of the turn-order deck, topmost first
    under: tuple[TurnCard, ...] = ()  # known cards under it, the lowest last
    round: int = 0
    turn: int = 0
    acting: int | None = None  # a seat, or ``NEMESIS_SEAT``
    phase: TurnPhase = TurnPhase.OPEN
    walk: tuple[int, ...] = ()  # cards in play still to be resolved in the nemesis' turn
    drew_early: bool = False  # a card came from its deck before its main phase was over
    in_play: tuple[InPlay, ...] = ()
    entered: int = 0  # cards that ever came into play
    tier: int = 0  # the highest among cards in play or discarded
    evolved: tuple[Evolved, ...] = ()  # noted for the aftermath
    support: int = 0
    counts_tokens: bool = False  # somebody has changed the nemesis' tokens
    unleash: UnleashEffect | None = None  # None until somebody enters it
    due: int = 0  # unleashes that wait
    asked: Asked | None = None  # None unless players are to say who is hit
    costs: tuple[CardCost, ...] = ()  # to discard cards, as players entered them
    spent: int = 0  # seconds on the clock when it was last started
    since: int | None = None  # when it was last started; None while it is stopped

    def mage(self, seat: int) -> LiveMage:
        """Return the mage of a seat, or raise ``RulesError`` for an empty one."""
        if not 1 <= seat <= len(self.mages):
            raise RulesError([Problem("live.seat_unknown", {"seat": seat})])
        return self.mages[seat - 1]

    def with_mage(self, mage: LiveMage) -> Table:
        """Return the table with one mage replaced."""
        mages = (mage if other.seat == mage.seat else other for other in self.mages)
        return replace(self, mages=tuple(mages))

    def with_gravehold_hit(self, damage: int) -> Table:
        """Return the table after damage to Gravehold."""
        return replace(self, gravehold=max(self.gravehold - damage, 0))

    def with_overflow_dealt(self) -> Table:
        """Return the table with all damage dealt that waited for steps of exhaustion."""
        rest = sum(mage.overflow for mage in self.mages)
        if not rest:
            return self
        mages = tuple(replace(mage, overflow=0) for mage in self.mages)
        return replace(self, mages=mages).with_gravehold_hit(rest)

    def card(self, number: int) -> InPlay:
        """Return a card in play, or raise ``RulesError`` where it is not."""
        for card in self.in_play:
            if card.number == number:
                return card
        raise RulesError([Problem("live.card_not_in_play")])

    def with_card(self, card: InPlay) -> Table:
        """Return the table with one card in play replaced."""
        cards = (card if each.number == card.number else each for each in self.in_play)
        return replace(self, in_play=tuple(cards))

    def without_card(self, card: InPlay) -> Table:
        """Return the table after a card in play was discarded."""
        remaining = tuple(each for each in self.in_play if each.number != card.number)
        return replace(self, in_play=remaining).past(card)

    def past(self, card: InPlay) -> Table:
        """Go past a card of the nemesis' main phase; after the last one it draws."""
        walk = tuple(number for number in self.walk if number != card.number)
        ends = self.phase is TurnPhase.MAIN and not walk
        return replace(self, walk=walk, phase=TurnPhase.DRAW if ends else self.phase)

    def seconds(self, at: int) -> int:
        """Return what the clock shows."""
        return self.spent + (max(at - self.since, 0) if self.since is not None else 0)

    @property
    def unknown(self) -> tuple[TurnCard, ...]:
        """Return the cards still to come whose place in the deck is not known."""
        left = list(self.turns.remaining)
        for card in () if self.turns.round_over else (*self.top, *self.under):
            left.remove(card)
        return tuple(left)

    @property
    def next_cards(self) -> tuple[TurnCard, ...]:
        """Return what the next turn-order card is drawn from, each equally likely."""
        if not self.turns.round_over and self.top:
            return self.top[:1]
        return self.hidden_cards

    @property
    def hidden_cards(self) -> tuple[TurnCard, ...]:
        """Return what the topmost card that nobody has looked at can be; none if all are known."""
        return self.unknown or self.under[:1]

    @property
    def endings(self) -> tuple[Ending, ...]:
        """Return every ending that applies now; none while the game goes on."""
        return endings.endings(
            Shown(
                mages=len(self.mages),
                exhausted=sum(mage.exhausted for mage in self.mages),
                gravehold_life=self.gravehold,
                nemesis_life=self.nemesis,
                nemesis_deck=None if self.deck is None else sum(self.deck),
                nemesis_in_play=len(self.in_play),
                turn_over=self.phase in (TurnPhase.OPEN, TurnPhase.DONE),
            ),
            self.start.deck_out,
        )


class TableMove(Move, ABC):
    """A move that can apply itself to the table."""

    __slots__ = ()

    @abstractmethod
    def apply(self, table: Table) -> Table:
        """Return the table after it, or raise ``RulesError`` with what is wrong with it."""


@dataclass(frozen=True, slots=True)
class TurnEnd:
    """The table when a turn was over (turn 0 is the opening), and who was exhausted in it."""

    table: Table
    fallen: tuple[int, ...] = ()  # seats of mages


def course(position: Position[Table]) -> tuple[TurnEnd, ...]:
    """Return a game turn by turn, the opening first."""
    last = {held.table.turn: held.table for held in position.history()}
    ends = []
    down: frozenset[int] = frozenset()
    for _turn, table in sorted(last.items()):
        exhausted = frozenset(mage.seat for mage in table.mages if mage.exhausted)
        ends.append(TurnEnd(table, tuple(sorted(exhausted - down))))
        down = exhausted
    return tuple(ends)
