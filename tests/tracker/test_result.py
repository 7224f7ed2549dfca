"""Entering how a game ended."""

import datetime
import re
from typing import Any

import pytest
import time_machine
from django.http import HttpResponse

from campaign.models import Campaign, Fact, Photo, PlaySeat, PlayTag, Role
from campaign.rules.aeons_end.endings import Ending, Result
from campaign.rules.aeons_end.legacy.facts import SealOpened
from campaign.rules.aeons_end.outcome import Tally
from campaign.selectors.campaigns import campaign_state
from tests.addresses import game_at
from tests.campaign import factories
from tests.tracker import clients
from tests.tracker.photos import jpeg

pytestmark = pytest.mark.django_db

WON = {
    "result": "win",
    "ending_win": "nemesis_defeated",
    "gravehold_life": "21",
    "nemesis_life": "0",
    "life_1": "7",
    "life_2": "3",
    "played_on": "2024-03-09",
    "minutes": "95",
    "rounds": "7",
    "note": "",
}
LOST = {
    "result": "loss",
    "ending_loss": "gravehold_fallen",
    "gravehold_life": "0",
    "nemesis_life": "12",
}


def url_of(campaign: Campaign) -> str:
    return f"{game_at(campaign, 1)}result"


def test_a_win_is_written_down_with_everything_that_was_noted() -> None:
    campaign = factories.planned_campaign()
    answer = clients.send(
        clients.keeper(campaign), url_of(campaign), {**WON, "note": "What a night."}
    )
    assert answer.status_code == 302
    assert answer["Location"] == game_at(campaign, 1)
    (played,) = factories.played_facts()
    tally = played.tally
    assert (tally.result, tally.ending) == (Result.WIN, Ending.NEMESIS_DEFEATED)
    assert (tally.gravehold_life, tally.nemesis_life, tally.lives) == (21, 0, (7, 3))
    assert (played.played_on, played.minutes) == (datetime.date(2024, 3, 9), 95)
    assert tally.rounds == 7
    assert Fact.objects.get(kind="note").payload == {"text": "What a night."}


def test_a_loss_is_written_down_and_what_was_not_noted_stays_empty() -> None:
    campaign = factories.planned_campaign()
    assert clients.send(clients.keeper(campaign), url_of(campaign), LOST).status_code == 302
    (played,) = factories.played_facts()
    assert played.tally.ending is Ending.GRAVEHOLD_FALLEN
    assert (played.played_on, played.minutes, played.tally.lives) == (None, None, (None, None))
    assert not Fact.objects.filter(kind="note").exists()


def test_the_bare_result_is_enough() -> None:
    campaign = factories.planned_campaign()
    answer = clients.send(clients.keeper(campaign), url_of(campaign), {"result": "loss"})
    assert answer.status_code == 302
    assert factories.played_facts()[0].tally.ending is None


def test_the_ending_of_the_other_result_does_not_count() -> None:
    campaign = factories.planned_campaign()
    filled = {**WON, "ending_loss": "gravehold_fallen"}
    assert clients.send(clients.keeper(campaign), url_of(campaign), filled).status_code == 302
    assert factories.played_facts()[0].tally.ending is Ending.NEMESIS_DEFEATED


@pytest.mark.parametrize("filled", [{"life_1": "0"}, {"exhausted_1": "on", "life_1": ""}])
def test_exhausted_and_no_life_left_are_the_same(filled: dict[str, str]) -> None:
    campaign = factories.planned_campaign()
    clients.send(clients.keeper(campaign), url_of(campaign), {**WON, **filled})
    tally = factories.played_facts()[0].tally
    assert (tally.lives[0], tally.exhausted) == (0, {1})


def test_today_is_offered_as_the_day() -> None:
    campaign = factories.planned_campaign()
    client = clients.keeper(campaign)
    with time_machine.travel("2027-05-04 20:00", tick=False):
        client.force_login(factories.keeper_of(campaign))
        assert 'value="2027-05-04"' in client.get(url_of(campaign)).content.decode()


def test_one_mage_alone_does_not_lose_by_exhaustion() -> None:
    campaign = factories.planned_campaign(mages=1)
    client = clients.keeper(campaign)
    assert "mages_exhausted" not in client.get(url_of(campaign)).content.decode()
    filled = {"result": "loss", "ending_loss": "mages_exhausted"}
    assert clients.send(client, url_of(campaign), filled).status_code == 422
    assert not factories.played_facts()


def test_several_mages_may() -> None:
    campaign = factories.planned_campaign(mages=2)
    assert "mages_exhausted" in clients.keeper(campaign).get(url_of(campaign)).content.decode()


def test_all_problems_come_at_once_beside_their_fields_and_nothing_typed_is_lost() -> None:
    campaign = factories.planned_campaign(mages=3)
    filled = {
        **LOST,
        "gravehold_life": "33",
        "nemesis_life": "0",
        "life_1": "12",
        "life_2": "4",
        "exhausted_2": "on",
        "played_on": "2999-01-01",
        "minutes": "9000",
        "note": "Nothing of this is lost.",
    }
    answer = clients.send(clients.keeper(campaign), url_of(campaign), filled)
    assert answer.status_code == 422
    form = answer.context["form"]
    bad = {"gravehold_life", "nemesis_life", "life_1", "life_2", "played_on", "minutes"}
    assert set(form.errors) == bad
    assert len(form.errors["gravehold_life"]) == 2
    page = answer.content.decode()
    for name in bad:
        assert f'href="#id_{name}"' in page
    assert "Nothing of this is lost." in page
    assert 'value="33"' in page
    assert 'name="reason"' in page  # a dial above its start may be the box's word
    assert not factories.played_facts()


def test_an_ending_that_does_not_fit_is_said_beside_the_ending() -> None:
    campaign = factories.planned_campaign()
    filled = {"result": "loss", "ending_loss": "nemesis_condition", "gravehold_life": "0"}
    answer = clients.send(clients.keeper(campaign), url_of(campaign), filled)
    assert set(answer.context["form"].errors) == {"ending_loss"}


@pytest.mark.parametrize(
    ("filled", "field"),
    [
        ({**WON, "life_1": "0", "life_2": "0"}, "result"),
        (
            {
                "result": "loss",
                "ending_loss": "mages_exhausted",
                "exhausted_1": "on",
                "life_2": "4",
            },
            "exhausted_2",
        ),
    ],
)
def test_what_is_wrong_with_all_mages_together_stands_beside_a_field(
    filled: dict[str, str], field: str
) -> None:
    campaign = factories.planned_campaign()
    answer = clients.send(clients.keeper(campaign), url_of(campaign), filled)
    assert answer.status_code == 422
    form = answer.context["form"]
    assert set(form.errors) == {field}
    page = answer.content.decode()
    assert f'href="#id_{field}"' in page
    assert f'id="id_{field}_error"' in page


def test_a_field_that_cannot_be_read_does_not_hide_what_the_rules_say() -> None:
    campaign = factories.planned_campaign()
    filled = {
        **WON,
        "minutes": "-5",
        "gravehold_life": "0",
        "life_1": "11",
        "played_on": "2999-1-1",
    }
    answer = clients.send(clients.keeper(campaign), url_of(campaign), filled)
    assert answer.status_code == 422
    form = answer.context["form"]
    assert set(form.errors) == {"minutes", "gravehold_life", "life_1", "played_on"}
    assert form.errors["minutes"] == ["At least one minute."]
    assert 'name="reason"' in answer.content.decode()  # a dial above its start
    assert not factories.played_facts()


def test_without_a_result_only_what_is_wrong_either_way_is_said() -> None:
    campaign = factories.planned_campaign()
    filled = {"result": "", "gravehold_life": "33", "nemesis_life": "0"}
    answer = clients.send(clients.keeper(campaign), url_of(campaign), filled)
    errors = answer.context["form"].errors
    assert set(errors) == {"result", "gravehold_life"}  # a loss with the nemesis at 0 is not one
    assert errors["result"] == ["Did you win or lose?"]


def test_of_a_mage_whose_life_cannot_be_read_nobody_says_that_it_stood() -> None:
    campaign = factories.planned_campaign()
    filled = {
        "result": "loss",
        "ending_loss": "mages_exhausted",
        "exhausted_1": "on",
        "life_2": "none",
    }
    answer = clients.send(clients.keeper(campaign), url_of(campaign), filled)
    assert set(answer.context["form"].errors) == {"life_2"}


def test_a_written_reason_lifts_what_it_may_though_a_field_cannot_be_read() -> None:
    campaign = factories.planned_campaign()
    filled = {**WON, "minutes": "-5", "gravehold_life": "33", "reason": "our dial"}
    answer = clients.send(clients.keeper(campaign), url_of(campaign), filled)
    assert set(answer.context["form"].errors) == {"minutes"}


@pytest.mark.parametrize(
    "filled",
    [
        {"result": ""},
        {"result": "draw"},
        {"result": "win", "ending_win": "gravehold_fallen"},
        {"result": "win", "gravehold_life": "many"},
        {"result": "win", "gravehold_life": "-1"},
        {"result": "win", "life_1": "100"},
        {"result": "win", "played_on": "yesterday"},
        {"result": "win", "minutes": "0"},
        {"result": "win", "note": "x" * 4001},
        {"result": "win", "note": "a\x00b"},
    ],
)
def test_nonsense_is_refused_with_a_sentence(filled: dict[str, str]) -> None:
    campaign = factories.planned_campaign()
    answer = clients.send(clients.keeper(campaign), url_of(campaign), filled)
    assert answer.status_code == 422
    assert 'id="problems"' in answer.content.decode()
    assert not factories.played_facts()


def test_a_written_reason_lets_a_dial_above_its_start_stand() -> None:
    campaign = factories.planned_campaign()
    filled = {**WON, "gravehold_life": "33", "reason": "the sticker on our dial"}
    assert clients.send(clients.keeper(campaign), url_of(campaign), filled).status_code == 302
    assert factories.played_facts()[0].reason == "the sticker on our dial"


def test_the_same_form_sent_twice_writes_one_result() -> None:
    campaign = factories.planned_campaign()
    client = clients.keeper(campaign)
    filled = {**clients.hidden_fields(client, url_of(campaign)), **WON}
    first, second = (client.post(url_of(campaign), filled) for _ in range(2))
    assert first["Location"] == second["Location"]
    assert len(factories.played_facts()) == 1


def test_a_result_that_was_changed_after_it_had_arrived_is_compared() -> None:
    campaign = factories.planned_campaign()
    client = clients.keeper(campaign)
    filled = {**clients.hidden_fields(client, url_of(campaign)), **WON}
    client.post(url_of(campaign), filled)  # no answer comes
    answer = client.post(url_of(campaign), {**filled, "minutes": "105"})
    assert answer.status_code == 409
    assert "You entered a result meanwhile" in answer.content.decode()
    assert saved(answer, minutes="105").status_code == 302
    assert factories.played_facts()[0].minutes == 105


def test_a_result_that_was_undone_and_is_sent_again_is_not_said_to_be_saved() -> None:
    campaign = factories.planned_campaign()
    client = clients.keeper(campaign)
    filled = {**clients.hidden_fields(client, url_of(campaign)), **WON, "note": "My words"}
    shown = client.post(url_of(campaign), filled, follow=True)
    undo = clients.hidden_fields_of(shown)
    client.post(f"/c/{campaign.code}/undo-last", undo)
    assert not factories.played_facts()
    answer = client.post(url_of(campaign), filled)  # by the back button
    assert answer.status_code == 409
    assert "it isn’t saved yet" in answer.content.decode()
    assert "My words" in answer.content.decode()
    form = answer.context["form"]
    again = {**filled, "revision": form["revision"].value(), "token": form["token"].value()}
    assert client.post(url_of(campaign), again).status_code == 302
    assert len(factories.played_facts()) == 1


def test_a_stale_result_says_who_was_quicker_and_can_be_sent_again() -> None:
    campaign = factories.planned_campaign()
    client = clients.member(campaign, Role.PLAYER, "Piotr")
    filled = {**clients.hidden_fields(client, url_of(campaign)), **WON, "note": "My words"}
    factories.record(campaign, SealOpened("~note", "Note"))
    answer = client.post(url_of(campaign), filled)
    assert answer.status_code == 409
    page = answer.content.decode()
    assert "Something changed meanwhile" in page
    assert "Zuza saved first" in page
    assert "My words" in page
    form = answer.context["form"]
    again = {**filled, "revision": form["revision"].value(), "token": form["token"].value()}
    assert client.post(url_of(campaign), again).status_code == 302


def test_a_result_that_somebody_else_entered_just_so_is_not_asked_for_again() -> None:
    campaign = factories.planned_campaign()
    client = clients.keeper(campaign)
    held = clients.hidden_fields(client, url_of(campaign))
    clients.send(clients.keeper(campaign), url_of(campaign), WON)
    answer = client.post(url_of(campaign), {**held, **WON})
    assert answer.status_code == 302
    assert answer["Location"] == game_at(campaign, 1)
    assert len(factories.played_facts()) == 1


def late(campaign: Campaign, first: dict[str, str], second: dict[str, str]) -> Any:
    """Let Zuza's phone enter a result, then Piotr's, which was opened before; return the answer."""
    client = clients.member(campaign, Role.PLAYER, "Piotr")
    held = clients.hidden_fields(client, url_of(campaign))
    clients.send(clients.keeper(campaign), url_of(campaign), first)
    return client.post(url_of(campaign), {**held, **second})


def saved(answer: Any, **chosen: str) -> HttpResponse:
    """Send the page of two results as a browser would: what is chosen stands after what is kept."""
    compared, form = answer.context["compared"], answer.context["form"]
    kept = {row.name: row.kept for row in compared.rows}
    kept |= {"note": compared.note, **chosen}
    carried = {name: form[name].value() for name in ("revision", "token")}
    return answer.client.post(answer.context["action"], {**carried, **kept})


def test_two_results_stand_side_by_side_and_what_differs_is_asked() -> None:
    campaign = factories.planned_campaign()
    answer = late(campaign, {**WON, "life_2": ""}, {**WON, "gravehold_life": "20", "minutes": ""})
    assert answer.status_code == 409
    rows = answer.context["compared"].rows
    assert [row.name for row in rows if row.differs] == ["gravehold_life"]
    page = answer.content.decode()
    assert "Zuza entered a result meanwhile" in page
    assert re.findall(r'type="radio" name="gravehold_life" value="(\d+)"', page) == ["21", "20"]
    assert 'type="radio" name="minutes"' not in page
    assert len(factories.played_facts()) == 1


def test_what_only_one_phone_has_is_kept_and_so_is_the_note_of_each() -> None:
    campaign = factories.planned_campaign()
    first = {**LOST, "life_1": "4", "note": "Hers."}
    answer = late(
        campaign, first, {"result": "loss", "life_2": "3", "minutes": "80", "note": "His."}
    )
    assert saved(answer).status_code == 302
    (played,) = factories.played_facts()
    assert (played.tally.ending, played.tally.lives) == (Ending.GRAVEHOLD_FALLEN, (4, 3))
    assert played.minutes == 80
    assert [fact.payload["text"] for fact in Fact.objects.filter(kind="note")] == ["Hers.", "His."]


def test_what_is_chosen_of_two_results_is_saved() -> None:
    campaign = factories.planned_campaign()
    answer = late(campaign, LOST, WON)
    chosen = {"result": "win", "gravehold_life": "21", "nemesis_life": "0"}
    assert saved(answer, **chosen).status_code == 302
    tally = factories.played_facts()[0].tally
    assert (tally.result, tally.ending) == (Result.WIN, Ending.NEMESIS_DEFEATED)


def test_exhausted_on_one_phone_and_life_on_the_other_is_one_question() -> None:
    campaign = factories.planned_campaign()
    answer = late(campaign, {**WON, "life_1": "", "exhausted_1": "on"}, WON)
    rows = {row.name: row for row in answer.context["compared"].rows}
    assert (rows["life_1"].theirs, rows["life_1"].mine) == ("0", "7")
    assert "exhausted_1" not in rows


def test_of_two_corrections_the_later_is_shown_beside_the_first() -> None:
    campaign = factories.planned_campaign()
    clients.send(clients.keeper(campaign), url_of(campaign), WON)
    client = clients.member(campaign, Role.PLAYER, "Piotr")
    correct = f"{game_at(campaign, 1)}correct"
    held = clients.hidden_fields(client, correct)
    clients.send(clients.keeper(campaign), correct, {**WON, "minutes": "100"})
    answer = client.post(correct, {**held, **WON, "minutes": "", "gravehold_life": "9"})
    assert answer.status_code == 409
    assert saved(answer, gravehold_life="9").status_code == 302
    played = next(fact for fact in factories.played_facts() if fact.tally.gravehold_life == 9)
    assert played.minutes == 100


def test_whoever_entered_two_results_is_told_that_it_was_themselves() -> None:
    campaign = factories.planned_campaign()
    client = clients.keeper(campaign)
    held = clients.hidden_fields(client, url_of(campaign))
    clients.send(client, url_of(campaign), LOST)
    page = client.post(url_of(campaign), {**held, **WON}).content.decode()
    assert "You entered a result meanwhile" in page
    assert "Zuza entered" not in page


def test_htmx_gets_the_form_alone() -> None:
    campaign = factories.planned_campaign()
    client = clients.keeper(campaign)
    wrong = clients.send(client, url_of(campaign), {"result": ""}, headers=clients.HTMX)
    assert wrong.content.decode().lstrip().startswith("<form")
    right = clients.send(client, url_of(campaign), WON, headers=clients.HTMX)
    assert right["HX-Redirect"] == game_at(campaign, 1)


def test_a_game_that_has_a_result_is_not_asked_for_another() -> None:
    campaign = factories.played_campaign()
    client = clients.keeper(campaign)
    assert client.get(url_of(campaign))["Location"] == game_at(campaign, 1)


@pytest.mark.parametrize("number", [2, 0, 99999999999999999999999])
def test_a_game_that_is_not_there_is_not_found(number: int) -> None:
    campaign = factories.planned_campaign()
    url = f"{game_at(campaign, number)}result"
    assert clients.keeper(campaign).get(url).status_code == 404


def test_who_may_enter_a_result() -> None:
    campaign = factories.planned_campaign()
    expected = {"keeper": 200, "player": 200, "reader": 403, "stranger": 404, "anonymous": 404}
    assert clients.status_by_role(url_of(campaign), campaign) == expected


def test_readers_and_strangers_write_nothing() -> None:
    campaign = factories.planned_campaign()
    answered = clients.status_by_role(url_of(campaign), campaign, method="post")
    assert (answered["reader"], answered["stranger"], answered["anonymous"]) == (403, 404, 404)
    assert not factories.played_facts()


@pytest.mark.parametrize(
    ("filled", "shown"),
    [
        ({"result": "win", "ending_win": "nemesis_defeated"}, {"nemesis": 0}),
        ({"result": "loss", "ending_loss": "gravehold_fallen"}, {"gravehold": 0}),
        ({"result": "loss", "ending_loss": "mages_exhausted"}, {}),
    ],
)
def test_the_ending_fills_the_dials_and_the_charts_count_them(
    filled: dict[str, str], shown: dict[str, int]
) -> None:
    campaign = factories.planned_campaign()
    assert clients.send(clients.keeper(campaign), url_of(campaign), filled).status_code == 302
    tally = factories.played_facts()[0].tally
    dials = {tag.key: tag.number for tag in PlayTag.objects.filter(kind="dial")}
    assert dials == shown
    assert (tally.gravehold_life == 0) is ("gravehold" in shown)
    exhausted = filled.get("ending_loss") == "mages_exhausted"
    assert tally.exhausted == (frozenset({1, 2}) if exhausted else frozenset())


@pytest.mark.parametrize(
    ("filled", "field"),
    [
        ({"result": "win", "ending_win": "nemesis_defeated", "nemesis_life": "3"}, "nemesis_life"),
        (
            {"result": "loss", "ending_loss": "gravehold_fallen", "gravehold_life": "3"},
            "gravehold_life",
        ),
        ({"result": "loss", "ending_loss": "mages_exhausted", "life_2": "3"}, "exhausted_2"),
    ],
)
def test_what_contradicts_the_ending_is_asked(filled: dict[str, str], field: str) -> None:
    campaign = factories.planned_campaign()
    answer = clients.send(clients.keeper(campaign), url_of(campaign), filled)
    assert answer.status_code == 422
    assert set(answer.context["form"].errors) == {field}


def test_a_result_from_before_the_dials_were_filled_is_counted_too() -> None:
    campaign = factories.planned_campaign()
    factories.record_win(campaign, tally=Tally(Result.WIN, Ending.NEMESIS_DEFEATED))
    assert PlayTag.objects.get(kind="dial").number == 0
    campaign.refresh_from_db()
    assert campaign_state(campaign).games[0].tally.nemesis_life == 0


def test_photos_come_with_the_result_of_a_campaigns_game() -> None:
    campaign = factories.planned_campaign()
    sent = {**WON, "pictures": jpeg()}
    assert clients.send(clients.keeper(campaign), url_of(campaign), sent).status_code == 302
    assert Photo.objects.get().game.number == 1


# --- somebody who stood in for one evening ---


def test_who_stood_in_for_a_player_counts_that_evening_alone() -> None:
    campaign = factories.planned_campaign()
    client = clients.keeper(campaign)
    sent = {**WON, "player_1": "Player 1", "player_2": "Ola"}
    assert clients.send(client, url_of(campaign), sent).status_code == 302
    assert factories.played_facts()[0].stand_ins == ("", "Ola")
    seats = PlaySeat.objects.filter(play__game__campaign=campaign).order_by("seat")
    assert [seat.player for seat in seats] == ["Player 1", "Ola"]
    page = client.get(f"{game_at(campaign, 1)}correct").content.decode()
    assert 'name="player_2" value="Ola"' in page
    assert [seat.player for seat in campaign_state(campaign).seats] == ["Player 1", "Player 2"]


def test_without_a_stand_in_nothing_is_stored() -> None:
    campaign = factories.planned_campaign()
    sent = {**WON, "player_1": "Player 1", "player_2": ""}
    assert clients.send(clients.keeper(campaign), url_of(campaign), sent).status_code == 302
    assert factories.played_facts()[0].stand_ins == ()
