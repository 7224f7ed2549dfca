"""The rules import the standard library alone, and every package is pinned with its hashes."""

import ast
import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RULES = ROOT / "campaign" / "rules"
PIN = re.compile(r"([A-Za-z0-9_.-]+)(?:\[[a-z0-9,-]+\])?==([\w.]+)(?:; [\w !='.]+)?")


def pins(lines: list[str]) -> set[tuple[str, str]]:
    found = filter(None, map(PIN.fullmatch, lines))
    return {(re.sub(r"[-_.]+", "-", pin[1]).lower(), pin[2]) for pin in found}


def locked_in(name: str) -> list[str]:
    """Return the pinned versions of a list, and check that each has hashes."""
    lines = (ROOT / name).read_text(encoding="utf-8").replace("\\\n", " ").splitlines()
    entries = [line.split() for line in lines if "==" in line]
    assert all(re.fullmatch(r"--hash=sha256:[0-9a-f]{64}", pin[1]) for pin in entries)
    return [pin[0] for pin in entries]


def imported(module: ast.Module) -> set[str]:
    names = set()
    for node in ast.walk(module):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute here"
            names.add(node.module or "")
    return names


def test_the_rules_import_the_standard_library_and_themselves_only() -> None:
    strangers = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in RULES.rglob("*.py")
        for name in imported(ast.parse(path.read_text(encoding="utf-8")))
        if name.partition(".")[0] not in sys.stdlib_module_names
        and not f"{name}.".startswith("campaign.rules.")
    }
    assert not strangers


def test_every_dependency_is_pinned_and_the_lists_agree() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    production = project["project"]["dependencies"]
    development = project["dependency-groups"]["dev"]
    machines = project["dependency-groups"]["machines"]
    locked, locked_machines, locked_dev = (
        locked_in(f"requirements{name}.txt") for name in ("", "-machines", "-dev")
    )
    assert len(pins(production)) == len(production)
    assert len(pins(development)) == len(development)
    assert pins(production) <= pins(locked)
    assert pins(machines) <= pins(locked_machines)
    assert pins(development) <= pins(locked_dev)
