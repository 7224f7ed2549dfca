"""The packs this installation has: found on disk, loaded once, each by the loader of its game.

They say what the things in their boxes are called.
"""

from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings

from campaign.rules.core.system import Shelf, System
from campaign.rules.registry import SYSTEMS, family_of, get_system


def packs_directory() -> Path:
    """Return the folder that has one folder a game, whose every JSON file is a pack.

    What is in folders below is read by the pack that names it.
    """
    return Path(settings.BASE_DIR) / "fixtures" / "packs"


def get_pack(slug: str) -> Any:
    """Return a pack by slug. It is of its system's own type, which only its folders know."""
    # The slug may come from an address: it names a system, never a path.
    return _load(settings.BASE_DIR, get_system(slug))


def get_shelf(slug: str) -> Shelf[Any]:
    """Return a pack with the other boxes of its game."""
    others = (other.slug for other in family_of(get_system(slug)) if other.slug != slug)
    return Shelf(get_pack(slug), {other: get_pack(other) for other in others})


def all_packs() -> tuple[Any, ...]:
    """Return every pack, in the order of the slugs."""
    return tuple(get_pack(slug) for slug in sorted(SYSTEMS))


def game_name(system: str, language: str) -> str:
    """Return what the box of a system is called."""
    if system not in SYSTEMS:
        return system
    return str(get_pack(system).name.in_language(language))


def name_of(kind: str, key: str, language: str, *, system: str = "") -> str:
    """Return what a box calls something: the system's own, else the first that knows it.

    One game can be played from several boxes. What is in none of them is called by its key.
    """
    for slug in (system, *SYSTEMS) if system in SYSTEMS else SYSTEMS:
        name: str = get_pack(slug).name_of(kind, key, language)
        if name:
            return name
    return key


@cache  # by the project: a page asks for a pack dozens of times, and a path is slow to put together
def _load(_base: Path | str, system: System) -> Any:
    return system.load(packs_directory() / system.family / f"{system.slug}.json")
