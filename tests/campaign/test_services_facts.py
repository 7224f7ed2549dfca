"""Facts: record one, or several at once."""

from dataclasses import replace

import pytest

from campaign.models import Fact
from campaign.rules.aeons_end.catalogue.pack import CardKind, NemesisKind
from campaign.rules.aeons_end.legacy.facts import (
    BasicJoined,
    BasicLeft,
    CardEvolved,
    CardTransformed,
    DecisionClosed,
    MarketGrown,
    Noted,
    Planned,
    Played,
    SealOpened,
    SectionUnlocked,
    Settled,
    StickerPlaced,
    Verdict,
)
from campaign.rules.aeons_end.legacy.facts import Fact as FactValue
from campaign.rules.aeons_end.mages import Sticker, StickerKind, Where
from campaign.rules.aeons_end.nemesis_deck import PoolCard
from campaign.selectors.campaigns import campaign_facts, campaign_state
from campaign.services.facts import MAX_AT_ONCE, fact_record, facts_record
from tests.campaign.factories import (
    LOSS,
    REASON,
    basic,
    foe,
    growth,
    planned_campaign,
    play_game,
    played_through,
    record,
    refused,
    second_chapter,
    settled_campaign,
    signed,
    standing_fact,
    sticker,
)

pytestmark = pytest.mark.django_db

ABSURD = [0, -1, 10**9, 10**12, 10**30, -(10**30)]
LONG = "x" * 101


# --- record ---


def test_each_kind_of_fact_is_recorded_and_counts() -> None:
    campaign = played_through(3)
    kinds = set(Fact.objects.values_list("kind", flat=True))
    assert kinds >= {"played", "growth", "sticker", "evolved", "joined", "section", "seal"}
    assert kinds >= {"closed", "settled"}
    state = campaign_state(campaign)
    assert len(state.market) == 9
    assert {s.slot for s in state.mats[0].stickers} == {"2a", "2b", "3"}


def test_a_basic_card_joins_changes_and_leaves() -> None:
    campaign = second_chapter()
    record(campaign, BasicJoined(basic("Pale", 1, spaces=1)))
    record(campaign, CardEvolved("~pale", "its sticker"))
    record(campaign, CardTransformed("~pale", basic("Paler", 1)))
    assert [card.key for card in campaign_state(campaign).pool] == ["~paler"]
    assert campaign_state(campaign).pool[0].evolved_from == "~pale"
    record(campaign, BasicLeft("~paler"))
    assert campaign_state(campaign).pool == ()


def test_a_card_joins_without_the_stickers_of_somebody_else_s_game() -> None:
    campaign = second_chapter()
    card = replace(basic("Pale"), stickers=("old",), evolved_from="~older")
    record(campaign, BasicJoined(card))
    assert campaign_state(campaign).pool == (basic("Pale"),)


def test_a_fact_goes_into_an_earlier_game_if_the_story_still_holds() -> None:
    campaign = play_game(settled_campaign())
    record(campaign, Noted("we forgot to say"), game=1)
    record(campaign, SealOpened("~chest", "Chest"), game=1)
    opened = campaign_state(campaign).seals["~chest"]
    assert opened.game == 1


def test_a_fact_in_an_earlier_game_is_refused_if_a_later_one_breaks() -> None:
    campaign = played_through(3)
    with refused("story.later_fact_breaks") as caught:
        record(campaign, BasicJoined(basic("One too many")), game=2)
    assert caught.value.problems[0].details["kind"] == "settled"
    assert caught.value.problems[0].details["game"] == 3


def test_a_later_game_is_named_by_what_breaks_in_it() -> None:
    campaign = play_game(settled_campaign())
    record(campaign, SealOpened("box-a"), game=2)
    with refused("story.later_fact_breaks") as caught:
        record(campaign, SealOpened("box-a"), game=1)
    assert caught.value.problems[0].details["game"] == 2
    assert caught.value.problems[0].details["codes"] == ("seal.already_open",)


def test_a_reason_overrules_the_pack_and_is_kept() -> None:
    campaign = planned_campaign()
    fact = SectionUnlocked("K", "K")
    with refused("section.too_early"):
        record(campaign, fact)
    record(campaign, replace(fact, reason=REASON))
    assert standing_fact(campaign, "section").payload["reason"] == REASON


def test_blanks_are_no_reason() -> None:
    campaign = planned_campaign()
    with refused("section.too_early"):
        record(campaign, SectionUnlocked("K", "K", reason=" \t\u200b "))


def a_sticker(**changes: object) -> StickerPlaced:
    made = replace(Sticker("2a", StickerKind.OTHER, "Mark"), **changes)  # type: ignore[arg-type]
    return StickerPlaced(1, made, reason=REASON)


def a_growth(**changes: object) -> MarketGrown:
    """Return a growth whose first offered pile is changed."""
    told = growth(2, ("fire-chakram", "warping-haze"))
    first = replace(told.offered[0], **changes)  # type: ignore[arg-type]
    added = (first.key, told.added[1])
    return MarketGrown(replace(told, offered=(first, *told.offered[1:]), added=added))


def a_basic(**changes: object) -> BasicJoined:
    return BasicJoined(replace(basic("Pale"), **changes))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("fact", "codes", "path"),
    [
        (Noted(""), ["note.empty"], "text"),
        (Noted(" \r\n\t"), ["note.empty"], "text"),
        (Noted("x" * 4001), ["text.too_long"], "text"),
        (Noted("a\0b"), ["text.forbidden"], "text"),
        (Noted("a\x1b[2Jb"), ["text.forbidden"], "text"),
        (Noted("fine", reason="x" * 301), ["text.too_long"], "reason"),
        (a_sticker(slot=""), ["sticker.slot_missing"], "slot"),
        (a_sticker(slot=" \t"), ["sticker.slot_missing"], "slot"),
        (a_sticker(slot="x" * 11), ["text.too_long"], "slot"),
        (a_sticker(name=" "), ["sticker.name_missing"], "name"),
        (a_sticker(name=LONG), ["text.too_long"], "name"),
        (a_sticker(text="x" * 1001), ["text.too_long"], "text"),
        (a_sticker(charges=-1), ["number.out_of_range"], "charges"),
        (a_sticker(charges=10**12), ["number.out_of_range"], "charges"),
        (a_sticker(breach_turns=40000), ["number.out_of_range"], "breach_turns"),
        (
            a_sticker(kind=StickerKind.ABILITY, charges=10**12),
            ["mat.charges_out_of_range"],
            "charges",
        ),
        (a_sticker(kind=StickerKind.BREACH, breach_turns=-1), ["breach.turns"], "breach_turns"),
        (StickerPlaced(0, sticker("2a", 0)), ["sticker.no_such_mage"], "seat"),
        (StickerPlaced(3, sticker("2a", 3)), ["sticker.no_such_mage"], "seat"),
        (StickerPlaced(-1, sticker("2a", 1)), ["sticker.no_such_mage"], "seat"),
        (StickerPlaced(10**12, sticker("2a", 1)), ["sticker.no_such_mage"], "seat"),
        (a_growth(name=LONG, key="~" + LONG), ["text.too_long"], "offered.0.name"),
        (a_growth(key="~" + "x" * 400), ["text.too_long"], "offered.0.name"),
        (a_growth(name="\0", key="~\0"), ["text.forbidden"], "offered.0.name"),
        (a_growth(name=" ", key="~"), ["market.name_missing"], "offered.0"),
        (a_growth(cost=-1), ["number.out_of_range"], "offered.0.cost"),
        (a_growth(cost=10**12), ["number.out_of_range"], "offered.0.cost"),
        (a_basic(name=LONG, key="~" + LONG), ["text.too_long"], "card.name"),
        (a_basic(name=" ", key="~"), ["pool.name_missing"], "card"),
        (a_basic(tier=0), ["pool.no_such_tier"], "tier"),
        (a_basic(tier=10**12), ["pool.no_such_tier"], "tier"),
        (a_basic(spaces=-1), ["number.out_of_range"], "card.spaces"),
        (a_basic(spaces=40000), ["number.out_of_range"], "card.spaces"),
        (a_basic(life=-1), ["number.out_of_range"], "card.life"),
        (a_basic(power=10**12), ["number.out_of_range"], "card.power"),
        (SealOpened("~x", LONG), ["text.too_long"], "seal"),
        (SealOpened("~", " "), ["seal.name_missing"], "seal"),
        (SealOpened(""), ["seal.unknown"], "seal"),
        (SectionUnlocked("S", " "), ["section.letter_missing", "section.letter_differs"], "letter"),
        (SectionUnlocked("S", "x" * 11, reason=REASON), ["text.too_long"], "letter"),
        (SectionUnlocked("x" * 11, "X", reason=REASON), ["text.too_long"], "letter"),
        (SectionUnlocked("S", "S", "x" * 1001), ["text.too_long"], "note"),
        (CardEvolved("~nothing"), ["evolution.not_in_pool"], "card"),
        (BasicLeft(""), ["pool.not_in"], "card"),
        (DecisionClosed("nothing"), ["decision.not_open"], ""),
        (DecisionClosed("x" * 41), ["decision.not_open", "text.too_long"], None),
        (DecisionClosed("slot:2a:1"), ["decision.reason_missing"], "reason"),
        (Verdict(onward=False), ["verdict.not_asked"], ""),
        (Settled(), ["settle.decisions_open"], ""),
        (Played(LOSS), ["result.already_recorded"], ""),
        (Planned(2, foe(2)), ["plan.game_number", "plan.previous_open"], None),
    ],
)
def test_an_illegal_fact_is_refused_and_nothing_is_written(
    fact: FactValue, codes: list[str], path: str | None
) -> None:
    campaign = second_chapter()
    with refused(*codes) as caught:
        record(campaign, fact, game=2)
    if path is not None:
        assert {problem.path for problem in caught.value.problems} == {path}


def test_a_transformed_card_is_refused_with_every_problem() -> None:
    campaign = second_chapter()
    record(campaign, BasicJoined(basic("Pale", 1, spaces=0)))
    into = PoolCard("~" + LONG, LONG + "\0", 2, NemesisKind.MINION, -1, life=10**12)
    with refused(
        "evolution.tier_changes",
        "text.too_long",
        "text.forbidden",
        "number.out_of_range",
        "number.out_of_range",
    ):
        record(campaign, CardTransformed("~pale", into))


@pytest.mark.parametrize("game", [*ABSURD, 3])
def test_there_is_no_such_game(game: int) -> None:
    campaign = second_chapter()
    with refused("game.not_there"):
        fact_record(**signed(campaign), game=game, fact=Noted("x"))
    with refused("game.not_there"):
        facts_record(**signed(campaign), game=game, facts=[Noted("x")])


def test_names_are_kept_as_they_are_read_not_as_they_were_typed() -> None:
    campaign = second_chapter()
    made = Sticker(
        " 2a ", StickerKind.STARTER, " Long  Mark\n", " one\r\ntwo ", None, Where.HAND, CardKind.GEM
    )
    record(campaign, StickerPlaced(1, made))
    placed = campaign_state(campaign).mats[0].stickers[0]
    assert (placed.slot, placed.name, placed.text) == ("2a", "Long Mark", "one\ntwo")


def test_piles_are_added_in_whatever_order_they_are_named() -> None:
    campaign = second_chapter()
    told = growth(2, ("fire-chakram", "warping-haze"))
    row = record(campaign, MarketGrown(replace(told, added=told.added[::-1])))
    assert campaign_facts(campaign).story.games[2][-1] == MarketGrown(told)
    assert len(row.payload["growth"]["added"]) == 2


# --- several at once ---


def test_several_facts_are_one_write() -> None:
    campaign = second_chapter()
    revision = campaign.revision
    rows = facts_record(
        **signed(campaign),
        game=2,
        facts=[BasicJoined(basic("Pale")), CardEvolved("~pale"), BasicLeft("~pale")],
    )
    assert campaign.revision == revision + 1
    assert len({row.recorded_id for row in rows}) == 1
    assert [row.place for row in rows] == sorted(row.place for row in rows)


def test_all_of_several_facts_are_recorded_or_none() -> None:
    campaign = second_chapter()
    facts: list[FactValue] = [
        Noted("fine"),
        SealOpened("nothing"),
        StickerPlaced(9, sticker("2a", 9)),
        Noted("x" * 4001),
    ]
    with refused("seal.unknown", "sticker.no_such_mage", "text.too_long") as caught:
        facts_record(**signed(campaign), game=2, facts=facts)
    assert [problem.path for problem in caught.value.problems] == ["1.seal", "2.seat", "3.text"]


def test_the_same_fact_twice_in_one_write_is_refused() -> None:
    campaign = second_chapter()
    with refused("seal.already_open") as caught:
        facts_record(**signed(campaign), game=2, facts=[SealOpened("box-a"), SealOpened("box-a")])
    assert caught.value.problems[0].path == "1.seal"


def test_two_verdicts_in_one_write_are_one_too_many() -> None:
    campaign = second_chapter()
    verdict = Verdict(onward=True, reason=REASON)
    with refused("fact.once_per_game") as caught:
        facts_record(
            **signed(campaign), game=2, facts=[verdict, Verdict(onward=False, reason=REASON)]
        )
    assert caught.value.problems[0].path == "1"


def test_nothing_is_no_write() -> None:
    campaign = second_chapter()
    with refused("fact.nothing_to_record"):
        facts_record(**signed(campaign), game=2, facts=[])


def test_so_many_facts_at_once_and_no_more() -> None:
    campaign = second_chapter()
    notes: list[FactValue] = [Noted("x")] * MAX_AT_ONCE
    assert len(facts_record(**signed(campaign), game=2, facts=notes)) == MAX_AT_ONCE
    with refused("list.too_long"):
        facts_record(**signed(campaign), game=2, facts=[*notes, Noted("x")])
