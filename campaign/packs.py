"""The packs this installation has: found on disk, loaded once."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from django.conf import settings

from campaign.rules.aeons_end.catalogue.loader import load_pack
from campaign.rules.aeons_end.catalogue.pack import Pack


class UnknownPackError(LookupError):
    """Raised for a slug that no pack has."""


def packs_directory() -> Path:
    """Return the folder whose every JSON file is a pack."""
    return _packs_under(settings.BASE_DIR)


def pack_files() -> dict[str, Path]:
    """Return the packs' files by slug, in the order of the slugs."""
    return {path.stem: path for path in sorted(packs_directory().rglob("*.json"))}


def get_pack(slug: str) -> Pack:
    """Return a pack by slug."""
    return _load(packs_directory(), slug)


def all_packs() -> tuple[Pack, ...]:
    """Return every pack, in the order of the slugs."""
    return tuple(get_pack(slug) for slug in pack_files())


@cache  # a page asks for a pack dozens of times, and a path is slow to put together
def _packs_under(base: Path | str) -> Path:
    return Path(base) / "fixtures" / "packs"


@cache
def _load(directory: Path, slug: str) -> Pack:
    # The slug may come from an address: it picks from the files there are, and names no path.
    path = next((path for path in directory.rglob("*.json") if path.stem == slug), None)
    if path is None:
        raise UnknownPackError(slug)
    return load_pack(path)
