"""Adding a game takes its two folders and one entry.

In a copy of the checkout the toy's folders are put where the product looks for them, and its name
is put among the games: the checks pass there, and the toy goes through the shared pages without
being registered by a test. Only its campaign needs a third file, which says who plays.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
NEEDED = ("campaign", "tracker", "templates", "static", "fixtures", "locale", "tests", "docs")
PLACES = {
    "rules": "campaign.rules.toy",
    "pages": "tracker.systems.toy",
    "records": "campaign.records.toy",
}
ENTRY = '"journal")'  # the last game


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Return a copy of the checkout, with the toy as one of its games."""
    for folder in NEEDED:
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=ignored)
    for root_file in ("manage.py", "pyproject.toml"):
        shutil.copy(ROOT / root_file, tmp_path)
    toy = tmp_path / "tests" / "toy"
    for name, place in PLACES.items():
        source = toy / name if (toy / name).is_dir() else toy / f"{name}.py"
        target = tmp_path.joinpath(*place.split(".")).with_suffix(source.suffix)
        (shutil.copytree if source.is_dir() else shutil.copy)(source, target)
        for file in target.rglob("*.py") if target.is_dir() else (target,):
            text = file.read_text()
            for moved, to in PLACES.items():
                text = text.replace(f"tests.toy.{moved}", to)
            file.write_text(text)
    registry = tmp_path / "campaign" / "rules" / "registry.py"
    text = registry.read_text()
    assert text.count(ENTRY) == 1
    registry.write_text(text.replace(ENTRY, '"journal", "toy")'))
    return tmp_path


def run(copy: Path, *command: str) -> None:
    done = subprocess.run(
        [sys.executable, *command],
        cwd=copy,
        env={**os.environ, "PYTHONPATH": str(copy)},
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.thorough
def test_a_game_takes_its_folders_and_one_entry(copy: Path) -> None:
    run(copy, "manage.py", "check", "--fail-level", "WARNING")
    run(copy, "manage.py", "makemigrations", "--check", "--dry-run")
    run(copy, "-c", "from importlinter.cli import lint_imports_command; lint_imports_command()")
    tests = ("tests/test_conformance.py", "tests/test_toy_campaign.py")
    run(copy, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "two-dice or toy", *tests)
