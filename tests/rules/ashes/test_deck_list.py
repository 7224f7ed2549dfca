"""Deck lists as text: out and in again, tolerant of how people write them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from campaign.rules.ashes.catalogue import DiceType, Edition
from campaign.rules.ashes.deck import Deck
from campaign.rules.ashes.deck_list import deck_text, read_deck
from tests.rules.ashes.packs import READY, catalogue, ready


@pytest.mark.parametrize("slug", READY)
def test_a_list_reads_back_as_the_deck_it_came_from(slug: str) -> None:
    deck, unknown = read_deck(deck_text(ready(slug), catalogue()), catalogue())
    assert unknown == ()
    assert deck == ready(slug)


def test_case_order_marks_and_polish_names_do_no_harm() -> None:
    text = """
    ## My Iron Men
    **First five**
    - anchornaut
    HAMMER KNIGHT
    Dice (10)
    5 Ceremonial Magic
    natural x 5
    Allies (6)
    * 3× kotwicznik
    Hammer Knight (3)
    Spells:
    2 x one hundred blades
    Coal Roarkwin
    Conjurations:
    5x Iron Rhino
    """
    deck, unknown = read_deck(text, catalogue())
    assert unknown == ()
    assert deck == Deck(
        name="My Iron Men",
        phoenixborn="coal-roarkwin",
        cards={"anchornaut": 3, "hammer-knight": 3, "one-hundred-blades": 2},
        dice={DiceType.CEREMONIAL: 5, DiceType.NATURAL: 5},
        first_five=("anchornaut", "hammer-knight"),
    )


def test_unknown_lines_are_named_and_kept_out() -> None:
    deck, unknown = read_deck(
        "Phoenixborn: Nobody\n3x Anchornaut\n3x Fire Golem\nno card", catalogue()
    )
    assert unknown == ("Nobody", "Fire Golem", "no card")
    assert deck.cards == {"anchornaut": 3}


def test_a_conjuration_among_the_cards_is_kept_for_the_check_to_name() -> None:
    assert read_deck("Allies:\n5x Iron Rhino", catalogue())[0].cards == {"iron-rhino": 5}


def test_the_edition_is_the_one_named_or_the_one_that_knows_more() -> None:
    only = {
        edition: next(
            card
            for card in catalogue().cards(edition)
            if all(
                catalogue().card(other, card.id) is None for other in Edition if other != edition
            )
        )
        for edition in Edition
    }
    for edition, card in only.items():
        assert read_deck(f"3x {card.name.en}", catalogue())[0].edition is edition
    text = deck_text(replace(Deck(name="Empty"), edition=Edition.REBORN), catalogue())
    assert read_deck(text, catalogue())[0].edition is Edition.REBORN


def test_nonsense_is_an_empty_deck() -> None:
    for text in ("", "\x00", ":", "x", "999999999999 x", "3x", "()", "(" * 10_000):
        assert read_deck(text, catalogue())[0].cards == {}
