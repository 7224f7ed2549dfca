"""The worked examples of the rulebook besides attacks, which test_attack.py has."""

from __future__ import annotations

from functools import reduce

from campaign.rules.ashes.cards_in_play import Counted, places_taken
from campaign.rules.ashes.catalogue import Action, Card, DiceType, Edition
from campaign.rules.ashes.deck import Deck, deck_faults
from campaign.rules.ashes.dice_cost import can_pay
from campaign.rules.ashes.live import LIVE
from campaign.rules.ashes.moves import CardCounted, CardEntered, DieTurned, PhaseEnded
from campaign.rules.ashes.table import Player, RoundPhase, Side, Start, Table, Zone
from campaign.rules.core.live import Move
from tests.rules.ashes.packs import catalogue

NATURAL, CEREMONIAL = DiceType.NATURAL, DiceType.CEREMONIAL


def card(key: str) -> Card:
    found = catalogue().card(Edition.FIRST, key)
    assert found is not None
    return found


def table(dice: dict[DiceType, int]) -> Table:
    """Return the first turn of a player with these dice, against somebody without any."""
    start = Start((Player(1, 15, dice, 25), Player(2, 15, {}, 25)), 1)
    return LIVE.apply(LIVE.table(start), PhaseEnded(RoundPhase.PREPARATION), 0)


def after(begun: Table, *moves: Move) -> Table:
    return reduce(lambda now, move: LIVE.apply(now, move, 0), moves, begun)


def test_the_iron_rhino_is_paid_for_twice() -> None:
    """P. 10: one die to play the spell; to use it, its own exhaustion and six more dice."""
    spell = card("summon-iron-rhino")
    assert (spell.cost.actions, sum(cost.n for cost in spell.cost.dice)) == ((Action.MAIN,), 1)
    assert sum(cost.n for cost in spell.activation) == 6
    assert can_pay({NATURAL: 7}, (*spell.cost.dice, *spell.activation))
    assert not can_pay({NATURAL: 6}, (*spell.cost.dice, *spell.activation))
    moves = (
        CardEntered(1, Zone.SPELLBOARD, spell.name.en, spell.id, from_hand=True),
        DieTurned(1, 1, Side.EXHAUSTED),
        CardCounted(1, 1, Counted.EXHAUSTION, 1),
        *(DieTurned(1, place, Side.EXHAUSTED) for place in range(2, 8)),
        CardEntered(1, Zone.BATTLEFIELD, "Iron Rhino", "iron-rhino", attack=7, life=7, recover=1),
    )
    player = after(table({NATURAL: 10}), *moves).player(1)
    assert (player.active[NATURAL], player.hand) == (3, 4)
    assert [card.exhaustion for card in player.in_play] == [1, 0]


def test_a_hammer_knight_costs_three_dice_of_three_kinds() -> None:
    """P. 10: an ally is paid for and comes onto the battlefield, its placement."""
    knight = card("hammer-knight")
    assert (knight.cost.actions, knight.placement) == ((Action.MAIN,), "battlefield")
    assert can_pay({CEREMONIAL: 1, NATURAL: 2}, knight.cost.dice)
    assert not can_pay({CEREMONIAL: 1, NATURAL: 1}, knight.cost.dice)
    assert not can_pay({NATURAL: 3}, knight.cost.dice)


def test_root_armour_takes_a_side_action() -> None:
    """P. 11: an alteration spell is attached to a unit, whose life it raises."""
    armour = card("root-armor")
    assert (armour.cost.actions, armour.placement) == ((Action.SIDE,), "unit")
    assert armour.life == "+2"


def test_two_silver_snakes_are_focused_in_one_place() -> None:
    """P. 11: two copies of a ready spell have Focus 1, and share a place."""
    snake = card("summon-silver-snake")
    enters = CardEntered(1, Zone.SPELLBOARD, snake.name.en, snake.id)
    player = after(table({}), enters, enters).player(1)
    assert len(player.in_play) == 2
    assert places_taken(player, Zone.SPELLBOARD) == 1


def test_ten_dice_of_any_mix() -> None:
    """P. 14: three natural, three charm, three illusion and one ceremonial die are a pool."""
    dice = {NATURAL: 3, DiceType.CHARM: 3, DiceType.ILLUSION: 3, CEREMONIAL: 1}
    found = {fault.code for fault in deck_faults(Deck(dice=dice), catalogue())}
    assert not {"deck.too_few_dice", "deck.too_many_dice"} & found
