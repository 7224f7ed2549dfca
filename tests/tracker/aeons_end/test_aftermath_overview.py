"""The walk through a game's aftermath, and its end."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from campaign.models import Campaign, Role
from campaign.rules.aeons_end.legacy.facts import MarketGrown, SealOpened, Settled, StickerPlaced
from campaign.rules.aeons_end.legacy.state import GameStatus
from campaign.services.games import game_settle
from tests.addresses import game_at
from tests.campaign import factories
from tests.tracker.aeons_end.decisions import PAGES, at, facts, growth, state
from tests.tracker.clients import (
    HTMX,
    hidden_fields,
    hidden_fields_of,
    keeper,
    member,
    send,
    stranger,
)
from tests.tracker.reading import html_of, text_of

pytestmark = pytest.mark.django_db


def settle_url(campaign: Campaign, game: int | None = None) -> str:
    number = factories.last_game(campaign) if game is None else game
    return game_at(campaign, number, "settle")


def test_settling_a_game_that_is_settled_says_so_and_goes_on() -> None:
    campaign = factories.played_campaign()
    client = keeper(campaign)
    factories.answer_all(campaign)
    held = hidden_fields(client, at(campaign))
    factories.settle_all(campaign)
    response = client.post(settle_url(campaign), held, follow=True)
    assert response.redirect_chain == [(f"/c/{campaign.code}/", 302)]
    assert "The aftermath of game 1 is already finished." in text_of(response)


def test_what_is_open_stands_there_with_the_way_to_it() -> None:
    campaign = factories.played_campaign()
    response = keeper(campaign).get(at(campaign))
    assert response.status_code == 200
    assert "0 of 1 decided" in text_of(response)
    assert f'href="{at(campaign, "growth")}"' in html_of(response)
    assert "Finish the aftermath" not in text_of(response)


def test_once_something_is_decided_the_next_thing_is_one_tap_away() -> None:
    campaign = factories.second_chapter()
    client = keeper(campaign)
    assert "Next:" not in text_of(client.get(at(campaign)))
    factories.answer_all(campaign, but="slot")
    again = html_of(client.get(at(campaign)))
    several = at(campaign, "stickers")
    assert f'<a class="button button--large" href="{several}"> Next: Stickers </a>' in again
    for slot, seat in (("2a", 1), ("2b", 1), ("2a", 2)):
        factories.record(campaign, StickerPlaced(seat, factories.sticker(slot, seat)))
    again = html_of(client.get(at(campaign)))
    last = at(campaign, "sticker", None, 2, "2b")
    assert f'<a class="button button--large" href="{last}"> Next: Slot 2b · Torrin </a>' in again
    factories.answer_all(campaign)
    assert "Next:" not in text_of(client.get(at(campaign)))


def test_every_kind_of_decision_leads_to_its_page() -> None:
    campaign = factories.settled_campaign(mages=4)
    factories.plan(campaign)
    factories.record_win(campaign)
    page = html_of(keeper(campaign).get(at(campaign)))
    # envelope 2, S; seven letters; eight slots; growth
    assert "0 of 12 decided" in page
    for name in ("seals", "sections", "growth"):
        assert f'href="{at(campaign, name)}"' in page
    for seat in range(1, 5):
        for slot in ("2a", "2b"):
            assert f'href="{at(campaign, "sticker", None, seat, slot)}"' in page


def test_the_parts_stand_in_the_order_of_the_table() -> None:
    campaign = factories.third_chapter()
    factories.record_win(campaign)
    page = html_of(keeper(campaign).get(at(campaign)))
    titles = ["Before the game", "Rulebook", "Mages", "Market", "Nemesis"]
    places = [page.index(f"<h2>{title}</h2>") for title in titles]
    assert places == sorted(places)


def test_before_the_game_only_what_its_chapter_brings_is_asked() -> None:
    campaign = factories.settled_campaign()
    factories.plan(campaign)
    page = text_of(keeper(campaign).get(at(campaign)))
    assert "0 of 2 decided" in page
    assert "Open envelope 2" in page
    assert "Section S" in page
    assert "This game isn’t played yet" in page
    assert "Finish the aftermath" not in page


def test_what_is_decided_says_so_and_can_be_withdrawn() -> None:
    campaign = factories.played_campaign()
    client = keeper(campaign)
    assert send(client, at(campaign, "growth"), growth()).status_code == 302
    response = client.get(at(campaign))
    page = text_of(response)
    assert "1 of 1 decided" in page
    assert "Added: Ember Reed and Glass Storm" in page
    assert "The market has grown." in page
    assert "/withdraw" in html_of(response)
    assert "Finish the aftermath" in page


def test_a_settled_game_leads_to_the_next_step() -> None:
    campaign = factories.answer_all(factories.played_campaign())
    client = keeper(campaign)
    data = hidden_fields(client, at(campaign))
    response = client.post(settle_url(campaign), data)
    assert response.status_code == 302
    assert response["Location"] == reverse("campaign", args=[campaign.code])
    assert state(campaign).games[-1].phase is GameStatus.SETTLED
    page = client.get(at(campaign))
    assert "The aftermath is finished." in text_of(page)
    assert "Finish the aftermath" not in text_of(page)


def test_settling_twice_with_one_form_settles_once() -> None:
    campaign = factories.answer_all(factories.played_campaign())
    client = keeper(campaign)
    data = hidden_fields(client, at(campaign))
    assert client.post(settle_url(campaign), data).status_code == 302
    assert client.post(settle_url(campaign), data).status_code == 302
    assert len(facts(campaign, Settled)) == 1


def test_settling_by_htmx_is_a_redirect_that_htmx_follows() -> None:
    campaign = factories.answer_all(factories.played_campaign())
    client = keeper(campaign)
    response = client.post(settle_url(campaign), hidden_fields(client, at(campaign)), headers=HTMX)
    assert response.headers["HX-Redirect"] == reverse("campaign", args=[campaign.code])


def test_what_is_open_stands_against_settling() -> None:
    campaign = factories.played_campaign()
    client = keeper(campaign)
    url = at(campaign, "growth")
    response = client.post(settle_url(campaign), hidden_fields(client, url))
    assert response.status_code == 422
    assert "The market grows after chapter 1" in text_of(response)
    assert not facts(campaign, Settled)


def test_a_stale_settling_says_what_changed_and_by_whom() -> None:
    campaign = factories.answer_all(factories.played_campaign())
    client = keeper(campaign)
    data = hidden_fields(client, at(campaign))
    piotr = factories.person("Piotr")
    factories.join(campaign, piotr)
    factories.record(campaign, SealOpened("box-a"), person=piotr)
    response = client.post(settle_url(campaign), data)
    assert response.status_code == 409
    assert "Piotr saved first" in text_of(response)
    assert "box A" in text_of(response)
    # The page that came back carries what is true now: sending it again settles the game.
    assert client.post(settle_url(campaign), hidden_fields_of(response)).status_code == 302


def test_settling_asks_for_a_post() -> None:
    campaign = factories.played_campaign()
    answer = keeper(campaign).get(settle_url(campaign))
    assert answer.status_code == 302
    assert answer["Location"].endswith("/aftermath")


def test_the_last_settled_game_can_be_opened_again() -> None:
    campaign = factories.settled_campaign()
    client = keeper(campaign)
    page = client.get(at(campaign))
    assert "Reopen the aftermath" in text_of(page)
    factories.plan(campaign)
    assert "Reopen the aftermath" not in text_of(client.get(at(campaign, "", 1)))


def test_an_earlier_game_shows_what_was_decided_in_it() -> None:
    campaign = factories.third_chapter()
    page = text_of(keeper(campaign).get(at(campaign, "", 1)))
    assert "Ember Reed 1.1" in page
    assert "Ember Reed 2.1" not in page


def test_a_reader_sees_it_and_is_offered_nothing() -> None:
    campaign = factories.played_campaign()
    reader = member(campaign, Role.READER)
    response = reader.get(at(campaign))
    assert response.status_code == 200
    assert "The market grows" in text_of(response)
    assert at(campaign, "growth") not in html_of(response)
    assert "Something else" not in text_of(response)


def test_a_reader_who_writes_is_refused() -> None:
    campaign = factories.answer_all(factories.played_campaign())
    reader = member(campaign, Role.READER)
    for page in PAGES:
        assert reader.get(at(campaign, page)).status_code == 403
        assert reader.post(at(campaign, page)).status_code == 403
    assert reader.get(at(campaign, "sticker", None, 1, "2a")).status_code == 403
    assert reader.get(at(campaign, "slot")).status_code == 403
    assert reader.post(settle_url(campaign)).status_code == 403


def test_a_player_decides_and_settles_like_the_keeper() -> None:
    campaign = factories.played_campaign()
    player = member(campaign)
    assert send(player, at(campaign, "growth"), growth()).status_code == 302
    data = hidden_fields(player, at(campaign))
    assert player.post(settle_url(campaign), data).status_code == 302


@pytest.mark.parametrize("who", ["stranger", "anonymous"])
def test_others_find_nothing(who: str) -> None:
    campaign = factories.played_campaign()
    client = stranger() if who == "stranger" else Client()
    assert client.get(at(campaign)).status_code == 404
    for page in PAGES:
        assert client.get(at(campaign, page)).status_code == 404
        assert client.post(at(campaign, page)).status_code == 404
    assert client.get(at(campaign, "sticker", None, 1, "2a")).status_code == 404
    assert client.get(at(campaign, "slot")).status_code == 404
    assert client.post(settle_url(campaign)).status_code == 404


@pytest.mark.parametrize("game", [0, 2, 999999999999999999999999])
def test_a_game_that_is_not_there_is_not_found(game: int) -> None:
    campaign = factories.played_campaign()
    client = keeper(campaign)
    assert client.get(at(campaign, "", game)).status_code == 404
    assert client.get(at(campaign, "growth", game)).status_code == 404
    assert client.post(settle_url(campaign, game)).status_code == 404


def test_a_skipped_chapters_growth_can_only_be_closed() -> None:
    campaign = factories.settled_campaign()
    factories.plan(campaign, chapter=2)
    factories.record_win(campaign)
    factories.answer_all(campaign)
    game_settle(**factories.signed(campaign), game=2)
    factories.plan(campaign, chapter=4, reason="the story skipped one")
    factories.record_win(campaign)
    page = html_of(keeper(campaign).get(at(campaign)))
    assert "The market grows after chapter 3" in page
    assert f"{at(campaign, 'close')}?decision=growth%3A3" in page


def test_another_sticker_is_chosen_by_mage_and_slot() -> None:
    campaign = factories.played_campaign()
    client = keeper(campaign)
    response = client.get(at(campaign, "slot"), {"seat": "2", "slot": " 7x "})
    assert response["Location"] == at(campaign, "sticker", None, 2, "7x")
    for bad in ({}, {"seat": "9", "slot": "7"}, {"seat": "1", "slot": "a/b"}, {"slot": "1"}):
        response = client.get(at(campaign, "slot"), bad)
        assert response["Location"] == at(campaign)


def test_nothing_was_recorded_by_looking() -> None:
    campaign = factories.played_campaign()
    client = keeper(campaign)
    before = factories.everything()
    for page in PAGES:
        client.get(at(campaign, page))
    after = factories.everything()
    assert {k: v for k, v in before.items() if k != "Person"} == {
        k: v for k, v in after.items() if k != "Person"
    }
    assert not facts(campaign, MarketGrown)


def test_the_end_of_a_game_reminds_of_what_nobody_records() -> None:
    first = factories.played_campaign()
    assert "Resolve the last support card if you can, then read L03" in text_of(
        keeper(first).get(at(first))
    )
    second = factories.second_game()
    page = text_of(keeper(second).get(at(second)))
    assert "Place the sticker on each player aid (Ib57)." in page
    assert "support card" not in page


@pytest.mark.parametrize(
    ("language", "word"),
    [
        ("en", "Grow the market"),
        ("pl", "Rozwiń rynek zasobów"),
        ("fr", "Renouveler la réserve"),
    ],
)
def test_growth_after_the_last_chapter_is_offered_and_not_asked_for(
    language: str, word: str
) -> None:
    campaign = factories.played_through(6)
    factories.plan(campaign)
    factories.record_win(campaign)
    client, spoken = keeper(campaign), {"Accept-Language": language}
    page = client.get(at(campaign), headers=spoken)
    assert 'id="growth-7"' not in html_of(page)
    assert word in text_of(page)
    banish = [pile.key for pile in state(campaign).market[:2]]
    assert send(client, at(campaign, "growth"), growth(banish=banish)).status_code == 302
    assert word not in text_of(client.get(at(campaign), headers=spoken))
