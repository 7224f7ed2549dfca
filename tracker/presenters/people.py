"""Who belongs to a campaign and which links are open, as the page shows them."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass

from django.utils import timezone

from campaign.models import Invite, Membership, Role
from tracker.access import Access

ORDER = (Role.KEEPER, Role.PLAYER, Role.READER)


@dataclass(frozen=True, slots=True)
class MemberView:
    """Somebody who belongs; ``is_me`` is the reader of the page."""

    id: int
    name: str
    role: str
    role_name: str
    since: datetime.date
    is_me: bool


@dataclass(frozen=True, slots=True)
class InviteView:
    """A link that is open."""

    id: int
    looks: bool
    role: str
    made: datetime.date
    until: datetime.date
    uses: int


def member_views(members: Iterable[Membership], access: Access) -> tuple[MemberView, ...]:
    """Return who belongs, the keeper first."""
    ordered = sorted(members, key=lambda member: ORDER.index(Role(member.role)))
    me = access.person.pk if access.person else None
    return tuple(
        MemberView(
            id=member.pk,
            name=str(member.person),
            role=member.role,
            role_name=str(member.get_role_display()),
            since=timezone.localtime(member.joined_at).date(),
            is_me=member.person_id == me,
        )
        for member in ordered
    )


def invite_views(invites: Iterable[Invite]) -> tuple[InviteView, ...]:
    """Return the links that are open."""
    return tuple(
        InviteView(
            id=invite.pk,
            looks=invite.looks,
            role=invite.role,
            made=timezone.localtime(invite.made_at).date(),
            until=timezone.localtime(invite.expires_at).date(),
            uses=invite.uses,
        )
        for invite in invites
    )
