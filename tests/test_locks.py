"""Locks are taken in one module; no page locks, deletes or queries a row by itself."""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def files_with(text: str, *folders: str) -> set[str]:
    """Return the Python files in some folders that hold a text."""
    files = (file for folder in folders for file in (ROOT / folder).rglob("*.py"))
    return {str(file.relative_to(ROOT)) for file in files if text in file.read_text()}


def test_rows_are_locked_in_one_module() -> None:
    assert files_with(".select_for_update(", "campaign", "tracker") == {
        "campaign/services/locks.py"
    }


def test_what_a_page_deletes_is_no_row() -> None:
    assert files_with(".delete(", "tracker") == {"tracker/sheets/compiler.py"}  # a file


def test_pages_read_by_the_selectors() -> None:
    queries = {file for file in files_with(".objects.", "tracker") if "/management/" not in file}
    # Who somebody is comes before what they may read; the admin shows the tables themselves.
    assert {file for file in queries if not file.startswith("tracker/people/")} == {
        "tracker/admin.py"
    }
