"""The command line: the sheet of a duel, and a deck list that is checked."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from campaign.rules.ashes.deck_list import deck_text
from tests.rules.ashes.packs import catalogue, ready


def run(*arguments: str) -> str:
    out = StringIO()
    call_command(*arguments, stdout=out)
    return out.getvalue()


def sheet(*options: str) -> str:
    return run("sheet", "--system", "ashes", *options)


def test_the_sheet_of_a_duel_as_json() -> None:
    options = ("--decks", "the-iron-men,the-snakes-in-silver", "--seed", "5", "--format", "json")
    plain: dict[str, Any] = json.loads(sheet(*options))
    assert plain["players"] == 2
    assert len(plain["seats"]) == 2
    for seat in plain["seats"]:
        assert {"phoenixborn", "life", "battlefield", "spellboard"} <= set(seat)
        assert len(set(seat["first_five"])) == 5
        assert seat["draw_pile"] == 25
        assert all({"name", "count"} == set(pile) for pile in seat["conjurations"])
        assert sum(seat["dice"].values()) == 10
    assert plain["steps"][0]["text"] == "Place Coal Roarkwin face up."
    assert sheet(*options) == sheet(*options)


def test_open_seats_are_drawn_and_a_sheet_can_be_polish(tmp_path: Path) -> None:
    plain = json.loads(sheet("--players", "4", "--seed", "1", "--format", "json"))
    assert len({seat["deck"] for seat in plain["seats"]}) == 4
    assert "Żelazni Ludzie" in sheet("--decks", "the-iron-men,random", "--language", "pl")
    file = tmp_path / "duel.pdf"
    sheet("--players", "3", "--format", "pdf", "--output", str(file))
    assert file.read_bytes()[:5] == b"%PDF-"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ((), "Say who plays"),
        (("--players", "0"), "Number of players: 2 to 6, not 0."),
        (("--players", "7"), "Number of players: 2 to 6, not 7."),
        (("--decks", "nothing,random"), "No deck is called nothing. Accepted: the-iron-men"),
        (("--decks", "the-iron-men,the-iron-men"), "Two players chose The Iron Men"),
        (("--decks", "random,random,random", "--players", "2"), "--decks names 3 decks"),
    ],
)
def test_a_request_that_cannot_be_is_answered_with_a_sentence(
    options: tuple[str, ...], said: str
) -> None:
    with pytest.raises(CommandError, match=said):
        sheet(*options)


def checked(tmp_path: Path, text: str) -> tuple[str, int]:
    file = tmp_path / "deck.txt"
    file.write_text(text, encoding="utf-8")
    out = StringIO()
    try:
        call_command("deck", "check", str(file), stdout=out)
    except SystemExit as ended:
        return out.getvalue(), int(ended.code or 0)
    return out.getvalue(), 0


def test_a_deck_list_without_a_problem_passes(tmp_path: Path) -> None:
    said, status = checked(tmp_path, deck_text(ready(), catalogue()))
    assert (said, status) == ("The Iron Men: no problem.\n", 0)


def test_every_problem_of_a_deck_list_is_printed_and_the_command_fails(tmp_path: Path) -> None:
    said, status = checked(tmp_path, "Mine\n4x Anchornaut\n2x Fire Golem\n10x Charm\n")
    assert status == 1
    assert said.splitlines() == [
        "(hint) No card of this deck needs Charm dice.",
        "Unknown card: “Fire Golem”.",
        "Choose a Phoenixborn.",
        "26 cards are missing: a deck has 30, this one 4.",
        "Anchornaut: at most 3 copies, not 4.",
    ]


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("deck", "check", str(tmp_path / "nothing.txt"))
    (tmp_path / "large.txt").write_bytes(b"a" * 100_001)
    with pytest.raises(CommandError, match="too large"):
        call_command("deck", "check", str(tmp_path / "large.txt"))
    assert checked(tmp_path, "\x00\ufeff")[1] == 1
