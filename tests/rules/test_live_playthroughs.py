"""The rulebooks' examples at the live table, as files of plain values.

Between the moves of a file stand expectations: about the table after those moves.
"""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from campaign.rules.aeons_end.first_sheet import first_sheet
from campaign.rules.aeons_end.live.system import LIVE
from campaign.rules.aeons_end.live.table import Table
from tests.rules.packs import legacy, war_eternal

FILES = sorted((Path(__file__).parent / "live_playthroughs").glob("*.json"))

SHOWN: dict[str, Callable[[Table], Any]] = {
    "gravehold": lambda table: table.gravehold,
    "tokens": lambda table: table.tokens,
    "support": lambda table: table.support,
    "phase": lambda table: table.phase,
    "lives": lambda table: [mage.life for mage in table.mages],
    "in_play": lambda table: [card.name for card in table.in_play],
    "discard": lambda table: [card.discard for card in table.in_play],
    "asked": lambda table: list(table.asked.seats) if table.asked else [],
    # Of the first mage.
    "steps": lambda table: list(table.mage(1).steps),
    "charges": lambda table: list(table.mage(1).charges),
    "prepped": lambda table: list(table.mage(1).prepped),
}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_an_example_of_a_rulebook_gives_its_numbers(path: Path) -> None:
    file: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    pack = war_eternal() if file["nemesis"] else legacy()
    sheet = first_sheet(pack, Random(7), count=file["mages"], nemesis=file["nemesis"] or None)
    position = LIVE.open(replace(LIVE.begin(sheet), **file.get("begins", {})))
    for number, entry in enumerate(file["moves"]):
        for what, value in entry.get("expect", {}).items():
            assert SHOWN[what](position.table) == value, f"{file['book']}, {number}: {what}"
        if "expect" not in entry:
            position = LIVE.play(position, LIVE.read(entry), number)


def test_each_file_expects_something() -> None:
    assert len(FILES) >= 5
    for path in FILES:
        assert json.loads(path.read_text(encoding="utf-8"))["moves"][-1].get("expect"), path.name
