"""Every game system with one-off games works on all the pages that they share.

A system that is registered has a case here, or the first test says so. The toy in ``tests/toy``
is registered for these tests alone: no file of the product knows it.
"""

from __future__ import annotations

import csv
import io

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.template.loader import render_to_string
from django.test import Client

from campaign.models import Game, Play
from campaign.rules.registry import SYSTEMS
from tests.campaign.factories import BOX
from tests.cases import ONE_OFFS
from tests.marks import thorough
from tests.one_off_play import get, page, planned, post, send, started
from tests.toy.fixtures import toy
from tests.tracker.sent_forms import Sent
from tracker.faces.registry import face_of, one_off_faces

__all__ = ["toy"]  # a fixture
pytestmark = pytest.mark.django_db

# Two systems have the same pages: one is left to `make thorough`, for tests/tracker plays it too.
SYSTEMS_IN_SUITE = [thorough(slug) if slug == BOX else slug for slug in sorted(ONE_OFFS)]


@pytest.fixture(params=SYSTEMS_IN_SUITE)
def system(request: pytest.FixtureRequest, toy: str) -> str:
    """Return each system in turn."""
    del toy
    return str(request.param)


def test_every_system_has_a_case(toy: str) -> None:
    assert toy in SYSTEMS
    assert set(one_off_faces()) == set(ONE_OFFS)
    assert {slug for slug, known in SYSTEMS.items() if known.one_off} == set(ONE_OFFS)


def test_a_game_goes_from_its_start_to_its_export(system: str, client: Client) -> None:
    case = ONE_OFFS[system]
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
    case = ONE_OFFS[system]
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
    fields = {**Sent(get(client, game, "result"), "").fields, **ONE_OFFS[system].result}
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
        assert 'id="page-sigil"' in shown
    assert render_to_string(look.emblem) in shown  # among the games that can be started
    for drawing in (look.emblem_svg(), look.motif_svg()):
        assert look.ink.encode() in drawing
        assert b"currentColor" not in drawing


def test_a_duel_has_a_winner(toy: str, client: Client) -> None:
    game = started(client, toy)
    send(client, game, "result", ONE_OFFS[toy].result)
    results = Play.objects.get(game=game).seats.order_by("seat").values_list("result", "score")
    assert list(results) == [("win", 5), ("loss", 2)]


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
