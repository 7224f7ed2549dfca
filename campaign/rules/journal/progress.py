"""Which chapter comes next, and what is offered after a game."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from campaign.rules.core.keys import is_typed
from campaign.rules.journal.description import PLAYER, Mode, Moment, within_bounds
from campaign.rules.journal.state import GameState, State


class Step(StrEnum):
    """What a group does next."""

    PLAN = "plan"
    PLAY = "play"
    SETTLE = "settle"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class NextStep:
    """The next step; ``chapters`` are those to choose from, none where any will do."""

    step: Step
    game: int
    chapters: tuple[str, ...] = ()
    seals: tuple[str, ...] = ()  # to be opened first


def next_step(state: State) -> NextStep:
    """Return what a group does next."""
    latest = state.latest
    if latest is not None and not latest.is_settled:
        step = Step.PLAY if latest.outcome is None else Step.SETTLE
        return NextStep(step, latest.number, (latest.chapter,), due_seals(state, latest.chapter))
    chapters, number = expected_chapters(state), len(state.games) + 1
    if not chapters and not is_free(state):
        return NextStep(Step.OVER, number - 1)
    seals = due_seals(state, chapters[0]) if len(chapters) == 1 else ()
    return NextStep(Step.PLAN, number, chapters, seals)


def expected_chapters(state: State) -> tuple[str, ...]:
    """Return the chapters that can be played next; none where the story is over, or has none."""
    latest = _latest_of_course(state)
    if chosen := _chosen_since(state, latest):
        return (chosen,)
    if latest is None:
        return tuple(key for key in state.box.chapters if not is_typed(key))[:1]
    return (latest.chapter,) if plays_again(state, latest) else state.box.following(latest.chapter)


def is_free(state: State) -> bool:
    """Say whether the group itself says what is played next: nothing is described, or no more."""
    latest = _latest_of_course(state)
    return not expected_chapters(state) and (latest is None or state.is_own(latest.chapter))


def is_expected(state: State, chapter: str) -> bool:
    """Say whether a chapter can be played next; beside chapters of their own, a group plays any."""
    expected = expected_chapters(state)
    if chapter in expected:
        return True
    return all(map(state.is_own, expected)) if expected else is_free(state)


def _of_course(game: GameState) -> bool:
    """Say whether a game is of a chapter; those in the group's own words are played beside it."""
    return bool(game.chapter) and not is_typed(game.chapter)


def _latest_of_course(state: State) -> GameState | None:
    """Return the latest game of a chapter."""
    return next(filter(_of_course, reversed(state.games)), None)


def _chosen_since(state: State, latest: GameState | None) -> str:
    """Return which way was chosen after the latest game of a chapter, or after one beside it."""
    since = state.games[latest.number - 1 :] if latest else state.games
    return next((game.chosen for game in reversed(since) if game.chosen), "")


def plays_again(state: State, game: GameState) -> bool:
    """Say whether a chapter was lost and has another try."""
    chapter = state.box.chapters.get(game.chapter)
    if chapter is None or not game.is_lost:
        return False
    return chapter.tries == 0 or losses_in_a_row(state, game.chapter) < chapter.tries


def losses_in_a_row(state: State, chapter: str) -> int:
    """Return how often a chapter was lost since another one was played."""
    losses = 0
    for game in reversed(state.games):
        if game.chapter == chapter and game.is_lost:
            losses += 1
        elif game.chapter == chapter or _of_course(game):
            break
    return losses


def due_seals(state: State, chapter: str) -> tuple[str, ...]:
    """Return the seals to open before a chapter is set up, that are still shut."""
    found = state.box.chapters.get(chapter)
    return tuple(seal for seal in (found.opens if found else ()) if seal not in state.opened)


@dataclass(frozen=True, slots=True)
class Offer:
    """A change of a counter that the description offers after a game."""

    counter: str
    owner: str
    by: int


def offers(state: State, at_table: Mapping[tuple[str, str], int] | None = None) -> Iterator[Offer]:
    """Yield the changes that are offered after the latest game; a group ticks what it wants.

    ``at_table`` is by how much counters changed on the live table, by counter and owner.
    """
    game = state.latest
    if game is None or game.outcome is None:
        return
    for counter in state.box.counters.values():
        if counter.every_game:
            continue
        for owner in state.box.owners(counter, (seat.number for seat in state.seats)):
            seat = _seat_of(game, counter.of, owner)
            by = _offered(state, game, dict(counter.after), seat)
            by += (at_table or {}).get((counter.id, owner), 0)
            shows = state.count(counter, owner)
            if by := within_bounds(shows, by, counter.low, counter.high) - shows:
                yield Offer(counter.id, owner, by)


def _seat_of(game: GameState, of: str, owner: str) -> int | None:
    """Return who played the owner of a counter; None for one of the whole group."""
    if of == PLAYER:
        return int(owner) if int(owner) in game.playing else None
    return next((seat for seat, thing in game.playing.items() if thing and thing == owner), None)


def _offered(state: State, game: GameState, after: dict[Moment, int], seat: int | None) -> int:
    outcome = game.outcome
    if outcome is None:
        return 0
    if Moment.SCORE in after and seat is not None:
        return after[Moment.SCORE] * (outcome.score(seat) or 0)
    if state.description.result.mode is Mode.TOGETHER and outcome.result is not None:
        return after.get(Moment(outcome.result.value), 0)
    return 0
