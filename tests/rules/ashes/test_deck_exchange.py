"""Decks of other sites in JSON: read whatever comes, and written so that it is read back."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.rules.ashes.catalogue import DiceType, Edition
from campaign.rules.ashes.deck import Deck, ready_deck
from campaign.rules.ashes.deck_exchange import ashes_live_deck, deck_page_addresses, foreign_decks
from campaign.rules.core.entries import entry_problems
from tests.rules.ashes.packs import catalogue, samples

SHARED = "00000000-aaaa-bbbb-cccc-0123456789ab"
# As the API of ashes.live answers, shortened.
LIVE: dict[str, Any] = {
    "title": "Lions at dawn",
    "description": "Attack early.",
    "dice": [{"count": 6, "name": "divine"}, {"count": 4, "name": "natural"}],
    "phoenixborn": {"name": "Leo Sunshadow", "stub": "leo-sunshadow", "life": 18},
    "cards": [
        {"count": 3, "name": "Hammer Knight", "stub": "hammer-knight", "type": "Ally"},
        {"count": 2, "name": "Natures Wrath", "stub": "natures-wrath", "type": "Action Spell"},
        {"count": 1, "name": "A Card of 2031", "stub": "a-card-of-2031", "type": "Ally"},
    ],
    "conjurations": [],
    "first_five": ["hammer-knight", "a-card-of-2031"],
}
# As Ashteki keeps its ready-made decks.
ASHTEKI = {
    "name": "Lions at dawn",
    "phoenixborn": [{"id": "leo-sunshadow", "count": 1}],
    "dicepool": [{"magic": "divine", "count": 6}],
    "cards": [{"id": "hammer-knight", "count": 3, "ff": True}],
}


def test_a_deck_of_ashes_live_is_read_with_its_note_and_what_is_unknown() -> None:
    (found,) = foreign_decks({"deck": LIVE, "releases": [{"name": "Master Set"}]}, catalogue(), 9)
    assert found.deck.name == "Lions at dawn"
    assert found.deck.edition is Edition.REBORN
    assert found.deck.phoenixborn == "leo-sunshadow"
    assert found.deck.cards == {"hammer-knight": 3, "natures-wrath": 2}
    assert found.deck.dice == {DiceType.DIVINE: 6, DiceType.NATURAL: 4}
    assert found.deck.first_five == ("hammer-knight",)
    assert found.unknown == ("A Card of 2031",)
    assert found.note == "Attack early."


@pytest.mark.parametrize("wrapped", [[LIVE] * 2, {"decks": [LIVE] * 2}, {"results": [LIVE] * 2}])
def test_exports_and_lists_have_several_decks(wrapped: Any) -> None:
    assert len(foreign_decks(wrapped, catalogue(), 9)) == 2
    assert len(foreign_decks(wrapped, catalogue(), 1)) == 1


def test_a_deck_of_ashteki_is_read() -> None:
    (found,) = foreign_decks([ASHTEKI], catalogue(), 9)
    assert found.deck.cards == {"hammer-knight": 3}
    assert found.deck.dice == {DiceType.DIVINE: 6}
    assert found.deck.first_five == ("hammer-knight",)


@pytest.mark.parametrize("key", list(catalogue().decks))
def test_every_ready_made_deck_comes_back_as_it_went(key: str) -> None:
    deck = ready_deck(catalogue(), key)
    sent = json.loads(json.dumps(ashes_live_deck(deck, catalogue())))
    (found,) = foreign_decks(sent, catalogue(), 9)
    assert found.deck == deck
    assert not found.unknown


@pytest.mark.parametrize("deck", samples(), ids=lambda deck: f"{deck.name}-{deck.edition}")
def test_sample_decks_of_ashes_live_come_back(deck: Deck) -> None:
    sent = json.loads(json.dumps(ashes_live_deck(deck, catalogue())))
    for answer in (sent, {"deck": sent, "releases": []}, {"results": [sent], "count": 1}):
        (found,) = foreign_decks(answer, catalogue(), 9)
        assert (found.deck, found.unknown) == (deck, ())


def test_an_export_of_an_account_has_each_deck_once_without_its_snapshots() -> None:
    """ "created" stands for a deck, and a snapshot names that of its deck."""
    first, second = ({**LIVE, "created": f"2024-05-0{day}T10:00:00Z"} for day in (1, 2))
    old = {**first, "created": "2024-05-03T10:00:00Z", "title": "Lions, once", "is_snapshot": True}
    kept = {**old, "source_created": "2023-01-01T10:00:00Z"}  # its deck is in another file
    old["source_created"] = first["created"]
    answer = {"total": 4, "next_page_from_date": None, "decks": [first, old, second, kept]}
    found = foreign_decks(answer, catalogue(), 9)
    assert [each.deck.name for each in found] == ["Lions at dawn", "Lions at dawn", "Lions, once"]


def test_what_is_written_has_what_programs_read() -> None:
    deck = ashes_live_deck(ready_deck(catalogue(), "the-iron-men"), catalogue())
    assert deck["phoenixborn"]["stub"] == "coal-roarkwin"
    assert deck["is_legacy"] is True
    blades = next(card for card in deck["cards"] if card["stub"] == "one-hundred-blades")
    assert (blades["type"], blades["phoenixborn"]) == ("Action Spell", "Coal Roarkwin")
    assert {card["stub"] for card in deck["conjurations"]} == {"iron-rhino"}


def test_the_link_of_a_public_deck_leads_to_it_as_json() -> None:
    assert deck_page_addresses("https://ashes.live/decks/4711/") == (
        "https://api.ashes.live/v2/decks/4711",
    )
    assert deck_page_addresses("https://ashes.live/decks/mine/4711/") == ()  # its owner's alone


def test_a_share_link_leads_to_the_deck_as_json() -> None:
    link = f"https://ashes.live/decks/share/{SHARED}/"
    json_page = f"https://api.ashes.live/v2/decks/shared/{SHARED}"
    assert deck_page_addresses(f" {link}\n") == (json_page,)
    assert deck_page_addresses(f"https://ashesdb.plaidhatgames.com/decks/share/{SHARED}")
    assert deck_page_addresses(f"{link}?from=chat") == (json_page,)
    for other in ("https://ashes.live/decks/", f"https://example.org/decks/share/{SHARED}", "x"):
        assert deck_page_addresses(other) == ()


def test_several_links_lead_to_as_many_decks_and_a_list_with_a_link_is_a_list() -> None:
    links = [f"https://ashes.live/decks/{number}" for number in (1, 2, 2)]
    json_pages = ("https://api.ashes.live/v2/decks/1", "https://api.ashes.live/v2/decks/2")
    assert deck_page_addresses("\n".join(links)) == json_pages
    assert deck_page_addresses(f"{links[0]}\n3x Anchornaut") == ()


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=9),
    lambda inside: (
        st.lists(inside, max_size=3)
        | st.dictionaries(
            st.sampled_from([*LIVE, "count", "stub", "id", "name", "decks", "deck", "magic"]),
            inside,
        )
    ),
    max_leaves=20,
)


@given(values, values, values)
def test_whatever_is_sent_is_read_or_left_out(cards: Any, dice: Any, born: Any) -> None:
    sent = {"cards": [cards], "dice": dice, "phoenixborn": born}
    for found in foreign_decks(sent, catalogue(), 9):
        assert not tuple(entry_problems(found.deck))
