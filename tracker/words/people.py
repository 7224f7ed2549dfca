"""People in words: what they are in a campaign, and who wrote something."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext_lazy

from campaign.models import Role

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

    from campaign.models import Change, Person

ROLES: Mapping[str, StrPromise] = {
    Role.KEEPER: pgettext_lazy("role in a campaign", "keeper"),
    Role.PLAYER: pgettext_lazy("role in a campaign", "player"),
    Role.READER: pgettext_lazy("role in a campaign", "viewer"),
}


def role(key: str) -> str:
    """Return what somebody is in a campaign; "" for a role that nobody foresaw."""
    return str(ROLES[key]) if key in ROLES else ""


def players(number: int) -> str:
    """Return how many play."""
    return ngettext("%(number)s player", "%(number)s players", number) % {"number": number}


def who(change: Change) -> str:
    """Return who wrote it: "by Zuza"; of a demo nobody is said to have written it."""
    if change.signed is not None:
        return _by(change.signed)
    if change.person is None:
        demo = change.campaign is not None and change.campaign.demo
        return "" if demo else _("by a former player")
    return by(change.person)


def by(person: Person) -> str:
    """Return "by" and what somebody is called."""
    return _by(person.display_name or person.username or "")


def _by(name: str) -> str:
    return _("by %(name)s") % {"name": name} if name else _("by a guest")
