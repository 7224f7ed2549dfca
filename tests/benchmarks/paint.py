"""The main pages on a slow phone: when something is first seen, and whether it then jumps.

``tests/benchmarks/_paint.py`` says what is measured and how.
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

ROUNDS = 3
# The bare page is there after one way to the server and back. Ours needs a second for its one file
# of styles, which makes it two; the longest sheet may take as long again to come and to be drawn.
TIMES = 4
ROOT = Path(__file__).resolve().parents[2]


@measures
def paint() -> Iterator[Figure]:
    """Measure the pages that are opened at the table."""
    with tempfile.TemporaryDirectory() as folder:
        answer = subprocess.run(
            [sys.executable, "-m", "tests.benchmarks._paint", str(ROUNDS)],
            env={
                **os.environ,
                "DJANGO_ALLOW_ASYNC_UNSAFE": "true",
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
    bare = told.pop("bare")
    yield Figure("a bare page on a slow phone: first paint", bare["paint"], "ms")
    for name, seen in told.items():
        yield Figure(f"{name}: first paint / bare page", seen["paint"] / bare["paint"], "×", TIMES)
    for name, seen in told.items():
        yield Figure(f"{name}: layout shift", seen["shift"], "", at_most=0)
    strangers = sum(seen["strangers"] for seen in told.values())
    yield Figure("requests to anybody else", strangers, "", at_most=0)
