"""Deck lists as text: out and in again, tolerant of how people write them."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from campaign.rules.ashes.catalogue import DECK_TYPES, DiceType, Edition
from campaign.rules.ashes.conjuration_pile import conjuration_pile
from campaign.rules.ashes.deck import Deck, cards_for
from campaign.rules.ashes.deck_list import HEADINGS, DeckRead, deck_text, read_deck, split_lists
from campaign.rules.core import sizes
from campaign.rules.core.entries import entry_problems, tidied
from tests.rules.ashes.packs import READY, catalogue, ready, samples


@pytest.mark.parametrize("slug", READY)
def test_a_list_reads_back_as_the_deck_it_came_from(slug: str) -> None:
    read = read_deck(deck_text(ready(slug), catalogue()), catalogue())
    assert read == DeckRead(ready(slug), (), (Edition.FIRST,))


@pytest.mark.parametrize(
    "name", ["Noah 2", "Fear", "3x Fear", "Dice", "Coal Roarkwin", "Edition: Reborn", "-x-", "A: b"]
)
def test_any_name_is_read_back(name: str) -> None:
    deck = replace(ready(), name=name)
    read = read_deck(deck_text(deck, catalogue()), catalogue())
    assert (read.deck, read.unknown) == (deck, ())


@pytest.mark.parametrize("name", ["Noah 2", "Fear"])
def test_a_name_without_a_label_is_one_before_the_phoenixborn(name: str) -> None:
    text = f"{name}\nPhoenixborn: Coal Roarkwin\n\nAllies:\n3x Anchornaut\n"
    read = read_deck(text, catalogue())
    assert (read.deck.name, read.deck.cards, read.unknown) == (name, {"anchornaut": 3}, ())


ASHES_LIVE = """\
Untitled Coal Roarkwin

Phoenixborn: Coal Roarkwin

Dice:
5x Ceremonial
5x Natural

Cards (5 / 30):

Allies (2):
2x Anchornaut

Action Spells (3):
3x One Hundred Blades (Coal Roarkwin)

Conjuration Pile (5):
5x Iron Rhino

Created with https://ashes.live"""


def test_a_list_of_ashes_live_keeps_its_exclusive_cards() -> None:
    read = read_deck(ASHES_LIVE, catalogue(), Edition.FIRST)
    assert read.unknown == ()
    assert read.deck == Deck(
        name="Untitled Coal Roarkwin",
        phoenixborn="coal-roarkwin",
        cards={"anchornaut": 2, "one-hundred-blades": 3},
        dice={DiceType.CEREMONIAL: 5, DiceType.NATURAL: 5},
    )
    text = ASHES_LIVE.partition("Created with")[0]
    assert read_deck(text, catalogue()).editions == tuple(Edition)  # it states none
    assert read_deck(ASHES_LIVE, catalogue()).editions == (Edition.REBORN,)  # the one made there


def test_a_list_as_the_book_prints_it() -> None:
    """P. 14: headings on lines of their own, dice on one line, long names on two."""
    text = """Żelazni Ludzie
    Odrodzony
    Coal Roarkwin
    Pula kości
    5 x Natura, 5 x Ceremonialna
    Karty
    3 x Przywołanie Żelaznego
    Nosorożca
    3 x Kotwicznik
    Przyzwańcy
    5 x Żelazny Nosorożec
    """
    read = read_deck(text, catalogue())
    assert read.unknown == ()
    assert read.deck == Deck(
        name="Żelazni Ludzie",
        phoenixborn="coal-roarkwin",
        cards={"summon-iron-rhino": 3, "anchornaut": 3},
        dice={DiceType.NATURAL: 5, DiceType.CEREMONIAL: 5},
    )


# --- forty lists, each written in three ways ---

FORTY = sorted(catalogue().decks)[:40]


def as_ashes_live_writes_it(
    deck: Deck, *, counts: bool = True, by_type: bool = True, credit: bool = True
) -> str:
    """Write a list as ashes.live exports it: no edition, exclusive cards with their Phoenixborn."""
    cards = cards_for(deck, catalogue())

    def named(key: str) -> str:
        owner = cards.get(cards[key].exclusive_to)
        return f"{cards[key].name.en} ({owner.name.en})" if owner else cards[key].name.en

    lines = [deck.name, "", f"Phoenixborn: {named(deck.phoenixborn or '')}", "", "Dice:"]
    lines += [f"{n}x {dice.capitalize()}" for dice, n in deck.dice.items()]
    if counts or not by_type:
        lines += ["", f"Cards ({deck.size} / 30):" if counts else "Cards:"]
    if by_type:
        for kind in DECK_TYPES:
            held = {key: n for key, n in deck.cards.items() if cards[key].type is kind}
            if held:
                count = f" ({sum(held.values())})" if counts else ""
                lines += ["", f"{HEADINGS[kind]}{count}:"]
                lines += [f"{n}x {named(key)}" for key, n in held.items()]
    else:
        lines += sorted(f"{n}x {named(key)}" for key, n in deck.cards.items())
        pile = conjuration_pile(deck, catalogue())
        lines += ["", "Conjuration Pile:", *(f"{n}x {named(key)}" for key, n in pile.items())]
    return "\n".join([*lines, *["", "Created with https://ashes.live"] * credit])


def as_the_book_prints_it(deck: Deck) -> str:
    """Write a list as p. 14 does: dice on one line, no colons, long names on two lines."""
    cards = cards_for(deck, catalogue())
    dice = ", ".join(f"{n} x {each.capitalize()}" for each, n in deck.dice.items())
    lines = [deck.name, "Phoenixborn", cards[deck.phoenixborn or ""].name.en, "Dice pool", dice]
    lines += ["Cards"]
    for key, n in deck.cards.items():
        first, _space, rest = cards[key].name.en.rpartition(" ")
        is_long = len(cards[key].name.en) > 20
        lines += [f"{n} x {first}", rest] if is_long else [f"{n} x {cards[key].name.en}"]
    lines += ["First Five", *(cards[key].name.en for key in deck.first_five)]
    lines += ["Conjurations"]
    pile = conjuration_pile(deck, catalogue())
    lines += [f"{n} x {cards[key].name.en}" for key, n in pile.items()]
    return "\n".join(lines)


@pytest.mark.parametrize("slug", FORTY)
def test_forty_lists_are_read_in_all_three_ways(slug: str) -> None:
    deck = ready(slug)
    ours = read_deck(deck_text(deck, catalogue()), catalogue())
    assert ours == DeckRead(deck, (), (deck.edition,))
    live = read_deck(as_ashes_live_writes_it(deck), catalogue(), deck.edition)
    assert live == DeckRead(replace(deck, first_five=()), (), (deck.edition,))
    book = read_deck(as_the_book_prints_it(deck), catalogue(), deck.edition)
    assert book == DeckRead(deck, (), (deck.edition,))
    unsaid = read_deck(as_ashes_live_writes_it(deck, credit=False), catalogue())
    assert deck.edition in unsaid.editions


SWITCHES = [
    dict(zip(("counts", "by_type", "credit"), on, strict=True))
    for on in product((True, False), repeat=3)
]


@pytest.mark.parametrize("deck", samples(), ids=lambda deck: f"{deck.name}-{deck.edition}")
def test_sample_decks_of_ashes_live_come_back_from_each_form_of_its_text(deck: Deck) -> None:
    for on in SWITCHES:
        text = as_ashes_live_writes_it(deck, **on)
        assert read_deck(text, catalogue(), deck.edition) == DeckRead(deck, (), (deck.edition,))


def test_several_lists_in_one_text_are_told_apart() -> None:
    decks = [replace(ready(slug), first_five=()) for slug in FORTY[:5]]
    for write in (as_ashes_live_writes_it, lambda deck: deck_text(deck, catalogue())):
        for between in ("\n", "\n\n\n"):
            parts = split_lists(between.join(map(write, decks)))
            read = [
                read_deck(part, catalogue(), deck.edition).deck
                for part, deck in zip(parts, decks, strict=True)
            ]
            assert read == decks
    untitled = "Phoenixborn: Coal Roarkwin\n3x Anchornaut\nPhoenixborn: Jessa Na Ni\n3x Anchornaut"
    assert [part.count("Anchornaut") for part in split_lists(untitled)] == [1, 1]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\r\n\n", "\u2028"])
def test_lines_may_end_in_any_way_even_mixed(end: str) -> None:
    deck = replace(ready(), first_five=())
    first, *rest = as_ashes_live_writes_it(deck).split("\n")
    text = first + "\r\n" + end.join(rest)
    assert read_deck(text, catalogue(), deck.edition) == DeckRead(deck, (), (deck.edition,))


@given(st.text(max_size=60))
@example("*")
def test_whatever_its_name_a_deck_comes_back(name: str) -> None:
    deck = tidied(replace(ready(), name=name))
    if tuple(entry_problems(deck)):
        return  # such a name cannot be saved
    assert read_deck(deck_text(deck, catalogue()), catalogue()).deck == deck


def test_case_order_marks_and_polish_names_do_no_harm() -> None:
    text = """
    ## My Iron Men
    **First five**
    - anchornaut
    HAMMER KNIGHT
    Dice (10)
    5 Ceremonial Magic
    natural x 5
    Allies (6)
    * 3× kotwicznik
    Hammer Knight (3)
    Spells:
    2 x one hundred blades
    Coal Roarkwin
    Conjurations:
    5x Iron Rhino
    """
    read = read_deck(text, catalogue())
    assert read.unknown == ()
    assert read.deck == Deck(
        name="My Iron Men",
        phoenixborn="coal-roarkwin",
        cards={"anchornaut": 3, "hammer-knight": 3, "one-hundred-blades": 2},
        dice={DiceType.CEREMONIAL: 5, DiceType.NATURAL: 5},
        first_five=("anchornaut", "hammer-knight"),
    )


@pytest.mark.parametrize(
    "line",
    [
        "Dice: 5x Ceremonial, 5x Natural",
        "Dice pool: 5 Ceremonial; 5 Natural",
        "Pula kości: 5 x Ceremonialna, 5 x Natura",
        "Kości: Ceremonialna x5, Natura x5",
        "Dice: 5 Ceremonial dice and 5 Natural dice",
        "5x Ceremonial, 5x Natural",
    ],
)
def test_all_dice_may_stand_on_one_line(line: str) -> None:
    read = read_deck(f"Phoenixborn: Coal Roarkwin\n{line}\n3x Protect", catalogue())
    assert read.deck.dice == {DiceType.CEREMONIAL: 5, DiceType.NATURAL: 5}
    assert read.unknown == ()
    one = read_deck("Dice: 10x Charm\n3x Protect", catalogue())
    assert (one.deck.dice, one.unknown) == ({DiceType.CHARM: 10}, ())


def test_unknown_lines_are_named_and_kept_out() -> None:
    read = read_deck("Phoenixborn: Nobody\n3x Anchornaut\n3x Fire Golem\nno card", catalogue())
    assert read.unknown == ("Nobody", "Fire Golem", "no card")
    assert read.deck.cards == {"anchornaut": 3}


def test_a_conjuration_among_the_cards_is_kept_for_the_check_to_name() -> None:
    assert read_deck("Allies:\n5x Iron Rhino", catalogue()).deck.cards == {"iron-rhino": 5}


def test_the_edition_is_the_one_named_or_the_one_that_knows_more() -> None:
    only = {
        edition: next(
            card
            for card in catalogue().cards(edition)
            if all(
                catalogue().card(other, card.id) is None for other in Edition if other != edition
            )
        )
        for edition in Edition
    }
    for edition, card in only.items():
        assert read_deck(f"3x {card.name.en}", catalogue()).editions == (edition,)
    assert read_deck("3x Anchornaut", catalogue()).editions == tuple(Edition)
    assert read_deck("3x Anchornaut", catalogue(), Edition.REBORN).editions == (Edition.REBORN,)
    text = deck_text(replace(Deck(name="Empty"), edition=Edition.REBORN), catalogue())
    assert read_deck(text, catalogue()).deck.edition is Edition.REBORN


def test_a_line_that_is_far_too_long_is_unknown_and_not_compared() -> None:
    marks = "a" + "\u0301\u0316" * 100_000  # to sort them would take a minute
    read = read_deck(f"{marks}\n3x Anchornaut\nDeck: {marks}", catalogue(), Edition.REBORN)
    assert read.deck.cards == {"anchornaut": 3}
    assert read.unknown == (marks[: sizes.NAME], f"Deck: {marks}"[: sizes.NAME])


def test_nonsense_is_an_empty_deck() -> None:
    for text in ("", "\x00", ":", "x", "999999999999 x", "3x", "()", "(" * 10_000):
        assert read_deck(text, catalogue()).deck.cards == {}
