"""The game systems: a folder and a line for each."""

from typing import Any

from campaign.rules.aeons_end import systems as aeons_end
from campaign.rules.ashes import systems as ashes
from campaign.rules.core.system import CampaignRules, OneOff, System
from campaign.rules.journal import system as journal
from campaign.rules.relic_nemesis import system as relic_nemesis

SYSTEMS: dict[str, System] = {
    system.slug: system
    for system in (
        aeons_end.LEGACY,
        aeons_end.WAR_ETERNAL,
        aeons_end.SERIES,
        ashes.ASHES,
        relic_nemesis.RELIC_NEMESIS,
        journal.JOURNAL,
    )
}


class UnknownSystemError(LookupError):
    """Raised for a slug that no system has."""


def get_system(slug: str) -> System:
    """Return a game system by slug."""
    try:
        return SYSTEMS[slug]
    except KeyError:
        raise UnknownSystemError(slug) from None


def campaign_rules(slug: str) -> CampaignRules[Any, Any, Any]:
    """Return the campaign of a system, which has to have one."""
    rules = get_system(slug).campaign
    if rules is None:
        raise UnknownSystemError(f"{slug} has no campaign")
    return rules


def one_off_rules(slug: str) -> OneOff[Any, Any, Any, Any]:
    """Return the one-off games of a system, which has to have them."""
    rules = get_system(slug).one_off
    if rules is None:
        raise UnknownSystemError(f"{slug} has no one-off games")
    return rules


def systems_named(name: str) -> tuple[str, ...]:
    """Return the slug of a system by itself, or all of a family by its name."""
    return tuple(slug for slug, system in SYSTEMS.items() if name in (slug, system.family))


def family_of(system: System) -> tuple[System, ...]:
    """Return the systems whose boxes can be mixed with this one, itself included."""
    return tuple(other for other in SYSTEMS.values() if other.family == system.family)
