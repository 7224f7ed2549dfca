"""A duel while it is played: phases, passes, wounds for cards that cannot be drawn, the end."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.rules.ashes.cards_in_play import Counted, Token, conjurations_over, places_taken
from campaign.rules.ashes.catalogue import DiceType
from campaign.rules.ashes.deck import MAX_DICE
from campaign.rules.ashes.dice_pools import SIDES
from campaign.rules.ashes.duel import draw_setup
from campaign.rules.ashes.first_player import MAX_REROLLS, is_tied
from campaign.rules.ashes.live import LIVE, result_so_far
from campaign.rules.ashes.moves import (
    AllRolled,
    CardCounted,
    CardEntered,
    CardLeft,
    CardsDrawn,
    ControlChanged,
    DiceChanged,
    DiceRolled,
    DieTurned,
    FirstChosen,
    HandChanged,
    LifeRead,
    PhaseEnded,
    PhoenixbornMarked,
    PileChanged,
    ReactionPlayed,
    TurnEnded,
    Wounded,
)
from campaign.rules.ashes.preparation import cards_to_draw
from campaign.rules.ashes.recovery import unknown_recovery
from campaign.rules.ashes.result import MAX_ROUNDS, DuelResult, Ending, result_problems
from campaign.rules.ashes.sheet import setup_sheet
from campaign.rules.ashes.table import Player, RoundPhase, Side, Start, Table, Zone
from campaign.rules.core.live import Move, Position, Undo, minutes_of, payload_of
from campaign.rules.core.problems import RulesError
from campaign.rules.core.serialize import SerializeError, from_plain, from_stored, to_plain
from tests.rules.ashes.packs import catalogue, open_choices

PREPARED = PhaseEnded(RoundPhase.PREPARATION)
RECOVERED = PhaseEnded(RoundPhase.RECOVERY)
PASSES = (TurnEnded(1, passed=True), TurnEnded(2, passed=True))


def opened(players: int = 2, first: int | None = 1, life: int | None = 15) -> Position[Table]:
    """Return a table with five charm and five natural dice a player."""
    dice = {DiceType.CHARM: 5, DiceType.NATURAL: 5}
    seats = tuple(Player(n, life, dice, 25) for n in range(1, players + 1))
    return LIVE.open(Start(seats, first))


def played(position: Position[Table], *moves: Move) -> Position[Table]:
    for move in moves:
        position = LIVE.play(position, move, 60 * (position.sequence + 1))
    return position


def after(position: Position[Table], *moves: Move) -> Table:
    return played(position, *moves).table


def refused(position: Position[Table], move: Move) -> str:
    with pytest.raises(RulesError) as error:
        played(position, move)
    return error.value.problems[0].code


def test_a_table_begins_as_the_sheet_says() -> None:
    setup = draw_setup(catalogue(), open_choices(3), Random(5))
    start = LIVE.begin(setup_sheet(setup))
    assert from_plain(Start, to_plain(start)) == start
    table = LIVE.table(start)
    assert [player.pile for player in table.players] == [25, 25, 25]
    assert all(sum(player.dice.values()) == 10 for player in table.players)
    assert all(not sum(player.active.values()) for player in table.players)  # all exhausted
    assert all(player.life for player in table.players)


def test_a_round_goes_through_its_phases_and_the_token_moves_left() -> None:
    turns = played(opened(3, first=2), PREPARED)
    table = turns.table
    assert (table.phase, table.turn) == (RoundPhase.TURNS, 2)
    assert all(player.active == player.dice for player in table.players)
    passed = (
        TurnEnded(2),
        TurnEnded(3, True),
        TurnEnded(1),
        TurnEnded(2, True),
        TurnEnded(3, True),
    )
    table = after(turns, *passed)
    assert (table.turn, table.passed) == (1, (2, 3))
    over = played(turns, *passed, TurnEnded(1, True))  # all have passed in a row
    assert (over.table.phase, over.table.turn) == (RoundPhase.RECOVERY, None)
    table = after(over, RECOVERED)
    assert (table.round, table.phase, table.first) == (2, RoundPhase.PREPARATION, 3)


def test_turns_begin_when_somebody_is_first() -> None:
    position = opened(first=None)
    assert refused(position, PREPARED) == "duel.live_no_first"
    assert after(position, FirstChosen(2), PREPARED).turn == 2


def test_each_card_that_cannot_be_drawn_in_preparation_is_a_wound() -> None:
    empty = played(opened(), PileChanged(1, -23))
    player = after(empty, PileChanged(1, -5)).player(1)
    assert (player.pile, player.wounds) == (0, 3)
    later = after(empty, PREPARED, PileChanged(1, -5)).player(1)
    assert (later.pile, later.wounds) == (0, 0)


def test_a_die_keeps_its_place_in_whatever_order_the_start_was_stored() -> None:
    dice = {DiceType.NATURAL: 2, DiceType.CHARM: 1}  # PostgreSQL puts short keys first
    stored, other = (
        LIVE.table(Start((Player(1, 15, kinds, 25),), None))
        for kinds in (dice, dict(reversed(dice.items())))
    )
    in_order = (DiceType.CHARM, DiceType.NATURAL, DiceType.NATURAL)
    assert stored.player(1).dice_types == other.player(1).dice_types == in_order


def test_dice_go_to_either_pool_and_never_further() -> None:
    turns = played(opened(), PREPARED)
    assert after(turns, DiceChanged(1, DiceType.CHARM, -2)).player(1).active[DiceType.CHARM] == 3
    assert after(turns, DiceChanged(1, DiceType.CHARM, 30)).player(1).active[DiceType.CHARM] == 5
    assert after(turns, DiceChanged(1, DiceType.CHARM, -30)).player(1).active[DiceType.CHARM] == 0
    assert refused(turns, DiceChanged(1, DiceType.TIME, 1)) == "duel.live_no_dice"


def test_dice_are_rolled_in_preparation_and_then_have_sides() -> None:
    """P. 5: the dice of the exhausted pool; those that were kept are not rolled again."""
    kept = played(opened(), DieTurned(1, 1, Side.BASIC), DieTurned(1, 2, Side.ACTIVE))
    roll = LIVE.decide(kept.table, DiceRolled(1), Random(3))
    rolled = played(kept, roll)
    sides = rolled.table.player(1).sides
    assert sides[0] is Side.BASIC
    assert set(sides) <= {Side.POWER, Side.CLASS, Side.BASIC}
    assert sorted(sides[1:5], key=SIDES.index) == list(sides[1:5])  # the highest lie first
    assert refused(rolled, roll) == "duel.live_all_rolled"
    assert refused(played(opened(), PREPARED), roll) == "duel.live_no_roll"
    turns = after(rolled, PREPARED)
    assert turns.player(1).sides == sides
    assert set(turns.player(2).sides) == {Side.ACTIVE}  # rolled on the table, and not entered


def test_a_die_pays_and_meditation_turns_one() -> None:
    turns = played(opened(), LIVE.decide(opened().table, DiceRolled(1), Random(3)), PREPARED)
    table = after(turns, DieTurned(1, 3, Side.EXHAUSTED), DieTurned(1, 7, Side.POWER))
    assert table.player(1).sides[2] is Side.EXHAUSTED
    assert table.player(1).sides[6] is Side.POWER
    assert table.player(1).active == {DiceType.CHARM: 4, DiceType.NATURAL: 5}
    assert refused(turns, DieTurned(1, 11, Side.POWER)) == "duel.live_no_die"
    cheapest = after(turns, DieTurned(1, 5, Side.BASIC), DiceChanged(1, DiceType.CHARM, -1))
    assert cheapest.player(1).sides[4] is Side.EXHAUSTED  # a move of a page from before


RHINO = CardEntered(1, Zone.BATTLEFIELD, "Iron Rhino", "iron-rhino", attack=5, life=5, recover=1)
SNAKE = CardEntered(1, Zone.SPELLBOARD, "Summon Silver Snake", "summon-silver-snake")


def test_cards_in_play_have_tokens_and_places() -> None:
    """Pp. 11-12: copies of a ready spell share one place."""
    position = played(opened(), PREPARED, RHINO, RHINO, SNAKE, SNAKE)
    player = position.table.player(1)
    assert [card.number for card in player.in_play] == [1, 2, 3, 4]
    assert [places_taken(player, zone) for zone in Zone] == [2, 1]
    hurt = played(
        position,
        CardCounted(1, 1, Counted.WOUNDS, 4),
        CardCounted(1, 1, Counted.EXHAUSTION, 1),
        CardCounted(1, 3, Counted.STATUS, 2),
        CardCounted(1, 1, Counted.LIFE, -1),
    )
    rhino, other = hurt.table.player(1).in_play[:2]
    assert (rhino.wounds, rhino.exhaustion, rhino.life, rhino.is_destroyed) == (4, 1, 4, True)
    assert (other.wounds, other.is_destroyed) == (0, False)
    gone = played(hurt, CardLeft(1, 1), RHINO)
    assert [card.number for card in gone.table.player(1).in_play] == [2, 3, 4, 5]
    assert refused(gone, CardLeft(1, 1)) == "duel.live_card_gone"
    assert refused(gone, CardCounted(2, 2, Counted.WOUNDS, 1)) == "duel.live_card_gone"
    nameless = CardEntered(1, Zone.BATTLEFIELD, "")
    assert refused(gone, nameless) == "duel.live_no_name"
    assert refused(played(gone, *[RHINO] * 36), RHINO) == "duel.live_no_room"


def test_recovery_heals_by_recover_value_and_readies_everything() -> None:
    """P. 6: wounds of units by their value, one exhaustion token of every card."""
    unknown = CardEntered(2, Zone.BATTLEFIELD, "Something new")
    position = played(
        opened(),
        PREPARED,
        RHINO,
        SNAKE,
        unknown,
        CardCounted(1, 1, Counted.WOUNDS, 3),
        CardCounted(1, 2, Counted.EXHAUSTION, 2),
        CardCounted(2, 1, Counted.WOUNDS, 1),
        PhoenixbornMarked(1, Token.EXHAUSTION, 1),
        PhoenixbornMarked(1, Token.STATUS, 1),
        Wounded(1, 2),
        TurnEnded(1, passed=True),
        TurnEnded(2, passed=True),
    )
    assert [card.name for card in unknown_recovery(position.table.player(2))] == ["Something new"]
    one, two = after(position, RECOVERED).players
    assert [(card.wounds, card.exhaustion) for card in one.in_play] == [(2, 0), (0, 1)]
    assert (one.exhaustion, one.status, one.wounds) == (0, 1, 2)
    assert two.in_play[0].wounds == 1
    assert played(played(position, RECOVERED), Undo(position.sequence + 1)).table == position.table


def test_the_last_phoenixborn_left_wins_and_the_others_have_places() -> None:
    position = played(opened(3), PREPARED, Wounded(2, 15))
    assert position.table.turn == 1
    assert played(position, TurnEnded(1)).table.turn == 3  # a destroyed one is passed over
    end = played(position, Wounded(3, 4), Wounded(1, 20))
    assert (end.table.is_over, minutes_of(3600)) == (True, 60)
    assert result_so_far(end.table) == DuelResult(3, Ending.DESTROYED, 1, (2, 3, 1), (0, 0, 11))
    assert refused(end, PileChanged(3, 1)) == "duel.live_over"
    assert not played(end, Undo(end.last_move)).table.is_over


def test_who_falls_in_one_preparation_falls_together_and_a_draw_is_possible() -> None:
    """P. 5: all prepare at the same time, and damage is dealt at the same time."""
    empty = played(opened(), PileChanged(1, -25), PileChanged(2, -25), Wounded(1, 12))
    first = played(empty, Wounded(2, 12), PileChanged(1, -5))
    assert first.table.living == (2,)
    assert (first.table.is_over, first.table.winner) == (False, None)
    both = after(first, PileChanged(2, -5), PREPARED)
    assert (both.is_over, both.winner) == (True, None)
    assert result_so_far(both) == DuelResult(None, Ending.DESTROYED, 1, (), (0, 0))
    alone = after(first, PREPARED)
    assert (alone.is_over, alone.winner) == (True, 2)


def test_who_falls_together_shares_a_place() -> None:
    together = after(opened(4), Wounded(1, 15), Wounded(4, 15), PREPARED, Wounded(2, 15))
    assert result_so_far(together).places == (3, 2, 1, 3)
    nobody = after(opened(3), Wounded(1, 15), Wounded(2, 15), Wounded(3, 15), PREPARED)
    assert (nobody.winner, result_so_far(nobody).places) == (None, (1, 1, 1))


def test_what_it_says_at_the_end_has_no_contradiction() -> None:
    setup = draw_setup(catalogue(), open_choices(2), Random(5))
    position = LIVE.open(LIVE.begin(setup_sheet(setup)))
    end = played(position, FirstChosen(1), PREPARED, Wounded(2, 30))
    assert not [*result_problems(setup, result_so_far(end.table))]


def test_whoever_is_destroyed_on_their_turn_ends_it_and_the_rest_may_pass() -> None:
    turns = played(opened(3), PREPARED, TurnEnded(1, True))
    assert turns.table.turn == 2
    table = after(turns, Wounded(2, 15))
    assert table.turn == 3
    assert after(turns, Wounded(2, 15), TurnEnded(3, True)).phase is RoundPhase.RECOVERY


def test_only_those_who_still_play_have_to_pass() -> None:
    """Pp. 6, 9: all pass in a row; a pass of somebody who is destroyed counts for nobody."""
    two_passed = played(opened(3), PREPARED, TurnEnded(1, True), TurnEnded(2, True))
    table = after(two_passed, Wounded(1, 15))  # by a side action of the third
    assert (table.phase, table.turn) == (RoundPhase.TURNS, 3)
    assert after(two_passed, Wounded(1, 15), TurnEnded(3)).turn == 2
    assert after(two_passed, Wounded(1, 15), TurnEnded(3, True)).phase is RoundPhase.RECOVERY
    destroyer_passes = played(opened(3), PREPARED, TurnEnded(1, True), Wounded(1, 15))
    table = after(destroyer_passes, TurnEnded(2, True))
    assert (table.phase, table.turn) == (RoundPhase.TURNS, 3)


def test_one_effect_can_destroy_the_last_two_and_then_it_is_a_draw() -> None:
    turns = played(opened(3), PREPARED, Wounded(3, 15))
    won = played(turns, Wounded(1, 15))
    assert won.table.winner == 2
    table = after(won, Wounded(2, 15))
    assert (table.is_over, table.winner) == (True, None)
    assert result_so_far(table) == DuelResult(None, Ending.DESTROYED, 1, (1, 1, 3), (0, 0, 0))
    hurt = after(won, Wounded(2, 4))
    assert (hurt.winner, result_so_far(hurt).life) == (2, (0, 11, 0))
    assert refused(won, TurnEnded(2)) == "duel.live_over"


def rolled(*basics: int) -> tuple[tuple[Side, ...], ...]:
    """Return ten dice a player, of which so many show a basic symbol."""
    return tuple((Side.BASIC,) * n + (Side.CLASS,) * (10 - n) for n in basics)


def test_whoever_rolls_most_basic_symbols_goes_first() -> None:
    """P. 5, in the first round."""
    position = opened(3, first=None)
    assert after(position, AllRolled(rolled(3, 5, 4))).first == 2
    one, two, three = rolled(3, 5, 4)
    asked = played(position, DiceRolled(1, one), DiceRolled(2, two))
    assert asked.table.first is None
    assert after(asked, DiceRolled(3, three)).first == 2
    chosen = played(opened(3, first=1), AllRolled(rolled(3, 5, 4)))
    assert chosen.table.first == 1
    later = played(opened(first=None), FirstChosen(1), PREPARED, *PASSES, RECOVERED)
    assert after(later, AllRolled(rolled(1, 9))).first == 2  # the token moves left, dice or not


def test_a_tie_is_rolled_again_until_somebody_leads() -> None:
    tied = played(opened(first=None), AllRolled(rolled(4, 4)))
    assert (tied.table.first, is_tied(tied.table)) == (None, True)
    assert refused(tied, PREPARED) == "duel.live_no_first"
    for seed in range(40):
        roll = LIVE.decide(tied.table, AllRolled(), Random(seed))
        one, two = after(tied, roll).players
        counts = one.sides.count(Side.BASIC), two.sides.count(Side.BASIC)
        assert after(tied, roll).first == (1 if counts[0] > counts[1] else 2)
        assert counts[0] != counts[1]
        assert refused(played(tied, roll), roll) == "duel.live_everybody_rolled"
    assert refused(played(opened(), PREPARED), AllRolled(rolled(1, 2))) == "duel.live_no_roll"
    assert refused(opened(), AllRolled(rolled(1))) == "duel.live_everybody_rolled"


def test_players_without_dice_are_not_rolled_for_without_end() -> None:
    seats = tuple(Player(n, 15, {}, 25) for n in (1, 2))
    roll = LIVE.decide(LIVE.open(Start(seats)).table, AllRolled(), Random(1))
    assert isinstance(roll, AllRolled)
    assert roll.again == MAX_REROLLS


def test_more_conjurations_than_the_pile_has_are_told() -> None:
    """P. 14: as many copies as the limit that is printed on them."""
    raven = CardEntered(
        1, Zone.BATTLEFIELD, "Seaside Raven", "seaside-raven", attack=2, life=2, limit=2
    )
    two = played(opened(), PREPARED, raven, raven, RHINO, RHINO, RHINO)
    assert not conjurations_over(two.table, 1)
    three = played(two, raven)
    assert [card.name for card in conjurations_over(three.table, 1)] == ["Seaside Raven"]
    given = after(three, ControlChanged(1, 1, to=2))  # it is still of its owner's pile
    assert [card.name for card in conjurations_over(given, 1)] == ["Seaside Raven"]
    assert not conjurations_over(given, 2)


def test_a_hand_is_counted_and_drawn_to_five() -> None:
    """P. 5; the First Five are the first hand (p. 4)."""
    position = played(opened(), HandChanged(1, -2), PileChanged(1, -24))
    player = position.table.player(1)
    assert (player.hand, player.pile, cards_to_draw(player)) == (3, 1, 2)
    drawn = after(position, CardsDrawn(1, 2)).player(1)
    assert (drawn.hand, drawn.pile, drawn.wounds) == (4, 0, 1)
    turns = played(opened(), PREPARED)
    ally = CardEntered(1, Zone.BATTLEFIELD, "Iron Worker", "iron-worker", from_hand=True)
    assert after(turns, ally).player(1).hand == 4
    assert after(turns, RHINO).player(1).hand == 5  # a conjuration comes from its pile
    assert after(turns, HandChanged(1, -9)).player(1).hand == 0


def test_each_player_has_one_reaction_in_a_turn() -> None:
    """P. 11, in their own turn or in another's; a second one is told, and not refused."""
    turns = played(opened(), PREPARED, ReactionPlayed(2))
    player = turns.table.player(2)
    assert (player.reactions, player.hand) == (1, 4)
    assert after(turns, ReactionPlayed(2)).player(2).reactions == 2
    assert after(turns, TurnEnded(1)).player(2).reactions == 0


def test_a_card_goes_to_another_player_with_its_tokens_and_keeps_its_owner() -> None:
    """P. 12: who controls a card is not always who owns it."""
    hurt = played(opened(3), PREPARED, RHINO, CardCounted(1, 1, Counted.WOUNDS, 2))
    table = after(hurt, ControlChanged(1, 1, to=3))
    (card,) = table.player(3).in_play
    assert (card.name, card.wounds, card.owner, table.player(1).in_play) == (
        "Iron Rhino",
        2,
        1,
        (),
    )
    back = after(hurt, ControlChanged(1, 1, to=3), ControlChanged(3, 1, to=1)).player(1).in_play[0]
    assert (back.number, back.owner) == (2, None)
    assert refused(hurt, ControlChanged(1, 1, to=1)) == "duel.no_such_seat"
    assert refused(hurt, ControlChanged(1, 1, to=5)) == "duel.no_such_seat"
    assert refused(hurt, ControlChanged(1, 7, to=2)) == "duel.live_card_gone"


def test_a_life_that_nobody_knows_is_read_off_the_card() -> None:
    position = played(opened(life=None), Wounded(1, 16))
    assert not position.table.is_over
    assert after(position, LifeRead(1, 16)).living == (2,)
    assert refused(opened(), LifeRead(1, 16)) == "duel.live_life_known"


def test_a_turn_or_a_phase_ends_once() -> None:
    turns = played(opened(), PREPARED)
    seen = turns.sequence
    both = played(turns, TurnEnded(1))
    assert LIVE.problems(both, TurnEnded(1), seen)[0].code == "live.conflict"
    assert refused(both, TurnEnded(1)) == "duel.live_turn_over"
    assert refused(both, PREPARED) == "duel.live_phase_over"
    assert refused(both, Wounded(5, 1)) == "duel.no_such_seat"


seats = st.integers(1, 3)
by = st.integers(-30, 30)
relative = st.one_of(
    st.builds(Wounded, seats, st.integers(-4, 4)),
    st.builds(DiceChanged, seats, st.sampled_from([DiceType.CHARM, DiceType.NATURAL]), by),
    st.builds(PileChanged, seats, by),
    st.builds(DieTurned, seats, st.integers(1, 12), st.sampled_from(Side)),
    st.just(RHINO),
    st.builds(CardCounted, seats, st.integers(1, 3), st.sampled_from(Counted), by),
    st.builds(CardLeft, seats, st.integers(1, 3)),
    st.builds(PhoenixbornMarked, seats, st.sampled_from(Token), by),
)
ordered = st.one_of(
    st.builds(TurnEnded, seats, st.booleans()), st.just(PREPARED), st.just(RECOVERED)
)


@given(st.lists(st.one_of(relative, ordered), max_size=40))
def test_any_moves_keep_to_the_bounds_and_undo_restores(moves: list[Move]) -> None:
    position = opened(3)
    for move in moves:
        try:
            position = played(position, LIVE.read(payload_of(move)))
        except RulesError:
            continue
        table = position.table
        for player in table.players:
            assert 0 <= player.wounds <= 99
            assert 0 <= player.pile <= 99
            assert all(0 <= n <= player.dice[die] for die, n in player.active.items())
            assert all(0 <= card.wounds <= 99 for card in player.in_play)
        assert set(table.fallen) | set(table.living) == {1, 2, 3}
        assert (table.turn in table.living) == (table.phase is RoundPhase.TURNS) or table.is_over
        before = position.before
        assert before is not None
        assert played(position, Undo(position.last_move)).table == before.table


@pytest.mark.parametrize(
    "held",
    [
        {"seats": [{"seat": 1, "life": 15, "dice": {"charm": 11, "natural": 10}, "pile": 25}]},
        {"seats": [{"seat": n, "life": 15, "dice": {}, "pile": 25} for n in range(1, 8)]},
    ],
)
def test_a_table_in_a_file_is_no_larger_than_a_game_needs(held: dict[str, Any]) -> None:
    with pytest.raises(SerializeError, match="at most"):
        from_plain(Start, held)
    assert to_plain(from_stored(Start, held)) == held  # one from an older file


def test_a_roll_in_a_file_has_no_more_dice_than_a_player() -> None:
    sides = ["power"] * (MAX_DICE + 1)
    with pytest.raises(SerializeError, match="at most"):
        LIVE.read({"kind": "roll", "seat": 1, "sides": sides})
    assert LIVE.read({"kind": "roll", "seat": 1, "sides": sides}, stored=True)


def test_nobody_begins_with_less_than_no_dice() -> None:
    player = {"seat": 1, "life": 15, "dice": {"charm": -5, "natural": 5}, "pile": 25}
    with pytest.raises(SerializeError, match="from 0"):
        from_plain(Start, {"seats": [player]})


def test_the_curve_of_an_endless_duel_ends() -> None:
    position = opened()
    for _round in range(MAX_ROUNDS + 2):
        position = played(position, PREPARED)
        while position.table.turn is not None:
            position = played(position, TurnEnded(position.table.turn, passed=True))
        position = played(position, RECOVERED)
    assert {len(player.curve) for player in position.table.players} == {MAX_ROUNDS}
