"""How the live table looks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from campaign.models import Game, Person
from campaign.rules.core.live import Move, Position, minutes_of
from campaign.rules.core.seeing import Audience
from campaign.selectors.games import sheet_for
from tests.toy.rules.games import SEATS
from tests.toy.rules.live import DiceTable, Thrown, Turned
from tracker.charts import Chart
from tracker.charts.lines import lines_chart
from tracker.faces.live import (
    LiveEnding,
    LiveFace,
    LivePart,
    Outcome,
    PlayerName,
    ReplayLine,
    SeatName,
)
from tracker.live.values import Counter, MoveChoice, Tap, counter, move_choice, tap
from tracker.pictures.look import EndingForm


@dataclass(frozen=True, slots=True)
class DiePart:
    """A die on the table."""

    name: str
    throw: tuple[Tap, ...]
    shows: Counter | None  # None until it is thrown


@dataclass(frozen=True, slots=True)
class DicePanels:
    """The values of the forms that take more than a tap."""

    dials: tuple[MoveChoice, ...]


class DiceLiveFace(LiveFace):
    """A live game of two dice."""

    def parts(self, game: Game, position: Position[DiceTable]) -> Mapping[str, LivePart]:
        """Return a part for each die."""
        dice = sheet_for(game).body.dice
        return {
            f"die-{seat}": LivePart("toy/live/die.html", _die(seat, dice, position.table))
            for seat in SEATS
        }

    def ending(self, game: Game, position: Position[DiceTable]) -> LiveEnding | None:
        """Return who has won, once both dice are thrown."""
        dice, values = sheet_for(game).body.dice, position.table.values
        if None in values:
            return None
        players = tuple(PlayerName(die) for die in dice)
        form = EndingForm("win", "The higher die")
        return LiveEnding(Outcome.DECIDED, "Both dice are thrown", (), players, form)

    def panels(self, game: Game, to: Audience, person: Person | None) -> DicePanels:
        """Return the dice that can be turned by a typed number."""
        del to, person  # nothing here is secret
        dice = sheet_for(game).body.dice
        return DicePanels(tuple(move_choice(dice[s - 1], Turned(s, 0)) for s in SEATS))

    def seats(self, game: Game) -> tuple[SeatName, ...]:
        """Return whose a phone can be."""
        dice = sheet_for(game).body.dice
        return tuple(SeatName(seat, dice[seat - 1]) for seat in SEATS)

    def move(self, game: Game, move: Move, before: DiceTable, after: DiceTable) -> str:
        """Return what a move did."""
        del before
        dice = sheet_for(game).body.dice
        match move:
            case Thrown(seat=seat):
                return f"{dice[seat - 1]} shows {after.values[seat - 1]}"
            case Turned(seat=seat, by=by):
                return f"{dice[seat - 1]} turned by {by}"
        raise TypeError(f"{move!r} is no move of this game.")

    def initial(self, table: DiceTable, at: int) -> Mapping[str, Any]:
        """Return the initial values of the result form."""
        values = zip(SEATS, table.values, strict=True)
        return {**{f"roll_{seat}": value for seat, value in values}, "minutes": minutes_of(at)}

    def picture(self, game: Game, position: Position[DiceTable]) -> Chart:
        """Return a chart of what each die showed, move by move."""
        dice = sheet_for(game).body.dice
        tables = [before.table for before in position.history()]
        lines = [
            (dice[seat - 1], [table.values[seat - 1] or 0 for table in tables]) for seat in SEATS
        ]
        return lines_chart("dice", "The dice move by move", lines, position.table.sides)

    def replay(self, game: Game, tables: Sequence[DiceTable]) -> tuple[ReplayLine, ...]:
        """Return what each die showed."""
        dice = sheet_for(game).body.dice
        return tuple(
            ReplayLine(
                dice[seat - 1],
                tuple(table.values[seat - 1] or 0 for table in tables),
                tables[0].sides,
            )
            for seat in SEATS
        )


def _die(seat: int, dice: tuple[str, ...], table: DiceTable) -> DiePart:
    name, value = dice[seat - 1], table.values[seat - 1]
    shows = None
    if value is not None:
        shows = counter(f"die-{seat}", name, value, partial(Turned, seat), table.sides)
    return DiePart(name, (tap(f"Throw {name}", Thrown(seat)),), shows)


LIVE_FACE = DiceLiveFace()
