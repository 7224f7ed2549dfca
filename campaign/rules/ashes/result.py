"""The result of a game: the last Phoenixborn that is not destroyed wins (p. 13).

Against a Chimera all win together once it is destroyed, and lose as soon as one of them is.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Final

from campaign.rules.ashes.catalogue import PLAYERS
from campaign.rules.ashes.duel import DuelSetup, life_of
from campaign.rules.ashes.red_rains import ChimeraSetup
from campaign.rules.core.constraints import Limit
from campaign.rules.core.entries import At, BySeat, Number
from campaign.rules.core.problems import Detail, Problem

MAX_ROUNDS: Final = 99
MAX_LIFE: Final = 99


class Ending(StrEnum):
    """How a game ended."""

    DESTROYED = "destroyed"  # one Phoenixborn was left
    CONCEDED = "conceded"
    STOPPED = "stopped"  # time was up


class Together(StrEnum):
    """How a game against a Chimera ended for all."""

    WIN = "win"
    LOSS = "loss"


@dataclass(frozen=True, slots=True)
class DuelResult:
    """The result; ``places`` and ``life`` by seat, None where not recorded."""

    winner: int | None = None  # a seat; None: a draw, or all won or lost together
    ending: Ending | None = None
    rounds: Annotated[int, Limit(1, MAX_ROUNDS)] | None = None
    places: BySeat[int | None] = ()
    life: Annotated[BySeat[Number | None], At("life", first=1)] = ()
    together: Together | None = None  # None: they played against each other
    chimera_life: Number | None = None  # that it had left


def result_problems(setup: DuelSetup, result: DuelResult) -> Iterator[Problem]:
    """Yield every contradiction in a result."""
    if setup.draft is not None:
        yield Problem("draft.unfinished")
        return
    seats = range(1, len(setup.seats) + 1)
    winner = result.winner
    if winner is not None and winner not in seats:
        yield Problem("duel.no_such_seat", {"seat": winner}, "winner")
        return
    for name, noted in (("places", result.places), ("life", result.life)):
        if len(noted) > len(seats):
            yield Problem("duel.no_such_seat", {"seat": len(noted)}, name)
    if setup.chimera is not None:
        yield from _together_problems(setup, result, setup.chimera)
        return
    if result.together is not None:
        yield Problem("chimera.none", {}, "together")
    yield from _life_problems(setup, result, seats)
    yield from _place_problems(result, seats)


def _together_problems(
    setup: DuelSetup, result: DuelResult, chimera: ChimeraSetup
) -> Iterator[Problem]:
    """Yield the contradictions in a result against a Chimera."""
    won, left = result.together is Together.WIN, result.chimera_life
    destroyed = [s for s in range(1, len(setup.seats) + 1) if noted(result.life, s) == 0]
    if result.together is None or result.winner is not None:
        yield Problem("chimera.no_result", {}, "together")
        return
    if left is not None and chimera.life is not None and left > chimera.life:
        details: dict[str, Detail] = {"most": chimera.life, "actual": left}
        yield Problem("chimera.more_life", details, "chimera_life", overrulable=True)
    if won and left and result.ending is Ending.DESTROYED:
        yield Problem("chimera.lives", {}, "chimera_life")
    if not won and left == 0:
        yield Problem("chimera.destroyed", {}, "chimera_life")
    if won and destroyed:
        yield Problem("duel.winner_destroyed", {"seat": destroyed[0]}, f"life.{destroyed[0]}")
    if won and result.ending not in (None, Ending.DESTROYED):
        yield Problem("chimera.won_otherwise", {}, "ending")


def _life_problems(setup: DuelSetup, result: DuelResult, seats: range) -> Iterator[Problem]:
    by_destruction = result.ending is Ending.DESTROYED
    for seat in seats:
        left, printed = noted(result.life, seat), life_of(setup.seats[seat - 1])
        if left is None:
            continue
        path = f"life.{seat}"
        if printed is not None and left > printed:
            details: dict[str, Detail] = {"seat": seat, "most": printed, "actual": left}
            yield Problem("duel.more_life_than_printed", details, path, overrulable=True)
        if seat == result.winner and not left:
            yield Problem("duel.winner_destroyed", {"seat": seat}, path)
        elif seat != result.winner and left and by_destruction:
            code = "duel.loser_lives" if result.winner else "duel.somebody_lives"
            yield Problem(code, {"seat": seat}, path)


def _place_problems(result: DuelResult, seats: range) -> Iterator[Problem]:
    for seat in seats:
        place = noted(result.places, seat)
        if place is None:
            continue
        path = f"places.{seat}"
        if not 1 <= place <= len(seats):
            yield Problem("duel.no_such_place", {"most": len(seats), "actual": place}, path)
        elif seat == result.winner and place != 1:
            yield Problem("duel.winner_not_first", {"seat": seat}, path)
        elif seat != result.winner and place == 1 and result.winner is not None:
            yield Problem("duel.first_did_not_win", {"seat": seat}, path)


def noted(values: Sequence[int | None], seat: int) -> int | None:
    """Return the value of a seat; None if none was recorded."""
    return values[seat - 1] if seat <= len(values) else None


def places_of(players: int, result: DuelResult) -> dict[int, int]:
    """Return the known places by seat; those of the winner, and in a duel of the loser, follow."""
    places = {s: p for s in range(1, players + 1) if (p := noted(result.places, s)) is not None}
    if result.winner is not None:
        places[result.winner] = 1
        if players == PLAYERS[0]:
            places[PLAYERS[0] + 1 - result.winner] = PLAYERS[0]
    return places
