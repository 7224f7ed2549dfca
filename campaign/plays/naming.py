"""What the boxes call the things in somebody's record."""

from __future__ import annotations

from collections.abc import Callable

from campaign.packs import get_pack
from campaign.rules.aeons_end.catalogue.pack import Name, Pack
from campaign.rules.registry import SYSTEMS


def nemesis_name(key: str, language: str) -> str:
    """Return what a box calls a nemesis of somebody's record."""
    return box_name(lambda pack: pack.nemesis(key), language) or key


def nemesis_has_life(key: str, *, unknown: bool) -> bool:
    """Say whether the mat of a box's nemesis prints its life, and ``unknown`` of one in no box."""
    packs = (get_pack(system.slug) for system in SYSTEMS.values())
    found = next(filter(None, (pack.nemesis(key) for pack in packs)), None)
    return unknown if found is None else found.life is not None


def mage_name(key: str, language: str) -> str:
    """Return what a box calls a mage of somebody's record."""
    return box_name(lambda pack: pack.mage(key), language) or key


def box_name(find: Callable[[Pack], object], language: str) -> str:
    """Return how the first box that knows a thing names it; empty if none does."""
    for system in SYSTEMS.values():
        name = getattr(find(get_pack(system.slug)), "name", None)
        if isinstance(name, Name):
            return name.in_language(language)
    return ""
