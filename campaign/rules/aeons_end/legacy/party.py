"""Who plays a campaign, in which pairs, and against which nemesis.

One to four mages, the same to the end; who is missing is played by another (Legacy p. 2).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from campaign.rules.aeons_end.catalogue.pack import Pack
from campaign.rules.core import sizes
from campaign.rules.core.constraints import VISIBLE, Check, Limit, one_of
from campaign.rules.core.entries import At, Name, PersonName
from campaign.rules.core.keys import Key, is_typed
from campaign.rules.core.problems import Detail, Problem
from campaign.rules.core.sizes import MAX_NUMBER

Pairs = Annotated[
    tuple[tuple[int, int], tuple[int, int]],
    Check(
        lambda pairs: sorted((*pairs[0], *pairs[1])) == [1, 2, 3, 4],
        "two pairs of seats, such as [[1, 2], [3, 4]]",
        "file.pairs",
    ),
]
COLOURS = ("green", "yellow", "orange", "blue")
SIDES = ("a", "b")


@dataclass(frozen=True, slots=True)
class Seat:
    """A mage of the campaign and who plays it; fixed for the whole campaign."""

    number: Annotated[int, Limit(1, sizes.SEATS, ruled=True)]
    colour: Annotated[str, one_of(*COLOURS)]
    side: Annotated[str, one_of(*SIDES)]
    name: Annotated[PersonName, VISIBLE]
    player: PersonName = ""


def party_problems(pack: Pack, seats: tuple[Seat, ...]) -> tuple[Problem, ...]:
    """Return everything that is wrong with the seats of a new campaign."""
    problems = []
    if not pack.mages_min <= len(seats) <= pack.mages_max:
        size = {"least": pack.mages_min, "most": pack.mages_max, "actual": len(seats)}
        problems.append(Problem("party.size", size, "seats"))
    numbers = tuple(seat.number for seat in seats)
    if numbers != tuple(range(1, len(seats) + 1)):
        problems.append(Problem("party.seats", {"seats": numbers}, "seats"))
    seen: set[str] = set()
    names: set[str] = set()
    for seat in seats:
        where = f"seats.{seat.number}"
        if seat.colour not in COLOURS:
            problems.append(Problem("party.colour", {"colour": seat.colour}, f"{where}.colour"))
        elif seat.colour in seen:
            problems.append(
                Problem("party.colour_twice", {"colour": seat.colour}, f"{where}.colour")
            )
        if seat.side not in SIDES:
            problems.append(Problem("party.side", {"side": seat.side}, f"{where}.side"))
        name = " ".join(seat.name.split()).casefold()
        if not name:
            problems.append(Problem("party.name_missing", {"seat": seat.number}, f"{where}.name"))
        elif name in names:
            problems.append(Problem("party.name_twice", {"name": seat.name}, f"{where}.name"))
        seen.add(seat.colour)
        names.add(name)
    return tuple(problems)


@dataclass(frozen=True, slots=True)
class Foe:
    """The nemesis of a game: a pack id or a typed name, and the life its mat shows."""

    key: Annotated[Key, At("")]
    name: Annotated[Name, At("")] = ""
    life: Annotated[int, Limit(1, MAX_NUMBER, ruled=True)] | None = None

    def start_life(self, pack: Pack) -> int | None:
        """Return the life it starts with: as players noted it, or as its mat shows."""
        known = pack.find.nemesis(self.key)
        return self.life if self.life is not None or known is None else known.life

    def problems(self, pack: Pack, chapter: int) -> Iterator[Problem]:
        """Yield why it cannot be the nemesis of a game of this chapter."""
        typed = is_typed(self.key)
        if not self.key.strip() or (typed and not self.name.strip()):
            yield Problem("plan.nemesis_missing", path="nemesis")
            return
        if self.life is not None and not 1 <= self.life <= MAX_NUMBER:
            details: dict[str, Detail] = {"life": self.life, "most": MAX_NUMBER}
            yield Problem("plan.nemesis_life_impossible", details, "nemesis_life")
        if typed:
            return
        known = pack.find.nemesis(self.key)
        if known is None:
            yield Problem("plan.nemesis_unknown", {"nemesis": self.key}, "nemesis")
            return
        if known.life is not None and self.life not in (None, known.life):
            details = {"expected": known.life, "actual": self.life or 0}
            yield Problem("plan.nemesis_life_differs", details, "nemesis_life", overrulable=True)
        if known.chapter and not known.chapter_inferred and known.chapter != chapter:
            details = {"expected": known.chapter, "actual": chapter}
            yield Problem("plan.nemesis_other_chapter", details, "nemesis", overrulable=True)
