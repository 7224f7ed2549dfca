"""Evenings of journals in the log, its files, the statistics and the API: points and places."""

from __future__ import annotations

import csv
import datetime
import io
import json
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from django.urls import reverse

from campaign.models import Campaign, Person
from campaign.rules.core.serialize import from_plain
from campaign.rules.journal.description import Description
from campaign.rules.journal.games import Planned, Played
from campaign.rules.journal.state import Outcome
from tests.addresses import game_at, path_at
from tests.campaign import factories
from tests.rules.journal.journals import COMPANIES, LOST, WON
from tests.tracker.api.clients import BASE, Program
from tests.tracker.journal.kept import begun, entered, planned, played, send, shown
from tests.tracker.test_bgstats import FILE, LINK, faults

pytestmark = pytest.mark.django_db
DELTA, LIGHTHOUSE = "Barges of the delta", "The lighthouse year"


@pytest.fixture
def keeper(client: Client) -> Person:
    """Return who keeps the journals, signed in."""
    person = factories.person("Ann")
    client.force_login(person)
    return person


@pytest.fixture
def campaign(client: Client, keeper: Person) -> Campaign:
    """Return a journal with an evening for points: Cy won, Ann came second, Bo third."""
    campaign = planned(keeper, "spring", description="delta", playing=COMPANIES)
    given = {"number_1": "48", "number_2": "39", "number_3": "61"}
    send(client, campaign, "games/1/result", given)
    return campaign


def file_of(client: Client) -> Any:
    """Return the play file for BG Stats, whose fields and types are those of the app's own."""
    file = json.loads(client.get("/log.bgsplay").content)
    assert list(faults(file, FILE)) == []
    return file


def link_of(client: Client, campaign: Campaign) -> Any:
    """Return what the link to BG Stats says of the first game."""
    url = client.get(game_at(campaign, 1, "game_bgstats"))["Location"]
    told = json.loads(parse_qs(urlsplit(url).query)["data"][0])
    assert list(faults(told, LINK)) == []
    return told


def test_the_log_has_the_game_its_points_and_who_won(client: Client, campaign: Campaign) -> None:
    page = client.get("/log").content.decode()
    for text in ("Our year", DELTA, "<b>61</b>", "Cy won"):
        assert text in page
    text = client.get("/log.csv").getvalue().decode("utf-8-sig")
    (row,) = csv.DictReader(io.StringIO(text))
    assert (row["game"], row["scores"], row["places"]) == (
        DELTA,
        "Ann 48; Bo 39; Cy 61",
        "Ann 2; Bo 3; Cy 1",
    )


def test_bg_stats_gets_points_and_places(client: Client, campaign: Campaign) -> None:
    file, link = file_of(client), link_of(client, campaign)
    assert (file["games"][0]["noPoints"], file["games"][0]["cooperative"]) == (False, False)
    scores = [(seat["score"], seat["rank"]) for seat in file["plays"][0]["playerScores"]]
    assert scores == [("48", 2), ("39", 3), ("61", 1)]
    assert not link["game"]["noPoints"]
    assert [(seat["score"], seat["rank"], seat["winner"]) for seat in link["players"]] == [
        (48, 2, False),
        (39, 3, False),
        (61, 1, True),
    ]


def test_bg_stats_tells_the_games_of_two_journals_apart(
    client: Client, keeper: Person, campaign: Campaign
) -> None:
    other = played(keeper, replace(WON, played_on=datetime.date(2026, 3, 3)))
    games = {game["name"]: game for game in file_of(client)["games"]}
    assert {name: game["cooperative"] for name, game in games.items()} == {
        DELTA: False,
        LIGHTHOUSE: True,
    }
    assert games[DELTA]["uuid"] != games[LIGHTHOUSE]["uuid"]
    links = [link_of(client, each)["game"] for each in (campaign, other)]
    assert [game["name"] for game in links] == [DELTA, LIGHTHOUSE]
    assert len({game["sourceGameId"] for game in links}) == 2


def test_the_api_has_points_and_places(keeper: Person, campaign: Campaign) -> None:
    (play,) = Program(keeper).client.get(f"{BASE}/plays").json()["items"]
    assert (play["game"], play["group"]) == (DELTA, "Our year")
    assert [(seat["player"], seat["score"], seat["place"]) for seat in play["seats"]] == [
        ("Ann", 48, 2),
        ("Bo", 39, 3),
        ("Cy", 61, 1),
    ]


def test_statistics_have_points_by_player(client: Client, campaign: Campaign) -> None:
    assert "Points by player" in shown(client, campaign, "statistics")
    page = client.get(reverse("statistics")).content.decode()
    assert "Points by player" in page
    assert "61" in page


def test_a_chapter_that_was_lost_is_no_opponent(client: Client, keeper: Person) -> None:
    campaign = played(keeper, LOST)
    for url in (path_at(campaign, "statistics"), reverse("statistics")):
        page = client.get(url).content.decode()
        assert "Lost" in page
        assert "Toughest opponent" not in page


@pytest.mark.parametrize(
    ("ranks", "said"), [((1, 2, 1), "Ann and Cy share first place"), ((2, 1, 3), "Bo won")]
)
def test_a_game_for_places_alone_has_them_everywhere(
    client: Client, keeper: Person, ranks: tuple[int, ...], said: str
) -> None:
    described = from_plain(Description, {"name": "Rails", "result": {"mode": "places"}})
    campaign = begun(keeper, described)
    playing = tuple(type(each)(each.seat) for each in COMPANIES)
    entered(campaign, keeper, Planned(playing=playing), Played(outcome=Outcome(ranks=ranks)))
    assert said in client.get("/log").content.decode()
    text = client.get("/log.csv").getvalue().decode("utf-8-sig")
    (row,) = csv.DictReader(io.StringIO(text))
    assert row["places"] == "; ".join(
        f"{name} {rank}" for name, rank in zip(("Ann", "Bo", "Cy"), ranks, strict=True)
    )
    assert row["scores"] == ""
    (play,) = Program(keeper).client.get(f"{BASE}/plays").json()["items"]
    assert [(seat["score"], seat["place"]) for seat in play["seats"]] == [
        (None, rank) for rank in ranks
    ]
