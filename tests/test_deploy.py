"""The image contains what the site needs at run time, and nothing else."""

from pathlib import Path

from django.conf import settings

ROOT = Path(__file__).resolve().parent.parent


def copied() -> set[str]:
    lines = (ROOT / "deploy" / "Containerfile").read_text(encoding="utf-8").splitlines()
    return {name for line in lines if line.startswith("COPY ") for name in line.split()[1:-1]}


def test_the_image_copies_all_that_the_site_needs() -> None:
    packages = {file.parent.name for file in ROOT.glob("*/__init__.py")} - {"tests"}
    places = [*settings.STATICFILES_DIRS, *settings.LOCALE_PATHS, *settings.TEMPLATES[0]["DIRS"]]
    read = {"fixtures", "manage.py", "pyproject.toml"}
    assert packages | {Path(place).name for place in places} | read <= copied()
    assert all((ROOT / name).exists() for name in copied())


def test_the_build_context_has_all_that_the_image_copies() -> None:
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert "*" in lines
    assert {line[1:] for line in lines if line.startswith("!")} == copied()
