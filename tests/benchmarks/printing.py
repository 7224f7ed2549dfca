"""What a sheet costs, against an empty Typst page in the same run.

An empty page is what ``typst.compile(b"")`` makes, as the package comes: it looks for the system's
fonts, as whoever starts with it does. The same without them is shown beside it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.benchmarks.figures import Figure, measures

ROOT = Path(__file__).resolve().parents[2]
START = "import django; django.setup(); from tests.benchmarks import _printing; _printing.main()"
SHEET = 3  # times an empty page
CHRONICLE = 15  # times a set-up sheet, for thirty games
GROWTH = 2.4  # sixty games against thirty: linear, with something for noise


@measures
def printing() -> Iterator[Figure]:
    """Measure every sheet, and how the chronicle grows."""
    with tempfile.TemporaryDirectory() as folder:
        told = _told(folder)
    yield Figure("an empty Typst page", told["empty"], "ms")
    yield Figure("  the same without the system's fonts", told["bare"], "ms")
    for name, (empty, took) in told["sheets"].items():
        yield Figure(f"{name} ({took:.0f} ms) / empty page", took / empty, "×", at_most=SHEET)
    setup, thirty = told["chronicle"]
    named = f"chronicle, 30 games ({thirty:.0f} ms) / set-up sheet"
    yield Figure(named, thirty / setup, "×", at_most=CHRONICLE)
    thirty, sixty = told["growth"]
    yield Figure("chronicle, 60 games / 30 games", sixty / thirty, "×", at_most=GROWTH)


def _told(folder: str) -> dict[str, Any]:
    answer = subprocess.run(
        [sys.executable, "-c", START],
        env={
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "tracker.settings",
            "BREACHKEEPER_DATA_DIR": folder,
        },
        cwd=ROOT,
        check=True,
        stdout=subprocess.PIPE,
    )
    told: dict[str, Any] = json.loads(answer.stdout)
    return told
