"""What the live table of an evening begins with: who plays, and the counters that lie on it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Final

from campaign.rules.core import sizes
from campaign.rules.core.constraints import Limit, Line, Most
from campaign.rules.core.entries import BySeat, Name
from campaign.rules.journal.description import MAX_COUNT, MAX_PLAYERS, PLAYER, Counter, Mode
from campaign.rules.journal.state import GameState, SeatNumber, State

MAX_DIALS: Final = 60  # counters on one table

By = Annotated[int, Limit(-MAX_COUNT, MAX_COUNT)]


@dataclass(frozen=True, slots=True)
class LiveSeat:
    """Somebody at the table, and the name of what they play; the record has who that is."""

    number: SeatNumber
    plays: Name = ""


@dataclass(frozen=True, slots=True)
class LiveDial:
    """A counter on the table; ``seat`` is whose it is, or 0."""

    counter: Annotated[str, Line(sizes.KEY)]
    owner: Annotated[str, Line(sizes.KEY)]
    name: Name
    seat: Annotated[int, Limit(0, MAX_PLAYERS)]
    start: By
    low: By
    high: By


@dataclass(frozen=True, slots=True)
class JournalStart:
    """What a table begins with."""

    seats: BySeat[LiveSeat] = ()
    dials: Annotated[tuple[LiveDial, ...], Most(MAX_DIALS)] = ()
    counts_scores: bool = False


def live_start(state: State, game: GameState) -> JournalStart:
    """Return what the live table of an evening begins with."""
    seats = tuple(
        LiveSeat(seat, state.name(thing) if thing else "") for seat, thing in game.playing.items()
    )
    scores = state.description.result.mode is Mode.SCORES
    return JournalStart(seats, tuple(_dials(state, game))[:MAX_DIALS], scores)


def _dials(state: State, game: GameState) -> Iterator[LiveDial]:
    """Yield the counters that the description has on the table, each with its owner."""
    for counter in state.box.counters.values():
        if counter.live:
            for owner, name, seat in _owners(state, game, counter):
                shows = state.count(counter, owner)
                yield LiveDial(counter.id, owner, name, seat, shows, counter.low, counter.high)


def _owners(state: State, game: GameState, counter: Counter) -> Iterator[tuple[str, str, int]]:
    """Yield who has a counter tonight: of characters and the like, only those that are played."""
    for owner in state.box.owners(counter, game.playing):
        if counter.of == PLAYER:
            yield owner, counter.name, int(owner)
        elif not owner:
            yield owner, counter.name, 0
        else:
            seat = next((each for each, thing in game.playing.items() if thing == owner), 0)
            if seat:
                yield owner, counter.name, seat
            elif not state.box.kinds[counter.of].played:
                yield owner, f"{state.name(owner)}: {counter.name}"[: sizes.NAME], 0
