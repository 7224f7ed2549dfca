"""What the catalogues of all games have in common, and how their files are read."""

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final, Protocol

from campaign.rules.core.constraints import Check
from campaign.rules.core.problems import mismatch
from campaign.rules.core.serialize import SerializeError

_ID: Final = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")

Id = Annotated[
    str, Check(lambda text: bool(_ID.fullmatch(text)), "an id of small letters, digits and hyphens")
]
Text = Annotated[
    str, Check(lambda text: bool(text) and text == text.strip(), "a text without spaces around it")
]


@dataclass(frozen=True, slots=True)
class Name:
    """A name in the languages of the boxes; falls back to ``en``."""

    en: Text
    pl: Text | None = None
    fr: Text | None = None
    de: Text | None = None
    en_unverified: bool = False  # our own plain English: no English print was found

    def in_language(self, language: str) -> str:
        """Return the name as it is shown: in English where the pack has no translation.

        Packs have straight apostrophes, pages curved ones.
        """
        name = {"pl": self.pl, "fr": self.fr, "de": self.de}.get(language[:2]) or self.en
        return name.replace("'", "’")

    def all(self) -> tuple[str, ...]:
        """Return every spelling of the name that the pack has."""
        return tuple(dict.fromkeys(n for n in (self.en, self.pl, self.fr, self.de) if n))


class Catalogue(Protocol):
    """The catalogue of one boxed game: what the site needs of every game's."""

    @property
    def slug(self) -> str:
        """Return its name in URLs and file names."""

    @property
    def version(self) -> int:
        """Return the version of the catalogue; every correction raises it."""

    @property
    def name(self) -> Name:
        """Return what the box is called."""

    def name_of(self, kind: str, key: str, language: str) -> str:
        """Return the box's name of something that the ledger of plays counts; "" if unknown.

        ``kind`` is "against", "character", "difficulty", or the kind of a tag.
        """


def read_document(path: Path) -> object:
    """Return the JSON of a catalogue's file, or raise ``SerializeError``."""
    try:
        return json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=_without_repeats)
    except OSError as error:
        raise SerializeError([mismatch("", "a readable file", str(error.strerror))]) from error
    except (ValueError, RecursionError) as error:
        raise SerializeError([mismatch("", "JSON in UTF-8", str(error))]) from error


def _without_repeats(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Refuse a key written twice, of which JSON would silently keep the last."""
    result = dict(pairs)
    if len(result) != len(pairs):
        keys = [key for key, _ in pairs]
        repeated = sorted({key for key in keys if keys.count(key) > 1})
        raise ValueError(f"an object with the key {', '.join(repeated)} written twice")
    return result
