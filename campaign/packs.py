"""The packs (catalogues of boxes), loaded once from disk by the loader of their game."""

from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings

from campaign.rules.core.system import Shelf, System
from campaign.rules.registry import SYSTEMS, family_of, get_system, systems_named


def packs_directory() -> Path:
    """Return the folder of all packs: a folder for each game, with a JSON file for each pack.

    Files in folders below that are read by the packs that name them.
    """
    return Path(settings.BASE_DIR) / "fixtures" / "packs"


def get_pack(slug: str) -> Any:
    """Return a pack by slug, of its system's own type."""
    # The slug may come from a URL, so it is looked up, never used as a path.
    return _load(settings.BASE_DIR, get_system(slug))


def get_shelf(slug: str) -> Shelf[Any]:
    """Return a pack with the other boxes of its game."""
    others = (other.slug for other in family_of(get_system(slug)) if other.slug != slug)
    return Shelf(get_pack(slug), {other: get_pack(other) for other in others})


def all_packs() -> tuple[Any, ...]:
    """Return every pack, in the order of the slugs."""
    return tuple(get_pack(slug) for slug in sorted(SYSTEMS))


def game_name(system: str, language: str) -> str:
    """Return the name of a system's box."""
    if system not in SYSTEMS:
        return system
    return str(get_pack(system).name.in_language(language))


def family_name(family: str, language: str) -> str:
    """Return the name of a family of systems: the shortest of its boxes, on which others build."""
    return min((game_name(slug, language) for slug in systems_named(family)), key=len)


def name_of(kind: str, key: str, language: str, *, system: str = "") -> str:
    """Return the name of something in the system's own box, or else in the first that has it.

    A game can be played from several boxes. Without a name in any of them, return the key.
    """
    for slug in (system, *SYSTEMS) if system in SYSTEMS else SYSTEMS:
        name: str = get_pack(slug).name_of(kind, key, language)
        if name:
            return name
    return key


@cache  # by project folder too: building a path is slow, and a page gets packs dozens of times
def _load(_base: Path | str, system: System) -> Any:
    return system.load(packs_directory() / system.family / f"{system.slug}.json")
