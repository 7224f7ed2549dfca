"""Move everything of a guest to the account that they sign in to."""

from django.db import transaction
from django.db.models import Exists, OuterRef

from campaign.models import (
    Barring,
    CalendarFeed,
    Evening,
    EveningAnswer,
    EveningDate,
    FreedSeat,
    Game,
    MailAddress,
    Member,
    Membership,
    Mute,
    Notice,
    PeopleEvent,
    Person,
    PushSubscription,
    Removal,
    Role,
)
from campaign.records.own_tables import BELONGINGS
from campaign.selectors.games import games_of
from campaign.selectors.standing import was_removed_since
from campaign.services.locks import lock_games, lock_people, lock_rows
from campaign.services.members import members_merge
from campaign.services.people import member_admit, people_log, rows_of

_RANKS = (Role.READER, Role.PLAYER, Role.KEEPER)


def person_merge(*, guest: Person, into: Person) -> None:
    """Move everything of a guest to an account, and delete the guest.

    If the guest has become an account meanwhile, or either was deleted, everything stays.
    """
    if not guest.is_guest or into.is_guest:
        raise ValueError("Only a guest can be merged, and only into an account.")
    while not _merged(guest, into):
        pass  # again, with what was saved meanwhile


def _merged(guest: Person, into: Person) -> bool:
    """Merge a guest, or say that something of theirs was saved meanwhile, and change nothing."""
    with transaction.atomic():
        known = rows_of(guest)
        _merge_members(guest, into)
        now = lock_people([guest.pk, into.pk])
        if len(now) < 2 or not now[guest.pk].is_guest:
            transaction.set_rollback(True)
            return True
        if not rows_of(guest) <= known:
            transaction.set_rollback(True)
            return False
        same = {column: OuterRef(column) for column in ("family", "kind", "name")}
        guest.preferences.exclude(Exists(into.preferences.filter(**same))).update(person=into)
        for belongings in BELONGINGS:
            belongings.hand_over(now[guest.pk], now[into.pk])
        guest.delete()
    return True


def _merge_members(guest: Person, into: Person) -> None:
    """Move what a guest has and did in campaigns and games, which are locked, to an account."""
    places = Membership.objects.filter(person=guest).values_list("campaign", flat=True)
    members = Member.objects.filter(person=guest)
    played = Game.objects.filter(pk__in=members.exclude(game=None).values("game"))
    were = members.exclude(campaign=None).values_list("campaign", flat=True)
    lock_games(games_of(guest) | played, also=[*places, *were])
    held = {m.campaign_id: m for m in Membership.objects.filter(person=into)}
    for membership in lock_rows(Membership.objects.filter(person=guest)):
        _merge_membership(membership, into, held.get(membership.campaign_id))
    guest.change_set.update(person=into)
    guest.invite_set.update(made_by=into)
    guest.photo_set.update(added_by=into)
    guest.livetable_set.update(opened_by=into)
    guest.livemove_set.update(person=into)
    members_merge(guest, into)
    _merge_evenings(guest, into)
    _merge_removals(guest, into)
    _merge_seats(guest, into)
    _merge_barrings(guest, into)


def _merge_membership(brought: Membership, into: Person, mine: Membership | None) -> None:
    """Move a guest's place in a campaign to an account, which may have one already.

    Who was removed or demoted since the guest was let in does not come back by the guest.
    """
    role, campaign = Role(brought.role), brought.campaign
    if role != Role.KEEPER and was_removed_since(campaign.pk, into, brought.admitted_at):
        brought.person.games.filter(shared_with=campaign).update(shared_with=None)
        people_log(campaign, brought.person, PeopleEvent.LEFT)
        brought.delete()
    elif mine is None:
        brought.person = into
        brought.save(update_fields=["person"])
    elif _RANKS.index(role) > _RANKS.index(Role(mine.role)):
        brought.delete()  # first: a campaign never has two keepers
        member_admit(mine, role, brought.admitted_at)


def _merge_evenings(guest: Person, into: Person) -> None:
    """Move what a guest proposed and answered to an account, whose own answers count."""
    Evening.objects.filter(made_by=guest).update(made_by=into)
    if not CalendarFeed.objects.filter(person=into).exists():
        CalendarFeed.objects.filter(person=guest).update(person=into)
    EveningDate.objects.filter(proposed_by=guest).update(proposed_by=into)
    _merge_notices(guest, into)
    own = EveningAnswer.objects.filter(person=into).values_list("date", flat=True)
    EveningAnswer.objects.filter(person=guest).exclude(date__in=list(own)).update(person=into)


def _merge_notices(guest: Person, into: Person) -> None:
    """Move a guest's browsers and notices to an account, and what either has switched off."""
    PushSubscription.objects.filter(person=guest).update(person=into)
    Notice.objects.filter(person=guest).update(person=into)
    if not MailAddress.objects.filter(person=into).exists():
        MailAddress.objects.filter(person=guest).update(person=into)
    off = set(Mute.objects.filter(person=into).values_list("campaign", "kind"))
    for mute in Mute.objects.filter(person=guest):
        if (mute.campaign_id, mute.kind) not in off:
            mute.person = into
            mute.save(update_fields=["person"])


def _merge_removals(guest: Person, into: Person) -> None:
    """Move the removals of a guest to an account; of two from one campaign, the later counts."""
    earlier = dict(Removal.objects.filter(person=into).values_list("campaign", "at"))
    for removal in Removal.objects.filter(person=guest):
        at = max(removal.at, earlier.get(removal.campaign_id, removal.at))
        Removal.objects.update_or_create(
            campaign=removal.campaign, person=into, defaults={"at": at}
        )


def _merge_seats(guest: Person, into: Person) -> None:
    """Move the games, seats and offers of a guest to an account.

    In a game from which the account is barred, the guest's seats become free: by no other name does
    somebody come back to it.
    """
    guest.games.update(owner=into)
    barred = FreedSeat.objects.filter(person=into, barred=True).exclude(game__owner=into)
    shut = list(barred.values_list("game", flat=True))
    guest.seats.filter(game__in=shut).update(person=None)
    guest.seat_offers.filter(game__in=shut).delete()
    guest.seats.update(person=into)
    guest.seat_offers.update(person=into)
    for freed in FreedSeat.objects.filter(person=guest):
        theirs, made = FreedSeat.objects.get_or_create(
            game=freed.game,
            person=into,
            defaults={"barred": freed.barred, "barred_at": freed.barred_at, "at": freed.at},
        )
        if not made:
            theirs.barred = theirs.barred or freed.barred
            theirs.barred_at = max(filter(None, (theirs.barred_at, freed.barred_at)), default=None)
            theirs.save(update_fields=["barred", "barred_at"])


def _merge_barrings(guest: Person, into: Person) -> None:
    """Move to an account whom a guest has barred, and who has barred the guest."""
    for mine, other in (("by", "person"), ("person", "by")):
        own = Barring.objects.filter(**{mine: into}).values_list(other, flat=True)
        new = Barring.objects.filter(**{mine: guest}).exclude(**{f"{other}__in": [*own, into.pk]})
        new.update(**{mine: into})
