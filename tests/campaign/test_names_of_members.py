"""A member of a record has one name: it changes everywhere at once, and goes with the account.

One person plays, sits, writes and is named in every kind of record there is. Then every column of
every table is searched for their name, and every file that is exported.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

import pytest
from django.apps import apps
from django.test import Client
from django.urls import reverse

from campaign.exchange.exporting import export_json
from campaign.models import Campaign, Game, Member, Person, PlaySeat, Role
from campaign.packs import get_pack
from campaign.rules.aeons_end.endings import Result
from campaign.rules.aeons_end.expeditions.draws import outfitted
from campaign.rules.aeons_end.expeditions.recipe import Recipe
from campaign.rules.aeons_end.legacy.facts import Played
from campaign.rules.aeons_end.systems import SERIES
from campaign.rules.core.live import Remark
from campaign.rules.core.players import former
from campaign.rules.journal.state import Opening
from campaign.rules.journal.systems import SLUG as JOURNAL
from campaign.selectors.campaigns import campaign_facts, campaign_state
from campaign.selectors.games import players_of
from campaign.selectors.seats import seats_of
from campaign.selectors.seeing import seen_facts
from campaign.services.accounts import person_rename
from campaign.services.campaigns import campaign_fork, campaign_start
from campaign.services.games import change_undo, game_record
from campaign.services.live import move_make, table_open
from campaign.services.merging import person_merge
from campaign.services.people import (
    invite_accept,
    invite_make,
    member_remove,
    person_delete,
)
from campaign.services.plays import plays_differences
from campaign.services.seats import seat_leave, seat_take, seats_offer
from tests.campaign import factories
from tests.cases import ONE_OFFS
from tests.one_off_play import send, started
from tests.rules.journal.journals import described
from tests.toy.fixtures import toy
from tests.tracker.aeons_end import expeditions
from tests.tracker.ashes import drafting, duels
from tracker.faces.registry import campaign_face

__all__ = ["toy"]  # a fixture
pytestmark = pytest.mark.django_db

NAME, OTHER = "Quillfeather", "Moonwhistle"
PLAYED = [slug for slug in ONE_OFFS if slug != factories.BOX]  # the pages of two are the same


@pytest.fixture
def everywhere(toy: str, client: Client) -> Person:
    """Return somebody who is named in every kind of record."""
    del toy
    me, friend = factories.person(NAME, username="q-account"), factories.person("Bo")
    client.force_login(me)
    for system in PLAYED:
        _play_one_off(client, system, friend)
    for campaign in (_legacy(me), _expedition(me), _journal(me)):
        factories.join(campaign, friend)
    _legacy(friend, removes=me)
    _sit_with(me, friend)
    drafting.begun(me, friend, names=(NAME, "Bo"))
    return me


def _play_one_off(client: Client, system: str, friend: Person) -> None:
    game = started(client, system)
    seat_take(game=game, number=2, person=friend, name="Bo", key=game.invite_key)
    send(client, game, "result", {**ONE_OFFS[system].result, "player_1": NAME, "player_2": "Bo"})
    send(client, game, "undo", {}, on="")
    send(client, game, "undo", {}, on="")


def _legacy(keeper: Person, *, removes: Person | None = None) -> Campaign:
    """Play a game of a campaign and fork it; whoever had joined it is removed from it."""
    first, second = factories.party()
    seats = (replace(first, player=NAME), replace(second, player="Bo"))
    campaign = campaign_start(
        person=keeper, name="Long Watch", system="aeons-end-legacy", seats=seats
    )
    factories.plan(campaign)
    game = factories.game_of_campaign(campaign, 1)
    played = Played(factories.WIN, stand_ins=("", NAME))
    game_record(game=game, played=played, person=keeper, revision=campaign.revision)
    factories.settle_all(campaign)
    invite, _token = invite_make(campaign=campaign, person=keeper, role=Role.PLAYER)
    joined = invite_accept(invite=invite, person=removes) if removes else None
    campaign_fork(campaign=campaign, person=keeper, after=1, name="Another way")
    if joined:
        member_remove(membership=joined, person=keeper)
    return campaign


def _expedition(keeper: Person) -> Campaign:
    outfit = outfitted(
        get_pack(SERIES.slug), Recipe("default", expeditions.BOXES, "5"), (NAME, "Bo")
    )
    campaign = campaign_start(
        person=keeper, name="Down", seats=(), system=SERIES.slug, opening=outfit
    )
    expeditions.end(campaign, Result.LOSS)
    return campaign


def _journal(keeper: Person) -> Campaign:
    opening = Opening(described("lighthouse"), (NAME, "Bo"))
    return campaign_start(person=keeper, name="A year", seats=(), system=JOURNAL, opening=opening)


def _sit_with(me: Person, friend: Person) -> None:
    """Take a seat in somebody else's games: leave it, play it, be asked to play again."""
    left, played = duels.duel(friend), duels.duel(friend)
    for game in (left, played):
        seat_take(game=game, number=2, person=me, name=NAME, key=game.invite_key)
    seat_leave(game=left, number=2, person=me)
    seat_take(game=played, number=1, person=friend, name="Bo")
    seats_offer(game=played, to=duels.duel(friend), person=friend)


def found_in_database(*words: str) -> set[str]:
    """Return the columns, by table, that hold one of some words in any row."""
    return {
        f"{model.__name__}.{field.name}"
        for model in apps.get_models()
        for field in model._meta.concrete_fields
        for value in model._base_manager.values_list(field.attname, flat=True)
        if any(word.casefold() in _text(value).casefold() for word in words)
    }


def _text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, default=str, ensure_ascii=False)


def exports() -> Iterator[str]:
    """Yield the file of every record."""
    for campaign in Campaign.objects.all():
        yield export_json(campaign).decode()
    for game in Game.objects.one_off():
        yield export_json(game).decode()


def test_a_name_stands_in_the_account_and_in_the_members_alone(everywhere: Person) -> None:
    del everywhere
    stands = {"Person.display_name", "Member.name", "PlaySeat.player"}
    assert found_in_database(NAME) == stands
    assert {row for row in Member.objects.filter(name=NAME) if row.person is None} == set()


def test_a_new_name_is_the_only_one_in_every_column_and_every_file(everywhere: Person) -> None:
    before = sum(NAME in file for file in exports())
    assert before > 5
    person_rename(person=everywhere, display_name=OTHER, everywhere=True)
    assert found_in_database(NAME) == set()
    after = list(exports())
    assert sum(OTHER in file for file in after) == before
    assert not any(NAME in file for file in after)
    assert list(plays_differences()) == []


def test_a_name_can_stay_in_the_groups_that_know_it(everywhere: Person) -> None:
    person_rename(person=everywhere, display_name=OTHER)
    assert Member.objects.filter(name=NAME).exists()
    assert not Member.objects.filter(name=OTHER).exists()


def test_what_somebody_did_is_told_by_the_name_that_the_group_knows(client: Client) -> None:
    keeper = factories.person(NAME)
    expedition, journal = _expedition(keeper), _journal(keeper)
    game = duels.duel(factories.person("Bo"))
    seat_take(game=game, number=2, person=keeper, name=NAME, key=game.invite_key)
    person_rename(person=keeper, display_name=OTHER)
    for campaign in (expedition, journal):
        campaign.refresh_from_db()
        assert campaign_face(campaign.system).own_seat(campaign, keeper) == 1
        assert OTHER not in export_json(campaign).decode()
    game.refresh_from_db()
    table_open(game=game, person=keeper)
    move_make(game=game, person=keeper, move=Remark("well met"))
    client.force_login(keeper)
    pages = [
        client.get(reverse(page, args=[record.code])).content.decode()
        for page, record in (("live", game), ("live_log", game), ("history", expedition))
    ]
    assert all(NAME in page for page in pages)
    main = [page.partition("<main")[2] for page in pages]  # the header has the account
    assert not any(OTHER in page for page in main)
    assert OTHER not in export_json(game).decode()


def test_nothing_in_the_database_or_in_a_file_names_a_deleted_account(everywhere: Person) -> None:
    heirs = {
        place.campaign_id: place.campaign.memberships.exclude(person=everywhere).get().pk
        for place in everywhere.memberships.filter(role="keeper")
        if place.campaign.memberships.count() > 1
    }
    person_delete(person=everywhere, heirs=heirs)
    assert Campaign.objects.count() > 3  # handed over
    assert Game.objects.one_off().count() > 3
    assert found_in_database(NAME, "q-account") == set()
    files = list(exports())
    assert sum('"——"' in file for file in files) > 5
    assert not any(NAME in file for file in files)
    assert list(plays_differences()) == []


def test_a_former_player_is_said_where_the_name_was(everywhere: Person) -> None:
    legacy = Campaign.objects.get(name="Long Watch", memberships__person=everywhere)
    heir = legacy.memberships.exclude(person=everywhere).get()
    person_delete(person=everywhere, heirs={legacy.pk: heir.pk})
    legacy.refresh_from_db()
    assert campaign_state(legacy).seats[0].player == former(1)
    (played,) = campaign_facts(legacy).results.values()
    assert played.stand_ins == ("", former(1))
    game = (
        Game.objects.one_off().filter(seats__number=2, seats__person=None, system="ashes").first()
    )
    assert game is not None
    assert [seat.name for seat in seats_of(game)] == ["", former(1)]
    assert PlaySeat.objects.filter(player=former(1)).exists()


def test_of_two_seats_of_one_phone_only_the_first_is_its_owners() -> None:
    me, game = factories.person(NAME), duels.duel(factories.person("Bo"))
    for number, name in ((1, NAME), (2, "Ola")):
        seat_take(game=game, number=number, person=me, name=name, key=game.invite_key)
    person_rename(person=me, display_name=OTHER, everywhere=True)
    assert [seat.name for seat in seats_of(game)] == [OTHER, "Ola"]


def test_whoever_joins_under_a_name_that_was_typed_is_taken_to_be_meant() -> None:
    friend, game = factories.person("Bo"), duels.duel(factories.person("Host"))
    seat_take(game=game, number=2, person=friend, name="Bo", key=game.invite_key)
    record = seen_facts(Game.objects.get(pk=game.pk))
    assert players_of(Game.objects.get(pk=game.pk), record) == ("", "Bo")
    assert record.names.by_person[friend.pk] == "Bo"


def test_a_merged_guest_is_called_as_the_account_is_in_the_same_record() -> None:
    account, guest = factories.person("Ada", username="ada"), factories.person("Ola")
    both, alone = duels.duel(account), duels.duel(factories.person("Bo"))
    for game in (both, alone):
        seat_take(game=game, number=2, person=guest, name="Ola", key=game.invite_key)
    person_merge(guest=guest, into=account)
    assert [seat.name for seat in seats_of(Game.objects.get(pk=both.pk))] == ["", "Ada"]
    assert [seat.name for seat in seats_of(Game.objects.get(pk=alone.pk))] == ["", "Ola"]
    person_rename(person=account, display_name="Zoe", everywhere=True)
    assert [seat.name for seat in seats_of(Game.objects.get(pk=alone.pk))] == ["", "Zoe"]


def test_a_name_that_looks_like_that_of_somebody_at_the_table_is_refused() -> None:
    me, game = factories.person(NAME), duels.duel(factories.person("Bo"))
    seat_take(game=game, number=2, person=me, name=NAME, key=game.invite_key)
    with factories.refused("people.looks_alike"):
        person_rename(person=me, display_name="B0", everywhere=True)


def test_undoing_a_change_keeps_todays_names() -> None:
    keeper = factories.person(NAME)
    campaign = _expedition(keeper)
    person_rename(person=keeper, display_name=OTHER, everywhere=True)
    campaign.refresh_from_db()
    change_undo(record=campaign, person=keeper, revision=campaign.revision)
    campaign.refresh_from_db()
    change_undo(record=campaign, person=keeper, revision=campaign.revision)
    campaign.refresh_from_db()
    state = campaign_state(campaign)
    assert state.outfit.players[0] == state.tries[-1].choices.places[0].player == OTHER
