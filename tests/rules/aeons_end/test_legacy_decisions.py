"""What a campaign has still to decide, and the one thing to do next, through a chapter's life."""

from dataclasses import replace

from campaign.rules.aeons_end.catalogue.pack import Moment, When
from campaign.rules.aeons_end.legacy.decisions import (
    CLOSED_FREELY,
    NEVER_CLOSED,
    Decision,
    DecisionKind,
    NextStep,
    StepKind,
    begins_with,
    next_step,
    open_decisions,
)
from campaign.rules.aeons_end.legacy.facts import (
    BasicJoined,
    BasicLeft,
    DecisionClosed,
    MarketGrown,
    Planned,
    SealOpened,
    Settled,
    Verdict,
)
from campaign.rules.aeons_end.legacy.state import GameStatus
from tests.rules.aeons_end.legacy_replay import replay
from tests.rules.aeons_end.legacy_stories import (
    LOSS,
    REASON,
    WIN,
    Teller,
    basic,
    foe,
    growth,
    missing_basics,
)
from tests.rules.packs import legacy


def step(told: Teller) -> NextStep:
    return next_step(told.state, legacy())


def keys(told: Teller) -> list[str]:
    return [decision.key for decision in open_decisions(told.state, legacy())]


def test_a_new_campaign_plans_its_first_chapter() -> None:
    assert step(Teller(2)) == NextStep(StepKind.PLAN, chapter=1, game=1)


def test_a_planned_game_is_played_and_nothing_is_open_in_chapter_one() -> None:
    assert step(Teller(2).plan()) == NextStep(StepKind.PLAY, chapter=1, game=1)


def test_after_chapter_one_the_market_grows_whoever_won() -> None:
    grows = Decision(DecisionKind.GROWTH, "1", moment=Moment(1, When.END))
    for tally in (WIN, LOSS):
        told = Teller(2).plan().play(tally)
        assert step(told) == NextStep(StepKind.AFTERMATH, 1, 1, (grows,))
        told.tell(MarketGrown(growth(told.state, "First")))
        assert step(told) == NextStep(StepKind.SETTLE, 1, 1)
        told.tell(Settled())
        assert step(told) == NextStep(StepKind.PLAN, chapter=2, game=2)


def test_chapter_two_begins_with_its_envelope_and_evolution() -> None:
    told = Teller(2).after(1).plan()
    assert keys(told) == ["seal:envelope-2", "section:S"]
    assert step(told).kind is StepKind.PLAY
    told.tell(SealOpened("envelope-2"))
    assert keys(told) == ["section:S"]


def test_a_won_chapter_two_asks_for_everything_in_the_order_of_the_walk() -> None:
    told = Teller(2).after(1).plan().play()
    assert keys(told) == [
        "seal:envelope-2",
        *(f"section:{letter}" for letter in "AFHNOQSY"),
        "slot:2a:1",
        "slot:2b:1",
        "slot:2a:2",
        "slot:2b:2",
        "growth:2",
    ]
    assert step(told).kind is StepKind.AFTERMATH
    told.answer_all()
    assert step(told).kind is StepKind.SETTLE


def test_a_lost_chapter_two_asks_first_what_the_story_card_said() -> None:
    told = Teller(2).after(1).plan().play(LOSS)
    assert keys(told) == ["seal:envelope-2", "verdict:2", "section:S"]
    told.tell(Verdict(onward=False)).settle()
    assert step(told) == NextStep(StepKind.PLAN, chapter=2, game=3)
    told.plan().play(LOSS).tell(Verdict(onward=True))
    assert "growth:2" in keys(told)
    assert step(told.settle()) == NextStep(StepKind.PLAN, chapter=3, game=4)


def test_evolution_is_asked_after_each_game_once_there_are_basics() -> None:
    told = Teller(2).after(1).plan()
    told.tell(BasicJoined(basic("Glass Storm", 1)))
    assert "evolution:2" not in keys(told)
    told.play(LOSS).tell(Verdict(onward=False))
    assert "evolution:2" in keys(told)
    told.tell(DecisionClosed("evolution:2"))
    assert "evolution:2" not in keys(told)
    told.settle().plan().play(LOSS)
    assert "evolution:3" in keys(told)


def test_the_numbers_of_basic_cards_are_asked_for_from_section_k_on() -> None:
    # P. 10: section K, at the start of chapter 3, says how many of each tier there are.
    told = Teller(1).after(1).plan().play().answer_all()
    assert not any("pool" in key for key in keys(told))
    told.tell(Settled()).plan(3)
    assert keys(told)[-1] == "pool:1"
    assert begins_with(told.state, legacy())[-1].kind is DecisionKind.POOL


def test_the_pool_is_asked_for_until_it_has_the_tables_numbers() -> None:
    told = Teller(1).after(1).plan().play().answer_all().tell(Settled()).plan(3)
    told.answer_all(but=[DecisionKind.POOL])
    *most, last = missing_basics(told.state)
    told.tell(*(BasicJoined(card) for card in most))
    assert keys(told) == ["pool:1"]
    told.tell(BasicJoined(last))
    assert keys(told) == []
    told.tell(BasicLeft(last.key, reason=REASON))
    assert keys(told) == ["pool:1"]
    told.play()
    assert told.codes(Settled()) == ["settle.decisions_open"]


def test_verdict_and_pool_are_never_waived_and_only_evolution_needs_no_reason() -> None:
    assert {DecisionKind.VERDICT, DecisionKind.POOL} == NEVER_CLOSED
    assert {DecisionKind.EVOLUTION} == CLOSED_FREELY
    told = Teller(2).after(1).plan().play()
    for decision in open_decisions(told.state, legacy()):
        waived = told.codes(DecisionClosed(decision.key, reason=REASON))
        assert waived == (["decision.cannot_be_waived"] if decision.kind in NEVER_CLOSED else []), (
            decision
        )


def test_a_waived_decision_is_not_asked_again_in_later_games() -> None:
    told = Teller(2).after(1).plan().tell(DecisionClosed("section:S", reason=REASON))
    assert keys(told) == ["seal:envelope-2"]
    told.play().settle().plan()
    assert "section:S" not in keys(told)


def test_what_was_waived_can_still_be_entered_when_it_turns_up() -> None:
    told = Teller(2).plan().play().tell(DecisionClosed("growth:1", reason=REASON), Settled())
    assert step(told).kind is StepKind.PLAN
    told.tell(MarketGrown(growth(told.state, "Late")), game=1)
    assert told.state.grown == {1}


def test_a_skipped_chapter_leaves_its_growth_to_be_waived() -> None:
    told = Teller(1).after(1)
    told.tell(*(BasicJoined(card) for card in missing_basics(told.state)), game=1)
    told.tell(Planned(3, foe(3), reason=REASON), game=2).play()
    assert {"growth:2", "growth:3", "slot:2a:1", "slot:3:1"} <= set(keys(told))
    told.settle()
    assert told.state.next_chapter == 4


def test_the_last_chapter_finishes_the_campaign_once_it_is_settled() -> None:
    told = Teller(1).after(6).plan().play()
    assert not told.state.finished
    assert step(told).kind is StepKind.AFTERMATH
    told.settle()
    assert told.state.finished
    assert step(told) == NextStep(StepKind.FINISHED, chapter=7)


def test_a_lost_last_chapter_can_end_the_campaign_or_be_played_again() -> None:
    told = Teller(1).after(6).plan().play(LOSS).tell(Verdict(onward=False)).settle()
    assert step(told) == NextStep(StepKind.PLAN, chapter=7, game=8)
    told.plan().play(LOSS).tell(Verdict(onward=True)).settle()
    assert told.state.finished
    assert told.state.current is not None
    assert told.state.current.phase is GameStatus.SETTLED
    assert not told.state.current.won


def test_after_the_last_chapter_no_growth_is_asked_for_and_one_may_be_entered() -> None:
    told = Teller(1).after(6).plan().play()
    assert not [key for key in keys(told) if key.startswith("growth")]
    told.tell(MarketGrown(growth(told.state, "Last"))).settle()
    assert told.state.grown >= {7}
    assert told.state.finished


def test_a_campaign_that_declined_its_last_growth_still_replays() -> None:
    told = Teller(1).after(6).plan().play()
    declined = DecisionClosed("growth:7", reason=REASON)
    assert told.codes(declined) == ["decision.not_open"]
    games = {**told.story.games, 7: (*told.story.games[7], declined)}
    assert replay(replace(told.story, games=games), legacy()).closed >= {"growth:7"}
