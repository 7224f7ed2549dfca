"""All boxes of the series as one catalogue, for one-off games.

The file of a box has less than a rulebook's pack: names, kinds, costs, life, tiers, but no mats.
All are played by the rules of one rulebook. Ids of a box are ``<box>/<id>``, because the same mage
is in several; those of a rulebook's pack stay as they are, because games of that box alone are
recorded under them.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, TypeVar

from campaign.rules.aeons_end.catalogue.expeditions import FOLDER as EXPEDITIONS
from campaign.rules.aeons_end.catalogue.expeditions import ExpeditionBox, load_expedition_boxes
from campaign.rules.aeons_end.catalogue.loader import box_faults, load_pack
from campaign.rules.aeons_end.catalogue.pack import (
    Card,
    Finder,
    MageMat,
    Nemesis,
    NemesisCard,
    Pack,
)
from campaign.rules.aeons_end.catalogue.story import Known, Positive
from campaign.rules.core.constraints import Limit
from campaign.rules.core.pack import Id, Name, Text, read_document
from campaign.rules.core.problems import Problem, mismatch
from campaign.rules.core.serialize import SerializeError, from_plain

T = TypeVar("T", Card, NemesisCard, Nemesis, MageMat)
FOLDER = "boxes"  # beside the file of the series


class BoxKind(StrEnum):
    """What a box is sold as."""

    STANDALONE = "standalone"
    MINI = "mini"
    PROMO = "promo"


@dataclass(frozen=True, slots=True)
class Listing:
    """A box as the series lists it."""

    id: Id
    name: Name
    wave: Annotated[int, Limit(1, 99)] | None
    kind: BoxKind
    sealed: bool = False  # its names are secrets until a group has finished it
    pack: Id | None = None  # the rulebook's pack, where the box has one


@dataclass(frozen=True, slots=True)
class SeriesFile:
    """The file of a series: its boxes in the order of the shelf."""

    slug: Id
    version: Positive
    name: Name
    rules: Id  # the pack whose rulebook all boxes are played by
    boxes: tuple[Listing, ...]


@dataclass(frozen=True, slots=True)
class BoxFile:
    """The file of one box."""

    slug: Id
    version: Positive
    name: Name
    cards: tuple[Card, ...]
    nemesis_cards: tuple[NemesisCard, ...]
    nemeses: tuple[Nemesis, ...]
    mages: tuple[MageMat, ...]
    notes: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class Box:
    """A box on the shelf, with everything in it."""

    listing: Listing
    pack: Pack

    @property
    def slug(self) -> str:
        """Return its id in choices."""
        return self.listing.id

    def name(self, language: str) -> str:
        """Return what is printed on it."""
        return self.listing.name.in_language(language)


@dataclass(frozen=True, slots=True, eq=False)  # by slug and version, as any pack
class Series(Pack):
    """A rulebook without contents of its own, and the boxes that are played by it."""

    boxes: Mapping[str, Box] = field(default_factory=dict)
    expeditions: Mapping[str, ExpeditionBox] = field(default_factory=dict)  # by box

    def finder(self) -> Finder:
        """Return the index of the things of every box."""
        parts = {part.id: part for box in self.expeditions.values() for part in box.things}
        return Finder(self, (box.pack for box in self.boxes.values()), parts)

    @property
    def open_boxes(self) -> tuple[str, ...]:
        """Return the boxes that are not sealed."""
        return tuple(slug for slug, box in self.boxes.items() if not box.listing.sealed)

    def name_of(self, kind: str, key: str, language: str) -> str:
        """Return the name of something that the ledger of plays counts, or of a box."""
        if kind == "box":
            return self.boxes[key].name(language) if key in self.boxes else ""
        return Pack.name_of(self, kind, key, language)


def load_series(path: Path) -> Series:
    """Return the series of a JSON file with its boxes, or raise ``SerializeError``."""
    listed = from_plain(SeriesFile, read_document(path))
    rules = _rulebook(path, listed.rules)
    bare = replace(rules, cards=(), nemesis_cards=(), nemeses=(), mages=(), suggested_markets=())
    boxes = {}
    faults = [*_unlisted(path.parent / FOLDER, listed)]
    for row in listed.boxes:
        try:
            boxes[row.id] = Box(row, _contents(path, row, bare))
        except SerializeError as error:
            place = row.id if row.pack else f"{FOLDER}/{row.id}.json"
            faults += [replace(fault, path=f"{place}: {fault.path}") for fault in error.problems]
    nemeses = {slug: box.pack.nemeses for slug, box in boxes.items()}
    expeditions: dict[str, ExpeditionBox] = {}
    try:
        expeditions = load_expedition_boxes(path.parent / EXPEDITIONS, nemeses)
    except SerializeError as error:
        faults += error.problems
    if faults:
        raise SerializeError(faults)
    versions = sum(box.pack.version for box in boxes.values())
    values = {each.name: getattr(bare, each.name) for each in fields(bare) if each.init}
    values |= {"slug": listed.slug, "version": listed.version + versions, "name": listed.name}
    return Series(**values, boxes=boxes, expeditions=expeditions)


def _rulebook(path: Path, slug: str) -> Pack:
    """Return a rulebook's pack; its faults are reported when its own file is loaded."""
    try:
        return load_pack(path.with_name(f"{slug}.json"))
    except SerializeError as error:
        raise SerializeError([mismatch("pack", "a pack without faults", f"{slug}.json")]) from error


def _unlisted(folder: Path, listed: SeriesFile) -> Iterator[Problem]:
    """Yield a fault for each file of a box that the series does not list."""
    known = {row.id for row in listed.boxes if not row.pack}
    for file in sorted(folder.glob("*.json")):
        if file.stem not in known:
            yield mismatch("boxes", f'the box "{file.stem}", which has a file', "none")


def _contents(path: Path, row: Listing, rules: Pack) -> Pack:
    """Return the contents of a box; in a sealed one nothing is secret to those who may use it."""
    if row.pack:
        rulebook = _rulebook(path, row.pack)
        return replace(rulebook, **_qualified(rulebook, row.id, prefix=""))
    file = from_plain(BoxFile, read_document(path.parent / FOLDER / f"{row.id}.json"))
    pack = replace(rules, **{each.name: getattr(file, each.name) for each in fields(file)})
    faults = box_faults(pack)
    if file.slug != row.id:
        faults = (mismatch("slug", f'"{row.id}"', f'"{file.slug}"'), *faults)
    if faults:
        raise SerializeError(faults)
    return replace(pack, **_qualified(pack, row.id, prefix=f"{row.id}/"))


def _qualified(pack: Pack, box: str, *, prefix: str) -> dict[str, Any]:
    """Return the things of a box with the ids that they have in a game."""
    cards = (_of_box(card, box, prefix) for card in pack.cards)
    return {
        "cards": tuple(
            replace(card, mage=f"{prefix}{card.mage}" if card.mage else None) for card in cards
        ),
        "nemesis_cards": tuple(_of_box(card, box, prefix) for card in pack.nemesis_cards),
        "nemeses": tuple(
            _of_box(nemesis, box, prefix) for nemesis in pack.nemeses if not nemesis.by_story
        ),
        "mages": tuple(_of_box(mage, box, prefix) for mage in pack.mages if not mage.custom),
    }


def _of_box(thing: T, box: str, prefix: str) -> T:
    return replace(thing, id=f"{prefix}{thing.id}", box=box, known=Known())
