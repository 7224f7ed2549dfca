"""Seats by the API: listed, taken, freed, handed on, and what belongs to one."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from campaign.models import Game, Person
from tests.campaign import factories as f
from tests.tracker import one_offs
from tests.tracker.api.clients import Program, codes

pytestmark = pytest.mark.django_db


@pytest.fixture
def zuza() -> Person:
    return f.person("Zuza", username="zuza")


@pytest.fixture
def bo() -> Program:
    return Program(f.person("Bo", username="bo"))


@pytest.fixture
def game(zuza: Person) -> Game:
    return one_offs.game(zuza)


def at(game: Game, seat: int = 0, more: str = "") -> str:
    return f"/games/{game.code}/seats" + (f"/{seat}{more}" if seat else "")


def by_link(game: Game) -> str:
    return f"/invitations/{game.invite_key}"


def join(bo: Program, game: Game, seat: int = 2, **more: Any) -> Any:
    return bo.post(by_link(game), seat=seat, token="join-12345", **more)


def names(seats: Any) -> list[tuple[str, bool, bool]]:
    return [(seat["name"], seat["is_mine"], seat["is_free"]) for seat in seats["seats"]]


def test_an_invitation_is_read_and_accepted_and_the_owner_sees_who_sits(
    zuza: Person, bo: Program, game: Game
) -> None:
    assert bo.get(at(game)).status_code == 404
    seen = bo.read(by_link(game))
    assert (seen["game"], seen["may_keep"], seen["invitation"]) == (game.code, False, "")
    assert names(seen) == [("Player 1", False, True), ("Player 2", False, True)]
    joined = join(bo, game)
    assert joined.status_code == 201, joined.content
    assert names(joined.json())[1] == ("Bo", True, False)
    assert joined.json()["invitation"].endswith(game.invite_key)
    owner = Program(zuza)
    assert owner.read(at(game))["may_keep"]
    taken = owner.post(at(game, 1), token="seat-12345", name="The boss")
    assert names(taken.json()) == [("The boss", True, False), ("Bo", False, False)]


def test_an_entry_sent_twice_is_one_and_its_token_names_no_other(bo: Program, game: Game) -> None:
    assert [join(bo, game).status_code for _ in range(2)] == [201, 200]
    other = bo.post(at(game, 1), token="join-12345")
    assert (other.status_code, codes(other)) == (409, {"api.token_used"})
    assert game.seats.count() == 1


@pytest.mark.django_db(transaction=True)
def test_of_several_programs_that_take_a_seat_at_once_one_gets_it(game: Game) -> None:
    def take(name: str) -> int:
        try:
            answer = join(Program(f.person(name, username=name)), game)
            return int(answer.status_code)
        finally:
            connection.close()

    with ThreadPoolExecutor(3) as pool:
        assert sorted(pool.map(take, ("ada", "cy", "di"))) == [201, 409, 409]


def test_a_seat_is_handed_on_by_leaving_it(zuza: Person, bo: Program, game: Game) -> None:
    join(bo, game)
    bo.post(at(game, 1), token="seat-12345", name="Bo’s brother")
    left = bo.post(at(game, 2, "/free"), token="free-12345")
    assert (left.status_code, names(left.json())[1]) == (201, ("Bo", False, True))
    again = bo.post(at(game, 2, "/free"), token="free-12345")
    assert (again.status_code, names(again.json())[1]) == (200, ("Bo", False, True))
    nobody = bo.post(at(game, 2, "/free"), token="free-54321")
    assert (nobody.status_code, codes(nobody)) == (403, {"api.view_only"})
    cy = Program(f.person("Cy", username="cy"))
    assert names(join(cy, game).json())[1] == ("Cy", True, False)


def test_the_owner_frees_a_seat_and_may_close_the_link_to_who_had_it(
    zuza: Person, bo: Program, game: Game
) -> None:
    join(bo, game)
    owner = Program(zuza)
    freed = owner.post(at(game, 2, "/free"), token="free-12345", bars=True)
    assert freed.status_code == 201
    assert names(freed.json())[1][2]
    assert owner.post(at(game, 2, "/free"), token="free-12345", bars=True).status_code == 200
    gone = owner.post(at(game, 2, "/free"), token="free-54321")
    assert (gone.status_code, codes(gone)) == (409, {"seat.nobody_there"})
    assert bo.get(at(game)).status_code == 403
    assert bo.get(by_link(game)).status_code == 403
    assert join(bo, game).status_code == 403
    renewed = owner.post(f"/games/{game.code}/invitation", token="link-12345")
    assert renewed.status_code == 201
    assert not renewed.json()["invitation"].endswith(game.invite_key)
    assert join(bo, game).status_code == 404  # by the old link
    game.refresh_from_db()
    assert bo.post(by_link(game), seat=2, token="join-54321").status_code == 201


def test_who_holds_a_seat_takes_a_game_over_whose_owner_is_gone(bo: Program, game: Game) -> None:
    join(bo, game)
    path = f"/games/{game.code}/owner"
    early = bo.post(path, token="owner-1234")
    assert (early.status_code, codes(early)) == (409, {"seat.owner_is_here"})
    Game.objects.update(created_at=timezone.now() - timedelta(hours=2))
    game.changes.update(at=timezone.now() - timedelta(hours=2))
    assert bo.post(path, token="owner-1234").json()["may_keep"]
    assert bo.post(path, token="owner-1234").status_code == 200


def test_what_belongs_to_a_seat_is_chosen_by_who_holds_it(
    zuza: Person, bo: Program, game: Game
) -> None:
    join(bo, game)
    path = at(game, 2, "/choices")
    form = bo.read(path)
    field = next(field for field in form["fields"] if field["name"] == "mage")
    before = one_offs.setup(game)
    present = {mat.mage for mat in before.mats}
    offered = [choice["value"] for choice in field["choices"] if choice["value"]]
    wanted = next(value for value in offered if value not in present)
    entry = {"token": "choose-1234", "fields": {"mage": wanted}}
    assert [bo.post(path, **entry).status_code for _ in range(2)] == [201, 200]
    game.refresh_from_db()
    after = one_offs.setup(game)
    assert [mat.mage for mat in after.mats] == [before.mats[0].mage, wanted]
    wrong = {"token": "choose-9999", "fields": {"mage": "nobody"}}
    assert bo.post(path, **wrong).status_code == 422
    assert bo.get(at(game, 1, "/choices")).status_code == 404  # not their seat
    one_offs.record(game)
    assert codes(bo.get(path)) == {"result.already_entered"}


@pytest.mark.parametrize(
    ("seat", "name", "status", "code"),
    [
        (1, "Ann", 409, "seat.taken"),
        (2, "Ann", 422, "people.looks_alike"),
        (2, "A" * 200, 422, "invalid"),
        (9, "Bo", 404, "api.not_found"),
        (99, "Bo", 404, "api.not_found"),
    ],
)
def test_a_seat_that_cannot_be_taken_is_refused(
    bo: Program, game: Game, seat: int, name: str, status: int, code: str
) -> None:
    join(Program(f.person("Ann", username="ann")), game, 1)
    answer = join(bo, game, seat, name=name)
    assert (answer.status_code, codes(answer)) == (status, {code})


def test_many_wrong_invitations_are_counted_and_a_campaign_s_game_has_no_seats(
    zuza: Person, bo: Program, settings: Any
) -> None:
    settings.RATE_LIMITS = True
    assert bo.get("/invitations/NOTHING").status_code == 404
    campaign = f.planned_campaign(person=zuza)
    code = f.game_of_campaign(campaign, 1).code
    assert Program(zuza).get(f"/games/{code}/seats").status_code == 404
    answers = {bo.get(f"/invitations/{number}").status_code for number in range(60)}
    assert answers == {404, 429}
