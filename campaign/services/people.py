"""People: invite, join, change a role, leave, hand over, delete an account."""

from __future__ import annotations

import hashlib
import secrets
from datetime import timedelta

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from campaign.models import Campaign, Deed, DeedKind, Invite, Membership, Person, Role
from campaign.rules.problems import Problem, RulesError

INVITE_DAYS = 14
LOOK_DAYS = 180


def hash_token(token: str) -> str:
    """Return what is kept of a token. It is long and random, so a plain digest is enough."""
    return hashlib.sha256(token.encode()).hexdigest()


def invite_make(
    *, campaign: Campaign, person: Person, role: Role, looks: bool = False, days: int | None = None
) -> tuple[Invite, str]:
    """Make an invite and return it with its token, which cannot be shown again."""
    token = secrets.token_urlsafe(24)
    days = days or (LOOK_DAYS if looks else INVITE_DAYS)
    with transaction.atomic():
        invite = Invite.objects.create(
            campaign=campaign,
            role=Role.READER if looks else role,
            looks=looks,
            token_hash=hash_token(token),
            made_by=person,
            expires_at=timezone.now() + timedelta(days=days),
        )
        _log(campaign, person, "looks" if looks else f"invite {invite.role}")
    return invite, token


def invite_revoke(*, invite: Invite, person: Person) -> Invite:
    """Take an invite back; who has joined by it stays."""
    with transaction.atomic():
        Invite.objects.filter(pk=invite.pk, revoked_at=None).update(revoked_at=timezone.now())
        _log(invite.campaign, person, "revoke")
    invite.refresh_from_db()
    return invite


def invite_find(*, token: str) -> Invite | None:
    """Return the open invite of a token."""
    found = Invite.objects.open().select_related("campaign").filter(token_hash=hash_token(token))
    return found.first()


def invite_accept(*, invite: Invite, person: Person) -> Membership:
    """Join a campaign. Somebody who belongs already keeps the better of the two roles."""
    with transaction.atomic():
        held = Invite.objects.select_for_update().get(pk=invite.pk)
        if not held.is_open or held.looks:
            raise RulesError([Problem("invite.closed")])
        membership, made = Membership.objects.get_or_create(
            campaign=held.campaign, person=person, defaults={"role": held.role}
        )
        if not made and membership.role == Role.READER and held.role == Role.PLAYER:
            membership.role = Role.PLAYER
            membership.save(update_fields=["role"])
        Invite.objects.filter(pk=held.pk).update(uses=F("uses") + 1)
        if made:
            _log(held.campaign, person, f"joined {membership.role}")
    return membership


def member_set_role(*, membership: Membership, person: Person, role: Role) -> Membership:
    """Make a reader a player or a player a reader."""
    if Role.KEEPER in (role, membership.role):
        raise RulesError([Problem("people.hand_over_instead")])
    with transaction.atomic():
        membership.role = role
        membership.save(update_fields=["role"])
        _log(membership.campaign, person, f"role {role}")
    return membership


def member_remove(*, membership: Membership, person: Person) -> None:
    """Take somebody out, or leave. The keeper hands over first."""
    if membership.role == Role.KEEPER:
        raise RulesError([Problem("people.keeper_stays")])
    with transaction.atomic():
        left = membership.person_id == person.pk
        _log(membership.campaign, person, "left" if left else "removed")
        membership.delete()


def campaign_hand_over(*, campaign: Campaign, person: Person, to: Membership) -> Membership:
    """Make another member the keeper; who kept it before becomes a player."""
    with transaction.atomic():
        members = Membership.objects.select_for_update().filter(campaign=campaign)
        keeper = members.filter(person=person, role=Role.KEEPER).first()
        heir = members.filter(pk=to.pk).first()
        if keeper is None or heir is None or heir.pk == keeper.pk:
            raise RulesError([Problem("people.cannot_hand_over")])
        keeper.role, heir.role = Role.PLAYER, Role.KEEPER
        keeper.save(update_fields=["role"])
        heir.save(update_fields=["role"])
        _log(campaign, person, "handed over")
    return heir


def person_delete(*, person: Person) -> None:
    """Delete somebody and the campaigns they keep; in others' campaigns the record stays."""
    with transaction.atomic():
        kept = Campaign.objects.filter(memberships__person=person, memberships__role=Role.KEEPER)
        kept.delete()
        person.delete()


def _log(campaign: Campaign, person: Person, detail: str) -> None:
    Deed.objects.create(
        campaign=campaign, revision=None, kind=DeedKind.PEOPLE, person=person, detail=detail
    )
