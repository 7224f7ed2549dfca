"""Attacks at the live table (pp. 6-9), with the two examples of the book."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.rules.ashes.attack import split_left
from campaign.rules.ashes.cards_in_play import Counted
from campaign.rules.ashes.catalogue import Edition
from campaign.rules.ashes.live import LIVE
from campaign.rules.ashes.moves import (
    AttackCalledOff,
    AttackerChosen,
    AttackResolved,
    Blocked,
    CardCounted,
    CardEntered,
    CardLeft,
    Countered,
    DamageSplit,
    Guarded,
    PhaseEnded,
    TargetChosen,
    TurnEnded,
    Wounded,
)
from campaign.rules.ashes.table import CardInPlay, Player, RoundPhase, Start, Table, Zone
from campaign.rules.core.live import Move, Position
from campaign.rules.core.problems import RulesError
from tests.rules.ashes.packs import catalogue

WORKER, OTHER_WORKER, RHINO = 1, 2, 3  # of the first player
SNAKE, GILDER = 1, 2  # of the second


def unit(seat: int, key: str, **values: int) -> CardEntered:
    """Return a unit of the core set as it comes into play."""
    card = catalogue().by_id[Edition.FIRST][key]
    printed = {name: getattr(card, name) for name in ("attack", "life", "recover")}
    known: dict[str, Any] = {name: n for name, n in printed.items() if isinstance(n, int)}
    return CardEntered(seat, Zone.BATTLEFIELD, card.name.en, key, **{**known, **values})


def played(position: Position[Table], *moves: Move) -> Position[Table]:
    for move in moves:
        position = LIVE.play(position, move, 0)
    return position


def battlefield() -> Position[Table]:
    """Return the turn of a player with three units, against one with two."""
    seats = tuple(Player(n, 20, {}, 25) for n in (1, 2, 3))
    return played(
        LIVE.open(Start(seats, 1)),
        PhaseEnded(RoundPhase.PREPARATION),
        unit(1, "iron-worker"),
        unit(1, "iron-worker"),
        unit(1, "iron-rhino"),
        unit(2, "silver-snake", attack=4),  # its attack is its status tokens
        unit(2, "gilder"),
    )


def refused(position: Position[Table], move: Move) -> str:
    with pytest.raises(RulesError) as error:
        played(position, move)
    return error.value.problems[0].code


def tokens(cards: tuple[CardInPlay, ...]) -> list[tuple[int, int]]:
    return [(card.wounds, card.exhaustion) for card in cards]


ALL = tuple(AttackerChosen(1, card) for card in (WORKER, OTHER_WORKER, RHINO))


def test_the_attack_on_a_phoenixborn_of_the_book() -> None:
    """P. 7: one of three attackers is not blocked; one blocker counters and is destroyed."""
    end = played(
        battlefield(),
        *ALL,
        TargetChosen(1, target=2),
        Blocked(2, WORKER, SNAKE),
        Blocked(2, RHINO, GILDER, counters=True),
        AttackResolved(1),
    ).table
    mine, theirs = end.player(1), end.player(2)
    worker, rhino = mine.in_play[0].attack or 0, mine.in_play[2].attack or 0
    gilder = theirs.in_play[1]
    assert theirs.wounds == worker  # of the one that got through
    assert tokens(mine.in_play) == [(0, 1), (0, 1), (gilder.attack, 1)]
    assert tokens(theirs.in_play) == [(worker, 0), (rhino, 0)]  # one that is destroyed is not tired
    assert gilder.is_destroyed
    assert end.attack is None


def test_the_attack_on_a_unit_of_the_book() -> None:
    """P. 8: it counters, splits its four damage and destroys both, as they destroy it."""
    two = played(battlefield(), *ALL[:2], TargetChosen(1, target=2, card=SNAKE), Countered(2))
    attack = two.table.attack
    assert attack is not None
    assert split_left(two.table, attack) == 4
    assert refused(two, AttackResolved(1)) == "duel.split"
    split = (DamageSplit(2, WORKER, 2), DamageSplit(2, OTHER_WORKER, 2))
    end = played(two, *split, AttackResolved(1)).table
    assert [card.is_destroyed for card in end.player(1).in_play] == [True, True, False]
    assert tokens(end.player(1).in_play[:2]) == [(2, 0), (2, 0)]
    assert end.player(2).in_play[0].is_destroyed
    assert end.player(2).wounds == 0


def test_a_guard_takes_the_damage_for_a_unit() -> None:
    """P. 9: the Phoenixborn, even exhausted, or a unit that is not."""
    attacked = played(battlefield(), *ALL[:2], TargetChosen(1, target=2, card=SNAKE))
    total = sum(card.attack or 0 for card in attacked.table.player(1).in_play[:2])
    born = played(attacked, Guarded(2, guard=0), AttackResolved(1)).table
    assert (born.player(2).wounds, tokens(born.player(2).in_play)) == (total, [(0, 0), (0, 0)])
    assert tokens(born.player(1).in_play[:2]) == [(0, 1), (0, 1)]
    other = played(attacked, Guarded(2, guard=GILDER), AttackResolved(1)).table
    assert [card.wounds for card in other.player(2).in_play] == [0, total]
    assert refused(attacked, Guarded(2, guard=SNAKE)) == "duel.guards_itself"
    back = played(attacked, Guarded(2, guard=GILDER), Guarded(2), AttackResolved(1)).table
    assert [card.wounds for card in back.player(2).in_play] == [total, 0]


def test_one_attacker_takes_all_of_a_counter_and_defenders_tire_only_if_they_counter() -> None:
    one = played(battlefield(), ALL[2], TargetChosen(1, target=2, card=SNAKE))
    quiet = played(one, AttackResolved(1)).table
    assert tokens(quiet.player(1).in_play)[2] == (0, 1)
    assert quiet.player(2).in_play[0].exhaustion == 0
    tough = (CardCounted(1, RHINO, Counted.LIFE, 9), CardCounted(2, SNAKE, Counted.LIFE, 9))
    both = played(one, *tough, Countered(2), AttackResolved(1)).table
    assert tokens(both.player(1).in_play)[2] == (4, 1)
    assert both.player(2).in_play[0].exhaustion == 1


def test_exhausted_and_missing_units_neither_attack_nor_block_nor_counter() -> None:
    position = battlefield()
    tired = played(position, CardCounted(1, WORKER, Counted.EXHAUSTION, 1))
    assert refused(tired, ALL[0]) == "duel.attack_exhausted"
    assert refused(position, AttackerChosen(1, 9)) == "duel.live_card_gone"
    assert refused(position, AttackerChosen(2, SNAKE)) == "duel.live_turn_over"
    assert refused(position, TargetChosen(1, target=2)) == "duel.no_attack"
    begun = played(position, ALL[0])
    assert refused(begun, TargetChosen(1, target=1)) == "duel.no_such_seat"
    assert refused(begun, TargetChosen(1, target=6)) == "duel.no_such_seat"
    assert refused(begun, TargetChosen(1, target=2, card=9)) == "duel.live_card_gone"
    assert refused(begun, AttackResolved(1)) == "duel.no_attack"
    spent = played(begun, TargetChosen(1, target=2), CardCounted(2, SNAKE, Counted.EXHAUSTION, 1))
    assert refused(spent, Blocked(2, WORKER, SNAKE)) == "duel.attack_exhausted"
    assert refused(spent, Blocked(2, RHINO, GILDER)) == "duel.live_card_gone"
    assert refused(spent, Blocked(3, WORKER, 1)) == "duel.no_attack"
    unit_attacked = played(spent, TargetChosen(1, target=2, card=SNAKE))
    assert refused(unit_attacked, Countered(2)) == "duel.attack_exhausted"
    assert refused(unit_attacked, Blocked(2, WORKER, GILDER)) == "duel.no_attack"


def test_an_unknown_attack_is_asked_for_and_not_guessed() -> None:
    nameless = CardEntered(1, Zone.BATTLEFIELD, "Something new")
    begun = played(battlefield(), nameless, AttackerChosen(1, 4), TargetChosen(1, target=2))
    assert refused(begun, AttackResolved(1)) == "duel.attack_unknown"
    told = played(begun, CardCounted(1, 4, Counted.ATTACK, 3), AttackResolved(1))
    assert told.table.player(2).wounds == 3


def test_a_unit_blocks_one_attacker_and_an_attacker_has_one_blocker() -> None:
    begun = played(battlefield(), *ALL, TargetChosen(1, target=2), Blocked(2, WORKER, SNAKE))
    moved = played(begun, Blocked(2, RHINO, SNAKE)).table.attack
    assert moved is not None
    assert [(block.attacker, block.blocker) for block in moved.blocks] == [(RHINO, SNAKE)]
    free = played(begun, Blocked(2, WORKER)).table.attack
    assert free is not None
    assert free.blocks == ()


def test_an_attack_ends_with_its_turn_and_loses_what_leaves_play() -> None:
    begun = played(battlefield(), *ALL[:2], TargetChosen(1, target=2, card=SNAKE))
    assert played(begun, TurnEnded(1)).table.attack is None
    assert played(begun, AttackCalledOff(1)).table.attack is None
    assert played(begun, CardLeft(1, WORKER), CardLeft(1, OTHER_WORKER)).table.attack is None
    gone = played(begun, CardLeft(2, SNAKE)).table.attack
    assert gone is not None
    assert (gone.attackers, gone.target) == ((WORKER, OTHER_WORKER), None)
    fallen = played(begun, Wounded(2, 20)).table.attack
    assert fallen is not None
    assert fallen.target is None
    assert played(begun, *ALL[:2]).table.attack is None  # both stay at home again


numbers = st.integers(0, 4)
steps = st.one_of(
    st.builds(AttackerChosen, st.integers(1, 2), numbers),
    st.builds(TargetChosen, st.just(1), st.integers(1, 3), numbers),
    st.builds(Blocked, st.integers(1, 3), numbers, numbers, st.booleans()),
    st.builds(Guarded, st.integers(1, 3), st.none() | numbers),
    st.builds(Countered, st.integers(1, 3), st.booleans()),
    st.builds(DamageSplit, st.just(2), numbers, st.integers(-3, 4)),
    st.just(AttackResolved(1)),
    st.builds(CardLeft, st.integers(1, 2), numbers),
)


@given(st.lists(steps, max_size=25))
def test_whatever_is_tapped_an_attack_stays_whole(moves: list[Move]) -> None:
    position = battlefield()
    for move in moves:
        try:
            position = played(position, move)
        except RulesError:
            continue
        attack = position.table.attack
        if attack is None:
            continue
        mine = {card.number for card in position.table.player(1).in_play}
        assert attack.attackers
        assert set(attack.attackers) <= mine
        blockers = [block.blocker for block in attack.blocks]
        assert len(blockers) == len(set(blockers))
        assert {block.attacker for block in attack.blocks} <= set(attack.attackers)
