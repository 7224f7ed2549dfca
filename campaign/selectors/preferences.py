"""Reads of what people have saved for a game: their boxes, presets and patterns."""

from django.db.models import QuerySet

from campaign.models import Preference


def preferences(family: str, kind: str) -> QuerySet[Preference]:
    """Return everybody's preferences of one kind for a family of games."""
    return Preference.objects.filter(family=family, kind=kind)
