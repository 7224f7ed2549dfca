"""The JSON Schema of a dataclass refuses what its reader refuses, and accepts what it accepts."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum
from typing import Annotated, Any, Generic, TypeVar

import jsonschema_rs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.exchange.document import KINDS
from campaign.rules.core import sizes
from campaign.rules.core.constraints import Limit, Line, Most, one_of
from campaign.rules.core.json_schema import schema_of
from campaign.rules.core.serialize import SerializeError, from_plain
from campaign.rules.registry import SYSTEMS

T = TypeVar("T")


class Metal(StrEnum):
    GOLD = "gold"
    LEAD = "lead"


@dataclass(frozen=True, slots=True)
class Coin:
    metal: Metal
    worth: Annotated[int, Limit(1, 9)] = 1


@dataclass(frozen=True, slots=True)
class Pair(Generic[T]):
    first: T
    second: T | None = None


@dataclass(frozen=True, slots=True)
class Purse:
    owner: Annotated[str, Line(3)]
    coins: Annotated[tuple[Coin, ...], Most(2)] = ()
    faces: Annotated[tuple[int, ...], Most(3, once=True)] = ()
    debts: Annotated[Mapping[str, int], Most(2)] = field(default_factory=dict)
    by_metal: Annotated[Mapping[Metal, int], Most(2)] = field(default_factory=dict)
    seats: Annotated[frozenset[int], Most(2)] = frozenset()
    size: tuple[int, bool] | None = None
    inside: Coin | Pair[Coin] | None = None
    language: Annotated[str, one_of("en", "pl")] = "en"
    since: date | None = None
    seen: datetime | None = None
    note: str = ""
    number: int = 0


VALIDATOR = jsonschema_rs.Draft202012Validator(schema_of(Purse))
INTEGERS = st.sampled_from([-1, 0, 1, 2, 9, 10, sizes.MAX_INTEGER, sizes.MAX_INTEGER + 1])
TEXTS = st.sampled_from(["", "abc", "abcd", "a\tb", "a\x1bb", "\u202ea", "ąęć", "en", "gold"])
COINS = st.fixed_dictionaries(
    {"metal": st.sampled_from(["gold", "lead", "tin"])}, optional={"worth": INTEGERS}
)
FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "owner": TEXTS,
    "coins": st.lists(COINS, max_size=3),
    "faces": st.lists(INTEGERS, max_size=4),
    "debts": st.dictionaries(st.sampled_from(["a", "b", "c"]), INTEGERS),
    "by_metal": st.dictionaries(st.sampled_from(["gold", "lead", "tin"]), INTEGERS),
    "seats": st.lists(INTEGERS, max_size=3),
    "size": st.lists(INTEGERS | st.booleans(), min_size=1, max_size=3),
    "inside": COINS | st.fixed_dictionaries({"first": COINS}, optional={"second": COINS}),
    "language": TEXTS,
    "since": st.sampled_from(["2026-05-01", "2026-5-1", ""]),
    "seen": st.sampled_from(["2026-05-01T19:30:00.000000Z", "2026-05-01"]),
    "note": TEXTS | st.just("x" * (sizes.MAX_TEXT + 1)),
    "number": INTEGERS,
    "unknown": st.none(),
}
WRONG: st.SearchStrategy[Any] = (
    st.none() | st.booleans() | INTEGERS | TEXTS | st.just([]) | st.just({})
)


@st.composite
def documents(draw: st.DrawFn) -> dict[str, Any]:
    names = draw(st.lists(st.sampled_from(list(FIELDS)), max_size=3, unique=True))
    document = {name: draw(FIELDS[name]) for name in names}
    if draw(st.booleans()):
        document.setdefault("owner", "abc")
    if names and draw(st.integers(0, 5)) == 0:
        document[names[0]] = draw(WRONG)
    return document


def is_read(kind: Any, document: Any) -> bool:
    try:
        from_plain(kind, document)
    except SerializeError:
        return False
    return True


@given(documents())
def test_the_schema_and_the_reader_agree(document: dict[str, Any]) -> None:
    assert VALIDATOR.is_valid(document) == is_read(Purse, document)


@pytest.mark.parametrize(
    ("within", "beyond"),
    [
        ({"owner": "abc"}, {"owner": "abcd"}),
        ({"coins": [{"metal": "gold", "worth": 9}]}, {"coins": [{"metal": "gold", "worth": 10}]}),
        ({"faces": [1, 2, 3]}, {"faces": [1, 2, 3, 4]}),
        ({"faces": [1, 2]}, {"faces": [1, 1]}),
        ({"debts": {"a": 1, "b": 1}}, {"debts": {"a": 1, "b": 1, "c": 1}}),
        ({"seats": [1, 2]}, {"seats": [1, 2, 3]}),
        ({"language": "pl"}, {"language": "xx"}),
        ({"number": sizes.MAX_INTEGER}, {"number": sizes.MAX_INTEGER + 1}),
        ({"inside": {"first": {"metal": "gold"}}}, {"inside": {"first": {"metal": "tin"}}}),
    ],
)
def test_a_document_within_the_limits_is_accepted_and_one_beyond_is_refused(
    within: dict[str, Any], beyond: dict[str, Any]
) -> None:
    for document, is_fine in ((within, True), (beyond, False)):
        whole = {"owner": "abc", **document}
        assert VALIDATOR.is_valid(whole) is is_read(Purse, whole) is is_fine


ROOTS = [
    *KINDS.values(),
    *(
        fact
        for system in SYSTEMS.values()
        for rules in (system.one_off, system.campaign)
        if rules is not None
        for fact in rules.facts.values()
    ),
]


@pytest.mark.parametrize("kind", ROOTS, ids=str)
def test_every_document_and_fact_has_a_valid_schema(kind: Any) -> None:
    schema = schema_of(kind)
    jsonschema_rs.meta.validate(schema)
    assert json.loads(json.dumps(schema)) == schema
    assert jsonschema_rs.Draft202012Validator(schema)  # every reference leads somewhere
