"""The totals of long runs, kept beside the tests so that pieces add up.

No machine runs for as long as three million requests or 25,000 kills take. Commit the file with
what a run has added; delete an entry to begin it anew.
"""

import json
from pathlib import Path

FILE = Path(__file__).with_suffix(".json")


def done(what: str) -> int:
    """Return how much was done in all runs together."""
    return int(_read().get(what, 0))


def add(what: str, number: int) -> None:
    """Count a piece that has passed."""
    all_of_it = _read()
    all_of_it[what] = all_of_it.get(what, 0) + number
    draft = FILE.with_suffix(".draft")
    draft.write_text(json.dumps(all_of_it, indent=2, sort_keys=True) + "\n")
    draft.rename(FILE)


def _read() -> dict[str, int]:
    return dict(json.loads(FILE.read_text())) if FILE.exists() else {}
