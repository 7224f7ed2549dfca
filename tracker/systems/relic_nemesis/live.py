"""How a live game of Relic: Nemesis looks."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from campaign.models import Game
from campaign.rules.core.live import Move, Position
from campaign.rules.core.problems import Problem
from campaign.rules.relic_nemesis.live import LiveEnd
from campaign.rules.relic_nemesis.moves import Dial, TrophyTaken, Turned
from campaign.rules.relic_nemesis.table import Table
from campaign.selectors import games
from tracker.live.values import SeatName, as_json
from tracker.presenters.charts.lines import LinesChart
from tracker.systems.face import LivePart
from tracker.systems.relic_nemesis.forms.results import initial_of
from tracker.systems.relic_nemesis.presenters.live import LiveView
from tracker.systems.relic_nemesis.presenters.plays import infamy_chart
from tracker.systems.relic_nemesis.words import moves, terms
from tracker.systems.relic_nemesis.words.record import relic_words
from tracker.words import labelled

TURN = "relic_nemesis/live/turn.html"
BOARD = "relic_nemesis/live/board.html"
CHARACTERS = "relic_nemesis/live/characters.html"


class RelicLiveFace:
    """A live game: whose turn, and the boards of the nemeses."""

    panels_template = "relic_nemesis/live/panels.html"

    def parts(self, game: Game, position: Position[Table]) -> Mapping[str, LivePart]:
        table = position.table
        view = LiveView(game, games.game_setup(game), table, relic_words(game))
        boards = {
            f"board-{board.seat}": LivePart(BOARD, view.board(board)) for board in table.boards
        }
        characters = LivePart(CHARACTERS, view.characters())
        return {"turn": LivePart(TURN, view.turn()), **boards, "characters": characters}

    def panels(self, game: Game) -> Mapping[str, Any]:
        """Return what the forms need that take more than a tap."""
        names, setup = relic_words(game).seats(), games.game_setup(game)
        return {
            "mages": [SeatName(seat, name) for seat, name in names.items()],
            "dials": [
                (labelled(names[seat], terms.dial(dial)), as_json(Turned(seat, dial, 1)))
                for seats, dials in ((setup.nemeses, Dial), (setup.characters, (Dial.LIFE,)))
                for seat in seats
                for dial in dials
            ],
            "trophies": [(names[seat], as_json(TrophyTaken(seat, 1))) for seat in setup.nemeses],
        }

    def move(self, game: Game, move: Move) -> str:
        return moves.move(move, relic_words(game).seats())

    def problem(self, game: Game, problem: Problem) -> str:
        return relic_words(game).sentence(problem)

    def initial(self, end: LiveEnd) -> Mapping[str, Any]:
        """Return what the result form is filled in with; who won is theirs to say unless it is."""
        shown = initial_of(end.result)
        if not end.is_won:
            del shown["ending"], shown["winners"]
        return {**shown, "minutes": end.minutes}

    def picture(self, game: Game, position: Position[Table]) -> LinesChart:
        """Return a chart of the infamy round by round."""
        names = relic_words(game).named(position.table.nemeses)
        curves = [
            (names[board.seat], (*board.curve, board.infamy)) for board in position.table.boards
        ]
        return infamy_chart(_("Infamy round by round"), curves)


LIVE = RelicLiveFace()
