"""The sheet of a game that nobody has planned: for the command line, and to look at a box."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from campaign.rules.aeons_end.catalogue.pack import Pack
from campaign.rules.aeons_end.legacy.facts import COLOURS, SIDES, Foe, Planned, Seat, Story
from campaign.rules.aeons_end.legacy.setup import setup_sheet
from campaign.rules.aeons_end.legacy.system import RULES
from campaign.rules.aeons_end.one_off.choices import NORMAL, Choices, Place
from campaign.rules.aeons_end.one_off.system import GAMES
from campaign.rules.aeons_end.sheet import SetupSheet
from campaign.rules.core.problems import Problem, refuse
from campaign.rules.core.system import Shelf


@dataclass(frozen=True, slots=True)
class SheetRequest:
    """A game to set up from nothing; what is left open is filled or drawn."""

    mages: tuple[str, ...] = ()  # by id; by name, where players name their mages
    count: int | None = None  # all together; None: those that are listed
    nemesis: str | None = None
    difficulty: str | None = None
    boxes: tuple[str, ...] = ()  # of a shelf
    language: str = "en"
    seed: str = ""  # only noted on the sheet: chance comes with the generator

    @property
    def size(self) -> int:
        """Return how many mages play."""
        return len(self.mages) if self.count is None else self.count


def first_sheet(pack: Pack, request: SheetRequest, rng: Random) -> SetupSheet:
    """Return the sheet of a new campaign's first game, or of a one-off game of the box."""
    refuse(_request_problems(pack, request))
    return _of_campaign(pack, request) if pack.chapters else _one_off(pack, request, rng)


def _request_problems(pack: Pack, request: SheetRequest) -> Iterator[Problem]:
    if request.size not in pack.players:
        bounds = {"least": pack.mages_min, "most": pack.mages_max, "actual": request.size}
        yield Problem("party.size", bounds, "mages")
    if len(request.mages) > request.size:
        details = {"chosen": len(request.mages), "count": request.size}
        yield Problem("mages.more_than_count", details, "mages")
    if request.difficulty and pack.find.difficulty(request.difficulty) is None:
        yield Problem("difficulty.unknown", {"difficulty": request.difficulty}, "difficulty")


def _one_off(pack: Pack, request: SheetRequest, rng: Random) -> SetupSheet:
    chosen = [Place(mage) for mage in request.mages]
    choices = Choices(
        (*chosen, *(Place() for _ in range(request.size - len(chosen)))),
        nemesis=request.nemesis,
        difficulty=request.difficulty or NORMAL,
        boxes=request.boxes,
    )
    setup = GAMES.draw(Shelf(pack), choices, rng)
    return GAMES.sheet(setup, language=request.language, seed=request.seed)


def _of_campaign(pack: Pack, request: SheetRequest) -> SetupSheet:
    """Return the sheet of a first game, in which nothing is left to chance."""
    chapter = pack.find.chapter(1)
    foe = Foe(request.nemesis or (chapter and chapter.nemesis) or "")
    story = Story(_party(pack, request)).with_fact(1, Planned(1, foe))
    return setup_sheet(RULES.replay(story, pack), pack, language=request.language)


def _party(pack: Pack, request: SheetRequest) -> tuple[Seat, ...]:
    """Return the mages by name; whoever has none is called as the mat is."""
    mats = {mage.colour: mage.name.in_language(request.language) for mage in pack.mages}
    unnamed = COLOURS[len(request.mages) :]
    names = (*request.mages, *(mats.get(colour, colour) for colour in unnamed))
    seats = zip(COLOURS[: request.size], names, strict=False)
    return tuple(
        Seat(number, colour, SIDES[0], name) for number, (colour, name) in enumerate(seats, start=1)
    )
