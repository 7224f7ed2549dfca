"""Revoke at once whatever lets somebody in: after a restore, or a break-in."""

from dataclasses import dataclass

from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from campaign.models import ApiToken, Browser, Draft, Game, Invite, PasskeyLink, Person, SavedDeck
from campaign.models.records import new_invite_key


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
        return Revoked(
            accounts=accounts.update(session_epoch=F("session_epoch") + 1),
            tokens=tokens,
            links=_revoke_links(),
            guests=Browser.objects.values("person").distinct().count(),
        )


def _revoke_links() -> int:
    links = Invite.objects.open().update(revoked_at=timezone.now())
    links += SavedDeck.objects.exclude(share_key=None).update(share_key=None)
    for model, field in ((Game, "invite_key"), (Draft, "join_key")):
        with_link = model._base_manager.exclude(**{field: None})
        for row in with_link.only("pk").iterator(500):
            model._base_manager.filter(pk=row.pk).update(**{field: new_invite_key()})
            links += 1
    return links
