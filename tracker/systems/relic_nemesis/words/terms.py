"""The words of the box, in the active language."""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext


def role(key: str) -> str:
    """Return what a role is called."""
    return {
        "nemesis": pgettext("a role", "Nemesis"),
        "character": pgettext("a role", "Character"),
    }.get(key, "")


def attribute(key: str) -> str:
    """Return what an attribute is called."""
    return {"strength": _("Strength"), "willpower": _("Willpower"), "cunning": _("Cunning")}.get(
        key, _("Attribute")
    )


def colour(key: str) -> str:
    """Return what a colour of nemeses is called."""
    return {"black": pgettext("a colour", "black"), "red": pgettext("a colour", "red")}.get(key, "")


def dial(key: str) -> str:
    """Return what a dial is called."""
    return {"life": _("Life"), "infamy": _("Infamy"), "attribute": _("Attribute")}.get(key, key)


def ending(key: str) -> str:
    """Return what ended a game."""
    return {
        "infamy": _("25 infamy"),
        "confrontation": _("Confrontation"),
        "team": _("A team won"),
        "stopped": _("Stopped before the end"),
    }.get(key, "")


def toll(key: str) -> str:
    """Return what is given for the way to the middle tier."""
    return {
        "infamy": _("1 infamy"),
        "trophy": _("a trophy"),
        "might": _("a Might card"),
        "arsenal": _("an arsenal card"),
    }.get(key, "")


def player(number: int, name: str) -> str:
    """Return who sits at a seat."""
    return name or _("Player %(number)s") % {"number": number}
