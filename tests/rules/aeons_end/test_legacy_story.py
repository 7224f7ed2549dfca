"""What the box and its story do to a campaign: evolution, orders, halves, pairs, the bookmark."""

from dataclasses import replace

from campaign.rules.aeons_end.catalogue.pack import CardKind
from campaign.rules.aeons_end.legacy.decisions import open_decisions
from campaign.rules.aeons_end.legacy.facts import (
    MIDDLE,
    BasicJoined,
    CardEvolved,
    CardTransformed,
    MarketGrown,
    MarketOrdered,
    SealOpened,
    StickerPlaced,
    StickerRemoved,
    StoryRead,
)
from campaign.rules.aeons_end.mages import Sticker, StickerKind
from campaign.rules.aeons_end.market.piles import Pile
from tests.rules.aeons_end.legacy_replay import check, replay
from tests.rules.aeons_end.legacy_stories import REASON, Teller, basic, growth, pile
from tests.rules.packs import legacy

# --- rules that came later bind new entries only ---


def test_what_was_recorded_before_a_rule_came_still_replays() -> None:
    told = Teller(2).after(1).plan().play().tell(BasicJoined(basic("Tin Choir", 1)))
    old = (
        CardEvolved("~tin choir"),
        CardTransformed("~tin choir", basic("Tin Mass", 1)),
        CardEvolved("~tin mass"),
    )
    story = told.story
    for fact in old:
        assert {p.new_only for p in check(story, legacy(), 2, fact)} == {True}
        story = story.with_fact(2, fact)
    assert replay(story, legacy()).pool[0].stickers == ("",)


# --- evolution ---


def test_spaces_are_counted_once_and_hold_from_then_on() -> None:
    told = Teller(2).after(1).plan().play().tell(BasicJoined(basic("Tin Choir", 1)))
    told.tell(CardEvolved("~tin choir", "a thorn", spaces=2))
    assert told.state.pool[0].spaces == 2
    mass = basic("Tin Mass", 1)
    assert told.codes(CardTransformed("~tin choir", mass)) == ["evolution.space_still_free"]
    told.tell(CardEvolved("~tin choir", "another"))
    assert told.codes(CardEvolved("~tin choir")) == ["evolution.no_space_left"]
    told.tell(CardTransformed("~tin choir", mass))
    assert (told.state.pool[0].key, told.state.pool[0].spaces) == ("~tin mass", None)


def test_a_card_without_a_space_transforms_at_once() -> None:
    told = Teller(2).after(1).plan().play().tell(BasicJoined(basic("Tin Choir", 1)))
    mass = basic("Tin Mass", 1)
    assert told.codes(CardEvolved("~tin choir", spaces=0)) == ["evolution.no_space_left"]
    assert told.codes(CardTransformed("~tin choir", mass, 1)) == ["evolution.space_still_free"]
    assert told.codes(CardTransformed("~tin choir", mass, 0)) == []


# --- what a story card orders ---


def test_a_pile_is_banished_brought_back_and_exchanged() -> None:
    told = Teller(2).plan()
    told.tell(MarketOrdered("fire-chakram", reason=REASON))
    assert len(told.state.market) == 8
    (chakram,) = told.state.banished
    told.tell(MarketOrdered(added=chakram, reason=REASON))
    assert (len(told.state.market), told.state.banished) == (9, ())
    told.tell(MarketOrdered("fire-chakram", pile("Ash Bell"), reason=REASON))
    assert {"~ash bell"} <= {p.key for p in told.state.market}
    assert told.state.banished == (chakram,)


def test_a_pile_that_goes_straight_to_the_banished_needs_neither_kind_nor_cost() -> None:
    told = Teller(2).plan().play()
    grows = growth(told.state, "New")
    bare = replace(grows.offered[3], kind=None, cost=None)
    told.tell(MarketGrown(replace(grows, offered=(*grows.offered[:3], bare))))
    assert told.state.banished[-1] == bare
    back = MarketOrdered(added=bare, reason=REASON)
    assert told.codes(back) == ["market.kind_or_cost_missing"]
    told.tell(replace(back, added=replace(bare, kind=CardKind.GEM, cost=2)))
    assert bare.key in {p.key for p in told.state.market}


def test_what_is_noted_of_a_known_card_must_agree_and_the_rest_may_be_missing() -> None:
    told = Teller(2).plan().play()
    grows = growth(told.state, "New")

    def declined(known: Pile) -> list[str]:
        return told.codes(MarketGrown(replace(grows, offered=(*grows.offered[:3], known))))

    assert declined(Pile("conductive-grit", "")) == []
    assert declined(Pile("conductive-grit", "", cost=9)) == ["market.card_differs"]
    assert declined(Pile("conductive-grit", "", CardKind.SPELL)) == ["market.card_differs"]


def test_a_market_that_the_story_made_smaller_still_grows_with_a_reason() -> None:
    told = Teller(2).plan().tell(MarketOrdered("fire-chakram", reason=REASON)).play()
    grown = MarketGrown(growth(told.state, "Small"))
    assert told.codes(grown) == ["market.not_nine_piles"]
    assert len(told.tell(replace(grown, reason=REASON)).state.market) == 8


def test_a_sticker_that_is_taken_off_leaves_the_mat_as_it_was_and_its_slot_unasked() -> None:
    told = Teller(2).after(1).plan().play()
    before = told.state.mats[0]
    song = Sticker("2b", StickerKind.ABILITY, "Iron Song", charges=5)
    mark = Sticker("2a", StickerKind.OTHER, "Mark")
    told.tell(StickerPlaced(1, song), StickerPlaced(1, mark))
    told.tell(StickerRemoved(1, "2b", reason=REASON))
    assert told.state.mats[0] == replace(before, stickers=(mark,))
    due = {(d.subject, d.seat) for d in open_decisions(told.state, legacy()) if d.seat}
    assert due == {("2a", 2), ("2b", 2)}


# --- seals in halves, the bookmark ---


def test_a_deck_is_opened_to_its_middle_and_then_to_its_end() -> None:
    told = Teller(2).plan().tell(SealOpened("deck-ii", part=MIDDLE))
    half = told.state.seals["deck-ii"]
    assert half.parts == (MIDDLE,)
    told.tell(SealOpened("deck-ii", brought="Four piles"))
    opened = told.state.seals["deck-ii"]
    assert opened.parts == ()


def test_the_parts_of_a_supplement_are_opened_one_by_one() -> None:
    told = (
        Teller(2)
        .plan()
        .tell(
            SealOpened("supplement-1", part="a"),
            SealOpened("supplement-1", part="b"),
            SealOpened("supplement-3", part="c"),  # nobody knows its parts
        )
    )
    parts = {key: seal.parts for key, seal in told.state.seals.items() if seal.parts}
    assert parts == {"supplement-1": ("a", "b"), "supplement-3": ("c",)}


def test_the_last_story_card_read_is_the_bookmark() -> None:
    told = Teller(2).plan().tell(StoryRead("L02"), StoryRead("L03"))
    assert told.state.bookmark == "L03"


def test_pairs_stay_for_the_campaign() -> None:
    told = Teller(4).plan(pairs=((1, 3), (2, 4))).play().settle()
    assert told.state.pairs == ((1, 3), (2, 4))
    told.plan(pairs=((1, 3), (2, 4)))
