"""The sets: all of them, whole, and their editions apart."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from pathlib import Path

import pytest

from campaign.rules.ashes.catalogue import DECK_TYPES, CardType, Edition, load_catalogue
from campaign.rules.core.serialize import SerializeError
from tests.rules.ashes.packs import PACKS, READY, catalogue


def test_every_set_of_both_editions_is_there() -> None:
    sets = catalogue().sets
    assert len(sets) == 40
    assert Counter(each.edition for each in sets) == {Edition.FIRST: 24, Edition.REBORN: 16}
    cards = Counter(each.edition for each in sets for _ in each.cards)
    assert cards == {Edition.FIRST: 361, Edition.REBORN: 284}
    assert (sets[0].slug, len(sets[0].cards)) == ("ashes", 78)
    assert catalogue().sets_of(Edition.REBORN)[0].slug == "reborn-master-set"
    assert tuple(catalogue().decks) == READY


def test_every_phoenixborn_has_one_exclusive_card_for_the_deck() -> None:
    for edition in Edition:
        owners = Counter(
            card.exclusive_to
            for card in catalogue().cards(edition)
            if card.exclusive_to and card.type in DECK_TYPES
        )
        born = {c.id for c in catalogue().cards(edition) if c.type is CardType.PHOENIXBORN}
        assert owners == dict.fromkeys(born, 1)


def test_names_are_found_in_either_language_and_by_edition() -> None:
    found = catalogue().named(Edition.FIRST, "  łucznik  KRWI ")
    assert found is not None
    assert found.id == "blood-archer"
    assert found.name.in_language("fr") == "Blood Archer"
    assert catalogue().name_of("character", "coal-roarkwin", "en") == "Coal Roarkwin"
    assert catalogue().name_of("deck", "the-iron-men", "pl") == "Żelazni Ludzie"
    assert catalogue().name_of("deck", "nothing", "pl") == ""
    coal = [catalogue().card(edition, "coal-roarkwin") for edition in Edition]
    assert [card and card.spellboard for card in coal] == [5, 4]


def test_a_reference_to_no_card_is_named(tmp_path: Path) -> None:
    for slug in ("ashes", "the-young-ruler"):
        shutil.copy(PACKS / f"{slug}.json", tmp_path)
    broken = json.loads((tmp_path / "the-young-ruler.json").read_text())
    broken["cards"][0]["conjures"] = ["nothing"]
    broken["cards"][1]["exclusive_to"] = "anchornaut"
    broken["cards"][2]["id"] = "anchornaut"
    (tmp_path / "the-young-ruler.json").write_text(json.dumps(broken))
    with pytest.raises(SerializeError) as caught:
        load_catalogue(tmp_path / "ashes.json")
    expected = {fault.expected for fault in caught.value.faults}
    assert {"the id of a conjuration", "the id of a Phoenixborn", "an id of its own"} <= expected
