"""Every code of the engine has a sentence, in every language, with nothing left open in it."""

from __future__ import annotations

import ast
import re

import pytest
from django.utils import translation

from campaign.rules.ashes.catalogue import CardType, DiceType, Edition, Level
from campaign.rules.ashes.result import Ending
from campaign.rules.ashes.systems import GAMES
from campaign.rules.core.problems import Detail, Problem
from tests.rules.ashes.test_duel import DUEL, drawn
from tests.rules.codes import first_arguments, sources
from tracker.systems.ashes.words import steps, terms
from tracker.systems.ashes.words.problems import KEEPING, PROBLEMS, sentence
from tracker.systems.ashes.words.steps import sheet_text, step
from tracker.words.problems import SENTENCES
from tracker.words.sheets import sheet_json

DETAILS: dict[str, Detail] = {
    "card": "anchornaut",
    "phoenixborn": "coal-roarkwin",
    "deck": "the-iron-men",
    "dice": ("charm", "time"),
    "name": "zz",
    **dict.fromkeys(("actual", "needed", "count", "most", "least", "have", "seat", "round"), 3),
}


def own_codes() -> set[str]:
    """Return the codes of problems that the game's engine has, wherever they are written."""
    found = re.compile(r"(?:deck|draft|duel|chimera)\.[a-z_]+")
    return {
        node.value
        for module in sources("ashes")
        for node in ast.walk(module)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and found.fullmatch(node.value)
    }


def test_every_problem_has_a_sentence_and_every_sentence_a_problem() -> None:
    assert own_codes() == set(PROBLEMS) - set(SENTENCES) - set(KEEPING)
    assert first_arguments("Line", 1, "ashes") == set(steps._STEPS)


@pytest.mark.parametrize("language", ["en", "pl", "fr", "de"])
def test_sentences_are_whole_in_every_language(language: str) -> None:
    with translation.override(language):
        for code in own_codes() | set(KEEPING):
            said = sentence(Problem(code, DETAILS))
            assert said.endswith((".", "?"))
            assert not re.search(r"%\(|anchornaut|the-iron-men|coal-roarkwin", said)
        assert all(terms.card_type(kind) not in ("", kind) for kind in CardType)
        assert all(terms.dice_name(dice) for dice in DiceType)
        assert all(terms.LEVELS[level] for level in Level)
        assert all(terms.EDITIONS[edition] for edition in Edition)
        assert all(terms.ENDINGS[ending] != ending for ending in Ending)
        sheet = GAMES.sheet(drawn(DUEL), language=language, players=("Ada", ""))
        assert all(step(line).endswith(".") for line in sheet.steps)


def test_names_are_those_of_the_readers_language() -> None:
    copies = Problem("deck.too_many_copies", DETAILS)
    assert sentence(copies) == "Anchornaut: at most 3 copies, not 3."
    typed = Problem("deck.unknown_card", {"card": "Ash Golem"})
    assert sentence(typed) == "Ash Golem is not in this edition."
    with translation.override("pl"):
        assert sentence(copies).startswith("Kotwicznik")


def test_a_sheet_as_text_and_as_json_says_what_to_do() -> None:
    sheet = GAMES.sheet(drawn(DUEL), seed="5", players=("Ada", "Bruno"))
    text = "\n".join(sheet_text(sheet, "Tonight"))
    assert "Ada · Coal Roarkwin" in text
    assert "[ ] Shuffle the other 25 cards into the draw pile." in text
    told = sheet_json(sheet, text=step, detail=steps.step_detail)["steps"]
    assert told[1]["text"] == "Take the First Five into your hand."
    assert told[1]["detail"].startswith("Anchornaut, ")
