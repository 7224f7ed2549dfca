"""Planning the next game."""

import re
from typing import Any

import pytest
from django.test import Client

from campaign.models import Campaign, Game, Play, Role
from campaign.records.reading import fact_of
from campaign.rules.aeons_end.legacy.facts import Foe, Noted, Planned
from campaign.selectors.campaigns import campaign_state
from tests.addresses import game_at
from tests.campaign import factories
from tests.tracker import clients

pytestmark = pytest.mark.django_db


def planned(game: Game) -> Planned:
    plan = fact_of(game.facts.get(kind="planned"))
    assert isinstance(plan, Planned)
    return plan


def test_the_first_game_is_planned_with_one_tap() -> None:
    campaign = factories.start_campaign()
    client = clients.keeper(campaign)
    url = f"/c/{campaign.code}/plan"
    page = client.get(url).content.decode()
    assert "Plan chapter 1" in page
    assert 'value="Maelstrom"' in page
    answer = clients.send(client, url, {"nemesis": "Maelstrom", "nemesis_life": "99"})
    assert answer.status_code == 302
    assert answer["Location"] == f"{game_at(campaign, 1)}setup"
    session = Game.objects.get()
    assert (planned(session).chapter, planned(session).foe) == (1, Foe("maelstrom", "", 99))


def test_where_there_is_nothing_to_decide_the_front_page_plans_at_once() -> None:
    campaign = factories.start_campaign()
    client = clients.keeper(campaign)
    page = client.get(f"/c/{campaign.code}/").content.decode()
    assert "Set up the game" in page
    form = page.split(f'action="/c/{campaign.code}/plan"')[1].split("</form>")[0]
    sent = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))
    answer = client.post(f"/c/{campaign.code}/plan", sent)
    assert answer["Location"] == f"{game_at(campaign, 1)}setup"
    assert planned(Game.objects.get()).foe.key == "maelstrom"
    assert "/plan" not in client.get(f"/c/{campaign.code}/").content.decode()


def test_where_there_is_something_to_decide_the_front_page_leads_to_the_plan() -> None:
    pairs, envelope = factories.start_campaign(mages=4), factories.settled_campaign()
    for campaign in (pairs, envelope):
        page = clients.keeper(campaign).get(f"/c/{campaign.code}/").content.decode()
        assert f'href="/c/{campaign.code}/plan"' in page
        assert f'action="/c/{campaign.code}/plan"' not in page


def test_a_chapter_that_is_played_again_is_one_tap_away_and_only_for_who_may_record() -> None:
    campaign = factories.settled_campaign()
    factories.play_game(campaign, won=False, onward=False)
    page = clients.keeper(campaign).get(f"/c/{campaign.code}/").content.decode()
    assert f'action="/c/{campaign.code}/plan"' in page
    assert 'name="nemesis" value="Hollow Regent 2"' in page
    reader = clients.member(campaign, Role.READER)
    assert "Set up the game" not in reader.get(f"/c/{campaign.code}/").content.decode()


def test_the_box_speaks_its_own_language() -> None:
    campaign = factories.start_campaign(language="pl")
    page = clients.keeper(campaign).get(f"/c/{campaign.code}/plan").content.decode()
    assert 'value="Wszechostrze"' in page


def test_what_is_opened_first_is_said_first() -> None:
    campaign = factories.settled_campaign()
    page = clients.keeper(campaign).get(f"/c/{campaign.code}/plan").content.decode()
    assert "Open envelope 2: it holds the nemesis’ mat." in page
    assert "Place section S in the rulebook." in page
    first = factories.start_campaign()
    page = clients.keeper(first).get(f"/c/{first.code}/plan").content.decode()
    assert "Before you plan" not in page


@pytest.mark.parametrize("typed", ["maelstrom", "  MAELSTROM ", "wszechostrze"])
def test_a_known_name_is_recognised_however_it_is_written(typed: str) -> None:
    campaign = factories.start_campaign()
    clients.send(
        clients.keeper(campaign),
        f"/c/{campaign.code}/plan",
        {"nemesis": typed, "nemesis_life": "99"},
    )
    assert planned(Game.objects.get()).foe.key == "maelstrom"


def test_a_later_nemesis_is_typed_and_nothing_is_given_away() -> None:
    campaign = factories.settled_campaign()
    client = clients.keeper(campaign)
    url = f"/c/{campaign.code}/plan"
    page = client.get(url).content.decode()
    assert "Plan chapter 2" in page
    assert 'name="nemesis"' in page
    assert 'value="Maelstrom"' not in page
    assert f"/c/{campaign.code}/complete?what=nemesis" in page
    answer = clients.send(client, url, {"nemesis": "The  Glass   Regent", "nemesis_life": "40"})
    assert answer["Location"] == f"{game_at(campaign, 2)}setup"
    session = Game.objects.get(number=2)
    foe = planned(session).foe
    assert (foe.key, foe.name) == ("~the glass regent", "The Glass Regent")


def test_a_lost_game_that_is_played_again_offers_the_same_nemesis() -> None:
    campaign = factories.settled_campaign()
    factories.plan(campaign)
    factories.record_loss(campaign)
    factories.settle_all(campaign, onward=False)
    page = clients.keeper(campaign).get(f"/c/{campaign.code}/plan").content.decode()
    assert "the story repeats this chapter" in page
    assert 'value="Hollow Regent 2"' in page
    assert 'value="42"' in page


def test_four_mages_say_who_shares_cards() -> None:
    campaign = factories.start_campaign(mages=4)
    client = clients.keeper(campaign)
    url = f"/c/{campaign.code}/plan"
    page = client.get(url).content.decode()
    assert "Who shares turn-order cards with Ilva?" in page
    assert "Ilva / Maes and Torrin / Oda" in page
    filled = {"nemesis": "Maelstrom", "nemesis_life": "99", "partner": "3"}
    assert clients.send(client, url, filled).status_code == 302
    campaign.refresh_from_db()
    assert campaign_state(campaign).games[0].pairs == ((1, 3), (2, 4))


@pytest.mark.parametrize("partner", ["", "1", "5", "nobody"])
def test_a_partner_who_does_not_sit_there_is_refused(partner: str) -> None:
    campaign = factories.start_campaign(mages=4)
    filled = {"nemesis": "Maelstrom", "nemesis_life": "99", "partner": partner}
    answer = clients.send(clients.keeper(campaign), f"/c/{campaign.code}/plan", filled)
    assert answer.status_code == 422
    assert not Game.objects.exists()


def test_pairs_are_asked_once_shown_after_and_changed_only_with_a_reason() -> None:
    campaign = factories.start_campaign(mages=4)
    factories.plan(campaign, pairs=((1, 2), (3, 4)))
    factories.record_win(campaign)
    factories.settle_all(campaign)
    client = clients.keeper(campaign)
    url = f"/c/{campaign.code}/plan"
    page = client.get(url).content.decode()
    assert "Pairs: Ilva / Torrin and Maes / Oda" in page
    assert "Change the pairs" in page
    foe = {"nemesis": "The Invented", "nemesis_life": "40"}
    refused = clients.send(client, url, {**foe, "partner": "3"})
    assert refused.status_code == 422
    assert "stay as they are" in refused.content.decode()
    told = {**foe, "partner": "3", "reason": "Oda moved away"}
    assert clients.send(client, url, told).status_code == 302
    campaign.refresh_from_db()
    assert campaign_state(campaign).pairs == ((1, 3), (2, 4))


@pytest.mark.parametrize("mages", [1, 2, 3])
def test_fewer_mages_are_not_asked_for_pairs(mages: int) -> None:
    campaign = factories.start_campaign(mages=mages)
    page = clients.keeper(campaign).get(f"/c/{campaign.code}/plan").content.decode()
    assert 'name="partner"' not in page


@pytest.mark.parametrize(
    ("filled", "said"),
    [
        ({"nemesis": "", "nemesis_life": ""}, "Who are you facing?"),
        ({"nemesis": "   ", "nemesis_life": "3"}, "Who are you facing?"),
        ({"nemesis": "Maelstrom", "nemesis_life": "50"}, "Its mat should show 99 life, not 50."),
        (
            {"nemesis": "Someone", "nemesis_life": "0"},
            "At least 1; leave it empty if its mat has no life.",
        ),
        ({"nemesis": "Someone", "nemesis_life": "100"}, "At most 99."),
        ({"nemesis": "S" * 101, "nemesis_life": "5"}, "At most 100 characters"),
        ({"nemesis": "a\x00b", "nemesis_life": "5"}, "characters that can’t be shown"),
    ],
)
def test_what_cannot_be_is_said_and_what_was_typed_stays(filled: dict[str, str], said: str) -> None:
    campaign = factories.start_campaign()
    answer = clients.send(clients.keeper(campaign), f"/c/{campaign.code}/plan", filled)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert said in page
    assert f'value="{filled["nemesis"]}"' in page or not filled["nemesis"].strip()
    assert not Game.objects.exists()


def test_a_written_reason_lets_another_life_stand() -> None:
    campaign = factories.start_campaign()
    client = clients.keeper(campaign)
    url = f"/c/{campaign.code}/plan"
    filled = {"nemesis": "Maelstrom", "nemesis_life": "50"}
    assert 'name="reason"' in clients.send(client, url, filled).content.decode()
    assert clients.send(client, url, {**filled, "reason": "our mat shows 50"}).status_code == 302
    assert planned(Game.objects.get()).reason == "our mat shows 50"


def test_the_same_form_sent_twice_plans_one_game() -> None:
    campaign = factories.start_campaign()
    client = clients.keeper(campaign)
    url = f"/c/{campaign.code}/plan"
    filled = {**clients.hidden_fields(client, url), "nemesis": "Maelstrom", "nemesis_life": "99"}
    first, second = client.post(url, filled), client.post(url, filled)
    assert first["Location"] == second["Location"] == f"{game_at(campaign, 1)}setup"
    assert Game.objects.count() == 1


def test_a_stale_plan_says_what_changed_and_keeps_what_was_typed() -> None:
    campaign = factories.settled_campaign()
    client = clients.member(campaign, Role.PLAYER, "Piotr")
    url = f"/c/{campaign.code}/plan"
    filled = {**clients.hidden_fields(client, url), "nemesis": "Dust King", "nemesis_life": "30"}
    factories.record(campaign, Noted("Bring the lamp."))
    answer = client.post(url, filled)
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "Zuza saved first" in page
    assert "Bring the lamp." in page
    assert 'value="Dust King"' in page
    assert f'name="revision" value="{campaign.revision}"' in page


def plan_late(nemesis: str, life: str = "") -> Any:
    """Let Zuza plan a game against Knight of Shackles, then Piotr, who opened the page before."""
    campaign = factories.settled_campaign()
    client = clients.member(campaign, Role.PLAYER, "Piotr")
    url = f"/c/{campaign.code}/plan"
    filled = {**clients.hidden_fields(client, url), "nemesis": nemesis, "nemesis_life": life}
    factories.plan(campaign)
    return client.post(url, filled, follow=True)


@pytest.mark.parametrize("nemesis", ["stands", ""])
def test_whoever_plans_a_game_that_is_planned_is_shown_its_table(nemesis: str) -> None:
    answer = plan_late(factories.foe(2).name if nemesis else "")
    assert answer.redirect_chain[-1][0] == game_at(Campaign.objects.get(), 2, "setup")
    assert "Zuza planned it meanwhile." in answer.content.decode()
    assert Game.objects.count() == 2


def test_a_second_plan_with_another_nemesis_says_what_stands_and_offers_to_change_it() -> None:
    answer = plan_late("Dust King", "30")
    assert answer.status_code == 409
    page = answer.content.decode()
    assert "Zuza planned it meanwhile" in page
    assert 'value="Dust King"' in page
    form = answer.context["form"]
    carried = {name: form[name].value() or "" for name in form.fields}
    action = f"{game_at(Campaign.objects.get(), 2)}plan"
    assert f'action="{action}"' in page
    assert answer.client.post(action, carried).status_code == 302
    plan = Game.objects.get(number=2).facts.not_withdrawn().get(kind="planned")
    assert (plan.payload["foe"]["name"], plan.payload["foe"]["life"]) == ("Dust King", 30)


def test_the_nemesis_of_a_played_game_can_be_corrected_and_the_history_says_so() -> None:
    campaign = factories.played_through(2)
    client = clients.keeper(campaign)
    url = f"{game_at(campaign, 2)}plan"
    sent = {"nemesis": "Rust Queen", "nemesis_life": "44"}
    assert clients.send(client, url, sent).status_code == 302
    assert "Rust Queen" in client.get(game_at(campaign, 2)).content.decode()
    assert "Rust Queen" in client.get(f"/c/{campaign.code}/history").content.decode()
    assert Play.objects.get(number=2).against_name == "Rust Queen"


def test_a_correction_of_the_nemesis_is_refused_where_the_result_contradicts_it() -> None:
    campaign = factories.played_through(2)
    url = f"{game_at(campaign, 2)}plan"
    answer = clients.send(clients.keeper(campaign), url, {"nemesis": "", "nemesis_life": "0"})
    assert answer.status_code == 422
    assert answer.context["form"].errors.keys() == {"nemesis", "nemesis_life"}


def test_htmx_gets_the_form_alone_and_is_sent_on_when_all_is_well() -> None:
    campaign = factories.start_campaign()
    client = clients.keeper(campaign)
    url = f"/c/{campaign.code}/plan"
    wrong = clients.send(client, url, {"nemesis": ""}, headers=clients.HTMX)
    assert wrong.status_code == 200
    assert wrong.content.decode().lstrip().startswith("<form")
    right = clients.send(
        client, url, {"nemesis": "Maelstrom", "nemesis_life": "99"}, headers=clients.HTMX
    )
    assert right["HX-Redirect"] == f"{game_at(campaign, 1)}setup"


def test_while_a_game_is_open_there_is_nothing_to_plan() -> None:
    campaign = factories.planned_campaign()
    answer = clients.keeper(campaign).get(f"/c/{campaign.code}/plan")
    assert answer["Location"] == game_at(campaign, 1)


def test_when_the_story_is_told_there_is_nothing_to_plan() -> None:
    campaign = factories.finished_campaign()
    answer = clients.keeper(campaign).get(f"/c/{campaign.code}/plan")
    assert answer["Location"] == f"/c/{campaign.code}/"


def test_a_form_without_its_hidden_fields_is_refused_not_a_fault() -> None:
    campaign = factories.start_campaign()
    answer = clients.keeper(campaign).post(f"/c/{campaign.code}/plan", {"nemesis": "Maelstrom"})
    assert answer.status_code == 422


def test_a_reader_plans_nothing_by_hand_either() -> None:
    campaign = factories.start_campaign()
    answered = clients.status_by_role(f"/c/{campaign.code}/plan", campaign, method="post")
    assert answered["reader"] == 403
    assert answered["stranger"] == answered["anonymous"] == 404
    assert not Game.objects.exists()


def test_of_the_demo_nobody_plans_a_game() -> None:
    campaign = factories.start_campaign(demo=True)
    assert Client().get(f"/c/{campaign.code}/plan").status_code == 403
