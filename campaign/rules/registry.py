"""The games: one entry each, in the order in which they are offered."""

from importlib import import_module
from typing import Any

from campaign.rules.core.system import CampaignRules, OneOff, System

# A game is the name of its two folders: ``campaign/rules/<name>/``, with ``SYSTEMS`` in its module
# ``systems``, and ``tracker/systems/<name>/``, with ``FACES`` in its module ``face``. If it has
# tables of its own, ``campaign/records/<name>.py`` says so.
GAMES = ("aeons_end", "ashes", "relic_nemesis", "journal")


def systems_of(rules: str) -> dict[str, System]:
    """Return the systems of a game by slug, given the package of its rules."""
    systems: tuple[System, ...] = import_module(f"{rules}.systems").SYSTEMS
    return {system.slug: system for system in systems}


SYSTEMS: dict[str, System] = {}
for _game in GAMES:
    SYSTEMS.update(systems_of(f"campaign.rules.{_game}"))


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
