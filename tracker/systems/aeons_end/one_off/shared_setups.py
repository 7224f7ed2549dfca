"""Set-ups shared by URL: boxes, choices and seed, from which anybody draws the same game."""

import base64
import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, TypeVar

from django.utils.crypto import constant_time_compare, salted_hmac

from campaign.models import Game
from campaign.rules.aeons_end.catalogue.series import Series
from campaign.rules.aeons_end.expeditions.recipe import Recipe
from campaign.rules.aeons_end.one_off.choices import MAX_BOXES, Choices, SeatChoice
from campaign.rules.aeons_end.systems import SERIES, SLUGS, WAR_ETERNAL
from campaign.rules.core.constraints import Most
from campaign.rules.core.entries import tidied
from campaign.rules.core.json_text import parsed_json
from campaign.rules.core.serialize import SerializeError, from_plain, to_plain
from campaign.selectors.games import one_off_of_code
from campaign.selectors.seeing import seen_facts
from tracker.systems.aeons_end.shared import selectors

T = TypeVar("T")
LONGEST = 6000  # characters in a URL
SIGNATURE = 16  # letters in a short link
MAX_QR = 1800  # characters of a QR code that phones can still scan
LARGEST = 60_000  # bytes when decompressed


@dataclass(frozen=True, slots=True)
class SharedTable:
    """What a set-up is drawn from, and the versions of the catalogues."""

    system: str
    choices: Choices
    seed: str
    language: str = "en"
    # Of the catalogues, by slug.
    versions: Annotated[Mapping[str, int], Most(MAX_BOXES)] = field(default_factory=dict)

    @property
    def has_changed(self) -> bool:
        """Say whether a catalogue has changed, so that the set-up may differ."""
        return dict(self.versions) != versions_of(self.system, self.choices)


def versions_of(system: str, choices: Choices) -> dict[str, int]:
    """Return the versions of the catalogues that a set-up is drawn from."""
    pack = selectors.box(system)
    if not isinstance(pack, Series):
        return {system: pack.version}
    boxes = choices.boxes or pack.open_boxes
    return {slug: pack.boxes[slug].pack.version for slug in boxes if slug in pack.boxes}


def shared_table(game: Game) -> SharedTable | None:
    """Return a game's set-up to share; None if a guest from a campaign plays."""
    planned = seen_facts(game).planned
    chosen: Choices = planned.choices
    if any(place.guest for place in chosen.places):
        return None
    places = tuple(SeatChoice(mage=place.mage) for place in chosen.places)
    choices = replace(chosen, places=places, held=None)
    versions = versions_of(game.system, choices)
    return SharedTable(game.system, choices, planned.seed, game.language, versions)


def key_of(game: Game) -> str:
    """Return the key of the short link to a game's set-up; it opens nothing else of the game."""
    signature = salted_hmac("shared set-up", game.code).hexdigest()
    return f"{game.code}-{signature[:SIGNATURE]}"


def game_of_key(key: str) -> Game | None:
    """Return the game whose set-up a short link shares; None if the key is wrong."""
    code = key.partition("-")[0]
    game = one_off_of_code(code, SLUGS)
    return game if game and constant_time_compare(key, key_of(game)) else None


def packed(table: SharedTable | Recipe) -> str:
    """Encode a set-up, or the recipe of an expedition, for a URL; it gives away no names."""
    plain = json.dumps(to_plain(table), separators=(",", ":")).encode()
    return base64.urlsafe_b64encode(zlib.compress(plain, 9)).decode().rstrip("=")


def packed_recipe(recipe: Recipe) -> str:
    """Encode the recipe of an expedition; "" if a group's own is too long for a URL."""
    text = packed(recipe)
    return text if unpacked_recipe(text) else ""


def unpacked(text: str) -> SharedTable | None:
    """Decode the set-up of a URL; None if it is invalid."""
    table = _decoded(SharedTable, text)
    known = table is not None and table.system in (SERIES.slug, WAR_ETERNAL.slug)
    if table is None or not known or any(place.guest for place in table.choices.places):
        return None
    return table


def unpacked_recipe(text: str) -> Recipe | None:
    """Decode the recipe of an expedition; None if it is invalid."""
    recipe = _decoded(Recipe, text)
    return recipe if recipe and recipe.route and tidied(recipe) == recipe else None


def _decoded(kind: type[T], text: str) -> T | None:
    if not text.isascii() or len(text) > LONGEST:
        return None
    try:
        raw = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        plain = zlib.decompressobj().decompress(raw, LARGEST)
        return from_plain(kind, parsed_json(plain))
    except (ValueError, zlib.error, SerializeError, RecursionError):
        return None
