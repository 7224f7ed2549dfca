"""A one-off game of each system: what its players fill in, and how they send it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.test import Client

from campaign.models import Game
from tests.toy.rules.games import SLUG as TOY
from tests.tracker.sent_forms import Sent

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
