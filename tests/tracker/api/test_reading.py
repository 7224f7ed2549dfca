"""What programs read: what the pages show to the same person, and nothing more."""

import csv
import io

import pytest
from django.test import Client
from django.urls import reverse

from campaign.models import Person, Role, Scope
from campaign.packs import get_pack
from campaign.rules.aeons_end.catalogue.pack import KnownFrom
from campaign.services.games import game_undo
from tests.campaign import factories as f
from tests.tracker import one_offs
from tests.tracker.aeons_end import expeditions
from tests.tracker.api.clients import BASE, Program, codes
from tests.tracker.ashes import decks
from tests.tracker.test_spoilers import unknown_names
from tracker.api.site import description
from tracker.faces.registry import FACES

pytestmark = pytest.mark.django_db
LEGACY = "aeons-end-legacy"


@pytest.fixture
def zuza() -> Person:
    return f.person("Zuza", username="zuza")


def test_my_campaigns_are_those_i_am_a_member_of(zuza: Person) -> None:
    mine = f.played_campaign(person=zuza, name="The Long Watch")
    f.start_campaign(person=f.person("Ada", username="ada"), name="Another")
    (found,) = Program(zuza).read("/campaigns")
    assert (found["code"], found["name"], found["role"]) == (mine.code, "The Long Watch", "keeper")
    assert found["url"].endswith(f"/c/{mine.code}/")


def test_a_campaign_says_its_state_its_revision_and_what_comes_next(zuza: Person) -> None:
    campaign = f.played_campaign(person=zuza)
    found = Program(zuza).read(f"/campaigns/{campaign.code}")
    campaign.refresh_from_db()
    assert found["revision"] == campaign.revision
    assert found["games"] == 1
    assert found["next_step"]["title"]
    assert len(found["state"]["market"]) == 9
    assert [mage["mat"]["seat"] for mage in found["state"]["mages"]] == [1, 2]


@pytest.mark.parametrize("chapters", [1, 3])
def test_nothing_that_is_sealed_is_in_an_answer(zuza: Person, chapters: int) -> None:
    campaign = f.played_through(chapters, person=zuza)
    f.plan(campaign)
    program, sealed = Program(zuza), unknown_names(campaign)
    last = f.last_game(campaign)
    assert len(sealed) > 50
    paths = ["", "/games", f"/games/{last}", f"/games/{last}/sheet", "/history", "/statistics"]
    for path in (*paths, f"/games/{last}/result"):
        said = program.get(f"/campaigns/{campaign.code}{path}")
        assert said.status_code == 200
        text = said.content.decode().encode().decode("unicode_escape").casefold()
        assert not [name for name in sealed if name.casefold() in text], path


def test_games_of_a_campaign_have_their_results_and_notes(zuza: Person) -> None:
    campaign = f.played_campaign(person=zuza)
    program = Program(zuza)
    listed = program.read(f"/campaigns/{campaign.code}/games")
    assert (listed["total"], listed["items"][0]["play"]["result"]) == (1, "win")
    found = program.read(f"/campaigns/{campaign.code}/games/1")
    assert found["play"]["seats"][0]["seat"] == 1
    assert program.read(f"/campaigns/{campaign.code}/games/1/sheet")["system"] == campaign.system
    assert program.get(f"/campaigns/{campaign.code}/games/2").status_code == 404


def test_a_campaigns_game_is_read_by_its_code_as_by_its_number(zuza: Person) -> None:
    campaign, program = f.played_campaign(person=zuza), Program(zuza)
    (listed,) = program.read(f"/campaigns/{campaign.code}/games")["items"]
    assert listed["code"] == listed["play"]["game_code"]
    for part in ("", "/sheet", "/correction"):
        by_number = program.read(f"/campaigns/{campaign.code}/games/1{part}")
        assert program.read(f"/games/{listed['code']}{part}") == by_number
    stranger = Program(f.person("Ada", username="ada"))
    assert stranger.get(f"/games/{listed['code']}").status_code == 404


def test_the_code_of_an_undone_game_leads_to_the_game_in_its_place(zuza: Person) -> None:
    campaign, program = f.planned_campaign(person=zuza), Program(zuza)
    undone = f.game_of_campaign(campaign, 1).code
    game_undo(game=1, **f.signed(campaign))
    assert codes(program.get(f"/games/{undone}/sheet")) == {"api.not_found"}
    f.plan(campaign)
    answer = program.get(f"/games/{undone}/sheet")
    code = f.game_of_campaign(campaign, 1).code
    assert (answer.status_code, answer["Location"]) == (302, f"{BASE}/games/{code}/sheet")


def test_the_addresses_by_number_and_no_others_are_deprecated() -> None:
    operations = {
        path: operation
        for path, methods in description()["paths"].items()
        for operation in methods.values()
    }
    old = {path for path, operation in operations.items() if operation.get("deprecated")}
    assert old == {path for path in operations if "{number}" in path}
    assert len(old) == 5


def test_a_campaign_of_any_system_is_read(zuza: Person) -> None:
    campaign, program = expeditions.lost(zuza), Program(zuza)
    assert [found["code"] for found in program.read("/campaigns")] == [campaign.code]
    path = f"/campaigns/{campaign.code}"
    assert program.read(path)["next_step"]["title"]
    assert program.read(f"{path}/games")["total"] >= 1
    state = program.read(path)["state"]
    assert (state["variant"], state["battle"], state["attempt"]) == ("default", 1, 2)
    assert (len(state["mages"]), len(state["market"])) == (4, 9)
    assert [game["result"] for game in state["tries"]] == ["loss"]
    for part in ("/games/1", "/games/1/sheet", "/history", "/statistics"):
        assert program.read(path + part)


def test_a_one_off_game_is_read_as_on_its_page(zuza: Person) -> None:
    game, program = one_offs.played(zuza), Program(zuza)
    (listed,) = program.read("/games")["items"]
    found = program.read(f"/games/{game.code}")
    assert listed == {key: found[key] for key in listed}
    sheet = program.client.get(reverse("sheet_json", args=[game.code]))
    assert sheet.status_code == 404  # a token opens no page
    assert program.read(f"/games/{game.code}/sheet")["players"] == 2


def test_a_strangers_records_are_not_there(zuza: Person) -> None:
    campaign, game = f.played_campaign(person=zuza), one_offs.game(zuza)
    stranger = Program(f.person("Ada", username="ada"))
    for path in (f"/campaigns/{campaign.code}", f"/campaigns/{campaign.code}/games/1/sheet"):
        assert codes(stranger.get(path)) == {"api.not_found"}
    assert stranger.get(f"/games/{game.code}").status_code == 404
    assert stranger.read("/games")["items"] == []


def test_a_viewer_reads_and_is_told_the_role(zuza: Person) -> None:
    campaign = f.planned_campaign(person=zuza)
    ada = f.person("Ada", username="ada")
    f.join(campaign, ada, Role.READER)
    program = Program(ada)
    assert program.read(f"/campaigns/{campaign.code}")["role"] == "reader"
    assert codes(program.get(f"/campaigns/{campaign.code}/games/1/result")) == {"api.view_only"}


def test_the_log_is_filtered_and_comes_in_pages(zuza: Person) -> None:
    f.played_campaign(person=zuza)
    game, program = one_offs.played(zuza), Program(zuza)
    assert program.read("/plays")["total"] == 2
    found = program.read("/plays", system=game.system)
    assert [play["code"] for play in found["items"]] == [game.code]
    assert program.read("/plays", player="Nobody")["items"] == []
    assert program.read("/plays", page=7)["items"] == []
    assert codes(program.get("/plays", page=0)) == {"invalid"}
    assert codes(program.get("/plays", player="\0")) == {"invalid"}
    counted = program.read("/statistics", system=game.system)["score"]
    assert counted["won"] + counted["lost"] == 1


def test_the_log_for_a_spreadsheet_takes_a_reading_token_in_its_address(zuza: Person) -> None:
    one_offs.played(zuza)
    reads, records = Program(zuza, Scope.READ), Program(zuza)
    answer = Client().get(f"{BASE}/plays.csv", {"token": reads.token})
    assert len(list(csv.DictReader(io.StringIO(answer.getvalue().decode("utf-8-sig"))))) == 1
    assert codes(Client().get(f"{BASE}/plays.csv", {"token": records.token})) == {"api.scope"}
    assert Client().get(f"{BASE}/plays.csv").status_code == 401
    assert Client().get(f"{BASE}/plays", {"token": reads.token}).status_code == 401


def test_decks_are_mine(zuza: Person) -> None:
    saved = decks.saved(zuza)
    decks.saved(f.person("Ada", username="ada"))
    program = Program(zuza)
    (deck,) = program.read("/decks")["items"]
    assert (deck["code"], sum(deck["cards"].values())) == (saved.code, 30)
    assert program.read(f"/decks/{saved.code}") == deck


def test_every_system_is_listed_with_what_starts_a_game(zuza: Person) -> None:
    program = Program(zuza)
    listed = program.read("/systems")
    assert {system["slug"] for system in listed} == set(FACES)
    for system in listed:
        answer = program.get(f"/systems/{system['slug']}/start")
        assert answer.status_code == (200 if system["has_one_offs"] else 404)
    assert program.get("/systems/chess/start").status_code == 404


def test_the_catalogue_keeps_what_is_sealed(zuza: Person) -> None:
    program, pack = Program(zuza), get_pack(LEGACY)
    things = program.read(f"/systems/{LEGACY}/catalogue")["things"]
    open_ids = {key for key, _name, known in pack.names() if known.by is KnownFrom.START}
    assert {thing["id"] for thing in things if thing["kind"] != "mage"} <= open_ids
    assert things
    boxes = {thing["box"] for thing in program.read("/systems/aeons-end/catalogue")["things"]}
    assert len(boxes) > 3
    assert "Legacy" not in " ".join(boxes)


@pytest.mark.parametrize("rest", ["nothing", "campaigns/%0A/games/1%0A/sheet", "%0A"])
def test_an_address_that_is_not_there_is_answered_as_json(zuza: Person, rest: str) -> None:
    assert codes(Program(zuza).client.get(f"{BASE}/{rest}")) == {"api.not_found"}


def test_refusals_are_in_the_language_of_the_reader(zuza: Person) -> None:
    answer = Program(zuza).client.get(f"{BASE}/games/NOTHERE1", headers={"Accept-Language": "fr"})
    assert answer.json()["problems"][0]["code"] == "api.not_found"
    assert answer["Content-Language"] == "fr"


def test_the_page_of_the_api_names_every_operation(client: Client) -> None:
    page = client.get("/api/v1/").content.decode()
    described = client.get("/api/v1/openapi.json").json()
    assert described["openapi"].startswith("3.1")
    for path, methods in described["paths"].items():
        for method in methods:
            assert f"{method.upper()} {path}" in page
