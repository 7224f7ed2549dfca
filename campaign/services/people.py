"""People: invite, join, change a role, leave, hand over, delete an account."""

import re
import secrets
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import F, ManyToOneRel, Q
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from campaign.models import (
    Campaign,
    ChangeDetail,
    ChangeKind,
    Evening,
    EveningAnswer,
    Game,
    Invite,
    Member,
    Membership,
    PeopleEvent,
    Person,
    Removal,
    Role,
    Seat,
)
from campaign.models.records import new_code
from campaign.records.members import Members
from campaign.rules.core.problems import Problem, RulesError, refuse
from campaign.rules.core.serialize import to_plain
from campaign.rules.core.sizes import SELECTOR
from campaign.selectors.games import games_of
from campaign.selectors.standing import is_closed_to
from campaign.services.accounts import SECRET_CODE_LENGTH, hash_code, hash_token, name_problems
from campaign.services.campaigns import campaign_delete
from campaign.services.evenings import links_renew
from campaign.services.locks import lock_campaigns, lock_games, lock_people, lock_row
from campaign.services.members import members_forget
from campaign.services.one_offs import games_hand_over, games_unshare

INVITE_DAYS = 14
MAX_DAYS = 366
# A selector of twelve characters, then a secret of 192 random bits.
_TOKEN = re.compile(rf"[A-Za-z0-9_-]{{{SELECTOR + 32}}}")


def member_sees(*, campaign: Campaign, person: Person) -> None:
    """Note the day on which a member opens the front page of a campaign."""
    today = timezone.localdate()
    places = Membership.objects.filter(campaign=campaign, person=person)
    places.exclude(seen_on=today).update(seen_on=today)


def invite_make(
    *, campaign: Campaign, person: Person, role: Role, looks: bool = False, days: int = INVITE_DAYS
) -> tuple[Invite, str]:
    """Make an invite and return it with its token, which cannot be shown again."""
    token = secrets.token_urlsafe(9) + secrets.token_urlsafe(24)
    refuse(_invite_problems(role, days, looks=looks))
    with transaction.atomic():
        _lock_as_keeper(campaign, person)
        invite = Invite.objects.create(
            campaign=campaign,
            role=Role.READER if looks else role,
            looks=looks,
            selector=_selector(token),
            token_hash=hash_token(token),
            made_by=person,
            expires_at=timezone.now() + timedelta(days=days),
        )
        if looks:
            people_log(campaign, person, PeopleEvent.VIEW_LINK_CREATED)
        else:
            people_log(campaign, person, PeopleEvent.INVITED, role)
    return invite, token


def invite_revoke(*, invite: Invite, person: Person) -> None:
    """Revoke an open invite; members who joined by it stay."""
    with transaction.atomic():
        _lock_as_keeper(invite.campaign, person)
        still = Invite.objects.open().filter(pk=invite.pk)
        if still.update(revoked_at=timezone.now()):
            people_log(invite.campaign, person, PeopleEvent.LINK_REVOKED)


def invite_find(*, token: str) -> Invite | None:
    """Return the open invite of a token.

    The row is found by the selector, which is no secret; the secret is compared here in constant
    time, and against a dummy hash if there is no row.
    """
    links = Invite.objects.open().select_related("campaign")
    found = links.filter(selector=_selector(token)).first()
    kept = found.token_hash if found else hash_token("")
    return found if constant_time_compare(hash_token(token), kept) else None


def invite_accept(*, invite: Invite, person: Person, token: str | None = None) -> Membership:
    """Join a campaign. A member keeps the better of the two roles."""
    with transaction.atomic():
        lock_campaigns([invite.campaign_id])
        still = Invite.objects.open().filter(pk=invite.pk, looks=False)
        held = lock_row(still, Problem("invite.closed"))
        if is_closed_to(held, person):
            raise RulesError([Problem("invite.removed")])
        members = held.campaign.memberships.all()
        refuse(name_problems(person, str(person), members))
        membership, made = Membership.objects.get_or_create(
            campaign=held.campaign,
            person=person,
            defaults={"role": held.role, "admitted_at": held.made_at},
        )
        better = not made and membership.role == Role.READER and held.role == Role.PLAYER
        if better:
            member_admit(membership, Role.PLAYER, held.made_at)
        if made or better:
            if token and held.campaign.changes.filter(token=token).exists():
                token = None  # of somebody else's form
            Invite.objects.filter(pk=held.pk).update(uses=F("uses") + 1)
            Members(held.campaign).of(person)
            people_log(held.campaign, person, PeopleEvent.JOINED, membership.role, token)
    return membership


def member_set_role(*, membership: Membership, person: Person, role: Role) -> None:
    """Make a reader a player or a player a reader."""
    with transaction.atomic():
        _lock_as_keeper(membership.campaign, person)
        held = _still_there(membership)
        if Role.KEEPER in (role, held.role):
            raise RulesError([Problem("people.hand_over_instead")])
        if role == Role.PLAYER:
            member_admit(held, role, timezone.now())
        else:
            held.role = role
            held.save(update_fields=["role"])
            _remember_removal(held)
        people_log(held.campaign, person, PeopleEvent.ROLE_CHANGED, role)


def member_remove(*, membership: Membership, person: Person, revoke_links: bool = False) -> None:
    """Remove somebody, or leave; their one-off games are unshared. The keeper must hand over first.

    Somebody who was removed cannot join again by an earlier invite.
    """
    with transaction.atomic():
        leaves = membership.person_id == person.pk
        if leaves:
            lock_campaigns([membership.campaign_id])
        else:
            _lock_as_keeper(membership.campaign, person)
        held = _still_there(membership)
        if held.role == Role.KEEPER:
            raise RulesError([Problem("people.keeper_stays")])
        people_log(held.campaign, person, PeopleEvent.LEFT if leaves else PeopleEvent.REMOVED)
        games_unshare(person=held.person, campaign=held.campaign)
        evenings = Evening.objects.of_group(held.campaign)
        answers = EveningAnswer.objects.filter(person=held.person, date__evening__in=evenings)
        answers.exclude(date__evening__game__in=games_of(held.person)).delete()
        if not leaves:
            _remember_removal(held)
            if revoke_links:
                held.campaign.invites.open().update(revoked_at=timezone.now())
                links_renew(evenings)
        held.delete()


def campaign_hand_over(*, campaign: Campaign, person: Person, to: Membership) -> None:
    """Make another member the keeper; the old keeper becomes a player."""
    with transaction.atomic():
        _lock_as_keeper(campaign, person)
        _make_keeper(campaign, pk=to.pk)
        people_log(campaign, person, PeopleEvent.HANDED_OVER)


def keeper_code_make(*, campaign: Campaign, person: Person) -> str:
    """Replace the code that makes a member the keeper; it cannot be shown again."""
    code = new_code(SECRET_CODE_LENGTH)
    with transaction.atomic():
        _lock_as_keeper(campaign, person)
        Campaign.objects.filter(pk=campaign.pk).update(keeper_code_hash=hash_token(code))
        people_log(campaign, person, PeopleEvent.KEEPER_CODE_CREATED)
    return code


def keeper_code_use(*, campaign: Campaign, person: Person, code: str) -> None:
    """Make a member the keeper by the one-time code; the old keeper becomes a player."""
    written = hash_code(code)
    with transaction.atomic():
        lock_campaigns([campaign.pk])
        kept = Campaign.objects.values_list("keeper_code_hash", flat=True).get(pk=campaign.pk)
        if not constant_time_compare(kept, written):
            raise RulesError([Problem("people.wrong_code", path="code")])
        _make_keeper(campaign, person=person)
        people_log(campaign, person, PeopleEvent.KEEPER_CODE_USED)


def person_delete(*, person: Person, heirs: Mapping[int, int] | None = None) -> None:
    """Delete a person, and the campaigns they keep but for those that get another keeper.

    ``heirs`` has the membership of that keeper by campaign. The person's entries in campaigns that
    stay remain there, as those of a former player.
    """
    while not _deleted(person, heirs or {}):
        pass  # again, with what was saved meanwhile


def _deleted(person: Person, heirs: Mapping[int, int]) -> bool:
    """Delete a person, or say that something of theirs was saved meanwhile, and change nothing."""
    with transaction.atomic():
        known = rows_of(person)
        places = Membership.objects.filter(person=person)
        campaigns = list(places.values_list("campaign", flat=True))
        were = Member.objects.filter(person=person).exclude(campaign=None)
        campaigns = [*campaigns, *were.values_list("campaign", flat=True)]
        # Lock everything at once: the code below goes through campaigns in no fixed order.
        seated = Seat.objects.filter(person=person).values("game")
        played = Member.objects.filter(person=person).values("game")
        mine = Q(owner=person) | Q(pk__in=seated) | Q(pk__in=played)
        games = Game.objects.filter(mine | Q(shared_with__in=campaigns))
        lock_games(games, also=campaigns)
        # Only now: a campaign may have been handed over while we waited for its lock.
        kept = places.filter(role=Role.KEEPER).values("campaign")
        for campaign in list(Campaign.objects.filter(pk__in=kept)):
            if heir := heirs.get(campaign.pk):
                _make_keeper(campaign, pk=heir)
                # In nobody's name: a new row of theirs would stop it.
                people_log(campaign, None, PeopleEvent.HANDED_OVER)
            else:
                campaign_delete(campaign=campaign)
        members_forget(person)
        games_hand_over(person=person)
        lock_people([person.pk])
        if not rows_of(person) <= known:
            transaction.set_rollback(True)
            return False
        person.delete()
    return True


def rows_of(person: Person) -> set[tuple[str, int]]:
    """Return every row that refers to a person, by its table and column, and its id."""
    relations = Person._meta.get_fields(include_hidden=True)
    return {
        (str(relation.field), pk)
        for relation in relations
        if isinstance(relation, ManyToOneRel)
        for pk in relation.related_model._base_manager.filter(
            **{relation.field.name: person.pk}
        ).values_list("pk", flat=True)
    }


def _selector(token: str) -> str:
    """Return the part of a token by which its row is found.

    Tokens of the first releases have no selector: the start of their digest is used instead.
    """
    return token[:SELECTOR] if _TOKEN.fullmatch(token) else hash_token(token)[:SELECTOR]


def _remember_removal(membership: Membership) -> None:
    Removal.objects.update_or_create(
        campaign=membership.campaign, person=membership.person, defaults={"at": timezone.now()}
    )


def _lock_as_keeper(campaign: Campaign, person: Person) -> None:
    """Lock a campaign; refuse if it was handed over meanwhile."""
    lock_campaigns([campaign.pk])
    if not campaign.memberships.filter(person=person, role=Role.KEEPER).exists():
        raise PermissionDenied


def member_admit(membership: Membership, role: Role, at: datetime) -> None:
    """Give a member a role; ``at`` is when the keeper chose it, or made their link."""
    membership.role = role
    membership.admitted_at = at
    membership.save(update_fields=["role", "admitted_at"])


def _make_keeper(campaign: Campaign, **heir: Any) -> None:
    """Make another member the keeper; the code of the old keeper becomes invalid."""
    others = campaign.memberships.exclude(role=Role.KEEPER).filter(**heir)
    found = lock_row(others, Problem("people.cannot_hand_over"))
    # First: a campaign never has two keepers.
    campaign.memberships.filter(role=Role.KEEPER).update(role=Role.PLAYER)
    member_admit(found, Role.KEEPER, timezone.now())
    Campaign.objects.filter(pk=campaign.pk).update(keeper_code_hash="")


def _still_there(membership: Membership) -> Membership:
    """Lock a membership; return it as it is now, with a role that may be new."""
    rows = Membership.objects.filter(pk=membership.pk)
    return lock_row(rows, Problem("people.not_a_member"))


def _invite_problems(role: Role, days: int, *, looks: bool) -> Iterator[Problem]:
    if role == Role.KEEPER and not looks:
        yield Problem("people.hand_over_instead", path="role")
    if not 1 <= days <= MAX_DAYS:
        yield Problem("invite.days", {"most": MAX_DAYS, "actual": days}, "days")


def people_log(
    campaign: Campaign,
    person: Person | None,
    event: PeopleEvent,
    role: str = "",
    token: str | None = None,
) -> None:
    """Write into a campaign's history what happened to its members and links."""
    detail = ChangeDetail(people=event, role=role)
    campaign.changes.create(
        kind=ChangeKind.PEOPLE, person=person, payload=to_plain(detail), token=token or None
    )
