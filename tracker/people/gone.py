"""What another request has deleted while this one was under way: its record, game or person."""

from django.core.exceptions import ObjectDoesNotExist, PermissionDenied
from django.db import DatabaseError, IntegrityError
from django.http import HttpRequest

from campaign.models import Game, Person
from tracker.people.access import asked_for, person_of


def record_is_gone(request: HttpRequest, error: Exception) -> bool:
    """Say whether an error comes from a campaign or game that was deleted or undone meanwhile."""
    asked = asked_for(request)
    if asked is None or not _misses_rows(error):
        return False
    # Queried: one that is damaged must not look like one that is gone.
    record, game = asked.record, asked.game
    if not type(record)._default_manager.filter(pk=record.pk).exists():
        return True
    return game is not None and not Game.objects.not_withdrawn().filter(pk=game.pk).exists()


def person_is_gone(request: HttpRequest, error: Exception) -> bool:
    """Say whether an error comes from a person who was deleted, or merged, meanwhile."""
    person = person_of(request)
    if person is None or not _misses_rows(error):
        return False
    return not Person.objects.filter(pk=person.pk).exists()


def _misses_rows(error: Exception) -> bool:
    """Say whether an error is one that missing rows cause; so is a refusal without a membership.

    A ``DatabaseError`` itself, and none of its kinds, is that of a ``save`` without a row.
    """
    missing = LookupError | ObjectDoesNotExist | IntegrityError | PermissionDenied
    return isinstance(error, missing) or type(error) is DatabaseError
