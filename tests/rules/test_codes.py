"""The lists of codes are complete, so that the sentences can be."""

import ast
import re
from pathlib import Path

from campaign.rules.aeons_end import codes
from campaign.rules.aeons_end.codes import LINE_CODES, NOTE_CODES, PROBLEM_CODES

RULES = Path(codes.__file__).parent
CODE = re.compile(r"[a-z_]+\.[a-z_]+")
LINES = ("before.", "step.", "change.", "restore.", "put_away.")


def sources() -> list[ast.Module]:
    """Parse the engine but for the lists themselves and the packs, whose faults have no codes."""
    paths = sorted(RULES.rglob("*.py"))
    return [
        ast.parse(path.read_text(encoding="utf-8"))
        for path in paths
        if path.name not in ("codes.py", "cursor.py") and path.parent.name != "catalogue"
    ]


def written() -> set[str]:
    return {
        node.value
        for module in sources()
        for node in ast.walk(module)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and CODE.fullmatch(node.value)
    }


def first_arguments(function: str, position: int) -> set[str]:
    """Find the literal codes that one class is called with."""
    return {
        argument.value
        for module in sources()
        for node in ast.walk(module)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        if node.func.id == function and len(node.args) > position
        if isinstance(argument := node.args[position], ast.Constant)
    }


def test_the_lists_hold_every_code_of_the_engine_and_no_other() -> None:
    assert written() == PROBLEM_CODES | LINE_CODES | NOTE_CODES
    assert not PROBLEM_CODES & LINE_CODES
    assert not PROBLEM_CODES & NOTE_CODES


def test_every_problem_in_the_source_is_listed() -> None:
    found = first_arguments("Problem", 0)
    assert len(found) > 100
    assert found <= PROBLEM_CODES


def test_every_line_in_the_source_is_listed_under_its_part_of_the_sheet() -> None:
    assert first_arguments("Line", 1) == LINE_CODES
    assert all(code.startswith(LINES) for code in LINE_CODES)
    assert not any(code.startswith(LINES) for code in PROBLEM_CODES)
