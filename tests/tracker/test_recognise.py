"""Names that people type."""

from __future__ import annotations

import pytest

from campaign.packs import get_pack
from tracker.systems.aeons_end.recognise import (
    LEAST,
    MOST,
    What,
    complete,
    is_met,
    recognise,
    recognise_basic,
    recognise_evolved,
)

PACK = get_pack("aeons-end-legacy")


@pytest.mark.parametrize(
    "text", ["Fire Chakram", "fire chakram", "  FIRE   chakram ", "Fire\u00a0Chakram"]
)
def test_a_card_is_recognised_whatever_its_case_and_spacing(text: str) -> None:
    card = recognise(text, PACK.cards)
    assert card is not None
    assert card.id == "fire-chakram"


def test_every_spelling_of_every_card_is_recognised() -> None:
    for card in PACK.cards:
        for spelling in card.name.all():
            assert recognise(spelling.upper(), PACK.cards) == card


def test_a_nemesis_is_recognised_in_any_language() -> None:
    for name in ("Maelstrom", "wszechostrze"):
        found = recognise(name, PACK.nemeses)
        assert found is not None
        assert found.id == "maelstrom"


def test_a_basic_card_and_an_evolved_one_are_told_apart() -> None:
    evolved = next(card for card in PACK.nemesis_cards if card.evolved)
    basic = PACK.find.basics[0]
    assert recognise_basic(basic.name.en, PACK) == basic
    assert recognise_evolved(evolved.name.en, PACK) == evolved
    # Each finds the other's too: the engine says what does not fit.
    assert recognise_basic(evolved.name.en, PACK) == evolved
    assert recognise_evolved(basic.name.en, PACK) == basic


def test_a_nemesis_own_card_is_no_basic() -> None:
    own = next(card for card in PACK.nemesis_cards if card.nemesis)
    assert recognise_basic(own.name.en, PACK) is None


@pytest.mark.parametrize("text", ["", "   ", "Fire", "Fire Chakrams", "fire-chakram", "*"])
def test_part_of_a_name_or_an_id_is_not_a_name(text: str) -> None:
    assert recognise(text, PACK.cards) is None


@pytest.mark.parametrize("text", ["", "fi", " f i ", "f1", "12345", "%%%", "...", "ir c", "hakram"])
def test_fewer_than_three_letters_of_a_beginning_complete_nothing(text: str) -> None:
    assert complete(text, PACK, What.CARD) == ()


def test_three_letters_complete_a_name() -> None:
    assert complete("fir", PACK, What.CARD) == ("Fire Chakram",)
    assert complete(" FIRE  c", PACK, What.CARD) == ("Fire Chakram",)


def test_a_name_is_completed_in_the_language_of_the_box_and_in_english() -> None:
    assert complete("wsz", PACK, What.NEMESIS, "pl") == ("Wszechostrze",)
    assert complete("mae", PACK, What.NEMESIS, "pl", known={"maelstrom"}) == ("Maelstrom",)
    assert complete("wsz", PACK, What.NEMESIS, "fr") == ()


def test_no_more_than_five_names_are_offered() -> None:
    beginnings = {name[:LEAST] for what in What for name in _names(what)}
    assert all(len(complete(b, PACK, what)) <= MOST for b in beginnings for what in What)


def test_letters_that_fit_several_unmet_names_show_none_of_them() -> None:
    assert complete("breach", PACK, What.CARD) == ()
    assert complete("breach fl", PACK, What.CARD) == ("Breach Flare",)


def test_a_met_name_never_brings_an_unmet_neighbour_along() -> None:
    assert complete("mae", PACK, What.NEMESIS, known={"maelstrom"}) == ("Maelstrom",)
    assert complete("maelstrom: r", PACK, What.NEMESIS, known={"maelstrom"}) != ()
    met = {"breach-flare", "breach-communion"}
    assert complete("breach", PACK, What.CARD, known=met) == ("Breach Communion", "Breach Flare")


def test_a_met_name_is_met_whatever_the_shape_of_its_apostrophe() -> None:
    met = {"sphere-of-inversion"}
    names = complete("sphère d'", PACK, What.CARD, "fr", known=met)
    assert names == ("Sphère d’Inversion",)
    assert is_met(names, PACK, What.CARD, met)
    assert not is_met(names, PACK, What.CARD, ())


def test_each_sort_of_name_is_completed_from_its_own_kind() -> None:
    basic = PACK.find.basics[0].name.en
    evolved = next(card for card in PACK.nemesis_cards if card.evolved).name.en
    assert complete(basic, PACK, What.BASIC) == (basic,)
    assert complete(basic, PACK, What.EVOLVED) == ()
    assert complete(evolved, PACK, What.EVOLVED) == (evolved,)
    assert complete(evolved, PACK, What.BASIC) == ()
    assert complete(basic, PACK, What.CARD) == ()


def test_a_starter_is_no_pile_to_complete() -> None:
    assert complete("crys", PACK, What.CARD) == ()


def test_what_is_longer_than_any_name_completes_nothing() -> None:
    assert complete("fir" + "e" * 5000, PACK, What.CARD) == ()


def _names(what: What) -> list[str]:
    things = {What.CARD: PACK.find.piles, What.NEMESIS: PACK.nemeses}.get(what, PACK.nemesis_cards)
    return [thing.name.en for thing in things]
