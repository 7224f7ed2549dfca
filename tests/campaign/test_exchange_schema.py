"""The JSON Schemas of export files, and the examples in docs/export.

``BREACHKEEPER_WRITE_DOCS=on`` writes the examples anew.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from django.test import Client
from django.urls import reverse

from campaign.exchange.document import CAMPAIGN, encode
from campaign.exchange.exporting import export_json
from campaign.exchange.refusals import Refused
from campaign.exchange.schema import document_schema, documents, name_of
from campaign.models import Game, Person, Record
from tests.campaign import factories as f
from tests.campaign.exchange import bring_game_in, bring_in
from tests.campaign.from_schema import smallest
from tests.cases import ONE_OFFS
from tests.tracker.aeons_end import expeditions
from tests.tracker.api.clients import Program
from tests.tracker.clients import client_of
from tests.tracker.journal import kept
from tracker.faces.registry import file_schemas
from tracker.systems.journal.files import read_description

pytestmark = pytest.mark.django_db
FILES = Path(__file__).resolve().parents[2] / "docs" / "export"
WRITES = os.environ.get("BREACHKEEPER_WRITE_DOCS") == "on"
DOCUMENTS = sorted(documents())


def read(kind: str, slug: str) -> Any:
    return json.loads((FILES / f"{name_of(kind, slug)}.example.json").read_text(encoding="utf-8"))


def write(kind: str, slug: str, plain: Any) -> None:
    text = json.dumps(plain, ensure_ascii=False, indent=1)
    (FILES / f"{name_of(kind, slug)}.example.json").write_text(text + "\n", encoding="utf-8")


def bring(kind: str, document: Any) -> Record:
    data = encode(document)
    return bring_in(data) if kind == CAMPAIGN else bring_game_in(data)


# --- examples: an evening of each kind ---


def _legacy(zuza: Person) -> Record:
    return f.second_game(person=zuza)


def _expedition(zuza: Person) -> Record:
    return expeditions.consoled(zuza)


def _one_off(slug: str) -> Callable[[Person], Record]:
    def played(zuza: Person) -> Record:
        case, program = ONE_OFFS[slug], Program(zuza)
        made = program.post("/games", system=slug, token="start-1234", fields=dict(case.start))
        game, fields = made.json(), {**case.result, "note": "Close until the end."}
        entry = {"revision": game["revision"], "token": "result-1234", "fields": fields}
        assert program.post(f"/games/{game['code']}/result", **entry).status_code == 201
        return Game.objects.get(code=game["code"])

    return played


CAMPAIGNS: dict[str, Callable[[Person], Record]] = {
    "aeons-end-legacy": _legacy,
    "aeons-end": _expedition,
    "journal": kept.planned,
}


@pytest.mark.parametrize(("kind", "slug"), DOCUMENTS)
def test_every_kind_of_file_has_an_example_that_its_schema_and_an_import_accept(
    kind: str, slug: str
) -> None:
    if WRITES:
        make = CAMPAIGNS[slug] if kind == CAMPAIGN else _one_off(slug)
        made = make(f.person("Zuza", username="zuza"))
        write(kind, slug, json.loads(export_json(made)))
    example = read(kind, slug)
    jsonschema_rs.Draft202012Validator(document_schema(kind, slug)).validate(example)
    assert export_json(bring(kind, example)) == encode(example)


# --- schemas ---


@pytest.mark.parametrize(("kind", "slug"), DOCUMENTS)
def test_a_site_has_the_schema_of_every_kind(kind: str, slug: str) -> None:
    schema = document_schema(kind, slug)
    jsonschema_rs.meta.validate(schema)
    assert Client().get(f"/export/{name_of(kind, slug)}.schema.json").json() == schema


@pytest.mark.parametrize(("kind", "slug"), DOCUMENTS)
def test_a_file_written_from_the_schema_alone_is_imported(kind: str, slug: str) -> None:
    schema = document_schema(kind, slug)
    # An expedition begins with things of the boxes, whose ids no schema has, and a journal with
    # the description of a game.
    opening = read(kind, slug).get("opening") if kind == CAMPAIGN else None
    given = {_opening(schema): opening} if opening else {}
    document = smallest(schema, given)
    validator = jsonschema_rs.Draft202012Validator(schema)
    validator.validate(document)
    record = bring(kind, document)
    assert record.system == slug
    validator.validate(json.loads(export_json(record)))


# --- files that are neither campaigns nor games ---


def _import_decks(plain: Any) -> None:
    ada = f.person("Ada", username="ada")
    form = {"text": json.dumps(plain), "token": "a-form-of-its-own"}
    answer = client_of(ada).post(reverse("deck_import"), form)
    assert answer.status_code == 302, answer.content
    assert ada.decks.count() == len(plain["decks"])


def _import_description(plain: Any) -> None:
    assert read_description(json.dumps(plain).encode()).name == plain["name"]


FILES_OF_SYSTEMS: dict[str, Callable[[Any], None]] = {
    "ashes-decks": _import_decks,
    "journal-description": _import_description,
}


def test_every_schema_of_a_file_of_one_system_is_tried() -> None:
    assert file_schemas().keys() == FILES_OF_SYSTEMS.keys()


@pytest.mark.parametrize("name", FILES_OF_SYSTEMS)
def test_a_file_of_one_system_is_written_from_its_schema_and_imported(name: str) -> None:
    schema = file_schemas()[name]
    jsonschema_rs.meta.validate(schema)
    assert Client().get(f"/export/{name}.schema.json").json() == schema
    document = smallest(schema)
    jsonschema_rs.Draft202012Validator(schema).validate(document)
    FILES_OF_SYSTEMS[name](document)


@pytest.mark.parametrize("name", FILES_OF_SYSTEMS)
def test_the_example_of_a_file_of_one_system_is_valid_and_imported(name: str) -> None:
    file = FILES / f"{name}.example.json"
    example = json.loads(file.read_text(encoding="utf-8"))
    jsonschema_rs.Draft202012Validator(file_schemas()[name]).validate(example)
    FILES_OF_SYSTEMS[name](example)


def _opening(schema: dict[str, Any]) -> str:
    """Return the name of the definition of what a campaign begins with."""
    document = schema["$defs"]["CampaignDocument"]
    return str(document["properties"]["opening"]["$ref"]).rpartition("/")[2]


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("version",), 7),
        (("changes", 0, "kind"), "record"),
        (("facts", 0, "kind"), "played"),
        (("facts", 0, "says", "choices"), {"colour": "blue"}),
        (("facts", 1, "says", "result"), {}),
        (("games", 0, "number"), 2),
    ],
)
def test_the_schema_refuses_what_an_import_refuses(path: tuple[Any, ...], value: object) -> None:
    kind, slug = "breachkeeper-game", "aeons-end"
    document = read(kind, slug)
    place = document
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    assert not jsonschema_rs.Draft202012Validator(document_schema(kind, slug)).is_valid(document)
    with pytest.raises(Refused):
        bring(kind, document)
