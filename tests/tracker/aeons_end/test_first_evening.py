"""The first evening: a walk through the box, which can be left, taken up again and skipped."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from campaign.models import Campaign, Role
from campaign.rules.aeons_end.legacy.first_evening import STEPS, EveningStep, FirstEvening
from campaign.services.aeons_end import evening_mark
from tests.addresses import game_at
from tests.campaign import factories
from tests.tracker import clients
from tests.tracker.aeons_end.decisions import state
from tests.tracker.aeons_end.reference import read
from tests.tracker.aeons_end.test_start import filled
from tests.tracker.clients import keeper
from tests.tracker.reading import html_of, text_of

pytestmark = pytest.mark.django_db


NAMES = [seat.name for seat in factories.party(4)]


def sealed(**more: Any) -> Campaign:
    return factories.start_campaign(opening=FirstEvening(), **more)


def url(campaign: Campaign) -> str:
    return f"/c/{campaign.code}/first-evening"


def press(client: Client, campaign: Campaign, do: str, step: str = "book") -> Any:
    token = f"{do}-{step}-{Campaign.objects.get(pk=campaign.pk).revision}"
    return client.post(url(campaign), {"do": do, "step": step, "token": token})


def test_a_new_campaign_is_guided_through_its_box_unless_it_was_opened_before(
    client: Client,
) -> None:
    assert 'name="is_sealed"' in html_of(client.get("/start"))
    client.post("/start", filled(is_sealed="on"))
    campaign = Campaign.objects.get()
    front = client.get(f"/c/{campaign.code}/")
    assert "Open the box together 0 of 8 steps of the first evening are done." in text_of(front)
    assert f'href="{url(campaign)}"' in html_of(front)
    client.post("/start", filled(token="another-token"))
    long_ago = Campaign.objects.exclude(pk=campaign.pk).get()
    assert long_ago.opening is None
    assert "Chapter 1 is waiting" in text_of(client.get(f"/c/{long_ago.code}/"))


def test_step_by_step_the_seals_open_and_then_the_first_game_is_planned() -> None:
    campaign = sealed()
    client = keeper(campaign)
    assert "0 of 12 open" in read(campaign, "seals")
    for number, step in enumerate(STEPS, start=1):
        page = text_of(client.get(url(campaign)))
        assert f"First evening · step {number} of 8" in page
        assert press(client, campaign, "done", step)["Location"] == url(campaign)
    assert "4 of 12 open" in read(campaign, "seals")
    assert set(state(campaign).seals) >= {"deck-ia", "deck-l", "envelope-1"}
    assert "Plan the first game" in text_of(client.get(url(campaign)))
    assert "Chapter 1 is waiting" in text_of(client.get(f"/c/{campaign.code}/"))
    history = read(campaign, "history")
    assert "Opened: Ia" in history
    assert "Opened: L" in history


def test_each_step_says_what_to_lay_out() -> None:
    campaign = sealed(mages=4)
    client = keeper(campaign)
    pages = {step: text_of(client.get(url(campaign), {"step": step})) for step in STEPS}
    assert "Ancient Cyanolith" in pages[EveningStep.MARKET]
    assert "Life: 10 for each mage, 30 for Gravehold." in pages[EveningStep.LIVES]
    assert "you enter the pairs when you plan the game" in pages[EveningStep.STARTERS]
    assert "Crystal" in pages[EveningStep.STARTERS]
    assert "The mat of Maelstrom, its dial at 99." in pages[EveningStep.NEMESIS]
    assert "L02" in pages[EveningStep.STORY]
    for mages, cards in ((1, f"{NAMES[0]} × 4, Nemesis × 2"), (2, f"{NAMES[1]} × 2, Nemesis × 2")):
        fewer = sealed(name=f"With {mages}", mages=mages)
        starters = text_of(keeper(fewer).get(url(fewer), {"step": "starters"}))
        assert cards in starters
        assert "pairs" not in starters


def test_it_is_left_and_taken_up_again_on_any_phone_in_any_order() -> None:
    campaign = sealed()
    press(keeper(campaign), campaign, "done", "market")
    press(clients.member(campaign), campaign, "done", "book")
    assert state(campaign).evening.done == (EveningStep.BOOK, EveningStep.MARKET)
    assert "step 3 of 8" in text_of(keeper(campaign).get(url(campaign)))
    press(keeper(campaign), campaign, "undo", "market")
    assert "deck-ia" not in state(campaign).seals


def test_two_phones_that_tick_at_once_both_count(client: Client) -> None:
    del client
    campaign = sealed()
    seen = Campaign.objects.get(pk=campaign.pk)  # both read it before either wrote
    for step in (EveningStep.BOOK, EveningStep.MATS):
        evening_mark(campaign=seen, person=None, step=step, done=True)
    assert state(campaign).evening.done == (EveningStep.BOOK, EveningStep.MATS)
    revision = Campaign.objects.get(pk=campaign.pk).revision
    evening_mark(campaign=seen, person=None, step=EveningStep.BOOK, done=True)
    assert Campaign.objects.get(pk=campaign.pk).revision == revision, "it was done already"


def test_a_group_that_began_long_ago_skips_it_and_can_come_back() -> None:
    campaign = sealed()
    client = keeper(campaign)
    press(client, campaign, "skip")
    assert "4 of 12 open" in read(campaign, "seals")
    page = text_of(client.get(url(campaign)))
    assert "everything here counts as open" in page
    press(client, campaign, "resume")
    assert "0 of 12 open" in read(campaign, "seals")
    before = factories.start_campaign(name="Before")  # by a release without a guide
    assert "everything here counts as open" in text_of(keeper(before).get(url(before)))


def test_after_the_first_game_is_planned_the_set_up_asks_for_what_is_still_shut() -> None:
    campaign = sealed()
    client = keeper(campaign)
    press(client, campaign, "done", "market")
    campaign.refresh_from_db()
    factories.plan(campaign)
    answer = press(client, campaign, "done", "starters")
    page = text_of(client.get(answer["Location"]))
    assert "The first game is planned. Enter what you opened" in page
    assert "deck-ib" not in state(campaign).seals
    shown = text_of(client.get(game_at(campaign, 1, "setup")))
    assert "Before you set up" in shown
    clients.send(client, game_at(campaign, 1, "begun"))
    assert set(state(campaign).seals) >= {"deck-ib", "deck-ic", "deck-l", "envelope-1"}


def test_bad_input_changes_nothing() -> None:
    campaign = sealed()
    client = keeper(campaign)
    for sent in ({"do": "burn", "step": "book"}, {"do": "done", "step": "deck-vii"}, {}):
        assert client.post(url(campaign), {"token": "a-token-of-it", **sent}).status_code == 422
    assert state(campaign).evening == FirstEvening()
    assert client.get(url(campaign), {"step": "nowhere"}).status_code == 200


def test_players_tick_readers_look_and_strangers_see_nothing() -> None:
    campaign = sealed()
    assert press(clients.member(campaign), campaign, "done").status_code == 302
    reader = clients.member(campaign, Role.READER, "Rita")
    page = html_of(reader.get(url(campaign)))
    assert 'name="do"' not in page
    assert press(reader, campaign, "done", "mats").status_code == 403
    assert clients.stranger().get(url(campaign)).status_code == 404
