"""The moves of a live game that are about a Chimera (Red Rains)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Annotated, Final

from campaign.rules.ashes import cards_in_play
from campaign.rules.ashes.catalogue import PLAYERS
from campaign.rules.ashes.chimera import (
    BEHAVIOUR_SIDES,
    LEVELS,
    MAX_THREAT,
    MAX_ULTIMATE,
    RAGE_DICE,
    Aim,
    Blood,
)
from campaign.rules.ashes.chimera_recovery import drawn, placed
from campaign.rules.ashes.chimera_turn import face_down, raged
from campaign.rules.ashes.table import MAX_IN_PLAY, ChimeraState, RoundPhase, Table
from campaign.rules.ashes.wounds import wounded
from campaign.rules.core.constraints import Limit, Line
from campaign.rules.core.entries import Number
from campaign.rules.core.keys import Key
from campaign.rules.core.live import Move
from campaign.rules.core.problems import Problem
from campaign.rules.core.sizes import NAME

MAX_TOKENS: Final = 99


@dataclass(frozen=True, slots=True)
class ChimeraMove(Move):
    """A move that is about the Chimera."""


@dataclass(frozen=True, slots=True)
class ChimeraRolled(ChimeraMove, kind="chimera_roll", conflict_key="turn"):
    """One basic rage die was rolled, then the behaviour die; chance decides."""

    power: bool = False  # the rage die shows it
    behaviour: Annotated[int, Limit(0, BEHAVIOUR_SIDES)] = 0


@dataclass(frozen=True, slots=True)
class RageChanged(ChimeraMove, kind="rage"):
    """Rage dice were raised, or lowered."""

    by: Annotated[int, Limit(-RAGE_DICE, RAGE_DICE)]


@dataclass(frozen=True, slots=True)
class RainsChanged(ChimeraMove, kind="rains"):
    """Red Rains tokens were put on the Chimera, or removed."""

    by: Annotated[int, Limit(-MAX_ULTIMATE, MAX_ULTIMATE)]


@dataclass(frozen=True, slots=True)
class UltimateResolved(ChimeraMove, kind="ultimate", conflict_key="ultimate"):
    """The ultimate was resolved: its tokens go, and the next behaviour and ultimate cards come."""


@dataclass(frozen=True, slots=True)
class AspectRevealed(ChimeraMove, kind="reveal", conflict_key="reveal"):
    """The leftmost face-down aspect opposite the player whom the Chimera faces was turned up."""

    name: Annotated[str, Line(NAME)]
    card: Key | None = None  # its id in the catalogue
    attack: Number | None = None
    life: Number | None = None
    blood: Blood = 0
    aim: Aim | None = None
    status: Annotated[int, Limit(0, 9)] = 0


@dataclass(frozen=True, slots=True)
class AspectPlaced(ChimeraMove, kind="aspect"):
    """An aspect was put face down opposite a player, or removed from there."""

    facing: Annotated[int, Limit(1, PLAYERS[-1])]
    by: Annotated[int, Limit(-1, 1)] = 1


@dataclass(frozen=True, slots=True)
class ChimeraFaced(ChimeraMove, kind="faces", conflict_key="turn"):
    """The Chimera has its turn against another player first."""

    facing: Annotated[int, Limit(1, PLAYERS[-1])]


@dataclass(frozen=True, slots=True)
class ChimeraRead(ChimeraMove, kind="chimera_read", conflict_key="chimera"):
    """The threat or the ultimate value was read off the card."""

    threat: Annotated[int, Limit(1, MAX_THREAT)] | None = None
    ultimate: Annotated[int, Limit(1, MAX_ULTIMATE)] | None = None


CHIMERA_MOVES: tuple[type[Move], ...] = (
    ChimeraRolled,
    RageChanged,
    RainsChanged,
    UltimateResolved,
    AspectRevealed,
    AspectPlaced,
    ChimeraFaced,
    ChimeraRead,
)


def rolled(move: ChimeraRolled, rng: Random) -> ChimeraRolled:
    """Return a roll with how the dice fell: three of six sides of a rage die show power."""
    power = rng.random() < 1 / 2
    return replace(move, power=power, behaviour=rng.randint(1, BEHAVIOUR_SIDES))


def chimera_problems(table: Table, move: ChimeraMove) -> Iterator[Problem]:
    """Yield why a move of the Chimera is refused."""
    chimera = table.chimera
    if chimera is None:
        yield Problem("chimera.none")
        return
    match move:
        case ChimeraRolled() if table.phase is not RoundPhase.TURNS or table.turn != chimera.seat:
            yield Problem("chimera.not_its_turn")
        case ChimeraRolled() if chimera.behaviour:
            yield Problem("chimera.rolled")
        case AspectRevealed(name="", card=None):
            yield Problem("duel.live_no_name", {}, "name")
        case AspectRevealed() if not face_down(table, chimera.faces):
            yield Problem("chimera.none_face_down")
        case UltimateResolved() if not chimera.is_ultimate_due:
            yield Problem("chimera.no_ultimate")
        case AspectPlaced(facing=seat) | ChimeraFaced(facing=seat) if seat not in table.heroes:
            yield Problem("duel.no_such_seat", {"seat": seat}, "facing")
        case AspectPlaced(facing=seat, by=by) if by < 0 and not face_down(table, seat):
            yield Problem("chimera.none_face_down")
        case AspectPlaced(by=by) if by > 0 and _is_full(table, chimera):
            yield Problem("duel.live_no_room", {"most": MAX_IN_PLAY}, "card")
        case ChimeraFaced() if chimera.faced or chimera.behaviour:
            yield Problem("chimera.rolled")


def chimera_applied(table: Table, chimera: ChimeraState, move: ChimeraMove) -> Table:
    """Return the table after a move of the Chimera."""
    match move:
        case ChimeraRolled(power=power, behaviour=behaviour):
            chimera = replace(raged(chimera, int(power)), behaviour=behaviour)
        case RageChanged(by=by):
            chimera = raged(chimera, by)
        case RainsChanged(by=by):
            chimera = replace(chimera, rains=max(0, min(MAX_TOKENS, chimera.rains + by)))
        case UltimateResolved():
            level = min(LEVELS[-1], chimera.level + 1)
            chimera = replace(chimera, rains=chimera.rains - (chimera.ultimate or 0), level=level)
        case ChimeraFaced(facing=seat):
            chimera = replace(chimera, faces=seat)
        case ChimeraRead(threat=threat, ultimate=ultimate):
            chimera = replace(
                chimera,
                threat=threat or chimera.threat,
                ultimate=ultimate or chimera.ultimate,
            )
        case AspectRevealed():
            return _revealed(table, chimera, move)
        case AspectPlaced(facing=seat, by=by) if by > 0:
            return placed(table, seat)
        case AspectPlaced(facing=seat):
            gone = face_down(table, seat)[-1].number
            player = cards_in_play.left(table.player(chimera.seat), gone)
            return drawn(table.with_player(player), chimera, 1)
    return replace(table, chimera=chimera)


def aspect_left(table: Table, chimera: ChimeraState, number: int) -> Table:
    """Return the table without an aspect that was destroyed or discarded: it costs its blood."""
    player = table.player(chimera.seat)
    card = cards_in_play.card_of(player, number)
    blood = (card.blood or 0) if card else 0
    return table.with_player(wounded(cards_in_play.left(player, number), blood))


def _is_full(table: Table, chimera: ChimeraState) -> bool:
    return len(table.player(chimera.seat).in_play) >= MAX_IN_PLAY


def _revealed(table: Table, chimera: ChimeraState, move: AspectRevealed) -> Table:
    player = table.player(chimera.seat)
    hidden = face_down(table, chimera.faces)[0]
    card = replace(
        hidden,
        name=move.name or str(move.card),
        card=move.card or "",
        attack=move.attack,
        life=move.life,
        blood=move.blood,
        aim=move.aim,
        status=move.status,
        pips=move.status,
        face_down=False,
    )
    cards = (card if each.number == hidden.number else each for each in player.in_play)
    return table.with_player(replace(player, in_play=tuple(cards)))
