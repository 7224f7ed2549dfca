"""The sheet of a Legacy game: chapters 1, 2 and 3, what changed, what to restore."""

import json
from dataclasses import replace

import pytest

from campaign.rules.aeons_end.catalogue.pack import CardKind
from campaign.rules.aeons_end.legacy.changes import changes
from campaign.rules.aeons_end.legacy.decisions import DecisionKind
from campaign.rules.aeons_end.legacy.facts import (
    MIDDLE,
    BasicJoined,
    BasicLeft,
    CardEvolved,
    CardTransformed,
    DecisionClosed,
    MarketGrown,
    SealOpened,
    SectionUnlocked,
    StickerPlaced,
    StickerRemoved,
    Story,
)
from campaign.rules.aeons_end.legacy.names import Namer
from campaign.rules.aeons_end.legacy.restore import restore
from campaign.rules.aeons_end.legacy.setup import after_lines, before_lines, setup_sheet
from campaign.rules.aeons_end.live.system import LIVE
from campaign.rules.aeons_end.mages import Sticker, StickerKind, Where
from campaign.rules.aeons_end.sheet import Line, Part, SetupSheet
from tests.rules.aeons_end.legacy_replay import replay
from tests.rules.aeons_end.legacy_stories import REASON, Teller, basic, growth, party
from tests.rules.packs import legacy

RUNE = Sticker("2a", StickerKind.STARTER, "Ember Rune", where=Where.DECK, card_kind=CardKind.SPELL)
SONG = Sticker("2b", StickerKind.ABILITY, "Iron Song", "once a round", charges=5)
GATE = Sticker("3", StickerKind.BREACH, breach_turns=1)


def sheet(told: Teller, before: Teller | None = None, language: str = "en") -> SetupSheet:
    earlier = before.state if before else None
    return setup_sheet(told.state, legacy(), before=earlier, language=language)


def codes(lines: tuple[Line, ...], part: Part | None = None) -> list[str]:
    return [line.code for line in lines if part in (None, line.part)]


def test_there_is_no_sheet_without_a_planned_game() -> None:
    with pytest.raises(ValueError, match="no game is planned"):
        setup_sheet(replay(Story(party(2)), legacy()), legacy())


def test_what_the_start_of_a_chapter_asks_for_comes_before_the_table() -> None:
    assert sheet(Teller(2).plan()).before == ()
    told = Teller(2).after(1).plan()
    seal, section = sheet(told).before
    assert (seal.part, seal.code, seal.values["label"]) == (Part.SEALED, "before.seal", "2")
    assert (section.part, section.code) == (Part.RULEBOOK, "before.section")
    assert (section.values["letter"], section.values["page"]) == ("S", "18–19")
    told.tell(SealOpened("envelope-2"))
    assert codes(sheet(told).before) == ["before.section"]
    told.tell(DecisionClosed("section:S", reason="not in our box"))
    assert sheet(told).before == ()


def test_after_the_game_nothing_comes_before_it() -> None:
    told = Teller(2).after(1).plan().play()
    assert sheet(told).before == ()


def test_before_a_game_is_planned_its_chapter_is_looked_up() -> None:
    told = Teller(2).after(2)
    letters = [line.values.get("letter") for line in before_lines(told.state, legacy())]
    assert letters == [None, "B", "K", "L", "P", "R", "T", "W", "Z"]
    assert not [*before_lines(Teller(2).state, legacy())]


def test_the_sheet_of_chapter_one() -> None:
    made = sheet(Teller(2).plan())
    assert (made.game, made.body.chapter, made.players, made.body.gravehold_life) == (1, 1, 2, 30)
    assert [(turn.names, turn.card, turn.count) for turn in made.body.turn_order] == [
        (("Bubda",), "mage", 2),
        (("Ramzel",), "mage", 2),
        ((), "nemesis", 2),
    ]
    assert (made.body.nemesis.name, made.body.nemesis.life, made.body.nemesis.by_story) == (
        "Maelstrom",
        99,
        True,
    )
    assert made.body.nemesis.total is None
    assert [(pile.kind, pile.cost, pile.copies) for pile in made.body.market] == [
        ("gem", 3, 7),
        ("gem", 4, 7),
        ("gem", 6, 7),
        ("relic", 4, 5),
        ("relic", 6, 5),
        ("spell", 2, 5),
        ("spell", 3, 5),
        ("spell", 4, 5),
        ("spell", 5, 5),
    ]
    assert made.body.sections == made.changes == made.problems == ()
    bubda = made.body.mages[0]
    assert [card.name for card in bubda.hand] == ["Crystal"] * 4 + ["Spark"]
    assert [(b.number, b.state, b.open_cost) for b in bubda.breaches] == [
        ("I", "open", None),
        ("II", "closed", 4),
        ("III", "closed", 7),
    ]


def test_the_steps_follow_the_box() -> None:
    made = sheet(Teller(2).plan())
    parts = [line.part for line in made.steps]
    assert list(dict.fromkeys(parts)) == [Part.MAGES, Part.TURN_ORDER, Part.NEMESIS, Part.MARKET]
    assert codes(made.steps, Part.NEMESIS) == [
        "step.nemesis_dial",
        "step.deck_by_story",
        "step.nemesis_mat",
        "step.support_deck",
        "step.in_play",
    ]
    assert codes(made.steps, Part.MARKET) == ["step.pile"] * 9
    assert codes(made.steps).count("step.mat") == 2
    assert codes(made.steps).count("step.breach") == 6
    assert codes(made.put_away) == [
        "put_away.support",
        "put_away.market",
        "put_away.mages",
        "put_away.nemesis",
        "put_away.banished",
    ]


def test_the_sheet_of_chapter_two_marks_what_the_first_game_changed() -> None:
    before = Teller(2).plan()
    told = Teller(2).after(1).plan()
    made = sheet(told, before)
    assert made.body.chapter == 2
    assert made.body.nemesis.by_story
    assert [tier.basic for tier in made.body.nemesis.tiers] == [None, None, None]
    assert sorted(codes(made.changes)) == ["change.pile_added"] * 2 + ["change.pile_banished"] * 2
    assert {pile.name for pile in made.body.market if pile.changed} == {
        "Chapter 1 pile 1",
        "Chapter 1 pile 2",
    }
    marked = [line.values["name"] for line in made.steps if line.changed]
    assert sorted(map(str, marked)) == ["Chapter 1 pile 1", "Chapter 1 pile 2"]
    assert codes(made.restore, Part.BANISHED) == ["restore.banished"] * 4


@pytest.mark.parametrize(("mages", "total"), [(1, 20), (2, 24), (3, 27), (4, 31)])
def test_the_sheet_of_chapter_three_builds_the_deck_from_the_campaigns_basics(
    mages: int, total: int
) -> None:
    made = sheet(Teller(mages).after(2).plan())
    expected = legacy().basics_by_mages[mages]
    assert not made.body.nemesis.by_story
    assert tuple(tier.basic for tier in made.body.nemesis.tiers) == expected
    assert [tier.own for tier in made.body.nemesis.tiers] == [3, 3, 3]
    assert made.body.nemesis.total == total
    assert codes(made.steps, Part.NEMESIS) == [
        "step.nemesis_dial",
        *["step.tier"] * 3,
        "step.deck_stack",
        "step.nemesis_mat",
    ]
    assert {section.letter for section in made.body.sections} == set("AFHNOQSY")
    assert made.problems == ()


def test_a_pool_that_does_not_match_is_a_problem_on_the_sheet_per_tier() -> None:
    told = Teller(2).after(2).plan()
    told.tell(BasicLeft(told.state.pool[0].key, reason=REASON))
    (problem,) = sheet(told).problems
    assert (problem.code, dict(problem.details)) == (
        "pool.tier_mismatch",
        {"tier": 1, "expected": 3, "actual": 2},
    )


@pytest.mark.parametrize(
    ("replaces", "held"), [(True, ["Ash Wall"]), (False, ["Iron Song", "Ash Wall"])]
)
def test_a_second_ability_replaces_the_first_or_both_stay(replaces: bool, held: list[str]) -> None:
    told = Teller(2).after(2).plan().play()
    told.tell(StickerRemoved(1, "2b", reason=REASON), StickerPlaced(1, SONG))
    wall = Sticker("3", StickerKind.ABILITY, "Ash Wall", charges=4)
    assert told.codes(StickerPlaced(1, wall)) == ["sticker.replaces_missing"]
    told.tell(StickerPlaced(1, replace(wall, replaces=replaces)))
    made = sheet(told)
    assert [ability.name for ability in made.body.mages[0].abilities] == held
    steps = [line.values["ability"] for line in made.steps if line.code == "step.ability"]
    assert steps == held
    restored = {line.values["name"] for line in made.restore if line.code == "restore.sticker"}
    assert {"Iron Song", "Ash Wall"} <= restored  # both are on the mat, whatever holds


def test_a_second_ability_from_before_it_was_asked_still_replaces_the_first() -> None:
    told = Teller(2).after(2).plan().play()
    told.tell(StickerRemoved(1, "2b", reason=REASON), StickerPlaced(1, SONG))
    wall = StickerPlaced(1, Sticker("3", StickerKind.ABILITY, "Ash Wall", charges=4))
    mat = replay(told.story.with_fact(told.game, wall), legacy()).mats[0]
    assert [ability.name for ability in mat.abilities] == ["Ash Wall"]


def test_a_removed_sticker_is_a_change() -> None:
    # Stickers are permanent, unless a story card says otherwise (Legacy p. 2).
    before = Teller(2).after(2).plan().play()
    told = Teller(2, before.story).tell(StickerRemoved(1, "2b", reason=REASON))
    gone = [line for line in sheet(told, before).changes if line.part is Part.MAGES]
    assert [(line.code, line.values["slot"], line.changed) for line in gone] == [
        ("change.sticker_removed", "2b", True)
    ]
    marked = {line.code for line in sheet(told, before).steps if line.changed}
    assert {"step.mat", "step.hand", "step.deck"} <= marked


def test_stickers_show_on_the_mage_and_in_the_steps() -> None:
    before = Teller(2).after(1).plan().play()
    told = Teller(2, before.story)
    told.tell(StickerPlaced(1, RUNE), StickerPlaced(1, SONG)).settle().plan().play()
    told.tell(StickerPlaced(2, GATE))
    made = sheet(told, before)
    bubda, ramzel = made.body.mages
    assert [card.name for card in bubda.deck] == ["Ember Rune", *["Crystal"] * 3, "Spark"]
    assert [(held.name, held.charges) for held in bubda.abilities] == [("Iron Song", 5)]
    assert ramzel.breaches[-1].number == "IV"
    assert ramzel.breaches[-1].open_cost == 10
    lines = {(line.code, line.values.get("seat")): line for line in made.steps}
    assert lines["step.deck", 1].changed
    assert lines["step.ability", 1].values["charges"] == 5
    assert ("step.ability", 2) not in lines
    restored = [line for line in made.restore if line.code == "restore.sticker"]
    assert ("Iron Song", "2b") in {(line.values["name"], line.values["slot"]) for line in restored}
    mats = [line for line in made.restore if line.code == "restore.mat"]
    assert mats[1].values["breaches"] == ("I", "II", "III", "IV")


def test_changes_name_what_joined_left_evolved_and_transformed() -> None:
    before = Teller(2).after(1).plan()
    before.tell(
        BasicJoined(basic("Glass Storm", 1, spaces=1)),
        BasicJoined(basic("Tin Choir", 1)),
        BasicJoined(basic("Salt Hound", 2)),
    )
    now = Teller(2, before.story).tell(
        CardEvolved("~glass storm", "a thorn"),
        CardTransformed("~tin choir", basic("Tin Mass", 1), 0),
        BasicLeft("~salt hound"),
        BasicJoined(basic("Moth King", 3)),
        SealOpened("deck-e"),
        SectionUnlocked("S", "S"),
    )
    found = changes(before.state, now.state, Namer(legacy()))
    assert [(line.code, line.values.get("name")) for line in found] == [
        ("change.evolved", "Glass Storm"),
        ("change.transformed", "Tin Mass"),
        ("change.joined", "Moth King"),
        ("change.left", "Salt Hound"),
        ("change.section", None),
        ("change.seal", None),
    ]
    assert found[1].values["from"] == "Tin Choir"
    # The basic cards were entered in the same aftermath in which they evolved.
    first = Teller(2).after(1).plan()
    since = [
        (line.code, line.values.get("name"))
        for line in changes(first.state, now.state, Namer(legacy()))
    ]
    assert ("change.evolved", "Glass Storm") in since
    assert ("change.transformed", "Tin Mass") in since
    assert all(line.changed for line in found)
    assert changes(now.state, now.state, Namer(legacy())) == ()


def test_a_card_that_transformed_twice_between_two_games_changed_once() -> None:
    before = Teller(2).after(1).plan().tell(BasicJoined(basic("Tin Choir", 1)))
    now = Teller(2, before.story).tell(
        CardTransformed("~tin choir", basic("Tin Mass", 1), 0),
        CardTransformed("~tin mass", basic("Tin Requiem", 1), 0, reason=REASON),
    )
    (line,) = changes(before.state, now.state, Namer(legacy()))
    assert (line.code, line.values["name"], line.values["from"]) == (
        "change.transformed",
        "Tin Requiem",
        "Tin Choir",
    )


def test_the_restore_list_has_every_component_once() -> None:
    told = Teller(3).after(2).plan()
    told.tell(CardTransformed(told.state.pool[0].key, basic("Moth King", 1), 0))
    told.tell(CardEvolved(told.state.pool[1].key, "a thorn", 1))
    state = told.state
    lines = restore(state, legacy(), Namer(legacy()))
    found = codes(lines)
    assert found.count("restore.mat") == found.count("restore.cards") == 3
    assert found.count("restore.sticker") == 6
    assert found.count("restore.pile") == 9
    assert found.count("restore.banished") == len(state.banished) == 8
    assert found.count("restore.section") == 8
    seals = found.count("restore.open") + found.count("restore.sealed")
    assert seals == len(legacy().seals)
    basics = [line.values["count"] for line in lines if line.code == "restore.basics"]
    assert basics == [5, 6, 7]
    (retired,) = [line for line in lines if line.code == "restore.retired"]
    assert retired.values["count"] == 1
    (evolved,) = [line for line in lines if line.code == "restore.evolved"]
    assert evolved.values["stickers"] == ("a thorn",)


def test_names_come_in_the_language_of_the_box_and_typed_ones_as_typed() -> None:
    told = Teller(2).plan().play()
    told.tell(MarketGrown(growth(told.state, "Własny")))
    polish = sheet(told, language="pl")
    assert polish.body.nemesis.name == "Wszechostrze"
    assert polish.body.mages[0].hand[0].name == "Kryształ"
    assert "Własny pile 1" in {pile.name for pile in polish.body.market}
    assert polish.language == "pl"


def test_the_sheet_as_json_has_what_it_promises() -> None:
    document = json.loads(json.dumps(sheet(Teller(4).after(2).plan()).as_dict()))
    assert document["gravehold"] == {"life": 30}
    assert document["turn_order"][0] == {"card": "Bubda / Ramzel", "kind": "pair", "count": 2}
    assert document["pair_tokens"] == 2
    assert document["nemesis"]["deck"]["total"] == 31
    assert document["nemesis"]["deck"]["1"]["own"] == 3
    assert document["nemesis"]["deck"]["1"]["basic"] == 8
    assert document["nemesis"]["deck"]["1"]["total"] == 11
    assert document["mages"][0]["deck"] == ["Crystal"] * 4 + ["Spark"]
    assert set(document["market"][0]) >= {"id", "name", "kind", "cost", "copies"}


def test_the_pairs_of_a_game_are_on_its_turn_order_cards() -> None:
    told = Teller(4).plan(pairs=((1, 4), (2, 3)))
    assert [turn.names for turn in sheet(told).body.turn_order] == [
        ("Bubda", "Kar-ghoul"),
        ("Ramzel", "Thrud"),
        (),
    ]


# --- chapter 1's support deck, tokens, what to know ---


def test_maelstrom_is_set_up_with_its_support_deck_and_a_card_in_play() -> None:
    first = sheet(Teller(2).plan())
    end = first.put_away[0]
    assert (end.code, end.values["card"]) == ("put_away.support", "L03")
    assert codes(after_lines(Teller(2).plan().state, legacy())) == []
    assert codes(after_lines(Teller(2).plan().play().state, legacy())) == ["put_away.support"]
    later = sheet(Teller(2).after(1).plan())
    assert not {"step.support_deck", "step.in_play"} & set(codes(later.steps))
    assert "put_away.support" not in codes(later.put_away)


def test_the_players_aids_have_their_sticker_after_chapter_2() -> None:
    assert "restore.player_aid" not in codes(sheet(Teller(2).after(1).plan()).restore)
    assert codes(after_lines(Teller(2).after(1).plan().play().state, legacy())) == [
        "after.player_aid"
    ]
    assert "restore.player_aid" in codes(sheet(Teller(2).after(2).plan()).restore)


def test_one_mage_alone_is_told_what_holds_in_legacy_too() -> None:
    # Legacy p. 20: an effect on you and another player hits you twice.
    notes = ("solo.own_ally", "solo.both_effects_hit_twice", "solo.exhaustion_is_no_loss")
    assert sheet(Teller(1).plan()).notes == notes
    assert sheet(Teller(2).plan()).notes == ()


def test_four_mages_are_told_how_pair_tokens_go() -> None:
    # Legacy p. 12.
    assert sheet(Teller(4).plan()).notes == ("turn_order.paired",)


def test_one_person_with_three_mages_is_told_of_the_advice() -> None:
    seats = tuple(replace(seat, player="Ada") for seat in party(3))
    told = Teller(story=Story(seats)).plan()
    assert "solo.two_mages_at_most" in sheet(told).notes
    assert "solo.two_mages_at_most" not in sheet(Teller(3).plan()).notes


def test_the_sheet_says_when_the_market_has_lost_its_last_cheap_gem() -> None:
    told = Teller(2).plan().play().answer_all(but=[DecisionKind.GROWTH])
    assert "market.keep_cheap_gem" not in sheet(told).notes
    lost = growth(told.state, "dear")
    gem = next(p.key for p in told.state.market if (p.kind, p.cost) == (CardKind.GEM, 3))
    assert gem in lost.banished
    told.tell(MarketGrown(lost)).settle().plan()
    assert "market.keep_cheap_gem" in sheet(told).notes


def test_the_sheet_lists_the_steps_of_exhaustion_that_the_live_table_walks() -> None:
    # Legacy p. 19: sections T and W come at the start of chapter 3.
    planned = sheet(Teller(2).after(2).plan().answer_all())
    assert planned.body.exhaustion[:3] == ("unleash_twice", "destroy_breach", "discard_charges")
    assert LIVE.begin(planned).exhaustion == planned.body.exhaustion[:3]


def test_legacys_first_chapters_have_the_rules_of_exhaustion_and_no_steps() -> None:
    rules = sheet(Teller(2).plan()).body.exhaustion
    assert rules == ("no_healing", "lowest_life_skips", "damage_to_gravehold_doubled")


def test_a_half_opened_deck_is_said_to_be_half_open_and_then_open() -> None:
    before = Teller(2).plan()
    half = Teller(2, before.story).tell(SealOpened("deck-iii", part=MIDDLE))
    (change,) = changes(before.state, half.state, Namer(legacy()))
    assert (change.values["label"], change.values["parts"]) == ("III", (MIDDLE,))
    assert "restore.half" in codes(restore(half.state, legacy(), Namer(legacy())))
    whole = Teller(2, half.story).tell(SealOpened("deck-iii"))
    (change,) = changes(half.state, whole.state, Namer(legacy()))
    assert "parts" not in change.values
    assert "restore.half" not in codes(restore(whole.state, legacy(), Namer(legacy())))
