"""Outside its own folders and the registries, nothing names a game."""

from __future__ import annotations

import re
from pathlib import Path

from campaign.rules.registry import SYSTEMS

ROOT = Path(__file__).resolve().parents[1]
GAMES = re.compile(
    r"aeon.?s.?end|\bashes\b|phoenixborn|\brelics?\b|gravehold|war.eternal", re.IGNORECASE
)
# What a system may have outside its folders: a line in each registry, and tables of its own.
ALLOWED = {
    "campaign/models/__init__.py",  # Django finds the tables there
    "campaign/records/own_tables.py",  # one line a system with tables of its own
    "campaign/rules/registry.py",
    "tracker/systems/installed.py",
    "tracker/systems/registry.py",  # the columns of the log that one system has, in their order
}
FAMILIES = "|".join(sorted({system.family for system in SYSTEMS.values()}))
FOLDERS = re.compile(
    rf"campaign/(migrations/|rules/({FAMILIES})/|(models|records|services|selectors)/({FAMILIES})(\.py|/))"
    rf"|tracker/systems/({FAMILIES})/"
)


def test_nothing_outside_a_systems_folders_names_a_game() -> None:
    files = [
        *ROOT.glob("campaign/**/*.py"),
        *ROOT.glob("tracker/**/*.py"),
        *ROOT.glob("templates/**/*.html"),
    ]
    assert len(files) > 300
    named = [
        f"{path}:{number}: {line.strip()}"
        for file in files
        if not FOLDERS.match(path := file.relative_to(ROOT).as_posix()) and path not in ALLOWED
        for number, line in enumerate(file.read_text().splitlines(), start=1)
        if GAMES.search(line)
    ]
    assert named == []
