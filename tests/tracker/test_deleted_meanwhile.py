"""A campaign, a game or a person that is deleted between two queries of a request."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from typing import Any
from unittest import mock

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.test import Client

from campaign.memory import memory
from campaign.models import Campaign, Fact, Person, Record
from campaign.records.reading import facts_of_games
from campaign.services.games import game_undo
from tests.addresses import game_at, path_at
from tests.campaign import factories
from tests.tracker import clients, one_offs
from tests.tracker.api.clients import BASE, Program, codes

pytestmark = pytest.mark.django_db


class Deletes:
    """Delete a row just before one query is sent, or the first after it that no write sends.

    What is deleted inside a write would come back with it if the write fails.
    """

    def __init__(self, row: Record | Person, nth: int) -> None:
        self.row = row
        self.nth = nth
        self.sent = 0
        self.done = False
        self.in_test = connection.in_atomic_block

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        self.sent += 1
        in_write = connection.in_atomic_block and not self.in_test
        if self.sent >= self.nth and not self.done and not in_write:
            self.done = True
            self.act()
        return execute(sql, params, many, context)

    def act(self) -> None:
        """Delete the row."""
        type(self.row)._default_manager.get(pk=self.row.pk).delete()


class Undoes(Deletes):
    """Undo the only game of a campaign likewise."""

    def act(self) -> None:
        """Undo it."""
        campaign = Campaign.objects.get(pk=self.row.pk)
        game_undo(**factories.signed(campaign), game=1)


def answers(client: Client, url: str, row: Record) -> Iterator[Any]:
    """Yield the answer of a page whose row is deleted before its first query, its second, …"""
    nth = 0
    while True:
        nth += 1
        deletes = Deletes(row, nth)
        memory.clear()
        with transaction.atomic():
            with connection.execute_wrapper(deletes):
                response = client.get(url)
            transaction.set_rollback(True)
        if not deletes.done:
            break
        yield response
    assert response.status_code == 200
    assert nth > 3


OF_A_GAME = ["", "result", "correct", "change", "seats", "export", "sheet.json"]


@pytest.mark.parametrize("part", OF_A_GAME)
def test_a_game_that_is_deleted_while_its_page_is_read_is_not_found(part: str) -> None:
    planned = part in ("result", "change")
    game = one_offs.game() if planned else one_offs.played()
    client = clients.client_of(game.owner)
    found = {each.status_code for each in answers(client, f"/g/{game.code}/{part}", game)}
    assert found <= {200, 404}
    assert 404 in found


def test_an_invitation_to_a_game_that_is_deleted_meanwhile_is_not_found() -> None:
    game = one_offs.game()
    stranger = Client(raise_request_exception=False)
    found = {answer.status_code for answer in answers(stranger, f"/s/{game.invite_key}", game)}
    assert found <= {200, 404}


OF_A_CAMPAIGN = ["", "history", "fork", "people", "settings", "export", "games/1/"]


@pytest.mark.parametrize("part", OF_A_CAMPAIGN)
def test_a_campaign_that_is_deleted_while_its_page_is_read_is_not_found(part: str) -> None:
    campaign = factories.played_campaign()
    client = clients.keeper(campaign)
    found = {each.status_code for each in answers(client, path_at(campaign, part), campaign)}
    assert found <= {200, 404}
    assert 404 in found


OF_AN_UNDONE_GAME = ["", "result", "setup", "restore", "aftermath", "live", "plan", "share.png"]


@pytest.mark.parametrize("part", OF_AN_UNDONE_GAME)
def test_a_game_that_is_undone_while_its_page_is_read_is_not_found(part: str) -> None:
    campaign = factories.planned_campaign()
    client, url = clients.keeper(campaign), f"{game_at(campaign, 1)}{part}"
    found = set()
    for nth in range(1, 40):
        memory.clear()
        with transaction.atomic():
            with connection.execute_wrapper(Undoes(campaign, nth)):
                found.add(client.get(url).status_code)
            transaction.set_rollback(True)
    assert found <= {200, 302, 404}
    assert 404 in found


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("part", "typed"),
    [
        ("notes", {"text": "A note."}),
        ("result", {"result": "win"}),
        ("correct", {"result": "loss"}),
        ("settle", {}),
        ("aftermath/close", {"decision": "growth:1", "reason": "None left."}),
    ],
)
def test_a_game_that_is_undone_while_something_is_entered_in_it(
    part: str, typed: dict[str, str]
) -> None:
    found = set()
    for nth in range(1, 20):
        planned = part == "result"
        campaign = factories.planned_campaign() if planned else factories.played_campaign()
        if part == "settle":
            factories.answer_all(campaign)
        client, url = clients.keeper(campaign), f"{game_at(campaign, 1)}{part}"
        sent = {**clients.fresh_fields(url), **typed}
        with connection.execute_wrapper(Undoes(campaign, nth)):
            found.add(client.post(url, sent).status_code)
    assert found <= {302, 404, 409, 422}
    assert found & {404, 409, 422}


@pytest.mark.parametrize("url", ["/", "/log", "/log/statistics", "/log.csv"])
def test_a_game_that_is_deleted_while_it_is_listed_is_left_out(url: str) -> None:
    person = factories.person()
    game = one_offs.game(person)
    one_offs.played(person)
    for response in answers(clients.client_of(person), url, game):
        assert response.status_code == 200


def test_a_campaign_that_is_deleted_while_it_is_listed_is_left_out() -> None:
    campaign = factories.played_campaign()
    for response in answers(clients.keeper(campaign), "/", campaign):
        assert response.status_code == 200 or response["Location"] == "/"


@pytest.mark.parametrize("path", ["/games", "/games/{code}", "/games/{code}/sheet"])
def test_a_program_is_told_that_a_game_is_gone(path: str) -> None:
    game = one_offs.played(factories.person(username="zuza"))
    client = Program(game.owner).client
    for response in answers(client, BASE + path.format(code=game.code), game):
        assert response.status_code == 200 or codes(response) == {"api.not_found"}


def test_a_damaged_game_is_not_one_that_is_gone() -> None:
    game = one_offs.game()
    Fact.objects.filter(game=game).delete()
    memory.clear()
    with pytest.raises(KeyError):
        clients.client_of(game.owner).get(f"/g/{game.code}/")
    with pytest.raises(KeyError):
        facts_of_games([game])


# --- people ---


def rename(client: Client, campaign: Campaign) -> Any:
    del campaign
    return client.post("/account/name", {"display_name": secrets.token_hex(8)})


def start_game(client: Client, campaign: Campaign) -> Any:
    del campaign
    return client.post("/play", {"mages": "2", "token": secrets.token_hex(8)})


def write_note(client: Client, campaign: Campaign) -> Any:
    filled = {"revision": campaign.revision, "token": secrets.token_hex(8), "text": "A note."}
    return client.post(f"{game_at(campaign, 1)}notes", filled)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("write", [rename, start_game, write_note])
def test_whoever_is_deleted_while_they_write_is_told_so(
    write: Callable[[Client, Campaign], Any],
) -> None:
    campaign = factories.planned_campaign()
    found = set()
    for nth in range(1, 40):
        person = factories.person(f"Player {nth}")
        factories.join(campaign, person)
        client = clients.client_of(person)
        with connection.execute_wrapper(Deletes(person, nth)):
            found.add(write(client, campaign).status_code)
        campaign.refresh_from_db()
    assert 409 in found
    assert found <= {302, 303, 404, 409}


@pytest.mark.parametrize("error", [IntegrityError, DatabaseError, KeyError])
def test_an_error_that_nobodys_deletion_caused_stays_one(error: type[Exception]) -> None:
    client = clients.client_of(factories.person())
    renamed = mock.patch("campaign.services.accounts.person_rename", side_effect=error)
    with renamed, pytest.raises(error):
        client.post("/account/name", {"display_name": "Ola"})
