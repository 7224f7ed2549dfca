"""A pack is read whole, or refused with every fault named by its path."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.rules.aeons_end.catalogue.loader import load_pack
from campaign.rules.aeons_end.catalogue.pack import Pack
from campaign.rules.core.serialize import SerializeError

PACKS = Path(__file__).resolve().parents[2] / "fixtures" / "packs" / "aeons_end"
Document = dict[str, Any]
Path_ = tuple[str | int, ...]


def document(slug: str) -> Document:
    loaded: Document = json.loads((PACKS / f"{slug}.json").read_text(encoding="utf-8"))
    return loaded


GOOD = {slug: document(slug) for slug in ("aeons-end-legacy", "aeons-end-war-eternal")}


@pytest.fixture
def legacy() -> Document:
    return copy.deepcopy(GOOD["aeons-end-legacy"])


@pytest.fixture
def war_eternal() -> Document:
    return copy.deepcopy(GOOD["aeons-end-war-eternal"])


def faults(broken: Document) -> list[str]:
    with pytest.raises(SerializeError) as refused:
        load_pack(broken)
    return [str(fault) for fault in refused.value.problems]


def assert_loads_or_names_faults(broken: Document) -> None:
    found: tuple[object, ...] = ()
    pack: Pack | None = None
    try:
        pack = load_pack(broken)
    except SerializeError as refused:
        found = refused.problems
    assert bool(found) == (pack is None)


def set_at(parsed: Document, path: Path_, value: object) -> None:
    *way, last = path
    place: Any = parsed
    for step in way:
        place = place[step]
    place[last] = value


def spelled(path: Path_) -> str:
    text = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return text.removeprefix(".")


def leaves(value: object, path: Path_ = ()) -> Iterator[Path_]:
    if isinstance(value, dict):
        for key, child in value.items():
            yield from leaves(child, (*path, key))
    elif isinstance(value, list):
        for position, child in enumerate(value):
            yield from leaves(child, (*path, position))
    else:
        yield path


LEAVES = {slug: list(leaves(good)) for slug, good in GOOD.items()}


def test_a_fault_names_its_path_what_was_expected_and_what_stands_there(legacy: Document) -> None:
    legacy["cards"][12]["cost"] = "4a"
    assert faults(legacy) == ['cards[12].cost: expected a whole number, got "4a"']


def test_every_fault_is_named_at_once(legacy: Document) -> None:
    legacy["cards"][12]["cost"] = "4a"
    legacy["cards"][13]["kind"] = "jewel"
    del legacy["nemeses"][2]["life"]
    legacy["slots"][1]["moment"]["chapter"] = "8"
    legacy["mages"][0]["hand"].pop()
    legacy["gravehold_life"] = True
    assert set(faults(legacy)) == {
        'cards[12].cost: expected a whole number, got "4a"',
        'cards[13].kind: expected one of gem, relic, spell, got "jewel"',
        'nemeses[2]: expected the key "life", got none',
        'slots[1].moment.chapter: expected a whole number, got "8"',
        "mages[0].hand: expected a list of 5, got a list of 4",
        "gravehold_life: expected a whole number, got true",
    }


LEGACY_FAULTS: list[tuple[Path_, object, str]] = [
    (("cards", 3, "id"), "Cónductive", "cards[3].id: expected an id of small letters"),
    (("cards", 3, "id"), "spark", 'cards[3].id: expected one of its own, got "spark", which cards'),
    (("nemeses", 0, "id"), "scatter", "nemeses[0].id: expected one of its own"),
    (("cards", 3, "name", "en"), None, "cards[3].name.en: expected a text, got null"),
    (("cards", 3, "name", "fr"), " ", "cards[3].name.fr: expected a text without spaces"),
    (("cards", 3, "copies"), 5, "cards[3].copies: expected 7, as market.copies says of a gem"),
    (("cards", 0, "cost"), 1, "cards[0].cost: expected 0, got 1"),
    (("cards", 3, "known"), "later", 'cards[3].known: expected "start", "recorded" or a moment'),
    (("cards", 3, "known"), None, 'cards[3].known: expected "start", "recorded" or a moment'),
    (("cards", 3, "known"), {"chapter": 9, "when": "end"}, "cards[3].known.chapter: expected"),
    (("cards", 3, "starter"), 1, "cards[3].starter: expected true or false, got 1"),
    (("cards", 3), [], "cards[3]: expected an object, got a list of 0"),
    (("cards",), {}, "cards: expected a list, got an object"),
    (("version",), 1.0, "version: expected a whole number, got 1.0"),
    (
        ("market", "first", 2),
        "nothing",
        'market.first[2]: expected the id of a market card, got "n',
    ),
    (("market", "first", 2), "spark", 'market.first[2]: expected the id of a market card, got "sp'),
    (("market", "piles"), 8, "market.piles: expected 9, the sum of the kinds, got 8"),
    (("market", "banished"), 1, "market.banished: expected 2, as many as are"),
    (("market", "added"), 5, "market.added: expected at most 4, got 5"),
    (("mages", 1, "deck", 0), "fire-chakram", "mages[1].deck[0]: expected the id of a starter"),
    (("mages", 1, "breaches", 1, "number"), "V", "mages[1].breaches[1].number: expected the id of"),
    (("mages", 1, "breaches", 0, "turns"), 1, "mages[1].breaches[0].turns: expected 0, as it is"),
    (("mages", 1, "breaches", 1, "number"), "I", "mages[1].breaches: expected each breach once"),
    (("breaches", 1, "open_costs"), [5], "mages[0].breaches[1].turns: expected fewer than 1"),
    (("chapters", 3, "number"), 5, "chapters[3].number: expected 4, got 5"),
    (("chapters", 3, "nemesis"), "bladius", "chapters[3].nemesis: expected one of its own"),
    (("chapters", 3, "envelope"), "envelope-9", "chapters[3].envelope: expected the id of a seal"),
    (("seals", 0, "kind"), "bag", "seals[0].kind: expected one of deck, envelope, box, supplement"),
    (("sections", 0, "moment", "when"), "middle", "sections[0].moment.when: expected one of"),
    (("sections", 0, "letter"), "Z", "sections[23].letter: expected one of its own"),
    (("sections", 8, "letters"), ["J"], 'sections[8].letters: expected "I" among them'),
    (("basics_by_mages", "4"), [8, 7], "basics_by_mages.4: expected a list of 3, got a list of 2"),
    (("basics_by_mages", "4"), [9, 7, 7], "basics_by_mages.4[0]: expected at most 8, the basic"),
    (("mages_max",), 3, "basics_by_mages.4: expected one of the keys 1, 2, 3"),
    (("dividers", 1), "mages", 'dividers[1]: expected one of its own, got "mages"'),
    (("difficulties",), [], 'difficulties: expected one with the id "normal"'),
]


@pytest.mark.parametrize(("path", "value", "message"), LEGACY_FAULTS)
def test_one_fault_is_named_where_it_stands(
    legacy: Document, path: Path_, value: object, message: str
) -> None:
    set_at(legacy, path, value)
    assert any(fault.startswith(message) for fault in faults(legacy)), faults(legacy)


def test_a_typing_error_in_a_key_is_a_fault_and_so_is_the_key_it_hides(legacy: Document) -> None:
    legacy["cards"][3]["csot"] = legacy["cards"][3].pop("cost")
    unknown, missing = faults(legacy)
    assert missing == 'cards[3]: expected the key "cost", got none'
    assert unknown.startswith("cards[3].csot: expected one of the keys id, name, kind, cost")


def test_the_first_market_has_nine_different_piles_three_two_and_four(legacy: Document) -> None:
    first = legacy["market"]["first"]
    ninth = first.pop()
    assert faults(legacy) == ["market.first: expected 9 cards, got a list of 8"]
    first.append(first[0])
    assert any("expected different cards, got ancient-cyanolith" in f for f in faults(legacy))
    first[-1] = "prophetic-lens"
    assert faults(legacy) == [
        "market.first: expected 2 cards of the kind relic, got 3",
        "market.first: expected 4 cards of the kind spell, got 3",
    ]
    first[-1] = ninth
    load_pack(legacy)


def test_a_suggested_market_is_checked_like_the_first(war_eternal: Document) -> None:
    war_eternal["suggested_markets"][1]["cards"].pop()
    assert faults(war_eternal) == ["suggested_markets[1].cards: expected 9 cards, got a list of 8"]


def test_a_card_becomes_an_evolved_card_of_its_own_tier(legacy: Document) -> None:
    by_id = {card["id"]: card for card in legacy["nemesis_cards"]}
    by_id["scatter"]["becomes"] = "ambush"
    messages = faults(legacy)
    assert any('expected an evolved card, got "ambush"' in fault for fault in messages)
    assert any("expected a card of tier 3, got tier 1" in fault for fault in messages)


def test_a_one_off_box_knows_nine_cards_of_every_nemesis(war_eternal: Document) -> None:
    war_eternal["nemesis_cards"].pop(0)
    expected = "nemeses[0]: expected 3 cards of its own in tier 1, got 2"
    assert faults(war_eternal) == [expected]


def test_a_box_without_chapters_has_no_moments(war_eternal: Document) -> None:
    war_eternal["cards"][0]["known"] = {"chapter": 1, "when": "start"}
    assert faults(war_eternal) == [
        "cards[0].known: expected no moment in a pack without chapters, got an object"
    ]


def test_a_template_has_as_many_places_as_the_market_has_piles(war_eternal: Document) -> None:
    war_eternal["market_templates"][2]["slots"].pop()
    assert faults(war_eternal) == ["market_templates[2].slots: expected 9 places, got a list of 8"]


def test_a_broken_card_is_not_blamed_again_by_the_sums(war_eternal: Document) -> None:
    war_eternal["nemesis_cards"][0]["tier"] = "one"
    assert faults(war_eternal) == ['nemesis_cards[0].tier: expected a whole number, got "one"']


@pytest.mark.parametrize("content", ["", "{", "[" * 100_000, '{"slug": 1, "slug": 2}'])
def test_a_file_that_is_no_json_is_refused(tmp_path: Path, content: str) -> None:
    file = tmp_path / "pack.json"
    file.write_text(content, encoding="utf-8")
    with pytest.raises(SerializeError, match="expected JSON in UTF-8"):
        load_pack(file)


def test_a_file_in_another_encoding_or_no_file_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "pack.json"
    file.write_bytes(b'{"slug": "\xff"}')
    with pytest.raises(SerializeError, match="expected JSON in UTF-8"):
        load_pack(file)
    with pytest.raises(SerializeError, match="expected a readable file"):
        load_pack(tmp_path / "nothing.json")


def test_a_list_is_no_pack(tmp_path: Path) -> None:
    file = tmp_path / "pack.json"
    file.write_text("[]", encoding="utf-8")
    with pytest.raises(SerializeError) as refused:
        load_pack(str(file))
    assert str(refused.value.problems[0]) == "(top): expected an object, got a list of 0"


def test_what_the_parts_say_of_each_other_is_named_at_once(legacy: Document) -> None:
    legacy["slots"][1]["moment"]["chapter"] = 8
    legacy["market"]["first"][0] = "nothing"
    legacy["cards"][3]["id"] = "spark"
    assert faults(legacy) == [
        'cards[3].id: expected one of its own, got "spark", which cards[1].id has already',
        'market.first[0]: expected the id of a market card, got "nothing"',
        "slots[1].moment.chapter: expected a whole number from 1 to 7, got 8",
    ]


def test_an_empty_object_lacks_every_key_and_nothing_else() -> None:
    messages = faults({})
    assert '(top): expected the key "cards", got none' in messages
    optional = {"player_aid", "alone_most", "gem_to_keep"}
    assert len(messages) == len(GOOD["aeons-end-legacy"].keys() - optional)


def test_file_and_mapping_give_the_same_pack() -> None:
    for slug, good in GOOD.items():
        assert load_pack(PACKS / f"{slug}.json") == load_pack(good)


ODD = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-5, 40),
    st.integers(),
    st.floats(),
    st.text(max_size=6),
    st.sampled_from(["start", "recorded", "end", "gem", "crystal", "scatter", "I", "normal"]),
    st.lists(st.integers(0, 9), max_size=3),
    st.dictionaries(
        st.sampled_from(["en", "chapter", "when", "by", "x"]), st.integers(0, 9), max_size=3
    ),
)


@given(data=st.data(), slug=st.sampled_from(sorted(GOOD)), odd=ODD)
def test_whatever_replaces_a_leaf_the_loader_loads_or_names_a_fault(
    data: st.DataObject, slug: str, odd: object
) -> None:
    broken = copy.deepcopy(GOOD[slug])
    set_at(broken, data.draw(st.sampled_from(LEAVES[slug])), odd)
    assert_loads_or_names_faults(broken)


@given(data=st.data(), slug=st.sampled_from(sorted(GOOD)))
def test_a_fraction_in_any_place_is_a_fault_of_that_place(data: st.DataObject, slug: str) -> None:
    path = data.draw(st.sampled_from(LEAVES[slug]))
    broken = copy.deepcopy(GOOD[slug])
    set_at(broken, path, 0.5)
    with pytest.raises(SerializeError) as refused:
        load_pack(broken)
    assert spelled(path) in {fault.path for fault in refused.value.problems}


@given(data=st.data(), slug=st.sampled_from(sorted(GOOD)))
def test_a_lost_place_is_never_more_than_a_named_fault(data: st.DataObject, slug: str) -> None:
    *way, last = data.draw(st.sampled_from(LEAVES[slug]))
    broken = copy.deepcopy(GOOD[slug])
    place: Any = broken
    for step in way:
        place = place[step]
    del place[last]
    assert_loads_or_names_faults(broken)
