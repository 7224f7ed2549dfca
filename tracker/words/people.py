"""People in words: how many play, and who wrote something."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

if TYPE_CHECKING:
    from campaign.models import Change


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
    return _by(change.person.display_name or change.person.username or "")


def _by(name: str) -> str:
    return _("by %(name)s") % {"name": name} if name else _("by a guest")
