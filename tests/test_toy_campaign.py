"""A second system with a campaign and a live table works on all the pages that they share.

The toy in ``tests/toy`` is registered for these tests alone: no file of the product knows it. Its
one-off games are played by ``tests/test_conformance.py``.
"""

from __future__ import annotations

import json
import secrets
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from campaign.models import Campaign, Game, LiveMove, Play, Role
from campaign.selectors.campaigns import campaign_state
from tests.addresses import path_at
from tests.campaign import factories
from tests.toy.fixtures import toy
from tests.tracker import clients
from tests.tracker.api.clients import Program
from tests.tracker.sent_forms import Sent

__all__ = ["toy"]  # a fixture
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy")]


def filled_in(client: Client, url: str, action: str = "", **fields: Any) -> Any:
    """Send the form of a page as it stands there, filled in."""
    page = client.get(url)
    assert page.status_code == 200
    stands = Sent(page.content.decode(), action).fields
    assert "token" in stands
    return client.post(action or url, {**stands, **fields})


def text(client: Client, url: str) -> str:
    answer = client.get(url)
    assert answer.status_code == 200
    return answer.content.decode()


def started(client: Client, name: str = "Two out of three") -> Campaign:
    answer = filled_in(client, "/start?system=two-dice", name=name)
    assert answer.status_code == 302
    return Campaign.objects.get(name=name)


def url_of(campaign: Campaign, page: str = "") -> str:
    return path_at(campaign, page)


def plan_round(client: Client, campaign: Campaign, sides: int = 6) -> Any:
    return filled_in(client, url_of(campaign, "plan-round"), sides=sides)


def play_round(client: Client, campaign: Campaign, first: int, second: int) -> None:
    assert plan_round(client, campaign).status_code == 302
    number = campaign.games.not_withdrawn().count()
    result = filled_in(
        client, url_of(campaign, f"games/{number}/result"), roll_1=first, roll_2=second
    )
    assert result.status_code == 302


def score(client: Client, campaign: Campaign) -> str:
    return text(client, url_of(campaign)).partition('id="score">')[2].partition(" (")[0]


def exported(client: Client, campaign: Campaign) -> bytes:
    return client.get(url_of(campaign, "export?photos=0")).getvalue()


# --- the campaign ---


def test_the_page_that_starts_a_campaign_offers_every_system_that_has_one(client: Client) -> None:
    first, toys = text(client, "/start"), text(client, "/start?system=two-dice")
    for page in (first, toys):
        assert 'href="/start?system=two-dice"' in page
        assert 'href="/start?system=aeons-end-legacy"' in page
    assert "Left against Right." in toys
    assert client.get("/start?system=ashes").status_code == 404  # it has none


def test_a_campaign_goes_from_its_start_to_its_end(client: Client) -> None:
    campaign = started(client)
    assert "Plan a round" in text(client, "/")
    play_round(client, campaign, 5, 2)
    assert "Left won." in text(client, url_of(campaign, "games/1/"))
    play_round(client, campaign, 1, 2)
    play_round(client, campaign, 1, 6)
    assert score(client, campaign) == "1 : 2"
    refused = plan_round(client, campaign)
    assert refused.status_code == 422
    assert "The match is over." in refused.content.decode()
    assert [play.number for play in Play.objects.filter(game__campaign=campaign)] == [1, 2, 3]
    assert "Two Dice" in text(client, "/log")


def test_a_program_reads_how_the_match_stands(client: Client) -> None:
    campaign = started(client)
    play_round(client, campaign, 5, 2)
    found = Program(factories.keeper_of(campaign)).read(f"/campaigns/{campaign.code}")
    assert found["next_step"]["title"] == "Plan a round"
    assert [each["number"] for each in found["state"]["rounds"]] == [1]


def test_the_home_page_says_how_far_each_campaign_is(client: Client) -> None:
    begun = started(client, "Begun")
    plan_round(client, begun)
    started(client, "Not begun")
    started(client, "The latest")
    page = text(client, "/")
    assert "round 1 is planned" in page
    assert "not begun yet" in page


def test_a_round_is_set_up_printed_and_shared(client: Client) -> None:
    campaign = started(client)
    plan_round(client, campaign, sides=8)
    assert client.get(url_of(campaign, "games/1/sheet.pdf")).getvalue()[:5] == b"%PDF-"
    for picture in ("share.png", "games/1/share.png"):
        assert client.get(url_of(campaign, picture)).headers["Content-Type"] == "image/png"
    again = plan_round(client, campaign)
    assert "Round 1 is not played yet." in again.content.decode()
    wrong = filled_in(client, url_of(campaign, "games/1/result"), roll_1=9, roll_2=1)
    assert wrong.status_code == 422
    assert "No die shows 9" in wrong.content.decode()
    assert not Play.objects.exists()


def test_a_result_is_corrected_undone_and_done_again(client: Client) -> None:
    campaign = started(client)
    play_round(client, campaign, 5, 2)
    corrected = filled_in(client, url_of(campaign, "games/1/correct"), roll_1=1, roll_2=2)
    assert corrected.status_code == 302
    assert score(client, campaign) == "0 : 1"
    history, undo = url_of(campaign, "history"), url_of(campaign, "undo-last")
    assert filled_in(client, history, undo).status_code == 302
    assert score(client, campaign) == "1 : 0"
    assert filled_in(client, history, undo).status_code == 302
    assert score(client, campaign) == "0 : 1"
    page = text(client, history)
    assert "5 against 2." in page
    assert "Rename something" not in page  # nothing of a match has a name
    assert filled_in(client, url_of(campaign, "undo")).status_code == 302
    assert not campaign_state(Campaign.objects.get()).rounds


def test_the_history_looks_back_and_forks(client: Client) -> None:
    campaign = started(client)
    play_round(client, campaign, 5, 2)
    play_round(client, campaign, 6, 2)
    earlier = url_of(campaign, "rounds?after=1")
    assert f'href="{earlier}"' in text(client, url_of(campaign, "history"))
    assert "1 : 0" in text(client, earlier)
    forked = filled_in(client, url_of(campaign, "fork"), after=1, name="Another end")
    assert forked.status_code == 302
    assert score(client, Campaign.objects.get(name="Another end")) == "1 : 0"


def test_a_campaign_is_exported_and_imported(client: Client) -> None:
    campaign = started(client)
    play_round(client, campaign, 5, 2)
    plan_round(client, campaign, sides=4)
    file = SimpleUploadedFile("match.json", exported(client, campaign), "application/json")
    assert filled_in(client, "/import", file=file).status_code == 302
    copy = Campaign.objects.exclude(pk=campaign.pk).get()
    assert campaign_state(copy) == campaign_state(Campaign.objects.get(pk=campaign.pk))
    assert len(campaign_state(copy).rounds) == 2
    assert Play.objects.get(game__campaign=copy).seats.count() == 2


def test_a_file_that_does_not_replay_is_refused_in_the_systems_words(client: Client) -> None:
    campaign = started(client)
    play_round(client, campaign, 5, 2)
    document = json.loads(exported(client, campaign))
    document["facts"][-1]["says"]["result"]["rolls"] = [9, 2]
    file = SimpleUploadedFile("match.json", json.dumps(document).encode(), "application/json")
    refused = filled_in(client, "/import", file=file)
    assert refused.status_code == 422
    assert "No die shows 9" in refused.content.decode()
    assert Campaign.objects.count() == 1


def test_who_joins_is_led_where_the_system_says(client: Client) -> None:
    campaign = started(client)
    looker = clients.member(campaign, Role.READER)
    assert score(looker, campaign) == "0 : 0"
    assert looker.get(url_of(campaign, "plan-round")).status_code == 403
    assert clients.stranger().get(url_of(campaign)).status_code == 404


def test_what_goes_with_a_campaign_is_named_before_it_is_deleted(client: Client) -> None:
    campaign = started(client)
    assert "the score" in text(client, url_of(campaign, "delete"))


def test_the_service_worker_keeps_the_pages_that_the_system_names(
    client: Client, settings: Any
) -> None:
    settings.DEBUG = True  # otherwise the script is made once
    assert '"^/c/[^/]+/rounds$"' in text(client, "/sw.js")


# --- the live table ---


def opened(client: Client) -> Game:
    """Return a round of a match that is played live."""
    campaign = started(client)
    plan_round(client, campaign)
    game = Game.objects.get(campaign=campaign)
    client.post(url_of(campaign, "games/1/live/open"))
    return game


def move(client: Client, game: Game, seen: int, **payload: Any) -> Any:
    assert game.campaign is not None
    return client.post(
        url_of(game.campaign, f"games/{game.number}/live/move"),
        {"move": json.dumps(payload), "token": secrets.token_hex(8), "seen": seen},
        headers={"Accept": "application/json"},
    )


def test_a_throw_is_decided_once_and_everybody_sees_it(client: Client) -> None:
    game = opened(client)
    made = move(client, game, 0, kind="throw", seat=1)
    assert made.status_code == 200
    value = LiveMove.objects.get().payload["value"]
    assert 1 <= value <= 6
    assert set(made.json()["parts"]) == {"die-1", "last"}
    assert (
        f'<output class="live-counter__value" aria-live="off">{value}</output>'
        in made.json()["parts"]["die-1"]
    )
    page = text(client, url_of(Campaign.objects.get(), "games/1/live"))
    assert f"amber shows {value}" in page
    assert '<option value="1">amber</option>' in page


def test_two_throws_of_one_die_conflict_and_two_turns_do_not(client: Client) -> None:
    game = opened(client)
    assert move(client, game, 0, kind="throw", seat=1, value=3).status_code == 200
    late = move(client, game, 0, kind="throw", seat=1, value=5)
    assert late.status_code == 409
    assert "amber shows 3" in late.json()["refused"]
    for _phone in range(2):
        assert move(client, game, 1, kind="turn", seat=1, by=1).status_code == 200
    assert "amber turned by 1" in text(client, url_of(Campaign.objects.get(), "games/1/live/log"))


@pytest.mark.parametrize(
    ("payload", "said"),
    [
        ({"kind": "turn", "seat": 2, "by": 1}, "Throw the die first."),
        ({"kind": "throw", "seat": 2, "value": 7}, "No die shows 7"),
        ({"kind": "juggle"}, "move"),
    ],
)
def test_a_move_that_cannot_be_is_refused_in_words(
    client: Client, payload: dict[str, Any], said: str
) -> None:
    game = opened(client)
    refused = move(client, game, 0, **payload)
    assert refused.status_code == 409
    assert said in refused.json()["refused"]
    assert not LiveMove.objects.exists()


def test_a_move_is_undone_and_the_result_is_filled_in_from_the_table(client: Client) -> None:
    game = opened(client)
    move(client, game, 0, kind="throw", seat=1, value=3)
    move(client, game, 1, kind="throw", seat=2, value=6)
    move(client, game, 2, kind="turn", seat=2, by=-4)
    assert move(client, game, 3, kind="undo", of=3).status_code == 200
    campaign = Campaign.objects.get()
    result = url_of(campaign, "games/1/result")
    offered = Sent(text(client, result), "").fields
    assert (offered["roll_1"], offered["roll_2"]) == ("3", "6")
    assert filled_in(client, result).status_code == 302
    page = text(client, url_of(campaign, "games/1/"))
    assert "Right won." in page
    assert "The dice move by move" in page


def test_an_export_brings_the_moves_along(client: Client) -> None:
    game = opened(client)
    move(client, game, 0, kind="throw", seat=1, value=3)
    campaign = Campaign.objects.get()
    file = SimpleUploadedFile("match.json", exported(client, campaign), "application/json")
    assert filled_in(client, "/import", file=file).status_code == 302
    copy = Campaign.objects.exclude(pk=campaign.pk).get()
    assert "amber shows 3" in text(client, url_of(copy, "games/1/live"))


def test_a_one_off_game_has_the_same_table(client: Client) -> None:
    fields = Sent(text(client, "/play?system=two-dice"), "/play?system=two-dice").fields
    answer = client.post("/play?system=two-dice", {**fields, "sides": "6"})
    address = answer.headers["Location"]
    client.post(f"{address}live/open")
    data = {"move": '{"kind":"throw","seat":1,"value":4}', "token": secrets.token_hex(8), "seen": 0}
    assert client.post(f"{address}live/move", data).status_code == 302
    assert Sent(text(client, f"{address}result"), "").fields["roll_1"] == "4"
