"""The facts of the packs that come with Breachkeeper."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from campaign.rules.aeons_end.catalogue.loader import load_pack
from campaign.rules.aeons_end.catalogue.pack import (
    CardKind,
    KnownFrom,
    Moment,
    NemesisKind,
    Pack,
    SealKind,
    When,
)
from campaign.rules.aeons_end.legacy.first_evening import BOX_WAS_OPEN

PACKS = Path(__file__).resolve().parents[2] / "fixtures" / "packs" / "aeons_end"


@pytest.fixture(scope="module")
def legacy() -> Pack:
    return load_pack(PACKS / "aeons-end-legacy.json")


@pytest.fixture(scope="module")
def war_eternal() -> Pack:
    return load_pack(PACKS / "aeons-end-war-eternal.json")


@pytest.fixture(params=["aeons-end-legacy", "aeons-end-war-eternal"])
def pack(request: pytest.FixtureRequest) -> Pack:
    return load_pack(PACKS / f"{request.param}.json")


# Both boxes


def test_one_to_four_mages_of_ten_life_defend_gravehold_of_thirty(pack: Pack) -> None:
    assert (pack.mages_min, pack.mages_max) == (1, 4)
    assert (pack.mage_life, pack.gravehold_life) == (10, 30)
    assert {mage.life for mage in pack.mages} == {10}


def test_every_mage_has_five_cards_in_hand_and_five_in_the_deck(pack: Pack) -> None:
    for mage in pack.mages:
        assert len(mage.hand) == len(mage.deck) == 5
        for card_id in (*mage.hand, *mage.deck):
            card = pack.find.card(card_id)
            assert card is not None
            assert (card.cost, card.copies, card.starter) == (0, 0, True)
            assert card.mage in {None, mage.id}


def test_a_gem_pile_has_seven_cards_and_the_others_five(pack: Pack) -> None:
    piles = {CardKind.GEM: 7, CardKind.RELIC: 5, CardKind.SPELL: 5}
    assert dict(pack.market.copies) == piles
    assert all(card.copies == piles[card.kind] for card in pack.find.piles)


def test_a_nemesis_deck_has_20_24_27_or_31_cards(pack: Pack) -> None:
    own = 3 * pack.own_per_tier
    sizes = {mages: own + sum(tiers) for mages, tiers in pack.basics_by_mages.items()}
    assert sizes == {1: 20, 2: 24, 3: 27, 4: 31}


def test_closed_breaches_grow_cheaper_with_every_turn(pack: Pack) -> None:
    assert [breach.number for breach in pack.breaches] == ["I", "II", "III", "IV"]
    assert [breach.focus_cost for breach in pack.breaches] == [None, 2, 3, 4]
    ladders = [breach.open_costs for breach in pack.breaches]
    assert ladders == [(), (5, 4, 3, 2), (9, 7, 5, 3), (13, 10, 7, 4)]
    fourth = pack.find.breach("IV")
    assert fourth is not None
    assert fourth.bonus_damage == 1


def test_every_lookup_finds_its_thing_and_no_stranger(pack: Pack) -> None:
    assert all(pack.find.card(card.id) is card for card in pack.cards)
    assert all(pack.find.nemesis_card(card.id) is card for card in pack.nemesis_cards)
    assert all(pack.find.nemesis(nemesis.id) is nemesis for nemesis in pack.nemeses)
    assert all(pack.find.mage(mage.id) is mage for mage in pack.mages)
    assert all(pack.find.breach(breach.number) is breach for breach in pack.breaches)
    assert all(pack.find.chapter(chapter.number) is chapter for chapter in pack.chapters)
    assert all(pack.find.seal(seal.id) is seal for seal in pack.seals)
    assert all(pack.find.section(section.letter) is section for section in pack.sections)
    assert all(pack.find.slot(slot.id) is slot for slot in pack.slots)
    assert all(pack.find.difficulty(level.id) is level for level in pack.difficulties)
    assert all(pack.find.suggested_market(market.id) is market for market in pack.suggested_markets)
    assert all(pack.find.market_template(one.id) is one for one in pack.market_templates)
    assert pack.find.card("scatter") is None
    assert pack.find.nemesis_card("crystal") is None
    assert pack.find.chapter(8) is None


def test_a_pack_is_a_value_that_can_be_a_key(pack: Pack) -> None:
    again = load_pack(PACKS / f"{pack.slug}.json")
    assert again == pack
    assert {pack: "found"}[again] == "found"


def test_what_has_no_translation_falls_back_to_english(pack: Pack) -> None:
    for card in pack.nemesis_cards:
        for language, name in (("pl", card.name.pl), ("fr", card.name.fr)):
            assert card.name.in_language(language) == (name or card.name.en).replace("'", "’")


def test_the_notes_give_no_sealed_name_away(pack: Pack) -> None:
    notes = " ".join(pack.notes).casefold()
    hidden = [name for _, name, known in pack.names() if known.by is KnownFrom.RECORDED]
    assert not [name for name in hidden if name.casefold() in notes]


# Legacy


def test_legacy_has_37_market_cards_nine_and_four_for_each_chapter(legacy: Pack) -> None:
    growths = len(legacy.chapters)
    assert len(legacy.find.piles) == 37 == legacy.market.piles + legacy.market.offered * growths
    assert (legacy.market.added, legacy.market.banished) == (2, 2)


def test_the_first_market_is_three_gems_two_relics_and_four_spells(legacy: Pack) -> None:
    cards = [legacy.find.card(card_id) for card_id in legacy.market.first]
    costs = {kind: [c.cost for c in cards if c is not None and c.kind is kind] for kind in CardKind}
    assert costs == {
        CardKind.GEM: [3, 4, 6],
        CardKind.RELIC: [4, 6],
        CardKind.SPELL: [2, 3, 4, 5],
    }


def test_legacy_has_22_basics_and_one_evolved_card_that_is_none_of_them(legacy: Pack) -> None:
    assert Counter(card.tier for card in legacy.find.basics) == {1: 8, 2: 7, 3: 7}
    scatter = legacy.find.nemesis_card("scatter")
    assert scatter is not None
    assert (scatter.tier, scatter.kind, scatter.spaces) == (3, NemesisKind.ATTACK, 0)
    assert (scatter.number, scatter.evolution_card) == ("II26", "E50")
    crush = legacy.find.nemesis_card(scatter.becomes or "")
    assert crush is not None
    assert (crush.tier, crush.kind, crush.number) == (3, NemesisKind.ATTACK, "E51")
    assert crush.evolved
    assert crush not in legacy.find.basics


def test_only_scatters_sticker_spaces_are_known(legacy: Pack) -> None:
    known = [card.id for card in legacy.nemesis_cards if card.spaces is not None]
    assert known == ["scatter"]


def test_the_basics_carry_the_campaigns_numbers(legacy: Pack) -> None:
    leviathan, hive = (legacy.find.nemesis_card(i) for i in ("ravenous-leviathan", "humming-hive"))
    assert leviathan is not None
    assert hive is not None
    assert (leviathan.life, leviathan.evolution_card) == (7, "E32")
    assert (hive.life, hive.shields, hive.evolution_card) == (7, 2, "E58")
    assert "Inferred" in hive.note


def test_legacy_keeps_its_secrets(legacy: Pack) -> None:
    by_kind = Counter(card.known.by for card in legacy.cards)
    assert by_kind == {KnownFrom.START: 2 + 9, KnownFrom.RECORDED: 28}
    first = {card.id for card in legacy.find.piles if card.known.by is KnownFrom.START}
    assert first == set(legacy.market.first)
    assert {n.id for n in legacy.nemeses if n.known.by is KnownFrom.START} == {"maelstrom"}
    assert {n.known.by for n in legacy.nemeses[1:]} == {KnownFrom.RECORDED}
    pool = [card for card in legacy.nemesis_cards if card.nemesis is None]
    assert {card.known.by for card in pool} == {KnownFrom.RECORDED}


def test_maelstrom_and_its_cards_are_known_when_chapter_1_starts(legacy: Pack) -> None:
    maelstrom = legacy.find.nemesis("maelstrom")
    assert maelstrom is not None
    assert (maelstrom.life, maelstrom.difficulty, maelstrom.chapter) == (99, 10, 1)
    assert maelstrom.name.in_language("pl") == "Wszechostrze"
    assert maelstrom.name.in_language("fr-ca") == "Maelstrom"
    assert not maelstrom.chapter_inferred
    own = legacy.find.own_cards("maelstrom")
    assert [card.number for card in own] == ["Ic11", "Ic12", "Ic14", "Ic16", "Ic17", "Ic18", "Ic23"]
    assert {card.known.moment for card in own} == {Moment(1, When.START)}
    assert (own[-1].kind, own[-1].tier) == (NemesisKind.SUPPORT, 0)
    assert all(card.name.en_unverified for card in own)


def test_seven_chapters_and_what_is_sure_of_them(legacy: Pack) -> None:
    assert [chapter.number for chapter in legacy.chapters] == [1, 2, 3, 4, 5, 6, 7]
    assert [chapter.always_onward for chapter in legacy.chapters] == [True] + [False] * 6
    assert [n.chapter for n in legacy.nemeses] == [1, 2, 3, 4, 5, 6, 7]
    assert [n.chapter_inferred for n in legacy.nemeses] == [False] + [True] * 6
    known = [chapter.title_known for chapter in legacy.chapters]
    assert known[0].by is KnownFrom.START
    assert [k.moment for k in known[1:3]] == [Moment(2, When.START), Moment(3, When.START)]
    assert [chapter.title for chapter in legacy.chapters[3:]] == [None] * 4


def test_thirty_things_are_sealed_and_five_are_opened_on_the_first_evening(legacy: Pack) -> None:
    kinds = Counter(seal.kind for seal in legacy.seals)
    assert kinds == {
        SealKind.DECK: 12,
        SealKind.ENVELOPE: 7,
        SealKind.BOX: 4,
        SealKind.SUPPLEMENT: 7,
    }
    first = BOX_WAS_OPEN.opened
    opened = {(s.kind.value, s.label) for s in legacy.seals if s.id in first}
    decks = {("deck", label) for label in ("Ia", "Ib", "Ic", "L")}
    assert opened == decks | {("envelope", "1")}
    for seal in legacy.seals:
        if seal.kind is SealKind.ENVELOPE:
            assert seal.moment == Moment(int(seal.label), When.START)
        elif seal.id not in first:
            assert seal.moment is None
    assert [chapter.envelope for chapter in legacy.chapters] == [
        f"envelope-{number}" for number in range(1, 8)
    ]


def test_the_sections_unlock_as_the_rulebook_says(legacy: Pack) -> None:
    moments = {
        Moment(2, When.START): "S",
        Moment(2, When.END): "AFHNOQY",
        Moment(3, When.START): "BKLPRTWZ",
        Moment(3, When.END): "EGM",
        Moment(4, When.START): "CU",
        Moment(5, When.START): "IX",
        Moment(5, When.END): "D",
    }
    assert len(legacy.sections) == 24
    for moment, letters in moments.items():
        found = {section.letter for section in legacy.sections if section.moment == moment}
        assert found == set(letters)
    inferred = {s.letter: s.letters for s in legacy.sections if s.inferred}
    assert inferred == {"I": ("I", "J"), "Y": ("Y", "V")}
    assert [s.letter for s in legacy.sections if s.evolution] == ["S"]
    assert {s.letter: s.replaces_steps for s in legacy.sections if s.replaces_steps} == {
        "K": (7, 8)
    }
    assert all(section.place.fr and section.place.pl for section in legacy.sections)


def test_the_slots_open_as_the_mat_says(legacy: Pack) -> None:
    assert {slot.id: slot.moment for slot in legacy.slots} == {
        "2a": Moment(2, When.END),
        "2b": Moment(2, When.END),
        "3": Moment(3, When.END),
        "5": Moment(5, When.END),
        "6": Moment(6, When.END),
    }


def test_a_legacy_mat_opens_breach_two_for_four_and_three_for_seven(legacy: Pack) -> None:
    assert [mage.colour for mage in legacy.mages] == ["green", "yellow", "orange", "blue"]
    for mage in legacy.mages:
        assert mage.custom
        assert mage.sides == 2
        assert mage.hand == mage.deck == ("crystal", "crystal", "crystal", "crystal", "spark")
        assert open_costs(legacy, mage.id) == {"I": None, "II": 4, "III": 7}


def test_the_legacy_box_is_laid_out_in_the_order_of_its_dividers(legacy: Pack) -> None:
    setup, rest = legacy.dividers[:4], legacy.dividers[4:]
    assert setup == ("mages", "turn-order", "nemesis", "market")
    assert rest == ("story", "sealed", "banished")


# War Eternal


def test_war_eternal_keeps_no_secret(war_eternal: Pack) -> None:
    assert {known.by for _, _, known in war_eternal.names()} == {KnownFrom.START}
    assert {mage.known.by for mage in war_eternal.mages} == {KnownFrom.START}
    parts = (war_eternal.chapters, war_eternal.seals, war_eternal.sections, war_eternal.slots)
    assert not any(parts)
    assert (war_eternal.market.first, war_eternal.market.offered) == ((), 0)


def test_war_eternal_has_27_market_cards_and_25_basics(war_eternal: Pack) -> None:
    kinds = Counter(card.kind for card in war_eternal.find.piles)
    assert kinds == {CardKind.GEM: 7, CardKind.RELIC: 6, CardKind.SPELL: 14}
    assert Counter(card.tier for card in war_eternal.find.basics) == {1: 9, 2: 8, 3: 8}


def test_four_nemeses_have_nine_cards_of_their_own(war_eternal: Pack) -> None:
    lives = {nemesis.id: nemesis.life for nemesis in war_eternal.nemeses}
    assert lives == {
        "gate-witch": 70,
        "hollow-crown": None,
        "magus-of-cloaks": 35,
        "umbra-titan": 70,
    }
    for nemesis in lives:
        tiers = Counter(card.tier for card in war_eternal.find.own_cards(nemesis) if card.tier)
        assert tiers == {1: 3, 2: 3, 3: 3}


def test_hollow_crowns_acolytes_carry_its_life(war_eternal: Pack) -> None:
    acolytes = [card for card in war_eternal.find.own_cards("hollow-crown") if card.tier == 0]
    assert len(acolytes) == 9
    assert {(card.kind, card.life) for card in acolytes} == {(NemesisKind.ACOLYTE, 11)}


def open_costs(pack: Pack, mage_id: str) -> dict[str, int | None]:
    mage = pack.find.mage(mage_id)
    assert mage is not None
    costs: dict[str, int | None] = {}
    for start in mage.breaches:
        breach = pack.find.breach(start.number)
        assert breach is not None
        if start.state != "absent":
            closed = start.state == "closed"
            costs[start.number] = breach.open_costs[start.turns] if closed else None
    return costs


@pytest.mark.parametrize(
    ("mage_id", "costs"),
    [
        ("dezmodia", {"I": None, "II": 4, "III": 9, "IV": 10}),
        ("gex", {"II": None, "III": 7, "IV": 10}),
        ("mist", {"I": None, "II": 3, "III": 7, "IV": 10}),
        ("quilius", {"I": None, "II": None, "III": 9, "IV": 10}),
        ("yan-magda", {"I": None, "II": 5, "III": 9, "IV": 13}),
    ],
)
def test_the_breaches_lie_as_the_mat_shows(
    war_eternal: Pack, mage_id: str, costs: dict[str, int | None]
) -> None:
    assert open_costs(war_eternal, mage_id) == costs


def test_eight_mages_have_a_starter_of_their_own_and_four_to_six_charges(
    war_eternal: Pack,
) -> None:
    owners = {card.mage for card in war_eternal.cards if card.mage}
    assert owners == {mage.id for mage in war_eternal.mages}
    assert len(owners) == 8
    assert {mage.charges for mage in war_eternal.mages} == {4, 5, 6}
    assert all(mage.ability and mage.title for mage in war_eternal.mages)


def test_two_markets_are_suggested_and_named_in_every_language(war_eternal: Pack) -> None:
    names = [market.name for market in war_eternal.suggested_markets]
    assert [name.in_language("fr") for name in names] == [
        "Destruction de deck",
        "Charges gratuites !",
    ]
    assert all(name.en_unverified for name in names)


def test_eight_templates_have_nine_places_and_the_first_asks_nothing(war_eternal: Pack) -> None:
    templates = war_eternal.market_templates
    assert len(templates) == 8
    assert {len(template.slots) for template in templates} == {9}
    kinds = Counter(slot.kind for slot in templates[0].slots)
    assert kinds == {CardKind.GEM: 3, CardKind.RELIC: 2, CardKind.SPELL: 4}
    assert {slot.costs for slot in templates[0].slots} == {None}
    split = war_eternal.find.market_template("split-at-five")
    assert split is not None
    assert split.slots[0].costs == (1, 2, 3)
    assert split.slots[-1].costs == (6, 7, 8)


def test_the_four_difficulties_are_the_rulebooks(war_eternal: Pack) -> None:
    numbers = {
        level.id: (level.mage_life, level.gravehold_life, level.nemesis_life, level.increased)
        for level in war_eternal.difficulties
    }
    assert numbers == {
        "beginner": (12, 35, -10, False),
        "normal": (10, 30, 0, False),
        "expert": (10, 30, 0, True),
        "extinction": (8, 25, 10, True),
    }


# What ../shared/data had and the packs had lost


def test_sections_l_and_s_go_on_to_a_second_page(legacy: Pack) -> None:
    second = {s.letter: (s.page, s.goes_on, s.pages) for s in legacy.sections if s.goes_on}
    assert second == {"L": (10, 11, "10–11"), "S": (18, 19, "18–19")}


def test_the_slots_of_chapter_2_are_its_parts_a_and_b(legacy: Pack) -> None:
    parts = {slot.id: slot.part for slot in legacy.slots}
    assert parts == {"2a": "a", "2b": "b", "3": None, "5": None, "6": None}


def test_decks_ii_to_vi_are_opened_to_the_stop_card_in_their_middle(legacy: Pack) -> None:
    halved = [seal.label for seal in legacy.seals if seal.middle_stop]
    assert halved == ["II", "III", "IV", "V", "VI"]


def test_supplement_1_has_parts_a_and_b(legacy: Pack) -> None:
    parts = {seal.label: seal.parts for seal in legacy.seals if seal.parts}
    assert parts == {"#1": ("a", "b")}


def test_the_players_aids_take_a_sticker_at_the_end_of_chapter_2(legacy: Pack) -> None:
    assert legacy.player_aid is not None
    assert (legacy.player_aid.number, legacy.player_aid.moment) == ("Ib57", Moment(2, When.END))


def test_maelstrom_has_a_support_deck_and_begins_with_a_card_in_play(legacy: Pack) -> None:
    maelstrom = legacy.find.nemesis("maelstrom")
    assert maelstrom is not None
    assert maelstrom.support is not None
    assert (maelstrom.in_play, maelstrom.support.then_read) == (1, "L03")
    costs = {
        c.number: (c.discard_aether, c.discard_spells) for c in legacy.find.own_cards("maelstrom")
    }
    assert (costs["Ic11"], costs["Ic17"], costs["Ic12"]) == ((6, None), (None, 2), (None, None))


def test_the_printed_table_of_results_goes_on_after_chapters_1_and_2(legacy: Pack) -> None:
    onward = [chapter.number for chapter in legacy.chapters if chapter.onward_in_table]
    assert onward == [1, 2]


def test_one_person_is_advised_to_play_two_mages_at_most(pack: Pack) -> None:
    assert pack.alone_most == 2
