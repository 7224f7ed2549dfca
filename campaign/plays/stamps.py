"""What tells one state of somebody's log from every other."""

from __future__ import annotations

from hashlib import blake2b

from campaign.models import Campaign, Person


def log_stamp(person: Person) -> str:
    """Return a value that somebody's log has in no other state, in one question.

    Their own stamp changes with every write to their one-off games, a campaign's with every write
    to its story and to the games played among its people (``campaign.services.stamping``); who
    joins or leaves has other campaigns. Whoever reads asks for this first, and for the games then:
    what is remembered under a stamp is never older than it.
    """
    campaigns = Campaign.objects.of(person).order_by("pk").values_list("stamp", flat=True)
    return blake2b(" ".join((person.stamp, *campaigns)).encode(), digest_size=16).hexdigest()
