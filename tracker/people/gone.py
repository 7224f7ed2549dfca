"""What another request has deleted while this one was under way: its record, game or person."""

from django.core.exceptions import ObjectDoesNotExist, PermissionDenied
from django.db import DatabaseError, IntegrityError
from django.http import HttpRequest

from campaign.models import Campaign, Person, Record
from tracker.people.access import person_of, record_of


def record_is_gone(request: HttpRequest, error: Exception) -> bool:
    """Say whether an error comes from a campaign or game that was deleted or undone meanwhile."""
    record = record_of(request)
    if record is None or not _misses_rows(error):
        return False
    # Queried: one that is damaged must not look like one that is gone.
    stands = type(record)._default_manager.filter(pk=record.pk).exists()
    return not stands or _game_is_undone(request, record)


def _game_is_undone(request: HttpRequest, record: Record) -> bool:
    """Say whether the address names a game of a campaign that is not there any more."""
    named = request.resolver_match.kwargs.get("number") if request.resolver_match else None
    if named is None or not isinstance(record, Campaign):
        return False
    return not record.games.not_withdrawn().filter(number=named).exists()


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
