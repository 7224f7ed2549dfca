"""The live page of a game: whose turn it is, a board for each nemesis, the characters."""

from collections.abc import Iterator, Mapping
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
from campaign.rules.relic_nemesis.choices import Role, Seat
from campaign.rules.relic_nemesis.infamy import GOAL
from campaign.rules.relic_nemesis.levels import LEVEL_MOST, spendings
from campaign.rules.relic_nemesis.middle_tier import Toll
from campaign.rules.relic_nemesis.moves import Dial
from campaign.rules.relic_nemesis.table import Table, result_so_far
from tracker.live.values import Counter, Tap, as_json, counter, tap
from tracker.presenters.charts import Chart
from tracker.systems.face import LivePart
from tracker.systems.relic_nemesis.forms.results import RelicResultForm
from tracker.systems.relic_nemesis.presenters.plays import infamy_chart
from tracker.systems.relic_nemesis.presenters.turns import PhaseView, turn_of_a_nemesis
from tracker.systems.relic_nemesis.words import terms
from tracker.systems.relic_nemesis.words.moves import describe_move
from tracker.systems.relic_nemesis.words.record import RelicWords
from tracker.words import labelled


class RelicLiveFace:
    """The live page of a game."""

    def parts(self, game: Game, position: Position[Table]) -> Mapping[str, LivePart]:
        table = position.table
        view = LiveView(game.code, table, RelicWords.of_game(game))
        boards = {
            f"board-{board.seat}": LivePart("relic_nemesis/live/board.html", view.board(board))
            for board in table.boards
        }
        return {
            "turn": LivePart("relic_nemesis/live/turn.html", view.turn()),
            **boards,
            "characters": LivePart("relic_nemesis/live/characters.html", view.characters()),
        }

    def panels(self, game: Game) -> Mapping[str, Any]:
        """Return the context of the forms that take more than a tap."""
        words = RelicWords.of_game(game)
        names, setup = words.seats(), words.setup
        return {
            "mages": list(names.items()),
            "dials": [
                (labelled(names[seat], terms.dial(dial)), as_json(moves.Turned(seat, dial, 1)))
                for seats, dials in (
                    (setup.nemeses, Dial),
                    (setup.seats_of(Role.CHARACTER), (Dial.LIFE,)),
                )
                for seat in seats
                for dial in dials
            ],
            "trophies": [
                (names[seat], as_json(moves.TrophyTaken(seat, 1))) for seat in setup.nemeses
            ],
        }

    def move(self, game: Game, move: Move) -> str:
        return describe_move(move, RelicWords.of_game(game).seats())

    def initial(self, table: Table, at: int) -> Mapping[str, Any]:
        """Return the initial values of the result form; no winner until the game is won."""
        shown = RelicResultForm.shown_of(result_so_far(table))
        if table.winner is None:
            del shown["ending"], shown["winners"]
        return {**shown, "minutes": minutes_of(at)}

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
class TurnView:
    """Whose turn it is, and who has won."""

    round: int
    seat: int
    title: str
    player: str
    order: tuple[SeatInOrder, ...]
    winner: str  # a nemesis; "" while nobody has won
    is_team: bool  # its team has won with it
    phases: tuple[PhaseView, ...]  # of a nemesis' turn
    taps: tuple[Tap, ...]  # the next step
    early_end: tuple[Tap, ...]  # the end of the turn, where phases are left
    result_url: str
    duel_url: str


@dataclass(frozen=True, slots=True)
class LiveView:
    """The parts of a table, as their templates read them."""

    code: str  # of the game
    table: Table
    words: RelicWords

    def turn(self) -> TurnView:
        """Return whose turn it is, and who has won."""
        names, table = self.words.named(self.table.order), self.table
        active, won = table.active, table.winner is not None
        is_hunting = active in table.nemeses and not won
        duels = len(table.characters) > 1 and not won
        return TurnView(
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
            phases=turn_of_a_nemesis(table.phase) if is_hunting else (),
            taps=() if won else (_next_step(table),),
            early_end=(_end_of_turn(table),) if is_hunting and table.phase.next else (),
            result_url=reverse("one_off_result", args=[self.code]),
            duel_url=reverse("relic_duel", args=[self.code]) if duels else "",
        )

    def characters(self) -> list[dict[str, Any]]:
        """Return the characters with their life; None until it is entered."""
        names, lives = self.words.named(self.table.characters), self.table.lives
        return [
            {
                "seat": seat,
                "name": names[seat],
                "player": self._player(seat),
                "life": _dial(seat, Dial.LIFE, labelled(names[seat], _("Life")), lives[seat], None)
                if seat in lives
                else None,
                "enter_life": as_json(moves.Turned(seat, Dial.LIFE, 1)),
                "is_active": seat == self.table.active,
                "is_down": lives.get(seat) == 0,
            }
            for seat in self.table.characters
        ]

    def board(self, board: Board) -> dict[str, Any]:
        """Return a nemesis: its dials, levels, trophies, and links to a battle and a defeat.

        ``unread`` are the dials that are not entered yet; tolls are paid in its own turn.
        """
        seat, code = board.seat, self.code
        # The set-up may have been changed since the table was opened.
        held = self.words.setup.seat_or_none(seat) or Seat(Role.NEMESIS)
        colour = str(held.colour or "")
        kept = held.kept if self.words.setup.is_revealed else None
        attribute = terms.attribute(str(kept.attribute or "") if kept else "")
        dials = [
            (Dial.LIFE, _("Life"), board.life, board.start_life),
            (Dial.ATTRIBUTE, attribute, board.attribute, None),
        ]
        is_active, over = seat == self.table.active, self.table.winner is not None
        battle = f"{reverse('relic_battle', args=[code])}?seat={seat}"
        return {
            "seat": seat,
            "name": self.words.called(seat),
            "detail": " · ".join(filter(None, (self._player(seat), terms.colour(colour)))),
            "colour": colour,
            "infamy": _dial(seat, Dial.INFAMY, _("Infamy"), board.infamy, GOAL),
            "dials": [_dial(seat, *dial) for dial in dials if dial[2] is not None],
            "unread": [
                (label, as_json(moves.Turned(seat, dial, 1)))
                for dial, label, value, _most in dials
                if value is None
            ],
            "level": board.level,
            "levels": LEVEL_MOST,
            "trophies": board.trophies,
            "points": board.points,
            "defeats": board.defeats,
            "is_active": is_active,
            "is_down": board.is_down,
            "taps": [] if over else list(_gains(board, is_active=is_active)),
            "tolls": list(_tolls(board)) if is_active and not over else [],
            "battle_url": "" if over or board.is_down else battle,
            "defeat_url": "" if over else reverse("relic_defeat", args=[code, seat]),
        }

    def _player(self, seat: int) -> str:
        """Return the player of a seat; "" if the seat is called by that name."""
        names = self.words.players
        name = names[seat - 1] if seat <= len(names) else ""
        return name if name != self.words.called(seat) else ""


def _dial(seat: int, dial: Dial, label: str, value: int | None, most: int | None) -> Counter:
    return counter(f"{dial}-{seat}", label, value or 0, partial(moves.Turned, seat, dial), most)


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
    label = _("+1 level") if board.level < LEVEL_MOST else _("+1 level: 1 infamy")
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
