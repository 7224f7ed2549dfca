"""Typed values as plain JSON: read back unchanged, and never taken for what they are not."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from enum import StrEnum
from typing import Annotated, Any, Generic, TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.rules.aeons_end.legacy.facts import (
    BasicJoined,
    Fact,
    Foe,
    MarketGrown,
    StickerPlaced,
    Story,
)
from campaign.rules.aeons_end.legacy.facts import Planned as LegacyPlanned
from campaign.rules.aeons_end.legacy.facts import Played as LegacyPlayed
from campaign.rules.core import sizes
from campaign.rules.core.constraints import ONE_LINE, VISIBLE, Limit, Line, Most
from campaign.rules.core.entries import entry_problems
from campaign.rules.core.facts import Planned, Played
from campaign.rules.core.problems import mismatch
from campaign.rules.core.serialize import (
    MAX_UNKNOWN,
    SerializeError,
    from_plain,
    from_stored,
    to_plain,
)
from campaign.rules.core.texts import BIDI_OVERRIDES, shows_something
from tests.rules.aeons_end.legacy_strategies import stories

T = TypeVar("T")


class Metal(StrEnum):
    GOLD = "gold"
    LEAD = "lead"


@dataclass(frozen=True, slots=True)
class Coin:
    metal: Metal
    worth: int = 1


@dataclass(frozen=True, slots=True)
class Note:
    text: str


@dataclass(frozen=True, slots=True)
class Purse:
    owner: str
    coins: tuple[Coin, ...] = ()
    lucky: Coin | None = None
    debts: Mapping[str, int] = field(default_factory=dict)
    shut: bool = False
    seats: frozenset[int] = frozenset()
    pairs: tuple[tuple[int, int], str] | None = None
    since: date | None = None
    seen: datetime | None = None
    inside: Coin | Note | None = None
    ages: Mapping[int, Metal] = field(default_factory=dict)
    holes: Annotated[int, Limit(0, 9)] = 0


@dataclass(frozen=True, slots=True)
class Crate(Generic[T]):
    held: T
    more: tuple[T, ...] = ()


INTEGERS = st.integers(-sizes.MAX_INTEGER, sizes.MAX_INTEGER)
TEXTS = st.text(st.characters(exclude_categories=["Cc", "Cs"], exclude_characters=BIDI_OVERRIDES))
KEYS = TEXTS.filter(shows_something)
coins = st.builds(Coin, st.sampled_from(Metal), INTEGERS)
times = st.datetimes(datetime(1900, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001 # see timezones
purses = st.builds(
    Purse,
    TEXTS,
    st.lists(coins).map(tuple),
    st.none() | coins,
    st.dictionaries(KEYS, INTEGERS),
    st.booleans(),
    st.frozensets(INTEGERS),
    st.none() | st.tuples(st.tuples(INTEGERS, INTEGERS), TEXTS),
    st.none() | st.dates(),
    st.none() | times,
    st.none() | coins | st.builds(Note, TEXTS),
    st.dictionaries(INTEGERS, st.sampled_from(Metal)),
    st.integers(0, 9),
)


def through_json(value: Any) -> Any:
    return json.loads(json.dumps(to_plain(value)))


@given(purses)
def test_a_value_is_read_back_unchanged(purse: Purse) -> None:
    assert from_plain(Purse, through_json(purse)) == purse


@given(stories(max_games=5))
def test_every_fact_and_whole_stories_are_read_back_unchanged(story: Story) -> None:
    for fact in story.facts:
        kind: type[Fact] = type(fact)
        assert from_plain(kind, through_json(fact)) == fact


DAYS = st.dates(date(2000, 1, 1), date(2199, 12, 31))


@given(purses, st.none() | coins, st.none() | DAYS, st.none() | INTEGERS)
def test_the_types_of_a_generic_fact_are_given_from_outside(
    purse: Purse, coin: Coin | None, day: date | None, minutes: int | None
) -> None:
    planned = Planned(purse, "0042", coin, reason="box says so")
    assert from_plain(Planned[Purse, Coin], through_json(planned)) == planned
    played = Played(purse, ("Ilva",), played_on=day)
    assert from_plain(Played[Purse], through_json(played)) == played
    crate = Crate(purse, (purse,))
    assert from_plain(Crate[Purse], through_json(crate)) == crate


@dataclass(frozen=True, slots=True)
class Bag:
    few: Annotated[tuple[int, ...], Most(3)] = ()
    by_name: Annotated[Mapping[str, int], Most(3)] = field(default_factory=dict)
    pieces: Annotated[Mapping[str, int], Most(3, pieces=True)] = field(default_factory=dict)
    of_bags: Annotated[tuple[Annotated[frozenset[str], Most(2)], ...], Most(2)] = ()
    different: Annotated[tuple[int, ...], Most(3, once=True)] = ()
    text: str = ""
    number: int = 0


@pytest.mark.parametrize(
    ("held", "path", "code"),
    [
        ({"few": [1, 2, 3, 4]}, "few", "list.too_long"),
        ({"by_name": {"a": 1, "b": 2, "c": 3, "d": 4}}, "by_name", "list.too_long"),
        ({"by_name": {"a" * (sizes.KEY + 1): 1}}, "by_name." + "a" * 302, "file.key"),
        ({"by_name": {"\u202eabc": 1}}, "by_name.\u202eabc", "file.key"),
        ({"by_name": {"\0": 1}}, "by_name.\0", "file.key"),
        ({"by_name": {" ": 1}}, "by_name. ", "file.key"),
        ({"pieces": {"a": 4}}, "pieces", "list.too_long"),
        ({"pieces": {"a": 3, "b": -1}}, "pieces", "list.too_long"),
        ({"of_bags": [["a"], ["a", "b", "c"]]}, "of_bags[1]", "list.too_long"),
        ({"different": [1, 2, 1]}, "different", "list.twice"),
        ({"different": [1, 1, 1, 1]}, "different", "list.too_long"),
        ({"text": "a" * (sizes.MAX_TEXT + 1)}, "text", "text.too_long"),
        ({"number": sizes.MAX_INTEGER + 1}, "number", "number.out_of_range"),
        ({"number": -(10**400)}, "number", "number.out_of_range"),
    ],
)
def test_what_comes_in_has_bounds_and_what_is_stored_is_read_as_it_is(
    held: Any, path: str, code: str
) -> None:
    with pytest.raises(SerializeError) as refused:
        from_plain(Bag, held)
    assert [(fault.path, fault.code) for fault in refused.value.problems] == [(path, code)]
    assert to_plain(from_stored(Bag, held)) == held


@dataclass(frozen=True, slots=True)
class Label:
    name: Annotated[str, Line(5), ONE_LINE, VISIBLE] = "abc"
    size: Annotated[int, Limit(1, 3)] = 1


@pytest.mark.parametrize(
    ("held", "code"),
    [
        ({"name": "abcdef"}, "text.too_long"),
        ({"name": "a\0b"}, "text.forbidden"),
        ({"name": " abc"}, "file.text_spaces"),
        ({"name": ""}, "file.text_empty"),
        ({"size": 0}, "number.out_of_range"),
        ({"size": 4}, "number.out_of_range"),
    ],
)
def test_constraints_bind_what_comes_in_and_leave_what_is_stored(held: Any, code: str) -> None:
    with pytest.raises(SerializeError) as refused:
        from_plain(Label, held)
    assert [problem.code for problem in refused.value.problems] == [code]
    assert to_plain(from_stored(Label, held)) == held


def test_what_is_entered_has_the_same_limits_as_what_is_read() -> None:
    held = {"name": "abcdef", "size": 4}
    with pytest.raises(SerializeError) as refused:
        from_plain(Label, held)
    assert entry_problems(Label("abcdef", 4)) == refused.value.problems


def test_what_is_stored_has_to_be_of_its_type() -> None:
    with pytest.raises(SerializeError):
        from_stored(Bag, {"few": "many"})


def test_defaults_are_left_out_and_come_back() -> None:
    assert to_plain(Purse("Ilva")) == {"owner": "Ilva"}
    assert from_plain(Purse, {"owner": "Ilva"}) == Purse("Ilva")


@pytest.mark.parametrize(
    ("held", "path", "code"),
    [
        (None, "", "file.object"),
        ([], "", "file.object"),
        ({}, "", "file.key_missing"),
        ({"owner": 1}, "owner", "file.text"),
        ({"owner": "I", "colour": "grey"}, "colour", "file.key_unknown"),
        ({"owner": "I", "coins": "gold"}, "coins", "file.list"),
        ({"owner": "I", "coins": [{"metal": "tin"}]}, "coins[0].metal", "file.choice"),
        ({"owner": "I", "coins": [{"metal": []}]}, "coins[0].metal", "file.choice"),
        ({"owner": "I", "lucky": {"metal": "gold", "worth": "1"}}, "lucky.worth", "file.number"),
        ({"owner": "I", "lucky": {"metal": "gold", "worth": True}}, "lucky.worth", "file.number"),
        ({"owner": "I", "lucky": []}, "lucky", "file.object"),
        ({"owner": "I", "debts": [1]}, "debts", "file.object"),
        ({"owner": "I", "debts": {"Xaxos": None}}, "debts.Xaxos", "file.number"),
        ({"owner": "I", "shut": 0}, "shut", "file.flag"),
        ({"owner": "I", "seats": [1, 1]}, "seats", "list.twice"),
        ({"owner": "I", "pairs": [[1, 2]]}, "pairs", "file.list"),
        ({"owner": "I", "pairs": [[1, "2"], ""]}, "pairs[0][1]", "file.number"),
        ({"owner": "I", "since": "2026-W05-1"}, "since", "file.day"),
        ({"owner": "I", "since": 20260501}, "since", "file.day"),
        ({"owner": "I", "seen": "2026-05-01"}, "seen", "file.time"),
        ({"owner": "I", "inside": {"text": 1}}, "inside.text", "file.text"),
        ({"owner": "I", "ages": {"one": "gold"}}, "ages.one", "file.key"),
        ({"owner": "I", "ages": {"01": "gold"}}, "ages.01", "file.key"),
        ({"owner": "I", "lucky": {}}, "lucky", "file.key_missing"),
        ({"owner": "I", "holes": 10}, "holes", "number.out_of_range"),
    ],
)
def test_what_is_of_another_kind_is_refused_by_its_path(held: Any, path: str, code: str) -> None:
    with pytest.raises(SerializeError) as caught:
        from_plain(Purse, held)
    assert [(fault.path, fault.code) for fault in caught.value.problems] == [(path, code)]


def test_of_many_unknown_keys_the_first_are_named() -> None:
    unknown = {f"key-{number}": 0 for number in range(1000)}
    with pytest.raises(SerializeError) as refused:
        from_plain(Purse, {**unknown, "owner": 7})
    found = [(fault.path, fault.code) for fault in refused.value.problems]
    named = [(f"key-{number}", "file.key_unknown") for number in range(MAX_UNKNOWN)]
    assert found == [*named, ("owner", "file.text")]


def test_every_fault_is_named_at_once() -> None:
    held = {"coins": [{"metal": "gold", "worth": "1"}, {"metal": "tin"}], "shut": "no"}
    with pytest.raises(SerializeError) as caught:
        from_plain(Purse, held)
    assert caught.value.problems == (
        mismatch("coins[0].worth", "a whole number", '"1"', "file.number"),
        mismatch(
            "coins[1].metal",
            "one of gold, lead",
            '"tin"',
            "file.choice",
            allowed="gold, lead",
        ),
        mismatch("shut", "true or false", '"no"', "file.flag"),
        mismatch("", 'the key "owner"', "none", "file.key_missing", key="owner"),
    )
    assert str(caught.value).startswith('coins[0].worth: expected a whole number, got "1"\n')


@pytest.mark.parametrize(
    ("kind", "held", "path"),
    [
        (Foe, {"key": "maelstrom", "life": 100}, "life"),
        (Foe, {"key": "~Not Folded"}, "key"),
        (StickerPlaced, {"seat": 5, "sticker": {"slot": "2a", "kind": "other"}}, "seat"),
        (
            BasicJoined,
            {"card": {"key": "~x", "name": "X", "tier": 4, "kind": "attack"}},
            "card.tier",
        ),
        (LegacyPlayed, {"tally": {"result": "win", "gravehold_life": 100}}, "tally.gravehold_life"),
        (LegacyPlayed, {"tally": {"result": "win", "lives": [1] * 5}}, "tally.lives"),
        (LegacyPlayed, {"tally": {"result": "win"}, "minutes": 1441}, "minutes"),
        (LegacyPlayed, {"tally": {"result": "win"}, "played_on": "1999-12-31"}, "played_on"),
        (MarketGrown, {"growth": {"offered": [], "added": ["~x"], "banished": []}}, "growth"),
        (
            LegacyPlanned,
            {"chapter": 1, "foe": {"key": "maelstrom"}, "pairs": [[1, 1], [1, 1]]},
            "pairs",
        ),
    ],
)
def test_what_no_box_can_show_is_refused(kind: type[Any], held: Any, path: str) -> None:
    with pytest.raises(SerializeError) as refused:
        from_plain(kind, held)
    assert [fault.path for fault in refused.value.problems] == [path]
