"""Measure sheets: from the campaign to the file, its words, its QR code and the PDF together.

Each round prints another campaign's words than the one before, or Typst would remember how they
were laid out; and each has an empty page beside it, so that a busy machine is as busy for both.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import count
from time import perf_counter
from typing import Any

import django
import typst

django.setup()

# ruff: noqa: E402 # models can be imported from here on

from campaign.memory import memory
from campaign.models import Campaign, Mage
from campaign.records import CampaignFacts, Entry
from campaign.rules.aeons_end.legacy.facts import (
    Noted,
    Planned,
    Played,
    Settled,
    Story,
    Verdict,
)
from campaign.rules.aeons_end.sheet import SetupSheet
from campaign.rules.core.sheet import plain
from campaign.selectors import campaigns as selectors
from tests.rules.aeons_end.legacy_stories import LOSS, Teller, foe
from tracker.sheets.compiler import Document, Format, compile_document
from tracker.systems.aeons_end.legacy.sheets.chronicle import chronicle_document
from tracker.systems.aeons_end.legacy.sheets.poster import poster_document
from tracker.systems.aeons_end.legacy.sheets.restore import restore_document
from tracker.systems.aeons_end.legacy.sheets.results import results_document
from tracker.systems.aeons_end.legacy.sheets.share import campaign_share_document
from tracker.systems.aeons_end.legacy.sheets.slips import slips_document
from tracker.systems.aeons_end.shared.sheets.mats import mats_document
from tracker.systems.aeons_end.shared.sheets.setup import setup_document

LINK = "https://breachkeeper.example/g/7KQ2MXWA/result"
ROUNDS = 9
# What every campaign's sheet says, in the interface's words; all else is players' or the box's.
SAME = frozenset(
    {"words", "put_away", "turn_note", "columns", "kicker", "caption", "mat", "sum", "title"}
)


_numbers = count()


def main() -> dict[str, Any]:
    """Return milliseconds."""
    told: dict[str, Any] = {
        "bare": _together(_bare, _empty)[0],
        "empty": _together(_empty, _empty)[0],
        "sheets": {name: _together(_empty, action) for name, action in _sheets().items()},
    }
    setup = _sheets()["set-up sheet, 2 mages"]
    told["chronicle"] = _together(setup, _chronicle(30), rounds=5)
    told["growth"] = _together(_chronicle(30), _chronicle(60), rounds=5)
    return told


def _empty() -> object:
    return typst.compile(b"")


def _bare() -> object:
    return typst.compile(b"", ignore_system_fonts=True)


def _sheets() -> dict[str, Callable[[], object]]:
    """Return every sheet of a campaign in chapter 5, and set-up sheets for fewer mages."""
    campaign = _campaign(Teller(4).after(4).plan().answer_all().story, "faces")
    sheet = _sheet(campaign)
    makes: dict[str, Callable[[], Document]] = {
        f"set-up sheet, {mages} mages": partial(_setup, _third_chapter(mages))
        for mages in (1, 2, 4)
    }
    makes |= {
        "restore sheet": lambda: restore_document(sheet, campaign.name),
        "one mat": lambda: mats_document(campaign, seat=1),
        "slips": lambda: slips_document(campaign),
        "results": lambda: results_document(campaign),
        "poster": lambda: poster_document(campaign),
    }
    actions = {name: partial(_print, make) for name, make in makes.items()}
    share = partial(_print, lambda: campaign_share_document(campaign), Format.PNG)
    return {**actions, "share picture": share}


def _chronicle(games: int) -> Callable[[], object]:
    campaign = _campaign(_long_story(games), f"chronicle {games}")
    return partial(_print, lambda: chronicle_document(campaign))


def _print(make: Callable[[], Document], form: Format = Format.PDF) -> bytes:
    document = make()
    data = _other_words(plain(document.data), next(_numbers))
    return compile_document(replace(document, data=data), form)


def _other_words(value: Any, number: int) -> Any:
    """Return data whose names end in other letters, so that nothing is cached; codes stay."""
    if isinstance(value, str) and len(value) > 3 and (" " in value or value != value.lower()):
        return value[:-2] + chr(97 + number // 26 % 26) + chr(97 + number % 26)
    if isinstance(value, dict):
        return {
            key: item if key in SAME else _other_words(item, number) for key, item in value.items()
        }
    return [_other_words(item, number) for item in value] if isinstance(value, list) else value


def _together(
    one: Callable[[], object], other: Callable[[], object], *, rounds: int = ROUNDS
) -> tuple[float, float]:
    """Return the minimum milliseconds of two actions that take turns: other load only adds."""
    one(), other()
    times = [(_timed(one), _timed(other)) for _ in range(rounds)]
    return min(a for a, _b in times), min(b for _a, b in times)


def _timed(action: Callable[[], object]) -> float:
    start = perf_counter()
    action()
    return (perf_counter() - start) * 1000


# --- campaigns that no database holds: their record is remembered already ---


def _campaign(story: Story, stamp: str) -> Campaign:
    campaign = Campaign(pk=1, name="The Long Watch", system="aeons-end-legacy", stamp=stamp)
    mages = Mage.objects.none()
    campaign._prefetched_objects_cache = {"mages": mages}  # type: ignore[attr-defined] # Django's
    facts = [(number, fact) for number, told in story.games.items() for fact in told]
    every = [Entry(place, *fact, change=0) for place, fact in enumerate(facts)]
    plans = {entry.game: entry for entry in every if isinstance(entry.fact, Planned)}
    entries = tuple(entry for entry in every if not isinstance(entry.fact, Planned))
    record = CampaignFacts(story.seats, entries, plans)
    memory.get_or_set((stamp, "record"), lambda: record)
    return campaign


def _sheet(campaign: Campaign) -> SetupSheet:
    sheet = selectors.campaign_sheet(campaign)
    assert sheet is not None
    return sheet


def _third_chapter(mages: int) -> SetupSheet:
    story = Teller(mages).after(2).plan().answer_all().story
    return _sheet(_campaign(story, f"third chapter, {mages}"))


def _setup(sheet: SetupSheet) -> Document:
    return replace(setup_document(sheet, "The Long Watch"), link=LINK)


def _long_story(games: int) -> Story:
    """Tell of chapter 2, lost and played again, with a line written about each game."""
    told = Teller(4).after(1).plan(2).play(LOSS).tell(Verdict(onward=False)).settle()
    note = Noted("We held the gate until the last card, and then we did not.")
    lost = (Planned(2, foe(2)), Played(LOSS), Verdict(onward=False), note, Settled())
    more = dict.fromkeys(range(told.game + 1, games + 1), lost)
    return Story(told.story.seats, {**told.story.games, **more})


if __name__ == "__main__":
    print(json.dumps(main()))
