"""The recorded result of a game, and the contradictions in it.

Neither a mage nor Gravehold nor the nemesis ever has more life than at the start (War Eternal
pp. 8, 10; Legacy pp. 8, 10). The rest are the rules of ``endings`` and ``exhaustion``.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated, Self

from campaign.rules.aeons_end import exhaustion
from campaign.rules.aeons_end.endings import Ending, Result
from campaign.rules.aeons_end.turn_order import MAX_MAGES, SeatNumber
from campaign.rules.core import sizes
from campaign.rules.core.constraints import Check, Limit, Most
from campaign.rules.core.entries import At, BySeat, Number
from campaign.rules.core.problems import Problem
from campaign.rules.core.sizes import MAX_NUMBER

_UP_TO_FOUR = Check(lambda lives: len(lives) <= 4, "a list of 4 at most")
Life = Annotated[int, Limit(0, MAX_NUMBER, ruled_below=True)]


@dataclass(frozen=True, slots=True)
class Tally:
    """Who won, and what the dials and mats showed at the end; None is "not entered"."""

    result: Result
    ending: Ending | None = None
    gravehold_life: Life | None = None
    nemesis_life: Life | None = None
    lives: Annotated[BySeat[Life | None], _UP_TO_FOUR, At("lives", first=1)] = ()  # by seat
    exhausted: Annotated[frozenset[SeatNumber], Most(sizes.SEATS)] = frozenset()
    rounds: Number | None = None

    def tidied(self) -> Self:
        """List every seat that it says anything about."""
        # A seat beyond the table is refused later; it must not make the list too long here.
        last = max((seat for seat in self.exhausted if seat <= MAX_MAGES), default=0)
        missing = (None,) * (last - len(self.lives))
        return replace(self, lives=(*self.lives, *missing))


def as_ended(tally: Tally, *, mages: int, nemesis_life: int | None) -> Tally:
    """Return a tally with the dials that nobody noted filled in, as far as its ending implies.

    ``nemesis_life`` is the life at the start, None where no dial stands for the nemesis' defeat.
    """
    match tally.ending:
        case Ending.NEMESIS_DEFEATED if nemesis_life is not None and tally.nemesis_life is None:
            return replace(tally, nemesis_life=0)
        case Ending.GRAVEHOLD_FALLEN if tally.gravehold_life is None:
            return replace(tally, gravehold_life=0)
        case Ending.MAGES_EXHAUSTED if exhaustion.is_loss(exhausted=mages, mages=mages):
            lives = tuple(_life(tally, seat) or 0 for seat in range(1, mages + 1))
            fell = {seat for seat, life in enumerate(lives, start=1) if not life}
            return replace(tally, lives=lives, exhausted=tally.exhausted | fell)
    return tally


@dataclass(frozen=True, slots=True)
class Dials:
    """The dials at the start; ``nemesis_life`` is None where no dial stands for its defeat."""

    mages: int
    mage_life: int
    gravehold_life: int
    nemesis_life: int | None

    @property
    def seats(self) -> range:
        """Return the numbers of the seats."""
        return range(1, self.mages + 1)


def result_problems(tally: Tally, start: Dials) -> tuple[Problem, ...]:
    """Return every contradiction in the result of a game that started with these dials."""
    checks = (_ending, _win, _loss, _lives)
    return tuple(problem for check in checks for problem in check(tally, start))


def _life(tally: Tally, seat: int) -> int | None:
    return tally.lives[seat - 1] if seat <= len(tally.lives) else None


def _is_exhausted(tally: Tally, seat: int) -> bool:
    return seat in tally.exhausted or _life(tally, seat) == 0


def _ending(tally: Tally, _start: Dials) -> Iterator[Problem]:
    result, ending = tally.result, tally.ending
    if ending is not None and ending.result is not result:
        details = {"result": str(result), "ending": str(ending)}
        yield Problem("result.ending_of_other_result", details, "ending")


def _win(tally: Tally, start: Dials) -> Iterator[Problem]:
    if tally.result is not Result.WIN:
        return
    if tally.gravehold_life == 0:
        yield Problem("result.win_with_gravehold_fallen", {}, "gravehold_life")
    exhausted = sum(_is_exhausted(tally, seat) for seat in start.seats)
    if exhaustion.is_loss(exhausted=exhausted, mages=start.mages):
        yield Problem("result.win_with_all_exhausted", {"mages": start.mages}, "result")
    life = tally.nemesis_life
    if start.nemesis_life is None or life is None:
        return
    if tally.ending is Ending.NEMESIS_DEFEATED and life > 0:
        yield Problem("result.win_with_nemesis_alive", {"life": life}, "nemesis_life")
    if tally.ending is Ending.DECK_EXHAUSTED and life == 0:
        yield Problem("result.deck_out_with_nemesis_at_zero", {}, "nemesis_life")


def _loss(tally: Tally, start: Dials) -> Iterator[Problem]:
    if tally.result is not Result.LOSS:
        return
    if start.nemesis_life is not None and tally.nemesis_life == 0:
        yield Problem("result.loss_with_nemesis_at_zero", {}, "nemesis_life")
    gravehold = tally.gravehold_life
    match tally.ending:
        case Ending.MAGES_EXHAUSTED:
            yield from _loss_by_exhaustion(tally, start)
        case Ending.GRAVEHOLD_FALLEN if gravehold is not None and gravehold > 0:
            yield Problem("result.gravehold_has_life", {"life": gravehold}, "gravehold_life")
        case Ending.NEMESIS_CONDITION if gravehold == 0:
            yield Problem("result.gravehold_fell_instead", {}, "ending")


def _loss_by_exhaustion(tally: Tally, start: Dials) -> Iterator[Problem]:
    if not exhaustion.is_loss(exhausted=start.mages, mages=start.mages):
        yield Problem("result.exhaustion_with_one_mage", {}, "ending")
        return
    # If nothing is noted of any mage, the ending implies that all were exhausted.
    if not tally.exhausted and all(_life(tally, seat) is None for seat in start.seats):
        return
    not_exhausted = tuple(seat for seat in start.seats if not _is_exhausted(tally, seat))
    if not_exhausted:
        yield Problem(
            "result.not_all_exhausted", {"seats": not_exhausted}, f"exhausted.{not_exhausted[0]}"
        )


def _lives(tally: Tally, start: Dials) -> Iterator[Problem]:
    yield from _dial("gravehold", tally.gravehold_life, start.gravehold_life, "gravehold_life")
    yield from _dial("nemesis", tally.nemesis_life, start.nemesis_life, "nemesis_life")
    listed = set(range(1, len(tally.lives) + 1)) | tally.exhausted
    unknown = tuple(sorted(listed - set(start.seats)))
    if unknown:
        yield Problem("result.seat_unknown", {"seats": unknown, "mages": start.mages}, "lives")
    for seat in start.seats:
        life = _life(tally, seat)
        path = f"lives.{seat}"
        yield from _dial("mage", life, start.mage_life, path, seat=seat)
        if life is None:
            continue
        if seat in tally.exhausted and life > 0:
            yield Problem("result.exhausted_with_life", {"seat": seat, "life": life}, path)
        if seat not in tally.exhausted and life == 0:
            yield Problem("result.life_zero_not_exhausted", {"seat": seat}, path)


def _dial(
    whose: str, life: int | None, start: int | None, path: str, *, seat: int = 0
) -> Iterator[Problem]:
    """Check a life against its dial; ``whose`` is mage (with a seat), gravehold or nemesis."""
    if life is None:
        return
    if life < 0:
        yield Problem("result.life_below_zero", {"whose": whose, "seat": seat, "life": life}, path)
    if start is not None and life > start:
        # The start is the pack's and may be overruled; no nemesis goes above its printed life.
        yield Problem(
            "result.life_above_start",
            {"whose": whose, "seat": seat, "life": life, "start": start},
            path,
            overrulable=whose != "nemesis",
        )
