"""Damage to mages, and unleashes: one by one, and players are asked where several mages fit.

An unleash under way is finished when a mage falls (War Eternal p. 19). Whether those that are still
due come before or after the steps of exhaustion, the books do not say: they wait, and players go on
with them when they want.
"""

from dataclasses import dataclass, replace
from typing import Annotated

from campaign.rules.aeons_end.exhaustion import struck
from campaign.rules.aeons_end.live.table import Asked, Table, TableMove
from campaign.rules.aeons_end.live.who_is_hit import who_is_hit
from campaign.rules.aeons_end.turn_order import SeatNumber
from campaign.rules.aeons_end.unleash import Change, UnleashEffect, Who
from campaign.rules.core import sizes
from campaign.rules.core.constraints import Limit
from campaign.rules.core.problems import Problem, RulesError

HITS = "hits"  # what rests on who was hit before
MAX_DUE = 12  # unleashes: three, and two for each of four mages who fall

Damage = Annotated[int, Limit(1, 99)]


# --- damage ---


def hurt(table: Table, seat: int, damage: int) -> Table:
    """Deal damage to a mage.

    What goes beyond their life hits Gravehold doubled, after the steps of exhaustion if there are
    any.
    """
    mage = table.mage(seat)
    blow = struck(mage.life, damage)
    falls = blow.exhausts and not mage.exhausted
    steps = table.start.exhaustion if falls else mage.steps
    after = replace(mage, life=blow.life, exhausted=blow.exhausts, steps=steps)
    if falls and steps:
        # War Eternal p. 19: the steps come before the rest of the damage.
        return table.with_mage(replace(after, overflow=blow.gravehold))
    return table.with_mage(after).with_gravehold_hit(blow.gravehold)


def healed(table: Table, seat: int, by: int, *, beyond: bool = False) -> Table:
    """Heal a mage up to their start, or ``beyond`` it if the group says so."""
    mage = table.mage(seat)
    if mage.exhausted and by and not beyond:
        raise RulesError([Problem("live.no_healing", {"seat": mage.seat})])
    most = sizes.MAX_NUMBER if beyond else max(table.start.mages[seat - 1].life, mage.life)
    return table.with_mage(replace(mage, life=min(mage.life + by, most)))


def _changed(table: Table, seat: int, by: int) -> Table:
    if by < 0:
        return hurt(table, seat, -by)
    return table if table.mage(seat).exhausted else healed(table, seat, by)


def _changed_for(table: Table, who: Who, by: int) -> Table:
    """Change the life of whoever fits; of several, or if nobody does, players are asked."""
    fit = who_is_hit(table, who) or tuple(mage.seat for mage in table.mages)
    if who is not Who.EACH and len(fit) > 1:
        return replace(table, asked=Asked(fit, by))
    for seat in fit:
        table = _changed(table, seat, by)
    return table


# --- unleashing ---


def unleashed(table: Table, times: int) -> Table:
    """Return the table after so many unleashes, as far as nobody has to be asked."""
    return _gone_on(replace(table, due=min(table.due + times, MAX_DUE)))


def _gone_on(table: Table) -> Table:
    effect = table.unleash
    if effect is None:
        raise RulesError([Problem("live.unleash_unknown")])
    falling = {mage.seat for mage in table.mages if mage.steps}
    while table.due and table.asked is None:
        table = _dials_turned(replace(table, due=table.due - 1), effect)
        if effect.mage:
            table = _changed_for(table, effect.who, effect.mage)
        if {mage.seat for mage in table.mages if mage.steps} - falling:
            return table
    return table


def _dials_turned(table: Table, effect: UnleashEffect) -> Table:
    """Return the table after what one unleash does to everything but the mages."""
    nemesis, start = table.nemesis, table.start
    if nemesis is not None and start.nemesis is not None:
        nemesis = min(max(nemesis + effect.nemesis, 0), max(start.nemesis, nemesis))
    gravehold = max(table.gravehold + effect.gravehold, 0)
    return replace(
        table,
        gravehold=min(gravehold, max(start.gravehold, table.gravehold)),
        nemesis=nemesis,
        tokens=max(table.tokens + effect.tokens, 0),
        counts_tokens=table.counts_tokens or bool(effect.tokens),
    )


# --- moves ---


@dataclass(frozen=True, slots=True)
class SetUnleash(TableMove, kind="set_unleash"):
    """Enter what one unleash does; the group's next game against this nemesis knows it too."""

    gravehold: Change = 0
    nemesis: Change = 0
    tokens: Change = 0
    mage: Change = 0
    who: Who = Who.ANY

    @property
    def effect(self) -> UnleashEffect:
        """Return what one unleash does."""
        return UnleashEffect(self.gravehold, self.nemesis, self.tokens, self.mage, self.who)

    def apply(self, table: Table) -> Table:
        if not (self.gravehold or self.nemesis or self.tokens or self.mage):
            raise RulesError([Problem("live.unleash_empty")])
        return replace(table, unleash=self.effect)


@dataclass(frozen=True, slots=True)
class Unleash(TableMove, kind="unleash"):
    """Unleash once, twice or three times; one undo takes all of it back."""

    times: Annotated[int, Limit(1, 3)] = 1

    def apply(self, table: Table) -> Table:
        return unleashed(table, self.times)


@dataclass(frozen=True, slots=True)
class UnleashOn(TableMove, kind="unleash_on", conflict_key=HITS):
    """Go on with the unleashes that are still due, or leave them out."""

    skipped: bool = False

    def apply(self, table: Table) -> Table:
        if not table.due:
            raise RulesError([Problem("live.nothing_due")])
        return replace(table, due=0) if self.skipped else _gone_on(table)


@dataclass(frozen=True, slots=True)
class Hit(TableMove, kind="hit", conflict_key=HITS):
    """Deal damage to whoever fits; if several do, players are asked."""

    who: Who
    damage: Damage

    def apply(self, table: Table) -> Table:
        if table.asked is not None:
            raise RulesError([Problem("live.hit_waits")])
        return _changed_for(table, self.who, -self.damage)


@dataclass(frozen=True, slots=True)
class ChooseHit(TableMove, kind="choose_hit", conflict_key=HITS):
    """Say who of those who fit is hit; then the unleashes that are due go on."""

    seat: SeatNumber

    def apply(self, table: Table) -> Table:
        asked = table.asked
        if asked is None or self.seat not in asked.seats:
            raise RulesError([Problem("live.nobody_asked")])
        falling = {mage.seat for mage in table.mages if mage.steps}
        after = _changed(replace(table, asked=None), self.seat, asked.by)
        has_fallen = {mage.seat for mage in after.mages if mage.steps} - falling
        return after if has_fallen or not after.due else _gone_on(after)


HIT_MOVES = (SetUnleash, Unleash, UnleashOn, Hit, ChooseHit)
