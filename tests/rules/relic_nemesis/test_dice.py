"""Exploding dice: the exact chances against every throw, and against many."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache
from math import comb, sqrt
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.rules.core.entries import entry_problems
from campaign.rules.core.problems import RulesError
from campaign.rules.core.serialize import SerializeError, from_plain, from_stored
from campaign.rules.relic_nemesis.battle import Battle, battle_odds, fight
from campaign.rules.relic_nemesis.catalogue import Nemesis
from campaign.rules.relic_nemesis.dice import (
    EXPLOSIONS,
    MAX_DICE,
    MAX_SHOWN,
    Fighter,
    Winner,
    margins,
    shown_problems,
    throw,
    value_chances,
)
from campaign.rules.relic_nemesis.skill_duel import TARGET, duel_odds
from tests.marks import thorough


def rolling(dice: int = 1, card: int | None = None) -> Fighter:
    """Return a side that has nothing but dice and a card."""
    return Fighter(0, dice=dice, card=card)


DEPTH = 6  # dice of one chain that are thrown by brute force
ROLLS = [rolling(), rolling(2), rolling(card=4), rolling(card=6), rolling(2, card=6)]


PAIRS = [
    (rolling(), rolling()),
    (rolling(2), rolling()),
    (rolling(card=4), rolling()),
    (rolling(card=6), rolling(2)),
    (rolling(3, card=6), rolling(2, card=1)),
    (rolling(3), rolling(3)),
]


@cache
def brute(dice: int, depth: int = DEPTH) -> dict[int, float]:
    """Return the chance of each total, throwing every die to a depth; the rest is missing."""
    one = {6 * s + face: 6 ** (depth - s - 1) for s in range(depth) for face in range(1, 6)}
    ways = {0: 1}
    for _die in range(dice):
        more: dict[int, int] = {}
        for shown, count in ways.items():
            for face, other in one.items():
                more[shown + face] = more.get(shown + face, 0) + count * other
        ways = more
    return {shown: count / 6 ** (depth * dice) for shown, count in ways.items()}


def brute_margins(mine: Fighter, theirs: Fighter, ahead: int, depth: int) -> dict[int, float]:
    """Return the chance of each margin by brute force; what is short of one is missing."""
    found: dict[int, float] = {}
    ahead += (mine.card or 0) - (theirs.card or 0)
    for my_total, chance in brute(mine.to_throw, depth).items():
        for their_total, other in brute(theirs.to_throw, depth).items():
            margin = ahead + my_total - their_total
            found[margin] = found.get(margin, 0.0) + chance * other
    return found


def only_ones(side: Fighter, shown: int) -> bool:
    """Say whether all dice show 1, by their sum."""
    return shown == side.to_throw and side.card in (None, 1)


@pytest.mark.parametrize("roll", ROLLS)
def test_values_agree_with_every_throw(roll: Fighter) -> None:
    exact = value_chances(roll)
    for shown, chance in brute(roll.to_throw).items():
        if shown <= 6 * DEPTH:  # higher totals need chains that brute force cuts
            assert exact[(roll.card or 0) + shown] == pytest.approx(chance, abs=1e-12)


# At depth 6 brute force misses up to a few in ten thousand, at depth 14 less than 1e-9.
@pytest.mark.parametrize(("depth", "slack"), [(DEPTH, None), (14, 1e-9)])
@pytest.mark.parametrize("ahead", [-7, 2])
@pytest.mark.parametrize(("mine", "theirs"), PAIRS)
def test_odds_and_margins_agree_with_every_throw_but_for_its_bound(
    mine: Fighter, theirs: Fighter, ahead: int, depth: int, slack: float | None
) -> None:
    exact = margins(replace(mine, support=ahead), theirs)
    odds = battle_odds(exact)
    found = brute_margins(mine, theirs, ahead, depth)
    missing = 1 - sum(found.values()) if slack is None else slack
    for margin, chance in exact.items():
        assert -1e-9 <= chance - found.get(margin, 0) <= missing + 1e-9
    for chance, wanted in (
        (odds[Winner.ATTACKER], sum(c for m, c in found.items() if m > 0)),
        (odds[Winner.NOBODY], found.get(0, 0)),
        (odds[Winner.DEFENDER], sum(c for m, c in found.items() if m < 0)),
    ):
        assert -1e-9 <= chance - wanted <= missing + 1e-9
    assert sum(odds.values()) == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize(("first", "second"), [(5, 4), (2, 9), (-1, 1)])
@pytest.mark.parametrize(("mine", "theirs"), PAIRS[:4])
def test_odds_of_a_duel_agree_with_every_throw(
    mine: Fighter, theirs: Fighter, first: int, second: int
) -> None:
    odds = duel_odds(replace(mine, support=first), replace(theirs, support=second))
    fails = won = held = 0.0
    for shown, chance in brute(mine.to_throw, 14).items():
        target = first + (mine.card or 0) + shown
        if target < TARGET or only_ones(mine, shown):
            fails += chance
            continue
        for reply, other in brute(theirs.to_throw, 14).items():
            reached = second + (theirs.card or 0) + reply >= target
            if reached and not only_ones(theirs, reply):
                held += chance * other
            else:
                won += chance * other
    assert tuple(odds.values()) == pytest.approx((won, fails, held), abs=1e-9)


@pytest.mark.parametrize("margin", range(-13, 14))
def test_the_margin_of_one_die_against_one_has_a_closed_form(margin: int) -> None:
    # Sixes differ by d with 5/7 · 6^-|d|, last faces by r with (5 - |r|) / 25.
    closed = sum(
        Fraction(5, 7) * Fraction(1, 6 ** abs(d)) * Fraction(5 - abs(margin - 6 * d), 25)
        for d in range(-4, 5)
        if abs(margin - 6 * d) < 5
    )
    assert margins(rolling(), rolling()).get(margin, 0) == pytest.approx(float(closed), abs=1e-14)


# Publisher's preview of May 2014: for Moarn Goreheart a 1 explodes too.
@pytest.mark.parametrize("dice", [1, 2])
def test_dice_that_explode_on_one_and_six(dice: int) -> None:
    exact = value_chances(Fighter(0, dice=dice, explodes=(1, 6)))
    rng, thrown = Random(3), Fighter(0, dice=dice, explodes=(1, 6))
    assert sum(exact.values()) == pytest.approx(1, abs=1e-12)
    # One die: half the chance of 2 to 5 directly, 1/6 · 1/6 for each of them after a 1.
    if dice == 1:
        assert exact[2] == pytest.approx(1 / 6)
        assert exact[3] == pytest.approx(1 / 6 + 1 / 36)  # 3, or 1 and 2
        assert exact.get(1, 0) == 0
    seen = [sum(throw(thrown, rng)) for _throw in range(20_000)]
    mean = sum(value * chance for value, chance in exact.items())
    assert sum(seen) / len(seen) == pytest.approx(mean, rel=0.03)


@pytest.mark.parametrize("dice", [1, MAX_DICE])
def test_a_throw_ends_whatever_explodes(dice: int) -> None:
    every = Fighter(0, dice=dice, explodes=(1, 2, 3, 4, 5, 6))
    assert len(throw(every, Random(3))) == MAX_SHOWN
    assert value_chances(every) == {}


def test_a_face_that_is_named_often_explodes_once() -> None:
    often = Fighter(0, dice=2, explodes=(6, 1, 6) * 30)
    assert value_chances(often) == value_chances(Fighter(0, dice=2, explodes=(1, 6)))


@pytest.mark.parametrize(
    ("faces", "code"),
    [
        ([1, 2, 3, 4, 5, 6], "list.too_long"),
        ([1, 2, 3, 4, 5] * 20, "list.too_long"),
        ([6, 6], "list.twice"),
    ],
)
@pytest.mark.parametrize(
    ("kind", "plain"),
    [(Fighter, {"attribute": 1}), (Nemesis, {"id": "sly-marbo", "name": {"en": "Sly Marbo"}})],
)
def test_dice_explode_on_different_faces_and_never_on_all(
    kind: Any, plain: dict[str, Any], faces: list[int], code: str
) -> None:
    with pytest.raises(SerializeError) as refused:
        from_plain(kind, {**plain, "explodes": faces})
    assert [(fault.path, fault.code) for fault in refused.value.problems] == [("explodes", code)]
    assert from_stored(kind, {**plain, "explodes": faces}).explodes == tuple(faces)


@pytest.mark.parametrize("face", [0, 7, -1])
def test_only_a_face_of_the_die_explodes(face: int) -> None:
    (problem,) = entry_problems(Fighter(0, explodes=(face,)))
    assert (problem.code, problem.path) == ("number.out_of_range", "explodes")


@pytest.mark.parametrize(
    ("side", "left", "known"),
    [
        (Fighter(4, shown=(3,)), 0, 7),
        (Fighter(4, shown=(6,)), 1, 10),
        (Fighter(4, shown=(6, 5)), 0, 15),
        (Fighter(4, dice=3, shown=(2,)), 2, 6),
        (Fighter(4, card=6, shown=()), 1, 10),
        (Fighter(4, shown=(1,), explodes=(1, 6)), 1, 5),
    ],
)
def test_chances_are_those_of_the_dice_to_come(side: Fighter, left: int, known: int) -> None:
    """P. 12: the character prepares knowing what the nemesis rolled."""
    assert (side.still_to_throw, side.value) == (left, known)
    fresh = Fighter(0, dice=left, explodes=side.explodes) if left else None
    chances = value_chances(fresh) if fresh else {0: 1.0}
    assert value_chances(side) == pytest.approx({known + v: c for v, c in chances.items()})


@given(dice=st.integers(1, 6), card=st.none() | st.integers(1, 6), other=st.integers(1, 6))
def test_chances_add_up_to_one(dice: int, card: int | None, other: int) -> None:
    chances = margins(rolling(dice, card), rolling(other))
    assert sum(chances.values()) == pytest.approx(1, abs=1e-9)


@pytest.mark.parametrize("dice", range(1, MAX_DICE + 1))
def test_more_sixes_than_are_counted_are_as_good_as_never(dice: int) -> None:
    # The chance of each further six is less than half of the one before.
    first = EXPLOSIONS + 1
    for exploding in (1, 2):  # faces
        ways = comb(dice + first - 1, first) * exploding**first * (6 - exploding) ** dice
        assert 2 * Fraction(ways, 6 ** (dice + first)) < 5e-16  # on either side


MANY_DICE = (
    Fighter(4, dice=2, support=2, helpers=1),
    Fighter(6, card=6, support=-1, helpers=2),
)


@pytest.mark.parametrize(
    ("nemesis", "opponent", "battles"),
    [
        (*MANY_DICE, 20_000),
        thorough(*MANY_DICE, 100_000),
        thorough(Fighter(5), Fighter(4), 100_000),
        thorough(Fighter(3, support=2, helpers=1), Fighter(7, support=-1, helpers=2), 100_000),
    ],
)
def test_the_odds_agree_with_many_battles(
    nemesis: Fighter, opponent: Fighter, battles: int
) -> None:
    rng = Random(17)
    chances = margins(nemesis, opponent)
    winners = dict.fromkeys(Winner, 0)
    seen: dict[int, int] = {}
    for _battle in range(battles):
        mine = replace(nemesis, shown=throw(nemesis, rng))
        theirs = replace(opponent, shown=throw(opponent, rng))
        ended = fight(Battle(mine, theirs))
        winners[ended.winner] += 1
        margin = ended.values[0] - ended.values[1]
        seen[margin] = seen.get(margin, 0) + 1
    counted = [
        *((winners[winner], chance) for winner, chance in battle_odds(chances).items()),
        # Where few are expected, deviations are not those of a normal distribution.
        *((seen.get(m, 0), c) for m, c in chances.items() if battles * c >= 50),
    ]
    for count, chance in counted:
        sigma = sqrt(battles * chance * (1 - chance))
        assert abs(count - battles * chance) < 4 * sigma


@given(st.integers(1, 4), st.none() | st.integers(1, 6), st.randoms(use_true_random=False))
def test_what_is_thrown_is_complete(dice: int, card: int | None, rng: Random) -> None:
    side = rolling(dice, card)
    thrown = replace(side, shown=throw(side, rng))
    assert shown_problems(thrown, "nemesis") == ()
    assert thrown.value == (card or 0) + sum(thrown.shown)


@pytest.mark.parametrize(
    ("roll", "shown", "code"),
    [
        (rolling(), (), "dice.missing"),
        (rolling(), (6,), "dice.missing"),  # a six wants another
        (rolling(card=6), (), "dice.missing"),  # and so does a card of six
        (rolling(), (3, 6), "dice.too_many"),
        (rolling(card=4), (2,), "dice.too_many"),
        (rolling(), (7,), "dice.face"),
    ],
)
def test_dice_that_cannot_be(roll: Fighter, shown: tuple[int, ...], code: str) -> None:
    found = shown_problems(replace(roll, shown=shown), "nemesis")
    assert [(problem.code, problem.path) for problem in found] == [(code, "nemesis.shown")]


def test_the_odds_of_a_cartload_of_dice_are_not_counted() -> None:
    assert value_chances(Fighter(3, dice=MAX_DICE, card=6))
    with pytest.raises(RulesError) as refused:
        value_chances(Fighter(3, dice=10_000))
    assert [problem.code for problem in refused.value.problems] == ["number.out_of_range"]
