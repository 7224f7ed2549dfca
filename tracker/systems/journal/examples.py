"""The invented games that a journal can be tried with: one file each, and one for each language."""

from functools import cache
from pathlib import Path

from django.conf import settings
from django.utils.translation import get_language

from campaign.rules.journal.description import Description
from tracker.systems.journal.files import read_description

EXAMPLES = ("lighthouse", "delta")
LANGUAGES = ("pl", "fr", "de")  # beside English


def example_names() -> list[tuple[str, str]]:
    """Return the examples with their names in the active language."""
    language = get_language() or "en"
    return [(key, example_description(key, language).name) for key in EXAMPLES]


def example_description(key: str, language: str) -> Description:
    """Return an example in a language; in English where it is not translated."""
    return _read(_path(key, language[:2]))


def _path(key: str, language: str) -> Path:
    folder = Path(settings.BASE_DIR) / "fixtures" / "journals"
    return folder / (f"{key}.{language}.json" if language in LANGUAGES else f"{key}.json")


@cache
def _read(path: Path) -> Description:
    return read_description(path.read_bytes())
