"""The live page of a duel: its parts, its forms, its words and its chart."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from campaign.models import Game, Person
from campaign.rules.ashes.live import result_so_far
from campaign.rules.ashes.sheet import DuelSheet
from campaign.rules.ashes.table import ChimeraState, Player, Table
from campaign.rules.core.live import Move, Position, minutes_of
from campaign.rules.core.seeing import Audience
from campaign.selectors import games
from campaign.selectors.seeing import game_setup
from tracker.charts import Chart
from tracker.charts.lines import lines_chart
from tracker.faces.live import (
    Edge,
    LiveEnding,
    LiveFace,
    LivePart,
    Outcome,
    PlayerName,
    ReplayLine,
    SeatName,
    edges,
)
from tracker.pictures.look import EndingForm
from tracker.systems.ashes.forms.results import DuelResultForm
from tracker.systems.ashes.live.chimera import aspects_part, chimera_part, rage_part
from tracker.systems.ashes.live.field import field_part
from tracker.systems.ashes.live.panels import DuelPanels, duel_panels
from tracker.systems.ashes.live.players import dice_part, duel_names, lives_part, seat_part
from tracker.systems.ashes.live.turn import headline, turn_part
from tracker.systems.ashes.words.moves import describe_move


class DuelLiveFace(LiveFace):
    """The live page of duels and melees."""

    def parts(self, game: Game, position: Position[Table]) -> Mapping[str, LivePart]:
        table, sheet = position.table, games.game_sheet(game)
        names = _names(sheet)
        turn = turn_part(table, names, reverse("result", args=[game.code]))
        parts = {
            "turn": LivePart("ashes/live/turn.html", turn),
            "lives": LivePart("ashes/live/lives.html", lives_part(table, names)),
        }
        for player, edge in zip(table.players, edges(len(table.players)), strict=True):
            seat = player.seat
            if table.chimera is not None and seat == table.chimera.seat:
                parts |= _chimera_parts(table, table.chimera, sheet, edge)
                continue
            name, printed = names[seat], sheet.body.seats[seat - 1]
            life, dice = seat_part(table, player, printed, name), dice_part(table, player, name)
            field = field_part(table, player, printed, names)
            parts[f"seat-{seat}"] = LivePart("ashes/live/seat.html", life, edge)
            parts[f"dice-{seat}"] = LivePart("ashes/live/dice.html", dice, edge)
            parts[f"field-{seat}"] = LivePart("ashes/live/field.html", field, edge)
        return parts

    def ending(self, game: Game, position: Position[Table]) -> LiveEnding | None:
        table = position.table
        if not table.is_over:
            return None
        sheet = games.game_sheet(game)
        title, reason = headline(table, _names(sheet))
        together = result_so_far(table).together
        return LiveEnding(
            outcome=Outcome(together) if together else Outcome.DECIDED,
            title=title,
            reasons=(reason, *_same_moment(table)),
            players=tuple(
                PlayerName(
                    name=seat.player or seat.phoenixborn,
                    detail=seat.phoenixborn if seat.player else "",
                    has_won=seat.number == table.winner,
                )
                for seat in sheet.body.seats
            ),
            form=_form(table, sheet),
        )

    def panels(self, game: Game, to: Audience, person: Person | None) -> DuelPanels:
        """Return the values of the forms that take more than a tap."""
        del person  # the seats say what may be told
        sheet = games.game_sheet(game)
        return duel_panels(sheet, game_setup(game, to), _names(sheet))

    def seats(self, game: Game) -> tuple[SeatName, ...]:
        names = duel_names(games.game_sheet(game).body.seats)
        return tuple(SeatName(seat, name) for seat, name in names.items())

    def move(self, game: Game, move: Move, before: Table, after: Table) -> str:
        return describe_move(move, _names(games.game_sheet(game)), before, after)

    def initial(self, table: Table, at: int) -> Mapping[str, Any]:
        """Return the initial values of the result form; no winner until the game is over."""
        values = DuelResultForm.shown_of(result_so_far(table))
        if not table.is_over:
            del values["winner"], values["ending"], values["together"]
        return {**values, "minutes": minutes_of(at)}

    def replay(self, game: Game, tables: Sequence[Table]) -> tuple[ReplayLine, ...]:
        """Return the life that each player has left; the wounds, if nobody knows it."""
        names = _names(games.game_sheet(game))
        return tuple(
            ReplayLine(
                names[player.seat],
                tuple(_left_or_wounds(table.player(player.seat), player) for table in tables),
                player.life or 1,
            )
            for player in tables[-1].players
        )

    def picture(self, game: Game, position: Position[Table]) -> Chart:
        """Return a chart of the wounds round by round."""
        names = _names(games.game_sheet(game))
        players = position.table.players
        lines = [(names[player.seat], (0, *player.curve, player.wounds)) for player in players]
        most = max(player.life or player.wounds for player in players)
        return lines_chart("wounds", _("Wounds round by round"), lines, most)


def _same_moment(table: Table) -> Iterator[str]:
    """Yield where a draw is entered: the moves for it are on the table behind the ending."""
    if table.chimera is None and table.winner is not None:
        yield _("If one effect destroyed both, show the table and say so there.")


def _left_or_wounds(then: Player, now: Player) -> int:
    """Return the life that a player had left, by the life that was known in the end."""
    return then.wounds if now.life is None else max(0, now.life - then.wounds)


def _chimera_parts(
    table: Table, chimera: ChimeraState, sheet: DuelSheet, edge: Edge
) -> dict[str, LivePart]:
    """Return the parts of a Chimera, which stand where those of a player do."""
    seat, printed, names = chimera.seat, sheet.body.chimera, _names(sheet)
    if printed is None:
        return {}
    life = chimera_part(table, table.player(seat), printed)
    return {
        f"seat-{seat}": LivePart("ashes/live/chimera.html", life, edge),
        f"dice-{seat}": LivePart("ashes/live/rage.html", rage_part(chimera, printed.name), edge),
        f"field-{seat}": LivePart(
            "ashes/live/aspects.html", aspects_part(table, chimera, names), edge
        ),
    }


def _form(table: Table, sheet: DuelSheet) -> EndingForm:
    """Return the fire of the Phoenixborn who won, or ash."""
    together, winner = result_so_far(table).together, table.winner
    if together is not None:
        return EndingForm(together, sheet.body.seats[0].phoenixborn)
    if winner is None:
        return EndingForm("draw", sheet.body.seats[0].phoenixborn)
    return EndingForm("win", sheet.body.seats[winner - 1].phoenixborn)


def _names(sheet: DuelSheet) -> Mapping[int, str]:
    chimera, names = sheet.body.chimera, duel_names(sheet.body.seats)
    return names if chimera is None else {**names, len(names) + 1: chimera.name}


LIVE = DuelLiveFace()
