"""Correcting how a game ended."""

import datetime
import re

import pytest
from django.http import HttpResponse

from campaign.models import Campaign, Fact
from campaign.rules.aeons_end.legacy.facts import Verdict
from campaign.rules.aeons_end.outcome import Tally
from campaign.selectors.campaigns import campaign_state
from tests.addresses import game_at
from tests.campaign import factories
from tests.tracker import clients

pytestmark = pytest.mark.django_db


def url_of(campaign: Campaign, game: int = 1) -> str:
    return f"{game_at(campaign, game)}correct"


def standing() -> Tally:
    (played,) = factories.played_facts()
    tally: Tally = played.tally
    return tally


def test_the_form_shows_what_stands() -> None:
    campaign = factories.played_campaign()
    form = clients.keeper(campaign).get(url_of(campaign)).context["form"]
    shown = {name: form[name].value() for name in ("result", "ending_win", "gravehold_life")}
    assert shown == {"result": "win", "ending_win": "nemesis_defeated", "gravehold_life": 12}
    assert form["played_on"].value() == datetime.date(2024, 3, 9)
    assert form["minutes"].value() == 90
    assert form["note"].is_hidden


def test_a_correction_replaces_the_result_and_keeps_the_old_one_in_the_log() -> None:
    campaign = factories.settled_campaign()
    filled = {"result": "win", "ending_win": "deck_exhausted", "gravehold_life": "4"}
    answer = clients.send(clients.keeper(campaign), url_of(campaign), filled)
    assert answer.status_code == 302
    assert answer["Location"] == game_at(campaign, 1)
    assert (standing().ending, standing().gravehold_life) == ("deck_exhausted", 4)
    assert Fact.objects.filter(kind="played").count() == 2


def test_a_win_becomes_a_loss_where_the_story_goes_on_either_way() -> None:
    campaign = factories.settled_campaign()  # chapter 1 moves on, won or lost
    filled = {"result": "loss", "ending_loss": "gravehold_fallen", "gravehold_life": "0"}
    assert clients.send(clients.keeper(campaign), url_of(campaign), filled).status_code == 302
    assert standing().result == "loss"


LOST = {"result": "loss", "ending_loss": "gravehold_fallen", "gravehold_life": "0"}


def shown(answer: HttpResponse) -> list[str]:
    """Return the ids of what the page would withdraw along with the old result."""
    return re.findall(r'name="withdraw" value="(\d+)"', answer.content.decode())


def test_a_correction_that_breaks_a_later_game_is_refused_with_a_sentence_that_names_it() -> None:
    campaign = factories.played_through(2)
    factories.plan(campaign)
    before = Fact.objects.count()
    answer = clients.send(clients.keeper(campaign), url_of(campaign, 2), LOST)
    assert answer.status_code == 422
    errors = answer.context["form"].non_field_errors()
    assert errors == ["Not possible because of game 3: its plan would no longer fit."]
    assert f'href="/c/{campaign.code}/undo"' in answer.content.decode()
    assert not shown(answer)
    assert Fact.objects.count() == before


def test_a_win_becomes_a_loss_after_which_the_story_went_on() -> None:
    # The story card says whether a loss goes on (Legacy p. 20): the group may answer at once.
    campaign = factories.played_through(2)
    factories.plan(campaign)
    client = clients.keeper(campaign)
    page = client.get(url_of(campaign, 2))
    assert page.context["form"]["onward"].value() == ""
    answer = clients.send(client, url_of(campaign, 2), {**LOST, "onward": "yes"})
    assert answer.status_code == 302
    campaign.refresh_from_db()
    state = campaign_state(campaign)
    assert [game.won for game in state.games] == [True, False, False]
    assert (state.games[1].onward, state.ended, state.started) == (True, 2, 3)
    assert client.get(url_of(campaign, 2)).context["form"]["onward"].value() == "yes"
    # Back to a win: nothing is asked any more, and the verdict goes with the loss.
    won = {"result": "win", "ending_win": "nemesis_defeated", "nemesis_life": "0"}
    assert clients.send(client, url_of(campaign, 2), won).status_code == 302
    assert not Fact.objects.not_withdrawn().filter(kind="verdict").exists()


def test_where_the_story_goes_on_either_way_nobody_is_asked() -> None:
    campaign = factories.settled_campaign()
    assert "onward" not in clients.keeper(campaign).get(url_of(campaign)).context["form"].fields


def test_what_no_longer_fits_is_shown_before_anything_is_withdrawn() -> None:
    campaign = factories.played_through(2)
    client = clients.keeper(campaign)
    before = factories.everything()
    answer = clients.send(client, url_of(campaign, 2), LOST)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "some decisions after game 2 no longer fit" in page
    assert "This would be deleted too" in page
    assert "Mark 2a-1" in page
    assert "Ember Reed 2.1" in page
    assert "Pale Thing" not in page
    assert factories.everything() == before


def test_the_correction_takes_it_along_in_one_write_and_leads_to_the_game() -> None:
    campaign = factories.played_through(2)
    client = clients.keeper(campaign)
    asked = clients.send(client, url_of(campaign, 2), LOST)
    going = shown(asked)
    answer = clients.send(client, url_of(campaign, 2), {**LOST, "withdraw": going})
    assert answer.status_code == 302
    assert answer["Location"] == game_at(campaign, 2)
    gone = Fact.objects.filter(pk__in=going)
    assert len({fact.withdrawn for fact in gone}) == 1
    assert None not in {fact.withdrawn for fact in gone}
    campaign.refresh_from_db()
    assert campaign_state(campaign).ended == 1
    assert campaign_state(campaign).pool


def test_what_was_not_shown_does_not_go() -> None:
    campaign = factories.played_through(2)
    client = clients.keeper(campaign)
    going = shown(clients.send(client, url_of(campaign, 2), LOST))
    filled = {**LOST, "withdraw": [*going[1:], "x", "9" * 30]}
    answer = clients.send(client, url_of(campaign, 2), filled)
    assert answer.status_code == 422
    assert shown(answer) == going


def test_a_settled_loss_that_was_a_win_is_opened_along_with_its_correction() -> None:
    campaign = factories.settled_campaign()
    factories.play_game(campaign, won=False, onward=False)
    client = clients.keeper(campaign)
    asked = clients.send(client, url_of(campaign, 2), {"result": "win", "gravehold_life": "4"})
    assert "with this result something is left to decide" in asked.content.decode()
    filled = {"result": "win", "gravehold_life": "4", "withdraw": shown(asked)}
    assert clients.send(client, url_of(campaign, 2), filled).status_code == 302
    campaign.refresh_from_db()
    assert campaign_state(campaign).ended == 2


def test_a_loss_that_was_a_win_is_corrected_though_its_verdict_is_entered() -> None:
    campaign = factories.settled_campaign()
    factories.plan(campaign)
    factories.record_loss(campaign)
    factories.record(campaign, Verdict(onward=False))
    filled = {"result": "win", "gravehold_life": "4"}
    assert clients.send(clients.keeper(campaign), url_of(campaign, 2), filled).status_code == 302
    assert not Fact.objects.not_withdrawn().filter(kind="verdict").exists()


def test_an_earlier_game_is_corrected_too() -> None:
    campaign = factories.played_through(2)
    filled = {"result": "win", "gravehold_life": "2", "played_on": "2024-01-01", "minutes": "60"}
    assert clients.send(clients.keeper(campaign), url_of(campaign), filled).status_code == 302
    (first,) = factories.played_facts(game__number=1)
    assert (first.tally.gravehold_life, first.minutes) == (2, 60)


def test_what_cannot_be_is_said_and_what_was_typed_stays() -> None:
    campaign = factories.played_campaign()
    filled = {"result": "win", "gravehold_life": "0", "minutes": "31"}
    answer = clients.send(clients.keeper(campaign), url_of(campaign), filled)
    assert answer.status_code == 422
    assert "gravehold_life" in answer.context["form"].errors
    assert 'value="31"' in answer.content.decode()


def test_a_stale_correction_says_what_changed() -> None:
    campaign = factories.played_campaign()
    client = clients.keeper(campaign)
    filled = {**clients.hidden_fields(client, url_of(campaign)), "result": "win", "minutes": "31"}
    factories.answer_all(campaign)
    answer = client.post(url_of(campaign), filled)
    assert answer.status_code == 409
    assert "You saved something else meanwhile (just now)" in answer.content.decode()


def test_the_same_form_sent_twice_corrects_once() -> None:
    campaign = factories.played_campaign()
    client = clients.keeper(campaign)
    filled = {**clients.hidden_fields(client, url_of(campaign)), "result": "win", "minutes": "31"}
    assert [client.post(url_of(campaign), filled).status_code for _ in range(2)] == [302, 302]
    assert Fact.objects.filter(kind="played").count() == 2


def test_htmx_gets_the_form_alone() -> None:
    campaign = factories.played_campaign()
    client = clients.keeper(campaign)
    answer = clients.send(client, url_of(campaign), {"result": ""}, headers=clients.HTMX)
    assert answer.status_code == 200
    assert answer.content.decode().lstrip().startswith("<form")


def test_a_game_without_a_result_is_asked_for_one_instead() -> None:
    campaign = factories.planned_campaign()
    answer = clients.keeper(campaign).get(url_of(campaign))
    assert answer["Location"] == f"{game_at(campaign, 1)}result"
