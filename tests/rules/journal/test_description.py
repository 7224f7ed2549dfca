"""A description: what its file says, and every fault by its path."""

from __future__ import annotations

import json
from typing import Any

import pytest

from campaign.rules.core.serialize import SerializeError, from_plain, to_plain
from campaign.rules.journal.description import MAX_DEPTH, Addition, Description, contents_of
from campaign.rules.journal.faults import description_faults
from campaign.rules.journal.sealed import Contents, unwrap, wrap
from tests.rules.journal.journals import described, plain

DEMOS = ("lighthouse", "delta")


def faults(values: Any, *, author: bool = False) -> list[str]:
    """Return what is wrong with a file."""
    try:
        from_plain(Description, values, lambda read: description_faults(read, author=author))
    except SerializeError as error:
        return list(map(str, error.problems))
    return []


@pytest.mark.parametrize("name", DEMOS)
def test_the_demos_have_no_fault_and_read_back_as_they_are(name: str) -> None:
    assert faults(plain(name)) == []
    stored = json.loads(json.dumps(to_plain(described(name))))
    assert from_plain(Description, stored, description_faults) == described(name)


def test_a_name_is_all_that_a_description_needs() -> None:
    assert faults({"name": "Our box"}) == []
    assert Description("Our box").begins == Addition()


@pytest.mark.parametrize(
    ("part", "change", "said"),
    [
        ("things", {"kind": "kepeer"}, "begins.things[0].kind: expected the id of a kind"),
        ("things", {"place": "lost"}, "begins.things[0].place: expected one of on duty, retired"),
        ("marks", {"on": ["harbour/roof"]}, "begins.marks[0].on[0]: expected the id of a slot"),
        ("counters", {"of": "tower"}, "begins.counters[0].of: expected the id of a kind"),
        (
            "counters",
            {"start": 11},
            "begins.counters[0].start: expected a whole number from 0 to 10",
        ),
        (
            "chapters",
            {"opens": ["crate-9"]},
            "begins.chapters[0].opens[0]: expected the id of a seal",
        ),
        ("chapters", {"next": ["may"]}, "begins.chapters[0].next[0]: expected the id of a chapter"),
        ("kinds", {"slots": [{"id": "a", "name": "A"}] * 2}, "begins.kinds[0].slots: expected ids"),
        ("seals", {"id": "crate-2"}, "begins.seals: expected ids that are all different"),
    ],
)
def test_a_fault_is_named_by_its_path(part: str, change: dict[str, Any], said: str) -> None:
    values = plain("lighthouse")
    values["begins"][part][0] |= change
    assert any(line.startswith(said) for line in faults(values)), faults(values)


def test_players_are_counted_upwards() -> None:
    assert faults({**plain("lighthouse"), "players": [4, 2]}) != []


def test_what_is_behind_a_seal_is_wrapped_in_every_stored_form() -> None:
    stored = json.dumps(to_plain(described("lighthouse")))
    assert "red buoy" not in stored
    (seal,) = (seal for seal in described("lighthouse").begins.seals if seal.inside)
    assert "The red buoy" in [thing.name for thing in contents_of(seal).things]


def test_faults_behind_a_seal_are_counted_and_named_to_their_author_alone() -> None:
    values = plain("lighthouse")
    inside = values["begins"]["seals"][0]["inside"]
    inside["things"][0]["kind"] = "canary"
    inside["marks"][0]["on"] = ["canary/bell"]
    told = faults(values)
    assert told == ["begins.seals[0].inside: expected contents without a fault, got 2 faults"]
    assert "canary" in "".join(faults(values, author=True))
    assert "begins.seals[0].inside.things[0].kind" in faults(values, author=True)[0]


def test_contents_may_build_on_what_is_open_but_not_on_another_seal() -> None:
    values = plain("lighthouse")
    values["begins"]["seals"][1]["inside"] = {"things": [{"id": "x", "kind": "buoy", "name": "X"}]}
    assert len(faults(values)) == 1
    values["begins"]["seals"][1]["inside"] = {"things": [{"id": "x", "kind": "card", "name": "X"}]}
    assert faults(values) == []


def test_seals_within_seals_end_somewhere() -> None:
    def nested(depth: int) -> dict[str, Any]:
        seal = {"id": f"s-{depth}", "kind": "Box", "label": str(depth)}
        return {"seals": [seal | ({"inside": nested(depth - 1)} if depth > 1 else {})]}

    assert faults({"name": "Deep", "begins": nested(MAX_DEPTH)}) == []
    assert faults({"name": "Deep", "begins": nested(MAX_DEPTH + 3)}) != []


@pytest.mark.parametrize("wrapped", ["?", "", "eJwDAAAAAAE=", wrap({"a": "x" * 200_000}).wrapped])
def test_damaged_or_enormous_contents_are_refused(wrapped: str) -> None:
    values = plain("lighthouse")
    values["begins"]["seals"][0]["inside"] = {"wrapped": wrapped}
    assert len(faults(values)) == 1


def test_wrapping_is_the_same_every_time() -> None:
    assert wrap({"name": "ż"}) == wrap({"name": "ż"})
    assert unwrap(wrap({"name": "ż"})) == {"name": "ż"}
    with pytest.raises(ValueError, match="damaged"):
        unwrap(Contents("!"))
