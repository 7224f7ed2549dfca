"""Whose one-off games they are, when somebody leaves a campaign, signs in as another, or goes."""

from __future__ import annotations

from django.db.models import OuterRef, Subquery

from campaign.models import (
    Campaign,
    Membership,
    OneOffGame,
    OneOffMage,
    OneOffPhoto,
    OneOffPile,
    Person,
    Role,
)
from campaign.services.locking import hold_games
from campaign.services.photos import one_off_photos_forget


def one_offs_unshare(*, person: Person, campaign: Campaign) -> None:
    """Take somebody's games out of a campaign that they leave: neither reads of the other then."""
    games = list(OneOffGame.objects.of(person).among(campaign).values_list("pk", flat=True))
    shared = OneOffGame.objects.filter(pk__in=games)
    hold_games(shared)
    shared.update(campaign=None)


def one_offs_hand_over(*, guest: Person, into: Person) -> None:
    """Give all of a guest's games to somebody who can sign in."""
    hold_games(OneOffGame.objects.of(guest))
    for table in (OneOffGame, OneOffMage, OneOffPile):
        table._default_manager.filter(owner=guest).update(owner=into)
    OneOffGame.objects.filter(recorded_by=guest).update(recorded_by=into)
    OneOffGame.objects.filter(changed_by=guest).update(changed_by=into)
    OneOffPhoto.objects.filter(added_by=guest).update(added_by=into)


def one_offs_leave(*, person: Person) -> None:
    """Leave the games played in others' campaigns to who keeps those.

    The rest goes with whoever leaves, and so do its photos' files.
    """
    hold_games(OneOffGame.objects.of(person))
    keepers = Membership.objects.filter(role=Role.KEEPER).exclude(person=person)
    heir = Subquery(keepers.filter(campaign=OuterRef("campaign")).values("person")[:1])
    shared = OneOffGame.objects.of(person).filter(campaign__memberships__in=keepers)
    ids = list(shared.values_list("pk", flat=True))
    OneOffGame.objects.filter(pk__in=ids).update(owner=heir)
    owner = Subquery(OneOffGame.objects.filter(pk=OuterRef("game")).values("owner")[:1])
    for table in (OneOffMage, OneOffPile):
        table._default_manager.filter(game__in=ids).update(owner=owner)
    one_off_photos_forget(games=OneOffGame.objects.of(person))
