"""Every game system with one-off games works on all the pages that they share.

A system that is registered has a case here, or the first test says so. The toy in ``tests/toy``
is registered for these tests alone: no file of the product knows it.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.template.loader import render_to_string
from django.test import Client

from campaign.models import Game, Play
from campaign.rules.registry import SYSTEMS
from tests.campaign.factories import BOX
from tests.marks import thorough
from tests.toy.fixtures import toy
from tests.toy.rules import SLUG as TOY
from tests.tracker.sent_forms import Sent
from tracker.systems.registry import face_of, one_off_faces

__all__ = ["toy"]  # a fixture
pytestmark = pytest.mark.django_db

Fields = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Case:
    """What players of a system fill in, besides the values its forms already have."""

    start: Fields
    change: Fields
    result: Fields
    corrected: Fields  # of another result
    wrong: Fields  # of a result that cannot be
    said: str  # what the page says of the result
    said_corrected: str


CASES = {
    "aeons-end-war-eternal": Case(
        start={"mages": "2"},
        change={"nemesis": "umbra-titan"},
        result={"result": "win", "ending_win": "nemesis_defeated", "player_1": "Zuza"},
        corrected={"result": "loss", "ending_loss": "gravehold_fallen", "nemesis_life": "5"},
        wrong={"result": "win", "gravehold_life": "0"},
        said="Won",
        said_corrected="Lost",
    ),
    "aeons-end": Case(
        start={"mages": "2", "boxes": ["outcasts"]},
        change={"nemesis": "outcasts/thief-of-dreams"},
        result={"result": "win", "ending_win": "nemesis_defeated", "player_1": "Zuza"},
        corrected={"result": "loss", "ending_loss": "gravehold_fallen", "nemesis_life": "5"},
        wrong={"result": "win", "gravehold_life": "0"},
        said="Won",
        said_corrected="Lost",
    ),
    "ashes": Case(
        start={f"deck_{seat}": "random" for seat in (1, 2, 3, 4)},
        change={"deck_1": "ready:the-iron-men", "deck_2": "ready:the-mist-guardian"},
        result={"winner": "1", "ending": "destroyed", "life_2": "0", "player_1": "Zuza"},
        corrected={"winner": "draw", "life_2": "0"},
        wrong={"winner": "1", "life_1": "0"},
        said="Zuza won",
        said_corrected="A draw",
    ),
    "relic-nemesis": Case(
        start={"players": "4", "wish_1": "nemesis"},
        change={"scenario": "master-collector"},
        result={"ending": "stopped", "player_1": "Zuza"},
        corrected={"ending": "confrontation", "winners": ["2"]},
        wrong={"ending": "infamy"},
        said="The game was stopped",
        said_corrected="Won by Confrontation",
    ),
    TOY: Case(
        start={"sides": "6"},
        change={"sides": "8"},
        result={"roll_1": "5", "roll_2": "2", "player_1": "Zuza"},
        corrected={"roll_1": "1", "roll_2": "8"},
        wrong={"roll_1": "9", "roll_2": "2"},
        said="5 against 2.",
        said_corrected="1 against 8.",
    ),
}


# Two systems have the same pages: one is left to `make thorough`, for tests/tracker plays it too.
SYSTEMS_IN_SUITE = [thorough(slug) if slug == BOX else slug for slug in sorted(CASES)]


@pytest.fixture(params=SYSTEMS_IN_SUITE)
def system(request: pytest.FixtureRequest, toy: str) -> str:
    """Return each system in turn."""
    del toy
    return str(request.param)


def test_every_system_has_a_case(toy: str) -> None:
    assert toy in SYSTEMS
    assert set(one_off_faces()) == set(CASES)
    assert {slug for slug, known in SYSTEMS.items() if known.one_off} == set(CASES)


def test_a_game_goes_from_its_start_to_its_export(system: str, client: Client) -> None:
    case = CASES[system]
    game = started(client, system)
    assert page(client, game)  # its set-up
    assert client.get(f"/g/{game.code}/sheet.pdf").getvalue()[:5] == b"%PDF-"
    assert client.get(f"/g/{game.code}/sheet.json").json()["system"] == system

    send(client, game, "change", case.change)
    assert planned(game) != planned(game, first=True)
    before = planned(game)
    send(client, game, "roll", {}, on="")
    send(client, game, "undo", {}, on="")
    assert planned(game) == before

    answer = post(client, game, "result", case.wrong)
    assert answer.status_code == 422
    send(client, game, "result", {**case.result, "note": "What a night."})
    assert case.said in page(client, game)
    assert "What a night." in page(client, game)
    assert Play.objects.get(game=game).seats.get(seat=1).player == "Zuza"
    assert client.get(f"/g/{game.code}/share.png").headers["Content-Type"] == "image/png"

    send(client, game, "correct", case.corrected)
    assert case.said_corrected in page(client, game)
    send(client, game, "undo", {}, on="")
    assert game.facts.not_withdrawn().filter(kind="played").count() == 1
    assert game.facts.filter(kind="played").count() == 3  # entered, corrected, undone

    log = client.get("/log").content.decode()
    assert game.code in log
    assert "not played yet" not in log
    rows = list(csv.DictReader(io.StringIO(client.get("/log.csv").getvalue().decode("utf-8-sig"))))
    assert len(rows) == 1
    assert client.get("/log/statistics").status_code == 200
    brought_back(client, game)


def test_a_stale_form_says_what_changed_and_can_be_sent_again(system: str, client: Client) -> None:
    case = CASES[system]
    game = started(client, system)
    opened = Sent(get(client, game, "change"), "").fields
    send(client, game, "roll", {}, on="")
    late = client.post(f"/g/{game.code}/change", {**opened, **case.change})
    assert late.status_code == 409
    assert "Something changed meanwhile" in late.content.decode()
    again = Sent(late.content.decode(), "").fields
    assert client.post(f"/g/{game.code}/change", again).status_code == 302


def test_a_form_sent_twice_writes_once(system: str, client: Client) -> None:
    game = started(client, system)
    fields = {**Sent(get(client, game, "result"), "").fields, **CASES[system].result}
    for _time in range(2):
        assert client.post(f"/g/{game.code}/result", fields).status_code == 302
    assert game.facts.filter(kind="played").count() == 1


def test_a_strangers_game_is_not_there(system: str, client: Client) -> None:
    game = started(client, system)
    for part in ("", "change", "result", "sheet.pdf", "share.png"):
        assert Client().get(f"/g/{game.code}/{part}").status_code == 404


def test_a_game_is_recognised_on_its_pages(system: str, client: Client) -> None:
    look = face_of(system).look
    game = started(client, system)
    for url in (f"/g/{game.code}/", f"/play?system={system}"):
        shown = client.get(url).content.decode()
        assert f'<body class="" data-accent="{look.accent}"' in shown
        assert render_to_string(look.emblem) in shown
    for drawing in (look.emblem_svg(), look.motif_svg()):
        assert look.ink.encode() in drawing
        assert b"currentColor" not in drawing


def test_a_duel_has_a_winner(toy: str, client: Client) -> None:
    game = started(client, toy)
    send(client, game, "result", CASES[toy].result)
    results = Play.objects.get(game=game).seats.order_by("seat").values_list("result", "score")
    assert list(results) == [("win", 5), ("loss", 2)]


def started(client: Client, system: str) -> Game:
    address = f"/play?system={system}"
    fields = Sent(client.get(address).content.decode(), address).fields
    answer = client.post(address, {**fields, **CASES[system].start})
    assert answer.status_code == 302
    game = Game.objects.get(code=answer.headers["Location"].split("/")[2])
    assert game.system == system
    return game


def get(client: Client, game: Game, part: str = "") -> str:
    answer = client.get(f"/g/{game.code}/{part}")
    assert answer.status_code == 200
    return answer.content.decode()


def page(client: Client, game: Game) -> str:
    return get(client, game)


def post(client: Client, game: Game, part: str, fields: Fields, *, on: str | None = None) -> Any:
    """Send a form as it stands on its page, filled in."""
    shown = get(client, game, part if on is None else on)
    action = f"/g/{game.code}/{part}"
    found = Sent(shown, action).fields or Sent(shown, "").fields
    assert "token" in found
    return client.post(action, {**found, **fields})


def send(client: Client, game: Game, part: str, fields: Fields, *, on: str | None = None) -> None:
    answer = post(client, game, part, fields, on=on)
    assert answer.status_code == 302


def planned(game: Game, *, first: bool = False) -> Any:
    rows = game.facts.filter(kind="planned").order_by("pk")
    row = rows.first() if first else rows.not_withdrawn().get()
    return row.payload if row else None


def brought_back(client: Client, game: Game) -> None:
    """Export a game and import it: the same game once more, of the same person."""
    file = client.get(f"/g/{game.code}/export")
    assert file.status_code == 200
    upload = SimpleUploadedFile("game.json", file.getvalue(), content_type="application/json")
    fields = Sent(client.get("/import").content.decode(), "").fields
    answer = client.post("/import", {**fields, "file": upload})
    assert answer.status_code == 302
    copy = Game.objects.exclude(pk=game.pk).get()
    assert planned(copy) == planned(game)
    assert Play.objects.get(game=copy).seats.count() == Play.objects.get(game=game).seats.count()
