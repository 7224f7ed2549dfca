"""Every refusal of a Legacy entry: that it comes, whether a reason lifts it, and all at once."""

import ast
import inspect
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache

import pytest

from campaign.rules.aeons_end.catalogue.pack import CardKind, NemesisKind
from campaign.rules.aeons_end.endings import Ending, Result
from campaign.rules.aeons_end.legacy import card_facts, facts, state, system
from campaign.rules.aeons_end.legacy import party as seating
from campaign.rules.aeons_end.legacy.facts import (
    MIDDLE,
    BasicJoined,
    BasicLeft,
    CardEvolved,
    CardTransformed,
    DecisionClosed,
    Fact,
    Foe,
    MarketGrown,
    MarketOrdered,
    Noted,
    Planned,
    Played,
    SealOpened,
    Seat,
    SectionUnlocked,
    Settled,
    StickerPlaced,
    StickerRemoved,
    StoryRead,
    Verdict,
)
from campaign.rules.aeons_end.legacy.party import party_problems
from campaign.rules.aeons_end.mages import Sticker, StickerKind, Where
from campaign.rules.aeons_end.market.growth import Growth
from campaign.rules.aeons_end.market.piles import Pile, pile_of
from campaign.rules.aeons_end.nemesis_deck import PoolCard, pool_card
from campaign.rules.aeons_end.outcome import Tally
from tests.rules.aeons_end.legacy_replay import check, replay
from tests.rules.aeons_end.legacy_stories import (
    LOSS,
    REASON,
    WIN,
    Teller,
    basic,
    growth,
    party,
    pile,
)
from tests.rules.packs import legacy


@cache
def fresh() -> Teller:
    return Teller(2)


@cache
def planned() -> Teller:
    return Teller(2).plan()


@cache
def played() -> Teller:
    return Teller(2).plan().play()


@cache
def grown() -> Teller:
    told = Teller(2).plan().play()
    return told.tell(MarketGrown(growth(told.state, "First")))


@cache
def settled() -> Teller:
    return Teller(2).whole_game()


@cache
def second() -> Teller:
    """Chapter 2 is lost, and a few basic cards have come."""
    told = Teller(2).after(1).plan().play(LOSS)
    scatter = legacy().find.nemesis_card("scatter")
    assert scatter
    return told.tell(
        BasicJoined(basic("Glass Storm", 1, spaces=1)),
        BasicJoined(basic("Tin Choir", 1)),
        BasicJoined(basic("Salt Hound", 2, spaces=0)),
        BasicJoined(pool_card(scatter)),
        BasicJoined(basic("Gone Again", 3)),
        BasicLeft("~gone again"),
    )


@cache
def stickered() -> Teller:
    told = Teller(2).after(1).plan().play()
    return told.tell(StickerPlaced(1, Sticker("2a", StickerKind.OTHER, "Mark")))


@cache
def half_opened() -> Teller:
    return Teller(2).plan().tell(SealOpened("deck-ii", part=MIDDLE))


@cache
def third() -> Teller:
    return Teller(2).after(2)


@cache
def begun_third() -> Teller:
    return Teller(2, third().story).plan()


@cache
def finished() -> Teller:
    return Teller(1).after(7)


def known(card_id: str) -> Pile:
    card = legacy().find.card(card_id)
    assert card
    return pile_of(card)


def known_basic(card_id: str) -> PoolCard:
    card = legacy().find.nemesis_card(card_id)
    assert card
    return pool_card(card)


INVENTED = tuple(pile(name) for name in ("Ash Bell", "Dew Lamp", "Moth Wire", "Rust Hymn"))


def grow(*offered: Pile, added: tuple[str, ...] | None = None, **changes: object) -> MarketGrown:
    offer = (*offered, *INVENTED)[:4]
    taken = tuple(p.key for p in offer[:2]) if added is None else added
    plain = Growth(offer, taken, ("fire-chakram", "warping-haze"))
    return MarketGrown(replace(plain, **changes))  # type: ignore[arg-type]


def starter(slot: str = "2b", **changes: object) -> StickerPlaced:
    sticker = Sticker(
        slot, StickerKind.STARTER, "Ember Rune", where=Where.HAND, card_kind=CardKind.SPELL
    )
    return StickerPlaced(1, replace(sticker, **changes))  # type: ignore[arg-type]


def lost(ending: Ending | None = None, **changes: object) -> Played:
    return Played(replace(Tally(Result.LOSS, ending), **changes))  # type: ignore[arg-type]


def won(ending: Ending | None = None, **changes: object) -> Played:
    return Played(replace(Tally(Result.WIN, ending), **changes))  # type: ignore[arg-type]


def maelstrom(chapter: int = 1, **changes: object) -> Planned:
    return replace(Planned(chapter, Foe("maelstrom")), **changes)  # type: ignore[arg-type]


@dataclass(frozen=True)
class Case:
    """An entry, what it is refused with, and whether a written reason lifts that."""

    code: str
    told: Callable[[], Teller]
    fact: Fact
    lifted: bool = False
    game: int | None = None


CASES = (
    # planning
    Case("plan.game_number", fresh, maelstrom(), game=3),
    Case("plan.previous_open", planned, maelstrom(), game=2),
    Case("plan.campaign_finished", finished, Planned(7, Foe("~x", "X")), game=8),
    Case("plan.no_such_chapter", fresh, maelstrom(8), game=1),
    Case("plan.no_such_chapter", fresh, maelstrom(0), game=1),
    Case("plan.chapter_unexpected", fresh, Planned(2, Foe("~x", "X")), lifted=True, game=1),
    Case("plan.nemesis_missing", fresh, Planned(1, Foe(" ")), game=1),
    Case("plan.nemesis_missing", fresh, Planned(1, Foe("~x", " ")), game=1),
    Case("plan.nemesis_life_impossible", fresh, Planned(1, Foe("~x", "X", 0)), game=1),
    Case("plan.nemesis_life_impossible", fresh, Planned(1, Foe("~x", "X", 100)), game=1),
    Case("plan.nemesis_unknown", fresh, Planned(1, Foe("nobody")), game=1),
    Case("plan.nemesis_life_differs", fresh, maelstrom(foe=Foe("maelstrom", life=98)), True, 1),
    Case("plan.nemesis_other_chapter", settled, maelstrom(2), lifted=True, game=2),
    Case("plan.pairs", fresh, maelstrom(pairs=((1, 2), (3, 4))), game=1),
    Case(
        "plan.pairs_fixed",
        lambda: Teller(4).plan(pairs=((1, 2), (3, 4))).play().settle(),
        Planned(2, Foe("~x", "X"), ((1, 3), (2, 4))),
        lifted=True,
        game=2,
    ),
    # results
    Case("game.not_there", fresh, Played(WIN), game=1),
    Case("result.already_recorded", played, Played(LOSS)),
    Case("result.too_many_players", planned, Played(LOSS, ("", "", "Ola"))),
    Case("result.ending_of_other_result", planned, won(Ending.GRAVEHOLD_FALLEN)),
    Case("result.win_with_gravehold_fallen", planned, won(gravehold_life=0)),
    Case("result.win_with_all_exhausted", planned, won(exhausted=frozenset({1, 2}))),
    Case("result.win_with_nemesis_alive", planned, won(Ending.NEMESIS_DEFEATED, nemesis_life=3)),
    Case(
        "result.deck_out_with_nemesis_at_zero",
        planned,
        won(Ending.DECK_EXHAUSTED, nemesis_life=0),
    ),
    Case("result.loss_with_nemesis_at_zero", planned, lost(nemesis_life=0)),
    Case("result.gravehold_has_life", planned, lost(Ending.GRAVEHOLD_FALLEN, gravehold_life=2)),
    Case(
        "result.gravehold_fell_instead", planned, lost(Ending.NEMESIS_CONDITION, gravehold_life=0)
    ),
    Case("result.not_all_exhausted", planned, lost(Ending.MAGES_EXHAUSTED, lives=(0, 4))),
    Case("result.seat_unknown", planned, won(lives=(1, 2, 3))),
    Case("result.life_below_zero", planned, won(gravehold_life=-1)),
    Case("result.life_above_start", planned, won(lives=(11, 2)), lifted=True),
    Case("result.exhausted_with_life", planned, won(lives=(4, 2), exhausted=frozenset({1}))),
    Case("result.life_zero_not_exhausted", planned, won(lives=(0, 2))),
    Case("verdict.no_result", planned, Verdict(onward=True)),
    Case("verdict.not_asked", played, Verdict(onward=False), lifted=True),
    # the market
    Case("market.already_grown", grown, grow()),
    Case("market.not_yet", planned, grow(), lifted=True),
    Case("market.card_unknown", played, grow(replace(INVENTED[0], key="no-such-card"))),
    Case("market.name_missing", played, grow(replace(INVENTED[0], name=" "))),
    Case("market.starter_is_no_pile", played, grow(known("spark"))),
    Case("market.card_differs", played, grow(replace(known("brane-knife"), cost=9)), lifted=True),
    Case("market.offer_at_most_four", played, grow(offered=(*INVENTED, pile("One too many")))),
    Case("market.add_exactly_two", played, grow(added=(INVENTED[0].key,))),
    Case("market.banish_exactly_two", played, grow(banished=("fire-chakram",))),
    Case("market.offered_twice", played, grow(offered=(INVENTED[0], *INVENTED[:3]))),
    Case("market.offered_already_in_market", played, grow(known("fire-chakram"))),
    Case("market.added_twice", played, grow(added=(INVENTED[0].key,) * 2)),
    Case("market.added_not_offered", played, grow(added=(INVENTED[0].key, "~nothing"))),
    Case("market.kind_or_cost_missing", played, grow(replace(INVENTED[0], kind=None))),
    Case("market.kind_or_cost_missing", played, grow(replace(INVENTED[0], cost=None))),
    Case("market.banished_twice", played, grow(banished=("fire-chakram",) * 2)),
    Case("market.banished_not_in_market", played, grow(banished=("fire-chakram", "void-mill"))),
    Case(
        "market.offered_was_banished",
        lambda: Teller(2, settled().story).plan().play(),
        grow(known("ancient-cyanolith")),
        lifted=True,
    ),
    # stickers
    Case("sticker.no_such_mage", stickered, replace(starter(), seat=3)),
    Case("sticker.unknown_slot", stickered, starter("9z"), lifted=True),
    Case("sticker.too_early", stickered, starter("3"), lifted=True),
    Case("sticker.slot_taken", stickered, starter("2a")),
    Case("sticker.name_missing", stickered, starter(name=" ")),
    Case("sticker.where_missing", stickered, starter(where=None)),
    Case("sticker.card_kind_missing", stickered, starter(card_kind=None)),
    Case("sticker.charges_missing", stickered, starter(kind=StickerKind.ABILITY)),
    Case("mat.charges_out_of_range", stickered, starter(kind=StickerKind.ABILITY, charges=7)),
    Case("sticker.breach_turns_missing", stickered, starter(kind=StickerKind.BREACH)),
    Case("breach.turns", stickered, starter(kind=StickerKind.BREACH, breach_turns=4)),
    Case(
        "mat.breach_already_there",
        lambda: Teller(2, stickered().story).tell(
            StickerPlaced(1, Sticker("2b", StickerKind.BREACH, breach_turns=1))
        ),
        replace(starter("3", kind=StickerKind.BREACH, breach_turns=1), reason=REASON),
    ),
    Case(
        "sticker.replaces_missing",
        lambda: Teller(2, stickered().story).tell(
            StickerPlaced(1, Sticker("2b", StickerKind.ABILITY, "Ash Wall", charges=4))
        ),
        replace(starter("3", kind=StickerKind.ABILITY, charges=5), reason=REASON),
    ),
    # evolution and the pool of basics
    Case("evolution.too_early", lambda: Teller(2).plan().tell(
        BasicJoined(basic("Glass Storm", 1))
    ), CardEvolved("~glass storm", spaces=1), lifted=True),
    Case("evolution.not_in_pool", second, CardEvolved("~nobody")),
    Case("evolution.no_space_left", second, CardEvolved("~salt hound"), lifted=True),
    Case(
        "evolution.space_still_free",
        second,
        CardTransformed("~glass storm", basic("Glass Flood", 1)),
        lifted=True,
    ),
    Case("evolution.same_card", second, CardTransformed("~tin choir", basic("Tin Choir", 1), 0)),
    Case("evolution.tier_changes", second, CardTransformed("~tin choir", basic("Tin Mass", 2), 0)),
    Case(
        "evolution.already_in_pool",
        second,
        CardTransformed("~tin choir", basic("Glass Storm", 1), 0),
    ),
    Case("pool.name_missing", second, CardTransformed("~tin choir", replace(
        basic("Tin Mass", 1), name=""
    ), 0)),
    Case("pool.card_unknown", second, CardTransformed("~tin choir", replace(
        basic("Tin Mass", 1), key="tin-mass"
    ), 0)),
    Case("pool.card_differs", second, CardTransformed("scatter", replace(
        known_basic("crush-e51"), kind=NemesisKind.POWER
    )), lifted=True),
    Case("pool.was_removed", second, CardTransformed("scatter", basic("Gone Again", 3)), True),
    Case("evolution.spaces_missing", second, CardEvolved("~tin choir")),
    Case("evolution.spaces_missing", second, CardTransformed("~tin choir", basic("Tin Mass", 1))),
    Case("evolution.spaces_differ", second, CardEvolved("~glass storm", spaces=2), lifted=True),
    Case(
        "evolution.more_stickers",
        lambda: Teller(2, second().story.with_fact(2, CardEvolved("~tin choir"))),
        CardEvolved("~tin choir", spaces=0),
    ),
    Case("evolution.not_basic", lambda: Teller(2, second().story).tell(
        CardTransformed("~salt hound", basic("Salt Wolf", 2, spaces=1))
    ), CardEvolved("~salt wolf"), lifted=True),
    Case("evolution.becomes_another", second, CardTransformed("scatter", basic("Flood", 3)), True),
    Case("pool.fixed", begun_third, BasicJoined(basic("Late", 1)), lifted=True),
    Case("pool.fixed", begun_third, BasicLeft("~invented basic 1.0"), lifted=True),
    Case("pool.was_removed", second, BasicJoined(basic("Gone Again", 3)), lifted=True),
    Case("pool.no_such_tier", second, BasicJoined(basic("Nought", 0))),
    Case("pool.already_in", second, BasicJoined(basic("Glass Storm", 1))),
    Case("pool.name_missing", second, BasicJoined(replace(basic("Nameless", 1), name=" "))),
    Case("pool.card_unknown", second, BasicJoined(replace(basic("X", 1), key="no-such-card"))),
    Case("pool.card_unknown", second, BasicJoined(known_basic("slash-ic16"))),
    Case("pool.card_differs", second, BasicJoined(replace(known_basic("sap"), tier=1)), True),
    Case("pool.not_basic", second, BasicJoined(known_basic("crush-e51")), lifted=True),
    Case("pool.not_in", second, BasicLeft("~nobody")),
    # sections and seals
    Case("section.already_unlocked", third, SectionUnlocked("S", "S"), game=2),
    Case("section.letter_missing", second, SectionUnlocked("S", " ")),
    Case("section.letter_twice", third, SectionUnlocked("B", "S"), game=2),
    Case("section.unknown", second, SectionUnlocked("Ω", "Ω"), lifted=True),
    Case("section.too_early", second, SectionUnlocked("B", "B"), lifted=True),
    Case("section.letter_differs", second, SectionUnlocked("S", "J"), lifted=True),
    Case("seal.already_open", planned, SealOpened("envelope-1")),
    Case("seal.name_missing", planned, SealOpened("~chest", " ")),
    Case("seal.unknown", planned, SealOpened("envelope-99")),
    Case("seal.already_open", half_opened, SealOpened("deck-ii", part=MIDDLE)),
    Case("seal.no_such_part", planned, SealOpened("deck-id", part=MIDDLE), lifted=True),
    Case("seal.no_such_part", planned, SealOpened("supplement-1", part="c"), lifted=True),
    Case("seal.no_such_part", planned, SealOpened("box-a", part="a"), lifted=True),
    Case("seal.too_early", planned, SealOpened("envelope-2"), lifted=True),
    # what a story card orders, and how far it is read
    Case("market.nothing_ordered", planned, MarketOrdered(reason=REASON)),
    Case("market.banished_not_in_market", planned, MarketOrdered("void-mill")),
    Case("market.offered_already_in_market", planned, MarketOrdered(added=known("fire-chakram"))),
    Case("story.reason_missing", planned, MarketOrdered("fire-chakram"), lifted=True),
    Case("sticker.not_there", stickered, StickerRemoved(1, "2b")),
    Case("sticker.no_such_mage", stickered, StickerRemoved(3, "2a")),
    Case("story.reason_missing", stickered, StickerRemoved(1, "2a"), lifted=True),
    Case("story.card_missing", planned, StoryRead(" ")),
    # closing decisions, notes, settling
    Case("decision.not_open", played, DecisionClosed("growth:2")),
    Case("decision.cannot_be_waived", second, DecisionClosed("verdict:2")),
    Case("decision.reason_missing", played, DecisionClosed("growth:1"), lifted=True),
    Case("note.empty", planned, Noted(" \n")),
    Case("settle.no_result", planned, Settled()),
    Case("settle.already_settled", settled, Settled()),
    Case("settle.decisions_open", played, Settled()),
)  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.code)
def test_an_entry_is_refused_and_a_reason_lifts_what_rests_on_the_pack(case: Case) -> None:
    told = case.told()
    refused = told.problems(case.fact, case.game)
    assert case.code in {problem.code for problem in refused}
    assert all(problem.code in case_codes() for problem in refused)
    with_reason = told.codes(replace(case.fact, reason=case.fact.reason or REASON), case.game)
    assert (case.code not in with_reason) is case.lifted
    flagged = {problem.overrulable for problem in refused if problem.code == case.code}
    # That a waiver needs a reason is not overruled by one: the reason is what was missing.
    missing = ("decision.reason_missing", "story.reason_missing")
    assert flagged == {case.lifted and case.code not in missing}


@pytest.mark.parametrize("case", [c for c in CASES if c.lifted], ids=lambda case: case.code)
def test_an_overruled_entry_replays_with_its_reason(case: Case) -> None:
    told = case.told()
    game = told.game if case.game is None else case.game
    fact = replace(case.fact, reason=REASON)
    assert check(told.story, legacy(), game, fact) == ()
    replay(told.story.with_fact(game, fact), legacy())


def test_blanks_are_no_reason() -> None:
    case = next(case for case in CASES if case.code == "section.letter_differs")
    assert case.told().codes(replace(case.fact, reason=" \t")) == ["section.letter_differs"]


def case_codes() -> set[str]:
    return {case.code for case in CASES}


def test_every_refusal_of_the_checks_has_a_case() -> None:
    codes = {
        node.value
        for module in (card_facts, facts, seating, state, system)
        for node in ast.walk(ast.parse(inspect.getsource(module)))
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and re.fullmatch(r"[a-z_]+\.[a-z_]+", node.value)
    }
    # Files are refused before the rules see them, and so is an entry without a slot; openings are
    # tried in test_first_evening.py.
    elsewhere = {"sticker.slot_missing", "campaign.no_opening", "first_evening.not_in_order"}
    codes = {code for code in codes if not code.startswith("file.")} - elsewhere
    party_codes = {code for code in codes if code.startswith("party.")}
    assert codes - party_codes == codes & case_codes()
    assert party_codes == {case[0] for case in PARTIES}


def test_all_problems_of_a_plan_come_at_once() -> None:
    plan = Planned(9, Foe("maelstrom", life=200), pairs=((1, 1), (2, 2)))
    assert set(planned().codes(plan, game=7)) == {
        "plan.game_number",
        "plan.previous_open",
        "plan.nemesis_life_impossible",
        "plan.nemesis_life_differs",
        "plan.nemesis_other_chapter",
        "plan.pairs",
    }


def test_all_problems_of_a_growth_come_at_once_and_say_where() -> None:
    offered = (known("spark"), known("fire-chakram"), replace(INVENTED[0], name=""))
    problems = planned().problems(
        MarketGrown(Growth(offered, ("~nothing",), ("void-mill", "void-mill")))
    )
    assert {(problem.code, problem.path) for problem in problems} == {
        ("market.not_yet", ""),
        ("market.starter_is_no_pile", "offered.0"),
        ("market.name_missing", "offered.2"),
        ("market.offered_already_in_market", "offered"),
        ("market.add_exactly_two", "added"),
        ("market.added_not_offered", "added"),
        ("market.banished_twice", "banished"),
        ("market.banished_not_in_market", "banished"),
    }


def test_a_reason_lifts_the_packs_part_of_an_entry_and_leaves_the_arithmetic() -> None:
    fact = replace(grow(known("fire-chakram")), reason=REASON)
    assert planned().codes(fact) == ["market.offered_already_in_market"]


def test_a_refusal_carries_the_numbers_a_sentence_needs() -> None:
    (problem,) = stickered().problems(starter("3"))
    assert dict(problem.details) == {"slot": "3", "seat": 1, "chapter": 3, "when": "end"}
    (problem,) = second().problems(DecisionClosed("verdict:2"))
    assert dict(problem.details) == {"decision": "verdict:2"}


PARTIES = (
    ("party.size", ()),
    ("party.seats", (Seat(2, "green", "a", "Bubda"), Seat(1, "blue", "a", "Ramzel"))),
    ("party.colour", (Seat(1, "pink", "a", "Bubda"),)),
    ("party.colour_twice", (Seat(1, "green", "a", "Bubda"), Seat(2, "green", "b", "Ramzel"))),
    ("party.side", (Seat(1, "green", "c", "Bubda"),)),
    ("party.name_missing", (Seat(1, "green", "a", "  "),)),
    ("party.name_twice", (Seat(1, "green", "a", "Bubda"), Seat(2, "blue", "a", " bubdA "))),
)


@pytest.mark.parametrize(("code", "seats"), PARTIES, ids=lambda value: str(value)[:20])
def test_a_party_is_refused(code: str, seats: tuple[Seat, ...]) -> None:
    assert [problem.code for problem in party_problems(legacy(), seats)] == [code]


def test_five_mages_are_one_too_many_and_everything_else_is_said_too() -> None:
    seats = (*party(4), Seat(5, "green", "z", ""))
    codes = [problem.code for problem in party_problems(legacy(), seats)]
    assert codes == ["party.size", "party.colour_twice", "party.side", "party.name_missing"]


@pytest.mark.parametrize("mages", [1, 2, 3, 4])
def test_a_party_of_one_to_four_sits_down(mages: int) -> None:
    assert party_problems(legacy(), party(mages)) == ()


def test_one_mage_alone_does_not_lose_by_exhaustion() -> None:
    told = Teller(1).plan()
    exhausted = lost(Ending.MAGES_EXHAUSTED, lives=(0,), exhausted=frozenset({1}))
    assert told.codes(exhausted) == ["result.exhaustion_with_one_mage"]
    assert told.codes(won(lives=(0,), exhausted=frozenset({1}))) == []
