"""What programs record: by the forms of the pages, once, and never over others' entries."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection

from campaign.models import Game, Person, Play
from campaign.records.members import Members
from campaign.services.accounts import person_rename
from campaign.services.people import member_remove
from tests.campaign import factories as f
from tests.cases import ONE_OFFS
from tests.toy.fixtures import toy
from tests.tracker import one_offs
from tests.tracker.api.clients import Program, codes
from tracker.api.bodies import MAX_BYTES, MAX_VALUES

__all__ = ["toy"]  # a fixture
pytestmark = pytest.mark.django_db
BOX = "aeons-end-war-eternal"


@pytest.fixture
def zuza() -> Person:
    return f.person("Zuza", username="zuza")


@pytest.fixture(params=sorted(ONE_OFFS))
def system(request: pytest.FixtureRequest, toy: str) -> str:
    """Return each system in turn."""
    return str(request.param)


def start(program: Program, **more: Any) -> Any:
    return program.post("/games", system=BOX, token="start-1234", **more)


def test_a_game_of_any_system_is_started_and_ended(system: str, zuza: Person) -> None:
    case, program = ONE_OFFS[system], Program(zuza)
    answer = program.post("/games", system=system, token="start-1234", fields=dict(case.start))
    assert answer.status_code == 201, answer.content
    game = answer.json()
    assert (game["system"], game["play"]) == (system, None)
    path = f"/games/{game['code']}"
    assert program.read(f"{path}/sheet")["system"] == system
    form = program.read(f"{path}/result")
    names = {field["name"] for field in form["fields"]}
    assert set(case.result) <= names
    assert not names & {"token", "revision", "pictures"}
    signature: dict[str, Any] = {"revision": form["revision"], "token": "result-1234"}

    wrong = program.post(f"{path}/result", **signature, fields=dict(case.wrong))
    assert wrong.status_code == 422
    assert codes(wrong)
    ended = program.post(f"{path}/result", **signature, fields={**case.result, "note": "Long."})
    assert ended.status_code == 201, ended.content
    assert ended.json()["play"]["seats"][0]["player"] == "Zuza"
    assert [note["text"] for note in ended.json()["notes"]] == ["Long."]
    assert Play.objects.get().game.code == game["code"]
    assert codes(program.get(f"{path}/result")) == {"result.already_entered"}


def test_the_same_token_starts_one_game(zuza: Person) -> None:
    program = Program(zuza)
    answers = [start(program, fields={"mages": 2}) for _time in range(2)]
    assert [answer.status_code for answer in answers] == [201, 200]
    assert answers[0].json()["code"] == answers[1].json()["code"]
    assert Game.objects.count() == 1


def test_a_token_that_started_another_game_is_refused(zuza: Person) -> None:
    program = Program(zuza)
    made = start(program, fields={"mages": 2}).json()
    for other in ({"mages": 3}, {"mages": 4}):
        refused = start(program, fields=other)
        assert (refused.status_code, codes(refused)) == (409, {"api.token_used"}), other
    one_offs.record(Game.objects.get())  # what was changed since is no other game
    again = start(program, fields={"mages": 2})
    assert (again.status_code, again.json()["code"]) == (200, made["code"])


@pytest.mark.django_db(transaction=True)
def test_of_several_starts_at_once_one_is_told_that_it_made_the_game(zuza: Person) -> None:
    program = Program(zuza)
    with ThreadPoolExecutor(4) as pool:
        starts = [pool.submit(closing(start), program, fields={"mages": 2}) for _ in range(4)]
    assert sorted(each.result().status_code for each in starts) == [200, 200, 200, 201]
    assert Game.objects.count() == 1


def closing(ask: Callable[..., Any]) -> Callable[..., Any]:
    """Close the connection of the thread that has asked."""

    def asked(*args: Any, **more: Any) -> Any:
        try:
            return ask(*args, **more)
        finally:
            connection.close()

    return asked


def test_a_result_sent_twice_is_entered_once(zuza: Person) -> None:
    game, program = one_offs.game(zuza), Program(zuza)
    entry = {"revision": game.revision, "token": "result-1234", "fields": {"result": "loss"}}
    statuses = [program.post(f"/games/{game.code}/result", **entry).status_code for _ in range(2)]
    assert statuses == [201, 200]
    assert game.facts.filter(kind="played").count() == 1


def test_a_token_that_named_another_entry_is_refused_everywhere(zuza: Person) -> None:
    """Nothing is lost silently: an answer of 200 is about the very entry that was sent."""
    campaign, program = f.planned_campaign(person=zuza), Program(zuza)
    path = f"/campaigns/{campaign.code}/games/1"

    def note(text: str, token: str = "note-12345") -> Any:
        revision = program.read(path)["revision"]  # a try later may see another one
        return program.post(f"{path}/notes", revision=revision, token=token, text=text)

    answers = [note("Won."), note("Won."), note("Lost.")]
    assert [answer.status_code for answer in answers] == [201, 200, 409]
    assert codes(answers[2]) == {"api.token_used"}
    fields = {"result": "win", "ending_win": "nemesis_defeated"}
    entry = {"revision": program.read(path)["revision"], "fields": fields}
    for token, status in (("note-12345", 409), ("result-1234", 201), ("result-1234", 200)):
        answer = program.post(f"{path}/result", token=token, **entry)
        assert answer.status_code == status, answer.content
    assert codes(note("Late.", "result-1234")) == {"api.token_used"}
    lower = {"revision": program.read(path)["revision"], "fields": {"minutes": 75}}
    for token, status in (("result-1234", 409), ("correct-1234", 201), ("correct-1234", 200)):
        answer = program.post(f"{path}/correction", token=token, **lower)
        assert answer.status_code == status, answer.content
    assert [note["text"] for note in program.read(path)["notes"]] == ["Won."]


def test_two_people_may_use_the_same_token_and_the_same_words(zuza: Person) -> None:
    campaign, bo = f.planned_campaign(person=zuza), f.person("Bo")
    f.join(campaign, bo)
    path = f"/campaigns/{campaign.code}/games/1"
    for program in (Program(zuza), Program(bo)):
        revision = program.read(path)["revision"]
        answer = program.post(
            f"{path}/notes", revision=revision, token="note-12345", text="Was there."
        )
        assert answer.status_code == 201
    assert [note["who"] for note in Program(zuza).read(path)["notes"]] == ["Zuza", "Bo"]


def test_a_note_names_its_author_as_the_campaign_did_when_they_left(zuza: Person) -> None:
    campaign, bo = f.planned_campaign(person=zuza), f.person("Bo")
    f.join(campaign, bo)
    Members(campaign).of(bo)
    path = f"/campaigns/{campaign.code}/games/1"
    revision = Program(bo).read(path)["revision"]
    note = {"revision": revision, "token": "note-12345", "text": "Was there."}
    assert Program(bo).post(f"{path}/notes", **note).status_code == 201
    member_remove(membership=campaign.memberships.get(person=bo), person=bo)
    person_rename(person=bo, display_name="Someone Else")
    assert [note["who"] for note in Program(zuza).read(path)["notes"]] == ["Bo"]


def test_a_stale_entry_says_what_changed_and_writes_nothing(zuza: Person) -> None:
    campaign, program = f.planned_campaign(person=zuza), Program(zuza)
    seen = program.read(f"/campaigns/{campaign.code}")["revision"]
    path = f"/campaigns/{campaign.code}/games/1"
    first = program.post(f"{path}/notes", revision=seen, token="note-12345", text="First.")
    assert first.status_code == 201
    fields = {"result": "win", "ending_win": "nemesis_defeated"}
    late = program.post(f"{path}/result", revision=seen, token="result-1234", fields=fields)
    assert (late.status_code, codes(late)) == (409, {"record.stale"})
    assert late.json()["revision"] == first.json()["revision"] == seen + 1
    assert any("First." in change for change in late.json()["changes"])
    assert program.read(path)["play"] is None


@pytest.mark.parametrize("revision", [True, 1.0, "1"])
def test_a_revision_is_a_number_and_nothing_that_could_be_read_as_one(
    zuza: Person, revision: object
) -> None:
    game, program = one_offs.game(zuza), Program(zuza)
    assert game.revision == 1
    entry = {"revision": revision, "token": "result-1234", "fields": {"result": "loss"}}
    answer = program.post(f"/games/{game.code}/result", **entry)
    assert (answer.status_code, codes(answer)) == (422, {"invalid"})
    assert not Play.objects.exists()


def test_a_campaigns_result_is_entered_as_on_its_page(zuza: Person) -> None:
    campaign, program = f.planned_campaign(person=zuza), Program(zuza)
    path = f"/campaigns/{campaign.code}/games/1"
    revision = program.read(f"{path}/result")["revision"]
    fields = {"result": "win", "ending_win": "nemesis_defeated", "minutes": 90}
    answer = program.post(f"{path}/result", revision=revision, token="result-1234", fields=fields)
    assert answer.status_code == 201, answer.content
    assert (answer.json()["play"]["result"], answer.json()["play"]["minutes"]) == ("win", 90)


def test_a_result_is_corrected_once_and_never_over_another_correction(
    system: str, zuza: Person
) -> None:
    case, program = ONE_OFFS[system], Program(zuza)
    started = program.post("/games", system=system, token="start-1234", fields=dict(case.start))
    path = f"/games/{started.json()['code']}"
    none = program.get(f"{path}/correction")
    assert (none.status_code, codes(none)) == (409, {"result.not_recorded"})
    first = {"revision": started.json()["revision"], "token": "result-1234"}
    program.post(f"{path}/result", **first, fields={**case.result, "note": "Long."})

    form = program.read(f"{path}/correction")
    shown = {field["name"]: field["value"] for field in form["fields"]}
    assert (shown["note"], shown["minutes"]) == ("Long.", None)
    signature: dict[str, Any] = {"revision": form["revision"], "token": "correct-1234"}
    wrong = program.post(f"{path}/correction", **signature, fields={"minutes": -1})
    assert (wrong.status_code, codes(wrong)) == (422, {"min_value"})
    fields = {"minutes": 75}
    answers = [program.post(f"{path}/correction", **signature, fields=fields) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 200], answers[0].content
    play = answers[0].json()["play"]
    assert play["minutes"] == 75
    assert [note["text"] for note in answers[0].json()["notes"]] == ["Long."]
    late = {**signature, "token": "another-1234", "fields": {"minutes": 90}}
    stale = program.post(f"{path}/correction", **late)
    assert (stale.status_code, codes(stale)) == (409, {"record.stale"})
    assert program.read(path)["play"] == play


def test_a_correction_names_what_it_would_withdraw_and_withdraws_it_when_told(zuza: Person) -> None:
    campaign, program = f.played_through(2, person=zuza), Program(zuza)
    path = f"/campaigns/{campaign.code}/games/2"
    revision = program.read(f"{path}/correction")["revision"]
    lost = {"result": "loss", "ending_loss": "mages_exhausted", "nemesis_life": 4}
    entry = {"revision": revision, "fields": lost}
    refused = program.post(f"{path}/correction", token="correct-1234", **entry)
    assert (refused.status_code, codes(refused)) == (422, {"story.aftermath_breaks"})
    going = refused.json()["withdraws"]
    assert all(entries["sentence"] for entries in going)
    ids = [number for entries in going for number in entries["ids"]]
    some = program.post(f"{path}/correction", token="correct-1234", withdraw=ids[1:], **entry)
    assert some.status_code == 422
    done = program.post(f"{path}/correction", token="correct-1234", withdraw=ids, **entry)
    assert done.status_code == 201, done.content
    assert done.json()["play"]["result"] == "loss"


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"dice": 3}, "field.unknown"),
        ({"token": "start-1"}, "field.unknown"),
        ({"mages": 9}, "invalid_choice"),
        ({"seed": "x" * 41}, "max_length"),
        ({"seed": "\0"}, "null_characters_not_allowed"),
        ({"seed": "x" * 5000}, "invalid"),
        ({"seed": {}}, "invalid"),
        ({"seed": 10**12}, "invalid"),
        ({"mages": 2.0}, "invalid"),
        ({"mages": [True]}, "invalid"),
        ({str(number): "x" for number in range(201)}, "invalid"),
    ],
)
def test_a_wrong_field_is_refused_with_a_code(
    zuza: Person, fields: dict[str, Any], code: str
) -> None:
    answer = start(Program(zuza), fields={"mages": 2, **fields})
    assert (answer.status_code, codes(answer)) == (422, {code})
    assert not Game.objects.exists()


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({}, "required"),
        ({"system": BOX, "token": "short"}, "invalid"),
        ({"system": BOX, "token": "start-1234", "colour": "blue"}, "invalid"),
        ({"system": "chess", "token": "start-1234"}, "one_off.system_unknown"),
    ],
)
def test_a_wrong_entry_is_refused_with_a_code(
    zuza: Person, body: dict[str, Any], code: str
) -> None:
    answer = Program(zuza).post("/games", **body)
    assert (answer.status_code, codes(answer)) == (422, {code})


@pytest.mark.parametrize("body", ["", "nonsense", "[" * 100_000, '{"a": 1' + "0" * 5000 + "}"])
def test_what_is_no_json_is_refused(zuza: Person, body: str) -> None:
    client = Program(zuza).client
    answer = client.post("/api/v1/games", body, content_type="application/json")
    assert answer.status_code in (400, 422)
    assert codes(answer)


@pytest.mark.parametrize(
    "fields",
    [
        {str(number): {} for number in range(MAX_VALUES)},
        {str(number): [{}] * 20 for number in range(MAX_VALUES // 20)},
        {"seed": "x" * MAX_BYTES},
    ],
)
def test_a_body_with_more_than_any_entry_is_refused_as_a_whole(
    zuza: Person, fields: dict[str, Any]
) -> None:
    answer = start(Program(zuza), fields=fields)
    assert (answer.status_code, codes(answer)) == (413, {"api.too_large"})


def test_a_body_that_is_too_large_is_refused(zuza: Person, settings: Any) -> None:
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 1000
    answer = start(Program(zuza), fields={"seed": "x" * 2000})
    assert (answer.status_code, codes(answer)) == (413, {"api.too_large"})
