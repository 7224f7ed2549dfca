"""Every operation has an example in its description, and each is as described.

``BREACHKEEPER_WRITE_DOCS=on`` writes them anew, from a conversation of a program with the site.
"""

from __future__ import annotations

import json
import os
import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from django.test import Client
from django.utils import timezone

from campaign.models import Change, Game, Person, Scope
from tests.campaign import factories as f
from tests.tracker.api.clients import BASE, Program
from tracker.api import examples, site

pytestmark = pytest.mark.django_db
WRITES = os.environ.get("BREACHKEEPER_WRITE_DOCS") == "on"
KEPT = 2  # items of a list
# Cards out of a sealed box: everybody may read the description.
SEALED = ("market", "basics")
DECK_LIST = "Aradel Summergaard\n3x Butterfly Monk\n10x Natural"
BOX = "aeons-end-war-eternal"
WON = {"result": "win", "ending_win": "nemesis_defeated", "minutes": 90}


def operations() -> dict[str, tuple[str, str, dict[str, Any]]]:
    """Return method, path and description of every operation that is not deprecated, by id."""
    return {
        operation["operationId"]: (method, path, operation)
        for path, methods in site.description()["paths"].items()
        for method, operation in methods.items()
        if not operation.get("deprecated")
    }


class Conversation:
    """A program that notes what it sent and was answered, of each operation the first time."""

    def __init__(self, person: Person) -> None:
        self._program = Program(person)
        self.noted: dict[str, dict[str, Any]] = {}

    def get(self, path: str) -> Any:
        answer = self._program.read(path)
        self._note("get", path, {"answer": answer})
        return answer

    def post(self, path: str, **body: Any) -> Any:
        answer = self._program.post(path, **body)
        assert answer.status_code == 201, answer.content
        self._note("post", path, {"sent": body, "answer": answer.json()})
        return answer.json()

    def enter(self, path: str, token: str, **fields: Any) -> Any:
        """Read a form, and send it."""
        form = self.get(path)
        return self.post(path, revision=form["revision"], token=token, fields=fields)

    def seats(self, game: str) -> None:
        """Take a seat, choose for it, hand it on, and come back by the link as the owner."""
        seats = self.get(f"{game}/seats")
        self.post(f"{game}/seats/1", token="seat-20261117-1", name="Zuza")
        form = self.get(f"{game}/seats/1/choices")
        mage = next(field for field in form["fields"] if field["name"] == "mage")
        chosen = {"mage": mage["choices"][-1]["value"]}
        self.post(f"{game}/seats/1/choices", token="choose-20261117-1", fields=chosen)
        self.post(f"{game}/seats/1/free", token="free-20261117-1")
        invitation = f"/invitations/{seats['invitation'].rpartition('/')[2]}"
        self.get(invitation)
        self.post(invitation, seat=1, token="join-20261117-1")
        now = timezone.now() - timedelta(hours=2)
        Game.objects.one_off().update(owner=f.person("Ada"), created_at=now)
        Change.objects.update(at=now)
        self.post(f"{game}/owner", token="owner-20261117-1")
        self.post(f"{game}/invitation", token="link-20261117-1")

    def csv(self, person: Person) -> None:
        token = Program(person, Scope.READ).token
        answer = Client().get(f"{BASE}/plays.csv", {"token": token}).getvalue().decode()
        self._note("get", "/plays.csv", {"answer": answer})

    def _note(self, method: str, path: str, example: dict[str, Any]) -> None:
        for name, (its_method, its_path, _operation) in operations().items():
            pattern = re.sub(r"\{\w+\}", "[^/]+", its_path)
            if method == its_method and re.fullmatch(pattern, BASE + path):
                self.noted.setdefault(name, example)


def evening(zuza: Person) -> dict[str, dict[str, Any]]:
    """Return what a program sends and reads on an evening, by operation."""
    talk = Conversation(zuza)
    campaign = f"/campaigns/{f.played_through(1, person=zuza, name='The Lantern Year').code}"
    talk.get("/systems")
    talk.get(f"/systems/{BOX}/start")
    talk.get(f"/systems/{BOX}/catalogue")
    talk.get("/systems/aeons-end-legacy/campaign")
    start = {"name": "The Lantern Year", "name_1": "Ilva", "name_2": "Torrin"}
    made = talk.post(
        "/campaigns", system="aeons-end-legacy", token="start-20261117-2", fields=start
    )
    steps = f"/campaigns/{made['code']}/steps"
    revision, fields = talk.get(steps)["revision"], {"nemesis": "Maelstrom"}
    talk.post(f"{steps}/plan", revision=revision, token="plan-20261117-1", fields=fields)
    game = talk.post("/games", system=BOX, token="start-20261117-1", fields={"mages": 2})
    path = f"/games/{game['code']}"
    talk.get(f"{path}/sheet")
    talk.seats(path)
    talk.enter(f"{path}/result", "result-20261117-1", **WON)
    talk.get(path)
    talk.enter(f"{path}/correction", "correction-20261117-1", minutes=75)
    talk.get("/games")
    talk.get("/campaigns")
    talk.get(campaign)
    talk.get(f"{campaign}/history")
    talk.get(f"{campaign}/statistics")
    first = talk.get(f"{campaign}/games")["items"][0]
    note = {"token": "note-20261117-1", "text": "Close until the end."}
    revision = talk.get(campaign)["revision"]
    talk.post(f"/games/{first['code']}/notes", revision=revision, **note)
    talk.get("/plays")
    talk.csv(zuza)
    talk.get("/statistics")
    deck = talk.post("/decks", token="deck-20261117-1", edition="reborn", text=DECK_LIST)
    talk.get(f"/decks/{deck['code']}")
    longer = {"edition": "reborn", "text": f"{DECK_LIST}\n3x Mist Spirit"}
    talk.post(f"/decks/{deck['code']}", revision=1, **longer)
    talk.get("/decks")
    return talk.noted


def shortened(value: Any) -> Any:
    """Return a value with the first items of its lists."""
    match value:
        case dict():
            return {key: [] if key in SEALED else shortened(each) for key, each in value.items()}
        case list():
            return [shortened(each) for each in value[:KEPT]]
        case str() if "\r\n" in value:
            return "\r\n".join(value.split("\r\n")[:KEPT])
    return value


def test_every_operation_has_an_example_from_a_conversation() -> None:
    noted = evening(f.person("Zuza", username="zuza"))
    assert noted.keys() == operations().keys()
    folder: Path = examples.FOLDER
    if WRITES:
        for name, example in noted.items():
            text = json.dumps(shortened(example), ensure_ascii=False, indent=1)
            text = text.replace("http://testserver", "https://games.example.org")
            (folder / f"{name}.json").write_text(text + "\n", encoding="utf-8")
        site.description.cache_clear()
    assert {file.stem for file in folder.glob("*.json")} == noted.keys()


@pytest.mark.parametrize("name", sorted(operations()))
def test_an_example_is_as_described(name: str) -> None:
    _method, _path, operation = operations()[name]
    described = [operation["responses"]["200"]]
    described += [operation["requestBody"]] if "requestBody" in operation else []
    for part in described:
        for media, content in part["content"].items():
            if media == "application/json":
                schema = {**content["schema"], "components": site.description()["components"]}
                jsonschema_rs.Draft202012Validator(schema).validate(content["example"])
            assert content["example"]
