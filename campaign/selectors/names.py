"""What the boxes call things that the ledger of plays counts."""

from campaign.packs import get_pack
from campaign.rules.registry import SYSTEMS


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
