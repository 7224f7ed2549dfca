"""Databases to measure on: SQLite in a file of its own, PostgreSQL in a database of its own.

PostgreSQL is measured if a server answers at BREACHKEEPER_BENCH_POSTGRES or on 127.0.0.1:5432.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg

SERVER = os.environ.get("BREACHKEEPER_BENCH_POSTGRES", "postgres://postgres@127.0.0.1:5432")
ROOT = Path(__file__).resolve().parents[2]
TIMEOUT = 200  # seconds: what hangs is broken, and the others are measured


def on_each(module: str, *arguments: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Run a module of this package on each database; yield the database and what was told."""
    with tempfile.TemporaryDirectory() as folder:
        yield "SQLite", told_by(module, f"sqlite:///{folder}/bench.sqlite3", folder, *arguments)
        with _postgres() as url:
            if url:
                yield "PostgreSQL", told_by(module, url, folder, *arguments)


def on_sqlite(module: str, *arguments: str) -> dict[str, Any]:
    """Run a module of this package on an empty SQLite; return what was told."""
    with tempfile.TemporaryDirectory() as folder:
        return told_by(module, f"sqlite:///{folder}/bench.sqlite3", folder, *arguments)


def told_by(module: str, url: str, folder: str, *arguments: str) -> dict[str, Any]:
    """Run a module as the site runs, in a process of its own; return the JSON that it prints."""
    answer = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", f"tests.benchmarks.{module}", *arguments],
        env={
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "tracker.settings",
            "DATABASE_URL": url,
            "BREACHKEEPER_DATA_DIR": folder,
            "BREACHKEEPER_DEBUG": "false",
            "BREACHKEEPER_HTTPS": "false",
            "BREACHKEEPER_LOG_LEVEL": "ERROR",
            "BREACHKEEPER_SECRET_KEY": f"{uuid4().hex}{uuid4().hex}",
        },
        cwd=ROOT,
        check=True,
        stdout=subprocess.PIPE,
        timeout=TIMEOUT,
    )
    found: dict[str, Any] = json.loads(answer.stdout)
    return found


@contextmanager
def _postgres() -> Iterator[str]:
    """Make a database and drop it afterwards; without a server there is nothing to measure."""
    name = f"breachkeeper_bench_{uuid4().hex[:8]}"
    try:
        server = psycopg.connect(f"{SERVER}/postgres", autocommit=True, connect_timeout=2)
    except psycopg.OperationalError:
        yield ""
        return
    with server:
        server.execute(f'CREATE DATABASE "{name}"')
        try:
            yield f"{SERVER}/{name}"
        finally:
            server.execute(f'DROP DATABASE "{name}" WITH (FORCE)')
