"""Every page: its server time against an empty view, its queries, the bytes of its first load.

``tests/benchmarks/_pages.py`` says what is measured and how.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

from tests.benchmarks.figures import Figure, measures

ROUNDS = 60
TIMES = 4
QUERIES = 12
KILOBYTES = 60
ROOT = Path(__file__).resolve().parents[2]


@measures
def pages() -> Iterator[Figure]:
    """Measure all pages in one run."""
    with tempfile.TemporaryDirectory() as folder:
        answer = subprocess.run(
            [sys.executable, "-m", "tests.benchmarks._pages", str(ROUNDS)],
            env={
                **os.environ,
                "DJANGO_SETTINGS_MODULE": "tracker.settings",
                "DATABASE_URL": f"sqlite:///{folder}/bench.sqlite3",
                "BREACHKEEPER_DATA_DIR": folder,
                "BREACHKEEPER_DEBUG": "false",
                "BREACHKEEPER_HTTPS": "false",
                "BREACHKEEPER_LOG_LEVEL": "WARNING",
                "BREACHKEEPER_SECRET_KEY": f"{uuid4().hex}{uuid4().hex}",
            },
            cwd=ROOT,
            check=True,
            stdout=subprocess.PIPE,
        )
    told = json.loads(answer.stdout)
    yield Figure("an empty view", told["empty"] * 1000, "ms")
    for name, times in told["processor"].items():
        yield Figure(f"{name} / empty view", times, "×", at_most=TIMES)
    for name, asked in told["queries"].items():
        yield Figure(f"{name}: queries", asked, "", at_most=QUERIES)
    for name, size in told["bytes"].items():
        yield Figure(f"{name}: first load", size / 1000, "kB", at_most=KILOBYTES)
