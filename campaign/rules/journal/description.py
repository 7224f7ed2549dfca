"""The description of a game: what its box has, as far as it is open, in the author's own words."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, Final

from campaign.rules.core.constraints import (
    ONE_LINE,
    VISIBLE,
    Limit,
    Line,
    Most,
    Prose,
    Verbatim,
    one_of,
)
from campaign.rules.core.pack import Id
from campaign.rules.core.serialize import Reads, from_stored
from campaign.rules.journal.sealed import Contents, read_contents, unwrap

FORMAT: Final = "legacy-journal"
VERSION: Final = 1
LARGEST: Final = 100_000  # bytes of a file
MAX_DEPTH: Final = 6  # seals within seals
MAX_COUNT: Final = 99_999  # what a counter can show
MAX_PLAYERS: Final = 8

GROUP: Final = ""  # a counter of the whole group
PLAYER: Final = "player"  # a counter of each player

Label = Annotated[str, Line(100), ONE_LINE, VISIBLE]
Remark = Annotated[str, Prose(300)]
Score = Annotated[int, Limit(-MAX_COUNT, MAX_COUNT)]


class PrintAs(StrEnum):
    """What a changed thing is printed on."""

    NONE = "none"
    SLIP = "slip"  # card size, for a sleeve
    MAT = "mat"


class Mode(StrEnum):
    """How a game ends."""

    TOGETHER = "together"
    SCORES = "scores"
    RANKS = "places"
    SIDES = "sides"
    SAVED = "saved"  # an evening is a save point: nobody wins


class Moment(StrEnum):
    """When a change of a counter is offered: after a win or a loss, or so often as points."""

    WIN = "win"
    LOSS = "loss"
    SCORE = "score"


@dataclass(frozen=True, slots=True)
class Slot:
    """A spot of a thing that marks are put on."""

    id: Id
    name: Label
    room: Annotated[int, Limit(1, 99)] = 1


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of thing: where such things can be, and where marks go on them."""

    id: Id
    name: Label
    places: Annotated[tuple[Label, ...], Most(20, once=True)] = ("in play",)  # the first: the start
    slots: Annotated[tuple[Slot, ...], Most(20)] = ()
    played: bool = False  # players play such things
    print: PrintAs = PrintAs.NONE

    def slot(self, slot: str) -> Slot | None:
        """Return a slot by its id."""
        return next((each for each in self.slots if each.id == slot), None)


@dataclass(frozen=True, slots=True)
class Thing:
    """A thing in the box."""

    id: Id
    kind: Id
    name: Label
    place: Annotated[str, Verbatim(100)] = ""  # "": the first place of its kind


@dataclass(frozen=True, slots=True)
class Mark:
    """A sticker, a scar, a keyword: what can be put on a slot."""

    id: Id
    name: Label
    on: Annotated[tuple[str, ...], Most(50)] = ()  # "kind/slot"; empty: on any slot
    copies: Annotated[int, Limit(1, 999)] | None = None  # None: enough


@dataclass(frozen=True, slots=True)
class Counter:
    """A number that the group, each player or each thing of a kind has."""

    id: Id
    name: Label
    of: Annotated[str, Verbatim(100)] = GROUP  # "player", or the id of a kind
    start: Score = 0
    low: Score = 0
    high: Score = MAX_COUNT
    steps: Annotated[Mapping[int, Label], Most(100)] = field(default_factory=dict)  # names
    after: Annotated[Mapping[Moment, Score], Most(3)] = field(default_factory=dict)  # is offered
    live: bool = False  # on the live table
    every_game: bool = False  # begins anew in each game


@dataclass(frozen=True, slots=True)
class Seal:
    """A package, an envelope, a box: shut until the group opens it."""

    id: Id
    kind: Label  # such as "Package"
    label: Label  # as printed on it
    when: Remark = ""  # the condition as printed
    inside: Annotated[Contents | None, Reads(read_contents)] = None  # None: unknown


@dataclass(frozen=True, slots=True)
class Chapter:
    """A month, a year, a scenario."""

    id: Id
    name: Label
    tries: Annotated[int, Limit(0, 99)] = 1  # after so many losses it goes on; 0: until it is won
    # None: the following one; several: the group chooses; its own id: it can be played again.
    next: Annotated[tuple[Id, ...], Most(20, once=True)] | None = None
    opens: Annotated[tuple[Id, ...], Most(20, once=True)] = ()  # seals, before it is set up


@dataclass(frozen=True, slots=True)
class Ending:
    """How games of this box end."""

    mode: Mode = Mode.TOGETHER
    score: Annotated[str, Line(100)] = ""  # what is counted, such as "Money"


@dataclass(frozen=True, slots=True)
class Addition:
    """Things that are known together: at the start, behind one seal, or in a newer edition."""

    kinds: Annotated[tuple[Kind, ...], Most(100)] = ()
    things: Annotated[tuple[Thing, ...], Most(400)] = ()
    marks: Annotated[tuple[Mark, ...], Most(300)] = ()
    counters: Annotated[tuple[Counter, ...], Most(100)] = ()
    seals: Annotated[tuple[Seal, ...], Most(200)] = ()
    chapters: Annotated[tuple[Chapter, ...], Most(200)] = ()


@dataclass(frozen=True, slots=True)
class Description:
    """A game as its file describes it."""

    name: Label
    format: Annotated[str, one_of(FORMAT)] = FORMAT
    version: Annotated[int, Limit(VERSION, VERSION)] = VERSION
    edition: Annotated[int, Limit(1, 9999)] = 1
    about: Remark = ""
    bgg: Annotated[int, Limit(1, 9_999_999)] | None = None  # its number at BoardGameGeek
    players: tuple[Annotated[int, Limit(1, MAX_PLAYERS)], Annotated[int, Limit(1, MAX_PLAYERS)]] = (
        1,
        MAX_PLAYERS,
    )
    chapter_word: Annotated[str, Line(40)] = ""  # such as "Month"
    result: Ending = Ending()
    begins: Addition = Addition()


def within_bounds(shows: int, by: int, low: int, high: int) -> int:
    """Return a number after a change; one that is out of its bounds already goes no further."""
    return max(min(low, shows), min(max(high, shows), shows + by))


def contents_of(seal: Seal) -> Addition:
    """Return what lies behind a seal; nothing where the author does not say."""
    return from_stored(Addition, unwrap(seal.inside)) if seal.inside else Addition()
