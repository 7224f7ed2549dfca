"""Plays for BG Stats: the link and the file, against what is publicly known of their formats.

The link is described by the makers of the app; the file's fields are those of the app's own play
files as others have published them. No test here opens the app.
"""

import json
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.urls import reverse

from campaign.models import Person
from campaign.rules.aeons_end.one_off.choices import Choices, SeatChoice
from tests.addresses import game_at
from tests.campaign import factories
from tests.campaign.evenings import evening
from tests.tracker import clients

pytestmark = pytest.mark.django_db

MOMENT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}")
UUID = re.compile(r"[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}")

# Field → type; a question mark: it may be left out.
LINK = {
    "sourceName": str,
    "sourcePlayId": str,
    "playDate": MOMENT,
    "game": {
        "name": str,
        "sourceGameId": str,
        "bggId?": int,
        "highestWins": bool,
        "noPoints": bool,
    },
    "players": [
        {
            "name": str,
            "sourcePlayerId": str,
            "startPlayer": bool,  # the app for Android refuses a player without it
            "winner": bool,  # and without this
            "rank?": int,
            "role?": str,
            "score?": (int, float),
        }
    ],
    "durationMin?": int,
    "board?": str,
    "comments?": str,
    "location?": str,
}
FILE = {
    "about": str,
    "games": [
        {
            "id": int,
            "uuid": UUID,
            "name": str,
            "bggId": int,
            "cooperative": bool,
            "highestWins": bool,
            "noPoints": bool,
            "usesTeams": bool,
        }
    ],
    "locations": [{"id": int, "uuid": UUID, "name": str}],
    "players": [{"id": int, "uuid": UUID, "name": str, "isAnonymous": bool}],
    "plays": [
        {
            "uuid": UUID,
            "gameRefId": int,
            "locationRefId?": int,
            "playDate": MOMENT,
            "durationMin": int,
            "board": str,
            "comments": str,
            "ignored": bool,
            "manualWinner": bool,
            "rating": int,
            "rounds": int,
            "usesTeams": bool,
            "playImages": str,
            "playerScores": [
                {
                    "playerRefId": int,
                    "score": str,
                    "winner": bool,
                    "newPlayer": bool,
                    "startPlayer": bool,
                    "rank": int,
                    "seatOrder": int,
                    "role?": str,
                }
            ],
        }
    ],
    "userInfo?": {"meRefId": int},
}


def faults(value: Any, schema: Any, path: str = "") -> Iterator[str]:
    """Yield what does not fit: a field too many, one too few, another type."""
    if isinstance(schema, dict):
        names = {name.rstrip("?"): name for name in schema}
        yield from (f"{path}.{name} is unknown" for name in value if name not in names)
        for name, written in names.items():
            if name in value:
                yield from faults(value[name], schema[written], f"{path}.{name}")
            elif not written.endswith("?"):
                yield f"{path}.{name} is missing"
    elif isinstance(schema, list):
        for place, part in enumerate(value):
            yield from faults(part, schema[0], f"{path}[{place}]")
    elif isinstance(schema, re.Pattern):
        if not isinstance(value, str) or not schema.fullmatch(value):
            yield f"{path} is {value!r}"
    # True is an int to Python, and no number to anybody else.
    elif not isinstance(value, schema) or (isinstance(value, bool) and schema is not bool):
        yield f"{path} is {value!r}"


@pytest.fixture
def zuza() -> Person:
    return factories.person("Zuza")


@pytest.fixture
def file(zuza: Person) -> dict[str, Any]:
    """Return the play file of a campaign, its fork's worth of evenings, and one without a date."""
    factories.played_through(2, person=zuza)
    evening(
        zuza,
        choices=Choices((SeatChoice("dezmodia", player="Zuza"), SeatChoice("gex"))),
        minutes=45,
    )
    evening(zuza, won=False)
    evening(zuza, played_on=None)
    return json.loads(clients.client_of(zuza).get("/log.bgsplay").content)


def test_the_schema_itself_finds_faults() -> None:
    assert list(faults({"about": 1, "x": 2}, FILE))[:2] == [".x is unknown", ".about is 1"]
    assert list(faults([{"id": True}], [{"id": int}])) == ["[0].id is True"]


def test_the_file_has_the_fields_and_types_of_the_apps_own(file: dict[str, Any]) -> None:
    assert len(file["plays"]) == 4  # the one without a date stays here
    assert list(faults(file, FILE)) == []


def test_every_reference_leads_to_something_and_nothing_is_left_over(file: dict[str, Any]) -> None:
    for name in ("games", "players", "locations"):
        ids = [entry["id"] for entry in file[name]]
        assert len(set(ids)) == len(ids)
        assert 0 not in ids  # which the app takes for nothing
    uuids = [entry["uuid"] for name in ("games", "players", "plays") for entry in file[name]]
    assert len(set(uuids)) == len(uuids)
    assert {p["gameRefId"] for p in file["plays"]} == {game["id"] for game in file["games"]}
    seats = [score["playerRefId"] for play in file["plays"] for score in play["playerScores"]]
    assert set(seats) == {player["id"] for player in file["players"]}
    me = file["userInfo"]["meRefId"]
    assert [p["name"] for p in file["players"] if p["id"] == me] == ["Zuza"]


def test_a_game_is_won_and_lost_by_everybody(file: dict[str, Any]) -> None:
    for play in file["plays"]:
        assert len({score["winner"] for score in play["playerScores"]}) == 1
    assert all(game["cooperative"] for game in file["games"])


def test_who_sits_at_no_table_is_not_named_as_the_owner(zuza: Person) -> None:
    evening(zuza, choices=Choices((SeatChoice("dezmodia", player="Ola"),)))
    told = json.loads(clients.client_of(zuza).get("/log.bgsplay").content)
    assert "userInfo" not in told
    assert list(faults(told, FILE)) == []


def test_a_link_has_the_fields_that_the_makers_describe(zuza: Person) -> None:
    campaign = factories.settled_campaign(person=zuza)
    game = evening(zuza, won=False, minutes=30)
    client = clients.client_of(zuza)
    for url in (
        game_at(campaign, 1, "game_bgstats"),
        reverse("game_bgstats", args=[game.code]),
    ):
        (data,) = parse_qs(urlsplit(client.get(url)["Location"]).query)["data"]
        assert list(faults(json.loads(data), LINK)) == []
