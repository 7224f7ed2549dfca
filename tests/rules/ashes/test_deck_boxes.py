"""What is missing to build a deck from one's own boxes: cards and dice apart."""

from campaign.rules.ashes.catalogue import DiceType, Edition
from campaign.rules.ashes.deck import Deck, ready_deck
from campaign.rules.ashes.deck_boxes import lacking, sets_with_dice
from tests.rules.ashes.packs import catalogue


def test_a_deck_of_ones_own_box_lacks_nothing() -> None:
    deck = ready_deck(catalogue(), "the-iron-men")
    assert lacking(deck, frozenset({"ashes"}), catalogue()).is_nothing


def test_cards_and_dice_are_missing_apart() -> None:
    deck = Deck(
        phoenixborn="coal-roarkwin",
        cards={"hammer-knight": 3, "alchemist": 1},
        dice={DiceType.NATURAL: 5, DiceType.DIVINE: 5},
    )
    missing = lacking(deck, frozenset({"ashes"}), catalogue())
    assert [each.slug for each in missing.sets] == ["the-mad-doctor"]
    assert missing.dice == {DiceType.DIVINE: 5}
    more = lacking(deck, frozenset({"ashes", "the-mad-doctor", "the-laws-of-lions"}), catalogue())
    assert more.is_nothing


def test_dice_of_either_edition_are_the_same_dice() -> None:
    deck = Deck(dice={DiceType.CHARM: 10}, edition=Edition.REBORN)
    assert not lacking(deck, frozenset({"ashes"}), catalogue()).dice


def test_more_than_ten_dice_of_a_type_take_a_second_box() -> None:
    deck = Deck(dice={DiceType.CHARM: 12})
    assert lacking(deck, frozenset({"ashes"}), catalogue()).dice == {DiceType.CHARM: 2}
    assert not lacking(deck, frozenset({"ashes", "reborn-master-set"}), catalogue()).dice


def test_every_type_of_dice_lies_in_some_box() -> None:
    assert all(sets_with_dice(kind, catalogue()) for kind in DiceType)
