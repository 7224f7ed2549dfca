"""The live page of a game: whose turn it is, and a panel for each player."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from campaign.models import Game, Person
from campaign.rules.core.live import Move, Position, minutes_of
from campaign.rules.core.seeing import Audience
from campaign.rules.relic_nemesis import moves
from campaign.rules.relic_nemesis.choices import Role
from campaign.rules.relic_nemesis.infamy import GOAL
from campaign.rules.relic_nemesis.moves import Dial
from campaign.rules.relic_nemesis.table import Table, result_so_far
from tracker.charts import Chart
from tracker.faces.live import (
    LiveEnding,
    LiveFace,
    LivePart,
    Outcome,
    PlayerName,
    ReplayLine,
    SeatName,
    edges,
)
from tracker.live.values import MoveChoice, move_choice
from tracker.pictures.look import EndingForm
from tracker.systems.relic_nemesis.forms.results import RelicResultForm
from tracker.systems.relic_nemesis.presenters.plays import infamy_chart
from tracker.systems.relic_nemesis.presenters.table import TableParts
from tracker.systems.relic_nemesis.words import terms
from tracker.systems.relic_nemesis.words.moves import describe_move
from tracker.systems.relic_nemesis.words.record import RelicWords
from tracker.words import labelled

FOLDER = "relic_nemesis/live"


@dataclass(frozen=True, slots=True)
class RelicPanels:
    """The values of the forms that take more than a tap."""

    dials: tuple[MoveChoice, ...]
    trophies: tuple[MoveChoice, ...]


class RelicLiveFace(LiveFace):
    """The live page of a game."""

    def parts(self, game: Game, position: Position[Table]) -> Mapping[str, LivePart]:
        table = position.table
        made = TableParts(game.code, table, RelicWords.of_game(game))
        # Nemeses sit beside each other (p. 5).
        around = iter(edges(len(table.order)))
        boards = {
            f"board-{board.seat}": LivePart(f"{FOLDER}/board.html", made.board(board), next(around))
            for board in table.boards
        }
        characters = {
            f"character-{seat}": LivePart(
                f"{FOLDER}/character.html", made.character(seat), next(around)
            )
            for seat in table.characters
        }
        return {
            "start": LivePart(f"{FOLDER}/start.html", made.start()),
            "turn": LivePart(f"{FOLDER}/turn.html", made.turn()),
            **boards,
            **characters,
        }

    def ending(self, game: Game, position: Position[Table]) -> LiveEnding | None:
        table = position.table
        if table.winner is None:
            return None
        words = RelicWords.of_game(game)
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
            form=EndingForm("loss", words.called(table.winner)),
        )

    def panels(self, game: Game, to: Audience, person: Person | None) -> RelicPanels:
        """Return the values of the forms that take more than a tap."""
        del to, person  # nothing here is secret
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


def _dial_choice(seat: int, name: str, dial: Dial) -> MoveChoice:
    return move_choice(labelled(name, terms.dial(dial)), moves.Turned(seat, dial, 1))


LIVE = RelicLiveFace()
