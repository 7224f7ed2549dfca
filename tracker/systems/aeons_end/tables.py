"""A set-up in an address: boxes, wishes and seed, so that a friend's phone draws the same."""

import base64
import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from campaign.models import Game
from campaign.rules.aeons_end.catalogue.series import Series
from campaign.rules.aeons_end.one_off.choices import Choices, Place
from campaign.rules.aeons_end.systems import SERIES, WAR_ETERNAL
from campaign.rules.core.serialize import SerializeError, from_plain, to_plain
from campaign.selectors.games import one_off_record
from tracker.systems.aeons_end import selectors

LONGEST = 6000  # characters of an address
LARGEST = 60_000  # bytes of what is in it


@dataclass(frozen=True, slots=True)
class SharedTable:
    """Everything that a set-up is drawn from, and the catalogues it was drawn with."""

    system: str
    choices: Choices
    seed: str
    language: str = "en"
    versions: Mapping[str, int] = field(default_factory=dict)  # of the catalogues, by slug

    @property
    def has_changed(self) -> bool:
        """Say whether a catalogue is another now, so that the set-up may be too."""
        return dict(self.versions) != versions_of(self.system, self.choices)


def versions_of(system: str, choices: Choices) -> dict[str, int]:
    """Return the versions of the catalogues that a set-up is drawn from."""
    pack = selectors.box(system)
    if not isinstance(pack, Series):
        return {system: pack.version}
    boxes = choices.boxes or pack.open_boxes
    return {slug: pack.boxes[slug].pack.version for slug in boxes if slug in pack.boxes}


def shared_table(game: Game) -> SharedTable | None:
    """Return the set-up of a game to share; None where a campaign's own mage sits at it."""
    planned = one_off_record(game).planned
    chosen: Choices = planned.choices
    if any(place.guest for place in chosen.places):
        return None
    places = tuple(Place(mage=place.mage) for place in chosen.places)
    choices = replace(chosen, places=places)
    versions = versions_of(game.system, choices)
    return SharedTable(game.system, choices, planned.seed, game.language, versions)


def packed(table: SharedTable) -> str:
    """Return a set-up as an address holds it: no name in it can be read."""
    plain = json.dumps(to_plain(table), separators=(",", ":")).encode()
    return base64.urlsafe_b64encode(zlib.compress(plain, 9)).decode().rstrip("=")


def unpacked(text: str) -> SharedTable | None:
    """Return the set-up of an address; None for one that is broken or not ours."""
    if not text.isascii() or len(text) > LONGEST:
        return None
    try:
        raw = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        plain = zlib.decompressobj().decompress(raw, LARGEST)
        table = from_plain(SharedTable, json.loads(plain))
    except (ValueError, zlib.error, SerializeError, RecursionError):
        return None
    known = table.system in (SERIES.slug, WAR_ETERNAL.slug)
    return table if known and not any(place.guest for place in table.choices.places) else None
