"""Every code the engine speaks in, found in its source: each needs a sentence."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from campaign import rules

RULES = Path(rules.__file__ or "").parent
CODE = re.compile(r"[a-z_]+\.[a-z_]+")
FILES = "file."  # faults of files: the importer owns their sentences
LINES = ("before.", "after.", "step.", "change.", "restore.", "put_away.")


@cache
def sources(family: str = "aeons_end") -> tuple[ast.Module, ...]:
    """Parse the core and one game but for its packs, whose faults have paths and no codes."""
    paths = [*(RULES / "core").rglob("*.py"), *(RULES / family).rglob("*.py")]
    spoken = [path for path in sorted(paths) if path.parent.name != "catalogue"]
    return tuple(ast.parse(path.read_text(encoding="utf-8")) for path in spoken)


def _written(root: ast.AST) -> Iterator[str]:
    for node in ast.walk(root):
        value = node.value if isinstance(node, ast.Constant) else None
        if isinstance(value, str) and CODE.fullmatch(value) and not value.startswith(FILES):
            yield value


def first_arguments(function: str, position: int, family: str = "aeons_end") -> frozenset[str]:
    """Find the literal codes that one class is called with."""
    return frozenset(
        str(argument.value)
        for module in sources(family)
        for node in ast.walk(module)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        if node.func.id == function and len(node.args) > position
        if isinstance(argument := node.args[position], ast.Constant)
    )


@cache
def line_codes() -> frozenset[str]:
    """Return the codes of lines on a set-up sheet; a step is a line."""
    return first_arguments("Line", 1) | first_arguments("Step", 1)


@cache
def note_codes() -> frozenset[str]:
    """Return the codes of notes beside a set-up."""
    return frozenset(
        code
        for module in sources()
        for node in ast.walk(module)
        if isinstance(node, ast.FunctionDef) and node.name in ("notes", "_notes")
        for code in _written(node)
    )


@cache
def problem_codes() -> frozenset[str]:
    """Return the codes of problems: all that are left."""
    written = frozenset(code for module in sources() for code in _written(module))
    return written - line_codes() - note_codes() - first_arguments("mismatch", 0)  # a path
