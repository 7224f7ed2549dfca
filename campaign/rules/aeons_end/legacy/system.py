"""Legacy as a game system: a sheet from nothing is that of a new campaign's first game."""

from __future__ import annotations

from random import Random

from campaign.rules.aeons_end.catalogue.pack import Pack
from campaign.rules.aeons_end.legacy.decisions import next_step
from campaign.rules.aeons_end.legacy.facts import COLOURS, SIDES, Foe, Planned, Seat, Story
from campaign.rules.aeons_end.legacy.replay import check, replay
from campaign.rules.aeons_end.legacy.setup import setup_sheet
from campaign.rules.aeons_end.sheet import SetupSheet
from campaign.rules.core.problems import Problem, RulesError
from campaign.rules.core.system import CampaignRules, SheetRequest

CAMPAIGN = CampaignRules(
    replay=replay,
    check=check,
    next_step=next_step,
    setup_sheet=setup_sheet,
)


def first_sheet(pack: Pack, request: SheetRequest, _rng: Random) -> SetupSheet:
    """Return the sheet of the first game of a new campaign; nothing in it is left to chance."""
    problems = tuple(_request_problems(pack, request))
    if problems:
        raise RulesError(problems)
    chapter = pack.chapter(1)
    foe = Foe(request.nemesis or (chapter and chapter.nemesis) or "")
    story = Story(_party(pack, request)).with_fact(1, Planned(1, foe))
    return setup_sheet(replay(story, pack), pack, language=request.language)


def _request_problems(pack: Pack, request: SheetRequest) -> list[Problem]:
    problems = []
    count = _count(request)
    if not pack.mages_min <= count <= pack.mages_max:
        bounds = {"least": pack.mages_min, "most": pack.mages_max, "actual": count}
        problems.append(Problem("party.size", bounds, "mages"))
    if len(request.mages) > count:
        details = {"chosen": len(request.mages), "count": count}
        problems.append(Problem("mages.more_than_count", details, "mages"))
    if request.difficulty and pack.difficulty(request.difficulty) is None:
        difficulty = {"difficulty": request.difficulty}
        problems.append(Problem("difficulty.unknown", difficulty, "difficulty"))
    return problems


def _count(request: SheetRequest) -> int:
    return len(request.mages) if request.count is None else request.count


def _party(pack: Pack, request: SheetRequest) -> tuple[Seat, ...]:
    """Return the mages by name; whoever has none is called as the mat is."""
    mats = {mage.colour: mage.name.in_language(request.language) for mage in pack.mages}
    unnamed = COLOURS[len(request.mages) :]
    names = (*request.mages, *(mats.get(colour, colour) for colour in unnamed))
    seats = zip(COLOURS[: _count(request)], names, strict=False)
    return tuple(
        Seat(number, colour, SIDES[0], name) for number, (colour, name) in enumerate(seats, start=1)
    )
