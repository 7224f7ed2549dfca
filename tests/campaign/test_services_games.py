"""Games: plan them, record how they ended."""

import datetime
from typing import Any

import pytest
import time_machine

from campaign.models import Fact, Game, PlaySeat
from campaign.records.reading import fact_of
from campaign.rules.aeons_end.endings import Ending, Result
from campaign.rules.aeons_end.legacy.decisions import StepKind
from campaign.rules.aeons_end.legacy.facts import Foe, Noted, Planned, Played
from campaign.rules.aeons_end.outcome import Tally
from campaign.selectors.campaigns import campaign_facts, campaign_state
from campaign.services.aeons_end import mage_rename
from campaign.services.games import game_settle, game_undo
from tests.campaign.factories import (
    EVENING,
    LOSS,
    REASON,
    WIN,
    amend_game,
    foe,
    plan,
    plan_game,
    planned_campaign,
    play_game,
    played_campaign,
    record_game,
    record_loss,
    record_win,
    refused,
    settled_campaign,
    signed,
    start_campaign,
)
from tracker.systems.aeons_end.shared.selectors import campaign_next_step, results_table

pytestmark = pytest.mark.django_db

ABSURD_GAMES = [0, -1, 2, 10**6, 10**12, 10**30, -(10**30)]


# --- plan ---


def plan_of(game: Game) -> Planned:
    plan = fact_of(game.facts.get(kind="planned"))
    assert isinstance(plan, Planned)
    return plan


def test_a_planned_game_is_of_the_chapter_that_is_due() -> None:
    campaign = settled_campaign()
    session = plan_game(**signed(campaign), foe=foe(2))
    assert (session.number, plan_of(session).chapter) == (2, 2)
    assert campaign_next_step(campaign).kind is StepKind.PLAY


def test_a_typed_nemesis_is_kept_with_its_name_and_life() -> None:
    campaign = settled_campaign()
    plan(campaign, foe=Foe("~glass storm", "  Glass   Storm ", 55))
    session = campaign.games.get(number=2)
    assert plan_of(session).foe == Foe("~glass storm", "Glass Storm", 55)


def test_pairs_are_kept_however_they_are_written() -> None:
    campaign = start_campaign(mages=4)
    session = plan(campaign, pairs=((3, 2), (4, 1)))
    assert plan_of(session).pairs == ((1, 4), (2, 3))
    current = campaign_state(campaign).current
    assert current is not None
    assert current.pairs == ((1, 4), (2, 3))


@pytest.mark.parametrize(
    ("arguments", "codes"),
    [
        ({"chapter": 0, "foe": Foe("~x", "X")}, ["plan.no_such_chapter"]),
        ({"chapter": -3, "foe": Foe("~x", "X")}, ["plan.no_such_chapter"]),
        ({"chapter": 10**12, "foe": Foe("~x", "X")}, ["plan.no_such_chapter"]),
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
        plan_game(**signed(campaign), **({"foe": foe(1)} | arguments))


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
    assert plan_of(session).reason == REASON
    assert campaign_facts(campaign).story.games[1][0].reason == REASON


def test_nothing_is_planned_while_a_game_is_open() -> None:
    campaign = played_campaign()
    with refused("plan.previous_open"):
        plan_game(**signed(campaign), foe=foe(2))


# --- record ---


def test_a_result_is_kept_with_its_evening_and_a_note() -> None:
    campaign = planned_campaign()
    tally = Tally(Result.WIN, Ending.NEMESIS_DEFEATED, 3, 0, (4, 0), frozenset({2}))
    record_game(
        **signed(campaign),
        game=1,
        tally=tally,
        played_on=EVENING,
        minutes=95,
        note=" So close.\r\n",
    )
    assert Fact.objects.get(kind="played").payload["played_on"] == EVENING.isoformat()
    facts = campaign_facts(campaign).story.games[1]
    assert facts[1:] == (Played(tally, played_on=EVENING, minutes=95), Noted("So close."))
    (shown,) = results_table(campaign)
    assert shown.game.tally == tally
    assert (shown.played_on, shown.minutes) == (EVENING, 95)
    assert campaign.changes.latest("pk").recorded_facts.count() == 2


def test_a_mage_noted_only_as_exhausted_is_listed() -> None:
    campaign = planned_campaign()
    tally = Tally(Result.LOSS, exhausted=frozenset({2}))
    record_loss(campaign, tally=tally)
    current = campaign_state(campaign).current
    assert current is not None
    assert current.tally is not None
    assert current.tally.lives == (None, None)
    assert current.tally.exhausted == frozenset({2})


def test_a_loss_to_a_nemesis_whose_dial_means_something_else_may_show_nothing() -> None:
    campaign = settled_campaign()
    plan(campaign, foe=Foe("~regent", "Regent"))
    record_loss(campaign, tally=Tally(Result.LOSS, nemesis_life=0))
    assert Fact.objects.get(kind="played", game__number=2).payload["tally"]["nemesis_life"] == 0


@pytest.mark.parametrize("minutes", [1, 24 * 60])
def test_an_evening_takes_a_minute_to_a_day(minutes: int) -> None:
    record_win(planned_campaign(), minutes=minutes)
    assert Fact.objects.get(kind="played").payload["minutes"] == minutes


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
            {"tally": Tally(Result.WIN, Ending.GRAVEHOLD_FALLEN, 0)},
            ["result.ending_of_other_result", "result.win_with_gravehold_fallen"],
        ),
        ({"tally": Tally(Result.WIN, None, -1)}, ["result.life_below_zero"]),
        (
            {"tally": Tally(Result.WIN, None, 10**12)},
            ["number.out_of_range", "result.life_above_start"],
        ),
        # "The box is right" about where a dial starts, not about what it can show.
        ({"tally": Tally(Result.WIN, None, 10**12), "reason": REASON}, ["number.out_of_range"]),
        (
            {"tally": Tally(Result.WIN, lives=(100, 5)), "reason": REASON},
            ["number.out_of_range"],
        ),
        ({"tally": Tally(Result.WIN, lives=(1, 1, 1))}, ["result.seat_unknown"]),
        (
            {"tally": Tally(Result.LOSS, exhausted=frozenset({0, 10**12}))},
            ["result.seat_unknown"],
        ),
        (
            {
                "tally": Tally(Result.LOSS, None, 31, 0, (0, 11), frozenset({2})),
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
        record_game(**{**signed(campaign), "game": 1, "tally": WIN, **arguments})


@time_machine.travel("2026-05-01 23:30Z", tick=False)
def test_tomorrow_is_no_day_on_which_a_game_was_played() -> None:
    campaign = planned_campaign()
    with refused("result.played_on"):
        record_win(campaign, played_on=datetime.date(2026, 5, 2))
    record_win(campaign, played_on=datetime.date(2026, 5, 1))
    assert campaign_facts(campaign).results[1].played_on == datetime.date(2026, 5, 1)


def test_a_name_in_two_unicode_spellings_is_one_name() -> None:
    one, other = (end_game_of(name) for name in ("Zo\u00e9", "Zoe\u0301"))
    assert one == other == {"Zo\u00e9"}


def end_game_of(player: str) -> set[str]:
    """Play a game in which a mage is somebody's; return who the ledger of plays says it was."""
    campaign = planned_campaign()
    mage_rename(**signed(campaign), seat=1, name="Ilva", player=player)
    record_win(campaign)
    return {seat.player for seat in PlaySeat.objects.filter(seat=1)}


def test_each_problem_of_a_note_stands_beside_the_note() -> None:
    campaign = planned_campaign()
    with refused("text.too_long") as caught:
        record_game(**signed(campaign), game=1, tally=WIN, note="x" * 5000)
    assert caught.value.problems[0].path == "note"
    assert caught.value.problems[0].details == {"most": 4000, "actual": 5000}


@pytest.mark.parametrize("game", ABSURD_GAMES)
def test_there_is_no_such_game(game: int) -> None:
    campaign = planned_campaign()
    with refused("game.not_there"):
        record_game(**signed(campaign), game=game, tally=WIN)
    with refused("game.not_there"):
        amend_game(**signed(campaign), game=game, tally=WIN)
    with refused("game.not_there"):
        game_settle(**signed(campaign), game=game)
    with refused("game.not_there"):
        game_undo(**signed(campaign), game=game)


def test_a_game_of_another_campaign_is_not_there() -> None:
    other = play_game(settled_campaign())
    assert campaign_state(other).games[1].number == 2
    campaign = planned_campaign()
    with refused("game.not_there"):
        amend_game(**signed(campaign), game=2, tally=WIN)


def test_a_game_ends_once() -> None:
    campaign = played_campaign()
    with refused("result.already_recorded"):
        record_game(**signed(campaign), game=1, tally=LOSS)
