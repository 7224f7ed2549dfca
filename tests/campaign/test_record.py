"""Rows and facts: what is stored reads back as what was told."""

import datetime
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from campaign.memory import memory
from campaign.models import Campaign, Fact
from campaign.records.reading import fact_of
from campaign.rules.aeons_end.catalogue.pack import CardKind, NemesisKind
from campaign.rules.aeons_end.endings import Ending, Result
from campaign.rules.aeons_end.legacy.facts import (
    MIDDLE,
    BasicJoined,
    BasicLeft,
    CardEvolved,
    CardTransformed,
    DecisionClosed,
    Foe,
    MarketGrown,
    MarketOrdered,
    Noted,
    Planned,
    Played,
    SealOpened,
    SectionUnlocked,
    Settled,
    StickerPlaced,
    StickerRemoved,
    Story,
    StoryRead,
    Verdict,
)
from campaign.rules.aeons_end.legacy.facts import Fact as FactValue
from campaign.rules.aeons_end.legacy.system import RULES
from campaign.rules.aeons_end.mages import Sticker, StickerKind, Where
from campaign.rules.aeons_end.market.growth import Growth
from campaign.rules.aeons_end.market.piles import Pile
from campaign.rules.aeons_end.nemesis_deck import PoolCard
from campaign.rules.aeons_end.outcome import Tally
from campaign.selectors.campaigns import campaign_facts, campaign_sheet, campaign_state
from campaign.services.campaigns import campaign_start
from campaign.services.facts import fact_record
from campaign.services.games import game_settle
from tests.campaign.factories import (
    EVENING,
    REASON,
    basic,
    growth,
    long_story,
    pack_of,
    party,
    person,
    pile,
    plan_game,
    record_game,
    signed,
    store,
)
from tests.marks import one_in
from tests.rules.aeons_end.legacy_replay import replay
from tests.rules.aeons_end.legacy_strategies import stories

pytestmark = pytest.mark.django_db

LONG_NAME = "ΐ" * 100  # a hundred letters, whose key casefolding makes three hundred

# At least one of every kind, and of each the barest and the fullest.
SAMPLES: tuple[FactValue, ...] = (
    Played(Tally(Result.WIN)),
    Played(Tally(Result.LOSS, Ending.NEMESIS_CONDITION, nemesis_life=0), reason=REASON),
    Played(Tally(Result.WIN, Ending.DECK_EXHAUSTED, 1, 99, (10, None, 0), frozenset({3}))),
    Played(Tally(Result.LOSS, Ending.MAGES_EXHAUSTED, 30, 2, (0, 0), frozenset({1, 2}))),
    Played(Tally(Result.LOSS, lives=(None, None), exhausted=frozenset({2}))),
    Verdict(onward=True),
    Verdict(onward=False, reason=REASON),
    MarketGrown(growth(3, ("fire-chakram", "~ash"))),
    MarketGrown(
        Growth(
            (
                pile("Zero", CardKind.GEM, 0),
                pile(LONG_NAME, CardKind.RELIC, 99),
                Pile("~two", "Two"),
                pile("Three"),
            ),
            added=(pile(LONG_NAME).key, "~three"),
            banished=("gravity-node", "neural-wreath"),
        ),
        reason=REASON,
    ),
    StickerPlaced(1, Sticker("3", StickerKind.OTHER, "Mark")),
    StickerPlaced(4, Sticker("2a", StickerKind.ABILITY, "Mark", "two\nlines", charges=6)),
    StickerPlaced(2, Sticker("5", StickerKind.BREACH, breach_turns=0), reason=REASON),
    StickerPlaced(
        3,
        Sticker("6", StickerKind.STARTER, "Mark", where=Where.DECK, card_kind=CardKind.RELIC),
    ),
    CardEvolved("ambush"),
    CardEvolved("ambush", spaces=0),
    CardEvolved("~pale", "words", reason=REASON),
    CardTransformed("ambush", basic("Pale")),
    CardTransformed("~pale", PoolCard("sap", "", 2, NemesisKind.ATTACK), reason=REASON),
    BasicJoined(basic("Pale", 3, None)),
    BasicJoined(PoolCard("tremor", "", 2, NemesisKind.POWER, 0, life=0, power=3), reason=REASON),
    BasicLeft("ambush"),
    SectionUnlocked("A", "A"),
    SectionUnlocked("Y", "V", "words", reason=REASON),
    SealOpened("box-a"),
    SealOpened("~chest", "Chest", reason=REASON),
    SealOpened("deck-ii", part=MIDDLE, brought="Four piles"),
    MarketOrdered("ambush", Pile("~ash", "Ash", CardKind.GEM, 3), reason=REASON),
    StickerRemoved(2, "2a", reason=REASON),
    StoryRead("L03"),
    DecisionClosed("slot:2a:1", reason=REASON),
    Noted("zł: ąę – 龍 🜂\n\tindented"),
    Settled(),
)
PLANS = (
    Planned(1, Foe("maelstrom")),
    Planned(7, Foe("~regent", "Regent", 1), reason=REASON),
    Planned(2, Foe("~regent", "Regent", 99), ((1, 2), (3, 4))),
    Planned(2, Foe("~regent", "Regent"), ((1, 3), (2, 4))),
    Planned(2, Foe("~regent", "Regent"), ((1, 4), (2, 3))),
)


def read(campaign: Campaign) -> Story:
    """Read a campaign's story from its rows, as if nobody had ever read it."""
    memory.clear()
    return campaign_facts(Campaign.objects.get(pk=campaign.pk)).story


def test_there_is_a_sample_of_every_kind_that_is_stored() -> None:
    assert {fact.kind for fact in (*SAMPLES, *PLANS)} == set(RULES.facts)


@pytest.mark.parametrize("fact", SAMPLES, ids=lambda fact: f"{type(fact).__name__}")
def test_a_fact_reads_back_as_it_was_told(fact: FactValue) -> None:
    story = Story(party(4), {1: (Planned(1, Foe("maelstrom")), fact)})
    campaign = store(story)
    assert read(campaign) == story
    assert fact_of(Fact.objects.exclude(kind="planned").get()) == fact


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: f"{plan.foe.key}-{plan.pairs}")
def test_a_plan_reads_back_as_it_was_made(plan: Planned) -> None:
    story = Story(party(4), {1: (plan,)})
    assert read(store(story)) == story


@pytest.mark.parametrize("fact", [*SAMPLES, *PLANS], ids=lambda fact: f"{type(fact).__name__}")
def test_what_is_in_its_one_form_stays_as_it_is(fact: FactValue) -> None:
    assert RULES.tidy(fact) == fact


@given(story=stories())
@settings(
    max_examples=one_in(2), suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
def test_any_legal_campaign_reads_back_as_it_was_told(story: Story) -> None:
    tidied = in_one_form(story)
    campaign = store(tidied)
    assert read(campaign) == tidied
    assert campaign_state(campaign) == replay(tidied, pack_of(campaign))


@given(story=stories(max_games=3))
@settings(
    max_examples=one_in(8), suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
def test_any_legal_campaign_can_be_told_through_the_services(story: Story) -> None:
    campaign = campaign_start(
        person=person(), name="Told", seats=story.seats, system="aeons-end-legacy"
    )
    for game, facts in story.games.items():
        for fact in facts:
            tell(campaign, game, fact)
    tidied = in_one_form(story)
    assert read(campaign) == tidied
    for game in tidied.games:
        assert campaign_state(campaign, after=game) == replay(tidied.until(game), pack_of(campaign))
        sheet = campaign_sheet(campaign, game=game)
        assert sheet is not None
        assert sheet.game == game


def in_one_form(story: Story) -> Story:
    """Return a story as the services record it."""
    games = {number: tuple(map(RULES.tidy, facts)) for number, facts in story.games.items()}
    return Story(story.seats, games)


def tell(campaign: Campaign, game: int, fact: FactValue) -> None:
    """Write one fact down with the service that is there for it."""
    by = signed(campaign)
    match fact:
        case Planned(chapter=chapter, foe=foe, pairs=pairs, reason=reason):
            plan_game(**by, foe=foe, chapter=chapter, pairs=pairs, reason=reason)
        case Played():
            how: dict[str, Any] = {"played_on": fact.played_on, "minutes": fact.minutes}
            record_game(**by, game=game, tally=fact.tally, reason=fact.reason, **how)
        case Settled():
            game_settle(**by, game=game)
        case _:
            fact_record(**by, game=game, fact=fact)


def test_a_result_keeps_its_day_and_its_length() -> None:
    played = campaign_facts(store(long_story(3))).results[2]
    assert (played.played_on, played.minutes) == (EVENING + datetime.timedelta(2), 60)
