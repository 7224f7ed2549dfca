"""Facts that are recorded: withdraw one, put another in its place."""

from dataclasses import replace

import pytest

from campaign.models import Fact
from campaign.rules.aeons_end.legacy.facts import (
    MarketGrown,
    Noted,
    Planned,
    SealOpened,
    StickerPlaced,
    Verdict,
)
from campaign.rules.aeons_end.mages import Sticker, StickerKind
from campaign.selectors.campaigns import campaign_facts, campaign_state
from campaign.services.facts import fact_replace, fact_withdraw
from tests.campaign.factories import (
    REASON,
    answer_all,
    foe,
    growth,
    pile,
    planned_campaign,
    play_game,
    played_campaign,
    record,
    refused,
    second_chapter,
    settled_campaign,
    signed,
    standing_fact,
    third_chapter,
)

pytestmark = pytest.mark.django_db

ABSURD = [0, -1, 10**9, 10**12, 10**30, -(10**30)]
LONG = "x" * 101


# --- withdraw ---


def test_a_withdrawn_fact_no_longer_counts_and_stays_in_the_log() -> None:
    campaign = second_chapter()
    before = campaign_state(campaign)
    row = record(campaign, SealOpened("box-a"))
    fact_withdraw(**signed(campaign), fact=row.pk)
    assert campaign_state(campaign) == before
    row.refresh_from_db()
    assert row.withdrawn == campaign.changes.latest("pk")
    assert row.payload == {"seal": "box-a"}


def test_a_fact_that_others_rest_on_is_not_withdrawn() -> None:
    campaign = third_chapter()
    with refused("story.later_fact_breaks") as caught:
        fact_withdraw(**signed(campaign), fact=standing_fact(campaign, "growth", 1).pk)
    assert caught.value.problems[0].details["game"] == 1
    assert caught.value.problems[0].details["kind"] == "settled"
    with refused("story.later_fact_breaks") as caught:
        fact_withdraw(**signed(campaign), fact=standing_fact(campaign, "settled", 2).pk)
    assert caught.value.problems[0].details["game"] == 3
    assert caught.value.problems[0].details["codes"] == ("plan.previous_open",)


def test_every_fact_of_an_open_game_can_be_withdrawn_latest_first() -> None:
    campaign = answer_all(second_chapter())
    rows = (
        Fact.objects.not_withdrawn().filter(game__number=2).exclude(kind="planned").order_by("-pk")
    )
    facts = list(rows)
    assert len(facts) > 20
    for row in facts:
        fact_withdraw(**signed(campaign), fact=row.pk)
    assert len(campaign_facts(campaign).story.games[2]) == 1
    answer_all_again = campaign_state(campaign).current
    assert answer_all_again is not None
    assert answer_all_again.tally is None


@pytest.mark.parametrize("pk", ABSURD)
def test_there_is_no_such_fact(pk: int) -> None:
    campaign = second_chapter()
    with refused("fact.not_there"):
        fact_withdraw(**signed(campaign), fact=pk)
    with refused("fact.not_there"):
        fact_replace(**signed(campaign), fact=pk, by=Noted("x"))


def test_a_fact_of_another_campaign_is_not_there() -> None:
    theirs = planned_campaign()
    row = record(theirs, Noted("theirs"))
    campaign = planned_campaign()
    with refused("fact.not_there"):
        fact_withdraw(**signed(campaign), fact=row.pk)
    with refused("fact.not_there"):
        fact_replace(**signed(campaign), fact=row.pk, by=Noted("mine"))


def test_what_was_withdrawn_is_not_withdrawn_again() -> None:
    campaign = planned_campaign()
    row = record(campaign, Noted("once"))
    fact_withdraw(**signed(campaign), fact=row.pk)
    with refused("fact.not_there"):
        fact_withdraw(**signed(campaign), fact=row.pk)


# --- replace ---


def test_another_fact_takes_the_place_of_one() -> None:
    campaign = planned_campaign()
    first = record(campaign, Noted("one"))
    record(campaign, Noted("two"))
    third = fact_replace(**signed(campaign), fact=first.pk, by=Noted("first"))
    assert campaign_facts(campaign).story.games[1][1:] == (Noted("first"), Noted("two"))
    first.refresh_from_db()
    assert first.withdrawn == third.recorded
    assert first.replaced_by == third
    assert first.payload == {"text": "one"}


def test_a_result_that_becomes_a_note_leaves_no_result() -> None:
    campaign = played_campaign()
    fact_replace(
        **signed(campaign), fact=standing_fact(campaign, "played").pk, by=Noted("a mistake")
    )
    current = campaign_state(campaign).current
    assert current is not None
    assert current.tally is None


def test_a_replacement_is_refused_with_its_own_problems() -> None:
    campaign = answer_all(second_chapter())
    placed = standing_fact(campaign, "sticker")
    bad = StickerPlaced(1, Sticker("2a", StickerKind.ABILITY, LONG + "\0", charges=3))
    with refused("mat.charges_out_of_range", "text.too_long", "text.forbidden"):
        fact_replace(**signed(campaign), fact=placed.pk, by=bad)


def test_a_replacement_is_refused_if_a_later_fact_breaks() -> None:
    campaign = play_game(settled_campaign())
    grown = standing_fact(campaign, "growth", 1)
    told = growth(1, ("ancient-cyanolith", "branching-radite"))
    offered = (*told.offered[:1], pile("Ember Reed 2.1"), *told.offered[2:])
    other = replace(told, offered=offered, added=(offered[0].key, offered[1].key))
    with refused("story.later_fact_breaks") as caught:
        fact_replace(**signed(campaign), fact=grown.pk, by=MarketGrown(other))
    assert caught.value.problems[0].details["game"] == 2
    assert caught.value.problems[0].details["kind"] == "growth"


def test_a_replacement_cannot_be_a_second_of_what_a_game_has_once() -> None:
    campaign = second_chapter()
    record(campaign, Verdict(onward=True, reason=REASON))
    row = record(campaign, Noted("a note"))
    with refused("fact.once_per_game"):
        fact_replace(**signed(campaign), fact=row.pk, by=Verdict(onward=True, reason=REASON))
    with refused("plan.game_number", "plan.previous_open"):
        fact_replace(**signed(campaign), fact=row.pk, by=Planned(2, foe(2)))
