"""The worked examples of the rulebook as turns; that of a duel is in test_battle.py."""

from __future__ import annotations

from campaign.rules.relic_nemesis.battle import Battle, against_agents
from campaign.rules.relic_nemesis.dice import Fighter
from campaign.rules.relic_nemesis.moves import Explored, Fought, PhaseEnded, TrophiesSpent
from campaign.rules.relic_nemesis.nemesis_turn import Found, NemesisPhase, imperium_cards_to_draw
from tests.rules.relic_nemesis.test_table import N1, apply, in_turn_of, replay


def test_luxuria_at_the_turrets_draws_two_imperium_cards() -> None:
    """P. 9: two threat symbols, two Threat cards, no Imperium card: two are drawn and engaged."""
    assert imperium_cards_to_draw(2, 0) == 2
    moves = (PhaseEnded(N1, NemesisPhase.MOVEMENT), Explored(N1, Found.IMPERIUM))
    table = replay(in_turn_of(N1), moves)
    assert (table.phase, table.found) == (NemesisPhase.ENGAGEMENT, Found.IMPERIUM)


def test_specimen_x_spares_the_rogue_trader_and_draws_its_own_card() -> None:
    """P. 9: to fight is its choice; without symbols and Imperium cards it draws a nemesis card."""
    assert imperium_cards_to_draw(0, 0) == 0
    moves = (PhaseEnded(N1, NemesisPhase.MOVEMENT), Explored(N1, Found.NOTHING))
    table = replay(in_turn_of(N1), moves)
    assert (table.phase, table.found) == (NemesisPhase.ENGAGEMENT, Found.NOTHING)


def test_an_agent_of_four_is_worth_four_trophy_points() -> None:
    """P. 11: the attribute of an agent is its worth; two of them and two more make a level."""
    table = in_turn_of(N1)
    for agent in (4, 2):
        won = Battle(Fighter(9, shown=(5,)), against_agents((agent,), (1,)), (agent,))
        table = apply(table, Fought(N1, won))
    assert sorted(table.board(N1).trophies) == [2, 4]
    table = apply(table, PhaseEnded(N1, NemesisPhase.ENGAGEMENT))
    before = table.board(N1).level
    assert apply(table, TrophiesSpent(N1, (4, 2))).board(N1).level == before + 1
