"""Replay: facts in, state out; the first fact that does not fit is named."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from campaign.rules.aeons_end.catalogue.pack import Pack
from campaign.rules.aeons_end.legacy.checks import party_problems, problems_of
from campaign.rules.aeons_end.legacy.facts import (
    Fact,
    Game,
    Planned,
    Played,
    Seat,
    Story,
    kind_of,
)
from campaign.rules.aeons_end.legacy.ledger import Ledger
from campaign.rules.aeons_end.legacy.state import State
from campaign.rules.core.problems import Detail, Problem, RulesError


class ReplayError(RulesError):
    """The story does not hold: ``fact``, the ``index``-th of its game, is the first that fails."""

    def __init__(
        self, problems: tuple[Problem, ...], *, game: int, index: int, fact: Fact | None
    ) -> None:
        super().__init__(problems)
        self.game = game
        self.index = index
        self.fact = fact


def opened(pack: Pack, seats: tuple[Seat, ...]) -> Ledger:
    """Open a ledger for a party, or refuse the party."""
    found = party_problems(pack, seats)
    if found:
        raise ReplayError(found, game=0, index=0, fact=None)
    return Ledger(pack, seats)


def enter(ledger: Ledger, game: Game) -> None:
    """Enter a game's facts in order, and stop at the first that does not fit."""
    for index, fact in enumerate(game.facts):
        found = problems_of(ledger, game.number, fact)
        if found:
            raise ReplayError(found, game=game.number, index=index, fact=fact)
        ledger.apply(game.number, fact)


def ledger_of(story: Story, pack: Pack, *, until: int | None = None) -> Ledger:
    """Replay a story, or its games up to one, and return the ledger to go on from."""
    ledger = opened(pack, story.seats)
    for game in story.games:
        if until is not None and game.number > until:
            break
        enter(ledger, game)
    return ledger


def replay(story: Story, pack: Pack, *, until: int | None = None) -> State:
    """Return the state of a campaign, now or as it was after a game."""
    return ledger_of(story, pack, until=until).state()


def unfit(story: Story, pack: Pack, game: int) -> tuple[Fact, ...]:
    """Return what of a game's aftermath does not fit its plan and result, in order.

    Each fact is judged after those before it that do fit. A result that cannot stand itself makes
    nothing else unfit: that is for whoever enters it to hear first.
    """
    ledger = ledger_of(story, pack, until=game - 1)
    told = next((g.facts for g in story.games if g.number == game), ())
    found: list[Fact] = []
    for fact in told:
        if not problems_of(ledger, game, fact):
            ledger.apply(game, fact)
        elif isinstance(fact, Planned | Played):
            return ()
        else:
            found.append(fact)
    return tuple(found)


def states(story: Story, pack: Pack) -> Iterator[tuple[int, State]]:
    """Yield the state after each game, replaying once."""
    ledger = opened(pack, story.seats)
    yield 0, ledger.state()
    for game in story.games:
        enter(ledger, game)
        yield game.number, ledger.state()


def check(story: Story, pack: Pack, game: int, fact: Fact) -> tuple[Problem, ...]:
    """Return what stands against one more fact; an earlier game's is replayed in its place.

    Problems of the fact itself come back as they are. If the fact fits but a later one no longer
    does, the answer is one problem, ``story.later_fact_breaks``, that names it.
    """
    try:
        replay(story.with_fact(game, fact), pack)
    except ReplayError as error:
        if error.fact is fact:
            return error.problems
        return (breaks_later(error),)
    return ()


def breaks_later(error: ReplayError) -> Problem:
    """Return the problem that names the fact at which a changed story no longer holds."""
    return Problem("story.later_fact_breaks", _where(error))


def breaks_own(game: int, facts: Sequence[Fact]) -> Problem:
    """Return the problem that these facts of a game no longer fit its own result."""
    kind = str(kind_of(facts[0]))
    details: dict[str, Detail] = {"game": game, "kind": kind, "count": len(facts)}
    return Problem("story.aftermath_breaks", details)


def _where(error: ReplayError) -> dict[str, Detail]:
    kind = str(kind_of(error.fact)) if error.fact else ""
    codes = tuple(problem.code for problem in error.problems)
    return {"game": error.game, "kind": kind, "index": error.index, "codes": codes}
