"""Facts in, state out: the first that does not fit is named, early games can be corrected."""

from dataclasses import replace

import pytest

from campaign.rules.aeons_end.catalogue.pack import CardKind
from campaign.rules.aeons_end.legacy.facts import (
    BasicJoined,
    BasicLeft,
    CardEvolved,
    CardTransformed,
    DecisionClosed,
    Fact,
    Foe,
    MarketGrown,
    Noted,
    Planned,
    Played,
    SealOpened,
    SectionUnlocked,
    Settled,
    StickerPlaced,
    Story,
    Verdict,
)
from campaign.rules.aeons_end.legacy.state import OpenedSeal, knowing
from campaign.rules.aeons_end.legacy.system import RULES
from campaign.rules.aeons_end.mages import Sticker, StickerKind, Where
from campaign.rules.aeons_end.market.growth import Growth
from campaign.rules.aeons_end.market.piles import pile_of
from campaign.rules.core.story import ReplayError, story_of
from tests.rules.aeons_end.legacy_replay import check, replay, states, unfit
from tests.rules.aeons_end.legacy_stories import (
    LOSS,
    REASON,
    WIN,
    Teller,
    basic,
    foe,
    growth,
    party,
    pile,
)
from tests.rules.packs import legacy


def told_differently(story: Story, old: Fact, new: Fact | None) -> Story:
    """Put another fact in the place of one, or none."""
    instead = [new] if new else []
    games = {
        game: [each for fact in facts for each in (instead if fact is old else [fact])]
        for game, facts in story.games.items()
    }
    return story_of(story.seats, games)


def fact_of(told: Teller, game: int, kind: type[Fact]) -> Fact:
    return next(fact for fact in told.story.games[game] if isinstance(fact, kind))


def test_a_new_campaign_has_what_the_box_gives() -> None:
    state = replay(Story(party(2)), legacy())
    assert [pile.key for pile in state.market] == [
        "ancient-cyanolith",
        "branching-radite",
        "gilded-marble",
        "neural-wreath",
        "ethereal-hand",
        "fire-chakram",
        "warping-haze",
        "incinerating-fist",
        "gravity-node",
    ]
    assert [mat.life for mat in state.mats] == [10, 10]
    assert state.pool == state.games == state.banished == ()
    assert state.sections == {}
    assert state.seals["envelope-1"] == OpenedSeal("envelope-1", "", 0)
    assert (state.started, state.ended, state.next_chapter, state.finished) == (0, 0, 1, False)


def test_the_first_fact_that_fails_is_named() -> None:
    told = Teller(2).after(2)
    bad = SealOpened("no-such-seal")
    later = Noted("  ")
    games = dict(told.story.games)
    games[2] = (*games[2][:3], bad, *games[2][3:], later)
    with pytest.raises(ReplayError) as caught:
        replay(Story(told.story.seats, games), legacy())
    error = caught.value
    assert (error.game, error.index) == (2, 3)
    assert error.fact is bad
    assert [problem.code for problem in error.problems] == ["seal.unknown"]


def test_a_bad_party_is_refused_before_the_first_game() -> None:
    with pytest.raises(ReplayError) as caught:
        replay(Story(()), legacy())
    assert (caught.value.game, caught.value.fact) == (0, None)


def test_state_can_be_had_as_it_was_after_any_game() -> None:
    told = Teller(2).after(4)
    by_game = dict(states(told.story, legacy()))
    assert list(by_game) == [0, 1, 2, 3, 4]
    for number, state in by_game.items():
        assert replay(told.story.until(number), legacy()) == state
        assert RULES.state_of(told.story.until(number), legacy()) == state
        assert state.ended == number


def test_a_late_fact_goes_before_the_settling_of_its_game() -> None:
    told = Teller(2).after(3)
    told.tell(SealOpened("box-a"), Noted("found it under the tray"), game=2)
    assert isinstance(told.story.games[2][-1], Settled)
    opened = told.state.seals["box-a"]
    assert opened.game == 2


def test_a_late_fact_must_fit_the_time_of_its_game() -> None:
    told = Teller(2).after(3)
    early = StickerPlaced(1, Sticker("3", StickerKind.OTHER, "Mark"))
    assert told.codes(early, game=1) == ["sticker.too_early"]


def test_a_correction_that_a_later_fact_does_not_survive_names_that_fact() -> None:
    told = Teller(2).after(3)
    sticker = next(
        fact for fact in told.story.games[3] if isinstance(fact, StickerPlaced) and fact.seat == 1
    )
    early = replace(sticker, reason=REASON)
    (problem,) = told.problems(early, game=1)
    assert problem.code == "story.later_fact_breaks"
    assert problem.details["game"] == 3
    assert problem.details["kind"] == "sticker"
    assert problem.details["codes"] == ("sticker.slot_taken",)
    facts = told.story.games[3]
    assert facts[int(str(problem.details["index"]))] is sticker
    assert not problem.overrulable


def test_withdrawing_a_growth_breaks_the_settling_that_needed_it() -> None:
    told = Teller(2).after(2)
    grown = fact_of(told, 1, MarketGrown)
    with pytest.raises(ReplayError) as caught:
        replay(told_differently(told.story, grown, None), legacy())
    assert isinstance(caught.value.fact, Settled)
    assert (caught.value.game, caught.value.problems[0].code) == (1, "settle.decisions_open")


def test_a_result_amended_from_win_to_loss_needs_a_verdict() -> None:
    told = Teller(2).after(3)
    amended = told_differently(told.story, fact_of(told, 3, Played), Played(LOSS))
    with pytest.raises(ReplayError):
        replay(amended, legacy())
    onward = amended.with_fact(3, Verdict(onward=True))
    assert replay(onward, legacy()).ended == 3


def test_of_a_win_that_was_a_loss_only_what_the_end_of_its_chapter_brought_is_unfit() -> None:
    told = Teller(2).after(2)
    amended = told_differently(told.story, fact_of(told, 2, Played), Played(LOSS))
    going = unfit(amended, legacy(), 2)
    assert {type(fact) for fact in going} == {SectionUnlocked, StickerPlaced, MarketGrown, Settled}
    left = amended
    for fact in going:
        left = told_differently(left, fact, None)
    assert replay(left, legacy()).ended == 1
    assert not unfit(left, legacy(), 2)


def test_a_result_that_cannot_stand_makes_nothing_else_unfit() -> None:
    told = Teller(2).after(2)
    impossible = Played(replace(LOSS, gravehold_life=-1))
    amended = told_differently(told.story, fact_of(told, 2, Played), impossible)
    assert unfit(amended, legacy(), 2) == ()
    assert unfit(told.story, legacy(), 2) == ()


def test_a_result_amended_within_a_win_keeps_everything_else() -> None:
    told = Teller(2).after(3)
    noted = Played(replace(WIN, gravehold_life=7, nemesis_life=0, lives=(3, 1)))
    amended = replay(told_differently(told.story, fact_of(told, 2, Played), noted), legacy())
    assert amended.games[1].tally == noted.tally
    assert amended.market == told.state.market


def test_a_result_that_turns_into_a_win_makes_the_verdict_superfluous() -> None:
    told = Teller(2).after(1).plan().play(LOSS).tell(Verdict(onward=False)).settle()
    story = told_differently(told.story, fact_of(told, 2, Played), Played(WIN))
    with pytest.raises(ReplayError) as caught:
        replay(story, legacy())
    assert [problem.code for problem in caught.value.problems] == ["verdict.not_asked"]


def test_a_verdict_that_overrules_a_win_takes_the_step_back() -> None:
    told = Teller(2).after(1).plan().play(WIN)
    assert told.state.ended == 2
    told.tell(Verdict(onward=False, reason=REASON))
    assert (told.state.ended, told.state.next_chapter) == (1, 2)


def test_an_earlier_chapter_played_again_and_lost_takes_nothing_back() -> None:
    told = Teller(1).after(3)
    told.tell(Planned(2, foe(2), reason=REASON), game=4).play(LOSS)
    told.tell(Verdict(onward=False)).settle()
    assert told.state.ended == 3
    assert told.state.next_chapter == 4


def test_a_nemesis_whose_life_was_not_noted_has_that_of_its_mat() -> None:
    told = Teller(2).tell(Planned(1, Foe("maelstrom")), game=1)
    assert told.state.games[0].foe.life == 99
    assert told.codes(Played(replace(LOSS, nemesis_life=100))) == ["result.life_above_start"]


def test_a_pile_that_comes_back_from_banishment_is_banished_no_more() -> None:
    told = Teller(2).after(1).plan().play()
    gone = told.state.banished[0]
    card = legacy().find.card(gone.key)
    assert card is not None
    offered = (pile_of(card), *(pile(f"Other {n}") for n in range(3)))
    grows = Growth(offered, (card.id, "~other 0"), ("fire-chakram", "warping-haze"))
    told.tell(MarketGrown(grows, reason=REASON))
    assert card.id in {pile.key for pile in told.state.market}
    assert card.id not in {pile.key for pile in told.state.banished}


def test_a_card_that_comes_back_to_the_pool_is_retired_no_more() -> None:
    told = Teller(2).after(1).plan().tell(BasicJoined(basic("Tin Choir", 1)))
    told.tell(CardTransformed("~tin choir", basic("Tin Mass", 1), 0))
    assert list(told.state.gone) == ["~tin choir"]
    told.tell(CardTransformed("~tin mass", basic("Tin Choir", 1), 0, reason=REASON))
    assert [card.key for card in told.state.pool] == ["~tin choir"]
    assert list(told.state.gone) == ["~tin mass"]
    told.tell(BasicLeft("~tin choir"), BasicJoined(basic("Tin Choir", 1), reason=REASON))
    assert list(told.state.gone) == ["~tin mass"]


def test_stickers_of_a_basic_card_stack_from_the_top_and_go_with_it() -> None:
    told = Teller(2).after(1).plan().tell(BasicJoined(basic("Glass Storm", 1, spaces=2)))
    told.tell(CardEvolved("~glass storm", "first"), CardEvolved("~glass storm", "second"))
    assert told.state.pool[0].stickers == ("first", "second")
    told.tell(CardTransformed("~glass storm", basic("Glass Flood", 1)))
    assert (told.state.pool[0].key, told.state.pool[0].stickers) == ("~glass flood", ())
    assert told.state.pool[0].evolved_from == "~glass storm"


def test_a_starter_sticker_changes_the_hand_of_its_mage_only() -> None:
    told = Teller(2).after(1).plan().play()
    sticker = Sticker(
        "2a", StickerKind.STARTER, "Ember Rune", where=Where.HAND, card_kind=CardKind.SPELL
    )
    told.tell(StickerPlaced(2, sticker))
    first, second = told.state.mats
    assert [card.key for card in second.hand] == ["~ember rune", *["crystal"] * 3, "spark"]
    assert [card.key for card in first.hand] == [*["crystal"] * 4, "spark"]


def test_sections_keep_the_letter_that_the_players_sticker_shows() -> None:
    told = Teller(2).after(1).plan().play().tell(SectionUnlocked("Y", "V", "ours said V"))
    section = told.state.sections.get("Y")
    assert section is not None
    assert (section.letter, section.note, section.game) == ("V", "ours said V", 2)
    assert "V" not in told.state.sections


def test_a_campaign_knows_what_it_recorded_and_what_its_chapter_brings() -> None:
    told = Teller(2).plan()
    known = knowing(told.state, legacy())
    assert {"maelstrom", "fire-chakram", "crystal", "chapter-1", "slash-ic16"} <= known
    assert not {"bladius", "brane-knife", "sap", "chapter-2"} & known
    card = legacy().find.card("brane-knife")
    assert card is not None
    told.play()
    offered = (pile_of(card), *(pile(f"Other {n}") for n in range(3)))
    told.tell(
        MarketGrown(Growth(offered, ("~other 0", "~other 1"), ("fire-chakram", "warping-haze"))),
        Settled(),
    )
    told.plan()
    known = knowing(told.state, legacy())
    # Banished it may be; the players have held it in their hands.
    assert {"brane-knife", "fire-chakram", "chapter-2"} <= known


def test_checking_an_entry_leaves_the_story_alone() -> None:
    told = Teller(2).after(1)
    before = told.story
    assert check(told.story, legacy(), 1, Noted("fine")) == ()
    assert told.story is before
    assert not any(isinstance(fact, Noted) for fact in told.story.facts)


def test_a_decision_closed_and_entered_in_an_earlier_game_breaks_the_closing() -> None:
    told = Teller(2).plan().play().tell(DecisionClosed("growth:1", reason=REASON))
    told.tell(MarketGrown(growth(told.state, "Late")))  # after the closing: fine
    story = told.story
    closing = fact_of(told, 1, DecisionClosed)
    again = told_differently(story, closing, None).with_fact(1, closing)
    with pytest.raises(ReplayError) as caught:
        replay(again, legacy())
    assert caught.value.problems[0].code == "decision.not_open"
