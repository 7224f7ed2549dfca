"""People: invite, join, change a role, leave, hand over, merge, delete an account."""

import datetime
from typing import Any

import pytest
import time_machine
from django.core.exceptions import PermissionDenied
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db.models import ManyToOneRel, QuerySet
from django.utils import timezone

from campaign.models import (
    Campaign,
    Change,
    ChangeDetail,
    ChangeKind,
    Fact,
    Invite,
    LiveTable,
    Membership,
    PeopleEvent,
    Person,
    Role,
)
from campaign.pictures import picture_path
from campaign.rules.aeons_end.legacy.facts import Noted
from campaign.rules.aeons_end.one_off.choices import open_choices
from campaign.selectors.campaigns import campaign_state
from campaign.selectors.history import history
from campaign.services.accounts import hash_token
from campaign.services.merging import person_merge
from campaign.services.one_offs import game_share
from campaign.services.people import (
    INVITE_DAYS,
    campaign_hand_over,
    invite_accept,
    invite_find,
    invite_make,
    invite_revoke,
    keeper_code_make,
    member_remove,
    member_set_role,
    person_delete,
)
from tests.campaign.factories import (
    everything,
    join,
    keeper_of,
    person,
    planned_campaign,
    record,
    refused,
    start_campaign,
    start_game,
)

pytestmark = pytest.mark.django_db


def keeper(campaign: Campaign) -> Person:
    found = keeper_of(campaign)
    assert found is not None
    return found


def invited(campaign: Campaign, role: Role = Role.PLAYER) -> tuple[Invite, str]:
    return invite_make(campaign=campaign, person=keeper(campaign), role=role)


# --- invites ---


@pytest.mark.parametrize("role", [Role.PLAYER, Role.READER])
def test_an_invite_lets_somebody_in_with_its_role(role: Role) -> None:
    campaign = start_campaign()
    _, token = invited(campaign, role)
    found = invite_find(token=token)
    assert found is not None
    marek = person("Marek")
    membership = invite_accept(invite=found, person=marek)
    assert (membership.campaign, membership.person, membership.role) == (campaign, marek, role)
    assert Invite.objects.get().uses == 1
    change = campaign.changes.latest("pk")
    assert (change.kind, change.person, change.revision) == (ChangeKind.PEOPLE, marek, None)


def test_only_the_hash_of_a_token_is_kept() -> None:
    campaign = start_campaign()
    invite, token = invited(campaign)
    assert len(token) >= 32
    assert invite.token_hash == hash_token(token)
    # Nothing in any table holds it.
    assert token not in repr(everything())
    assert invite_find(token=invite.token_hash) is None


@pytest.mark.parametrize("token", ["", "nonsense", "x" * 100_000, "a\0b", "\ud800", "żółw"])
def test_no_invite_is_found_by_nonsense(token: str) -> None:
    invited(start_campaign())
    assert invite_find(token=token) is None


@pytest.mark.parametrize(("looks", "days"), [(False, INVITE_DAYS), (True, 180)])
def test_an_invite_expires(looks: bool, days: int) -> None:
    campaign = start_campaign()
    invite, token = invite_make(
        campaign=campaign, person=keeper(campaign), role=Role.PLAYER, looks=looks, days=days
    )
    with time_machine.travel(timezone.now() + datetime.timedelta(days=days, minutes=-1)):
        assert invite_find(token=token) == invite
    with time_machine.travel(timezone.now() + datetime.timedelta(days=days, minutes=1)):
        assert invite_find(token=token) is None
        marek = person("Marek")
        with refused("invite.closed"):
            invite_accept(invite=invite, person=marek)


def test_a_revoked_invite_lets_nobody_in_and_throws_nobody_out() -> None:
    campaign = start_campaign()
    invite, token = invited(campaign)
    marek, ola = person("Marek"), person("Ola")
    invite_accept(invite=invite, person=marek)
    invite_revoke(invite=invite, person=keeper(campaign))
    assert Invite.objects.get().revoked_at is not None
    assert not Invite.objects.open().exists()
    assert invite_find(token=token) is None
    with refused("invite.closed"):
        invite_accept(invite=Invite.objects.get(), person=ola)
    assert campaign.memberships.filter(person=marek).exists()


def test_an_invite_is_revoked_once() -> None:
    campaign = start_campaign()
    invite, _ = invited(campaign)
    invite_revoke(invite=invite, person=keeper(campaign))
    first, changes = Invite.objects.get().revoked_at, Change.objects.count()
    invite_revoke(invite=invite, person=keeper(campaign))
    assert Invite.objects.get().revoked_at == first
    assert Change.objects.count() == changes


def test_a_link_to_look_on_makes_nobody_a_member() -> None:
    campaign = start_campaign()
    invite, token = invite_make(
        campaign=campaign, person=keeper(campaign), role=Role.PLAYER, looks=True
    )
    assert invite.role == Role.READER
    assert invite_find(token=token) == invite
    marek = person("Marek")
    with refused("invite.closed"):
        invite_accept(invite=invite, person=marek)


def test_nobody_is_invited_to_be_the_keeper() -> None:
    campaign = start_campaign()
    with refused("people.hand_over_instead"):
        invited(campaign, Role.KEEPER)


@pytest.mark.parametrize("days", [0, -1, 367, 10**9, 10**30])
def test_an_invite_lasts_a_day_to_a_year(days: int) -> None:
    campaign = start_campaign()
    by = keeper(campaign)
    with refused("invite.days"):
        invite_make(campaign=campaign, person=by, role=Role.PLAYER, days=days)


@pytest.mark.parametrize(
    ("has", "offered", "gets"),
    [
        (Role.READER, Role.PLAYER, Role.PLAYER),
        (Role.PLAYER, Role.READER, Role.PLAYER),
        (Role.KEEPER, Role.PLAYER, Role.KEEPER),
        (Role.READER, Role.READER, Role.READER),
    ],
)
def test_who_belongs_already_keeps_the_better_role(has: Role, offered: Role, gets: Role) -> None:
    campaign = start_campaign()
    who = keeper(campaign) if has is Role.KEEPER else person("Marek")
    if has is not Role.KEEPER:
        join(campaign, who, has)
    invite, _ = invited(campaign, offered)
    assert invite_accept(invite=invite, person=who).role == gets
    assert campaign.memberships.filter(person=who).count() == 1
    assert Invite.objects.get().uses == (1 if gets != has else 0)


def test_an_invite_makes_no_entry_stale() -> None:
    campaign = planned_campaign()
    seen = (campaign.revision, campaign.stamp)
    invite, _ = invited(campaign)
    invite_accept(invite=invite, person=person("Marek"))
    campaign.refresh_from_db()
    assert (campaign.revision, campaign.stamp) == seen
    record(campaign, Noted("still fresh"))


# --- members ---


def test_a_reader_becomes_a_player_and_a_reader_again() -> None:
    campaign = start_campaign()
    member = join(campaign, person("Marek"), Role.READER)
    for role in (Role.PLAYER, Role.READER):
        member_set_role(membership=member, person=keeper(campaign), role=role)
        assert Membership.objects.get(pk=member.pk).role == role
    assert campaign.changes.latest("pk").detail == ChangeDetail(
        people=PeopleEvent.ROLE_CHANGED, role=Role.READER
    )


def test_the_keeper_hands_over_and_is_not_set_aside() -> None:
    campaign = start_campaign()
    by = keeper(campaign)
    mine = campaign.memberships.get(role=Role.KEEPER)
    other = join(campaign, person("Marek"))
    with refused("people.hand_over_instead"):
        member_set_role(membership=mine, person=by, role=Role.PLAYER)
    with refused("people.hand_over_instead"):
        member_set_role(membership=other, person=by, role=Role.KEEPER)
    with refused("people.keeper_stays"):
        member_remove(membership=mine, person=by)


def test_who_has_just_handed_over_sets_nobody_aside() -> None:
    campaign = start_campaign()
    zuza = keeper(campaign)
    heir, other = join(campaign, person("Marek")), join(campaign, person("Ola"))
    campaign_hand_over(campaign=campaign, person=zuza, to=heir)
    for place in (heir, other):
        with pytest.raises(PermissionDenied):
            member_set_role(membership=place, person=zuza, role=Role.READER)
        with pytest.raises(PermissionDenied):
            member_remove(membership=place, person=zuza)
    assert campaign.memberships.count() == 3


def test_who_became_keeper_meanwhile_does_not_leave() -> None:
    campaign = start_campaign()
    heir = join(campaign, person("Marek"))
    seen = Membership.objects.get(pk=heir.pk)  # a player, on a page that is still open
    campaign_hand_over(campaign=campaign, person=keeper(campaign), to=heir)
    with refused("people.keeper_stays"):
        member_remove(membership=seen, person=seen.person)


def test_somebody_leaves_or_is_taken_out() -> None:
    campaign = start_campaign()
    marek, ola = person("Marek"), person("Ola")
    member_remove(membership=join(campaign, marek), person=marek)
    assert campaign.changes.latest("pk").detail.people == PeopleEvent.LEFT
    member = join(campaign, ola)
    gone = Membership.objects.get(pk=member.pk)
    member_remove(membership=member, person=keeper(campaign))
    assert campaign.changes.latest("pk").detail.people == PeopleEvent.REMOVED
    assert [m.role for m in campaign.memberships.all()] == [Role.KEEPER]
    by = keeper(campaign)
    with refused("people.not_a_member"):
        member_remove(membership=gone, person=by)
    with refused("people.not_a_member"):
        member_set_role(membership=gone, person=by, role=Role.PLAYER)


def test_who_was_removed_or_made_a_viewer_comes_back_by_a_new_link_only() -> None:
    campaign = start_campaign()
    zuza, ola = keeper(campaign), person("Ola")
    link, _token = invite_make(campaign=campaign, person=zuza, role=Role.PLAYER)
    other, _token = invite_make(campaign=campaign, person=zuza, role=Role.PLAYER)
    place = invite_accept(invite=link, person=ola)
    member_set_role(membership=place, person=zuza, role=Role.READER)
    for old in (link, other):
        with refused("invite.removed"):
            invite_accept(invite=old, person=ola)
    member_remove(membership=place, person=zuza)
    with refused("invite.removed"):
        invite_accept(invite=link, person=ola)
    assert not campaign.memberships.filter(person=ola).exists()
    new, _token = invite_make(campaign=campaign, person=zuza, role=Role.PLAYER)
    assert invite_accept(invite=new, person=ola).role == Role.PLAYER
    assert invite_accept(invite=link, person=person("Marek")).role == Role.PLAYER


def test_who_left_of_their_own_accord_may_come_back() -> None:
    campaign, ola = start_campaign(), person("Ola")
    link, _token = invite_make(campaign=campaign, person=keeper(campaign), role=Role.PLAYER)
    member_remove(membership=invite_accept(invite=link, person=ola), person=ola)
    assert invite_accept(invite=link, person=ola).role == Role.PLAYER


def test_links_are_revoked_with_a_removal_if_wished() -> None:
    campaign = start_campaign()
    zuza = keeper(campaign)
    invite_make(campaign=campaign, person=zuza, role=Role.PLAYER)
    member_remove(membership=join(campaign, person("Ola")), person=zuza)
    assert campaign.invites.open().count() == 1
    member_remove(membership=join(campaign, person("Ida")), person=zuza, revoke_links=True)
    assert campaign.invites.open().count() == 0


def test_who_was_removed_as_a_guest_stays_removed_with_an_account() -> None:
    campaign, guest = start_campaign(), person("Ola")
    ola = person("Ola", username="ola")
    link, _token = invite_make(campaign=campaign, person=keeper(campaign), role=Role.PLAYER)
    member_remove(membership=invite_accept(invite=link, person=guest), person=keeper(campaign))
    person_merge(guest=guest, into=ola)
    with refused("invite.removed"):
        invite_accept(invite=link, person=ola)


def merge_by_old_link(campaign: Campaign, ola: Person, link: Invite) -> None:
    """Join by a link as a guest in another browser, and sign in there."""
    guest = person("A guest")
    invite_accept(invite=link, person=guest)
    person_merge(guest=guest, into=ola)


def test_who_was_removed_does_not_come_back_by_merging_with_a_guest() -> None:
    campaign, ola = start_campaign(), person("Ola", username="ola")
    link, _token = invite_make(campaign=campaign, person=keeper(campaign), role=Role.PLAYER)
    before = person("A guest from before")
    invite_accept(invite=link, person=before)
    game = start_game(person=before, choices=open_choices(2))
    game_share(game=game, person=before, campaign=campaign)
    place = invite_accept(invite=link, person=ola)
    member_remove(membership=place, person=keeper(campaign))
    merge_by_old_link(campaign, ola, link)
    assert not ola.memberships.exists()
    person_merge(guest=before, into=ola)
    assert not ola.memberships.exists()
    game.refresh_from_db()
    assert (game.owner, game.shared_with) == (ola, None)  # it is theirs, and nobody else's
    new, _token = invite_make(campaign=campaign, person=keeper(campaign), role=Role.READER)
    merge_by_old_link(campaign, ola, new)  # a link made since then
    assert ola.memberships.get().role == Role.READER


def test_who_was_demoted_is_no_player_again_by_merging_with_a_guest() -> None:
    campaign, ola = start_campaign(), person("Ola", username="ola")
    link, _token = invite_make(campaign=campaign, person=keeper(campaign), role=Role.PLAYER)
    place = invite_accept(invite=link, person=ola)
    member_set_role(membership=place, person=keeper(campaign), role=Role.READER)
    merge_by_old_link(campaign, ola, link)
    assert ola.memberships.get().role == Role.READER
    chosen = person("A guest")
    joined = invite_accept(invite=link, person=chosen)
    member_set_role(membership=joined, person=keeper(campaign), role=Role.READER)
    member_set_role(membership=joined, person=keeper(campaign), role=Role.PLAYER)
    person_merge(guest=chosen, into=ola)  # whom the keeper made a player since then
    assert ola.memberships.get().role == Role.PLAYER


def test_a_keeper_who_removed_their_own_account_is_the_keeper_with_it() -> None:
    campaign, ola = start_campaign(), person("Ola", username="ola")
    member_remove(membership=join(campaign, ola), person=keeper(campaign))
    person_merge(guest=keeper(campaign), into=ola)
    assert ola.memberships.get().role == Role.KEEPER


@pytest.mark.parametrize("by_keeper", [True, False])
def test_whoever_goes_takes_their_one_off_games_out_of_the_campaign(by_keeper: bool) -> None:
    campaign, other = start_campaign(), start_campaign(name="Another table")
    marek, ola = person("Marek"), person("Ola")
    games = {}
    for who in (marek, ola):
        place = join(campaign, who)
        join(other, who)
        for among in (campaign, other):
            game = start_game(person=who, choices=open_choices(2))
            game_share(game=game, person=who, campaign=among)
            games[who, among] = game
    member_remove(membership=place, person=keeper(campaign) if by_keeper else ola)
    for game in games.values():
        game.refresh_from_db()
    assert games[ola, campaign].shared_with is None
    assert games[ola, other].shared_with == other
    assert games[marek, campaign].shared_with == campaign


LOCKED = ("campaign_campaign", "campaign_game")


def locks(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the tables whose rows are locked from here on, in the order they are asked for."""
    taken: list[str] = []
    lock = QuerySet.select_for_update

    def noted(rows: QuerySet[Any], *args: Any, **more: Any) -> QuerySet[Any]:
        taken.append(rows.model._meta.db_table)
        return lock(rows, *args, **more)

    monkeypatch.setattr(QuerySet, "select_for_update", noted)
    return taken


def test_whoever_writes_to_a_game_locks_its_campaigns_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    marek, ola = person("Marek"), person("Ola")
    one, two = start_campaign(person=marek), start_campaign(person=marek)
    join(one, ola)
    game = start_game(person=ola, choices=open_choices(2))
    game_share(game=game, person=ola, campaign=one)
    taken = locks(monkeypatch)
    other = start_game(person=marek, choices=open_choices(2))
    for campaign in (one, two, None):
        taken.clear()
        game_share(game=other, person=marek, campaign=campaign)
        assert tuple(taken) == LOCKED
    taken.clear()
    person_delete(person=marek)
    assert tuple(taken[:2]) == LOCKED


# --- hand over ---


@pytest.mark.parametrize("role", [Role.PLAYER, Role.READER])
def test_a_campaign_is_handed_over(role: Role) -> None:
    campaign = start_campaign()
    zuza, marek = keeper(campaign), person("Marek")
    campaign_hand_over(campaign=campaign, person=zuza, to=join(campaign, marek, role))
    assert keeper(campaign) == marek
    assert campaign.memberships.get(person=zuza).role == Role.PLAYER
    assert campaign.changes.latest("pk").detail.people == PeopleEvent.HANDED_OVER


def test_only_the_keeper_hands_over_and_only_to_another_member() -> None:
    campaign, other = start_campaign(), start_campaign()
    zuza, marek = keeper(campaign), person("Marek")
    member = join(campaign, marek)
    stranger = join(other, person("Ola"))
    mine = campaign.memberships.get(role=Role.KEEPER)
    for to in (member, mine):
        with pytest.raises(PermissionDenied):
            campaign_hand_over(campaign=campaign, person=marek, to=to)
    for to in (mine, stranger):
        with refused("people.cannot_hand_over"):
            campaign_hand_over(campaign=campaign, person=zuza, to=to)


def test_who_has_handed_over_meanwhile_makes_and_revokes_no_link() -> None:
    campaign = start_campaign()
    zuza = keeper(campaign)
    link, _token = invite_make(campaign=campaign, person=zuza, role=Role.PLAYER)
    to = join(campaign, person("Marek"))
    campaign_hand_over(campaign=campaign, person=zuza, to=to)
    with pytest.raises(PermissionDenied):
        invite_make(campaign=campaign, person=zuza, role=Role.PLAYER)
    with pytest.raises(PermissionDenied):
        invite_revoke(invite=link, person=zuza)
    with pytest.raises(PermissionDenied):
        keeper_code_make(campaign=campaign, person=zuza)
    assert list(Invite.objects.open()) == [link]


# --- delete ---


def test_deleting_somebody_takes_what_they_keep_and_leaves_the_record_of_others() -> None:
    zuza, marek = person(), person("Marek")
    mine = planned_campaign(person=marek)
    campaign = planned_campaign(person=zuza)
    join(campaign, marek)
    row = record(campaign, Noted("from Marek"), person=marek)
    invite_make(campaign=campaign, person=zuza, role=Role.READER)
    Invite.objects.update(made_by=marek)  # as if he had kept it then
    state = campaign_state(campaign)
    person_delete(person=marek)
    assert not Campaign.objects.filter(pk=mine.pk).exists()
    assert [m.person for m in campaign.memberships.all()] == [zuza]
    assert campaign_state(Campaign.objects.get(pk=campaign.pk)) == state
    change = Fact.objects.get(pk=row.pk).recorded
    assert change.person is None
    assert Invite.objects.get().made_by is None
    latest = history(campaign)
    assert {h.change.person for h in latest} == {zuza, None}


def test_a_campaign_that_was_handed_over_outlives_who_started_it() -> None:
    campaign = planned_campaign()
    zuza, marek = keeper(campaign), person("Marek")
    campaign_hand_over(campaign=campaign, person=zuza, to=join(campaign, marek))
    person_delete(person=zuza)
    assert keeper(Campaign.objects.get()) == marek
    assert Change.objects.filter(person=None).count() == 3


def test_the_files_of_pictures_go_with_the_campaign(
    django_capture_on_commit_callbacks: object,
) -> None:
    campaign = planned_campaign()
    campaign.mages.filter(seat=1).update(portrait="portrait-name")
    for thumb in (False, True):
        default_storage.save(picture_path("portrait-name", thumb=thumb), ContentFile(b"webp"))
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator] # a fixture of pytest-django
        person_delete(person=keeper(campaign))
    assert not default_storage.exists(picture_path("portrait-name"))
    assert not default_storage.exists(picture_path("portrait-name", thumb=True))


# --- merge ---


def test_a_guest_s_campaigns_and_deeds_become_somebody_s_who_can_sign_in() -> None:
    guest, ola = person("Guest"), person("Ola", username="ola")
    kept, shared = planned_campaign(person=guest), planned_campaign(person=ola)
    join(shared, guest)
    person_merge(guest=guest, into=ola)
    assert keeper(kept) == ola
    assert keeper(shared) == ola
    assert Membership.objects.filter(campaign=shared).count() == 1
    assert not Change.objects.exclude(person=ola).exists()
    assert Person.objects.get() == ola


def test_the_better_role_of_two_is_kept() -> None:
    guest, ola = person("Guest"), person("Ola", username="ola")
    kept, read = planned_campaign(person=guest), planned_campaign(person=person("Zuza"))
    join(kept, ola, Role.READER)
    join(read, guest, Role.READER)
    join(read, ola, Role.PLAYER)
    person_merge(guest=guest, into=ola)
    assert keeper(kept) == ola
    assert Membership.objects.get(campaign=read, person=ola).role == Role.PLAYER


def test_moves_of_a_live_game_stay_those_of_who_made_them() -> None:
    guest, ola = person("Guest"), person("Ola", username="ola")
    campaign = planned_campaign(person=guest)
    table = LiveTable.objects.create(game=campaign.games.get(), start={}, opened_by=guest)
    move = table.moves.create(sequence=1, kind="x", payload={}, person=guest)
    person_merge(guest=guest, into=ola)
    table.refresh_from_db()
    move.refresh_from_db()
    assert (table.opened_by, move.person) == (ola, ola)


def test_every_row_of_a_person_is_moved_or_belongs_to_accounts_alone() -> None:
    """A new table with a person must be moved by ``person_merge``, and then be named here."""
    moved = {
        *("Membership.person", "Removal.person", "Invite.made_by", "Preference.person"),
        *("Change.person", "Game.owner", "Photo.added_by"),
        *("LiveTable.opened_by", "LiveMove.person"),
        *("SavedDeck.owner", "CardCollection.owner"),
        *("Seat.person", "FreedSeat.person", "Member.person", "Barring.by", "Barring.person"),
        *("SeatOffer.person", "CalendarFeed.person", "Evening.made_by"),
        *("EveningDate.proposed_by", "EveningAnswer.person"),
        *("PushSubscription.person", "MailAddress.person", "Mute.person", "Notice.person"),
    }
    # A guest's browser is signed in again; the others are of people who have a username.
    of_accounts = {
        *("Browser.person", "RecoveryCode.person", "Passkey.person", "PasskeyLink.person"),
        *("LogEntry.user", "ApiToken.person", "Webhook.person"),
    }
    hidden_too = Person._meta.get_fields(include_hidden=True)
    related = [each for each in hidden_too if isinstance(each, ManyToOneRel)]
    found = {f"{each.related_model.__name__}.{each.field.name}" for each in related}
    found -= {"Person_groups.person", "Person_user_permissions.person"}  # Django's, unused here
    assert found == moved | of_accounts


# --- names ---


def test_a_name_to_sign_in_with_is_found_in_any_letter_case_and_a_guest_by_none() -> None:
    ola = person("Ola", username="Ola")
    person("Guest")
    assert Person.objects.get_by_natural_key("oLA") == ola
    with pytest.raises(Person.DoesNotExist):
        Person.objects.get_by_natural_key(None)
