"""Cards are found by everything that is printed on them, with filters that combine."""

from __future__ import annotations

from typing import Any

import pytest

from campaign.rules.ashes.card_search import (
    CardQuery,
    DiceMatch,
    Order,
    conjured_by,
    dice_to_play,
    exclusives_of,
    find_cards,
    other_editions,
)
from campaign.rules.ashes.catalogue import Card, CardType, DiceType, Edition, folded
from tests.rules.ashes.packs import catalogue

CHARM, TIME = DiceType.CHARM, DiceType.TIME


def found(**asked: Any) -> list[Card]:
    return [each.card for each in find_cards(catalogue(), CardQuery(**asked))]


def test_everything_is_found_where_nothing_is_asked() -> None:
    assert len(found()) == 361 + 557


@pytest.mark.parametrize(
    ("match", "fits"),
    [
        (DiceMatch.ANY, lambda dice: CHARM in dice or TIME in dice),
        (DiceMatch.ALL, lambda dice: CHARM in dice and TIME in dice),
        (DiceMatch.ONLY, lambda dice: not dice - {CHARM, TIME}),
    ],
)
def test_several_dice_are_any_all_or_the_only_ones(match: DiceMatch, fits: Any) -> None:
    cards = found(dice=frozenset({CHARM, TIME}), dice_match=match)
    expected = [card for card in found() if fits(set(card.dice))]
    assert cards == expected
    assert 0 < len(cards) < 918


def test_filters_combine() -> None:
    allies = found(
        edition=Edition.REBORN,
        types=frozenset({CardType.ALLY, CardType.ALTERATION_SPELL}),
        dice=frozenset({CHARM}),
        most_dice=1,
        sets=frozenset({"reborn-master-set"}),
    )
    assert [card.name.en for card in allies] == ["Enchanted Violinist", "Undying Heart"]


def test_summons_basic_magic_and_exclusive_cards() -> None:
    assert {card.id for card in found(summons=True, exclusive_to="fiona-mercywind")} == {
        "summon-metamorpher",
        "metamorpher",
    }
    basic = {card.id for card in found(basic=True, edition=Edition.REBORN)}
    assert {"anchornaut", "summon-metamorpher"} <= basic
    assert basic.isdisjoint({"empower", "living-doll", "coal-roarkwin"})
    names = {card.id for card in found(exclusive_to="coal-roarkwin", edition=Edition.FIRST)}
    assert names == {"one-hundred-blades"}


def test_a_part_of_any_printed_name_is_enough() -> None:
    assert "blood-archer" in {card.id for card in found(text="łucznik KRWI")}
    assert {card.id for card in found(text="summon gilder")} == {"summon-gilder"}


def test_cards_are_sorted_by_name_cost_type_or_set() -> None:
    names = [folded(card.name.en) for card in found()]
    assert names == sorted(names)
    costs = [dice_to_play(card) for card in found(order=Order.COST)]
    assert costs == sorted(costs)
    assert found(order=Order.TYPE)[0].type is CardType.PHOENIXBORN
    boxes = [each.box.name.en for each in find_cards(catalogue(), CardQuery(order=Order.SET))]
    assert boxes == sorted(boxes)


def test_names_are_sorted_as_they_are_shown() -> None:
    cards = find_cards(catalogue(), CardQuery(edition=Edition.FIRST), "pl")
    names = [folded(each.card.name.in_language("pl")) for each in cards]
    assert names == sorted(names)
    assert names != [folded(card.name.in_language("pl")) for card in found(edition=Edition.FIRST)]


def test_which_cards_belong_together() -> None:
    box, reborn = catalogue(), Edition.REBORN
    assert [card.id for card in conjured_by(box, reborn, "moon-moth")] == ["metamorpher"]
    assert {card.id for card in exclusives_of(box, Edition.FIRST, "jessa-na-ni")} == {"fear"}
    assert other_editions(box, reborn, "anchornaut") == [Edition.FIRST]
    assert other_editions(box, reborn, "moon-moth") == []
