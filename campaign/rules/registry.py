"""The game systems this house knows: a folder and a line for each."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from campaign.rules.aeons_end.legacy import system as legacy
from campaign.rules.aeons_end.one_off import sheet as war_eternal_sheet
from campaign.rules.core.system import System

SYSTEMS: Mapping[str, System] = MappingProxyType(
    {
        system.slug: system
        for system in (
            System("aeons-end-legacy", "aeons-end-legacy", legacy.first_sheet, legacy.CAMPAIGN),
            System("aeons-end-war-eternal", "aeons-end-war-eternal", war_eternal_sheet.sheet),
        )
    }
)


class UnknownSystemError(LookupError):
    """Raised for a slug that no system has."""


def get_system(slug: str) -> System:
    """Return a game system by slug."""
    try:
        return SYSTEMS[slug]
    except KeyError:
        raise UnknownSystemError(slug) from None
