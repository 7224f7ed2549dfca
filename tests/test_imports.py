"""No module imports itself, however long the way round; import-linter keeps the floors apart."""

from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).resolve().parent.parent
# To be cut with the live table's own rules: a type that only the annotations need.
KNOWN = {("campaign.rules.aeons_end.live.table", "campaign.rules.aeons_end.live.moves")}


def imports(*packages: str) -> dict[str, set[str]]:
    """Return what each module imports, for annotations too."""
    graph = grimp.build_graph(*packages, cache_dir=None)
    return {
        module: {
            imported
            for imported in graph.find_modules_directly_imported_by(module)
            if (module, imported) not in KNOWN
        }
        for module in graph.modules
    }


def circle_in(modules: dict[str, set[str]]) -> list[str]:
    """Return a circle of imports, the first module again at its end; [] if there is none."""
    try:
        TopologicalSorter(modules).prepare()
    except CycleError as error:
        circle: list[str] = error.args[1]
        return circle
    return []


def test_a_circle_is_found() -> None:
    assert set(circle_in({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}})) == {"a", "b", "c"}


def test_imports_run_in_no_circle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT)
    modules = imports("campaign", "tracker")
    assert len(modules) > 300
    assert circle_in(modules) == []
