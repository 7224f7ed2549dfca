"""Revoke at once whatever lets somebody in: after a restore, or a break-in."""

from dataclasses import dataclass

from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from campaign.models import (
    ApiToken,
    Browser,
    CalendarFeed,
    Evening,
    Game,
    Invite,
    PasskeyLink,
    Person,
    PushSubscription,
)
from campaign.models.records import new_invite_key
from campaign.records.own_tables import BELONGINGS
from campaign.services.evenings import links_renew


@dataclass(frozen=True, slots=True)
class Revoked:
    """How much was revoked, and how many guests stay signed in: they could not come back."""

    accounts: int
    tokens: int
    links: int
    guests: int


def access_revoke_all() -> Revoked:
    """Sign every account out, and revoke every token and every link."""
    with transaction.atomic():
        accounts = Person.objects.exclude(username=None)
        of_accounts = Browser.objects.filter(person__in=accounts)
        Session.objects.filter(pk__in=of_accounts.values("session")).delete()
        PasskeyLink.objects.all().delete()
        tokens, _by_model = ApiToken.objects.all().delete()
        CalendarFeed.objects.all().delete()
        PushSubscription.objects.all().delete()
        return Revoked(
            accounts=accounts.update(session_epoch=F("session_epoch") + 1),
            tokens=tokens,
            links=_revoke_links(),
            guests=Browser.objects.values("person").distinct().count(),
        )


def _revoke_links() -> int:
    links = Invite.objects.open().update(revoked_at=timezone.now())
    for game in Game.objects.exclude(invite_key=None).only("pk").iterator(500):
        Game.objects.filter(pk=game.pk).update(invite_key=new_invite_key())
        links += 1
    links += links_renew(Evening.objects.all())
    return links + sum(belongings.revoke_links() for belongings in BELONGINGS)
