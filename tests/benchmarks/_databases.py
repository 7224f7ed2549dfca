"""An installation to measure on: SQLite, and PostgreSQL if one answers on 127.0.0.1:5432.

The databases are migrated and the static files collected once; every benchmark begins with a copy.
"""

from __future__ import annotations

import atexit
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

from tests.soak.installation import ROOT, Installation, collect_static, kinds, new_installation

NAMES = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}
TIMEOUT = 240  # seconds: what hangs is broken, and the others are measured
PATIENCE = 1800  # seconds, for the largest of everything beside other work


def on_each(module: str, *arguments: str) -> Iterator[tuple[str, Any]]:
    """Run a module of this package on each database; yield the database and the result."""
    for kind in kinds():
        yield NAMES[kind], _told_by(kind, module, *arguments)


def on_sqlite(module: str, *arguments: str, within: float = TIMEOUT) -> dict[str, Any]:
    """Run a module of this package on an empty SQLite database; return the result."""
    return _told_by("sqlite", module, *arguments, within=within)


def on_postgresql(module: str, *arguments: str, within: float = TIMEOUT) -> Any:
    """Run a module of this package on an empty PostgreSQL database; return the result."""
    if "postgresql" not in kinds():
        raise RuntimeError("no PostgreSQL answers on 127.0.0.1:5432")
    return _told_by("postgresql", module, *arguments, within=within)


@contextmanager
def empty_installation(kind: str) -> Iterator[Installation]:
    """Set up an installation without a row in its database."""
    with (
        tempfile.TemporaryDirectory(prefix="breachkeeper-bench-") as folder,
        new_installation(
            kind, Path(folder), static=_static(), like=_migrated(kind)
        ) as installation,
    ):
        yield installation


def _told_by(kind: str, module: str, *arguments: str, within: float = TIMEOUT) -> Any:
    """Run a module as the site runs, in a process of its own; return the JSON that it prints."""
    with (
        empty_installation(kind) as installation,
        subprocess.Popen(
            [sys.executable, "-W", "ignore", "-m", f"tests.benchmarks.{module}", *arguments],
            env={
                **installation.environment,
                "DJANGO_SETTINGS_MODULE": "tracker.settings",
                "BREACHKEEPER_LOG_LEVEL": "ERROR",
                "BREACHKEEPER_THROTTLING": "on",
            },
            cwd=ROOT,
            stdout=subprocess.PIPE,
            start_new_session=True,  # with the servers it starts, to be killed whole
        ) as process,
    ):
        try:
            answer, _errors = process.communicate(timeout=within)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, module)
    return json.loads(answer)


@cache
def _shared() -> tuple[Path, ExitStack]:
    """Return a directory, and an exit stack that closes with this process."""
    kept = ExitStack()
    atexit.register(kept.close)
    return Path(kept.enter_context(tempfile.TemporaryDirectory(prefix="breachkeeper-bench-"))), kept


@cache
def _static() -> Path:
    folder, _kept = _shared()
    return collect_static(folder)


@cache
def _migrated(kind: str) -> str:
    """Return a migrated database: the name of PostgreSQL's, or SQLite's file."""
    folder, kept = _shared()
    installation = kept.enter_context(new_installation(kind, folder / kind))
    return installation.url.rpartition("/")[2] or str(installation.data / "breachkeeper.sqlite3")


def analyse_tables() -> None:
    """Let PostgreSQL count what was just filled in, as autovacuum does within a minute."""
    from django.db import connection

    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
