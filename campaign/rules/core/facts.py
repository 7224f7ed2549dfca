"""Facts: what was decided in a game. Every state is replayed from them."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Annotated, ClassVar, Generic, Self, TypeVar

from campaign.rules.core import sizes
from campaign.rules.core.constraints import Check, Limit, Line
from campaign.rules.core.entries import ELSEWHERE, At, BySeat, Note, Reason
from campaign.rules.core.players import PlayerName

FIRST_DAY = date(2000, 1, 1)  # no box that is played here is older
MAX_MINUTES = 24 * 60
Day = Annotated[
    date,
    Check(
        lambda day: FIRST_DAY <= day < date(2200, 1, 1),
        "a day such as 2026-05-01",
        "file.day",
        {"example": "2026-05-01"},
    ),
]
Minutes = Annotated[int, Limit(1, MAX_MINUTES, ruled=True)]

C = TypeVar("C")
S = TypeVar("S")
R = TypeVar("R")

# Within a game the plan and the result are replayed before the rest, whenever they were written
# down: a result amended months later still precedes the aftermath it opened.
FIRST, SECOND, THIRD, ANY, LAST = range(5)


@dataclass(frozen=True, slots=True)
class Fact:
    """The base of all facts; ``reason`` says why the players overruled the pack, if they did.

    ``kind`` is the name it is stored under, ``rank`` its place among the facts of its game.
    """

    kind: ClassVar[str]
    rank: ClassVar[int] = ANY

    reason: Reason = field(default="", kw_only=True)

    def __init_subclass__(cls, kind: str | None = None, rank: int | None = None) -> None:
        # A class with slots is created twice: the second time without arguments, and a bare
        # ``super()`` fails.
        super(Fact, cls).__init_subclass__()
        if kind is not None:
            cls.kind = kind
        if rank is not None:
            cls.rank = rank

    @property
    def conflict_keys(self) -> frozenset[str] | None:
        """Return what it is about; None for the whole record.

        Of two facts about the same thing from the same record, only the first counts; facts about
        different things can be entered at the same time.
        """
        return None


@dataclass(frozen=True, slots=True)
class Noted(Fact, kind="note"):
    """The players' own words about a game."""

    text: Note

    @property
    def conflict_keys(self) -> frozenset[str]:
        """Return nothing: a game has any number of notes."""
        return frozenset()


@dataclass(frozen=True, slots=True)
class Settled(Fact, kind="settled", rank=LAST):
    """The aftermath is decided."""


@dataclass(frozen=True, slots=True)
class Planned(Fact, Generic[C, S], kind="planned", rank=FIRST):
    """A one-off game was planned: what players chose, and the set-up that was drawn for it.

    ``setup`` is None in a game that is older than stored set-ups: the seed draws it again. A file
    has neither while they would give away what players keep secret from each other.
    """

    choices: Annotated[C, At("")]
    seed: Annotated[str, Line(sizes.TOKEN)]
    setup: Annotated[S, ELSEWHERE] | None = None

    def tidied(self) -> Self:
        """Write the seed in capitals."""
        return replace(self, seed=self.seed.upper())


@dataclass(frozen=True, slots=True)
class Ended(Fact, kind="played", rank=SECOND):
    """When a game was played and how long it took; how it ended is its system's to say."""

    played_on: Day | None = field(default=None, kw_only=True)
    minutes: Minutes | None = field(default=None, kw_only=True)


@dataclass(frozen=True, slots=True)
class Played(Ended, Generic[R]):
    """A one-off game ended; ``players`` by seat."""

    result: Annotated[R, At("")]
    players: Annotated[BySeat[PlayerName], At("players", first=1)] = ()


def conflict_keys(facts: Iterable[Fact]) -> frozenset[str] | None:
    """Return what some facts are about, all together; None for the whole record."""
    about: frozenset[str] = frozenset()
    for fact in facts:
        keys = fact.conflict_keys
        if keys is None:
            return None
        about |= keys
    return about
