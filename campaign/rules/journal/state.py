"""A journal at one moment: where everything is, which marks it has, what the counters show."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Annotated, Any, Self

from campaign.rules.core import sizes
from campaign.rules.core.constraints import Limit, Most
from campaign.rules.core.entries import BySeat, PersonName
from campaign.rules.core.keys import is_typed
from campaign.rules.core.players import PlayerName
from campaign.rules.journal.box import Box
from campaign.rules.journal.description import MAX_PLAYERS, Addition, Counter, Description, Score

SeatNumber = Annotated[int, Limit(1, MAX_PLAYERS)]


@dataclass(frozen=True, slots=True)
class JournalSeat:
    """Somebody of the group."""

    number: SeatNumber
    name: PersonName


class Won(StrEnum):
    """How everybody together fared."""

    WIN = "win"
    LOSS = "loss"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended; which of it is said depends on the description's mode."""

    result: Won | None = None  # of a game that all win or lose together
    scores: BySeat[Score | None] = ()  # by seat
    ranks: BySeat[Annotated[int, Limit(1, MAX_PLAYERS)] | None] = ()  # by seat
    winners: Annotated[frozenset[SeatNumber], Most(sizes.SEATS)] = frozenset()  # of sides

    def score(self, seat: int) -> int | None:
        """Return the score of a seat."""
        return self.scores[seat - 1] if seat <= len(self.scores) else None

    def rank(self, seat: int) -> int | None:
        """Return the rank of a seat, by its score where nobody said it; equals share one."""
        if self.scores:
            mine = self.score(seat)
            better = (score for score in self.scores if score is not None)
            return None if mine is None else 1 + sum(score > mine for score in better)
        return self.ranks[seat - 1] if seat <= len(self.ranks) else None


@dataclass(frozen=True, slots=True)
class Placed:
    """A mark on a thing; ``name`` and ``text`` are in the group's own words."""

    thing: str
    slot: str
    mark: str
    name: str = ""
    text: str = ""
    game: int = 0


@dataclass(frozen=True, slots=True)
class Reminder:
    """What is to be remembered when a chapter is planned."""

    chapter: str
    text: str


@dataclass(frozen=True, slots=True)
class GameState:
    """A game of the journal."""

    number: int
    chapter: str
    playing: Mapping[int, str]  # seats, each with the thing that they play, or ""
    outcome: Outcome | None = None
    chosen: str = ""  # the chapter that the group wants next
    is_settled: bool = False

    @property
    def is_lost(self) -> bool:
        """Say whether everybody lost together."""
        return self.outcome is not None and self.outcome.result is Won.LOSS

    @property
    def winners(self) -> tuple[int, ...]:
        """Return the seats of those who won for themselves; () where all win or lose together."""
        outcome = self.outcome
        if outcome is None:
            return ()
        return tuple(
            seat for seat in self.playing if seat in outcome.winners or outcome.rank(seat) == 1
        )


@dataclass(frozen=True, slots=True)
class Find:
    """What a group met and described itself; ``seal`` is what it came out of, or ""."""

    seal: str
    addition: Addition


@dataclass(frozen=True, slots=True)
class State:
    """A journal at one moment."""

    description: Description
    seats: tuple[JournalSeat, ...]
    box: Box
    places: Mapping[str, str] = field(default_factory=dict)  # by thing
    marks: tuple[Placed, ...] = ()
    counts: Mapping[tuple[str, str], int] = field(default_factory=dict)  # by counter and owner
    names: Mapping[str, str] = field(default_factory=dict)  # that the group gave, by thing
    opened: tuple[str, ...] = ()  # seals
    games: tuple[GameState, ...] = ()
    reminders: tuple[Reminder, ...] = ()
    edition: int = 1  # of the description
    finds: tuple[Find, ...] = ()  # what the group described itself

    @property
    def latest(self) -> GameState | None:
        """Return the latest game."""
        return self.games[-1] if self.games else None

    @property
    def goes_on(self) -> bool:
        """Say whether a game is planned or played, and its aftermath is not finished."""
        return self.latest is not None and not self.latest.is_settled

    @property
    def shut(self) -> tuple[str, ...]:
        """Return the seals that nobody has opened."""
        return tuple(seal for seal in self.box.seals if seal not in self.opened)

    def name(self, thing: str) -> str:
        """Return what a thing is called: by the group, or else in the box."""
        return self.names.get(thing) or self.box.things[thing].name

    def place(self, thing: str) -> str:
        """Return where a thing is."""
        return self.places.get(thing) or self.box.first_place(self.box.things[thing])

    def is_moved(self, thing: str) -> bool:
        """Say whether a thing is elsewhere than at the start."""
        return self.place(thing) != self.box.first_place(self.box.things[thing])

    def marks_on(self, thing: str, slot: str = "") -> tuple[Placed, ...]:
        """Return the marks on a thing, or on one of its slots."""
        return tuple(
            mark for mark in self.marks if mark.thing == thing and (not slot or mark.slot == slot)
        )

    def mark_name(self, placed: Placed) -> str:
        """Return what a mark is called."""
        known = self.box.marks.get(placed.mark)
        return known.name if known else placed.name

    def count(self, counter: Counter, owner: str) -> int:
        """Return what a counter shows."""
        return self.counts.get((counter.id, owner), counter.start)

    def counted(self) -> Iterator[tuple[Counter, str, int]]:
        """Yield what every counter shows, except those that begin anew in each game."""
        for counter in self.box.counters.values():
            if not counter.every_game:
                for owner in self.box.owners(counter, (seat.number for seat in self.seats)):
                    yield counter, owner, self.count(counter, owner)

    def is_own(self, chapter: str) -> bool:
        """Say whether the group itself entered a chapter: no description has it."""
        found = (each.id for find in self.finds for each in find.addition.chapters)
        return is_typed(chapter) or chapter in found

    def with_addition(self, addition: Addition) -> Self:
        """Return the state with more in the box."""
        return replace(self, box=self.box.with_addition(addition))

    def with_find(self, seal: str, addition: Addition) -> Self:
        """Return the state with what the group met and described."""
        return replace(self.with_addition(addition), finds=(*self.finds, Find(seal, addition)))

    def reminders_for(self, chapter: str) -> tuple[str, ...]:
        """Return what is to be remembered when a chapter is planned."""
        return tuple(each.text for each in self.reminders if each.chapter == chapter)

    def with_latest(self, game: GameState) -> Self:
        """Return the state with its latest game changed."""
        return replace(self, games=(*self.games[:-1], game))


@dataclass(frozen=True, slots=True)
class Opening:
    """What a journal begins with: the description of its game, and who plays, by seat."""

    description: Description
    players: Annotated[tuple[PlayerName, ...], Most(MAX_PLAYERS)]

    @property
    def seats(self) -> tuple[JournalSeat, ...]:
        """Return the group."""
        return tuple(JournalSeat(number, name) for number, name in enumerate(self.players, start=1))


def chapter_names(stored: Any) -> dict[str, str]:
    """Return the chapters that a stored opening begins with; its hundreds of cards stay unread."""
    begins = stored["description"].get("begins", {})
    return {chapter["id"]: chapter["name"] for chapter in begins.get("chapters", ())}


def first_state(opening: Opening) -> State:
    """Return the state before the first game."""
    described = opening.description
    box = Box().with_addition(described.begins)
    return State(described, opening.seats, box, edition=described.edition)
