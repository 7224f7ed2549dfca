"""Results: of one game, and in total."""

import datetime
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from campaign.models import Game
from campaign.rules.aeons_end.endings import Result
from campaign.rules.aeons_end.legacy.facts import Seat
from campaign.rules.aeons_end.legacy.state import GameState
from campaign.rules.aeons_end.outcome import Tally, as_ended
from tracker.systems.aeons_end.shared import selectors, words
from tracker.systems.aeons_end.shared.selectors import ResultRow, StartLife


@dataclass(frozen=True, slots=True)
class Totals:
    """The totals of some games."""

    won: int
    lost: int
    minutes: int
    first: datetime.date | None  # dates as players entered them
    last: datetime.date | None

    @property
    def played(self) -> int:
        """Return the number of games with a result."""
        return self.won + self.lost

    @property
    def spans_days(self) -> bool:
        """Say whether the games were played on more than one day."""
        return self.first is not None and self.first != self.last

    @property
    def hours_rounded(self) -> int:
        """Return the time played in whole hours."""
        return round(self.minutes / 60)

    @property
    def hours_part(self) -> int:
        """Return the hours of the time played, as in "3 h 20 min"."""
        return self.minutes // 60

    @property
    def minutes_part(self) -> int:
        """Return the minutes of the time played beside its hours."""
        return self.minutes % 60


@dataclass(frozen=True, slots=True)
class DialView:
    """A dial at the end of a game; ``colour`` is that of a mage."""

    label: str
    value: int
    most: int
    colour: str = ""


@dataclass(frozen=True, slots=True)
class EndedView:
    """How a game ended."""

    outcome: Result
    ending: str
    dials: tuple[DialView, ...]
    mages: Sequence[Seat]  # only if no life of a mage was entered: the dials name them otherwise
    exhausted: str  # the mages who were exhausted, and whose life was not entered
    rounds: int | None

    @property
    def is_won(self) -> bool:
        """Say whether the mages won."""
        return self.outcome is Result.WIN


def totals(rows: Sequence[ResultRow]) -> Totals:
    """Return the totals of some games."""
    outcomes = [row.game.tally.result for row in rows if row.game.tally]
    days = [row.played_on for row in rows if row.played_on is not None]
    return Totals(
        won=outcomes.count(Result.WIN),
        lost=outcomes.count(Result.LOSS),
        minutes=sum(row.minutes or 0 for row in rows),
        first=min(days, default=None),
        last=max(days, default=None),
    )


def ending_of(game: GameState) -> str:
    """Return how a game ended, as a sentence; "" if nobody entered it."""
    ending = game.tally.ending if game.tally else None
    return words.ending(ending, has_life=game.foe.life is not None)


def ended(game: Game, played: Any) -> EndedView:
    """Return how any game ended: one of a campaign, or a one-off game."""
    start = selectors.start_of(game)
    tally = as_ended(played.result, mages=len(start.seats), nemesis_life=start.nemesis_life)
    lives = dict(enumerate(tally.lives, start=1))
    exhausted = [
        seat.name
        for seat in start.seats
        if seat.number in tally.exhausted and lives.get(seat.number) is None
    ]
    return EndedView(
        outcome=tally.result,
        ending=words.ending(tally.ending, has_life=start.nemesis_life is not None),
        dials=tuple(_dials(tally, start)),
        mages=() if any(life is not None for life in tally.lives) else start.seats,
        exhausted=words.listed(exhausted) if exhausted else "",
        rounds=tally.rounds,
    )


def _dials(tally: Tally, start: StartLife) -> Iterator[DialView]:
    if tally.gravehold_life is not None:
        most = max(start.gravehold_life, tally.gravehold_life)
        yield DialView(_("Gravehold"), tally.gravehold_life, most)
    if tally.nemesis_life is not None and start.nemesis_life:  # no dial without a maximum
        most = max(start.nemesis_life, tally.nemesis_life)
        yield DialView(start.nemesis, tally.nemesis_life, most)
    for seat, life in zip(start.seats, tally.lives, strict=False):
        if life is not None:
            yield DialView(seat.name, life, max(start.mage_life, life), seat.colour)
