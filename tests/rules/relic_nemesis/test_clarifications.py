"""What the book adds about what is in play (pp. 7, 14-15), and about nothing else."""

from __future__ import annotations

from random import Random

import pytest

from campaign.rules.relic_nemesis.choices import Choices, Role, SeatChoice, Setup
from campaign.rules.relic_nemesis.clarifications import CHARACTERS, MEETINGS, NEMESES, SCENARIOS
from campaign.rules.relic_nemesis.systems import GAMES
from tests.rules.relic_nemesis.packs import PACK, draw

REASON = "to see what is told"


def game(scenario: str = "", nemesis: str = "", *characters: str) -> Setup:
    """Return a game of four: one nemesis, who has kept a sheet if one is named."""
    hunter = SeatChoice(wish=Role.NEMESIS, kept=nemesis)
    names = (*characters, *("",) * (3 - len(characters)))
    hunted = (SeatChoice(wish=Role.CHARACTER, character=name) for name in names)
    choices = Choices((hunter, *hunted), scenario, nemeses=1, reason=REASON)
    return draw(choices, Random(1))


def told(setup: Setup) -> set[str]:
    return {note for note in GAMES.sheet(setup).notes if note not in setup.notes}


@pytest.mark.parametrize(
    ("setup", "notes"),
    [
        (("", "specimen-x"), set()),
        (("master-collector", "specimen-x"), {"note.collector"}),
        (("hulk-of-the-wayward-warrior", "specimen-x"), {"note.hulk", "note.hulk_deck"}),
        (("", "specimen-x", "eversor-assassin"), {"note.eversor"}),
        (("dark-alliance", "moarn-goreheart"), {"note.moarn"}),
        (("", "moarn-goreheart"), set()),
        (("", "luxuria"), set()),
        (("", "luxuria", "canoness"), {"note.luxuria"}),
        (("", "luxuria", "ultramarines-captain", "canoness"), {"note.luxuria"}),
        (("", "githellion-athulwei"), {"note.githellion"}),
        (
            ("", "githellion-athulwei", "storm-trooper-sergeant"),
            {"note.githellion", "note.stone"},
        ),
    ],
)
def test_what_is_in_play_is_clarified(setup: tuple[str, ...], notes: set[str]) -> None:
    assert told(game(*setup)) == {"note.not_a_player", *notes}


def test_a_nemesis_that_is_not_revealed_is_not_told_by_a_note() -> None:
    assert told(game("dark-alliance", "", "canoness")) == {"note.not_a_player"}


def test_without_a_nemesis_nothing_is_said_of_one() -> None:
    choices = Choices((SeatChoice(wish=Role.CHARACTER),) * 3, nemeses=0, reason=REASON)
    assert told(draw(choices, Random(1))) == set()


def test_everything_that_is_clarified_is_in_the_pack() -> None:
    box = PACK
    assert all(box.scenario(key) for key in SCENARIOS)
    assert all(box.character(key) for key in CHARACTERS)
    assert all(box.nemesis(key) for key in NEMESES)
    assert all(box.nemesis(nemesis) for nemesis, _other in MEETINGS)
    assert all(box.scenario(other) or box.character(other) for _nemesis, other in MEETINGS)
