"""The play log: the page, the spreadsheet, and plays for BG Stats."""

import csv
import io
import json
import re
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaign.models import Person, Play, PlaySeat, Role
from campaign.packs import get_pack
from campaign.rules.aeons_end.one_off.choices import Choices, SeatChoice, open_choices
from campaign.selectors.seeing import game_setup
from campaign.services.one_offs import game_share
from tests.addresses import game_at
from tests.campaign import factories
from tests.campaign.evenings import evening
from tests.campaign.factories import start_game
from tests.tracker import clients
from tests.tracker.reading import main_text_of
from tracker.faces.registry import FACES, play_face
from tracker.presenters.play_csv import CELLS, COLUMNS, harmless

pytestmark = pytest.mark.django_db

LOG = "/log"


@pytest.fixture
def zuza() -> Person:
    return factories.person("Zuza")


def rows(client: Client, url: str = "/log.csv") -> list[dict[str, str]]:
    """Return the spreadsheet's rows."""
    text = b"".join(client.get(url).streaming_content).decode("utf-8-sig")  # type: ignore[attr-defined]
    return list(csv.DictReader(io.StringIO(text)))


def test_without_a_game_the_page_says_what_it_is_for(zuza: Person) -> None:
    page = main_text_of(clients.client_of(zuza).get(LOG))
    assert "No game yet" in page
    assert "Filter" not in page


@pytest.mark.parametrize("url", [LOG, "/log.csv", "/log.bgsplay", "/log/statistics"])
def test_nobody_in_particular_is_led_to_the_door(url: str) -> None:
    response = Client().get(url)
    assert response.status_code == 302
    assert response["Location"].startswith(reverse("sign_in"))


def test_a_row_tells_who_played_what_against_whom_and_how_it_ended(zuza: Person) -> None:
    campaign = factories.settled_campaign(person=zuza)
    response = clients.client_of(zuza).get(LOG)
    page = main_text_of(response)
    assert "1 game" in page
    row = page.split("Minutes", 1)[1]
    for word in ("Aeon’s End: Legacy", campaign.name, "Chapter 1", "Maelstrom", "won", "90"):
        assert word in row
    assert "Ilva (Player 1) , Torrin (Player 2)" in row
    assert f'href="{game_at(campaign, 1)}"' in response.content.decode()


def test_a_stranger_sees_none_of_it(zuza: Person) -> None:
    factories.settled_campaign(person=zuza)
    evening(zuza)
    stranger = clients.stranger()
    assert "Maelstrom" not in stranger.get(LOG).content.decode()
    assert rows(stranger) == []


@pytest.mark.parametrize("role", [Role.PLAYER, Role.READER])
def test_whoever_belongs_sees_what_the_record_tells_and_no_more(role: Role) -> None:
    campaign = factories.played_through(2)
    html = clients.member(campaign, role).get(LOG).content.decode()
    assert "Hollow Regent 2" in html
    known = {"maelstrom", "~hollow regent 2", "Maelstrom", "Hollow Regent 2"}
    pack = factories.pack_of(campaign)
    for nemesis in pack.nemeses:
        for name in nemesis.name.all():
            assert name in known or name not in html


def test_filters_are_in_the_address_and_combine(zuza: Person) -> None:
    campaign = factories.settled_campaign(person=zuza)
    choices = Choices((SeatChoice("dezmodia", player="Ola"),), nemesis="gate-witch")
    evening(zuza, choices=choices, won=False)
    client = clients.client_of(zuza)

    def shown(query: str) -> bool:
        body = client.get(f"{LOG}?{query}").content.decode().split("<tbody", 1)
        return len(body) > 1 and "Gate Witch" in body[1]

    assert shown("person=Ola&result=loss&nemesis=gate-witch&mage=dezmodia")
    assert shown("game=aeons-end-war-eternal&since=2024-05-01&until=2024-05-01")
    assert not shown("person=Ola&result=win")
    assert not shown(f"group={campaign.code}")
    assert not shown("since=2024-05-02")
    assert "No games match these filters" in main_text_of(client.get(f"{LOG}?since=2030-01-01"))


@pytest.mark.parametrize("url", [LOG, "/log/statistics"])
@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("since=never", "From: Invalid date."),
        ("nemesis=rageborne", "Against: Not in your log."),
        ("group=AAAAAAAA", "Not in your log."),
        ("result=draw", "Not in your log."),
        ("mage=%00", "Not in your log."),
        ("since=2024-04-30&until=2024-04-29", "To: This is before the start date."),
    ],
)
def test_what_makes_no_sense_is_said_and_the_rest_is_shown(
    zuza: Person, url: str, query: str, said: str
) -> None:
    evening(zuza)
    response = clients.client_of(zuza).get(f"{url}?{query}")
    assert response.status_code == 422
    page = main_text_of(response)
    assert "Please check these entries" in page
    assert said in page
    assert "1 game" in page


@pytest.mark.parametrize("query", ["nemesis=%3Cb%3E", "since=%3Cb%3E"])
def test_nothing_that_was_typed_into_the_address_is_repeated_as_it_is(
    zuza: Person, query: str
) -> None:
    evening(zuza)
    client = clients.client_of(zuza)
    for url in (LOG, "/log/statistics"):
        assert b"<b>" not in client.get(f"{url}?{query}").content


# The last two are addresses of an earlier version, which named the game beside a page.
@pytest.mark.parametrize("page", ["0", "x", "99", "older.2024-01-01.o.1", "oldest"])
def test_a_page_that_is_not_there_is_one_that_is(zuza: Person, page: str) -> None:
    evening(zuza)
    response = clients.client_of(zuza).get(f"{LOG}?page={page}")
    assert response.status_code == 200
    assert "1 game" in main_text_of(response)


def test_htmx_gets_the_games_alone(zuza: Person) -> None:
    evening(zuza)
    html = clients.client_of(zuza).get(LOG, headers=clients.HTMX).content.decode()
    assert html.lstrip().startswith('<div id="plays"')
    assert "<html" not in html


def test_pages_keep_the_filter_and_have_every_game_once(zuza: Person) -> None:
    factories.long_campaign(60, person=zuza)
    client = clients.client_of(zuza)
    html = client.get(f"{LOG}?result=loss&nemesis=").content.decode()
    assert "/log.csv?result=loss" in html
    assert "/log.bgsplay?result=loss" in html
    assert 'rel="next" href="?result=loss&amp;page=2"' in html
    assert 'href="?result=loss&amp;page=4">Oldest' in html
    html = client.get(f"{LOG}?result=loss&page=3").content.decode()
    assert 'rel="prev" href="?result=loss&amp;page=2"' in html
    assert 'href="/log?result=loss"' in html
    pages = [client.get(f"{LOG}?result=loss&page={n}").content.decode() for n in range(1, 5)]
    games = [link for page in pages for link in re.findall(r'href="(/g/[^/"]*/)"', page)]
    assert len(set(games)) == len(games) == 59


def test_the_filtered_games_lead_to_their_numbers_and_back(zuza: Person) -> None:
    evening(zuza)
    evening(zuza, won=False)
    evening(zuza, won=False)
    client = clients.client_of(zuza)
    html = client.get(f"{LOG}?result=loss&since=&person=").content.decode()
    assert 'href="/log/statistics?result=loss"' in html
    assert "These 2 games as numbers" in html
    html = client.get("/log/statistics?result=loss").content.decode()
    assert 'href="/log?result=loss"' in html
    assert "These 2 games in the play log" in html
    assert "in the play log" not in client.get("/log/statistics").content.decode()
    assert 'href="/log/statistics"' in client.get(LOG).content.decode()


@pytest.mark.parametrize("role", [Role.PLAYER, Role.READER])
def test_a_group_has_its_campaign_and_its_evenings_in_one_log(role: Role) -> None:
    keeper = factories.person("Kim")
    campaign = factories.settled_campaign(person=keeper)
    shared = evening(keeper, choices=Choices((SeatChoice("dezmodia"),), nemesis="gate-witch"))
    game_share(game=shared, person=keeper, campaign=campaign)
    evening(keeper, choices=Choices((SeatChoice("gex"),), nemesis="umbra-titan"))  # nobody else's
    client = clients.member(campaign, role)
    response = client.get(f"{LOG}?group={campaign.code}")
    page = main_text_of(response)
    assert f"The games of {campaign.name}" in page
    assert "2 games" in page
    assert "Gate Witch" in page
    assert "Umbra Titan" not in response.content.decode()
    assert f'href="/g/{shared.code}/"' in response.content.decode()
    assert client.get(f"/g/{shared.code}/").status_code == 200
    counted = main_text_of(client.get(f"/log/statistics?group={campaign.code}"))
    assert "Games 2 Won 2" in counted


# --- the spreadsheet ---


def test_the_spreadsheet_has_the_same_games(zuza: Person) -> None:
    factories.settled_campaign(person=zuza)
    evening(zuza, won=False)
    client = clients.client_of(zuza)
    newest, oldest = rows(client)
    assert (newest["date"], newest["result"], newest["difficulty"]) == (
        "2024-05-01",
        "loss",
        "Normal",
    )
    assert (oldest["nemesis"], oldest["chapter"], oldest["minutes"]) == ("Maelstrom", "1", "90")
    assert (oldest["mages"], oldest["players"]) == ("Ilva; Torrin", "Player 1; Player 2")
    assert [row["result"] for row in rows(client, "/log.csv?result=win")] == ["win"]
    response = client.get("/log.csv")
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    assert "attachment" in response["Content-Disposition"]


def test_the_spreadsheet_holds_more_games_than_a_page(zuza: Person) -> None:
    factories.long_campaign(60, person=zuza)
    assert len(rows(clients.client_of(zuza))) == 60


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", " =", "＝"])
def test_no_cell_is_worked_out(start: str) -> None:
    assert harmless(f"{start}cmd()") == f"'{start}cmd()"


@pytest.mark.parametrize("separator", [";", "\t", ",", "|"])
def test_no_cell_is_worked_out_by_a_reader_of_another_separator(separator: str) -> None:
    assert harmless(f"Ola{separator}=cmd()") == f"Ola{separator}'=cmd()"


def test_the_columns_stay_and_new_ones_come_after_them(zuza: Person) -> None:
    evening(zuza)
    (row,) = rows(clients.client_of(zuza))
    assert " ".join(row) == (
        "date game campaign number chapter difficulty nemesis mages players result ending "
        "gravehold_life nemesis_life minutes system winners rounds infamy boxes chimera_life "
        "scores places"
    )
    assert (row["gravehold_life"], row["system"], row["winners"]) == (
        "11",
        "aeons-end-war-eternal",
        "",
    )


def test_every_column_of_a_system_has_its_place() -> None:
    own = {name for face in map(play_face, FACES) if face for name in face.columns}
    shown = {column.cell or column.name for column in COLUMNS}
    assert shown == {*CELLS, *own}


def test_who_won_a_game_that_others_lost_stands_in_the_log_and_its_files(zuza: Person) -> None:
    evening(zuza, choices=Choices((SeatChoice("dezmodia", player="Ola"), SeatChoice(player="Kim"))))
    Play.objects.update(result="")
    PlaySeat.objects.filter(player="Kim").update(result="loss")
    client = clients.client_of(zuza)
    assert rows(client)[0]["winners"] == "Ola"
    file = json.loads(client.get("/log.bgsplay").content)
    assert [score["winner"] for score in file["plays"][0]["playerScores"]] == [True, False]
    assert not file["games"][0]["cooperative"]
    shown = client.get(LOG).content.decode()
    assert re.search(r'class="is-result" role="cell">\s*Ola won\s*</td>', shown)
    assert "Share won" not in main_text_of(
        client.get("/log/statistics")
    )  # there is none of all games


def test_what_players_typed_cannot_become_a_formula(zuza: Person) -> None:
    evil = '=HYPERLINK("http://x","y")'
    factories.played_campaign(person=zuza, name=evil)
    evening(zuza, choices=Choices((SeatChoice(player="@SUM(A1)"),)))
    found = rows(clients.client_of(zuza))
    assert {row["campaign"] for row in found} == {"", f"'{evil}"}
    assert found[0]["players"] == "'@SUM(A1)"
    assert harmless("Ola") == "Ola"
    assert harmless(-3) == -3


# --- BG Stats ---


def linked(client: Client, url: str) -> dict[str, Any]:
    response = client.get(url)
    assert response.status_code == 302
    address = urlsplit(response["Location"])
    assert (address.scheme, address.netloc, address.path) == (
        "https",
        "app.bgstatsapp.com",
        "/createPlay.html",
    )
    return json.loads(parse_qs(address.query)["data"][0])


def test_a_game_is_handed_to_bg_stats_in_its_own_format(zuza: Person) -> None:
    campaign = factories.settled_campaign(person=zuza)
    value = linked(clients.client_of(zuza), game_at(campaign, 1, "game_bgstats"))
    assert value == {
        "sourceName": "Breachkeeper",
        "sourcePlayId": f"{campaign.code}-1",
        "playDate": "2024-03-09 12:00:00",
        "board": "Maelstrom",
        "comments": campaign.name,
        "durationMin": 90,
        "game": {
            "name": "Aeon's End: Legacy",
            "sourceGameId": "aeons-end-legacy",
            "highestWins": True,
            "noPoints": True,
        },
        "players": [
            {
                "name": f"Player {seat}",
                "sourcePlayerId": f"Player {seat}",
                "role": mage,
                "startPlayer": False,
                "winner": True,
            }
            for seat, mage in ((1, "Ilva"), (2, "Torrin"))
        ],
    }


def test_a_one_off_game_is_its_owners_to_hand_over(zuza: Person) -> None:
    game = evening(zuza, won=False)
    url = reverse("game_bgstats", args=[game.code])
    assert all(not p["winner"] for p in linked(clients.client_of(zuza), url)["players"])
    assert clients.stranger().get(url).status_code == 404
    assert Client().get(url).status_code == 404


def test_what_is_not_played_cannot_be_handed_over(zuza: Person) -> None:
    campaign = factories.planned_campaign(person=zuza)
    game = start_game(person=zuza, choices=open_choices(1))
    client = clients.client_of(zuza)
    assert client.get(game_at(campaign, 1, "game_bgstats")).status_code == 404
    assert client.get(reverse("game_bgstats", args=[game.code])).status_code == 404
    url = game_at(factories.settled_campaign(), 1, "game_bgstats")
    assert client.get(url).status_code == 404


def test_a_play_file_refers_to_its_games_and_players_by_number(zuza: Person) -> None:
    factories.settled_campaign(person=zuza)
    evening(zuza, choices=Choices((SeatChoice("dezmodia", player="Player 1"),)), minutes=45)
    evening(zuza, played_on=None)
    client = clients.client_of(zuza)
    file = json.loads(client.get("/log.bgsplay").content)
    assert len(file["plays"]) == 2  # one has no date
    assert [game["id"] for game in file["games"]] == [1, 2]
    assert {player["name"] for player in file["players"]} == {"Player 1", "Player 2"}
    ids = {player["id"] for player in file["players"]}
    assert {s["playerRefId"] for play in file["plays"] for s in play["playerScores"]} == ids
    first = file["plays"][0]
    assert (first["durationMin"], first["playDate"]) == (45, "2024-05-01 12:00:00")
    again = json.loads(client.get("/log.bgsplay").content)
    assert [p["uuid"] for p in again["plays"]] == [p["uuid"] for p in file["plays"]]


# --- what it costs ---


def cost(person: Person) -> int:
    client = clients.client_of(person)
    client.get(LOG)
    with CaptureQueriesContext(connection) as asked:
        assert client.get(LOG).status_code == 200
    return len(asked)


def test_a_nemesis_has_one_name_in_the_rows_the_filter_and_the_statistics(zuza: Person) -> None:
    game = evening(zuza)
    nemesis = get_pack("aeons-end-war-eternal").find.nemesis(game_setup(game).game.nemesis.id)
    assert nemesis is not None
    polish = nemesis.name.in_language("pl")
    client = clients.client_of(zuza)
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "pl"
    log = unescape(client.get("/log?filter").content.decode())
    assert f">{polish}</a>" in log
    assert f">{polish}</option>" in log
    assert polish in unescape(client.get(reverse("statistics")).content.decode())
    # A file is the same in every language: it says what the box says.
    assert rows(client)[0]["nemesis"] == nemesis.name.in_language(game.language) != polish


def test_a_game_without_a_date_is_not_handed_over_with_another(zuza: Person) -> None:
    game = evening(zuza, played_on=None)
    client = clients.client_of(zuza)
    url = reverse("game_bgstats", args=[game.code])
    assert url not in client.get(reverse("log")).content.decode()
    assert client.get(url)["Location"] == reverse("game", args=[game.code])
