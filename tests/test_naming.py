"""Outside its own folders and its entry, nothing names a game or speaks its words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from campaign.rules.registry import SYSTEMS
from tests.cases import CASES

ROOT = Path(__file__).resolve().parents[1]
WORDS = "|".join(case.words for case in CASES.values() if case.words)
NAMED = re.compile(rf"(?<![a-z])({WORDS})(?![a-z])", re.IGNORECASE)
CAPITAL_INSIDE = re.compile(r"(?<=[a-z])(?=[A-Z])")  # SavedDeck is two words
# Legacy games that people keep journals of: the product knows none of them.
OTHERS = re.compile(
    r"pandemic|ticket.to.ride|gloomhaven|frosthaven|charterstone|clank|my.city|risk.legacy|betrayal"
    r"|arkham|sleeping.gods|panic.level|funding",
    re.IGNORECASE,
)
# What a game may have outside its folders.
ENTRIES = {
    "campaign/rules/registry.py",  # its entry
    "campaign/models/__init__.py",  # its tables, if it has any: Django finds them there
}
# Words that stay, by file.
STAY = {
    # Keys of export files of the first release.
    "campaign/exchange/upgrades.py": {"mage", "mages", "nemesis"},
    # Columns of the play log as CSV: spreadsheets rely on their names and order.
    "tracker/presenters/play_csv.py": {"chimera", "gravehold", "infamy", "mages", "nemesis"},
    # A setting of SQLite: its journal_mode.
    "campaign/backups/older.py": {"journal"},
    "tracker/config/environment.py": {"journal"},
    # Fields in addresses of the log, which people keep as bookmarks.
    "tracker/forms/plays.py": {"mage", "nemesis"},
    # What any legacy game has; the front page promises to keep it.
    "templates/home/welcome.html": {"seal", "seals"},
    "tracker/pictures/symbols.svg": {"seal"},
}
FAMILIES = "|".join(sorted({system.family for system in SYSTEMS.values()}))
FOLDERS = re.compile(
    rf"campaign/(migrations/|rules/({FAMILIES})/|(models|records|services|selectors)/({FAMILIES})(\.py|/))"
    rf"|tracker/systems/({FAMILIES})/"
)


def words_in(line: str) -> set[str]:
    """Return the names of games, and the words of one game, in a line."""
    found = NAMED.finditer(CAPITAL_INSIDE.sub("_", line))
    return {match.group(1).lower() for match in found}


def shared_files() -> Iterator[Path]:
    """Yield the files that all games share."""
    for pattern in (
        "campaign/**/*.py",
        "tracker/**/*.py",
        "tracker/**/*.html",
        "tracker/**/*.typ",
        "templates/**/*.html",
        "static/**/*.css",
        "static/**/*.js",
        "static/**/*.svg",
        "tracker/**/*.svg",
    ):
        for file in ROOT.glob(pattern):
            path = file.relative_to(ROOT).as_posix()
            if not FOLDERS.match(path) and path not in ENTRIES:
                yield file


def test_nothing_outside_a_systems_folders_names_a_game() -> None:
    files = list(shared_files())
    assert len(files) > 300
    named = []
    stayed: dict[str, set[str]] = {path: set() for path in STAY}
    for file in files:
        path = file.relative_to(ROOT).as_posix()
        for number, line in enumerate(file.read_text().splitlines(), start=1):
            words = words_in(line)
            stayed.get(path, set()).update(words)
            if words - STAY.get(path, set()):
                named.append(f"{path}:{number}: {line.strip()}")
    assert named == []
    assert stayed == STAY  # nothing is allowed that is gone


def test_no_file_knows_a_legacy_game_that_a_journal_can_be_kept_of() -> None:
    files = [
        file
        for folder in ("campaign", "tracker", "templates", "static", "fixtures/journals")
        for ending in ("py", "html", "typ", "css", "js", "json")
        for file in (ROOT / folder).rglob(f"*.{ending}")
    ]
    assert len(files) > 600
    assert [file.name for file in files if OTHERS.search(file.read_text())] == []


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("class SavedDeck:", {"deck"}),
        ("def mage_rename(seat):", {"mage"}),
        (".live-chip--nemesis { --mage-blue: red }", {"nemesis", "mage"}),
        ("still sealed, and a hero", {"sealed", "hero"}),
        ("an image of the damage", set()),
    ],
)
def test_words_are_found_in_names_and_in_sentences(line: str, words: set[str]) -> None:
    assert words_in(line) == words
