"""Template filters of Aeon's End: kinds of cards, breaches."""

from django import template
from django.utils.translation import gettext

from campaign.rules.aeons_end.breaches import Breach
from tracker.systems.aeons_end.shared import words

register = template.Library()


@register.filter
def kind_name(kind: str) -> str:
    """Return the name of a card's kind; an unknown kind is returned unchanged."""
    return words.card_kind(kind) or words.nemesis_kind(kind) or kind


@register.filter
def breach_label(breach: Breach) -> str:
    """Return the text alternative of a drawn breach."""
    values = {"number": breach.number, "focus": breach.focus_cost, "open": breach.open_cost}
    if breach.state == "open":
        return gettext("Breach %(number)s, open") % values
    if breach.state == "absent":
        return gettext("No breach %(number)s") % values
    return gettext("Breach %(number)s, closed: %(focus)s to focus, %(open)s to open") % values
