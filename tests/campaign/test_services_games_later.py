"""Games once their result is there: amend, settle, undo, play again."""

import datetime

import pytest

from campaign.models import Campaign, Fact, Game
from campaign.rules.aeons_end.endings import Ending, Result
from campaign.rules.aeons_end.legacy.decisions import DecisionKind, StepKind
from campaign.rules.aeons_end.legacy.facts import Foe, MarketGrown, Played, Verdict
from campaign.rules.aeons_end.legacy.state import GameStatus
from campaign.rules.aeons_end.outcome import Tally
from campaign.rules.core.problems import RulesError
from campaign.selectors.campaigns import amend_preview, campaign_state
from campaign.services.games import game_settle, game_undo
from tests.campaign.factories import (
    EVENING,
    LOSS,
    REASON,
    WIN,
    amend_game,
    answer_all,
    finished_campaign,
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
)
from tracker.systems.aeons_end.shared.selectors import campaign_next_step

pytestmark = pytest.mark.django_db

# --- amend ---


def test_an_early_result_is_amended_if_the_whole_story_still_holds() -> None:
    campaign = play_game(settled_campaign())
    old = Fact.objects.get(game__campaign=campaign, game__number=1, kind="played")
    closer = Tally(Result.WIN, Ending.NEMESIS_DEFEATED, 1, 0)
    amend_game(**signed(campaign), game=1, tally=closer, played_on=EVENING, minutes=10)
    row = Fact.objects.get(replaces=old)
    assert row.place == old.place
    assert campaign_state(campaign).games[0].tally == closer
    old.refresh_from_db()
    assert old.withdrawn == row.recorded
    # What was recorded before is still there.
    assert old.payload["tally"]["gravehold_life"] == WIN.gravehold_life


def test_an_early_win_cannot_become_a_loss_that_the_later_story_rests_on() -> None:
    campaign = play_game(settled_campaign())
    plan(campaign)
    # Chapter 2 lost: then its story has not gone on, and chapter 3 has not come.
    with refused("story.later_fact_breaks") as caught:
        amend_game(**signed(campaign), game=2, tally=LOSS)
    details = caught.value.problems[0].details
    assert details["game"] == 3
    assert details["kind"] == "planned"
    codes = details["codes"]
    assert isinstance(codes, tuple)
    assert "plan.previous_open" in codes


def test_a_correction_names_the_later_game_that_it_would_break() -> None:
    campaign = settled_campaign()
    plan(campaign)
    record_loss(campaign)
    answer_all(campaign, onward=False)
    game_settle(**signed(campaign), game=2)
    plan(campaign)  # chapter 2 once more, which a win would have ended
    assert campaign_state(campaign).games[2].chapter == 2
    verdict = Fact.objects.get(game__campaign=campaign, kind="verdict")
    assert verdict.game.number == 2
    with refused("story.later_fact_breaks") as caught:
        amend_game(**signed(campaign), game=2, tally=WIN)
    assert caught.value.problems[0].details["game"] == 3
    assert caught.value.problems[0].details["kind"] == "planned"
    assert Fact.objects.not_withdrawn().filter(pk=verdict.pk).exists()


def lost_twice_over() -> Campaign:
    """Return a campaign whose second game was lost and is to be played again."""
    campaign = settled_campaign()
    plan(campaign)
    record_loss(campaign)
    record(campaign, Verdict(onward=False))
    return campaign


def test_a_loss_corrected_to_a_win_takes_its_verdict_along_in_the_same_deed() -> None:
    campaign = lost_twice_over()
    verdict = Fact.objects.get(game__campaign=campaign, kind="verdict")
    amend_game(**signed(campaign), game=2, tally=WIN)
    verdict.refresh_from_db()
    assert verdict.withdrawn == campaign.changes.latest("pk")
    game = campaign_state(campaign).games[1]
    assert (game.won, game.onward) == (True, True)
    assert campaign_state(campaign).ended == 2


def test_a_verdict_that_is_still_asked_for_stays() -> None:
    campaign = lost_twice_over()
    amend_game(**signed(campaign), game=2, tally=Tally(Result.LOSS, None, 3))
    assert Fact.objects.not_withdrawn().filter(kind="verdict").count() == 1


def test_a_settled_loss_corrected_to_a_win_says_that_its_aftermath_is_to_be_opened() -> None:
    campaign = lost_twice_over()
    settle_all(campaign, onward=False)
    with refused("story.aftermath_breaks") as caught:
        amend_game(**signed(campaign), game=2, tally=WIN)
    assert caught.value.problems[0].details["kind"] == "settled"
    assert Fact.objects.not_withdrawn().filter(kind="verdict").count() == 1


def test_the_latest_win_is_no_loss_while_its_aftermath_rests_on_it() -> None:
    campaign = play_game(settled_campaign())
    with refused("story.aftermath_breaks") as caught:
        amend_game(**signed(campaign), game=2, tally=LOSS)
    assert caught.value.problems[0].details["game"] == 2


def _unfit(campaign: Campaign) -> list[int]:
    going = amend_preview(campaign, game=2, played=Played(LOSS))
    return [entry.id for entry in going]


def test_what_no_longer_fits_goes_with_the_old_result_once_all_of_it_is_named() -> None:
    campaign = play_game(settled_campaign())
    going = _unfit(campaign)
    kinds = set(Fact.objects.filter(pk__in=going).values_list("kind", flat=True))
    # What came at the chapter's start, and the basic cards that were met, stay.
    assert kinds == {"section", "sticker", "growth", "settled"}
    with refused("story.aftermath_breaks"):
        amend_game(**signed(campaign), game=2, tally=LOSS, without=going[1:])
    stood = Fact.objects.not_withdrawn().count()
    amend_game(**signed(campaign), game=2, tally=LOSS, without=going)
    gone = Fact.objects.filter(pk__in=going)
    assert {fact.withdrawn for fact in gone} == {campaign.changes.latest("pk")}
    assert Fact.objects.not_withdrawn().count() == stood - len(going)
    assert campaign_next_step(campaign).kind is StepKind.AFTERMATH
    assert campaign_state(campaign).ended == 1


def test_nothing_that_still_fits_goes_though_it_is_named() -> None:
    campaign = play_game(settled_campaign())
    everything = list(Fact.objects.not_withdrawn().values_list("pk", flat=True))
    going = _unfit(campaign)
    amend_game(**signed(campaign), game=2, tally=LOSS, without=everything)
    assert set(Fact.objects.exclude(withdrawn=None).values_list("pk", flat=True)) == {
        *going,
        Fact.objects.get(kind="played", game__number=2, replaced_by__isnull=False).pk,
    }


def test_a_later_game_stands_in_the_way_whatever_is_named() -> None:
    campaign = play_game(settled_campaign())
    plan(campaign)
    with refused("story.later_fact_breaks") as caught:
        amend_game(**signed(campaign), game=2, tally=LOSS, without=_unfit(campaign))
    details = caught.value.problems[0].details
    assert (details["game"], details["kind"]) == (3, "planned")


def test_the_first_chapter_goes_on_win_or_lose_so_its_result_may_change() -> None:
    campaign = play_game(settled_campaign())
    amend_game(**signed(campaign), game=1, tally=LOSS)
    assert not campaign_state(campaign).games[0].won
    assert campaign_state(campaign).ended == 2


def test_an_amendment_is_refused_with_every_problem() -> None:
    campaign = played_campaign()
    with refused(
        "result.win_with_gravehold_fallen", "result.minutes", "result.played_on", "text.too_long"
    ):
        amend_game(
            **signed(campaign),
            game=1,
            tally=Tally(Result.WIN, None, 0),
            minutes=0,
            played_on=datetime.date(3000, 1, 1),
            reason="x" * 301,
        )


def test_only_what_was_recorded_is_amended() -> None:
    campaign = planned_campaign()
    with refused("result.not_recorded"):
        amend_game(**signed(campaign), game=1, tally=WIN)


def test_a_result_is_amended_again_and_again() -> None:
    campaign = played_campaign()
    for life in range(1, 6):
        amend_game(**signed(campaign), game=1, tally=Tally(Result.WIN, None, life))
    rows = Fact.objects.filter(game__campaign=campaign, kind="played").order_by("pk")
    assert [row.payload["tally"]["gravehold_life"] for row in rows] == [12, 1, 2, 3, 4, 5]
    assert [row.withdrawn is None for row in rows] == [False] * 5 + [True]
    assert {row.place for row in rows} == {1}


# --- settle ---


def test_a_game_is_settled_when_nothing_is_open() -> None:
    campaign = answer_all(played_campaign())
    game_settle(**signed(campaign), game=1)
    current = campaign_state(campaign).current
    assert current is not None
    assert current.phase is GameStatus.SETTLED


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
    with refused("plan.campaign_finished"):
        plan(campaign, chapter=7)


# --- undo ---


def test_undoing_withdraws_the_last_game_with_all_its_facts_and_keeps_them_in_the_log() -> None:
    campaign = settled_campaign()
    before = campaign_state(campaign)
    play_game(campaign)
    facts = Fact.objects.not_withdrawn().filter(game__number=2).count()
    session = game_undo(**signed(campaign), game=2)
    assert campaign_state(campaign) == before
    change = campaign.changes.latest("pk")
    assert session.withdrawn == change
    assert change.withdrawn_facts.count() == facts > 10
    assert Fact.objects.filter(game=session).count() == facts
    assert Game.objects.filter(campaign=campaign).count() == 2


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
    assert campaign.games.filter(number=2).count() == 2
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
    answer_all(campaign, but=DecisionKind.GROWTH)
    assert [d.kind for d in campaign_next_step(campaign).decisions] == [DecisionKind.GROWTH]
    settle_all(campaign)
    assert Campaign.objects.get().revision == campaign.revision
