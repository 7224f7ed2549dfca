"""Battles and duels: the rulebook's example, and every consequence."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from campaign.rules.relic_nemesis.battle import (
    Battle,
    Consequences,
    against_agents,
    battle_odds,
    battle_problems,
    fight,
)
from campaign.rules.relic_nemesis.catalogue import Attribute
from campaign.rules.relic_nemesis.dice import Fighter, Winner, margins
from campaign.rules.relic_nemesis.skill_duel import (
    Duel,
    Stakes,
    duel_odds,
    duel_problems,
    settle_duel,
)

# P. 5: the Commissar (6, an ally +3, rolls 2) challenges the Rogue Trader (3, +4, a card of 4).
EXAMPLE = Duel(
    Attribute.STRENGTH,
    challenger=Fighter(6, support=3, shown=(2,)),
    defender=Fighter(3, support=4, card=4),
)


def test_the_example_of_the_book() -> None:
    assert duel_problems(EXAMPLE) == ()
    ended = settle_duel(EXAMPLE)
    assert ended.values == (11, 11)
    assert ended.winner is Winner.DEFENDER
    assert ended.life == 2
    assert not ended.apostate_asset  # the Commissar has none


@pytest.mark.parametrize(
    ("attribute", "stakes"),
    [
        (Attribute.STRENGTH, {"life": 2}),
        (Attribute.CUNNING, {"asset": True}),
        (Attribute.WILLPOWER, {"influence": 3}),
    ],
)
def test_stakes_by_attribute(attribute: Attribute, stakes: dict[str, Any]) -> None:
    duel = Duel(attribute, Fighter(5, shown=(5,)), Fighter(3, shown=(1,)))
    expected = Stakes(Winner.ATTACKER, (10, 4), apostate_asset=True, **stakes)
    assert settle_duel(duel) == expected
    assert not settle_duel(replace(duel, defender_assets=0)).apostate_asset


def test_a_challenger_who_fails_the_test_ends_the_duel() -> None:
    duel = Duel(Attribute.CUNNING, Fighter(2, support=-2, shown=(1,)), Fighter(3))
    assert duel_problems(duel) == ()  # the defender does not roll
    assert settle_duel(duel) == Stakes(Winner.NOBODY, (1, None))
    assert duel_odds(duel.challenger, duel.defender)[Winner.NOBODY] == 1
    odds = duel_odds(replace(duel.challenger, shown=()), duel.defender)
    assert odds[Winner.NOBODY] == pytest.approx(1 / 6)
    assert sum(odds.values()) == pytest.approx(1, abs=1e-12)


def test_a_duel_needs_an_apostate_outside_the_inner_tier() -> None:
    wrong = replace(EXAMPLE, defender_is_apostate=False, inner_tier=True)
    assert {p.code for p in duel_problems(wrong)} == {"duel.no_apostate", "duel.inner_tier"}


def test_the_duels_odds_of_the_example() -> None:
    before = replace(EXAMPLE.challenger, shown=())
    odds = duel_odds(before, EXAMPLE.defender)
    # 9 and a die against 11: the challenger needs 3 or more, which is 4 of 6, and a 1 fails.
    assert odds[Winner.ATTACKER] == pytest.approx(4 / 6)
    assert odds[Winner.NOBODY] == pytest.approx(1 / 6)
    assert odds[Winner.DEFENDER] == pytest.approx(1 / 6)
    # P. 5: the defender chooses a card after seeing 11.
    given_the_roll = duel_odds(EXAMPLE.challenger, replace(EXAMPLE.defender, card=None))
    assert given_the_roll[Winner.NOBODY] == 0
    assert given_the_roll[Winner.DEFENDER] == pytest.approx(3 / 6)  # 4 or more
    assert duel_odds(EXAMPLE.challenger, EXAMPLE.defender)[Winner.DEFENDER] == 1


@pytest.mark.parametrize(
    ("challenger", "defender", "wins", "fails", "held"),
    [(4, 4, 0.429, 0.167, 0.405), (3, 6, 0.241, 0.167, 0.593)],
)
def test_the_odds_of_a_duel_with_natural_ones(
    challenger: int, defender: int, wins: float, fails: float, held: float
) -> None:
    """P. 4, as in the base game: a 1 fails a skill test."""
    odds = duel_odds(Fighter(challenger), Fighter(defender))
    assert tuple(odds.values()) == pytest.approx((wins, fails, held), abs=0.0006)


@pytest.mark.parametrize(
    ("challenger", "fails"),
    [
        (Fighter(9, shown=(1,)), True),
        (Fighter(9, card=1), True),  # p. 13: a card counts as the die that it replaces
        (Fighter(9, dice=2, shown=(1, 1)), True),
        (Fighter(9, dice=2, shown=(1, 2)), False),
        (Fighter(9, shown=(6, 1)), False),  # thrown for the six
    ],
)
def test_a_natural_one_fails_a_skill_test(challenger: Fighter, fails: bool) -> None:
    """P. 4, as in the base game: with several dice only if all show 1."""
    duel = Duel(Attribute.STRENGTH, challenger, Fighter(3, shown=(2,)))
    ended = settle_duel(duel)
    assert (ended.winner is Winner.NOBODY) == fails
    assert ended.life == (0 if fails else 2)


def test_a_natural_one_of_the_defender_loses_whatever_is_added() -> None:
    duel = Duel(Attribute.STRENGTH, Fighter(3, shown=(2,)), Fighter(9, shown=(1,)))
    assert settle_duel(duel).winner is Winner.ATTACKER


def test_the_odds_of_a_battle_given_what_the_nemesis_rolled() -> None:
    """P. 12, steps 3 and 4: the character prepares knowing the roll."""
    character = Fighter(4)
    low = battle_odds(margins(Fighter(5, shown=(1,)), character))
    assert low[Winner.ATTACKER] == pytest.approx(1 / 6)  # 5 with a die against 6
    assert low[Winner.NOBODY] == pytest.approx(1 / 6)
    high = battle_odds(margins(Fighter(5, shown=(6, 5)), character))
    assert high[Winner.ATTACKER] > 0.9
    assert battle_odds(margins(Fighter(5, shown=(1,)), replace(character, card=5)))[
        Winner.DEFENDER
    ] == pytest.approx(1)


@pytest.mark.parametrize(
    ("nemesis", "character", "ends"),
    [
        (5, 2, Consequences(Winner.ATTACKER, (9, 6), character_life=1)),
        (2, 5, Consequences(Winner.DEFENDER, (6, 9), nemesis_life=1, bounty=True)),
        (3, 3, Consequences(Winner.NOBODY, (7, 7))),
    ],
)
def test_against_a_character(nemesis: int, character: int, ends: Consequences) -> None:
    battle = Battle(Fighter(4, shown=(nemesis,)), Fighter(4, shown=(character,)))
    assert fight(battle) == ends


@pytest.mark.parametrize(
    ("nemesis", "agents", "ends"),
    [
        ((6, 2), 3, Consequences(Winner.ATTACKER, (12, 10), True, trophies=(3, 4))),
        ((2,), 3, Consequences(Winner.DEFENDER, (6, 10), True, nemesis_life=1)),
        ((5,), 2, Consequences(Winner.NOBODY, (9, 9), True)),
    ],
)
def test_several_agents_fight_as_one(
    nemesis: tuple[int, ...], agents: int, ends: Consequences
) -> None:
    battle = Battle(Fighter(4, shown=nemesis), against_agents((3, 4), (agents,)), (3, 4))
    assert battle_problems(battle) == ()
    assert fight(battle) == ends


def test_cards_on_the_space_and_a_might_card_count() -> None:
    nemesis = Fighter(4, support=2, helpers=2, card=6, shown=(3,))  # the card explodes
    assert nemesis.value == 4 + 2 + 2 + 6 + 3
    assert battle_odds(margins(nemesis, Fighter(4, card=2)))[Winner.DEFENDER] == 0


def test_what_is_wrong_is_said_at_once() -> None:
    battle = Battle(Fighter(-1, dice=0), Fighter(5, support=1, shown=(1,)), (4,))
    assert [(p.code, p.path) for p in battle_problems(battle)] == [
        ("number.out_of_range", "nemesis.attribute"),
        ("number.out_of_range", "nemesis.dice"),
        ("battle.agents_alone", "opponent"),
    ]
