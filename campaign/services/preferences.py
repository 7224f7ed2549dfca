"""Preferences: values that a person saves for a game."""

from typing import Any

from campaign.models import Person, Preference
from campaign.rules.core import sizes
from campaign.rules.core.entries import entry_problems
from campaign.rules.core.problems import Problem, RulesError, refuse
from campaign.rules.core.serialize import to_plain
from campaign.rules.core.texts import one_line, text_problems
from campaign.services.locks import locked_person

MAX_KEPT = 50  # of one kind


def preference_save(
    *, person: Person, family: str, kind: str, value: Any, name: str = ""
) -> Preference:
    """Save a value under a name, or replace the one saved there."""
    name = one_line(name)
    refuse((*text_problems("name", name, sizes.NAME), *entry_problems(value)))
    with locked_person(person):
        kept = Preference.objects.filter(person=person, family=family, kind=kind)
        if kept.exclude(name=name).count() >= MAX_KEPT:
            raise RulesError([Problem("preference.too_many", {"most": MAX_KEPT}, "name")])
        made, _new = Preference.objects.update_or_create(
            person=person,
            family=family,
            kind=kind,
            name=name,
            defaults={"payload": to_plain(value)},
        )
    return made


def preference_delete(*, preference: Preference) -> None:
    """Delete a saved value."""
    preference.delete()
