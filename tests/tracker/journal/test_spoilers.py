"""What is behind a shut seal is in no row, page, file, message or answer, whatever is asked.

Every name behind the seal is a canary. Documents are searched as they are handed to the typesetter.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from campaign.exchange.exporting import export_json
from campaign.models import Campaign, Fact, Person
from campaign.rules.core.serialize import from_plain
from campaign.rules.core.sheet import plain as plain_data
from campaign.rules.journal.changes import Moved
from campaign.rules.journal.description import Description
from campaign.rules.journal.fact import NewThing
from campaign.rules.journal.finds import Opened
from campaign.rules.journal.games import Settled
from campaign.services.campaigns import campaign_fork
from campaign.services.games import change_undo
from tests.campaign import factories
from tests.rules.journal.journals import WON, plain
from tests.tracker.api.clients import BASE, Program
from tests.tracker.journal.kept import entered, planned, send, shown, state_of
from tests.tracker.security.api_table import operations
from tests.tracker.security.canaries import text_of
from tests.tracker.security.site import rolled_back, url_patterns
from tests.tracker.sent_forms import Sent
from tracker.sheets.compiler import Document
from tracker.systems.journal.files import read_description
from tracker.web import sheet_response

pytestmark = pytest.mark.django_db
PARTS = {"code", "number", "what"}  # of addresses that are asked; the others name rows
EVERYWHERE = ("home", "log", "log_csv", "statistics", "account", "journal_start")
CANARIES: dict[str, Any] = {
    "kinds": [
        {
            "id": "canary-kind",
            "name": "CANARY kind",
            "places": ["CANARY place"],
            "slots": [{"id": "canary-slot", "name": "CANARY slot"}],
            "played": True,
        }
    ],
    "things": [{"id": "canary-thing", "kind": "canary-kind", "name": "CANARY thing"}],
    "marks": [{"id": "canary-mark", "name": "CANARY mark"}],
    "counters": [{"id": "canary-count", "name": "CANARY count"}],
    "seals": [
        {
            "id": "canary-seal",
            "kind": "CANARY",
            "label": "box",
            "inside": {"kinds": [{"id": "canary-deep", "name": "CANARY deep"}]},
        }
    ],
    "chapters": [{"id": "canary-chapter", "name": "CANARY chapter"}],
}


@pytest.fixture
def keeper(client: Client) -> Person:
    """Return who keeps the journal, signed in."""
    person = factories.person("Ann")
    client.force_login(person)
    return person


@pytest.fixture
def campaign(keeper: Person) -> Campaign:
    """Return a journal whose first crate is full of canaries, after one evening."""
    values = plain("lighthouse")
    values["begins"]["seals"][0]["inside"] = CANARIES
    description = from_plain(Description, values)
    return entered(planned(keeper, description=description), keeper, WON)


@pytest.fixture(autouse=True)
def documents(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answer with what a sheet or a picture is made of."""

    def written(document: Document, _form: object = None) -> bytes:
        return json.dumps([document.title, plain_data(document.data), document.foot]).encode()

    monkeypatch.setattr(sheet_response, "compile_document", written)


def addresses(campaign: Campaign) -> Iterator[str]:
    """Yield every address that has a campaign or one of its games in it."""
    game = campaign.games.get(number=1)
    for name, pattern in url_patterns().items():
        parts, route = set(pattern.pattern.converters), str(pattern.pattern)
        record = {"c/": campaign, "g/": game}.get(route[:2])
        if record and parts <= PARTS and not name.endswith("events"):
            given = {"code": record.code, "number": 1, "what": "thing"}
            yield reverse(name, kwargs={part: given[part] for part in parts})
    yield from map(reverse, EVERYWHERE)
    for what in ("number", "seal", "chapter", "reminder"):
        yield reverse("journal_new", args=[campaign.code, what])
    yield f"/c/{campaign.code}/export?photos=0"
    yield f"/c/{campaign.code}/export?photos=1"
    yield f"/c/{campaign.code}/journal/thing?thing=ada"


def answers(client: Client, program: Program, campaign: Campaign) -> Iterator[tuple[str, str]]:
    """Yield every address with all that it answers, to a look and to a form."""
    for url in addresses(campaign):
        yield url, text_of(client.get(url))
        with rolled_back():
            asked = {"do": "mark", "thing_1": "canary-thing", "seal": "canary-seal"}
            yield f"POST {url}", text_of(client.post(url, asked, follow=True))
    game = campaign.games.get(number=1)
    parts = {
        "code": campaign.code,
        "number": 1,
        "seat": 1,
        "step": "plan",
        "game": game.code,
        "duel": game.code,
        "campaign_game": game.code,
        "system": campaign.system,
        "deck": "none",
        "key": "none",
    }
    for operation in operations():
        path = BASE + operation.path_of(parts)
        if operation.method == "GET":
            yield operation.name, text_of(program.client.get(path))
        else:
            entry = {"revision": 0, "token": "a-token-of-its-own", "seal": "canary-seal"}
            with rolled_back():
                sent = program.client.post(path, entry, content_type="application/json")
                yield operation.name, text_of(sent)


def test_nothing_behind_a_shut_seal_is_sent(
    client: Client, keeper: Person, campaign: Campaign
) -> None:
    program = Program(keeper)
    asked = dict(answers(client, program, campaign))
    assert len(asked) > 100
    assert [url for url, text in asked.items() if "CANARY" in text] == []
    fork = campaign_fork(campaign=campaign, person=keeper, after=1, name="Another way")
    assert [url for url, text in answers(client, program, fork) if "CANARY" in text] == []


def test_nothing_behind_a_shut_seal_is_in_a_row(keeper: Person, campaign: Campaign) -> None:
    rows = [json.dumps(each.opening) for each in Campaign.objects.all()]
    rows += [json.dumps(fact.payload) for fact in Fact.objects.all()]
    assert "CANARY" not in " ".join(rows)


def test_what_is_opened_is_shown_and_hidden_again_by_an_undo(
    client: Client, keeper: Person, campaign: Campaign
) -> None:
    entered(campaign, keeper, Opened("crate-1"))
    for page in ("journal/box", "journal/sealed", "journal/evening", "journal/description"):
        assert "CANARY" in shown(client, campaign, page)
    assert "CANARY deep" not in shown(client, campaign, "journal/sealed")
    campaign.refresh_from_db()
    change_undo(record=campaign, person=keeper, revision=campaign.revision)
    program = Program(keeper)
    assert [url for url, text in answers(client, program, campaign) if "CANARY" in text] == []


def test_a_description_is_shared_bare_unless_somebody_chooses_otherwise(
    client: Client, keeper: Person, campaign: Campaign
) -> None:
    entered(campaign, keeper, Opened("crate-1"))
    found = NewThing("keeper", "CANARY cook", "crate-1")
    entered(campaign, keeper, Moved("~canary cook", "on duty", found))
    url = f"/c/{campaign.code}/journal/description.json"
    bare, full = client.get(url).content.decode(), client.get(f"{url}?full=1").content.decode()
    assert "CANARY" not in bare
    assert "CANARY" not in full  # by a glance
    assert "inside" not in json.loads(bare)["begins"]["seals"][0]
    again = planned(keeper, description=read_description(full.encode()))
    entered(again, keeper, Opened("crate-1"))
    names = {thing.name for thing in state_of(again).box.things.values()}
    assert {"CANARY thing", "CANARY cook"} <= names


def test_a_newer_edition_adds_what_is_new_and_can_be_undone(
    client: Client, keeper: Person, campaign: Campaign
) -> None:
    entered(campaign, keeper, Opened("crate-1"))
    newer = plain("lighthouse")
    newer["edition"] = 2
    newer["begins"]["things"].append({"id": "west", "kind": "harbour", "name": "West Pier"})
    newer["begins"]["seals"][0]["inside"] = {
        **CANARIES,
        "things": [*CANARIES["things"], {"id": "late", "kind": "canary-kind", "name": "Late"}],
    }
    given = {"pasted": json.dumps(newer)}
    answer = send(client, campaign, "journal/description", given, form="description")
    assert answer.status_code == 302
    state = state_of(campaign)
    assert (state.edition, {"west", "late"} <= set(state.box.things)) == (2, True)
    again = send(client, campaign, "journal/description", given, form="description")
    assert "There is nothing new in this description." in again.content.decode()
    change_undo(record=campaign, person=keeper, revision=campaign.revision)
    assert "west" not in state_of(campaign).box.things


def test_a_journal_is_exported_and_imported_as_it_is(
    client: Client, keeper: Person, campaign: Campaign
) -> None:
    entered(campaign, keeper, Settled())
    file: Any = client.get(f"/c/{campaign.code}/export?photos=0")
    upload = SimpleUploadedFile("year.json", file.getvalue(), content_type="application/json")
    fields = Sent(client.get("/import").content.decode(), "").fields
    assert client.post("/import", {**fields, "file": upload}).status_code == 302
    copy = Campaign.objects.exclude(pk=campaign.pk).get()
    assert state_of(copy) == state_of(campaign)


def test_an_import_by_command_replays_and_is_exported_byte_for_byte(
    campaign: Campaign, keeper: Person, tmp_path: Path
) -> None:
    entered(campaign, keeper, Opened("crate-1"), Settled())
    file = tmp_path / "walk.json"
    file.write_bytes(export_json(campaign))
    Campaign.objects.all().delete()
    Person.objects.create_user("bo", "nine piles, no more")
    call_command("import_campaign", str(file), "--keeper", "bo", stdout=StringIO())
    said = StringIO()
    call_command("replay", stdout=said)
    assert "ok" in said.getvalue()
    assert export_json(Campaign.objects.get()) == file.read_bytes()
