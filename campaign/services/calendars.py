"""Private calendars: make an address, find whose it is, revoke it."""

import secrets

from django.utils import timezone

from campaign.models import CalendarFeed, Person
from campaign.services.accounts import hash_token


def calendar_make(*, person: Person) -> str:
    """Give somebody an address for their calendar, and return its token; an older one ends.

    It cannot be shown again.
    """
    token = secrets.token_urlsafe(32)
    CalendarFeed.objects.update_or_create(
        person=person,
        defaults={"token_hash": hash_token(token), "made_at": timezone.now(), "used_on": None},
    )
    return token


def calendar_revoke(*, person: Person) -> None:
    """End the address of somebody's calendar."""
    CalendarFeed.objects.filter(person=person).delete()


def calendar_use(*, token: str) -> Person | None:
    """Return whose calendar an address is, and note the day; None if it is wrong or revoked.

    It is found by its hash: whoever guesses tokens cannot choose what is compared.
    """
    feeds = CalendarFeed.objects.select_related("person")
    found = feeds.filter(token_hash=hash_token(token), person__is_active=True).first()
    if found is None:
        return None
    today = timezone.localdate()
    if found.used_on != today:
        CalendarFeed.objects.filter(pk=found.pk).update(used_on=today)
    return found.person
