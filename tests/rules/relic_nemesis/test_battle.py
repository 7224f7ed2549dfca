"""Battles and duels: the rulebook's example, and every consequence."""

from __future__ import annotations

from dataclasses import replace

import pytest

from campaign.rules.relic_nemesis.catalogue import Attribute
from campaign.rules.relic_nemesis.dice import Fighter, margins
from campaign.rules.relic_nemesis.fights import (
    Battle,
    Consequences,
    Duel,
    Stakes,
    Winner,
    against_agents,
    battle_odds,
    battle_problems,
    duel_odds,
    duel_problems,
    fight,
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
def test_stakes_by_attribute(attribute: Attribute, stakes: dict[str, int]) -> None:
    duel = Duel(attribute, Fighter(5, shown=(5,)), Fighter(3, shown=(1,)))
    expected = Stakes(Winner.ATTACKER, (10, 4), apostate_asset=True, **stakes)
    assert settle_duel(duel) == expected
    assert not settle_duel(replace(duel, defender_assets=0)).apostate_asset


def test_a_challenger_who_fails_the_test_ends_the_duel() -> None:
    duel = Duel(Attribute.CUNNING, Fighter(2, support=-2, shown=(1,)), Fighter(3))
    assert duel_problems(duel) == ()  # the defender does not roll
    assert settle_duel(duel) == Stakes(Winner.NOBODY, (1, None))
    odds = duel_odds(duel.challenger, duel.defender)
    assert odds[Winner.NOBODY] == pytest.approx(1 / 6)
    assert sum(odds.values()) == pytest.approx(1, abs=1e-12)


def test_a_duel_needs_an_apostate_outside_the_inner_tier() -> None:
    wrong = replace(EXAMPLE, defender_is_apostate=False, inner_tier=True)
    assert {p.code for p in duel_problems(wrong)} == {"duel.no_apostate", "duel.inner_tier"}


def test_the_duels_odds_of_the_example() -> None:
    odds = duel_odds(EXAMPLE.challenger, EXAMPLE.defender)
    # 9 and a die against 11: the challenger needs 3 or more, which is 4 of 6.
    assert odds[Winner.ATTACKER] == pytest.approx(4 / 6)
    assert odds[Winner.DEFENDER] == pytest.approx(2 / 6)


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
        ((6, 2), 3, Consequences(Winner.ATTACKER, (12, 10), trophies=(3, 4))),
        ((2,), 3, Consequences(Winner.DEFENDER, (6, 10), nemesis_life=1)),
        ((5,), 2, Consequences(Winner.NOBODY, (9, 9))),
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
