"""Two people at one aftermath: only entries about the same thing collide."""

import pytest

from campaign.models import Campaign
from campaign.rules.aeons_end.legacy.facts import (
    FACTS,
    BasicJoined,
    Fact,
    MarketGrown,
    Noted,
    Planned,
    Played,
    SealOpened,
    SectionUnlocked,
    Settled,
    StickerPlaced,
)
from campaign.selectors.campaigns import campaign_facts, campaign_state
from campaign.services.campaigns import campaign_rename
from campaign.services.facts import fact_withdraw, facts_record
from campaign.services.games import game_settle
from campaign.services.writes import Stale
from tests.campaign.factories import (
    answer_all,
    basic,
    growth,
    last_game,
    person,
    played_campaign,
    record,
    second_chapter,
    signed,
    standing_fact,
    sticker,
)

pytestmark = pytest.mark.django_db

NOTE_FOUND = SealOpened("~note", "Note")


def late(campaign: Campaign) -> Campaign:
    """Return the campaign as a phone holds it that has not seen later changes."""
    return Campaign.objects.get(pk=campaign.pk)


def enter(campaign: Campaign, *facts: Fact) -> None:
    facts_record(**signed(campaign, person()), game=last_game(campaign), facts=list(facts))


def test_different_parts_are_entered_at_the_same_time() -> None:
    campaign = second_chapter()
    market = [pile.key for pile in campaign_state(campaign).market]
    entries: list[Fact] = [
        StickerPlaced(1, sticker("2a", 1)),
        StickerPlaced(2, sticker("2a", 2)),
        MarketGrown(growth(2, (market[0], market[1]))),
        BasicJoined(basic("Salt Bite")),
        BasicJoined(basic("Low Moan")),
        NOTE_FOUND,
        Noted("What a night."),
        Noted("Indeed."),
    ]
    phones = [late(campaign) for _entry in entries]
    for phone, entry in zip(phones, entries, strict=True):
        enter(phone, entry)
    standing = [entry.fact for entry in campaign_facts(late(campaign)).entries]
    assert all(entry in standing for entry in entries)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (StickerPlaced(1, sticker("2a", 1)), StickerPlaced(1, sticker("2a", 1))),
        (BasicJoined(basic("Salt Bite")), BasicJoined(basic("Salt Bite"))),
        (NOTE_FOUND, NOTE_FOUND),
    ],
)
def test_the_same_thing_is_not_entered_twice(first: Fact, second: Fact) -> None:
    campaign = second_chapter()
    phone = late(campaign)
    record(campaign, first)
    with pytest.raises(Stale):
        enter(phone, second)


def test_an_entry_among_several_that_is_about_the_same_thing_is_enough() -> None:
    campaign = second_chapter()
    phone = late(campaign)
    record(campaign, NOTE_FOUND)
    with pytest.raises(Stale):
        enter(phone, BasicJoined(basic("Salt Bite")), NOTE_FOUND)


def test_deleting_an_entry_collides_with_its_correction_alone() -> None:
    campaign = second_chapter()
    record(campaign, NOTE_FOUND)
    one, other = late(campaign), late(campaign)
    entry = standing_fact(campaign, "seal").pk
    record(campaign, Noted("What a night."))
    fact_withdraw(**signed(one), fact=entry)
    with pytest.raises(Stale):
        fact_withdraw(**signed(other), fact=entry)


def test_settling_and_a_new_name_of_the_campaign_are_about_everything() -> None:
    campaign = answer_all(played_campaign())
    phone, other = late(campaign), late(campaign)
    record(campaign, Noted("What a night."))
    with pytest.raises(Stale):
        game_settle(**signed(phone), game=1)
    game_settle(**signed(campaign), game=1)
    with pytest.raises(Stale):
        enter(other, SectionUnlocked("Q", "Q"))
    named = second_chapter()
    phone = late(named)
    campaign_rename(**signed(named), name="Another name")
    with pytest.raises(Stale):
        enter(phone, NOTE_FOUND)


def test_a_form_that_is_too_old_is_stale() -> None:
    campaign = second_chapter()
    phone = late(campaign)
    for number in range(51):
        record(campaign, Noted(f"Note {number}"))
    with pytest.raises(Stale):
        enter(phone, NOTE_FOUND)


def test_every_fact_but_plan_result_and_settling_says_what_it_is_about() -> None:
    whole = {kind for kind, fact in FACTS.items() if fact.conflict_keys is Fact.conflict_keys}
    assert whole == {Planned.kind, Played.kind, Settled.kind}
