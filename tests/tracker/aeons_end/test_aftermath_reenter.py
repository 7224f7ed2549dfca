"""An entry of a settled game, put right where it stands."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from campaign.models import Campaign, Role
from campaign.records import Entry
from campaign.rules.aeons_end.catalogue.pack import CardKind
from campaign.rules.aeons_end.legacy.facts import (
    BasicJoined,
    BasicLeft,
    CardEvolved,
    CardTransformed,
    MarketGrown,
    MarketOrdered,
    SealOpened,
    SectionUnlocked,
    StickerPlaced,
    StickerRemoved,
)
from campaign.selectors.campaigns import campaign_facts
from tests.addresses import game_at
from tests.campaign import factories
from tests.campaign.campaign_cache import built_once
from tests.tracker.aeons_end.decisions import fresh, state
from tests.tracker.clients import hidden_fields_of, keeper, member, send, stranger
from tests.tracker.reading import html_of, text_of

pytestmark = pytest.mark.django_db

_FIELD = re.compile(r"<(?:input|textarea)[^>]*>")
_SELECT = re.compile(r'<select name="(\w+)".*?>(.*?)</select>', re.DOTALL)
_PICKED = re.compile(r'<option value="([^"]*)" selected>')


@pytest.fixture
def campaign() -> Campaign:
    return factories.third_chapter()


def entry(campaign: Campaign, kind: type[Any], game: int = 1) -> Entry:
    entries = campaign_facts(fresh(campaign)).entries
    return next(e for e in entries if isinstance(e.fact, kind) and e.game == game)


def url(campaign: Campaign, found: Entry) -> str:
    return reverse("entry_reenter", args=[campaign.code, found.id])


def filled(page: Any) -> dict[str, list[str]]:
    """Return what the form is filled in with, as a browser would send it back."""
    found: dict[str, list[str]] = {}
    for tag in _FIELD.findall(html_of(page)):
        given = dict(re.findall(r'(\w+)="([^"]*)"', tag))
        picked = given.get("type") not in ("radio", "checkbox") or "checked" in tag
        if "name" in given and picked:
            found.setdefault(given["name"], []).append(given.get("value", ""))
    for name, options in _SELECT.findall(html_of(page)):
        picked_option = _PICKED.search(options)
        found[name] = [picked_option[1] if picked_option else ""]
    return found


def test_the_form_is_filled_in_and_sends_back_what_stands(campaign: Campaign) -> None:
    grown = entry(campaign, MarketGrown)
    page = keeper(campaign).get(url(campaign, grown))
    assert "Ember Reed 1.3" in html_of(page)
    answer = keeper(campaign).post(url(campaign, grown), filled(page))
    assert answer.status_code == 302
    assert answer["Location"] == game_at(campaign, 1)
    assert entry(campaign, MarketGrown).fact == grown.fact
    assert entry(campaign, MarketGrown).id != grown.id


def test_a_misread_cost_of_a_settled_game_is_put_right(campaign: Campaign) -> None:
    grown = entry(campaign, MarketGrown)
    page = keeper(campaign).get(url(campaign, grown))
    data = {**filled(page), "cost_1": "7"}
    assert keeper(campaign).post(url(campaign, grown), data).status_code == 302
    costs = {pile.name: pile.cost for pile in state(campaign).market}
    assert costs["Ember Reed 1.2"] == 7
    assert "Market growth corrected" in text_of(
        keeper(campaign).get(reverse("history", args=[campaign.code]))
    )


def test_a_sticker_gets_its_right_name(campaign: Campaign) -> None:
    placed = entry(campaign, StickerPlaced, 2)
    page = keeper(campaign).get(url(campaign, placed))
    data = {**filled(page), "name": "Bone Flute"}
    assert data["kind"] == ["starter"]
    assert data["where"] == ["hand"]
    assert keeper(campaign).post(url(campaign, placed), data).status_code == 302
    assert "Bone Flute" in [card.name for card in state(campaign).mats[0].hand]


def test_a_later_entry_that_would_break_is_named() -> None:
    campaign = factories.third_chapter()
    grown = entry(campaign, MarketGrown)
    page = keeper(campaign).get(url(campaign, grown))
    data = {**filled(page), "name_0": "Tin Choir"}  # game 2 banished the pile by its old name
    answer = keeper(campaign).post(url(campaign, grown), data)
    assert answer.status_code == 422
    assert "Not possible because of game 2: its market growth would no longer fit." in text_of(
        answer
    )
    assert entry(campaign, MarketGrown).fact == grown.fact


def test_what_is_refused_keeps_what_was_typed(campaign: Campaign) -> None:
    grown = entry(campaign, MarketGrown)
    page = keeper(campaign).get(url(campaign, grown))
    answer = keeper(campaign).post(
        url(campaign, grown), {**filled(page), "name_3": "Tin Choir", "take": ["0"]}
    )
    assert answer.status_code == 422
    assert "Tin Choir" in html_of(answer)


def test_a_stale_form_says_what_changed(campaign: Campaign) -> None:
    grown = entry(campaign, MarketGrown)
    data = filled(keeper(campaign).get(url(campaign, grown)))
    leaves = state(campaign).market[0].key
    factories.record(campaign, factories.exchange(leaves))
    stale = keeper(campaign).post(url(campaign, grown), data)
    assert stale.status_code == 409
    again = {**data, **hidden_fields_of(stale)}
    assert keeper(campaign).post(url(campaign, grown), again).status_code == 302


# Beside the two kinds above: the entry, the game it is in, what is put right, what is read then.
SLIPS: list[tuple[type[Any], int, dict[str, str], str]] = [
    (SectionUnlocked, 2, {"note": "Nothing stays dead"}, "Nothing stays dead"),
    (SealOpened, 4, {"typed": "Blue Tin"}, "Blue Tin"),
    (CardEvolved, 2, {"text": "It strikes twice"}, "It strikes twice"),
    (CardTransformed, 3, {"into": "PALER Thing 3"}, "PALER Thing 3"),
    (BasicJoined, 2, {"name": "Mud Warden"}, "Mud Warden"),
    (BasicLeft, 4, {"left": "~pale thing 1.2"}, "Pale Thing 1.2"),
    (MarketOrdered, 4, {"name": "Dusk Bell", "cost": "5"}, "for Dusk Bell."),
    (StickerRemoved, 4, {"sticker": "2/2a"}, "Torrin lost the sticker on slot 2a."),
]


@built_once
def fifth_chapter() -> Campaign:
    campaign = factories.played_through(3)
    factories.plan(campaign)
    factories.record_win(campaign)
    factories.answer_all(campaign)
    factories.record(campaign, SealOpened("~tin", "Tin"))
    factories.record(campaign, BasicLeft("~pale thing 1.3", reason=factories.REASON))
    factories.record(campaign, BasicJoined(factories.basic("Late Guest"), reason=factories.REASON))
    gone = state(campaign).market[0].key
    brought = factories.pile("Ash Bell", CardKind.RELIC, 4)
    factories.record(campaign, MarketOrdered(gone, brought, reason=factories.REASON))
    factories.record(campaign, StickerRemoved(1, "2a", reason=factories.REASON))
    factories.settle_all(campaign)
    factories.plan(campaign)
    return campaign


@pytest.fixture
def long() -> Campaign:
    """Return a campaign in its fifth chapter, with an entry of every kind in a settled game."""
    return fifth_chapter()


def last_entry(campaign: Campaign, kind: type[Any], game: int) -> Entry:
    entries = campaign_facts(fresh(campaign)).entries
    return [e for e in entries if isinstance(e.fact, kind) and e.game == game][-1]


@pytest.mark.parametrize(("kind", "game"), [slip[:2] for slip in SLIPS])
def test_every_form_sends_back_what_stands(long: Campaign, kind: type[Any], game: int) -> None:
    stands = last_entry(long, kind, game)
    client = keeper(long)
    page = client.get(url(long, stands))
    assert client.post(url(long, stands), filled(page)).status_code == 302
    assert last_entry(long, kind, game).fact == stands.fact
    assert last_entry(long, kind, game).id != stands.id


@pytest.mark.parametrize(("kind", "game", "change", "told"), SLIPS)
def test_every_slip_of_a_settled_game_is_put_right_where_it_stands(
    long: Campaign, kind: type[Any], game: int, change: dict[str, str], told: str
) -> None:
    stands = last_entry(long, kind, game)
    client = keeper(long)
    offered = client.get(reverse("entry_delete", args=[long.code, stands.id]))
    assert url(long, stands) in html_of(offered)
    data = {**filled(client.get(url(long, stands))), **change}
    answer = client.post(url(long, stands), data)
    assert answer.status_code == 302, text_of(answer)
    assert last_entry(long, kind, game).id != stands.id
    assert told in text_of(client.get(game_at(long, game)))


@pytest.mark.parametrize(
    ("kind", "game", "change", "later"),
    [
        (
            BasicJoined,
            2,
            {"name": "Mud Warden"},
            "Not possible because of game 2: a card that evolved",
        ),
        (
            CardEvolved,
            2,
            {"card": "~pale thing 2.1"},
            "Not possible because of game 3: a card that",
        ),
        (CardTransformed, 3, {"into": "Grim Choir"}, "Not possible because of game 4: a card that"),
        (
            SectionUnlocked,
            2,
            {"letter": "B"},
            "Not possible because of game 2: its aftermath is finished",
        ),
        (
            SealOpened,
            2,
            {"typed": "Blue Tin"},
            "Not possible because of game 2: its aftermath is finished",
        ),
    ],
)
def test_the_later_entry_that_each_would_break_is_named(
    long: Campaign, kind: type[Any], game: int, change: dict[str, str], later: str
) -> None:
    stands = entry(long, kind, game)
    client = keeper(long)
    data = {**filled(client.get(url(long, stands))), **change, "reason": "our box says so"}
    answer = client.post(url(long, stands), data)
    assert answer.status_code == 422
    assert later in text_of(answer)
    assert entry(long, kind, game) == stands


@pytest.mark.parametrize(
    ("kind", "game", "change", "asked"),
    [
        (SectionUnlocked, 2, {"letter": ""}, "Enter the letter on the sticker."),
        (SealOpened, 2, {"seal": ""}, "Enter what you opened, or choose it above."),
        (BasicJoined, 2, {"name": ""}, "Enter the name of the card."),
        (BasicJoined, 2, {"kind": ""}, "an attack, a minion or a power?"),
        (BasicLeft, 4, {"left": ""}, "Choose the card that left."),
        (CardTransformed, 3, {"into": ""}, "Enter the name of the transformed card."),
    ],
)
def test_what_is_missing_is_asked_for(
    long: Campaign, kind: type[Any], game: int, change: dict[str, str], asked: str
) -> None:
    stands = last_entry(long, kind, game)
    client = keeper(long)
    data = {**filled(client.get(url(long, stands))), **change}
    answer = client.post(url(long, stands), data)
    assert answer.status_code == 422
    assert asked in text_of(answer)


def test_what_no_form_asks_for_outlives_a_correction(long: Campaign) -> None:
    stands = last_entry(long, BasicJoined, 2)
    assert isinstance(stands.fact, BasicJoined)
    assert stands.fact.card.life == 5
    client = keeper(long)
    client.post(
        url(long, stands), {**filled(client.get(url(long, stands))), "name": "PALE THING 3.7"}
    )
    joined = last_entry(long, BasicJoined, 2).fact
    assert isinstance(joined, BasicJoined)
    card = joined.card
    assert (card.name, card.life, card.spaces) == ("PALE THING 3.7", 5, 1)


def test_only_what_has_a_form_is_entered_anew(campaign: Campaign) -> None:
    settled = campaign_facts(fresh(campaign)).entries[-1]
    assert keeper(campaign).get(url(campaign, settled)).status_code == 404
    gone = reverse("entry_reenter", args=[campaign.code, 10**12])
    assert keeper(campaign).get(gone).status_code == 404


def test_who_may_enter_anew(campaign: Campaign) -> None:
    page = url(campaign, entry(campaign, MarketGrown))
    assert member(campaign, Role.READER, "Ola").get(page).status_code == 403
    assert stranger().get(page).status_code == 404
    assert Client().post(page).status_code == 404
    assert send(member(campaign), page, growth_of(campaign)).status_code == 302


def growth_of(campaign: Campaign) -> dict[str, Any]:
    page = keeper(campaign).get(url(campaign, entry(campaign, MarketGrown)))
    return {k: v for k, v in filled(page).items() if k not in ("revision", "token")}


def first_cost(campaign: Campaign) -> int:
    """Return the cost of the first card that the growth of the market offered."""
    grown = entry(campaign, MarketGrown).fact
    assert isinstance(grown, MarketGrown)
    return grown.growth.offered[0].cost


def test_a_correction_that_is_sent_twice_is_saved_once_and_says_so(campaign: Campaign) -> None:
    grown, client = entry(campaign, MarketGrown), keeper(campaign)
    data = {**filled(client.get(url(campaign, grown))), "cost_0": "7"}
    before = fresh(campaign).revision
    for _tap in range(2):
        answer = client.post(url(campaign, grown), data, follow=True)
        assert "Corrected; the history keeps the original." in text_of(answer)
        assert "already deleted" not in text_of(answer)
    assert first_cost(campaign) == 7
    assert fresh(campaign).revision == before + 1


def test_whoever_corrects_an_entry_second_keeps_what_they_typed(campaign: Campaign) -> None:
    grown, client, other = entry(campaign, MarketGrown), keeper(campaign), member(campaign)
    data = filled(client.get(url(campaign, grown)))
    first = send(other, url(campaign, grown), {**growth_of(campaign), "cost_0": "7"})
    assert first.status_code == 302
    late = client.post(url(campaign, grown), {**data, "cost_0": "9"})
    assert late.status_code == 409
    assert 'value="9"' in html_of(late)
    assert first_cost(campaign) == 7
    again = {**filled(late), "cost_0": "9"}
    assert client.post(url(campaign, grown), again).status_code == 302
    assert first_cost(campaign) == 9


def test_an_entry_that_was_deleted_meanwhile_is_not_corrected(long: Campaign) -> None:
    opened, client = last_entry(long, SealOpened, 4), keeper(long)
    data = filled(client.get(url(long, opened)))
    send(client, reverse("entry_delete", args=[long.code, opened.id]))
    answer = client.post(url(long, opened), data, follow=True)
    assert "This entry is already deleted." in text_of(answer)
