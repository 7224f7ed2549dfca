"""Games: plan, record, amend, settle, undo."""

import datetime
from typing import Any

import pytest
import time_machine

from campaign.models import Campaign, Fact, Session
from campaign.rules.aeons_end.legacy.decisions import DecisionKind, StepKind
from campaign.rules.aeons_end.legacy.facts import Foe, MarketGrown, Noted, Played, Verdict
from campaign.rules.aeons_end.legacy.state import Phase
from campaign.rules.outcome import Ending, Outcome, Result, Tally
from campaign.rules.problems import RulesError
from campaign.selectors import campaign_next_step, campaign_record, campaign_state, results_table
from campaign.services.games import game_amend, game_plan, game_record, game_settle, game_undo
from tests.campaign.factories import (
    EVENING,
    LOSS,
    REASON,
    WIN,
    answer_all,
    finished_campaign,
    foe,
    growth,
    plan,
    planned_campaign,
    play_game,
    played_campaign,
    record,
    record_loss,
    record_win,
    refused,
    settle_all,
    settled_campaign,
    signed,
    start_campaign,
    third_chapter,
)

pytestmark = pytest.mark.django_db

ABSURD_GAMES = [0, -1, 2, 10**6, 10**12, 10**30, -(10**30)]


# --- plan ---


def test_a_planned_game_is_of_the_chapter_that_is_due() -> None:
    campaign = settled_campaign()
    session = game_plan(**signed(campaign), foe=foe(2))
    assert (session.number, session.chapter) == (2, 2)
    assert campaign_next_step(campaign).kind is StepKind.PLAY


def test_a_typed_nemesis_is_kept_with_its_name_and_life() -> None:
    campaign = settled_campaign()
    plan(campaign, foe=Foe("~glass storm", "  Glass   Storm ", 55))
    session = campaign.sessions.get(number=2)
    assert session.nemesis_key == "~glass storm"
    assert session.nemesis_name == "Glass Storm"
    assert session.nemesis_life == 55


def test_pairs_are_kept_however_they_are_written() -> None:
    campaign = start_campaign(mages=4)
    session = plan(campaign, pairs=((3, 2), (4, 1)))
    assert session.paired_with_first == 4
    current = campaign_state(campaign).current
    assert current is not None
    assert current.pairs == ((1, 4), (2, 3))


@pytest.mark.parametrize(
    ("arguments", "codes"),
    [
        ({"chapter": 0, "foe": Foe("~x", "X")}, ["plan.no_such_chapter"]),
        ({"chapter": -3, "foe": Foe("~x", "X")}, ["plan.no_such_chapter"]),
        (
            {"chapter": 10**12, "foe": Foe("~x", "X")},
            ["plan.no_such_chapter", *["pool.tier_mismatch"] * 3],
        ),
        ({"chapter": 2}, ["plan.chapter_unexpected", "plan.nemesis_other_chapter"]),
        ({"foe": Foe("")}, ["plan.nemesis_missing"]),
        ({"foe": Foe("~", " \t ")}, ["plan.nemesis_missing"]),
        ({"foe": Foe("~\u200b", "\u200b")}, ["plan.nemesis_missing"]),
        ({"foe": Foe("nobody")}, ["plan.nemesis_unknown"]),
        ({"foe": Foe("~x", "X", 0)}, ["plan.nemesis_life_impossible"]),
        ({"foe": Foe("~x", "X", -1)}, ["plan.nemesis_life_impossible"]),
        ({"foe": Foe("~x", "X", 10**12)}, ["plan.nemesis_life_impossible"]),
        ({"foe": Foe("~" + "x" * 101, "X" * 101)}, ["text.too_long"]),
        ({"foe": Foe("~" + "x" * 500, "X" * 500)}, ["text.too_long"]),
        ({"foe": Foe("~a\0b", "A\0B")}, ["text.forbidden"]),
        ({"foe": Foe("~\ud800", "\ud800")}, ["text.forbidden"]),
        ({"foe": Foe("~\u202eabc", "\u202eabc")}, ["text.forbidden"]),
        ({"reason": "x" * 301}, ["text.too_long"]),
        ({"reason": "a\0"}, ["text.forbidden"]),
        ({"pairs": ((1, 2), (3, 4))}, ["plan.pairs"]),
        (
            {"chapter": 0, "foe": Foe("~x", "X" * 101 + "\0", 100), "pairs": ((1, 1), (1, 1))},
            [
                "plan.no_such_chapter",
                "plan.nemesis_life_impossible",
                "plan.pairs",
                "text.too_long",
                "text.forbidden",
            ],
        ),
    ],
)
def test_a_plan_is_refused_with_every_problem(arguments: dict[str, Any], codes: list[str]) -> None:
    campaign = start_campaign()
    with refused(*codes):
        game_plan(**signed(campaign), **({"foe": foe(1)} | arguments))


def test_the_longest_name_is_kept_though_its_key_is_three_times_as_long() -> None:
    campaign = settled_campaign()
    name = "ΐ" * 100
    plan(campaign, foe=Foe("~" + name.casefold(), name))
    current = campaign_state(campaign).current
    assert current is not None
    assert current.foe.name == name


def test_another_chapter_needs_a_reason_and_keeps_it() -> None:
    campaign = start_campaign()
    session = plan(campaign, chapter=2, reason=f"  {REASON} ")
    assert session.reason == REASON
    assert campaign_record(campaign).story.games[0].facts[0].reason == REASON


def test_nothing_is_planned_while_a_game_is_open() -> None:
    campaign = played_campaign()
    with refused("plan.previous_open"):
        game_plan(**signed(campaign), foe=foe(2))


def test_nothing_is_planned_after_the_last_chapter() -> None:
    campaign = finished_campaign(mages=1)
    with refused("plan.campaign_finished"):
        game_plan(**signed(campaign), foe=foe(7))


def test_the_third_chapter_asks_for_the_table_s_pool() -> None:
    campaign = third_chapter()
    assert len(campaign_state(campaign).pool) == 15


# --- record ---


def test_a_result_is_kept_with_its_evening_and_a_note() -> None:
    campaign = planned_campaign()
    tally = Tally(Outcome(Result.WIN, Ending.NEMESIS_DEFEATED), 3, 0, (4, 0), frozenset({2}))
    row = game_record(
        **signed(campaign),
        game=1,
        tally=tally,
        played_on=EVENING,
        minutes=95,
        note=" So close.\r\n",
    )
    assert row.result.played_on == EVENING
    game = campaign_record(campaign).story.games[0]
    assert game.facts[1:] == (Played(tally), Noted("So close."))
    (shown,) = results_table(campaign)
    assert shown.game.tally == tally
    assert (shown.evening.played_on, shown.evening.minutes) == (EVENING, 95)
    assert campaign.deeds.latest("pk").recorded_facts.count() == 2


def test_a_mage_noted_only_as_exhausted_is_listed() -> None:
    campaign = planned_campaign()
    tally = Tally(Outcome(Result.LOSS), exhausted=frozenset({2}))
    record_loss(campaign, tally=tally)
    current = campaign_state(campaign).current
    assert current is not None
    assert current.tally is not None
    assert current.tally.lives == (None, None)
    assert current.tally.exhausted == frozenset({2})


def test_a_loss_to_a_nemesis_whose_dial_means_something_else_may_show_nothing() -> None:
    campaign = settled_campaign()
    plan(campaign, foe=Foe("~regent", "Regent"))
    record_loss(campaign, tally=Tally(Outcome(Result.LOSS), nemesis_life=0))
    assert Fact.objects.get(kind="played", session__number=2).result.nemesis_life == 0


@pytest.mark.parametrize("minutes", [1, 24 * 60])
def test_an_evening_takes_a_minute_to_a_day(minutes: int) -> None:
    row = record_win(planned_campaign(), minutes=minutes)
    assert row.result.minutes == minutes


@time_machine.travel("2026-05-01 12:00Z", tick=False)
@pytest.mark.parametrize(
    ("arguments", "codes"),
    [
        ({"minutes": 0}, ["result.minutes"]),
        ({"minutes": -5}, ["result.minutes"]),
        ({"minutes": 24 * 60 + 1}, ["result.minutes"]),
        ({"minutes": 10**12}, ["result.minutes"]),
        ({"played_on": datetime.date.min}, ["result.played_on"]),
        ({"played_on": datetime.date.max}, ["result.played_on"]),
        ({"played_on": datetime.date(2026, 5, 3)}, ["result.played_on"]),
        ({"note": "x" * 4001}, ["text.too_long"]),
        ({"note": "a\0b"}, ["text.forbidden"]),
        ({"reason": "x" * 301}, ["text.too_long"]),
        (
            {"tally": Tally(Outcome(Result.WIN, Ending.GRAVEHOLD_FALLEN), 0)},
            ["result.ending_of_other_result", "result.win_with_gravehold_fallen"],
        ),
        ({"tally": Tally(Outcome(Result.WIN), -1)}, ["result.life_below_zero"]),
        (
            {"tally": Tally(Outcome(Result.WIN), 10**12)},
            ["number.out_of_range", "result.life_above_start"],
        ),
        # "The box is right" about where a dial starts, not about what it can show.
        ({"tally": Tally(Outcome(Result.WIN), 10**12), "reason": REASON}, ["number.out_of_range"]),
        (
            {"tally": Tally(Outcome(Result.WIN), lives=(100, 5)), "reason": REASON},
            ["number.out_of_range"],
        ),
        ({"tally": Tally(Outcome(Result.WIN), lives=(1, 1, 1))}, ["result.seat_unknown"]),
        (
            {"tally": Tally(Outcome(Result.LOSS), exhausted=frozenset({0, 10**12}))},
            ["result.seat_unknown"],
        ),
        (
            {
                "tally": Tally(Outcome(Result.LOSS), 31, 0, (0, 11), frozenset({2})),
                "minutes": 0,
                "played_on": datetime.date(1999, 12, 31),
                "note": "\0",
            },
            [
                "result.loss_with_nemesis_at_zero",
                "result.life_above_start",
                "result.life_above_start",
                "result.life_zero_not_exhausted",
                "result.exhausted_with_life",
                "result.minutes",
                "result.played_on",
                "text.forbidden",
            ],
        ),
    ],
)
def test_a_result_is_refused_with_every_problem(
    arguments: dict[str, Any], codes: list[str]
) -> None:
    campaign = planned_campaign()
    with refused(*codes):
        game_record(**signed(campaign), **({"game": 1, "tally": WIN} | arguments))


@time_machine.travel("2026-05-01 23:30Z", tick=False)
def test_where_the_players_are_it_may_be_tomorrow_already() -> None:
    row = record_win(planned_campaign(), played_on=datetime.date(2026, 5, 2))
    assert row.result.played_on == datetime.date(2026, 5, 2)


def test_each_problem_of_a_note_stands_beside_the_note() -> None:
    campaign = planned_campaign()
    with refused("text.too_long") as caught:
        game_record(**signed(campaign), game=1, tally=WIN, note="x" * 5000)
    assert caught.value.problems[0].path == "note"
    assert caught.value.problems[0].details == {"most": 4000, "actual": 5000}


@pytest.mark.parametrize("game", ABSURD_GAMES)
def test_there_is_no_such_game(game: int) -> None:
    campaign = planned_campaign()
    with refused("game.not_there"):
        game_record(**signed(campaign), game=game, tally=WIN)
    with refused("game.not_there"):
        game_amend(**signed(campaign), game=game, tally=WIN)
    with refused("game.not_there"):
        game_settle(**signed(campaign), game=game)
    with refused("game.not_there"):
        game_undo(**signed(campaign), game=game)


def test_a_game_of_another_campaign_is_not_there() -> None:
    other = play_game(settled_campaign())
    assert campaign_state(other).games[1].number == 2
    campaign = planned_campaign()
    with refused("game.not_there"):
        game_amend(**signed(campaign), game=2, tally=WIN)


def test_a_game_ends_once() -> None:
    campaign = played_campaign()
    with refused("result.already_recorded"):
        game_record(**signed(campaign), game=1, tally=LOSS)


# --- amend ---


def test_an_early_result_is_amended_if_the_whole_story_still_holds() -> None:
    campaign = play_game(settled_campaign())
    old = Fact.objects.get(session__campaign=campaign, session__number=1, kind="played")
    closer = Tally(Outcome(Result.WIN, Ending.NEMESIS_DEFEATED), 1, 0)
    row = game_amend(**signed(campaign), game=1, tally=closer, played_on=EVENING, minutes=10)
    assert row.replaces == old
    assert row.place == old.place
    assert campaign_state(campaign).games[0].tally == closer
    old.refresh_from_db()
    assert old.withdrawn == row.recorded
    assert old.result.gravehold_life == WIN.gravehold_life  # what was said before is still there


def test_an_early_win_cannot_become_a_loss_that_the_later_story_rests_on() -> None:
    campaign = play_game(settled_campaign())
    plan(campaign)
    # Chapter 2 lost: then its market has not grown, and chapter 3 has not come.
    with refused("story.later_fact_breaks") as caught:
        game_amend(**signed(campaign), game=2, tally=LOSS)
    details = caught.value.problems[0].details
    assert details["game"] == 2
    assert details["kind"] == "section"
    assert details["codes"] == ("section.too_early",)


def test_a_correction_names_the_later_game_that_it_would_break() -> None:
    campaign = settled_campaign()
    plan(campaign)
    record_loss(campaign)
    answer_all(campaign, onward=False)
    game_settle(**signed(campaign), game=2)
    plan(campaign)  # chapter 2 once more, which a win would have ended
    assert campaign_state(campaign).games[2].chapter == 2
    verdict = Fact.objects.get(session__campaign=campaign, kind="verdict")
    assert verdict.session.number == 2
    with refused("story.later_fact_breaks") as caught:
        game_amend(**signed(campaign), game=2, tally=WIN)
    assert caught.value.problems[0].details["game"] == 2
    assert caught.value.problems[0].details["kind"] == "verdict"


def test_the_first_chapter_goes_on_win_or_lose_so_its_result_may_change() -> None:
    campaign = play_game(settled_campaign())
    game_amend(**signed(campaign), game=1, tally=LOSS)
    assert not campaign_state(campaign).games[0].won
    assert campaign_state(campaign).ended == 2


def test_an_amendment_is_refused_with_every_problem() -> None:
    campaign = played_campaign()
    with refused(
        "result.win_with_gravehold_fallen", "result.minutes", "result.played_on", "text.too_long"
    ):
        game_amend(
            **signed(campaign),
            game=1,
            tally=Tally(Outcome(Result.WIN), 0),
            minutes=0,
            played_on=datetime.date(3000, 1, 1),
            reason="x" * 301,
        )


def test_only_what_was_recorded_is_amended() -> None:
    campaign = planned_campaign()
    with refused("result.not_recorded"):
        game_amend(**signed(campaign), game=1, tally=WIN)


def test_a_result_is_amended_again_and_again() -> None:
    campaign = played_campaign()
    for life in range(1, 6):
        game_amend(**signed(campaign), game=1, tally=Tally(Outcome(Result.WIN), life))
    rows = Fact.objects.filter(session__campaign=campaign, kind="played").order_by("pk")
    assert [row.result.gravehold_life for row in rows] == [12, 1, 2, 3, 4, 5]
    assert [row.withdrawn is None for row in rows] == [False] * 5 + [True]
    assert {row.place for row in rows} == {1}


# --- settle ---


def test_a_game_is_settled_when_nothing_is_open() -> None:
    campaign = answer_all(played_campaign())
    game_settle(**signed(campaign), game=1)
    current = campaign_state(campaign).current
    assert current is not None
    assert current.phase is Phase.SETTLED


def test_settling_names_everything_that_is_open() -> None:
    campaign = settled_campaign()
    plan(campaign)
    record_win(campaign)
    open_now = tuple(d.key for d in campaign_next_step(campaign).decisions)
    assert len(open_now) > 5
    with refused("settle.decisions_open") as caught:
        game_settle(**signed(campaign), game=2)
    assert caught.value.problems[0].details["decisions"] == open_now


def test_a_game_without_a_result_is_not_settled() -> None:
    campaign = planned_campaign()
    with refused("settle.no_result"):
        game_settle(**signed(campaign), game=1)
    campaign = settled_campaign()
    with refused("settle.already_settled"):
        game_settle(**signed(campaign), game=1)


def test_settling_the_last_chapter_finishes_the_campaign() -> None:
    campaign = finished_campaign(mages=1)
    assert campaign_state(campaign).finished
    assert campaign_next_step(campaign).kind is StepKind.FINISHED


# --- undo ---


def test_undoing_withdraws_the_last_game_with_all_its_facts_and_keeps_them_in_the_log() -> None:
    campaign = settled_campaign()
    before = campaign_state(campaign)
    play_game(campaign)
    facts = Fact.objects.standing().filter(session__number=2).count()
    session = game_undo(**signed(campaign), game=2)
    assert campaign_state(campaign) == before
    deed = campaign.deeds.latest("pk")
    assert session.withdrawn == deed
    assert deed.withdrawn_facts.count() == facts > 10
    assert Fact.objects.filter(session=session).count() == facts
    assert Session.objects.filter(campaign=campaign).count() == 2


def test_only_the_last_game_is_undone() -> None:
    campaign = play_game(settled_campaign())
    with refused("undo.not_the_last_game"):
        game_undo(**signed(campaign), game=1)


def test_an_undone_game_is_planned_again_under_its_number() -> None:
    campaign = settled_campaign()
    plan(campaign)
    game_undo(**signed(campaign), game=2)
    session = plan(campaign, foe=Foe("~another", "Another"))
    assert session.number == 2
    assert campaign.sessions.filter(number=2).count() == 2
    with refused("game.not_there"):
        game_undo(**signed(campaign), game=3)


def test_all_games_can_be_undone_one_after_the_other() -> None:
    campaign = start_campaign()
    states = [campaign_state(campaign)]
    states += [campaign_state(play_game(campaign)) for _ in range(3)]
    for number in (3, 2, 1):
        assert campaign_state(campaign) == states[number]
        game_undo(**signed(campaign), game=number)
    assert campaign_state(campaign) == states[0]


# --- a chapter that is lost ---


def test_a_lost_chapter_is_played_again_if_the_story_says_so() -> None:
    campaign = settled_campaign()
    play_game(campaign, won=False, onward=False)
    assert campaign_state(campaign).next_chapter == 2
    play_game(campaign, won=False, onward=True)
    assert campaign_state(campaign).next_chapter == 3


def test_a_second_verdict_is_refused_whatever_the_reason() -> None:
    campaign = settled_campaign()
    plan(campaign)
    record_loss(campaign)
    record(campaign, Verdict(onward=False))
    with refused("fact.once_per_game") as caught:
        record(campaign, Verdict(onward=True, reason=REASON))
    assert caught.value.problems[0].details == {"game": 2, "kind": "verdict"}


def test_the_market_grows_once_in_a_game() -> None:
    campaign = played_campaign()
    market = [pile.key for pile in campaign_state(campaign).market]
    record(campaign, MarketGrown(growth(1, tuple(market[:2]))))
    with pytest.raises(RulesError) as caught:
        record(campaign, MarketGrown(growth(9, tuple(market[2:4])), reason=REASON))
    assert [problem.code for problem in caught.value.problems] == ["market.already_grown"]


def test_everything_due_is_answered_before_a_game_is_settled() -> None:
    campaign = settled_campaign()
    plan(campaign)
    record_win(campaign)
    answer_all(campaign, but=DecisionKind.POOL)
    assert [d.kind for d in campaign_next_step(campaign).decisions] == [DecisionKind.POOL]
    settle_all(campaign)
    assert Campaign.objects.get().revision == campaign.revision
