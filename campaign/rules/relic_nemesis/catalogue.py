"""The catalogue: nemeses, scenarios and characters that the rulebook names."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Annotated

from campaign.rules.core.constraints import Limit
from campaign.rules.core.entries import Keyed
from campaign.rules.core.pack import Id, Name, read_document
from campaign.rules.core.problems import Problem, mismatch
from campaign.rules.core.serialize import from_plain
from campaign.rules.relic_nemesis.dice import EXPLODES, EXPLODING, FACES

SLUG = "relic-nemesis"
PLAYERS = range(2, 7)  # two is the base game's least
MAX_VALUE = 99  # what a dial can show


class Attribute(StrEnum):
    """An attribute that is tested, and that a nemesis fights with."""

    STRENGTH = "strength"
    WILLPOWER = "willpower"
    CUNNING = "cunning"

    @property
    def dial(self) -> str:
        """Return the colour of its dial (rulebook p. 6)."""
        return {"strength": "red", "willpower": "blue", "cunning": "yellow"}[self.value]


class Colour(StrEnum):
    """The colours of the two nemesis boards."""

    BLACK = "black"
    RED = "red"


Value = Annotated[int, Limit(1, MAX_VALUE)]
Face = Annotated[int, Limit(1, FACES)]


@dataclass(frozen=True, slots=True)
class Nemesis:
    """A nemesis sheet; players read off what is None here."""

    id: Id
    name: Name
    attribute: Attribute | None = None
    value: Value | None = None  # of the attribute, at the start
    life: Value | None = None
    space: Name | None = None
    # Faces that add a die in its battles.
    explodes: Annotated[tuple[Face, ...], EXPLODING] = EXPLODES


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario sheet; ``nemeses`` and ``suggested`` are by number of players."""

    id: Id
    name: Name
    needs_nemeses: bool = False  # cannot be played without the variant (p. 5)
    even_players: bool = False
    teams: bool = False
    nemeses: Keyed[int, int] = field(default_factory=dict, hash=False)
    suggested: Keyed[int, int] = field(default_factory=dict, hash=False)  # not binding


@dataclass(frozen=True, slots=True)
class Character:
    """A character named in the rulebook; players type the others."""

    id: Id
    name: Name


@dataclass(frozen=True, slots=True)
class Pack:
    """The contents of the box, as far as they are known."""

    slug: Id
    version: Value
    name: Name
    languages: tuple[str, ...]
    nemeses_by_players: Mapping[int, int] = field(hash=False)  # nothing for two
    nemeses: tuple[Nemesis, ...]
    scenarios: tuple[Scenario, ...]
    characters: tuple[Character, ...]

    def nemesis(self, key: str) -> Nemesis | None:
        """Return a nemesis by its id."""
        return next((each for each in self.nemeses if each.id == key), None)

    def scenario(self, key: str) -> Scenario | None:
        """Return a scenario by its id."""
        return next((each for each in self.scenarios if each.id == key), None)

    def character(self, key: str) -> Character | None:
        """Return a character by its id."""
        return next((each for each in self.characters if each.id == key), None)

    def name_of(self, kind: str, key: str, language: str) -> str:
        """Return the printed name of a scenario ("against"), a nemesis or a character."""
        if kind == "against":
            thing: Scenario | Nemesis | Character | None = self.scenario(key)
        else:
            thing = self.nemesis(key) or self.character(key)
        return thing.name.in_language(language) if thing else ""


def load_pack(path: Path) -> Pack:
    """Load a pack, or raise ``SerializeError`` with every fault."""
    return from_plain(Pack, read_document(path), _duplicates)


def _duplicates(pack: Pack) -> Iterator[Problem]:
    """Yield duplicate ids; nemeses and characters share a column of the ledger."""
    people = [*(each.id for each in pack.nemeses), *(each.id for each in pack.characters)]
    for kind, ids in (("nemeses", people), ("scenarios", [each.id for each in pack.scenarios])):
        for key in sorted({key for key in ids if ids.count(key) > 1}):
            yield mismatch(f"{kind}.{key}", "an id of its own", "one that stands twice")
