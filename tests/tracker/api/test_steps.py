"""A program plays whole campaigns: it starts them, plans games, and enters what follows results."""

from __future__ import annotations

from typing import Any

import pytest

from campaign.models import Campaign, Person, Role
from tests.campaign import factories as f
from tests.tracker.aeons_end import decisions, expeditions
from tests.tracker.api.clients import Program, codes
from tests.tracker.journal import kept

pytestmark = pytest.mark.django_db
LEGACY, SERIES = "aeons-end-legacy", "aeons-end"
WON = {"result": "win", "ending_win": "nemesis_defeated"}
LOST = {"result": "loss", "ending_loss": "gravehold_fallen", "nemesis_life": 4}


@pytest.fixture
def zuza() -> Person:
    return f.person("Zuza", username="zuza")


class Player(Program):
    """A program that plays one campaign."""

    code: str

    def begin(self, system: str, **fields: Any) -> Any:
        answer = self.post("/campaigns", system=system, token="start-1234", fields=fields)
        assert answer.status_code == 201, answer.content
        self.code = answer.json()["code"]
        return answer.json()

    def steps(self) -> dict[str, Any]:
        """Return the open steps by id."""
        return {step["id"]: step for step in self.read(f"/campaigns/{self.code}/steps")["steps"]}

    def send(self, step: str, **fields: Any) -> Any:
        revision = self.read(f"/campaigns/{self.code}")["revision"]
        entry = {"revision": revision, "token": f"{step}-{revision}-1234", "fields": fields}
        return self.post(f"/campaigns/{self.code}/steps/{step}", **entry)

    def enter(self, step: str, **fields: Any) -> Any:
        answer = self.send(step, **fields)
        assert answer.status_code == 201, answer.content
        return answer.json()

    def end(self, number: int, **fields: Any) -> None:
        games = self.read(f"/campaigns/{self.code}/games")["items"]
        path = f"/games/{games[number - 1]['code']}/result"
        entry = {"revision": self.read(path)["revision"], "token": f"result-{number}-1234"}
        assert self.post(path, **entry, fields=fields).status_code == 201


def test_a_legacy_campaign_is_started_planned_played_and_settled(zuza: Person) -> None:
    player = Player(zuza)
    names = {field["name"] for field in player.read(f"/systems/{LEGACY}/campaign")["fields"]}
    mages = {"name_1": "Ilva", "name_2": "Torrin"}
    assert {*mages, "mages", "language"} <= names
    begun = player.begin(LEGACY, name="The Lantern Year", **mages)
    assert (begun["role"], begun["games"]) == ("keeper", 0)

    assert [*player.steps()] == ["plan"]
    planned = player.enter("plan", nemesis="Maelstrom")
    assert planned["games"] == 1
    assert [*player.steps()] == ["seal", "close"]  # what is opened before the game
    due = _field(player.steps()["seal"], "due")
    player.enter("seal", due=[choice["value"] for choice in due])
    assert player.steps() == {}  # it is being played
    player.end(1, **WON)
    assert [*player.steps()] == ["growth", "close"]
    assert player.steps()["growth"]["game"] == 1
    player.enter("growth", **decisions.growth())
    assert [*player.steps()] == ["settle"]
    settled = player.enter("settle")
    assert "2" in settled["next_step"]["title"]
    assert [*player.steps()] == ["plan"]


def test_every_step_of_a_later_aftermath_is_open_until_it_is_entered(zuza: Person) -> None:
    player = Player(zuza)
    player.code = f.second_game(person=zuza).code
    asked = player.steps()
    assert [*asked][:2] == ["seal", "section"]
    slots = [step for step in asked if step.startswith("slot-")]
    assert len(slots) == 4
    player.enter("seal")
    player.enter("section", tick_A=True)
    for slot in slots:
        player.enter(slot, kind="other", name="Tidal Focus", text="Draw a card.")
    closable = {choice["value"] for choice in _field(player.steps()["close"], "decision")}
    player.enter("close", decision=sorted(closable), reason="Our box asks for none.")
    player.enter("settle")


def _field(step: dict[str, Any], name: str) -> list[dict[str, Any]]:
    found = next(field for field in step["fields"] if field["name"] == name)
    choices: list[dict[str, Any]] = found["choices"]
    return choices


def test_an_expedition_is_started_lost_helped_and_won(zuza: Person) -> None:
    player = Player(zuza)
    begun = player.begin(SERIES, name="Down We Go", boxes=list(expeditions.BOXES), seed="5")
    assert begun["state"]["seed"] == "5"
    assert [*player.steps()] == ["battle"]
    player.enter("battle")
    assert player.steps() == {}
    player.end(1, **LOST)
    step = player.steps()["reward"]
    kinds = next(field for field in step["fields"] if field["required"] and field["choices"])
    player.enter("reward", **{kinds["name"]: kinds["choices"][0]["value"]})
    player.enter("battle")
    player.end(2, **WON)
    won = player.enter("reward")
    assert (won["state"]["battle"], won["games"]) == (2, 2)


def test_a_journal_is_started_and_its_first_evening_planned(zuza: Person) -> None:
    player = Player(zuza)
    names = {field["name"] for field in player.read("/systems/journal/campaign")["fields"]}
    mine = {"name": "Our year", "game": "A game", "player_1": "Zuza"}
    begun = player.begin("journal", **{name: mine[name] for name in names & mine.keys()})
    assert (begun["system"], begun["role"]) == ("journal", "keeper")
    assert [*player.steps()] == ["plan"]
    planned = player.enter("plan", own_chapter="The first night")
    assert (planned["games"], planned["state"]["step"]) == (1, "play")


# What changes on an evening of a journal, in this order.
EVENING: tuple[tuple[str, dict[str, Any]], ...] = (
    ("open", {"seal": "crate-1"}),
    ("count", {"counter": "supplies", "owner": "", "by": 2}),
    ("count", {"counter": "damage", "owner": "salt-bay", "by": 1}),
    ("move", {"thing": "ada", "place": "retired"}),
    ("mark", {"thing": "ada", "slot": "skill", "mark": "steady-hand"}),
    ("mark", {"thing": "bruno", "slot": "scar", "own": "Cold feet"}),
    ("unmark", {"thing": "ada", "slot": "skill", "mark": "steady-hand"}),
    ("name", {"thing": "salt-bay", "name": "Home"}),
    ("new-thing", {"kind": "card", "name": "A letter"}),
    ("new-number", {"name": "Luck", "start": 3}),
    ("new-seal", {"kind": "Envelope", "label": "Z"}),
    ("new-chapter", {"name": "Epilogue"}),
    ("new-reminder", {"chapter": "march", "text": "Read section 42."}),
)


def test_an_evening_of_a_journal_is_entered_change_by_change_and_finished(zuza: Person) -> None:
    player = Player(zuza)
    player.code = kept.planned(zuza).code
    assert "finish" not in player.steps()  # it has no result yet
    for step, fields in EVENING:
        player.enter(step, **fields)
    player.end(1, result="loss")
    state = player.enter("finish")["state"]
    things = {thing["key"]: thing for thing in state["things"]}
    numbers = {(number["name"], number["owner"]): number["count"] for number in state["numbers"]}
    assert (things["ada"]["place"], things["ada"]["marks"]) == ("retired", [])
    assert (things["salt-bay"]["name"], things["bruno"]["marks"]) == ("Home", ["Cold feet"])
    assert "A letter" in {thing["name"] for thing in state["things"]}
    assert numbers["Supplies", ""] == 4 + 2 + 2  # and two more for the loss
    assert numbers["Damage", "Home"] == 1
    assert numbers["Luck", ""] == 3
    assert {"Z"} <= {seal["label"] for seal in state["seals"]}
    assert next(seal for seal in state["seals"] if seal["label"] == "1")["is_open"]
    assert state["step"] == "plan"
    assert next(iter(player.steps())) == "plan"


@pytest.mark.parametrize(
    ("step", "fields", "field"),
    [
        ("count", {"counter": "fame", "by": 1}, "counter"),
        ("count", {"counter": "supplies", "by": "many"}, "by"),
        ("count", {"counter": "supplies", "owner": "salt-bay", "by": 1}, "owner"),
        ("move", {"thing": "ada", "place": "on the map"}, "place"),
        ("move", {"place": "retired"}, "thing"),
        ("mark", {"thing": "ada", "slot": "sticker", "mark": "steady-hand"}, "slot"),
        ("unmark", {"thing": "ada", "slot": "skill", "mark": "steady-hand"}, "mark"),
        ("open", {"seal": "crate-9"}, "seal"),
        ("new-thing", {"name": ""}, "name"),
    ],
)
def test_a_change_of_a_journal_that_cannot_be_is_refused(
    zuza: Person, step: str, fields: dict[str, Any], field: str
) -> None:
    player = Player(zuza)
    player.code = kept.planned(zuza).code
    before = player.read(f"/campaigns/{player.code}")
    refused = player.send(step, **fields)
    assert refused.status_code == 422
    assert field in {problem["field"] for problem in refused.json()["problems"]}
    assert player.read(f"/campaigns/{player.code}") == before


def test_the_steps_of_a_journal_name_nothing_behind_a_shut_seal(zuza: Person) -> None:
    player = Player(zuza)
    player.code = kept.planned(zuza).code
    shut = str(player.steps())
    player.enter("open", seal="crate-1")
    opened = str(player.steps())
    inside = kept.state_of(Campaign.objects.get()).box
    new = [thing.name for thing in inside.things.values() if thing.name not in shut]
    assert new
    assert all(name in opened for name in new)


def test_a_story_is_read_and_decided(zuza: Person) -> None:
    player = Player(zuza)
    player.code = expeditions.reading(zuza).code
    (step,) = player.steps().values()
    assert step["id"] == "node"
    asked = [field for field in step["fields"] if field["choices"]]
    player.enter("node", **{field["name"]: field["choices"][0]["value"] for field in asked})
    assert player.steps()


def test_a_step_sent_twice_is_entered_once_and_one_that_is_not_open_is_refused(
    zuza: Person,
) -> None:
    player = Player(zuza)
    player.code = f.start_campaign(person=zuza).code
    entry = {"revision": 1, "token": "plan-12345", "fields": {"nemesis": "Maelstrom"}}
    path = f"/campaigns/{player.code}/steps/plan"
    assert [player.post(path, **entry).status_code for _ in range(2)] == [201, 200]
    another = player.post(path, **{**entry, "fields": {"nemesis": "Another"}})
    assert (another.status_code, codes(another)) == (409, {"api.token_used"})
    closed = player.send("plan", nemesis="Maelstrom")
    assert (closed.status_code, codes(closed)) == (409, {"step.not_open"})
    assert codes(player.send("dance")) == {"step.not_open"}
    assert len(Campaign.objects.get().games.all()) == 1


def test_a_step_that_the_rules_or_its_form_refuse_changes_nothing(zuza: Person) -> None:
    player = Player(zuza)
    player.code = f.played_campaign(person=zuza).code
    before = player.read(f"/campaigns/{player.code}")
    for fields in ({}, {"take": ["0"]}, {"dice": 3}, decisions.growth(cost_0="many")):
        refused = player.send("growth", **fields)
        assert refused.status_code == 422
        assert codes(refused)
    stale = {"revision": 0, "token": "growth-1234", "fields": decisions.growth()}
    late = player.post(f"/campaigns/{player.code}/steps/growth", **stale)
    assert (late.status_code, codes(late)) == (409, {"record.stale"})
    assert player.read(f"/campaigns/{player.code}") == before


def test_who_only_reads_a_campaign_sees_and_enters_no_steps(zuza: Person) -> None:
    campaign, ada = f.start_campaign(person=zuza), f.person("Ada", username="ada")
    f.join(campaign, ada, Role.READER)
    reader = Player(ada)
    assert reader.get(f"/campaigns/{campaign.code}/steps").status_code == 403
    entry = {"revision": 1, "token": "plan-12345", "fields": {}}
    assert reader.post(f"/campaigns/{campaign.code}/steps/plan", **entry).status_code == 403


@pytest.mark.parametrize(
    ("system", "fields", "code"),
    [
        ("chess", {}, "campaign.system_unknown"),
        ("ashes", {}, "campaign.system_unknown"),
        (LEGACY, {"mages": 9}, "invalid_choice"),
        (LEGACY, {"colour_2": "pink"}, "invalid_choice"),
        (SERIES, {"boxes": []}, "required"),
    ],
)
def test_a_wrong_start_is_refused_with_a_code(
    zuza: Person, system: str, fields: dict[str, Any], code: str
) -> None:
    answer = Program(zuza).post("/campaigns", system=system, token="start-1234", fields=fields)
    assert answer.status_code == 422
    assert code in codes(answer)
    assert not Campaign.objects.exists()


def test_the_same_token_starts_one_campaign(zuza: Person) -> None:
    program = Program(zuza)
    mages = {"name_1": "Ilva", "name_2": "Torrin"}
    start = {"system": LEGACY, "token": "start-1234", "fields": {**mages, "name": "Ours"}}
    answers = [program.post("/campaigns", **start) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 200]
    assert answers[0].json() == answers[1].json()
    other = program.post("/campaigns", **{**start, "fields": {**mages, "name": "Another"}})
    assert codes(other) == {"api.token_used"}
