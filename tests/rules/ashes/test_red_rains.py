"""A game together against a Chimera: its set-up, its turns, its recovery and its result.

The rules are those of the publisher's supplement, the wiki of ashes.live and Ashteki.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from campaign.rules.ashes.attack import leftmost_attacker
from campaign.rules.ashes.cards_in_play import Token
from campaign.rules.ashes.catalogue import Edition
from campaign.rules.ashes.chimera import COPIES, Aim, Difficulty
from campaign.rules.ashes.chimera_moves import (
    AspectPlaced,
    AspectRevealed,
    ChimeraFaced,
    ChimeraRead,
    ChimeraRolled,
    RageChanged,
    RainsChanged,
    UltimateResolved,
)
from campaign.rules.ashes.chimera_recovery import is_fatigued
from campaign.rules.ashes.chimera_turn import face_down
from campaign.rules.ashes.duel import DuelChoices, DuelSetup, SeatChoice, draw_setup
from campaign.rules.ashes.live import LIVE, result_so_far
from campaign.rules.ashes.moves import (
    AttackerChosen,
    AttackResolved,
    CardEntered,
    CardLeft,
    PhaseEnded,
    PhoenixbornMarked,
    PileChanged,
    TargetChosen,
    TurnEnded,
    Wounded,
)
from campaign.rules.ashes.red_rains import ChimeraChoice
from campaign.rules.ashes.result import DuelResult, Ending, Together, result_problems
from campaign.rules.ashes.sheet import setup_sheet
from campaign.rules.ashes.systems import GAMES
from campaign.rules.ashes.table import ChimeraState, RoundPhase, Table, Zone
from campaign.rules.core.live import Move, Position
from campaign.rules.core.problems import RulesError
from campaign.rules.core.serialize import from_stored, to_plain
from tests.rules.ashes.packs import catalogue

VIROS = ChimeraChoice("corpse-of-viros", deck="corpse-of-viros-fury")
READY = ("reborn-the-corpse-of-viros-noah", "reborn-the-corpse-of-viros-jessa")
RAMPAGE = AspectRevealed("Rampage", "rampage", 2, 2, 1, Aim.RIGHT, 2)
PREPARED, RECOVERED = PhaseEnded(RoundPhase.PREPARATION), PhaseEnded(RoundPhase.RECOVERY)


def choices(players: int = 1, chimera: ChimeraChoice = VIROS) -> DuelChoices:
    return DuelChoices((SeatChoice(),) * players, chimera=chimera)


def drawn(players: int = 1, chimera: ChimeraChoice = VIROS) -> DuelSetup:
    return draw_setup(catalogue(), choices(players, chimera), Random(1))


def opened(players: int = 1, chimera: ChimeraChoice = VIROS) -> Position[Table]:
    return LIVE.open(LIVE.begin(setup_sheet(drawn(players, chimera))))


def after(position: Position[Table], *moves: Move) -> Table:
    for move in moves:
        position = LIVE.play(position, move, 0)
    return position.table


def state(table: Table) -> ChimeraState:
    assert table.chimera is not None
    return table.chimera


def code(position: Position[Table], move: Move) -> str:
    with pytest.raises(RulesError) as refused:
        LIVE.play(position, move, 0)
    return refused.value.problems[0].code


# --- the set-up ---


def test_every_chimera_is_whole() -> None:
    chimeras = catalogue().chimeras.values()
    assert len(chimeras) == 6
    for chimera in chimeras:
        own = [aspect.id for aspect in chimera.aspects if not aspect.conjured]
        assert sorted(own) == sorted(key for deck in chimera.decks for key in deck.aspects)
        assert [len(deck.aspects) * COPIES for deck in chimera.decks] == [18, 18]
        for side in chimera.solo.values():
            assert all(set(start) <= {1, 2} for start in side.starts)


def test_what_the_cards_say_for_one_player_is_known_and_for_two_is_entered() -> None:
    alone = drawn().chimera
    assert alone is not None
    assert (alone.life, alone.threat, alone.ultimate, alone.start) == (30, 4, 3, (1, 2, 2, 2))
    two = drawn(2).chimera
    assert two is not None
    assert (two.life, two.threat, two.ultimate, two.start) == (None, None, 3, ())
    entered = replace(VIROS, life=50, threat=5, difficulty=Difficulty.HEROIC, level=3)
    read = drawn(2, entered).chimera
    assert read is not None
    assert (read.life, read.threat) == (50, 5)


def test_where_sources_differ_nothing_is_said() -> None:
    flood = drawn(1, ChimeraChoice("flood-of-moon-cove")).chimera
    assert flood is not None
    assert (flood.life, flood.threat, flood.start) == (None, None, ())


def test_a_chimera_that_nobody_chose_is_drawn_and_another_can_be_typed() -> None:
    names = {
        draw_setup(catalogue(), choices(1, ChimeraChoice()), Random(seed)).chimera.key
        for seed in range(40)
    }
    assert names == set(catalogue().chimeras)
    typed = drawn(1, ChimeraChoice(name="The End of Argaia", life=40)).chimera
    assert typed is not None
    assert (typed.name.en, typed.life, typed.ledger_key) == (
        "The End of Argaia",
        40,
        "~the end of argaia",
    )


@pytest.mark.parametrize(
    ("players", "chimera", "wanted"),
    [
        (3, VIROS, "chimera.players"),
        (1, ChimeraChoice("hydra"), "chimera.unknown"),
        (
            1,
            ChimeraChoice("corpse-of-viros", deck="siege-of-lordswall-horde"),
            "chimera.other_deck",
        ),
        (1, ChimeraChoice(deck="corpse-of-viros-fury"), "chimera.other_deck"),
    ],
)
def test_wrong_choices_are_refused(players: int, chimera: ChimeraChoice, wanted: str) -> None:
    with pytest.raises(RulesError) as refused:
        drawn(players, chimera)
    assert [problem.code for problem in refused.value.problems] == [wanted]


def test_the_sheet_says_how_the_chimera_is_set_out() -> None:
    sheet = setup_sheet(drawn())
    steps = [line.code for line in sheet.steps if line.part == "chimera"]
    assert steps == [
        "step.chimera_card",
        "step.behaviour_cards",
        "step.aspect_deck",
        "step.aspects_by_blood",
        "step.fatigued",
        "step.rage_dice",
    ]
    assert "step.you_go_first" in [line.code for line in sheet.steps]
    two = [line.code for line in setup_sheet(drawn(2)).steps]
    assert {"step.aspects", "step.either_goes_first"} <= set(two)
    body = sheet.body.as_dict()
    assert (body["chimera"]["name"], len(body["chimera"]["aspects"])) == ("The Corpse of Viros", 6)


def test_a_plan_is_read_back_as_it_was_written() -> None:
    planned = choices()
    assert from_stored(DuelChoices, to_plain(planned)) == planned
    assert from_stored(DuelSetup, to_plain(drawn())) == drawn()


# --- turns ---


def test_it_begins_with_aspects_face_down_and_players_go_first() -> None:
    table = opened().table
    assert (table.first, state(table).seat, table.heroes) == (1, 2, (1,))
    assert len(face_down(table, 1)) == 4
    assert (table.player(2).life, table.player(2).pile) == (30, 14)


def test_one_player_and_the_chimera_take_turns_in_turn() -> None:
    table = after(opened(), PREPARED, TurnEnded(1))
    assert (table.turn, state(table).faces) == (2, 1)
    assert after(opened(), PREPARED, TurnEnded(1), TurnEnded(2)).turn == 1


def test_two_players_share_a_turn_and_the_chimera_has_one_against_each() -> None:
    two = opened(2, replace(VIROS, life=50, threat=4))
    begun = after(two, PREPARED)
    assert begun.acting == (1, 2)
    assert after(two, PREPARED, TurnEnded(2)).acting == (1,)
    first = after(two, PREPARED, TurnEnded(2), TurnEnded(1))
    assert (first.turn, state(first).faces) == (3, 1)
    second = after(two, PREPARED, TurnEnded(2), TurnEnded(1), TurnEnded(3))
    assert (second.turn, state(second).faces) == (3, 2)
    assert after(two, PREPARED, TurnEnded(2), TurnEnded(1), TurnEnded(3), TurnEnded(3)).acting == (
        1,
        2,
    )
    other = after(two, PREPARED, TurnEnded(1), TurnEnded(2), ChimeraFaced(2), TurnEnded(3))
    assert state(other).faces == 1


def test_turns_end_when_all_pass_in_a_row() -> None:
    passes = (TurnEnded(1, passed=True), TurnEnded(2, passed=True))
    assert after(opened(), PREPARED, *passes).phase is RoundPhase.RECOVERY
    two = opened(2)
    players = (PREPARED, *passes)
    assert after(two, *players, TurnEnded(3), TurnEnded(3, passed=True)).phase is RoundPhase.TURNS
    both = (TurnEnded(3, passed=True), TurnEnded(3, passed=True))
    assert after(two, *players, *both).phase is RoundPhase.RECOVERY


def test_a_pass_while_aspects_lie_face_down_raises_a_rage_die() -> None:
    assert state(after(opened(), PREPARED, TurnEnded(1, passed=True))).rage == 1
    assert state(after(opened(), PREPARED, TurnEnded(1))).rage == 0


def test_the_chimera_rolls_once_in_its_own_turn() -> None:
    position = opened()
    assert code(position, ChimeraRolled()) == "chimera.not_its_turn"
    for move in (PREPARED, TurnEnded(1)):
        position = LIVE.play(position, move, 0)
    roll = LIVE.decide(position.table, ChimeraRolled(), Random(4))
    assert isinstance(roll, ChimeraRolled)
    assert 1 <= roll.behaviour <= 12
    position = LIVE.play(position, ChimeraRolled(power=True, behaviour=7), 0)
    assert (state(position.table).rage, state(position.table).behaviour) == (1, 7)
    assert code(position, ChimeraRolled()) == "chimera.rolled"
    assert state(after(position, TurnEnded(2))).behaviour == 0


def test_five_rage_dice_become_a_red_rains_token() -> None:
    table = after(opened(), RageChanged(4), RageChanged(3))
    assert (state(table).rage, state(table).rains) == (2, 1)
    assert state(after(opened(), RageChanged(-2))).rage == 0


def test_an_ultimate_takes_its_tokens_and_the_next_cards_come() -> None:
    assert code(opened(), UltimateResolved()) == "chimera.no_ultimate"
    table = after(opened(), RainsChanged(4))
    assert state(table).is_ultimate_due
    table = after(opened(), RainsChanged(4), UltimateResolved())
    assert (state(table).rains, state(table).level) == (1, 2)
    more = (RainsChanged(3), UltimateResolved()) * 3
    assert state(after(opened(), *more)).level == 3


def test_the_leftmost_aspect_is_revealed_and_attacks() -> None:
    table = after(opened(), RAMPAGE)
    leftmost = table.player(2).in_play[0]
    assert (leftmost.name, leftmost.face_down, leftmost.status) == ("Rampage", False, 2)
    assert len(face_down(table, 1)) == 3
    assert leftmost_attacker(table) == leftmost
    assert leftmost_attacker(opened().table) is None
    four = after(opened(), *(RAMPAGE,) * 4)
    assert not face_down(four, 1)
    assert code(LIVE.open(LIVE.begin(setup_sheet(drawn(2)))), RAMPAGE) == "chimera.none_face_down"


def test_an_attack_goes_to_the_chimera_or_an_aspect_that_lies_open() -> None:
    unit = CardEntered(1, Zone.BATTLEFIELD, "Iron Worker", attack=2, life=2, recover=1)
    position = opened()
    for move in (RAMPAGE, unit, PREPARED, AttackerChosen(1, 1)):
        position = LIVE.play(position, move, 0)
    hidden = position.table.player(2).in_play[1].number
    assert code(position, TargetChosen(1, 2, hidden)) == "duel.live_card_gone"
    table = after(position, TargetChosen(1, 2), AttackResolved(1))
    assert table.player(2).wounds == 2
    table = after(position, TargetChosen(1, 2, 1), AttackResolved(1))
    assert table.player(2).in_play[0].is_destroyed


def test_players_do_not_attack_each_other() -> None:
    unit = CardEntered(1, Zone.BATTLEFIELD, "Iron Worker", attack=2, life=2, recover=1)
    position = opened(2)
    for move in (unit, PREPARED, AttackerChosen(1, 1)):
        position = LIVE.play(position, move, 0)
    assert code(position, TargetChosen(1, 2)) == "duel.no_such_seat"


def test_an_aspect_that_leaves_costs_the_chimera_its_blood() -> None:
    table = after(opened(), RAMPAGE, CardLeft(2, 1))
    assert (table.player(2).wounds, len(table.player(2).in_play)) == (1, 3)


# --- recovery and draw pile ---


def test_recovery_fills_battlefields_and_gives_tokens_for_open_aspects() -> None:
    passes = (TurnEnded(1, passed=True), TurnEnded(2, passed=True))
    moves = (RAMPAGE, RAMPAGE, CardLeft(2, 1), PREPARED, *passes, RECOVERED)
    table = after(opened(), *moves)
    assert len(table.player(2).in_play) == 4
    assert len(face_down(table, 1)) == 3
    assert (state(table).rains, table.player(2).pile) == (1, 13)
    assert (table.first, table.round) == (2, 2)
    tired = (PhoenixbornMarked(2, Token.EXHAUSTION, 1), RainsChanged(2))
    assert state(after(opened(), *tired, *moves)).rains == 2


def test_the_first_player_token_goes_to_the_chimera_and_on() -> None:
    two = opened(2)
    passes = (
        TurnEnded(1, passed=True),
        TurnEnded(2, passed=True),
        TurnEnded(3, passed=True),
        TurnEnded(3, passed=True),
    )
    second = after(two, PREPARED, *passes, RECOVERED)
    assert (second.first, state(second).points_at) == (3, 2)
    begun = after(two, PREPARED, *passes, RECOVERED, PREPARED)
    assert (begun.turn, state(begun).faces) == (3, 2)
    theirs = (*passes[2:], *passes[:2])
    assert after(two, PREPARED, *passes, RECOVERED, PREPARED, *theirs, RECOVERED).first == 2


def test_an_empty_draw_pile_is_shuffled_again_and_fatigues_the_chimera() -> None:
    table = after(opened(), PileChanged(2, -14))
    assert (table.player(2).pile, state(table).emptied) == (14, 1)
    assert is_fatigued(table)
    two = after(opened(2, replace(VIROS, threat=4)), PileChanged(3, -10))
    assert not is_fatigued(two)
    assert not table.player(1).wounds


def test_what_nobody_knew_is_read_off_the_card() -> None:
    table = after(opened(2), ChimeraRead(threat=5, ultimate=4), AspectPlaced(2), AspectPlaced(2))
    assert (state(table).threat, state(table).ultimate) == (5, 4)
    assert (len(face_down(table, 1)), len(face_down(table, 2))) == (0, 2)
    fewer = after(opened(2), AspectPlaced(2), AspectPlaced(2, -1))
    assert (len(face_down(fewer, 2)), fewer.player(3).pile) == (0, 18)
    assert code(opened(2), AspectPlaced(3)) == "duel.no_such_seat"
    assert code(opened(2), AspectPlaced(1, -1)) == "chimera.none_face_down"


def test_a_duel_knows_no_chimera() -> None:
    setup = draw_setup(catalogue(), DuelChoices((SeatChoice(),) * 2), Random(1))
    assert code(LIVE.open(LIVE.begin(setup_sheet(setup))), RageChanged(1)) == "chimera.none"


# --- the end ---


def test_all_win_when_it_is_destroyed_and_lose_with_the_first_of_them() -> None:
    won = after(opened(), Wounded(2, 30))
    assert won.is_over
    assert result_so_far(won) == DuelResult(
        ending=Ending.DESTROYED,
        rounds=1,
        life=(won.player(1).life,),
        together=Together.WIN,
        chimera_life=0,
    )
    two = opened(2, replace(VIROS, life=50))
    lost = after(two, Wounded(2, 30))
    assert lost.is_over
    assert result_so_far(lost).together is Together.LOSS
    assert result_so_far(opened().table).together is None


@pytest.mark.parametrize(
    ("result", "wanted"),
    [
        (DuelResult(), ["chimera.no_result"]),
        (DuelResult(winner=1), ["chimera.no_result"]),
        (DuelResult(together=Together.WIN, chimera_life=31), ["chimera.more_life"]),
        (
            DuelResult(ending=Ending.DESTROYED, together=Together.WIN, chimera_life=3),
            ["chimera.lives"],
        ),
        (DuelResult(together=Together.LOSS, chimera_life=0), ["chimera.destroyed"]),
        (DuelResult(together=Together.WIN, life=(0,)), ["duel.winner_destroyed"]),
        (DuelResult(together=Together.WIN, ending=Ending.CONCEDED), ["chimera.won_otherwise"]),
        (DuelResult(together=Together.LOSS, chimera_life=3, ending=Ending.DESTROYED), []),
    ],
)
def test_contradictions_in_a_result(result: DuelResult, wanted: list[str]) -> None:
    assert [problem.code for problem in result_problems(drawn(), result)] == wanted


def test_a_result_together_is_none_of_a_duel() -> None:
    setup = draw_setup(catalogue(), DuelChoices((SeatChoice(),) * 2), Random(1))
    found = result_problems(setup, DuelResult(together=Together.WIN))
    assert [problem.code for problem in found] == ["chimera.none"]


def test_the_ledger_counts_one_result_for_all_against_the_chimera() -> None:
    setup = drawn(2)
    result = DuelResult(together=Together.WIN, rounds=5, life=(3, 4), chimera_life=0)
    record = GAMES.counted(choices(2), setup, result)
    assert (record.result, record.against, record.difficulty) == (
        "win",
        "corpse-of-viros",
        "standard-1",
    )
    assert [(seat.result, seat.score) for seat in record.seats] == [("", 3), ("", 4)]
    assert {(tag.kind, tag.number) for tag in record.tags} >= {("rounds", 5), ("dial", 0)}


def test_any_number_of_random_games_keeps_its_numbers() -> None:
    """Whatever is tapped, no number leaves its bounds and nothing fails."""
    rng = Random(7)
    for seed in range(60):
        players = 1 + seed % 2
        position = opened(players, ChimeraChoice(life=40, threat=rng.choice([None, 4, 6])))
        for _step in range(60):
            move = rng.choice(
                (
                    PREPARED,
                    RECOVERED,
                    RAMPAGE,
                    ChimeraRolled(power=rng.random() < 0.5, behaviour=rng.randint(1, 12)),
                    RageChanged(rng.randint(-3, 3)),
                    RainsChanged(rng.randint(-2, 3)),
                    UltimateResolved(),
                    PileChanged(players + 1, -rng.randint(1, 9)),
                    AspectPlaced(rng.randint(1, players), rng.choice((-1, 1))),
                    CardLeft(players + 1, rng.randint(1, 20)),
                    *(TurnEnded(seat, passed=rng.random() < 0.5) for seat in range(1, players + 2)),
                )
            )
            try:
                position = LIVE.play(position, move, 0)
            except RulesError:
                continue
            chimera, player = state(position.table), position.table.player(players + 1)
            assert 0 <= chimera.rage < 5
            assert chimera.rains >= 0
            assert 1 <= chimera.level <= 3
            assert chimera.faces in position.table.heroes
            assert 0 <= player.pile <= chimera.cards


def test_random_decks_against_a_chimera_are_of_its_edition() -> None:
    assert {seat.deck.edition for seat in drawn(2).seats} == {Edition.REBORN}
