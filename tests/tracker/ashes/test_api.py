"""Decks by the API: read in pages, saved from a list, changed with a revision."""

from __future__ import annotations

from typing import Any

import pytest

from campaign.models import Person, SavedDeck
from campaign.services.ashes import decks as services
from tests.campaign import factories as f
from tests.tracker.api.clients import Program, codes
from tests.tracker.ashes import decks

pytestmark = pytest.mark.django_db
LIST = "Aradel Summergaard\n3x Butterfly Monk\n10x Natural"


@pytest.fixture
def zuza() -> Person:
    return f.person("Zuza", username="zuza")


def save(program: Program, text: str = LIST, token: str = "deck-12345", **more: Any) -> Any:
    return program.post("/decks", **{"edition": "reborn", **more}, token=token, text=text)


def test_decks_are_read_in_pages(zuza: Person) -> None:
    for _time in range(51):
        decks.saved(zuza)
    program = Program(zuza)
    first, second = program.read("/decks"), program.read("/decks", page=2)
    assert (first["total"], first["pages"], len(first["items"]), len(second["items"])) == (
        *(51, 2),
        *(50, 1),
    )
    assert first["items"][0]["is_playable"]


def test_a_list_is_saved_once_read_and_changed(zuza: Person) -> None:
    program = Program(zuza)
    answers = [save(program) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 200], answers[0].content
    made = answers[0].json()
    assert made["cards"] == {"Butterfly Monk": 3}
    assert (made["phoenixborn"], made["dice"]) == ("Aradel Summergaard", {"natural": 10})
    assert codes(save(program, f"{LIST}\n3x Mist Spirit")) == {"api.token_used"}

    path = f"/decks/{made['code']}"
    text = f"{LIST}\n3x Mist Spirit"
    entry = {"revision": 1, "text": text, "edition": "reborn"}
    changed = [program.post(path, **entry) for _ in range(2)]
    assert [answer.status_code for answer in changed] == [201, 200]
    assert changed[0].json()["cards"] == {"Butterfly Monk": 3, "Mist Spirit": 3}
    late = program.post(path, **{**entry, "text": LIST})
    assert (late.status_code, codes(late), late.json()["revision"]) == (409, {"record.stale"}, 2)
    assert program.read(path) == changed[0].json()
    assert SavedDeck.objects.count() == 1


@pytest.mark.parametrize(
    ("text", "code"),
    [("A walk in the park", "deck.list"), (f"{LIST}\n3x Unheard Of", "deck.unknown_cards")],
)
def test_a_list_that_is_not_understood_is_refused(zuza: Person, text: str, code: str) -> None:
    answer = save(Program(zuza), text)
    assert (answer.status_code, codes(answer)) == (422, {code})
    assert not SavedDeck.objects.exists()


def test_a_list_that_fits_both_editions_has_to_say_which(zuza: Person) -> None:
    answer = save(Program(zuza), edition=None)
    (problem,) = answer.json()["problems"]
    assert (answer.status_code, problem["field"]) == (422, "edition")


def test_there_is_room_for_so_many(zuza: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MAX_DECKS", 1)
    program = Program(zuza)
    save(program)
    refused = save(program, token="deck-23456")
    assert (refused.status_code, codes(refused)) == (422, {"deck.no_room"})
    assert "Delete one first." in refused.json()["problems"][0]["sentence"]


def test_nobody_reads_or_changes_anothers_deck(zuza: Person) -> None:
    path, ada = f"/decks/{decks.saved(zuza).code}", Program(f.person("Ada", username="ada"))
    assert ada.get(path).status_code == 404
    assert ada.post(path, revision=1, text=LIST).status_code == 404
