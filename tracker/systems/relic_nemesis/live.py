"""The live page of a game: whose turn it is, a board for each nemesis, the characters."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaign.models import Game
from campaign.rules.core.live import Move, Position, minutes_of
from campaign.rules.relic_nemesis import moves
from campaign.rules.relic_nemesis.board import Board
from campaign.rules.relic_nemesis.catalogue import Nemesis
from campaign.rules.relic_nemesis.choices import Role, Seat
from campaign.rules.relic_nemesis.infamy import GOAL
from campaign.rules.relic_nemesis.levels import MAX_LEVEL, spendings
from campaign.rules.relic_nemesis.middle_tier import Toll
from campaign.rules.relic_nemesis.moves import Dial
from campaign.rules.relic_nemesis.table import Table, result_so_far
from tracker.live.values import (
    Counter,
    MoveChoice,
    Tap,
    as_json,
    counter,
    move_choice,
    tap,
)
from tracker.presenters.charts import Chart
from tracker.systems.face import LiveEnding, LivePart, Outcome, PlayerName, ReplayLine, SeatName
from tracker.systems.relic_nemesis.forms.results import RelicResultForm
from tracker.systems.relic_nemesis.look import LOOK
from tracker.systems.relic_nemesis.presenters.fights import battle_url
from tracker.systems.relic_nemesis.presenters.plays import infamy_chart
from tracker.systems.relic_nemesis.presenters.turns import CurrentPhase, current_phase
from tracker.systems.relic_nemesis.words import terms
from tracker.systems.relic_nemesis.words.moves import describe_move
from tracker.systems.relic_nemesis.words.record import RelicWords
from tracker.words import labelled

LEVELS_OFFERED = 5  # for trophies at once; a button for each


@dataclass(frozen=True, slots=True)
class RelicPanels:
    """The values of the forms that take more than a tap."""

    dials: tuple[MoveChoice, ...]
    trophies: tuple[MoveChoice, ...]


class RelicLiveFace:
    """The live page of a game."""

    def parts(self, game: Game, position: Position[Table]) -> Mapping[str, LivePart]:
        table = position.table
        at_table = TableParts(game.code, table, RelicWords.of_game(game))
        boards = {
            f"board-{board.seat}": LivePart("relic_nemesis/live/board.html", at_table.board(board))
            for board in table.boards
        }
        return {
            "turn": LivePart("relic_nemesis/live/turn.html", at_table.turn()),
            **boards,
            "characters": LivePart("relic_nemesis/live/characters.html", at_table.characters()),
        }

    def ending(self, game: Game, position: Position[Table]) -> LiveEnding | None:
        table, words = position.table, RelicWords.of_game(game)
        if table.winner is None:
            return None
        reason = _("25 infamy: the game is over at once.")
        if table.teams:
            reason = _("25 infamy: its team wins, and the game is over at once.")
        winners = result_so_far(table).winners
        return LiveEnding(
            outcome=Outcome.DECIDED,
            title=_("%(winner)s has won") % {"winner": words.called(table.winner)},
            reasons=(reason,),
            players=tuple(
                PlayerName(name, has_won=seat in winners) for seat, name in words.seats().items()
            ),
            emblem=LOOK.emblem,
        )

    def panels(self, game: Game) -> RelicPanels:
        """Return the values of the forms that take more than a tap."""
        words = RelicWords.of_game(game)
        names, nemeses = words.seats(), words.setup.nemeses
        characters = words.setup.seats_of(Role.CHARACTER)
        return RelicPanels(
            dials=(
                *(_dial_choice(seat, names[seat], dial) for seat in nemeses for dial in Dial),
                *(_dial_choice(seat, names[seat], Dial.LIFE) for seat in characters),
            ),
            trophies=tuple(
                move_choice(names[seat], moves.TrophyTaken(seat, 1)) for seat in nemeses
            ),
        )

    def seats(self, game: Game) -> tuple[SeatName, ...]:
        names = RelicWords.of_game(game).seats()
        return tuple(SeatName(seat, name) for seat, name in names.items())

    def move(self, game: Game, move: Move, before: Table, after: Table) -> str:
        return describe_move(move, RelicWords.of_game(game).seats(), before, after)

    def initial(self, table: Table, at: int) -> Mapping[str, Any]:
        """Return the initial values of the result form; no winner until the game is won."""
        values = RelicResultForm.shown_of(result_so_far(table))
        if table.winner is None:
            del values["ending"], values["winners"]
        return {**values, "minutes": minutes_of(at)}

    def replay(self, game: Game, tables: Sequence[Table]) -> tuple[ReplayLine, ...]:
        """Return the infamy of each nemesis."""
        names = RelicWords.of_game(game).named(tables[-1].nemeses)
        infamy = [{board.seat: board.infamy for board in table.boards} for table in tables]
        return tuple(
            ReplayLine(names[seat], tuple(each.get(seat, 0) for each in infamy), GOAL)
            for seat in tables[-1].nemeses
        )

    def picture(self, game: Game, position: Position[Table]) -> Chart:
        """Return a chart of the infamy round by round."""
        names = RelicWords.of_game(game).named(position.table.nemeses)
        curves = [
            (names[board.seat], (*board.curve, board.infamy)) for board in position.table.boards
        ]
        return infamy_chart(_("Infamy round by round"), curves)


@dataclass(frozen=True, slots=True)
class SeatInOrder:
    """A seat in the order of turns."""

    name: str
    is_nemesis: bool
    is_active: bool


@dataclass(frozen=True, slots=True)
class TurnPart:
    """Whose turn it is, and who has won."""

    round: int
    seat: int
    title: str
    player: str  # "" if the seat is called by that name
    order: tuple[SeatInOrder, ...]
    winner: str  # a nemesis; "" while nobody has won
    is_team: bool  # its team has won with it
    phase: CurrentPhase | None  # of the turn of a nemesis
    taps: tuple[Tap, ...]  # the next step
    early_end: tuple[Tap, ...]  # the end of the turn, where phases are left
    result_url: str
    duel_url: str  # "" if no duel is possible

    @property
    def key(self) -> str:
        """Return what changes with each turn."""
        return f"{self.round}-{self.seat}"


@dataclass(frozen=True, slots=True)
class CharacterPart:
    """A character at the table."""

    seat: int
    name: str
    player: str
    life: Counter | None  # None until it is entered
    enter_life: str  # the move that enters it, as JSON
    is_active: bool
    is_down: bool


@dataclass(frozen=True, slots=True)
class BoardPart:
    """A nemesis at the table."""

    seat: int
    name: str
    detail: str  # who plays it, and its colour
    colour: str
    infamy: Counter
    dials: tuple[Counter, ...]
    unknown_dials: tuple[MoveChoice, ...]  # those that are not entered yet
    level: int
    level_most: int
    trophies: str  # "3 + 4"; "" without any
    trophy_points: int
    defeats: int
    is_active: bool
    is_down: bool
    gains: tuple[Tap, ...]  # levels
    tolls: tuple[Tap, ...]  # for the middle tier, in its own turn
    battle_url: str  # "" if none is possible
    defeat_url: str  # for one that has life left; "" otherwise, and once the game is won
    apply_defeat_url: str  # for one that has none left

    @property
    def tolls_id(self) -> str:
        """Return the id of the fold with the tolls."""
        return f"tier-{self.seat}"


@dataclass(frozen=True, slots=True)
class TableParts:
    """Makes the parts of a table."""

    code: str  # of the game
    table: Table
    words: RelicWords

    @property
    def is_won(self) -> bool:
        """Say whether a nemesis has won."""
        return self.table.winner is not None

    def turn(self) -> TurnPart:
        """Return whose turn it is, and who has won."""
        names, table = self.words.named(self.table.order), self.table
        active = table.active
        is_hunting = active in table.nemeses and not self.is_won
        can_duel = len(table.characters) > 1 and not self.is_won
        return TurnPart(
            round=table.round,
            seat=active,
            title=names[active],
            player=self._player(active),
            order=tuple(
                SeatInOrder(names[seat], seat in table.nemeses, seat == active)
                for seat in table.order
            ),
            winner=names[table.winner] if table.winner is not None else "",
            is_team=table.teams,
            phase=current_phase(table.phase) if is_hunting else None,
            taps=() if self.is_won else (_next_step(table),),
            early_end=(_end_of_turn(table),) if is_hunting and table.phase.next else (),
            result_url=reverse("one_off_result", args=[self.code]),
            duel_url=reverse("relic_duel", args=[self.code]) if can_duel else "",
        )

    def characters(self) -> tuple[CharacterPart, ...]:
        """Return the characters with their life."""
        return tuple(self._character(seat) for seat in self.table.characters)

    def _character(self, seat: int) -> CharacterPart:
        name, life = self.words.called(seat), self.table.lives.get(seat)
        label = labelled(name, _("Life"))
        return CharacterPart(
            seat=seat,
            name=name,
            player=self._player(seat),
            life=None if life is None else _counter(seat, Dial.LIFE, label, life),
            enter_life=as_json(moves.Turned(seat, Dial.LIFE, 1)),
            is_active=seat == self.table.active,
            is_down=life == 0,
        )

    def board(self, board: Board) -> BoardPart:
        """Return a nemesis: its dials, levels, trophies, and links to a battle and a defeat."""
        seat = board.seat
        # The set-up may have been changed since the table was opened.
        setup_seat = self.words.setup.seat_or_none(seat) or Seat(Role.NEMESIS)
        colour = str(setup_seat.colour or "")
        dials = _dials(board, setup_seat.kept if self.words.setup.is_revealed else None)
        is_active = seat == self.table.active
        battle = "" if self.is_won else battle_url(self.code, seat)
        defeat = "" if self.is_won else reverse("relic_defeat", args=[self.code, seat])
        return BoardPart(
            seat=seat,
            name=self.words.called(seat),
            detail=" · ".join(filter(None, (self._player(seat), terms.colour(colour)))),
            colour=colour,
            infamy=_counter(seat, Dial.INFAMY, _("Infamy"), board.infamy, GOAL),
            dials=tuple(
                _counter(seat, dial.dial, dial.label, dial.value, dial.most)
                for dial in dials
                if dial.value is not None
            ),
            unknown_dials=tuple(
                move_choice(dial.label, moves.Turned(seat, dial.dial, 1))
                for dial in dials
                if dial.value is None
            ),
            level=board.level,
            level_most=MAX_LEVEL,
            trophies=" + ".join(map(str, board.trophies)),
            trophy_points=board.points,
            defeats=board.defeats,
            is_active=is_active,
            is_down=board.is_down,
            gains=() if self.is_won else tuple(_gains(board, is_active=is_active)),
            tolls=tuple(_tolls(board)) if is_active and not self.is_won else (),
            battle_url="" if board.is_down else battle,
            defeat_url="" if board.is_down else defeat,
            apply_defeat_url=defeat if board.is_down else "",
        )

    def _player(self, seat: int) -> str:
        """Return the player of a seat; "" if the seat is called by that name."""
        names = self.words.players
        name = names[seat - 1] if seat <= len(names) else ""
        return name if name != self.words.called(seat) else ""


@dataclass(frozen=True, slots=True)
class BoardDial:
    """A dial of a nemesis that is entered from its sheet."""

    dial: Dial
    label: str
    value: int | None  # None until it is entered
    most: int | None = None


def _dials(board: Board, sheet: Nemesis | None) -> tuple[BoardDial, ...]:
    """Return life and attribute of a nemesis; its sheet, if everybody sees it, names the latter."""
    attribute = terms.attribute(str(sheet.attribute or "") if sheet else "")
    return (
        BoardDial(Dial.LIFE, _("Life"), board.life, board.start_life),
        BoardDial(Dial.ATTRIBUTE, attribute, board.attribute),
    )


def _dial_choice(seat: int, name: str, dial: Dial) -> MoveChoice:
    return move_choice(labelled(name, terms.dial(dial)), moves.Turned(seat, dial, 1))


def _counter(seat: int, dial: Dial, label: str, value: int, most: int | None = None) -> Counter:
    turned = partial(moves.Turned, seat, dial)
    limit = GOAL if dial is Dial.INFAMY else moves.MAX_DIAL
    return counter(f"{dial}-{seat}", label, value, turned, most, limit=limit)


def _next_step(table: Table) -> Tap:
    """Return the button that goes on: to the next phase of a nemesis, or to the next turn."""
    following = table.phase.next if table.active in table.nemeses else None
    if following is None:
        return _end_of_turn(table, style="large")
    label = _("On to: %(phase)s") % {"phase": terms.phase(following)}
    return tap(label, moves.PhaseEnded(table.active, table.phase), style="large")


def _end_of_turn(table: Table, style: str = "secondary") -> Tap:
    return tap(_("End the turn"), moves.TurnEnded(table.active), style=style)


def _gains(board: Board, *, is_active: bool) -> Iterator[Tap]:
    """Yield the ways to gain levels: for trophies, in its own turn (p. 11), or otherwise."""
    for spending in spendings(board.trophies) if is_active else ():
        text = ngettext(
            "%(count)s level for trophies: %(values)s",
            "%(count)s levels for trophies: %(values)s",
            spending.levels,
        )
        values = " + ".join(map(str, spending.trophies))
        label = text % {"count": spending.levels, "values": values}
        yield tap(label, moves.TrophiesSpent(board.seat, spending.trophies))
    label = _("+1 level") if board.level < MAX_LEVEL else _("+1 level: 1 infamy")
    yield tap(label, moves.LevelGained(board.seat))


def _tolls(board: Board) -> Iterator[Tap]:
    """Yield the ways to pay for the middle tier."""
    if board.infamy:
        yield tap(terms.toll(Toll.INFAMY), moves.TierChanged(board.seat, Toll.INFAMY))
    for value in dict.fromkeys(board.trophies):
        label = _("a trophy of %(value)s") % {"value": value}
        yield tap(label, moves.TierChanged(board.seat, Toll.TROPHY, value))
    for toll in (Toll.MIGHT, Toll.ARSENAL):
        yield tap(terms.toll(toll), moves.TierChanged(board.seat, toll))


LIVE = RelicLiveFace()
