"""Breachkeeper started in a clean environment: as a process, or its settings alone."""

from __future__ import annotations

import os
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any
from unittest import mock

ROOT = Path(__file__).resolve().parents[2]
OURS = ("DATABASE_URL", "PORT")

# docs/settings.md documents these.
PRODUCTION = {
    "BREACHKEEPER_DEBUG": "off",
    "BREACHKEEPER_SECRET_KEY": "k3eper-" * 10,
    "BREACHKEEPER_ALLOWED_HOSTS": "games.example.org",
    "BREACHKEEPER_PROXIES": "1",
}


def run_python(*args: str, data: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run Python in a clean environment that keeps its data in this directory."""
    return subprocess.run(
        [sys.executable, *args],
        cwd=ROOT,
        env=_environment(data, variables),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def load_settings(*, data: Path, **variables: str) -> dict[str, Any]:
    """Run the settings alone, in a clean environment and a namespace of their own."""
    with mock.patch.dict(os.environ, _environment(data, variables), clear=True):
        return runpy.run_path(str(ROOT / "tracker" / "settings.py"))


def _environment(data: Path, variables: dict[str, str]) -> dict[str, str]:
    clean = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("BREACHKEEPER_", "DJANGO_")) and name not in OURS
    }
    own = {"DJANGO_SETTINGS_MODULE": "tracker.settings", "BREACHKEEPER_DATA_DIR": str(data)}
    return {**clean, **own, **variables}
