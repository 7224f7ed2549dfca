"""A campaign as text: what it looks like, that it survives, and what is wrong with a bad one."""

import pytest

from campaign.rules.aeons_end.catalogue.pack import CardKind, NemesisKind
from campaign.rules.aeons_end.legacy.facts import (
    BasicJoined,
    CardTransformed,
    FactKind,
    Foe,
    Game,
    MarketGrown,
    Noted,
    Planned,
    Played,
    Seat,
    SectionUnlocked,
    Settled,
    StickerPlaced,
    Story,
)
from campaign.rules.aeons_end.legacy.notation import NotationError, read, write
from campaign.rules.aeons_end.mages import Sticker, StickerKind, Where
from campaign.rules.aeons_end.market.piles import Growth, Pile
from campaign.rules.aeons_end.nemesis_deck import PoolCard
from campaign.rules.aeons_end.outcome import Ending, Outcome, Result, Tally
from tests.rules.legacy_stories import party

HEAD = 'aeons-end-legacy 1\nmage 1 green a "Bubda"\n'


def flaws(text: str) -> list[str]:
    with pytest.raises(NotationError) as caught:
        read(text)
    return [str(flaw) for flaw in caught.value.flaws]


def test_a_story_looks_like_this() -> None:
    story = Story(
        (Seat(1, "green", "a", "Bubda", "Zuza"), Seat(2, "blue", "b", "Ramzel")),
        (
            Game(
                1,
                (
                    Planned(1, Foe("maelstrom", life=99)),
                    Played(
                        Tally(
                            Outcome(Result.LOSS, Ending.GRAVEHOLD_FALLEN),
                            gravehold_life=0,
                            nemesis_life=12,
                            lives=(None, 0),
                            exhausted=frozenset({2}),
                        )
                    ),
                    MarketGrown(
                        Growth(
                            (
                                Pile("~glass storm", "Glass Storm", CardKind.SPELL, 4),
                                Pile("void-mill", "", CardKind.RELIC, 5),
                            ),
                            ("void-mill",),
                            ("fire-chakram", "~x"),
                        ),
                        reason='the card said "so"',
                    ),
                    Settled(),
                ),
            ),
        ),
    )
    assert write(story) == (
        "aeons-end-legacy 1\n"
        'mage 1 green a "Bubda" player="Zuza"\n'
        'mage 2 blue b "Ramzel"\n'
        "\n"
        "game 1\n"
        "  planned chapter=1 nemesis=maelstrom life=99\n"
        "  played loss gravehold_fallen gravehold=0 nemesis=12 lives=-,0 exhausted=2\n"
        '  growth added=void-mill banished=fire-chakram,"~x" because="the card said \\"so\\""\n'
        '    offered spell 4 "~glass storm" "Glass Storm"\n'
        "    offered relic 5 void-mill\n"
        "  settled\n"
    )
    assert read(write(story)) == story


@pytest.mark.parametrize(
    "typed",
    [
        'with "quotes" and a \\ backslash',
        "two\nlines\r\nand\ttabs",
        "líne\u2028separator\u0085and\u00a0spaces",
        "zażółć gęślą jaźń – 龍 🜂 👩‍🚀",
        "# not a comment",
        "a=b, c=d",
        " blanks ",
        "-",
        "",
        "\x00\x1f\x7f",
    ],
)
def test_typed_text_survives_and_stays_on_its_line(typed: str) -> None:
    facts = (Noted(typed, reason=typed), Planned(2, Foe(typed, typed)))
    story = Story((Seat(1, typed, typed, typed, typed),), (Game(1, facts),))
    text = write(story)
    assert read(text) == story
    assert len(text.splitlines()) == len(text.split("\n")) - 1 == 6
    assert read(text.replace("\n", "\r\n")) == story


def test_every_field_of_a_card_and_of_a_sticker_survives() -> None:
    full = PoolCard("~x", "X", 3, NemesisKind.MINION, 0, ("", "b c"), "sap", 9, 2)
    bare = PoolCard("sap", "", 2, NemesisKind.ATTACK)
    starter = Sticker("2a", StickerKind.STARTER, "R", "t", 5, Where.DECK, CardKind.GEM, 3)
    facts = (
        BasicJoined(full),
        BasicJoined(bare),
        CardTransformed("into", full),
        StickerPlaced(2, starter),
        StickerPlaced(1, Sticker("", StickerKind.OTHER)),
        SectionUnlocked("I", "J"),
        SectionUnlocked("S", ""),
    )
    story = Story(party(2), (Game(3, facts), Game(4, ())))
    assert read(write(story)) == story


def test_the_words_of_the_notation_are_the_kinds_of_fact() -> None:
    for kind in FactKind:
        said = flaws(f"{HEAD}game 1\n{kind} surely too much for any=line")
        assert not any("begins no line" in flaw for flaw in said)


def test_comments_blank_lines_and_indentation_do_not_count() -> None:
    text = '# hello\n\n  aeons-end-legacy 1\n\tmage 1 green a "Bubda"\n   game 1\nsettled\n# end'
    assert read(text) == Story((Seat(1, "green", "a", "Bubda"),), (Game(1, (Settled(),)),))


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("frobnicated x", "'frobnicated' begins no line"),
        ("played maybe", "the result is none of win, loss: 'maybe'"),
        ("played", "the result is missing"),
        ("played win nemesis_defeated twice", "'twice' is too much"),
        ("played win gravehold=many", "gravehold is not a whole number: 'many'"),
        ('played win gravehold="3"', "gravehold is not a whole number: '3'"),
        ("played win gravehold=3 gravehold=4", "gravehold= stands there twice"),
        ("played win gravehold=3,4", "gravehold= takes one value"),
        ("played win luck=3", "luck= is not known here"),
        ("played win lives=", "lives= has no value"),
        ("planned chapter=1", "nemesis= is missing"),
        ("planned chapter=1 nemesis=x pairs=1+2", "pairs= is not like 1+2,3+4: '1+2'"),
        ("planned chapter=1 nemesis=~x", "~x needs quotes"),
        ('note "never ends', "column 6 is not a word: '\"never ends'"),
        ('note "a"b', "column 9 needs a space before it"),
        ('note "\\q"', '"\\q" is not quoted as in JSON'),
        ("transformed a onto b tier=1 kind=attack", "the word into is missing"),
        ("joined a tier=1 kind=dragon", "kind is none of attack, minion, power"),
        ("offered gem 3 x", "offered stands under no growth"),
        ('mage 2 blue a "Late"', "mage stands after the first game"),
        ("game one", "the game's number is not a whole number: 'one'"),
    ],
)
def test_a_bad_line_is_named_with_its_number_and_reason(line: str, reason: str) -> None:
    (flaw,) = flaws(f"{HEAD}\ngame 1\n  {line}\n  settled\n")
    assert flaw.startswith(f"line 5: {reason}")


def test_every_flaw_of_every_line_comes_at_once() -> None:
    text = HEAD + "settled\ngame 1\nplayed maybe luck=1 gravehold=x\nnonsense"
    assert [flaw.partition(": ")[0] for flaw in flaws(text)] == [
        "line 3",
        "line 5",
        "line 5",
        "line 5",
        "line 6",
    ]


@pytest.mark.parametrize(
    "text", ["", "\n# nothing\n", 'mage 1 green a "Bubda"', "aeons-end-war-eternal 1"]
)
def test_a_text_without_its_header_is_no_story(text: str) -> None:
    assert any("the first line is not aeons-end-legacy 1" in flaw for flaw in flaws(text))


def test_a_later_version_is_refused() -> None:
    assert flaws("aeons-end-legacy 2") == [
        "line 1: version 2 is not 1, the one that can be read here"
    ]
