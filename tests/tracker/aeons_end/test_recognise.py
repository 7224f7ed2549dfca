"""Names that people type."""

from __future__ import annotations

from dataclasses import replace

import pytest

from campaign.packs import get_pack
from campaign.rules.aeons_end.legacy.party import Foe
from tests.rules.aeons_end.legacy_stories import Teller
from tracker.systems.aeons_end.shared.recognise import (
    MAX_SUGGESTIONS,
    MIN_LETTERS,
    What,
    complete,
    met_things,
    recognise,
    recognise_basic,
    recognise_evolved,
    typed_by_players,
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
    assert complete(text, PACK.cards) == ()


def test_three_letters_complete_a_name() -> None:
    assert complete("fir", PACK.cards) == ("Fire Chakram",)
    assert complete(" FIRE  c", PACK.cards) == ("Fire Chakram",)


def test_a_name_is_completed_in_the_language_of_the_box_and_in_english() -> None:
    maelstrom = PACK.nemeses[:1]
    assert complete("wsz", maelstrom, "pl") == ("Wszechostrze",)
    assert complete("mae", maelstrom, "pl") == ("Maelstrom",)
    assert complete("wsz", maelstrom, "fr") == ()


def test_no_more_than_five_names_are_offered() -> None:
    names = [thing.name.en for thing in (*PACK.cards, *PACK.nemesis_cards)]
    assert all(
        len(complete(name[:MIN_LETTERS], PACK.cards, typed=names)) <= MAX_SUGGESTIONS
        for name in names
    )


def test_nothing_is_offered_beside_what_was_met_and_what_was_typed() -> None:
    met = [card for card in PACK.cards if card.id in {"breach-flare", "breach-communion"}]
    assert complete("breach", met) == ("Breach Communion", "Breach Flare")
    assert complete("breach", ()) == ()
    typed = ("Breach of Trust", "Breeze")
    assert complete("breach", (), typed=typed) == ("Breach of Trust",)


def test_an_apostrophe_of_any_shape_completes_a_name() -> None:
    assert complete("sphère d'", PACK.cards, "fr") == ("Sphère d’Inversion",)


def test_each_sort_of_name_is_completed_from_its_own_kind() -> None:
    # Chapter 2 has begun, and with it the basic cards have come (Legacy p. 10).
    state = replace(Teller(2).plan().state, started=2)
    basics = {card.id for card in PACK.find.basics}
    assert {card.id for card in met_things(What.BASIC, state, PACK)} == basics
    assert not met_things(What.EVOLVED, state, PACK)
    assert all(
        not card.starter for card in PACK.cards if card in met_things(What.CARD, state, PACK)
    )


def test_what_players_typed_is_completed_by_its_kind() -> None:
    teller = Teller(2).plan(foe=Foe("~ruin eater", "Ruin Eater", 40))
    assert typed_by_players(What.NEMESIS, teller.state) == ["Ruin Eater"]
    assert typed_by_players(What.CARD, teller.state) == []


def test_what_is_longer_than_any_name_completes_nothing() -> None:
    assert complete("fir" + "e" * 5000, PACK.cards) == ()


def test_a_text_that_is_far_too_long_is_not_even_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    folded: list[str] = []

    def fold(text: str) -> str:
        folded.append(text)
        return text

    monkeypatch.setattr("tracker.systems.aeons_end.shared.recognise.folded", fold)
    assert complete("a" + "\u0301\u0316" * 100, PACK.cards) == ()
    assert not folded
