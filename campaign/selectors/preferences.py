"""What people keep for a game, in the game's own types."""

from typing import TypeVar

from campaign.models import Person, Preference
from campaign.rules.core.serialize import SerializeError, from_plain

T = TypeVar("T")


def preferences(person: Person, family: str, kind: str, of: type[T]) -> dict[Preference, T]:
    """Return the values of a kind that somebody keeps, by name."""
    rows = Preference.objects.filter(person=person, family=family, kind=kind)
    found = ((row, read(row, of)) for row in rows)
    return {row: value for row, value in found if value is not None}


def read(kept: Preference, of: type[T]) -> T | None:
    """Return a value; None for one that this release no longer understands."""
    try:
        return from_plain(of, kept.payload)
    except SerializeError:
        return None
