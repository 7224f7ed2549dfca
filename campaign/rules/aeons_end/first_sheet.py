"""The sheet of a new game straight from a box, without a database: for the command line."""

from random import Random

from campaign.rules.aeons_end.catalogue.pack import Pack
from campaign.rules.aeons_end.legacy.facts import COLOURS, SIDES, Foe, Planned, Seat, Story
from campaign.rules.aeons_end.legacy.setup import setup_sheet
from campaign.rules.aeons_end.legacy.system import RULES
from campaign.rules.aeons_end.one_off.choices import NORMAL, Choices, SeatChoice
from campaign.rules.aeons_end.one_off.system import GAMES
from campaign.rules.aeons_end.sheet import SetupSheet
from campaign.rules.core.system import Shelf


def first_sheet(
    pack: Pack,
    rng: Random,
    *,
    mages: tuple[str, ...] = (),
    count: int | None = None,
    nemesis: str | None = None,
    difficulty: str | None = None,
    boxes: tuple[str, ...] = (),
    language: str = "en",
    seed: str = "",
) -> SetupSheet:
    """Return the sheet of a new campaign's first game, or of a one-off game of the box.

    ``mages`` are ids, or names where players name their mages; ``count`` is how many play, those
    that are not listed included. ``seed`` is only printed; ``rng`` is what draws.
    """
    size = len(mages) if count is None else count
    if pack.chapters:
        chapter = pack.find.chapter(1)
        foe = Foe(nemesis or (chapter and chapter.nemesis) or "")
        story = Story(_party(pack, mages, size, language)).with_fact(1, Planned(1, foe))
        return setup_sheet(RULES.replay(story, pack), pack, language=language)
    chosen = [SeatChoice(mage) for mage in mages]
    choices = Choices(
        (*chosen, *(SeatChoice() for _ in range(size - len(chosen)))),
        nemesis=nemesis,
        difficulty=difficulty or NORMAL,
        boxes=boxes,
    )
    return GAMES.sheet(GAMES.draw(Shelf(pack), choices, rng), language=language, seed=seed)


def _party(pack: Pack, mages: tuple[str, ...], size: int, language: str) -> tuple[Seat, ...]:
    """Return the seats; mages without a name are called as printed on their mats."""
    mats = {mage.colour: mage.name.in_language(language) for mage in pack.mages}
    names = (*mages, *(mats.get(colour, colour) for colour in COLOURS[len(mages) :]))
    seats = zip(COLOURS[:size], names, strict=False)
    return tuple(
        Seat(number, colour, SIDES[0], name) for number, (colour, name) in enumerate(seats, start=1)
    )
