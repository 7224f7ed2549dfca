"""The sets: all of them, whole, and their editions apart."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from campaign.rules.ashes.catalogue import (
    DECK_TYPES,
    Action,
    CardType,
    DeckKind,
    DiceCost,
    DiceType,
    Edition,
    Level,
    load_catalogue,
)
from campaign.rules.ashes.deck import Deck, deck_faults, ready_deck
from campaign.rules.ashes.draft import LIVE, DraftStart, Stage, drafted_deck, replay
from campaign.rules.core.serialize import SerializeError, from_stored, to_plain
from tests.rules.ashes.packs import PACKS, catalogue

# Written by the version whose second edition had sixteen sets and seven types of dice.
STORED = json.loads((Path(__file__).parent / "stored_before_2026_sets.json").read_text())


def test_every_set_of_both_editions_is_there() -> None:
    sets = catalogue().sets
    assert Counter(each.edition for each in sets) == {Edition.FIRST: 24, Edition.REBORN: 33}
    cards = Counter(each.edition for each in sets for _ in each.cards)
    assert cards == {Edition.FIRST: 361, Edition.REBORN: 557}
    assert (sets[0].slug, len(sets[0].cards)) == ("ashes", 78)
    assert catalogue().sets_of(Edition.REBORN)[0].slug == "reborn-master-set"
    assert [each.slug for each in sets if each.unofficial] == [
        "reborn-the-garden-of-brilliance",
        "reborn-the-shaper-of-storms",
    ]


def test_every_phoenixborn_has_one_exclusive_card_in_the_own_box() -> None:
    owners = Counter(
        (each.edition, card.exclusive_to)
        for each in catalogue().sets
        for card in each.cards
        if card.type in DECK_TYPES and card.exclusive_to in {other.id for other in each.cards}
    )
    born = [
        (edition, card.id)
        for edition in Edition
        for card in catalogue().cards(edition)
        if card.type is CardType.PHOENIXBORN
    ]
    assert owners == dict.fromkeys(born, 1)


def test_new_dice_activations_actions_and_chained_cards_are_known() -> None:
    reborn = {card.id: card for card in catalogue().cards(Edition.REBORN)}
    assert {dice for card in reborn.values() for dice in card.dice} == set(DiceType)
    assert reborn["empower"].activation == (
        DiceCost(1, Level.CLASS, (DiceType.NATURAL, DiceType.SYMPATHY)),
    )
    assert reborn["lick-wounds"].cost.actions == (Action.EITHER,)
    assert sum(card.chained for card in reborn.values()) == 10
    assert sum(bool(card.activation) for card in reborn.values()) == 115


def test_some_cards_of_the_first_edition_take_either_action() -> None:
    first = catalogue().by_id[Edition.FIRST]
    either = {key for key, card in first.items() if Action.EITHER in card.cost.actions}
    assert either == {
        "drain-vitality",
        "lick-wounds",
        "light-swordsman",
        "mark-of-the-red-flower",
        "new-ideas",
    }


def test_what_using_a_card_costs_is_known_for_both_editions() -> None:
    first, reborn = catalogue().by_id[Edition.FIRST], catalogue().by_id[Edition.REBORN]
    assert first["summon-frostback-bear"].activation == (
        DiceCost(1, Level.CLASS, (DiceType.NATURAL,)),
        DiceCost(1),
    )
    assert first["summon-dread-wraith"].activation == (
        DiceCost(3, Level.CLASS, (DiceType.CEREMONIAL,)),
    )
    assert sum(bool(card.activation) for card in first.values()) == 70
    assert reborn["aradel-summergaard"].activation == (
        DiceCost(1, Level.CLASS, (DiceType.NATURAL,)),
    )
    assert reborn["namine-hymntide"].activation == (DiceCost(1, Level.CLASS, (DiceType.SYMPATHY,)),)
    assert reborn["summon-bastion-badger"].activation == (
        DiceCost(1, Level.CLASS, (DiceType.CHARM,)),
        DiceCost(1),
    )


def test_payments_inside_an_effect_are_no_cost_to_use() -> None:
    reborn = catalogue().by_id[Edition.REBORN]
    assert reborn["summon-mist-spirit"].activation == (
        DiceCost(1, Level.CLASS, (DiceType.ILLUSION,)),
    )
    assert not reborn["jungle-warrior"].activation
    assert not reborn["vampire-bat-swarm"].activation


def test_costs_to_use_without_a_second_source_are_unknown() -> None:
    cards = [card for edition in Edition for card in catalogue().cards(edition)]
    unknown = [card for card in cards if card.activation_unknown]
    assert {card.id for card in unknown} == {
        "maeve-luminvale",
        "kanna-galeheart",
        "summon-capacitor-beetle",
    }
    assert not any(card.activation for card in unknown)


def test_disputed_limits_are_marked() -> None:
    reborn = catalogue().by_id[Edition.REBORN]
    disputed = {key: card for key, card in reborn.items() if card.other_limit is not None}
    assert {key: (card.limit, card.other_limit) for key, card in disputed.items()} == {
        "indiglow-creeper": (1, 3),
        "salamander-monk-spirit": (2, 3),
        "nightshade-swallow": (2, 3),
        "capacitor-beetle": (3, 2),
        "shimmer-wing": (3, 2),
        "three-eyed-owl": (2, 3),
    }


def test_the_ready_made_decks_are_whole_and_of_the_edition_of_their_box() -> None:
    box = catalogue()
    kinds = Counter((box.set_of_deck[key].edition, deck.kind) for key, deck in box.decks.items())
    assert kinds == {
        (Edition.FIRST, DeckKind.SET): 6,
        (Edition.REBORN, DeckKind.SET): 32,
        (Edition.REBORN, DeckKind.CAMPAIGN_BOX): 28,
        (Edition.REBORN, DeckKind.FIRST_GAME): 2,
    }
    faults = {key: deck_faults(ready_deck(box, key), box) for key in box.decks}
    assert not any(faults.values())
    # The source does not have the First Five of these four.
    names = ("jericho", "orrick", "rowan", "tristan")
    assert {key for key, deck in box.decks.items() if len(deck.first_five) < 5} == {
        f"reborn-the-end-of-argaia-{name}" for name in names
    }


@pytest.mark.parametrize("stored", STORED["decks"], ids=lambda stored: stored["phoenixborn"])
def test_decks_that_were_stored_before_the_newest_sets_are_still_right(
    stored: dict[str, Any],
) -> None:
    deck = from_stored(Deck, stored)
    assert to_plain(deck) == stored
    assert deck_faults(deck, catalogue()) == ()


def test_a_draft_that_was_stored_before_the_newest_sets_still_replays() -> None:
    (_kind, begun), *facts = [(fact["kind"], fact["payload"]) for fact in STORED["draft"]]
    start = from_stored(DraftStart, {**begun, "players": len(begun["players"])})
    read = [LIVE.read({"kind": kind, **fact}, stored=True) for kind, fact in facts]
    done = replay(start, read)
    assert done.stage is Stage.DONE
    for seat in done.seats:
        assert deck_faults(drafted_deck(done, seat), catalogue()) == ()


def test_names_are_found_in_either_language_and_by_edition() -> None:
    found = catalogue().named(Edition.FIRST, "  łucznik  KRWI ")
    assert found is not None
    assert found.id == "blood-archer"
    assert found.name.in_language("fr") == "Blood Archer"
    assert catalogue().name_of("character", "coal-roarkwin", "en") == "Coal Roarkwin"
    assert catalogue().name_of("deck", "the-iron-men", "pl") == "Żelazni Ludzie"
    assert catalogue().name_of("deck", "nothing", "pl") == ""
    coal = [
        catalogue().card(edition, "coal-roarkwin") for edition in (Edition.FIRST, Edition.REBORN)
    ]
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
    expected = {problem.details["expected"] for problem in caught.value.problems}
    assert {"the id of a conjuration", "the id of a Phoenixborn", "an id of its own"} <= expected
