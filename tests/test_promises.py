"""SECURITY.md names a test for each threat, and each file that it names is there."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
SECURITY = ROOT / "tests" / "tracker" / "security"
FILE = re.compile(r"`([\w/.{},]+\.py)`")
TABLE = (ROOT / "SECURITY.md").read_text().split("## What stands against it")[1].split("\n## ")[0]
ROWS = [line.strip("| ").split(" | ") for line in TABLE.splitlines() if line.startswith("| ")][1:]


def place_of(name: str) -> Path:
    """Return where a named file lies: seen from the tests of security, or from the root."""
    return (ROOT if name.startswith(("tests/", "campaign/")) else SECURITY) / name


def test_each_threat_has_a_test_that_is_there() -> None:
    assert len(ROWS) > 40
    for threat, defence, proof in ROWS:
        assert FILE.search(proof) or "`make " in proof, threat
        named = [place_of(name) for name in FILE.findall(defence + proof)]
        assert [path for path in named if not path.exists()] == [], threat
