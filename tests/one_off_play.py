"""A one-off game of each system, played through its pages."""

from __future__ import annotations

from typing import Any

from django.test import Client

from campaign.models import Game
from tests.cases import ONE_OFFS
from tests.cases.case import Fields
from tests.tracker.sent_forms import Sent


def started(client: Client, system: str) -> Game:
    address = f"/play?system={system}"
    fields = Sent(client.get(address).content.decode(), address).fields
    answer = client.post(address, {**fields, **ONE_OFFS[system].start})
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
