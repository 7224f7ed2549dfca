"""Moves are rows: each counts once, in one order, and the same table comes of them everywhere."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from campaign.memory import Memory
from campaign.models import Game, LiveMove, LiveTable
from campaign.records.reading import fact_of
from campaign.rules.aeons_end.catalogue.pack import NemesisKind
from campaign.rules.aeons_end.endings import Result
from campaign.rules.aeons_end.legacy.facts import Planned
from campaign.rules.aeons_end.live.hits import SetUnleash
from campaign.rules.aeons_end.live.moves import Dial, Life, Whose
from campaign.rules.aeons_end.live.nemesis_turn import Enter
from campaign.rules.aeons_end.live.turns import DrawTurn
from campaign.rules.aeons_end.one_off.choices import open_choices
from campaign.rules.aeons_end.outcome import Tally
from campaign.rules.aeons_end.unleash import UnleashEffect
from campaign.rules.core.live import Undo
from campaign.rules.core.seeing import PUBLIC
from campaign.rules.core.serialize import to_plain
from campaign.selectors import live as selectors
from campaign.selectors.games import sheet_for
from campaign.services import live as services
from campaign.services.campaigns import campaign_archive
from campaign.services.facts import fact_replace
from campaign.services.games import change_undo, game_undo
from campaign.services.live import Made, move_make, table_clear, table_open
from campaign.services.one_offs import game_roll
from tests.campaign import factories
from tests.campaign.at_once import at_once
from tests.campaign.factories import end_game, refused, start_game

HURT = Dial(Whose.GRAVEHOLD, -3)


@pytest.fixture
def game(db: None) -> Game:
    del db
    found = start_game(person=factories.person(), choices=open_choices(2))
    table_open(game=found, person=found.owner)
    return found


def make(game: Game, move: Any, **more: Any) -> Made:
    return move_make(game=game, person=game.owner, move=move, **more)


def shown(game: Game) -> Any:
    """Return the table as a process sees it that has not been asked before."""
    table = LiveTable.objects.get(game=game)
    position = selectors.opening(table)
    for after in selectors.positions_after(table, position):
        position = after
    return position.table


def test_a_table_begins_as_the_sheet_says_and_opens_once(game: Game) -> None:
    first = LiveTable.objects.get()
    assert table_open(game=game, person=None) == first
    assert (first.start["gravehold"], shown(game).gravehold) == (30, 30)


def test_a_move_is_a_row_with_who_and_when(game: Game) -> None:
    made = make(game, HURT, token="phone-1")
    row = LiveMove.objects.get()
    assert (row.sequence, row.kind, row.person) == (1, "dial", game.owner)
    assert row.payload == {"kind": "dial", "whose": "gravehold", "by": -3}
    assert made.position.table == shown(game)


def test_the_same_move_sent_again_counts_once(game: Game) -> None:
    make(game, HURT, token="phone-1")
    again = make(game, HURT, token="phone-1")
    assert (again.sequence, again.position.table.gravehold) == (1, 27)
    assert LiveMove.objects.count() == 1


def test_a_move_sent_again_counts_as_it_did_whatever_stands_against_it_now(game: Game) -> None:
    made = make(game, DrawTurn(), seen=0, token="phone-1")
    make(game, HURT)
    overtaken = make(game, DrawTurn(), seen=0, token="phone-1")
    end_game(game=game, person=game.owner, revision=game.revision, tally=Tally(Result.WIN))
    ended = make(game, DrawTurn(), seen=0, token="phone-1")
    assert [each.sequence for each in (made, overtaken, ended)] == [1, 1, 1]
    assert LiveMove.objects.count() == 2


def test_chance_is_recorded_with_the_move(game: Game) -> None:
    made = make(game, DrawTurn(), seen=0, rng=Random(3))
    assert LiveMove.objects.get().payload["card"]
    assert made.position.table == shown(game)


def test_who_was_overtaken_is_refused_and_nothing_is_written(game: Game) -> None:
    make(game, DrawTurn(), seen=0)
    with refused("live.conflict"):
        make(game, DrawTurn(), seen=0)
    assert LiveMove.objects.count() == 1


def test_an_undo_is_a_move_of_its_own(game: Game) -> None:
    make(game, HURT)
    make(game, Undo(1))
    assert list(LiveMove.objects.values_list("kind", flat=True)) == ["dial", "undo"]
    assert shown(game).gravehold == 30


def test_a_game_with_a_result_takes_no_moves_and_one_whose_result_is_undone_does(
    game: Game,
) -> None:
    make(game, HURT)
    end_game(game=game, person=game.owner, revision=game.revision, tally=Tally(Result.WIN))
    with refused("live.closed"):
        make(game, HURT)
    game.facts.filter(kind="played").delete()
    assert make(game, HURT).sequence == 2


@pytest.mark.django_db
def test_a_game_that_was_undone_tells_no_course_of_the_one_in_its_place() -> None:
    campaign = factories.planned_campaign()
    undone = factories.game_of_campaign(campaign, 1)
    table_open(game=undone, person=None)
    move_make(game=undone, person=None, move=HURT)
    assert selectors.played_live(campaign)
    game_undo(**factories.signed(campaign), game=1)
    factories.plan(campaign)
    assert selectors.played_live(campaign) == {}


@pytest.mark.django_db
def test_a_table_is_that_of_the_plan_that_stands_when_it_is_opened() -> None:
    game = start_game(person=factories.person(), choices=open_choices(2))
    seen = Game.objects.get(pk=game.pk)
    first = sheet_for(seen, PUBLIC)
    for _turn in range(3):  # until another nemesis is drawn, almost surely
        now = Game.objects.get(pk=game.pk)
        game_roll(game=now, revision=now.revision, person=now.owner)
    drawn = sheet_for(Game.objects.get(pk=game.pk), PUBLIC)
    assert drawn != first
    table = table_open(game=seen, person=seen.owner)
    begun = selectors.rules_of(seen).begin(drawn)
    assert table.start == to_plain(begun)


FOG = Enter(NemesisKind.POWER, "Acid Fog", 2, tier=1, discard="six aether")


@pytest.mark.django_db
def test_the_next_game_of_a_campaign_knows_what_was_entered_against_this_nemesis() -> None:
    campaign = factories.planned_campaign()
    first = factories.game_of_campaign(campaign, 1)
    table_open(game=first, person=None)
    moves = (SetUnleash(gravehold=-4), SetUnleash(gravehold=-9), Undo(2), FOG)
    for seen, move in enumerate(moves):
        move_make(game=first, person=None, move=move, seen=seen)
    game_undo(**factories.signed(campaign), game=1)
    factories.plan(campaign)
    again = factories.game_of_campaign(campaign, 1)
    table_open(game=again, person=None)
    assert shown(again).unleash == UnleashEffect(gravehold=-4), "what was undone does not count"
    assert [cost.name for cost in shown(again).costs] == ["Acid Fog"]


def test_an_owners_next_one_off_game_knows_the_numbers_and_nothing_typed(game: Game) -> None:
    against = LiveTable.objects.get(game=game).start["against"]
    make(game, SetUnleash(gravehold=-4))
    make(game, FOG, seen=1)
    choices = replace(open_choices(2), nemesis=against)
    entered = UnleashEffect(gravehold=-4)
    for owner, knows in ((game.owner, True), (factories.person("another"), False)):
        later = start_game(person=owner, choices=choices)
        table_open(game=later, person=owner)
        assert shown(later).costs == ()
        assert shown(later).start.against == against
        assert (shown(later).unleash == entered) is knows


@pytest.mark.django_db
def test_an_archived_campaign_takes_no_moves() -> None:
    campaign = factories.planned_campaign()
    found = factories.game_of_campaign(campaign, 1)
    table_open(game=found, person=None)
    campaign_archive(**factories.signed(campaign))
    with refused("campaign.archived"):
        move_make(game=found, person=None, move=HURT)


def test_a_table_is_bounded_and_can_be_cleared_away(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "MAX_MOVES", 1)
    make(game, HURT)
    with refused("live.full"):
        make(game, HURT)
    table_clear(game=game)
    with refused("live.not_open"):
        make(game, HURT)


@pytest.mark.django_db
def test_a_corrected_plan_deletes_a_table_of_the_one_before_but_never_its_moves() -> None:
    campaign = factories.settled_campaign()
    game = factories.plan(campaign)
    (plan,) = game.facts.all()
    for life in (50, 60):
        table_open(game=game, person=None)
        foe = replace(factories.foe(2), life=life)
        planned = fact_of(plan)
        assert isinstance(planned, Planned)
        by = replace(planned, foe=foe)
        plan = fact_replace(fact=plan.pk, by=by, **factories.signed(campaign))
        assert not LiveTable.objects.exists()
    game = Game.objects.get(pk=game.pk)
    table_open(game=game, person=None)
    assert LiveTable.objects.get().start["nemesis"] == 60
    move_make(game=game, person=None, move=HURT)
    change_undo(record=campaign, revision=campaign.revision, person=None)
    assert LiveTable.objects.get().sequence == 1


@pytest.mark.django_db
def test_a_plan_is_not_corrected_under_a_game_that_is_played_live_until_it_is_over() -> None:
    campaign = factories.settled_campaign()
    game = factories.plan(campaign)
    (plan,) = game.facts.all()
    planned = fact_of(plan)
    assert isinstance(planned, Planned)
    by = replace(planned, foe=replace(factories.foe(2), life=50))
    table_open(game=game, person=None)
    move_make(game=game, person=None, move=HURT)
    with refused("live.begun"):
        fact_replace(fact=plan.pk, by=by, **factories.signed(campaign))
    factories.record_win(campaign)
    fact_replace(fact=plan.pk, by=by, **factories.signed(campaign))


@pytest.mark.django_db
def test_a_campaign_of_very_many_moves_opens_no_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MAX_OF_CAMPAIGN", 1)
    campaign = factories.start_campaign(mages=2)
    undone = factories.plan(campaign)
    table_open(game=undone, person=None)
    move_make(game=undone, person=None, move=HURT)
    game_undo(game=1, **factories.signed(campaign))
    planned = factories.plan(campaign)
    with refused("record.no_room"):
        table_open(game=planned, person=None)


def test_moves_for_a_game_that_was_deleted_do_not_reach_the_next_one(game: Game) -> None:
    stamp = LiveTable.objects.get().stamp
    for _ in range(3):
        make(game, HURT, stamp=stamp)
    table_clear(game=game)
    table_open(game=game, person=None)
    stale: tuple[dict[str, Any], ...] = ({"stamp": stamp}, {"seen": 3})
    for seen_before in stale:
        with refused("live.another_table"):
            make(game, HURT, token="from-before", **seen_before)
    assert not LiveMove.objects.exists()


def test_a_process_that_remembers_an_older_position_goes_on_from_it(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    make(game, HURT)
    elsewhere = Memory(1000)
    with monkeypatch.context() as patch:
        patch.setattr(selectors, "positions", elsewhere)
        make(game, Enter(NemesisKind.MINION, "Drone", 4), seen=1)
    assert make(game, Life(1, -2)).position.table == shown(game)


@pytest.mark.django_db(transaction=True)
def test_moves_of_four_phones_at_once_all_count_and_one_draws() -> None:
    found = start_game(person=factories.person(), choices=open_choices(4))
    table_open(game=found, person=None)

    def hurt() -> Made:
        return move_make(game=found, person=None, move=Dial(Whose.GRAVEHOLD, -1))

    def draw() -> Made:
        return move_make(game=found, person=None, move=DrawTurn(), seen=0)

    answers = at_once(*(hurt for _ in range(4)), *(draw for _ in range(3)))
    assert sum(isinstance(answer, Made) for answer in answers) == 5
    assert list(LiveMove.objects.values_list("sequence", flat=True)) == [1, 2, 3, 4, 5]
    assert (shown(found).gravehold, shown(found).turn) == (26, 1)
