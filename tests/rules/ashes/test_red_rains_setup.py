"""A game against a Chimera: what is chosen, and how it is set out."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from campaign.rules.ashes.catalogue import Edition
from campaign.rules.ashes.chimera import COPIES, Difficulty
from campaign.rules.ashes.duel import DuelChoices, DuelSetup, draw_setup
from campaign.rules.ashes.red_rains import ChimeraChoice
from campaign.rules.ashes.sheet import setup_sheet
from campaign.rules.core.problems import RulesError
from campaign.rules.core.serialize import from_stored, to_plain
from tests.rules.ashes.packs import catalogue
from tests.rules.ashes.red_rains import (
    VIROS,
    choices,
    drawn,
)


def test_every_chimera_is_whole() -> None:
    chimeras = catalogue().chimeras.values()
    assert len(chimeras) == 6
    for chimera in chimeras:
        own = [aspect.id for aspect in chimera.aspects if not aspect.conjured]
        assert sorted(own) == sorted(key for deck in chimera.decks for key in deck.aspects)
        assert [len(deck.aspects) * COPIES for deck in chimera.decks] == [18, 18]
        for side in chimera.solo.values():
            assert all(set(start) <= {1, 2} for start in side.starts)


def test_what_the_cards_say_for_one_player_is_known_and_for_two_is_entered() -> None:
    alone = drawn().chimera
    assert alone is not None
    assert (alone.life, alone.threat, alone.ultimate, alone.start) == (30, 4, 3, (1, 2, 2, 2))
    two = drawn(2).chimera
    assert two is not None
    assert (two.life, two.threat, two.ultimate, two.start) == (None, None, 3, ())
    entered = replace(VIROS, life=50, threat=5, difficulty=Difficulty.HEROIC, level=3)
    read = drawn(2, entered).chimera
    assert read is not None
    assert (read.life, read.threat) == (50, 5)


def test_where_sources_differ_nothing_is_said() -> None:
    flood = drawn(1, ChimeraChoice("flood-of-moon-cove")).chimera
    assert flood is not None
    assert (flood.life, flood.threat, flood.start) == (None, None, ())


def test_a_chimera_that_nobody_chose_is_drawn_and_another_can_be_typed() -> None:
    names = {
        draw_setup(catalogue(), choices(1, ChimeraChoice()), Random(seed)).chimera.key
        for seed in range(40)
    }
    assert names == set(catalogue().chimeras)
    typed = drawn(1, ChimeraChoice(name="The End of Argaia", life=40)).chimera
    assert typed is not None
    assert (typed.name.en, typed.life, typed.ledger_key) == (
        "The End of Argaia",
        40,
        "~the end of argaia",
    )


def test_a_chimera_that_stays_is_drawn_no_more_with_its_aspects() -> None:
    first = drawn(1, ChimeraChoice()).chimera
    assert first is not None
    stays = choices(1, ChimeraChoice(stays=first.deck_key))
    for seed in range(10):
        again = draw_setup(catalogue(), stays, Random(seed)).chimera
        assert again is not None
        assert (again.key, again.deck_key) == (first.key, first.deck_key)


@pytest.mark.parametrize(
    ("players", "chimera", "wanted"),
    [
        (3, VIROS, "chimera.players"),
        (1, ChimeraChoice("hydra"), "chimera.unknown"),
        (1, ChimeraChoice(stays="hydra-heads"), "chimera.other_deck"),
        (
            1,
            ChimeraChoice("corpse-of-viros", deck="siege-of-lordswall-horde"),
            "chimera.other_deck",
        ),
        (1, ChimeraChoice(deck="corpse-of-viros-fury"), "chimera.other_deck"),
    ],
)
def test_wrong_choices_are_refused(players: int, chimera: ChimeraChoice, wanted: str) -> None:
    with pytest.raises(RulesError) as refused:
        drawn(players, chimera)
    assert [problem.code for problem in refused.value.problems] == [wanted]


def test_the_sheet_says_how_the_chimera_is_set_out() -> None:
    sheet = setup_sheet(drawn())
    steps = [line.code for line in sheet.steps if line.part == "chimera"]
    assert steps == [
        "step.chimera_card",
        "step.behaviour_cards",
        "step.aspect_deck",
        "step.aspects_by_blood",
        "step.fatigued",
        "step.rage_dice",
    ]
    assert "step.you_go_first" in [line.code for line in sheet.steps]
    two = [line.code for line in setup_sheet(drawn(2)).steps]
    assert {"step.aspects", "step.either_goes_first"} <= set(two)
    body = sheet.body.as_dict()
    assert (body["chimera"]["name"], len(body["chimera"]["aspects"])) == ("The Corpse of Viros", 6)


def test_a_plan_is_read_back_as_it_was_written() -> None:
    planned = choices()
    assert from_stored(DuelChoices, to_plain(planned)) == planned
    assert from_stored(DuelSetup, to_plain(drawn())) == drawn()


def test_random_decks_against_a_chimera_are_of_its_edition() -> None:
    assert {seat.deck.edition for seat in drawn(2).seats} == {Edition.REBORN}
