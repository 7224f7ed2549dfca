"""The live page of a duel: whose turn it is, and the state of each player."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from campaign.models import Game
from campaign.rules.ashes import moves
from campaign.rules.ashes.catalogue import DiceType
from campaign.rules.ashes.live import result_so_far
from campaign.rules.ashes.result import MAX_LIFE
from campaign.rules.ashes.sheet import DuelSheet
from campaign.rules.ashes.table import Phase, Player, Table
from campaign.rules.core.live import Move, Position, minutes_of
from campaign.selectors import games
from tracker.live.values import Counter, MoveChoice, Tap, change, counter, move_choice, tap
from tracker.presenters.charts import Chart
from tracker.presenters.charts.lines import lines_chart
from tracker.systems.ashes.forms import DuelResultForm
from tracker.systems.ashes.presenters import DieView, die_view
from tracker.systems.ashes.words.actions import ActionGroup, action_groups
from tracker.systems.ashes.words.terms import PHASES, dice_name
from tracker.systems.face import LiveEnding, LivePart, Outcome, PlayerName, SeatName
from tracker.words import labelled, listed


@dataclass(frozen=True, slots=True)
class DuelPanels:
    """The values of the forms that take more than a tap."""

    dials: tuple[MoveChoice, ...]
    unknown_lives: tuple[MoveChoice, ...]
    actions: tuple[ActionGroup, ...]


class DuelLiveFace:
    """The live page of duels and melees."""

    def parts(self, game: Game, position: Position[Table]) -> Mapping[str, LivePart]:
        table, sheet = position.table, games.game_sheet(game)
        names = _names(sheet)
        seats = {
            f"seat-{player.seat}": LivePart(
                "ashes/live/seat.html", _seat(table, player, sheet, names)
            )
            for player in table.players
        }
        result = reverse("one_off_result", args=[game.code])
        return {"turn": LivePart("ashes/live/turn.html", _turn(table, names, result)), **seats}

    def ending(self, game: Game, position: Position[Table]) -> LiveEnding | None:
        table, sheet = position.table, games.game_sheet(game)
        if not table.is_over:
            return None
        title, reason = _headline(table, _names(sheet))
        return LiveEnding(
            outcome=Outcome.DECIDED,
            title=title,
            reasons=(reason,),
            players=tuple(
                PlayerName(
                    name=seat.player or seat.phoenixborn,
                    detail=seat.phoenixborn if seat.player else "",
                    has_won=seat.number == table.winner,
                )
                for seat in sheet.body.seats
            ),
        )

    def panels(self, game: Game) -> DuelPanels:
        """Return the values of the forms that take more than a tap."""
        sheet = games.game_sheet(game)
        names = _names(sheet)
        return DuelPanels(
            dials=tuple(
                choice for seat, name in names.items() for choice in _dial_choices(seat, name)
            ),
            unknown_lives=tuple(
                move_choice(names[seat.number], moves.LifeRead(seat.number, 1))
                for seat in sheet.body.seats
                if not isinstance(seat.life, int)
            ),
            actions=action_groups(),
        )

    def seats(self, game: Game) -> tuple[SeatName, ...]:
        names = _names(games.game_sheet(game))
        return tuple(SeatName(seat, name) for seat, name in names.items())

    def move(self, game: Game, move: Move, before: Table, after: Table) -> str:
        return describe_move(move, _names(games.game_sheet(game)), before, after)

    def initial(self, table: Table, at: int) -> Mapping[str, Any]:
        """Return the initial values of the result form; no winner until the game is over."""
        values = DuelResultForm.shown_of(result_so_far(table))
        if not table.is_over:
            del values["winner"], values["ending"]
        return {**values, "minutes": minutes_of(at)}

    def picture(self, game: Game, position: Position[Table]) -> Chart:
        """Return a chart of the wounds round by round."""
        names = _names(games.game_sheet(game))
        players = position.table.players
        lines = [(names[player.seat], (0, *player.curve, player.wounds)) for player in players]
        most = max(player.life or player.wounds for player in players)
        return lines_chart("wounds", _("Wounds round by round"), lines, most)


def describe_move(move: Move, names: Mapping[int, str], before: Table, after: Table) -> str:
    """Return a move in words, with what it changed."""
    who = names.get(getattr(move, "seat", 0), "")
    match move:
        case moves.Wounded(seat=seat):
            return labelled(who, _wounds(before.player(seat), after.player(seat)))
        case moves.PileChanged(seat=seat):
            was, now = before.player(seat), after.player(seat)
            said = [change(_("draw pile"), was.pile, now.pile)]
            if now.wounds != was.wounds:
                said.append(_wounds(was, now))
            return labelled(who, ", ".join(said))
        case moves.DiceChanged(seat=seat, die=die, by=by):
            active = (table.player(seat).active.get(die, 0) for table in (before, after))
            was_active, now_active = active
            dice = {"who": who, "dice": dice_name(die), "number": abs(now_active - was_active)}
            if by > 0:
                return _("%(who)s: active, %(dice)s × %(number)s") % dice
            return _("%(who)s: exhausted, %(dice)s × %(number)s") % dice
        case moves.LifeRead(value=value):
            return _("%(who)s: %(value)s life") % {"who": who, "value": value}
        case moves.FirstChosen():
            return _("First player: %(who)s") % {"who": who}
        case moves.TurnEnded(passed=True):
            return _("%(who)s passed") % {"who": who}
        case moves.TurnEnded():
            return _("End of turn: %(who)s") % {"who": who}
        case moves.PhaseEnded(phase=phase):
            return _("%(phase)s is done") % {"phase": PHASES[phase]}
    raise TypeError(f"{type(move).__name__} is no move of this game.")


def _wounds(before: Player, after: Player) -> str:
    return change(_("wounds"), before.wounds, after.wounds)


def _dial_choices(seat: int, name: str) -> tuple[MoveChoice, MoveChoice]:
    return (
        move_choice(labelled(name, _("wounds")), moves.Wounded(seat, 1)),
        move_choice(labelled(name, _("draw pile")), moves.PileChanged(seat, 1)),
    )


def _names(sheet: DuelSheet) -> dict[int, str]:
    return {seat.number: seat.player or seat.phoenixborn for seat in sheet.body.seats}


@dataclass(frozen=True, slots=True)
class DicePart:
    """The dice of one type that a player has; counted are the active ones."""

    die: DieView
    counter: Counter


@dataclass(frozen=True, slots=True)
class SeatPart:
    """A player at the table."""

    seat: int
    name: str
    detail: str
    wounds: Counter
    left: int | None
    pile: Counter
    dice: tuple[DicePart, ...]
    active: int
    all_dice: int
    is_active: bool
    is_destroyed: bool
    is_unread: bool  # the life is not known yet


@dataclass(frozen=True, slots=True)
class TurnPart:
    """What happens now, the next moves, and who may take the first player token."""

    round: int
    phase: str
    seat: int
    title: str
    lead: str
    first: str
    taps: tuple[Tap, ...]
    others: tuple[Tap, ...]
    is_over: bool
    result_url: str

    @property
    def key(self) -> str:
        """Return what changes with each turn."""
        return f"{self.round}-{self.seat}"

    @property
    def asks_who_is_first(self) -> bool:
        """Say whether nobody has the first player token yet."""
        return bool(self.others) and not self.first


def _seat(table: Table, player: Player, sheet: DuelSheet, names: Mapping[int, str]) -> SeatPart:
    """Return the state of a player."""
    seat, sheet_seat = player.seat, sheet.body.seats[player.seat - 1]
    name, active = names[seat], player.active

    def dial(
        key: str,
        label: str,
        value: int,
        most: int | None,
        move: Callable[..., Move],
        *of: DiceType,
        limit: int | None = None,
        overflows: bool = False,
    ) -> Counter:
        return counter(
            f"{key}-{seat}",
            labelled(name, label),
            value,
            partial(move, seat, *of),
            most,
            limit=limit,
            overflows=overflows,
        )

    def dice(kind: DiceType, most: int) -> DicePart:
        label, value = dice_name(kind), active.get(kind, 0)
        return DicePart(die_view(kind), dial(kind, label, value, most, moves.DiceChanged, kind))

    return SeatPart(
        seat=seat,
        name=name,
        detail=sheet_seat.phoenixborn if sheet_seat.player else "",
        wounds=dial(
            "wounds", _("wounds"), player.wounds, player.life, moves.Wounded, limit=MAX_LIFE
        ),
        left=player.left,
        pile=dial(
            "pile",
            _("draw pile"),
            player.pile,
            None,
            moves.PileChanged,
            overflows=table.phase is Phase.PREPARATION,
        ),
        dice=tuple(dice(kind, most) for kind, most in player.dice.items()),
        active=sum(active.values()),
        all_dice=sum(player.dice.values()),
        is_active=seat == table.turn,
        is_destroyed=player.is_destroyed,
        is_unread=player.life is None,
    )


def _turn(table: Table, names: Mapping[int, str], result_url: str) -> TurnPart:
    """Return what happens now."""
    title, lead = _headline(table, names)
    chooses = table.phase is Phase.PREPARATION and not table.is_over
    return TurnPart(
        round=table.round,
        phase=str(PHASES[table.phase]),
        seat=table.turn or 0,
        title=title,
        lead=lead,
        first=names.get(table.first or 0, ""),
        taps=() if table.is_over else tuple(_taps(table)),
        others=tuple(
            tap(name, moves.FirstChosen(seat))
            for seat, name in names.items()
            if chooses and seat in table.living and seat != table.first
        ),
        is_over=table.is_over,
        result_url=result_url,
    )


def _headline(table: Table, names: Mapping[int, str]) -> tuple[str, str]:
    """Return what happens now, and what to do."""
    if table.is_over:
        if table.winner is None:
            return _("Nobody is left"), _("A draw: all Phoenixborn are destroyed.")
        text = _("%(name)s has won") % {"name": names[table.winner]}
        return text, _("The last Phoenixborn that is not destroyed.")
    if table.phase is Phase.TURNS:
        passed = _("Passed in a row: %(number)s") % {"number": table.passes}
        return names[table.turn or 1], passed if table.passes else ""
    if table.phase is Phase.RECOVERY:
        return str(PHASES[table.phase]), _(
            "Units lose as many wounds as their recover value; every card loses one exhaustion "
            "token. You may exhaust dice. The first player token moves to the left."
        )
    last = table.falls[-1] if table.falls else None
    if last is not None and last.in_preparation and last.round == table.round:
        title = _("Destroyed in preparation: %(names)s")
        return title % {"names": listed(names[seat] for seat in last.seats)}, _(
            "All prepare at the same time: enter everybody’s wounds before you go on."
        )
    if table.first is None:
        return _("Who goes first?"), _("Whoever rolls most basic symbols.")
    return str(PHASES[table.phase]), _(
        "Roll your exhausted dice, discard what you like, and draw to five. "
        "Each card that you can’t draw is a wound."
    )


def _taps(table: Table) -> Iterator[Tap]:
    match table.phase:
        case Phase.TURNS if table.turn is not None:
            yield tap(_("End the turn"), moves.TurnEnded(table.turn), style="large")
            label = pgettext("a main action", "Pass")
            yield tap(label, moves.TurnEnded(table.turn, passed=True))
        case Phase.PREPARATION if table.first is not None:
            decided = len(table.living) <= 1
            label = _("Preparation is done") if decided else _("Begin the turns")
            yield tap(label, moves.PhaseEnded(table.phase), style="large")
        case Phase.RECOVERY:
            yield tap(_("Next round"), moves.PhaseEnded(table.phase), style="large")


LIVE = DuelLiveFace()
