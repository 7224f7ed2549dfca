"""Decks: the ready-made ones, every fault by its code, and what follows from a deck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.rules.ashes.catalogue import CardType, DiceCost, DiceType, Edition, Level
from campaign.rules.ashes.conjuration_pile import conjuration_pile
from campaign.rules.ashes.deck import Deck, OwnCard, cards_for, deck_faults
from campaign.rules.ashes.deck_changes import deck_changes
from campaign.rules.ashes.dice_cost import can_pay, deck_dice_needed, deck_hints, dice_needed
from campaign.rules.core.entries import entry_problems
from campaign.rules.core.serialize import SerializeError, from_plain, from_stored, to_plain
from tests.rules.ashes.packs import READY, catalogue, ready

PILES = {
    "the-iron-men": {"iron-rhino": 5},
    "the-snakes-in-silver": {"gilder": 5, "silver-snake": 3},
    "the-mist-guardian": {"blue-jaguar": 5, "mist-spirit": 10, "butterfly-monk": 5},
    "the-bloodwoods-queen": {"blood-puppet": 5},
    "the-cloudsea-siren": {"three-eyed-owl": 5, "seaside-raven": 2},
    "the-shadows-of-viros": {"masked-wolf": 5, "false-demon": 5, "sleeping-widow": 6},
}


def faults(deck: Deck) -> list[tuple[str, dict[str, Any]]]:
    found = (*deck_faults(deck, catalogue()), *deck_hints(deck, catalogue()))
    return [(each.code, dict(each.details)) for each in found]


def codes(deck: Deck) -> list[str]:
    return [code for code, _ in faults(deck)]


def with_cards(deck: Deck, **counts: int) -> Deck:
    changed = {**deck.cards, **{key.replace("_", "-"): n for key, n in counts.items()}}
    return replace(deck, cards={key: n for key, n in changed.items() if n})


@pytest.mark.parametrize("slug", READY)
def test_the_six_decks_of_the_box_are_right(slug: str) -> None:
    deck = ready(slug)
    assert faults(deck) == []
    assert (deck.size, len(deck.cards), set(deck.cards.values())) == (30, 10, {3})
    assert sum(deck.dice.values()) == 10
    assert len(set(deck.first_five)) == 5
    assert conjuration_pile(deck, catalogue()) == PILES[slug]
    assert from_plain(Deck, to_plain(deck)) == deck


def test_an_empty_deck_is_told_all_that_it_lacks() -> None:
    assert faults(Deck()) == [
        ("deck.no_phoenixborn", {}),
        ("deck.too_few_cards", {"count": 30, "needed": 30, "actual": 0}),
        ("deck.too_few_dice", {"count": 10, "needed": 10, "actual": 0}),
    ]


def test_each_fault_has_a_code() -> None:
    deck = ready()
    assert faults(with_cards(deck, protect=4)) == [
        ("deck.too_many_cards", {"count": 1, "needed": 30, "actual": 31}),
        ("deck.too_many_copies", {"card": "protect", "actual": 4, "most": 3}),
    ]
    assert faults(with_cards(deck, protect=2, fear=1)) == [
        ("deck.exclusive_to_another", {"card": "fear", "phoenixborn": "jessa-na-ni"})
    ]
    assert codes(with_cards(deck, protect=2, iron_rhino=1)) == ["deck.conjuration_in_deck"]
    assert codes(with_cards(deck, protect=2, noah_redmoon=1)) == ["deck.phoenixborn_in_deck"]
    assert codes(with_cards(deck, protect=2, nothing=1)) == ["deck.unknown_card"]
    assert codes(replace(deck, phoenixborn="nobody")) == [
        "deck.unknown_card",
        "deck.exclusive_to_another",
    ]
    assert codes(replace(deck, phoenixborn="protect"))[0] == "deck.not_a_phoenixborn"
    assert all(found.overrulable for found in deck_faults(Deck(), catalogue()))


def test_the_first_five_are_five_different_cards_of_the_deck() -> None:
    deck = ready()
    four = deck.first_five[:4]
    assert faults(replace(deck, first_five=(*four, four[0]))) == [
        ("deck.first_five_twice", {"card": "anchornaut"}),
    ]
    assert codes(replace(deck, first_five=(*four, "fear"))) == ["deck.first_five_not_in_deck"]
    assert faults(replace(deck, first_five=tuple(deck.cards)[:6])) == [
        ("deck.first_five_count", {"actual": 6, "needed": 5})
    ]


def test_a_deck_needs_no_first_five_to_be_legal() -> None:
    """P. 14 builds it of Phoenixborn, cards and dice; p. 4 takes the five in the set-up."""
    assert faults(replace(ready(), first_five=())) == []
    assert faults(replace(ready(), first_five=ready().first_five[:2])) == []


def test_a_reborn_deck_has_three_exclusive_cards_in_all() -> None:
    """No book at hand says so; ashes.live and Ashteki both count them so."""
    deck = ready("reborn-the-mist-guardian")
    six = with_cards(deck, root_armor=0, rejuvenate=3)  # beside three Summon Blue Jaguar
    assert faults(six) == [("deck.too_many_exclusives", {"most": 3, "actual": 6})]
    assert all(each.overrulable for each in deck_faults(six, catalogue()))
    mixed = with_cards(deck, summon_blue_jaguar=1, rejuvenate=2)
    assert not deck_faults(mixed, catalogue())


def test_dice_that_nobody_needs_and_needed_dice_that_are_missing_are_hints() -> None:
    deck = replace(ready(), dice={DiceType.CEREMONIAL: 5, DiceType.CHARM: 5})
    found = tuple(deck_hints(deck, catalogue()))
    assert [(each.code, dict(each.details)) for each in found] == [
        ("deck.dice_not_needed", {"dice": ("charm",)}),
        ("deck.dice_missing", {"dice": ("natural",)}),
    ]
    assert not deck_faults(deck, catalogue())


def test_a_choice_of_dice_is_met_by_either() -> None:
    choice = (DiceCost(1, Level.CLASS, (DiceType.DIVINE, DiceType.SYMPATHY)),)
    deck = Deck(cards={"~psalm": 1}, own=(OwnCard("Psalm", CardType.ALLY, dice=choice),))
    missing = deck_hints(deck, catalogue())
    assert [found.details["dice"] for found in missing] == [("divine", "sympathy")]
    for dice in choice[0].types:
        held = replace(deck, dice={dice: 10})
        assert not any(deck_hints(held, catalogue()))


def test_editions_never_mix() -> None:
    reborn = next(
        card
        for card in catalogue().cards(Edition.REBORN)
        if card.type is CardType.ALLY and catalogue().card(Edition.FIRST, card.id) is None
    )
    deck = with_cards(ready(), protect=2, **{reborn.id.replace("-", "_"): 1})
    assert codes(deck) == ["deck.unknown_card"]
    assert "deck.unknown_card" not in codes(Deck(cards={reborn.id: 1}, edition=Edition.REBORN))


def test_a_conjuration_that_brings_another_brings_it_into_the_pile() -> None:
    deck = Deck(cards={"summon-indiglow-creeper": 1})
    assert conjuration_pile(deck, catalogue()).keys() == {
        "indiglow-creeper",
        "luminous-seedling",
        "brilliant-thorn",
    }
    assert conjuration_pile(Deck(phoenixborn="rin-northfell"), catalogue()) == {"ice-buff": 5}


def test_typed_cards_are_full_citizens() -> None:
    own = (
        OwnCard("Ash Golem", CardType.CONJURATION, limit=4),
        OwnCard(
            "Summon  Ash Golem".replace("  ", " "), CardType.READY_SPELL, conjures=("~ash golem",)
        ),
        OwnCard("Vera Cinder", CardType.PHOENIXBORN, life=17, battlefield=6, spellboard=4),
        OwnCard("Cinder Kiss", CardType.ACTION_SPELL, exclusive_to="~vera cinder"),
    )
    deck = replace(
        with_cards(ready(), protect=0, one_hundred_blades=0),
        own=own,
        phoenixborn="~vera cinder",
    )
    deck = replace(deck, cards={**deck.cards, "~summon ash golem": 3, "~cinder kiss": 3})
    assert faults(deck) == []
    assert conjuration_pile(deck, catalogue())["~ash golem"] == 4
    assert from_plain(Deck, to_plain(deck)) == deck
    other = replace(deck, phoenixborn="coal-roarkwin")
    details = {"card": "Cinder Kiss", "phoenixborn": "Vera Cinder"}
    assert faults(other) == [("deck.exclusive_to_another", details)]
    long = replace(own[0], name="A" * 101, limit=99)
    found = {each.code for each in entry_problems(replace(deck, own=(long,)))}
    assert found == {"text.too_long", "number.out_of_range"}


@pytest.mark.parametrize(
    ("held", "path"),
    [
        ({"dice": {"charm": 11, "natural": 10}}, "dice"),
        ({"cards": dict.fromkeys(map(str, range(101)), 1)}, "cards"),
        ({"first_five": ["protect"] * 11}, "first_five"),
        ({"own": [{"name": "A", "type": "ally", "conjures": ["gilder"] * 5}]}, "own[0].conjures"),
    ],
)
def test_a_deck_is_not_much_larger_than_the_rules_allow(held: dict[str, Any], path: str) -> None:
    with pytest.raises(SerializeError) as refused:
        from_plain(Deck, held)
    assert [(fault.path, fault.code) for fault in refused.value.problems] == [
        (path, "list.too_long")
    ]
    deck = from_stored(Deck, held)  # saved before there was a bound
    assert to_plain(deck) == held
    assert [found.code for found in entry_problems(deck)] == ["list.too_long"]


def test_what_a_deck_costs_by_level_and_type() -> None:
    deck = ready()
    cards = cards_for(deck, catalogue())

    def needs(counts: Mapping[str, int]) -> list[tuple[object, ...]]:
        return [(each.n, each.level, each.types) for each in dice_needed(cards, counts)]

    # P. 10: playing costs 21 basic magic, and Summon Iron Rhino 6 each to activate.
    assert needs(deck.cards) == [
        (6, "power", ("ceremonial",)),
        (9, "class", ("ceremonial",)),
        (15, "class", ("natural",)),
        (21 + 3 * 6, "basic", ()),
    ]
    five = needs(dict.fromkeys(deck.first_five, 1))
    assert five == [(2, "power", ("ceremonial",)), (2, "class", ("natural",)), (4 + 6, "basic", ())]


def test_the_ability_of_a_phoenixborn_costs_dice_too() -> None:
    deck = Deck(phoenixborn="noah-redmoon", edition=Edition.FIRST)
    (need,) = deck_dice_needed(deck, cards_for(deck, catalogue()))
    assert (need.n, need.level, need.types) == (1, "class", ("ceremonial",))


# --- any deck gets exactly the problems that a naive checker finds ---

POOL = [card.id for card in catalogue().cards(Edition.FIRST, frozenset({"ashes"}))]
counts = st.dictionaries(st.sampled_from(POOL), st.integers(1, 5), max_size=14)
decks = st.builds(
    Deck,
    phoenixborn=st.none() | st.sampled_from(POOL),
    cards=counts,
    dice=st.dictionaries(st.sampled_from(list(DiceType)), st.integers(1, 5), max_size=4),
    first_five=st.lists(st.sampled_from(POOL), max_size=6).map(tuple),
)


def naive(deck: Deck) -> Counter[str]:
    """Ask each rule of the book by itself, card by card."""
    found: Counter[str] = Counter()
    thirty = [key for key, n in deck.cards.items() for _ in range(n)]
    printed = {card.id: card for card in catalogue().sets[0].cards}
    found["deck.no_phoenixborn"] += deck.phoenixborn is None
    chosen = printed[deck.phoenixborn] if deck.phoenixborn else None
    found["deck.not_a_phoenixborn"] += bool(chosen and chosen.type != "phoenixborn")
    found["deck.too_few_cards"] += len(thirty) < 30
    found["deck.too_many_cards"] += len(thirty) > 30
    for key in set(thirty):
        card = printed[key]
        found["deck.too_many_copies"] += thirty.count(key) > 3
        found["deck.conjuration_in_deck"] += card.type == "conjuration"
        found["deck.phoenixborn_in_deck"] += card.type == "phoenixborn"
        foreign = card.exclusive_to not in ("", deck.phoenixborn)
        found["deck.exclusive_to_another"] += foreign and card.type != "conjuration"
    rolled = [dice for dice, n in deck.dice.items() for _ in range(n)]
    found["deck.too_few_dice"] += len(rolled) < 10
    found["deck.too_many_dice"] += len(rolled) > 10
    five = set(deck.first_five)
    found["deck.first_five_count"] += len(five) > 5
    found["deck.first_five_twice"] += sum(deck.first_five.count(key) > 1 for key in five)
    found["deck.first_five_not_in_deck"] += sum(key not in thirty for key in five)
    used = {
        dice for key in {*thirty, *filter(None, [deck.phoenixborn])} for dice in printed[key].dice
    }
    found["deck.dice_not_needed"] += len(set(rolled) - used)
    found["deck.dice_missing"] += len(used - set(rolled))
    return +found


@given(decks)
def test_any_deck_gets_exactly_the_problems_that_a_naive_checker_finds(deck: Deck) -> None:
    assert Counter(codes(deck)) == naive(deck)
    assert from_plain(Deck, to_plain(deck)) == deck


def test_what_changed_between_two_versions() -> None:
    before = ready()
    after = replace(
        with_cards(before, anchornaut=1, fear=2),
        name="Another",
        first_five=("fear", *before.first_five[1:]),
    )
    changes = deck_changes(before, after)
    assert changes.cards == {"anchornaut": -2, "fear": 2}
    assert (changes.first_five_added, changes.first_five_removed) == (("fear",), ("anchornaut",))
    assert (changes.is_renamed, changes.is_reborn, changes.dice) == (True, False, {})
    assert deck_changes(before, before).is_empty


@pytest.mark.parametrize(
    ("costs", "dice", "pays"),
    [
        ((), {}, True),
        ((DiceCost(2),), {DiceType.TIME: 2}, True),  # any die pays for basic magic
        ((DiceCost(2),), {DiceType.TIME: 1}, False),
        ((DiceCost(1, Level.CLASS, (DiceType.CHARM,)),), {DiceType.TIME: 9}, False),
        (
            (
                DiceCost(1, Level.CLASS, (DiceType.CHARM, DiceType.TIME)),
                DiceCost(1, Level.POWER, (DiceType.CHARM,)),
            ),
            {DiceType.CHARM: 1, DiceType.TIME: 1},
            True,
        ),
        (
            (DiceCost(1), DiceCost(1, Level.POWER, (DiceType.CHARM,))),
            {DiceType.CHARM: 1},
            False,
        ),
    ],
)
def test_which_dice_pay_for_a_card(
    costs: tuple[DiceCost, ...], dice: Mapping[DiceType, int], pays: bool
) -> None:
    assert can_pay(dice, costs) is pays
