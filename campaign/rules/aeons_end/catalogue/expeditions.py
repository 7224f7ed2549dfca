"""What a box has for expeditions: tiers of its nemeses, treasures, upgraded basics, companions.

A file for each box that has any of it, beside the files of the boxes. Ids are those of the box, and
in a game ``<box>/<id>`` as everywhere in the series.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, TypeVar

from campaign.rules.aeons_end.catalogue.pack import CardKind, Count, Nemesis, NemesisCard, Number
from campaign.rules.core.constraints import Limit
from campaign.rules.core.pack import Id, Name, read_document
from campaign.rules.core.problems import Problem, mismatch
from campaign.rules.core.serialize import SerializeError, from_plain

FOLDER = "expeditions"  # beside the file of the series
LEVELS = (1, 2, 3, 4)  # of treasures
NEMESIS_TIERS = (1, 2, 3, 4)

Level = Annotated[int, Limit(LEVELS[0], LEVELS[-1])]
NemesisTier = Annotated[int, Limit(NEMESIS_TIERS[0], NEMESIS_TIERS[-1])]


@dataclass(frozen=True, slots=True)
class FightFive:
    """What a nemesis' card for a fifth battle changes, as far as it is numbers."""

    life: Number = 0  # added to its mat's
    unleash_card: bool = False  # takes the place of one of its turn-order cards
    increased_difficulty: bool = False  # the rule on its mat holds
    more_on_the_card: bool = False  # which players read there


@dataclass(frozen=True, slots=True)
class Ranked:
    """A nemesis of the box: which battles it is for."""

    id: Id
    tier: NemesisTier
    fewer_upgraded: Count = 0  # its deck takes so many fewer upgraded cards in each tier
    fight_five: FightFive | None = None


@dataclass(frozen=True, slots=True)
class Treasure:
    """A treasure; the kind of some level-1 treasures is only on the card."""

    id: str
    name: Name
    level: Level
    kind: CardKind | None = None
    box: str = ""


@dataclass(frozen=True, slots=True)
class Banner:
    """A banner, for games with friends and foes."""

    id: str
    name: Name
    kind: CardKind
    cost: Count
    box: str = ""


@dataclass(frozen=True, slots=True)
class Companion:
    """A friend or a foe, with the charges that it needs."""

    id: str
    name: Name
    charges: Count
    box: str = ""


@dataclass(frozen=True, slots=True)
class ExpeditionBox:
    """What one box has for expeditions; the file of a box."""

    box: Id
    nemeses: tuple[Ranked, ...] = ()
    treasures: tuple[Treasure, ...] = ()
    upgraded: tuple[NemesisCard, ...] = ()
    banners: tuple[Banner, ...] = ()
    friends: tuple[Companion, ...] = ()
    foes: tuple[Companion, ...] = ()

    @property
    def things(self) -> tuple[Treasure | NemesisCard | Banner | Companion, ...]:
        """Return everything in it that has a name of its own."""
        return (*self.treasures, *self.upgraded, *self.banners, *self.friends, *self.foes)


T = TypeVar("T", Treasure, NemesisCard, Banner, Companion)


def load_expedition_boxes(
    folder: Path, nemeses: Mapping[str, tuple[Nemesis, ...]]
) -> dict[str, ExpeditionBox]:
    """Return what each box has, with the ids of a game; raise every fault of the files at once.

    ``nemeses`` are those of each box of the series.
    """
    boxes: dict[str, ExpeditionBox] = {}
    faults: list[Problem] = []
    for file in sorted(folder.glob("*.json")):
        own_faults: Iterable[Problem]
        try:
            read = from_plain(ExpeditionBox, read_document(file))
        except SerializeError as error:
            own_faults = error.problems
        else:
            own_faults = tuple(_faults(read, file.stem, nemeses))
            boxes[read.box] = _qualified(read, nemeses.get(read.box, ()))
        faults += [replace(each, path=f"{FOLDER}/{file.name}: {each.path}") for each in own_faults]
    if faults:
        raise SerializeError(faults)
    return boxes


def _faults(
    read: ExpeditionBox, stem: str, nemeses: Mapping[str, tuple[Nemesis, ...]]
) -> Iterator[Problem]:
    """Yield what the file of a box has that its box, or its own lists, contradict."""
    if read.box != stem:
        yield mismatch("box", f'"{stem}"', f'"{read.box}"')
    if read.box not in nemeses:
        yield mismatch("box", "a box of the series", f'"{read.box}"')
        return
    known = {_bare(nemesis.id) for nemesis in nemeses[read.box]}
    for place, ranked in enumerate(read.nemeses):
        if ranked.id not in known:
            yield mismatch(f"nemeses[{place}].id", "a nemesis of the box", f'"{ranked.id}"')
    lists = {
        "nemeses": [each.id for each in read.nemeses],
        "treasures": [each.id for each in read.treasures],
        "upgraded": [each.id for each in read.upgraded],
        "banners": [each.id for each in read.banners],
        "friends": [each.id for each in read.friends],
        "foes": [each.id for each in read.foes],
    }
    for name, ids in lists.items():
        for place, key in enumerate(ids):
            if key in ids[:place]:
                yield mismatch(f"{name}[{place}].id", "an id that is not used before", f'"{key}"')


def _bare(key: str) -> str:
    return key.rpartition("/")[2]


def _qualified(read: ExpeditionBox, nemeses: tuple[Nemesis, ...]) -> ExpeditionBox:
    """Return the things of a box with the ids that they have in a game."""
    keys = {_bare(nemesis.id): nemesis.id for nemesis in nemeses}

    def of_box(things: tuple[T, ...]) -> tuple[T, ...]:
        return tuple(replace(each, id=f"{read.box}/{each.id}", box=read.box) for each in things)

    return ExpeditionBox(
        read.box,
        tuple(replace(each, id=keys.get(each.id, each.id)) for each in read.nemeses),
        of_box(read.treasures),
        of_box(read.upgraded),
        of_box(read.banners),
        of_box(read.friends),
        of_box(read.foes),
    )
