"""The tables of rules in docs/rules: every module and every test that they name is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
TABLES = sorted((ROOT / "docs" / "rules").glob("*.md"))
HEADER = ["Rule", "Page", "Module", "Test"]
_QUOTED = re.compile(r"`([^`]+)`")


def rows_of(table: Path) -> list[list[str]]:
    """Return the rows of the table of rules on a page, cell by cell."""
    rows, inside = [], False
    for line in table.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if cells == HEADER:
            inside = True
        elif not line.startswith("|"):
            inside = False
        elif inside and not set(line) <= set("|-: "):
            rows.append(cells)
    return rows


def missing(cell: str) -> list[str]:
    """Return what a cell names that is not there: files, and tests as ``file.py::test_name``."""
    gone = []
    for named in _QUOTED.findall(cell):
        path, _colons, test = named.partition("::")
        file = ROOT / path
        text = file.read_text(encoding="utf-8") if file.is_file() else None
        if text is None or (test and f"def {test}(" not in text):
            gone.append(named)
    return gone


def test_there_are_tables() -> None:
    assert TABLES


@pytest.mark.parametrize("table", TABLES, ids=lambda table: str(table.stem))
def test_every_rule_has_a_page_a_module_and_a_test_that_are_there(table: Path) -> None:
    rows = rows_of(table)
    assert rows, "a table with the columns Rule, Page, Module and Test"
    assert not [row for row in rows if len(row) != len(HEADER) or not all(row)]
    assert not [row[0] for row in rows if not _QUOTED.search(row[2]) or "::" not in row[3]]
    assert not [gone for row in rows for gone in missing(row[2]) + missing(row[3])]


@pytest.mark.parametrize("table", TABLES, ids=lambda table: str(table.stem))
def test_what_the_books_leave_open_is_said(table: Path) -> None:
    assert "## What the books leave open" in table.read_text(encoding="utf-8")
