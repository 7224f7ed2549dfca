"""No circle of imports, of modules or of folders; import-linter keeps the floors apart."""

from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).resolve().parent.parent


def imports(*packages: str) -> dict[str, set[str]]:
    """Return what each module imports, for annotations too."""
    graph = grimp.build_graph(*packages, cache_dir=None)
    return {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}


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


def folder_imports(modules: dict[str, set[str]], depth: int) -> dict[str, set[str]]:
    """Return what each folder imports, by so many parts of its name."""

    def folder(module: str) -> str:
        return ".".join(module.split(".")[:depth])

    folders: dict[str, set[str]] = {}
    for module, imported in modules.items():
        mine = folders.setdefault(folder(module), set())
        mine.update(folder(other) for other in imported if folder(other) != folder(module))
    return folders


def test_folders_import_each_other_in_no_circle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT)
    # A package itself (``tracker.live``) is a folder here, and not the module ``__init__``.
    folders = folder_imports(imports("campaign", "tracker"), depth=2)
    assert {"tracker.views", "tracker.systems", "campaign.rules"} <= set(folders)
    assert circle_in(folders) == []
