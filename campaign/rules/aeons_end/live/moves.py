"""Moves at the table that belong to no turn: dials, mages, market, clock.

Dials never go above their start unless the group says so (War Eternal pp. 8, 10; Legacy pp. 8, 10).
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated

from campaign.rules.aeons_end.breaches import focus, opened
from campaign.rules.aeons_end.catalogue.pack import BreachState
from campaign.rules.aeons_end.exhaustion import ExhaustionStep
from campaign.rules.aeons_end.live.hits import healed, hurt, unleashed
from campaign.rules.aeons_end.live.table import Table, TableMove
from campaign.rules.aeons_end.turn_order import SeatNumber
from campaign.rules.core import sizes
from campaign.rules.core.constraints import Limit, Verbatim
from campaign.rules.core.live import Move
from campaign.rules.core.problems import Detail, Problem, RulesError

By = Annotated[int, Limit(-99, 99)]
SlotNumber = Annotated[int, Limit(1, 50)]

CLOCK = "clock"
MAX_SPELLS = 2  # on one breach, with Link


class Whose(StrEnum):
    """What is counted besides the mages' lives."""

    GRAVEHOLD = "gravehold"
    NEMESIS = "nemesis"
    TOKENS = "tokens"  # on the nemesis' mat
    SUPPORT = "support"  # cards resolved from the support deck


class BreachAct(StrEnum):
    """What happens to a breach."""

    FOCUS = "focus"
    OPEN = "open"
    CLOSE = "close"
    DESTROY = "destroy"


# --- dials and mages ---


@dataclass(frozen=True, slots=True)
class Dial(TableMove, kind="dial"):
    """Turn a dial; it stops at 0, and at its start unless it may go ``beyond``."""

    whose: Whose
    by: By
    beyond: bool = False

    def apply(self, table: Table) -> Table:
        start = table.start
        match self.whose:
            case Whose.GRAVEHOLD:
                return replace(table, gravehold=self._turned(table.gravehold, start.gravehold))
            case Whose.NEMESIS:
                if table.nemesis is None or start.nemesis is None:
                    raise RulesError([Problem("live.no_nemesis_dial")])
                return replace(table, nemesis=self._turned(table.nemesis, start.nemesis))
            case Whose.TOKENS:
                tokens = self._turned(table.tokens, sizes.MAX_NUMBER)
                return replace(table, tokens=tokens, counts_tokens=True)
            case Whose.SUPPORT:
                return replace(table, support=self._turned(table.support, sizes.MAX_NUMBER))

    def _turned(self, value: int, start: int) -> int:
        most = sizes.MAX_NUMBER if self.beyond else max(start, value)
        return min(max(value + self.by, 0), most)


@dataclass(frozen=True, slots=True)
class Life(TableMove, kind="life"):
    """Deal damage to a mage (below 0), or heal them."""

    seat: SeatNumber
    by: By
    beyond: bool = False

    def apply(self, table: Table) -> Table:
        if self.by < 0:
            return hurt(table, self.seat, -self.by)
        return healed(table, self.seat, self.by, beyond=self.beyond)


@dataclass(frozen=True, slots=True)
class Charge(TableMove, kind="charge"):
    """Gain charges, never more than the ability has slots, or lose them (War Eternal p. 14)."""

    seat: SeatNumber
    by: By
    ability: SlotNumber = 1  # which of the mage's

    def apply(self, table: Table) -> Table:
        mage = table.mage(self.seat)
        slots = table.start.mages[self.seat - 1].ability_slots
        if self.ability > len(slots):
            raise RulesError([Problem("live.no_ability", {"seat": mage.seat})])
        charges, at = list(mage.charges), self.ability - 1
        charges[at] = min(max(charges[at] + self.by, 0), slots[at])
        return table.with_mage(replace(mage, charges=tuple(charges)))


@dataclass(frozen=True, slots=True)
class BreachMove(TableMove, kind="breach", conflict_key="breach {0.seat} {0.number}"):
    """Focus, open, close or destroy a breach of a mage."""

    seat: SeatNumber
    number: Annotated[str, Verbatim(4)]
    act: BreachAct

    def apply(self, table: Table) -> Table:
        mage = table.mage(self.seat)
        breach = mage.breach(self.number)
        match self.act:
            case BreachAct.FOCUS:
                changed = focus(breach)
            case BreachAct.OPEN:
                changed = opened(breach)
            case BreachAct.CLOSE:
                if breach.state is not BreachState.OPEN or not breach.open_costs:
                    details: dict[str, Detail] = {"seat": mage.seat, "number": breach.number}
                    raise RulesError([Problem("live.breach_stays_open", details)])
                changed = replace(breach, state=BreachState.CLOSED, turns=0)
            case BreachAct.DESTROY:
                changed = replace(breach, state=BreachState.ABSENT, turns=0)
        return table.with_mage(mage.with_breach(changed))


@dataclass(frozen=True, slots=True)
class Prep(TableMove, kind="prep"):
    """Prep a spell on a breach, or take it off: cast or discarded (War Eternal p. 15)."""

    seat: SeatNumber
    number: Annotated[str, Verbatim(4)]
    by: Annotated[int, Limit(-1, 1)]

    def apply(self, table: Table) -> Table:
        mage = table.mage(self.seat)
        breach = mage.breach(self.number)
        if self.by > 0 and mage.spells(breach.number) < MAX_SPELLS:
            return table.with_mage(replace(mage, prepped=(*mage.prepped, breach.number)))
        if self.by < 0 and mage.spells(breach.number):
            prepped = list(mage.prepped)
            prepped.remove(breach.number)
            return table.with_mage(replace(mage, prepped=tuple(prepped)))
        return table


@dataclass(frozen=True, slots=True)
class Exhaust(TableMove, kind="exhaust", conflict_key="exhaustion {.seat}"):
    """Take the next step of a mage's exhaustion; a rule that the box does not have is skipped.

    After the last step Gravehold takes what is left of the damage.
    """

    seat: SeatNumber
    step: ExhaustionStep
    breach: Annotated[str, Verbatim(4)] = ""  # that is destroyed with its spell
    skipped: bool = False
    unleashes: bool = False  # what unleashing does was entered: the dials follow

    def apply(self, table: Table) -> Table:
        mage = table.mage(self.seat)
        if not mage.steps or mage.steps[0] is not self.step:
            details: dict[str, Detail] = {"seat": mage.seat, "step": str(self.step)}
            raise RulesError([Problem("live.step_not_next", details)])
        if self.step is ExhaustionStep.UNLEASH_TWICE and self.unleashes and not self.skipped:
            table = unleashed(table, 2)
            mage = table.mage(self.seat)
        if self.step is ExhaustionStep.DESTROY_BREACH and not self.skipped:
            gone = replace(mage.breach(self.breach), state=BreachState.ABSENT, turns=0)
            mage = mage.with_breach(gone)
        elif self.step is ExhaustionStep.DISCARD_CHARGES and not self.skipped:
            mage = replace(mage, charges=(0,) * len(mage.charges))
        if len(mage.steps) > 1:
            return table.with_mage(replace(mage, steps=mage.steps[1:]))
        rest = mage.overflow
        return table.with_mage(replace(mage, steps=(), overflow=0)).with_gravehold_hit(rest)


# --- market and clock ---


@dataclass(frozen=True, slots=True)
class Pile(TableMove, kind="pile"):
    """Take cards from a pile of the market, or put them back: never more than it began with."""

    place: SlotNumber
    by: By

    def apply(self, table: Table) -> Table:
        if not self.place <= len(table.piles):
            raise RulesError([Problem("live.pile_unknown", {"place": self.place})])
        piles, at = list(table.piles), self.place - 1
        piles[at] = min(max(piles[at] + self.by, 0), table.start.piles[at])
        return replace(table, piles=tuple(piles))


@dataclass(frozen=True, slots=True)
class Clock(Move, kind="clock", conflict_key=CLOCK):
    """Stop or start the clock: the only move that needs the time."""

    runs: bool


MAGE_MOVES = (Dial, Life, Charge, BreachMove, Prep, Exhaust, Pile)
