"""The face of live games of journals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from campaign.models import Game, Person
from campaign.rules.core.live import Move, Position, minutes_of
from campaign.rules.core.seeing import Audience
from campaign.rules.journal import live as rules
from campaign.rules.journal.description import MAX_COUNT
from campaign.rules.journal.live import JournalTable
from campaign.rules.journal.live_start import JournalStart, LiveDial
from campaign.rules.journal.state import State
from campaign.selectors.games import sheet_for
from campaign.selectors.live import position_of, table_of
from tracker.charts import Chart
from tracker.charts.lines import lines_chart
from tracker.faces.live import LiveEnding, LiveFace, LivePart, ReplayLine, SeatName, edges
from tracker.live.values import MoveChoice, change, move_choice
from tracker.systems.journal.forms.results import NumberRow
from tracker.systems.journal.live.parts import group_part, seat_part, turn_part
from tracker.systems.journal.selectors import journal_state
from tracker.words import labelled

FOLDER = "journal/live"


@dataclass(frozen=True, slots=True)
class JournalPanels:
    """The values of the form for changes by more than one."""

    dials: tuple[MoveChoice, ...]
    most: int


class JournalLiveFace(LiveFace):
    """A live game: whose turn, the numbers of each player and of the group."""

    def parts(self, game: Game, position: Position[JournalTable]) -> Mapping[str, LivePart]:
        table, names, word = position.table, _names(game), _score_word(game)
        around = zip(table.start.seats, edges(len(table.start.seats)), strict=True)
        seats = {
            f"seat-{seat.number}": LivePart(
                f"{FOLDER}/numbers.html", seat_part(table, seat, names[seat.number], word), edge
            )
            for seat, edge in around
        }
        return {
            "turn": LivePart(f"{FOLDER}/turn.html", turn_part(table, names)),
            "numbers": LivePart(f"{FOLDER}/numbers.html", group_part(table)),
            **seats,
        }

    def ending(self, game: Game, position: Position[JournalTable]) -> LiveEnding | None:
        """Return None: only the group knows when a game is decided."""
        del game, position
        return None  # a value of its type, not the lack of one

    def panels(self, game: Game, to: Audience, person: Person | None) -> JournalPanels:
        """Return what can be changed by a typed number."""
        del to, person  # nothing here is secret
        start, names = _start(game), _names(game)
        dials = [
            move_choice(_dial_name(dial, names), rules.Turned(place, 1))
            for place, dial in enumerate(start.dials)
        ]
        if start.counts_scores:
            word = _score_word(game)
            scores = [
                move_choice(labelled(names[seat.number], word), rules.Scored(seat.number, 1))
                for seat in start.seats
            ]
            dials = [*scores, *dials]
        return JournalPanels(tuple(dials), MAX_COUNT)

    def seats(self, game: Game) -> tuple[SeatName, ...]:
        names = _names(game)
        return tuple(SeatName(seat.number, names[seat.number]) for seat in _start(game).seats)

    def move(self, game: Game, move: Move, before: JournalTable, after: JournalTable) -> str:
        """Return what a move did, in a few words."""
        names = _names(game)
        match move:
            case rules.Turned(dial=dial):
                name = _dial_name(after.start.dials[dial], names)
                return change(name, before.counts[dial], after.counts[dial])
            case rules.Scored(seat=seat):
                name = labelled(names[seat], _score_word(game))
                return change(name, before.score(seat) or 0, after.score(seat) or 0)
            case rules.NextTurn() if after.round == before.round:
                return _("Turn: %(name)s") % {"name": names[after.seat]}
            case rules.NextTurn() | rules.NextRound():
                return _("Round %(number)s") % {"number": after.round}
            case rules.MovedUp(seat=seat):
                return _("Earlier: %(name)s") % {"name": names[seat]}
            case rules.Clock(runs=runs):
                return _("Clock started") if runs else _("Clock paused")
        raise TypeError(f"{move!r} is no move of a journal.")

    def initial(self, table: JournalTable, at: int) -> Mapping[str, Any]:
        """Return the scores, and how long it took: by the clock, if somebody started it."""
        spent = table.seconds(at)
        values: dict[str, Any] = {"minutes": minutes_of(spent or at)}
        for seat, score in zip(table.start.seats, table.scores, strict=False):
            values |= NumberRow.named(seat.number, number=score)
        return values

    def picture(self, game: Game, position: Position[JournalTable]) -> Chart:
        """Return a chart of what was counted, move by move."""
        tables = [each.table for each in position.history()]
        lines = [(line.name, line.values) for line in self.replay(game, tables)]
        most = max((value for _name, values in lines for value in values), default=1)
        return lines_chart("numbers", _("Numbers move by move"), lines, max(most, 1))

    def replay(self, game: Game, tables: Sequence[JournalTable]) -> tuple[ReplayLine, ...]:
        """Return the scores, or else the counters, that changed; and the rounds."""
        start, names = tables[-1].start, _names(game)
        lines = [
            (names[seat.number], tuple(table.score(seat.number) or 0 for table in tables))
            for seat in start.seats
        ]
        if not start.counts_scores:
            lines = [
                (_dial_name(dial, names), tuple(table.counts[place] for table in tables))
                for place, dial in enumerate(start.dials)
            ]
        moved = [(name, values) for name, values in lines if len(set(values)) > 1]
        moved.append((_("Round"), tuple(table.round for table in tables)))
        return tuple(ReplayLine(name, values, max(1, *values)) for name, values in moved)


def counted_live(game: Game) -> dict[tuple[str, str], int]:
    """Return by how much the counters changed on the live table of a game, if it had one."""
    table = table_of(game)
    if table is None:
        return {}
    end: JournalTable = position_of(table).table
    return {
        (dial.counter, dial.owner): count - dial.start
        for dial, count in zip(end.start.dials, end.counts, strict=True)
        if count != dial.start
    }


def _start(game: Game) -> JournalStart:
    """Return what the table of a game began with; before it is opened, what it would."""
    table = table_of(game)
    if table is not None:
        begun: JournalStart = position_of(table).table.start
        return begun
    planned: JournalStart = sheet_for(game).body.live
    return planned


def _state(game: Game) -> State:
    if game.campaign is None:
        raise TypeError("A one-off game is no game of a journal.")
    return journal_state(game.campaign)


def _names(game: Game) -> Mapping[int, str]:
    """Return the names of the group as they are today, by seat."""
    return {seat.number: seat.name for seat in _state(game).seats}


def _score_word(game: Game) -> str:
    return _state(game).description.result.score or _("Points")


def _dial_name(dial: LiveDial, names: Mapping[int, str]) -> str:
    """Return a counter with its owner, where it has one."""
    owner = names.get(dial.seat, "")
    return labelled(owner, dial.name) if owner else dial.name


LIVE = JournalLiveFace()
