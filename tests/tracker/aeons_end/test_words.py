"""Our own words for lines, facts, decisions and deeds: complete, and without a loose end."""

from collections.abc import Mapping
from typing import Any

import pytest
from django.utils import translation

from campaign.models import (
    Campaign,
    Change,
    ChangeDetail,
    ChangeKind,
    Game,
    PeopleEvent,
    Person,
    Role,
)
from campaign.models.changes import NO_DETAIL
from campaign.packs import get_pack
from campaign.records import NO_NAMES
from campaign.rules.aeons_end.catalogue.pack import CardKind, Moment, NemesisKind, SealKind, When
from campaign.rules.aeons_end.endings import Ending, Result
from campaign.rules.aeons_end.legacy.decisions import Decision, DecisionKind, NextStep, StepKind
from campaign.rules.aeons_end.legacy.facts import FACTS as LEGACY_FACTS
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
    Story,
    StoryRead,
    Verdict,
)
from campaign.rules.aeons_end.legacy.names import Namer
from campaign.rules.aeons_end.mages import Sticker, StickerKind, Where
from campaign.rules.aeons_end.market.growth import Growth
from campaign.rules.aeons_end.market.piles import Pile
from campaign.rules.aeons_end.nemesis_deck import PoolCard
from campaign.rules.aeons_end.outcome import Tally
from campaign.rules.aeons_end.sheet import Line, Part
from campaign.rules.core.serialize import to_plain
from campaign.rules.core.sheet import Value
from campaign.selectors.history import HistoryEvent
from tests.rules.aeons_end.legacy_replay import replay
from tests.rules.codes import line_codes, note_codes
from tracker.systems.aeons_end.shared import words
from tracker.systems.aeons_end.shared.words import decisions, entries, lines, terms
from tracker.systems.aeons_end.shared.words.problem_sentences import SENTENCES
from tracker.systems.aeons_end.shared.words.record import CampaignWords, GameWords
from tracker.systems.relic_nemesis.words import lines as relic_lines
from tracker.words import history

PACK = get_pack("aeons-end-legacy")
NAMER = Namer(PACK, "en")
SEATS = (Seat(1, "green", "a", "Bubda", "Zuza"), Seat(2, "blue", "b", "Ramzel"))
NAMES = words.RecordNames(NAMER, SEATS)
CARD = PoolCard("~ash rain", "Ash Rain", 1, NemesisKind.ATTACK)
WHO: dict[str, Value] = {"seat": 1, "mage": "Bubda"}
SEAL = {"seal": "envelope-3", "kind": "envelope", "label": "3"}
BASIC = {"card": "~ash rain", "name": "Ash Rain", "tier": 1}
PILE = {"name": "Gilded Marble", "kind": "gem", "cost": 6, "copies": 7}

# What each line carries, as the sheets make it, and what is read out.
LINES: dict[str, tuple[dict[str, Any], str]] = {
    "before.seal": ({**SEAL, "mat": 1}, "Open envelope 3: it holds the nemesis’ mat."),
    "before.section": (
        {"letter": "K", "page": 10, "place": "Nemesis setup"},
        "Place section K in the rulebook, page 10: Nemesis setup.",
    ),
    "before.basics": ({}, "Enter this campaign’s basic nemesis cards."),
    "step.mat": (
        {**WHO, "colour": "green", "side": "a"},
        "Bubda: the green mat, side A up.",
    ),
    "step.breach": (
        {**WHO, "number": "II", "state": "closed", "turns": 1, "open_cost": 4, "focus_cost": 2},
        "Bubda: breach II, closed, cost 4 on top.",
    ),
    "step.hand": ({**WHO, "cards": ("Crystal",) * 5}, "Bubda: a hand of 5 cards."),
    "step.deck": ({**WHO, "cards": ("Crystal",) * 5}, "Bubda: a deck of 5 cards, not shuffled."),
    "step.ability": (
        {**WHO, "ability": "Stone Song", "charges": 5},
        "Bubda: Stone Song needs 5 charges, none yet.",
    ),
    "step.life": ({**WHO, "life": 10}, "Bubda: 10 life in tokens."),
    "step.gravehold": ({"life": 30}, "Gravehold: dial to 30."),
    "step.turn_cards": ({"card": "mage", "names": ("Bubda",), "count": 2}, "Bubda: 2 cards."),
    "step.pair_tokens": ({"count": 2}, "Set out 2 pair tokens, one for each pair."),
    "step.turn_shuffle": ({}, "Shuffle the turn-order deck."),
    "step.nemesis_dial": ({"nemesis": "Maelstrom", "life": 99}, "Maelstrom: life dial to 99."),
    "step.nemesis_dial_by_mat": (
        {"nemesis": "Maelstrom"},
        "Maelstrom: set its dial (see the mat).",
    ),
    "step.deck_by_story": (
        {"nemesis": "Maelstrom"},
        "Maelstrom: build the nemesis deck as the story cards say.",
    ),
    "step.tier": (
        {"nemesis": "Maelstrom", "tier": 1, "own": 3, "basic": 5, "total": 8},
        "Tier 1: own 3, basic 5, together 8; shuffle them.",
    ),
    "step.tier_upgraded": (
        {"tier": 2, "own": 3, "basic": 5, "total": 8, "upgraded": 3, "ordinary": 2},
        "Tier 2: own 3, upgraded 3, basic 2, together 8; shuffle them.",
    ),
    "step.gem_treasure": (
        {"seat": 1, "mage": "Bubda", "treasure": "Garnet Shard", "level": 1},
        "Bubda: the treasure Garnet Shard in place of a Crystal; without one, of a Spark.",
    ),
    "step.spell_treasure": (
        {"seat": 1, "mage": "Bubda", "treasure": "Torch", "level": 1},
        "Bubda: the treasure Torch in place of a Spark; without one, of a Crystal.",
    ),
    "step.first_treasure": (
        {"seat": 1, "mage": "Bubda", "treasure": "Charm", "level": 1},
        (
            "Bubda: the treasure Charm in place of a starting card: "
            "a gem for a Crystal, a spell for a Spark."
        ),
    ),
    "step.treasure": (
        {"seat": 1, "mage": "Bubda", "treasure": "Cloak", "level": 3},
        "Bubda: the treasure Cloak (level 3).",
    ),
    "step.group_treasure": (
        {"treasure": "Banner", "level": 2},
        "For the whole group: the treasure Banner (level 2).",
    ),
    "step.friend": ({"name": "Fawn", "charges": 6}, "Friend: Fawn, 6 charges."),
    "step.foe": ({"name": "The Cultist", "charges": 4}, "Foe: The Cultist, 4 charges."),
    "step.banners": ({"names": ("A", "B")}, "Banners in the barracks: A and B."),
    "step.unleash_card": (
        {"nemesis": "Rageborne"},
        "Rageborne: one of its turn-order cards makes way for the unleash card.",
    ),
    "step.fifth_card": (
        {"nemesis": "Rageborne"},
        "Rageborne: read its card for the fifth battle; it says more.",
    ),
    "step.battle_note": ({"note": "No relics."}, "In this battle: No relics."),
    "put_away.treasures": ({}, "Treasures go back to the barracks."),
    "step.deck_stack": (
        {"nemesis": "Maelstrom", "total": 24},
        "Stack the nemesis deck, tier 1 on top, then 2, then 3: 24 cards.",
    ),
    "step.nemesis_mat": ({"nemesis": "Maelstrom"}, "Maelstrom: follow the set-up on its mat."),
    "step.nemesis_tokens": (
        {"nemesis": "Umbra Titan", "count": 8},
        "Umbra Titan: 8 nemesis tokens.",
    ),
    "step.as_printed": (
        {"mage": "Gex", "cards": ("Ember Reed",)},
        "Gex: hand, deck and breaches as printed on the mat.",
    ),
    "step.acolytes": (
        {"nemesis": "Hollow Crown", "cards": ("Bezu", "Mord")},
        "Hollow Crown: keep the acolytes at hand.",
    ),
    "step.support_deck": (
        {"nemesis": "Maelstrom"},
        "Maelstrom: the support deck beside its mat, face down, not shuffled.",
    ),
    "step.in_play": ({"count": 1}, "Draw the top card of the nemesis deck and put it into play."),
    "after.player_aid": ({"card": "Ib57"}, "Place the sticker on each player aid (Ib57)."),
    "restore.half": (
        {"seal": "deck-ii", "kind": "deck", "label": "II", "parts": (MIDDLE,)},
        "Half open: STOP deck II to its middle STOP card.",
    ),
    "restore.player_aid": ({"card": "Ib57"}, "Player aids (Ib57): each with its sticker."),
    "put_away.support": (
        {"card": "L03"},
        "Resolve the last support card if you can, then read L03, win or lose.",
    ),
    "step.increased_difficulty": (
        {"nemesis": "Maelstrom"},
        "Maelstrom: the increased-difficulty rule on its mat applies.",
    ),
    "step.pile": ({"place": 3, **PILE}, "3. Gilded Marble (gem, cost 6): 7 cards."),
    "change.sticker": (
        {**WHO, "slot": "2a", "kind": "starter", "name": "Ember Lash"},
        "Bubda: slot 2a now has Ember Lash.",
    ),
    "change.sticker_removed": (
        {**WHO, "slot": "2a", "kind": "starter", "name": "Ember Lash"},
        "Bubda: slot 2a has lost Ember Lash.",
    ),
    "change.evolved": (
        {**BASIC, "stickers": 2},
        "Ash Rain (tier 1) now has 2 evolution stickers.",
    ),
    "change.transformed": (
        {**BASIC, "name": "Black Deluge", "from": "Ash Rain"},
        "Ash Rain is now Black Deluge (tier 1).",
    ),
    "change.joined": (BASIC, "Ash Rain is a basic card now (tier 1)."),
    "change.left": (BASIC, "Ash Rain has left the basic cards (tier 1)."),
    "change.pile_added": (
        {"card": "gilded-marble", "name": "Gilded Marble", "kind": "gem"},
        "New in the market: Gilded Marble (gem).",
    ),
    "change.pile_banished": (
        {"card": "gilded-marble", "name": "Gilded Marble", "kind": "gem"},
        "Banished from the market: Gilded Marble (gem).",
    ),
    "change.section": ({"letter": "K"}, "Section K is in the rulebook."),
    "change.seal": (SEAL, "Opened: envelope 3."),
    "restore.mat": (
        {**WHO, "colour": "green", "side": "b", "breaches": ("I", "II", "III")},
        "Bubda: the green mat, side B, with breaches I, II and III.",
    ),
    "restore.cards": (
        {**WHO, "hand": ("Crystal", "Spark"), "deck": ("Crystal",)},
        "Bubda: starting hand and deck.",
    ),
    "restore.sticker": (
        {**WHO, "slot": "3", "kind": "breach", "name": ""},
        "Bubda: slot 3, breach IV.",
    ),
    "restore.basics": (
        {"tier": 1, "count": 2, "cards": ("Ash Rain", "Lesser Gnaw")},
        "Tier 1: 2 basic cards.",
    ),
    "restore.evolved": (
        {"name": "Ash Rain", "stickers": ("One more damage.",)},
        "Ash Rain: 1 evolution sticker.",
    ),
    "restore.retired": (
        {"cards": ("Ash Rain",), "count": 1},
        "Out of the campaign: 1 basic card.",
    ),
    "restore.pile": (PILE, "Gilded Marble (gem, cost 6): 7 cards."),
    "restore.section": (
        {"letter": "K", "page": 10},
        "Section K: its sticker is in the rulebook, page 10.",
    ),
    "restore.open": (SEAL, "Open: envelope 3."),
    "restore.sealed": (SEAL, "Not entered as opened: envelope 3."),
    "restore.banished": (
        {"name": "Gilded Marble", "kind": "gem", "cost": 6},
        "Banished: Gilded Marble (gem, cost 6).",
    ),
    "put_away.market": (
        {},
        "Cards that cost more than 0 go back to their piles, destroyed ones too.",
    ),
    "put_away.mages": ({}, "Hands, decks and breaches are reset."),
    "put_away.nemesis": ({}, "Separate the nemesis’ own cards from the basic cards."),
    "put_away.banished": ({}, "Banished cards go behind their divider and stay there."),
}


@pytest.mark.parametrize(
    ("known", "sentence"),
    [
        ({"kind": "gem"}, "Banished: Glass Storm (gem)."),
        ({"cost": 6}, "Banished: Glass Storm (cost 6)."),
        ({}, "Banished: Glass Storm."),
    ],
)
def test_a_banished_pile_says_what_is_known_of_it(known: dict[str, Any], sentence: str) -> None:
    line = Line(Part.BANISHED, "restore.banished", {"name": "Glass Storm", **known})
    assert words.line(line) == sentence


def _grown() -> MarketGrown:
    offered = tuple(
        Pile(f"~{name.lower()}", name, CardKind.GEM, 3)
        for name in ("Opal", "Agate", "Beryl", "Flint")
    )
    growth = Growth(offered, ("~opal", "~agate"), ("fire-chakram", "~old pile"))
    return MarketGrown(growth)


def _placed(**sticker: Any) -> StickerPlaced:
    return StickerPlaced(1, Sticker(**sticker))


FACTS: list[tuple[Fact, str]] = [
    (Planned(1, Foe("maelstrom")), "Planned: chapter 1 against Maelstrom."),
    (
        Played(Tally(Result.WIN, Ending.NEMESIS_DEFEATED, 12, 0, (4, 0), frozenset({2}))),
        "Won: the nemesis fell. At the end: Gravehold 12, nemesis 0, Bubda 4, Ramzel exhausted.",
    ),
    (Played(Tally(Result.LOSS)), "Lost."),
    (Verdict(onward=False), "The story asked for the chapter again."),
    (Verdict(onward=True), "The story went on."),
    (
        _grown(),
        (
            "The market grew. Added: Opal and Agate; banished: Fire Chakram and Old pile; "
            "not taken: Beryl and Flint."
        ),
    ),
    (
        _placed(
            slot="2a",
            kind=StickerKind.STARTER,
            name="Ember Lash",
            where=Where.HAND,
            card_kind=CardKind.SPELL,
        ),
        "Bubda placed Ember Lash on slot 2a: a starter card in hand.",
    ),
    (
        _placed(slot="2b", kind=StickerKind.ABILITY, name="Stone Song", charges=5),
        "Bubda placed Stone Song on slot 2b: an ability of 5 charges.",
    ),
    (
        _placed(slot="3", kind=StickerKind.ABILITY, name="Ash", charges=4, replaces=True),
        "Bubda placed Ash on slot 3: an ability of 4 charges. It replaces the earlier one.",
    ),
    (
        _placed(slot="3", kind=StickerKind.ABILITY, name="Ash", charges=4, replaces=False),
        "Bubda placed Ash on slot 3: an ability of 4 charges. The earlier one stays.",
    ),
    (
        _placed(slot="3", kind=StickerKind.BREACH, breach_turns=0, replaces=True),  # of a file
        "Bubda placed breach IV on slot 3: closed, cost 13 on top.",
    ),
    (_placed(slot="6", kind=StickerKind.OTHER, name="Vow"), "Bubda placed Vow on slot 6."),
    (CardEvolved("~ash rain"), "Ash rain evolved: a sticker was placed."),
    (CardEvolved("~ash rain", "Hurts more."), "Ash rain evolved: Hurts more."),
    (
        CardTransformed("~ash rain", PoolCard("~b", "Black Deluge", 1, NemesisKind.ATTACK)),
        "Ash rain transformed into Black Deluge.",
    ),
    (BasicJoined(CARD), "Ash Rain joined the basic cards (tier 1, attack)."),
    (BasicLeft("~ash rain"), "Ash rain left the basic cards."),
    (SectionUnlocked("K", "K"), "Section K went into the rulebook."),
    (SealOpened("supplement-1"), "Opened: supplement #1."),
    (SealOpened("~the letter", "The letter"), "Opened: The letter."),
    (SealOpened("supplement-1", part="a"), "Opened: supplement #1 (a)."),
    (
        SealOpened("deck-ii", part=MIDDLE, brought="Four piles"),
        "Opened: STOP deck II to its middle STOP card. It brought: Four piles",
    ),
    (
        MarketOrdered("gilded-marble", reason="so it says"),
        "The story banished Gilded Marble from the market.",
    ),
    (
        MarketOrdered(added=Pile("~ash bell", "Ash Bell", CardKind.SPELL, 3)),
        "The story brought Ash Bell into the market.",
    ),
    (
        MarketOrdered("gilded-marble", Pile("~ash bell", "Ash Bell", CardKind.SPELL, 3)),
        "The story exchanged Gilded Marble in the market for Ash Bell.",
    ),
    (StickerRemoved(1, "2a"), "Bubda lost the sticker on slot 2a."),
    (StoryRead("L03"), "The story is read up to card L03."),
    (
        DecisionClosed("slot:2a:2", reason="No sticker."),
        "Closed without an entry: Ramzel: a sticker for slot 2a.",
    ),
    (DecisionClosed("evolution:3"), "Evolutions of game 3: all entered."),
    (Noted("What a night."), "Note: What a night."),
    (Settled(), "The aftermath was finished."),
]


@pytest.mark.parametrize("table", [lines._LINES, relic_lines._STEPS, SENTENCES])
def test_a_sentence_is_found_by_its_code_alone(table: Mapping[str, Any]) -> None:
    # Where a code has several, a function or the sentence itself chooses.
    assert not [key for key in table if ":" in key]


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({}, "Set attribute and life as your sheet says, and infamy to 0."),
        ({"life": 4}, "Set attribute and life as your sheet says, and infamy to 0."),
        ({"value": 3, "life": 4}, "Set Cunning to 3, life to 4 and infamy to 0."),
    ],
)
def test_dials_are_set_as_far_as_the_sheet_was_read(values: dict[str, int], sentence: str) -> None:
    line = Line("nemesis", "step.dials", {"seat": 1, "attribute": "cunning", **values})
    assert relic_lines.step(line) == sentence


def test_what_comes_first_is_told_in_a_few_sentences() -> None:
    lines = [
        Line(Part.SEALED, "before.seal", {**SEAL, "mat": 1}),
        Line(Part.RULEBOOK, "before.section", {"letter": "B", "page": 2, "place": ""}),
        Line(Part.RULEBOOK, "before.section", {"letter": "K", "page": 10, "place": ""}),
        Line(Part.NEMESIS, "before.basics"),
    ]
    opened = "Open envelope 3: it holds the nemesis’ mat."
    placed = "Place sections B and K in the rulebook."
    entered = "Enter this campaign’s basic nemesis cards."
    assert words.before(lines) == [opened, placed, entered]
    assert words.before(lines[1:2], pages=True) == ["Place section B (p. 2) in the rulebook."]
    assert words.before(()) == []


def test_every_line_of_a_sheet_has_a_sentence() -> None:
    assert set(lines._LINES) == line_codes()
    assert set(LINES) == line_codes()


def test_every_line_of_a_sheet_is_put_into_words() -> None:
    for code, (values, expected) in LINES.items():
        assert words.line(Line(Part.MAGES, code, values)) == expected, code


def test_lines_that_differ_by_what_they_carry() -> None:
    def said(code: str, **other: Any) -> str:
        return words.line(Line(Part.MAGES, code, {**LINES[code][0], **other}))

    assert said("before.seal", kind="deck", label="IIa", mat=0) == "Open STOP deck IIa."
    assert said("step.mat", colour="", side="") == "Bubda: take the mat."
    assert said("step.breach", state="open") == "Bubda: breach II, open."
    assert said("step.ability", ability="") == ("Bubda: the ability needs 5 charges, none yet.")
    assert said("step.turn_cards", card="pair", names=("Bubda", "Ramzel")) == (
        "Bubda / Ramzel: 2 cards."
    )
    assert said("step.turn_cards", card="wild", names=(), count=1) == "Wild (X): 1 card."
    assert said("step.turn_cards", card="nemesis", names=()) == "Nemesis: 2 cards."
    assert said("restore.section", page=0) == "Section K: its sticker is in the rulebook."
    assert said("restore.open", kind="other", label="The letter") == "Open: The letter."
    assert said("change.sticker", name="", kind="breach") == (
        "Bubda: slot 2a now has a sticker, breach IV."
    )


def test_a_hand_is_read_out_in_its_order() -> None:
    cards = ("Ember Lash", "Crystal", "Crystal", "Spark", "Crystal")
    hand = Line(Part.MAGES, "step.hand", {**WHO, "cards": cards})
    assert words.line_detail(hand) == ("Left to right: Ember Lash, Crystal ×2, Spark, Crystal")
    assert words.line_detail(Line(Part.MAGES, "step.life", {**WHO, "life": 10})) == ""
    silent: dict[str, Value] = {"name": "Ash Rain", "stickers": ("", "")}
    assert words.line_detail(Line(Part.NEMESIS, "restore.evolved", silent)) == ""


def test_every_rule_note_has_words() -> None:
    # In set-ups of before the timing could be chosen, and of before the crib spoke of Link.
    old = {"deck_out.timing_differs", "link.readings_differ"}
    assert set(terms.NOTES) == note_codes() | old
    assert all(terms.note(code).endswith(".") for code in note_codes())


@pytest.mark.parametrize(
    ("enum", "word"),
    [
        (Part, terms.part),
        (CardKind, words.card_kind),
        (NemesisKind, words.nemesis_kind),
        (StickerKind, terms.sticker_kind),
        (Where, terms.place),
        (Result, terms.result),
        (Ending, words.ending),
        (SealKind, words.seal_kind),
    ],
)
def test_every_kind_has_a_word(enum: Any, word: Any) -> None:
    said = [word(member) for member in enum]
    assert all(said)
    assert len(set(said)) == len(said)
    assert word("nonsense") == ""


def test_a_seal_is_called_by_what_is_printed_on_it() -> None:
    assert words.seal("envelope", "3") == "envelope 3"
    assert words.seal("deck", "II") == "STOP deck II"
    assert words.seal("box", "A") == "box A"
    assert words.seal("supplement", "#1") == "supplement #1"


def test_a_moment_is_a_chapters_start_or_end() -> None:
    assert words.moment(Moment(2, When.END)) == "end of chapter 2"
    assert words.moment(Moment(3, When.START)) == "start of chapter 3"


def test_every_kind_of_fact_is_told() -> None:
    assert {type(fact) for fact, _ in FACTS} == set(LEGACY_FACTS.values())


def test_every_fact_is_put_into_words() -> None:
    for fact, expected in FACTS:
        assert entries.fact(fact, NAMES) == expected


def test_a_fact_in_words_without_names_leaks_no_key() -> None:
    for fact, _expected in FACTS:
        said = entries.fact(fact, words.RecordNames())
        assert "~" not in said
        assert "fire-chakram" not in said
        assert "maelstrom" not in said.lower()


def test_typed_names_are_gathered_from_the_story_with_their_capitals() -> None:
    story = Story(SEATS).with_fact(1, Planned(1, Foe("~the tallow king", "The Tallow King")))
    for fact in (_grown(), BasicJoined(CARD), SealOpened("~the letter", "The LETTER")):
        story = story.with_fact(1, fact)
    typed = words.typed_names(story)
    assert typed["~the tallow king"] == "The Tallow King"
    assert typed["~the letter"] == "The LETTER"
    assert typed["~opal"] == "Opal"
    assert (
        entries.fact(BasicLeft("~ash rain"), words.RecordNames(typed=typed))
        == "Ash Rain left the basic cards."
    )


def test_many_sections_and_basics_are_told_as_one_list() -> None:
    facts: list[Fact] = [SectionUnlocked(letter, letter) for letter in "AFH"]
    facts += [BasicJoined(CARD), BasicJoined(PoolCard("~x", "Rust", 2, NemesisKind.POWER))]
    facts += [SectionUnlocked("Q", "Q", "Ask Zuza."), Noted("Late.", reason="So it was.")]
    assert entries.facts(facts, NAMES) == (
        "Sections A, F and H went into the rulebook. 2 basic cards joined: Ash Rain and Rust. "
        "Section Q went into the rulebook: Ask Zuza. Note: Late. "
        "Their box said otherwise: So it was."
    )


@pytest.mark.parametrize("kind", list(DecisionKind))
def test_every_decision_has_a_heading_and_says_what_is_wanted(kind: DecisionKind) -> None:
    subjects = {
        DecisionKind.SEAL: "envelope-3",
        DecisionKind.SECTION: "K",
        DecisionKind.SLOT: "2a",
    }
    subject = subjects.get(kind, "2")
    seat = 1 if kind is DecisionKind.SLOT else None
    decision = Decision(kind, subject, seat, Moment(3, When.START))
    said = decisions.decision(decision, NAMES)
    assert said.title
    assert said.detail.endswith(".")
    assert not said.title.endswith((".", "?")), "a heading, and a part of other sentences"
    assert said.title == decisions.decision_key(decision.key, NAMES)
    assert "envelope-3" not in said.title


def test_decisions_say_their_numbers() -> None:
    pool = decisions.decision(Decision(DecisionKind.POOL, "2"), NAMES)
    assert pool.detail == "With 2 mages: 3 of tier 1, 5 of tier 2, 7 of tier 3."
    growth = decisions.decision(Decision(DecisionKind.GROWTH, "2"), NAMES)
    assert growth.detail == "4 piles are offered: take 2. Of the market’s 9, banish 2."
    assert "nonsense" not in decisions.decision_key("nonsense:1", words.RecordNames())


@pytest.mark.parametrize("kind", list(StepKind))
def test_every_next_step_says_where_and_what(kind: StepKind) -> None:
    story = Story(SEATS).with_fact(1, Planned(1, Foe("maelstrom")))
    state = replay(story, PACK)
    decisions = (Decision(DecisionKind.GROWTH, "1"),)
    step = NextStep(kind, 1, 1, decisions)
    said = words.next_step(step, state, NAMER)
    assert said.title
    assert said.detail.endswith(".")


def test_the_first_step_and_a_planned_game() -> None:
    fresh = replay(Story(SEATS), PACK)
    assert (
        words.next_step(NextStep(StepKind.PLAN, 1, 1), fresh, NAMER).title == "Chapter 1 is waiting"
    )
    story = Story(SEATS).with_fact(1, Planned(1, Foe("maelstrom")))
    planned = words.next_step(NextStep(StepKind.PLAY, 1, 1), replay(story, PACK), NAMER)
    assert planned.title == "Maelstrom\N{NO-BREAK SPACE}· chapter 1"
    assert planned.detail.startswith("Game 1 is ready to play.")


def _change(written: Change) -> str:
    return history.campaign_change(HistoryEvent(written, (), ()), CampaignWords())


def _written(
    kind: ChangeKind, detail: ChangeDetail = NO_DETAIL, person: Person | None = None
) -> Change:
    campaign = Campaign(name="x", demo=False)
    return Change(campaign=campaign, kind=kind, payload=to_plain(detail), person=person)


@pytest.mark.parametrize("kind", list(ChangeKind))
def test_every_deed_is_told_even_without_its_facts(kind: ChangeKind) -> None:
    said = _change(_written(kind))
    assert said.endswith(".")


@pytest.mark.parametrize("event", list(PeopleEvent))
def test_what_people_did_is_told_in_words(event: PeopleEvent) -> None:
    detail = ChangeDetail(people=event, role=Role.PLAYER, seat=3)
    said = _change(_written(ChangeKind.PEOPLE, detail))
    assert said.endswith(".")
    assert said != "The members changed."
    assert "%" not in said


def test_a_new_role_and_a_seat_are_told_by_name() -> None:
    joined = ChangeDetail(people=PeopleEvent.JOINED, role=Role.READER)
    assert _change(_written(ChangeKind.PEOPLE, joined)) == "Joined the campaign (viewer)."
    seated = ChangeDetail(people=PeopleEvent.SEAT_TAKEN, seat=3)
    assert _change(_written(ChangeKind.PEOPLE, seated)) == "Seat 3 was taken."


def test_a_photo_is_told_with_its_game() -> None:
    photo = ChangeDetail(photos_of=4)
    assert _change(_written(ChangeKind.RECORD, photo)) == "Photos of game 4 were added."
    assert _change(_written(ChangeKind.WITHDRAW, photo)) == "A photo of game 4 was deleted."


def test_a_photo_of_a_one_off_game_is_told_without_a_number() -> None:
    photo = to_plain(ChangeDetail(photos_of=0))
    added = Change(game=Game(), kind=ChangeKind.RECORD, payload=photo)
    said = history.one_off_change(HistoryEvent(added, (), ()), GameWords(NAMER, SEATS))
    assert said == "Photos were added."


def test_who_did_it() -> None:
    zuza = Person(username="zuza", display_name="Zuza")
    assert words.who(_written(ChangeKind.START, person=zuza), NO_NAMES) == "by Zuza"
    nameless = Person(username="zuza")
    assert words.who(_written(ChangeKind.START, person=nameless), NO_NAMES) == "by zuza"
    assert words.who(_written(ChangeKind.START, person=Person()), NO_NAMES) == "by a guest"
    assert words.who(_written(ChangeKind.START), NO_NAMES) == "by a former player"
    demo = Change(campaign=Campaign(demo=True), kind=ChangeKind.START)
    assert words.who(demo, NO_NAMES) == ""


def test_words_follow_the_active_language() -> None:
    with translation.override("pl"):
        words.card_kind("gem")
    with translation.override("en"):
        assert words.card_kind("gem") == "gem"


def test_kinds_of_entries_read_as_titles() -> None:
    assert entries.fact_kind("closed") == "nothing to enter"
    assert entries.fact_kind("joined") == "basic cards joined"
