"""Choices of a one-off game: with a seed always the same set-up, stored and read unchanged."""

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaign.rules.aeons_end.catalogue.pack import CardKind, Pack
from campaign.rules.aeons_end.mages import (
    Mat,
    Sticker,
    StickerKind,
    Where,
    printed_mat,
    with_sticker,
)
from campaign.rules.aeons_end.market.wishes import AtLeast, Exclude
from campaign.rules.aeons_end.one_off.choices import (
    Choices,
    Guest,
    MarketRequest,
    SeatChoice,
    open_choices,
    wishes_of,
)
from campaign.rules.aeons_end.one_off.offer import offer_of
from campaign.rules.aeons_end.one_off.setup import (
    Drawn,
    keep_drawn,
    markets_possible,
    redraw,
    resolve,
)
from campaign.rules.aeons_end.one_off.sheet import Setup
from campaign.rules.aeons_end.one_off.system import GAMES
from campaign.rules.core.problems import RulesError
from campaign.rules.core.serialize import from_plain, to_plain
from campaign.rules.core.system import Shelf, seeded
from tests.marks import one_in
from tests.rules.packs import legacy, war_eternal

PACK, LEGACY = war_eternal(), legacy()
SHELF = Shelf(PACK, {LEGACY.slug: LEGACY})
MAGES = [mage.id for mage in PACK.mages]
PILES = [*offer_of((PACK,)).piles.cards]
PINNED = {
    "mages": ["gex", "quilius"],
    "nemesis": "hollow-crown",
    "market": [
        "dread-diamond",
        "volcanic-glass",
        "breach-ore",
        "conclave-scroll",
        "cairn-compass",
        "convection-field",
        "fiery-torrent",
        "nova-forge",
        "reduce-to-ash",
    ],
}
few = settings(max_examples=one_in(2))  # each draws a whole table
NAMES = st.text(st.characters(categories=["L", "N", "Z"]), max_size=5)
SEEDS = st.one_of(st.integers(0, 10**8).map(str), st.text(max_size=12))


def draw(pack: Pack, chosen: Choices, seed: str) -> Drawn:
    return resolve(pack, chosen, seeded(seed))


def through_json(value: Any) -> Any:
    return json.loads(json.dumps(to_plain(value)))


def guest(name: str = "Ilva", colour: str = "green") -> Guest:
    mage = next(mage for mage in LEGACY.mages if mage.colour == colour)
    mat = printed_mat(mage, LEGACY, name=name, side="a")
    for slot in ("2a", "2b", "3"):
        mark = Sticker(slot, StickerKind.STARTER, f"Mark {slot}", where=Where.HAND)
        mat = with_sticker(mat, replace(mark, card_kind=CardKind.GEM), LEGACY)
    return Guest(mat, 7, "The Long Watch")


def wishes() -> st.SearchStrategy[AtLeast]:
    kinds = st.sampled_from([None, *CardKind])
    # Any lock leaves room for these: no card costs less than 2.
    return st.builds(AtLeast, st.integers(1, 2), kinds, st.integers(0, 2), st.none())


@st.composite
def choices(data: st.DrawFn) -> Choices:
    count = data(st.integers(1, 4))
    mages = data(st.permutations(MAGES))
    sorts = data(
        st.lists(st.sampled_from(["drawn", "box", "guest"]), min_size=count, max_size=count)
    )
    places = tuple(
        SeatChoice(
            mage=mages[seat] if sort == "box" else "",
            guest=guest(f"Ilva {seat}") if sort == "guest" else None,
            player=data(NAMES),
        )
        for seat, sort in enumerate(sorts)
    )
    wished: tuple[AtLeast | Exclude, ...] = tuple(data(st.lists(wishes(), max_size=1)))
    locks = tuple(data(st.lists(st.sampled_from(PILES), max_size=1)))
    return Choices(
        places,
        nemesis=data(st.sampled_from([None, "umbra-titan"])),
        nemesis_difficulty=data(st.sampled_from([None, (3, 5)])),
        difficulty=data(st.sampled_from(["beginner", "normal", "extinction"])),
        market=MarketRequest(locks=locks, constraints=(*wished, Exclude(frozenset()))),
        paired=count == 4 and data(st.booleans()),
        partner=data(st.integers(2, 4)),
        solo_life=12 if count == 1 else None,
        solo_cards=4 if count == 1 else 3,
    )


@few
@given(choices(), SEEDS)
def test_choices_and_set_up_are_read_back_unchanged(chosen: Choices, seed: str) -> None:
    again = from_plain(Choices, through_json(chosen))
    assert again == chosen
    setup = GAMES.draw(SHELF, chosen, seeded(seed))
    assert GAMES.draw(SHELF, again, seeded(seed)) == setup
    read = from_plain(Setup, through_json(setup))
    assert read == setup
    players = GAMES.players(chosen)
    for language in ("en", "pl", "fr", "de"):
        sheet = GAMES.sheet(read, language=language, seed=seed, players=players)
        assert sheet == GAMES.sheet(setup, language=language, seed=seed, players=players)
        assert [mage.player for mage in sheet.body.mages] == list(players)


@few
@given(choices(), SEEDS)
def test_everybody_sits_where_they_were_put(chosen: Choices, seed: str) -> None:
    game = draw(PACK, chosen, seed)
    assert [mat.seat for mat in game.mats] == list(range(1, len(chosen.places) + 1))
    assert len({mat.name or mat.mage for mat in game.mats}) == len(game.mats)
    for place, mat in zip(chosen.places, game.mats, strict=True):
        assert mat.player == ""  # the choices say who plays
        if place.mage:
            assert mat.mage == place.mage
        if place.guest:
            assert mat.name == place.guest.mat.name
            assert mat.stickers == place.guest.mat.stickers


@few
@given(choices(), SEEDS, SEEDS)
def test_what_is_kept_survives_any_number_of_rolls(
    chosen: Choices, first: str, second: str
) -> None:
    game = draw(PACK, chosen, first)
    stays = tuple(card.id for card in game.market[:3])
    held = keep_drawn(chosen, game, mages=[1], nemesis=True, piles=stays)
    # A wish may need other piles than those kept: that is for players to see, not for this test.
    held = replace(held, market=MarketRequest(locks=stays))
    for seed in (second, second + "x"):
        again = draw(PACK, held, seed)
        assert again.mats[0] == game.mats[0]
        assert again.nemesis == game.nemesis
        assert set(stays) <= {card.id for card in again.market}


def test_what_is_not_kept_is_left_open() -> None:
    chosen = Choices((SeatChoice("gex", player="Zuza"), SeatChoice("mist")), nemesis="umbra-titan")
    held = keep_drawn(chosen, draw(PACK, chosen, "1"), mages=[2], nemesis=False, piles=[])
    assert held.places == (SeatChoice(player="Zuza"), SeatChoice("mist"))
    assert held.nemesis is None


def test_other_seeds_make_other_set_ups() -> None:
    drawn = {draw(PACK, open_choices(2), str(seed)).market for seed in range(20)}
    assert len(drawn) > 15


def test_a_number_is_the_seed_that_the_command_line_takes() -> None:
    assert seeded("42").random() == Random(42).random()
    assert seeded("4٢").random() == Random("4٢").random()


def test_this_seed_makes_this_set_up_for_ever() -> None:
    game = draw(PACK, open_choices(2), "20240309")
    assert [mat.mage for mat in game.mats] == PINNED["mages"]
    assert game.nemesis.id == PINNED["nemesis"]
    assert [card.id for card in game.market] == PINNED["market"]


def test_how_many_cards_match_and_how_many_markets_fit() -> None:
    wish = AtLeast(2, CardKind.SPELL, 6)
    dear = [c for c in PACK.find.piles if c.kind is CardKind.SPELL and c.cost >= 6]
    assert sum(map(wish.takes, PACK.find.piles)) == len(dear) == 5
    every = Choices((SeatChoice(),))
    assert markets_possible(every, [PACK]) == 35 * 15 * 1001  # 7C3 · 6C2 · 14C4
    twice = replace(every, market=MarketRequest(locks=("kindle", "kindle")))
    assert markets_possible(twice, [PACK]) == 0


def test_another_box_brings_its_open_piles_and_none_of_its_secrets() -> None:
    both = tuple(offer_of((PACK, LEGACY)).piles.cards.values())
    assert len(both) == len(PILES) + 9
    assert {card.known.by for card in both} == {"start"}


def test_a_guest_is_kept_as_they_were() -> None:
    chosen = Choices((SeatChoice(guest=guest()), SeatChoice()))
    read = from_plain(Choices, through_json(chosen))
    assert read.places[0].guest == guest()
    assert isinstance(read.places[0].guest, Guest)
    assert isinstance(read.places[0].guest.mat, Mat)
    hand = [card.key for card in draw(PACK, read, "5").mats[0].hand]
    assert "~mark 2a" in hand


def test_a_wish_that_cannot_be_met_is_named_with_the_cards_that_match() -> None:
    wished = MarketRequest(constraints=(AtLeast(3, CardKind.GEM, 6),))
    with pytest.raises(RulesError) as caught:
        draw(PACK, Choices((SeatChoice(),), market=wished), "1")
    (problem,) = caught.value.problems
    assert problem.code == "market.constraint_unmeetable"
    assert (problem.details["need"], problem.details["have"]) == (3, 1)


def test_another_game_has_what_was_chosen_and_nothing_that_was_only_drawn() -> None:
    chosen = replace(
        open_choices(2),
        places=(SeatChoice("brama", player="Zuza"), SeatChoice(player="Piotr")),
        nemesis="umbra-titan",
        market=MarketRequest(locks=("a-pile",)),
    )
    another = wishes_of(chosen)
    assert [place.mage for place in another.places] == ["brama", ""]
    assert not any(place.player for place in another.places)
    assert (another.nemesis, another.market.locks) == ("umbra-titan", ("a-pile",))
    long_ago = wishes_of(replace(chosen, basic_cards=("a-card",)))
    assert long_ago == open_choices(2)


def test_choices_survive_a_re_roll_of_something_else() -> None:
    chosen = replace(
        open_choices(2), places=(SeatChoice("gex"), SeatChoice()), nemesis="umbra-titan"
    )
    first = draw(PACK, chosen, "1")
    rolled = redraw(chosen, first, first.market[0].id)
    again = redraw(rolled, draw(PACK, rolled, "2"), first.mats[1].mage)
    assert wishes_of(again) == chosen
    without = redraw(again, draw(PACK, again, "3"), "umbra-titan")
    assert wishes_of(without) == replace(chosen, nemesis=None)
