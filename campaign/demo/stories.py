"""The demo's two stories, evening by evening."""

from __future__ import annotations

from dataclasses import dataclass

from campaign.demo.box import ATTACK, MINION, OFFERS, RELIC, SPELL, basic
from campaign.rules.aeons_end.catalogue.pack import CardKind
from campaign.rules.aeons_end.legacy.facts import (
    CardEvolved,
    CardTransformed,
    DecisionClosed,
    Fact,
    MarketGrown,
    SealOpened,
    Seat,
    StickerPlaced,
)
from campaign.rules.aeons_end.mages import Sticker, StickerKind, Where
from campaign.rules.aeons_end.market.piles import Growth
from campaign.rules.aeons_end.outcome import Ending, Outcome, Result, Tally
from campaign.rules.core.keys import typed_key

GRAVEHOLD = Ending.GRAVEHOLD_FALLEN
EXHAUSTED = Ending.MAGES_EXHAUSTED
CONDITION = Ending.NEMESIS_CONDITION


@dataclass(frozen=True, slots=True)
class Evening:
    """One game: how it ended and what was decided afterwards. ``tally`` None: only planned."""

    chapter: int
    day: int = 0  # after the campaign's first evening
    minutes: int = 0
    tally: Tally | None = None
    note: str = ""
    onward: bool | None = None  # what the story card said after a loss
    facts: tuple[Fact, ...] = ()
    names_basics: bool = False  # the campaign's basic cards are settled here
    misread: Tally | None = None  # what was written first and corrected


@dataclass(frozen=True, slots=True)
class Tale:
    """A campaign of the demo."""

    name: str
    ago: int  # days since its first evening: the demo is never older than a campaign one plays
    seats: tuple[Seat, ...]
    evenings: tuple[Evening, ...]


def won(gravehold: int, *lives: int, nemesis: int = 0) -> Tally:
    """Return a win; a nemesis with life left lost because its deck ran out."""
    ending = Ending.DECK_EXHAUSTED if nemesis else Ending.NEMESIS_DEFEATED
    exhausted = frozenset(seat for seat, life in enumerate(lives, start=1) if not life)
    return Tally(Outcome(Result.WIN, ending), gravehold, nemesis, lives, exhausted)


def lost(ending: Ending, gravehold: int, nemesis: int, *lives: int) -> Tally:
    """Return a loss."""
    exhausted = frozenset(seat for seat, life in enumerate(lives, start=1) if not life)
    return Tally(Outcome(Result.LOSS, ending), gravehold, nemesis, lives, exhausted)


def grown(chapter: int, added: tuple[str, str], banished: tuple[str, str]) -> MarketGrown:
    """Return a growth; what is banished is a pile of the open box by id, or a typed one by name."""
    return MarketGrown(Growth(OFFERS[chapter], (_key(added[0]), _key(added[1])), _keys(banished)))


def starter(seat: int, slot: str, name: str, kind: CardKind, where: Where) -> StickerPlaced:
    """Return a starter card on a slot."""
    sticker = Sticker(slot, StickerKind.STARTER, name, where=where, card_kind=kind)
    return StickerPlaced(seat, sticker)


def ability(seat: int, slot: str, name: str, charges: int, text: str) -> StickerPlaced:
    """Return an ability on a slot, in the players' own words."""
    return StickerPlaced(seat, Sticker(slot, StickerKind.ABILITY, name, text, charges))


def fourth_breach(seat: int, slot: str, turns: int) -> StickerPlaced:
    """Return breach IV on a slot."""
    return StickerPlaced(seat, Sticker(slot, StickerKind.BREACH, breach_turns=turns))


def keepsake(seat: int, slot: str, name: str, text: str) -> StickerPlaced:
    """Return a sticker of a kind of its own."""
    return StickerPlaced(seat, Sticker(slot, StickerKind.OTHER, name, text))


def evolved(name: str, text: str) -> CardEvolved:
    """Return a sticker on a basic card."""
    return CardEvolved(typed_key(name), text)


def _key(name: str) -> str:
    return typed_key(name) if name[0].isupper() else name


def _keys(names: tuple[str, str]) -> tuple[str, str]:
    return _key(names[0]), _key(names[1])


LANTERN_YEAR = Tale(
    name="The Lantern Year",
    ago=240,
    seats=(
        Seat(1, "green", "a", "Ilse Marrow", "Hanka"),
        Seat(2, "blue", "b", "Tobiah Quill", "Piet"),
    ),
    evenings=(
        Evening(
            1,
            day=0,
            minutes=105,
            tally=lost(GRAVEHOLD, 0, 61, 4, 2),
            misread=lost(GRAVEHOLD, 0, 67, 4, 2),
            note="Our first evening. Gravehold fell with two cards left in the deck.",
            facts=(
                grown(
                    1,
                    ("Hollow Thimble", "Glass Tempest"),
                    ("ethereal-hand", "warping-haze"),
                ),
            ),
        ),
        Evening(
            2,
            day=14,
            minutes=90,
            tally=lost(EXHAUSTED, 9, 18, 0, 0),
            note="So close. Piet opened his third breach one turn too late.",
            onward=False,
        ),
        Evening(
            2,
            day=28,
            minutes=95,
            tally=won(14, 6, 3),
            note="We kept two spells prepped for the last three turns. It paid.",
            names_basics=True,
            facts=(
                starter(1, "2a", "Ember Lash", SPELL, Where.HAND),
                ability(1, "2b", "Stone Song", 5, "Two friends each ready one spell."),
                starter(2, "2a", "Borrowed Ink", RELIC, Where.HAND),
                ability(2, "2b", "Read Ahead", 4, "Look at three nemesis cards, keep the order."),
                grown(2, ("Widow’s Agate", "Cinder Waltz"), ("gilded-marble", "gravity-node")),
            ),
        ),
        Evening(
            3,
            day=49,
            minutes=120,
            tally=lost(CONDITION, 11, 20, 5, 7),
            note="The Choir sang to the end. The story went on all the same.",
            onward=True,
            facts=(
                evolved("Ash Rain", "One more damage to Gravehold."),
                fourth_breach(1, "3", 1),
                fourth_breach(2, "3", 0),
                grown(3, ("Sleeping Beryl", "Falling Steeple"), ("neural-wreath", "fire-chakram")),
            ),
        ),
        Evening(
            4,
            day=70,
            minutes=110,
            tally=won(8, 2, 0),
            note="Tobiah lay exhausted for half the game, and Ilse finished it alone.",
            facts=(
                SealOpened("~the folded letter", "The folded letter"),
                evolved("Hollow Choir", "Comes with two life more."),
                grown(
                    4, ("Salt Compass", "Borrowed Dawn"), ("Hollow Thimble", "incinerating-fist")
                ),
            ),
        ),
        Evening(
            5,
            day=98,
            minutes=85,
            tally=won(21, 9, 8),
            note="Our smoothest game. The Heron never had three cards in play.",
            facts=(
                CardTransformed(typed_key("Ash Rain"), basic("Black Deluge", 1, ATTACK)),
                starter(1, "5", "Cold Iron Vow", SPELL, Where.DECK),
                starter(2, "5", "Pocket Almanac", RELIC, Where.DECK),
                DecisionClosed("section:D", reason="Our sheet had no sticker with this letter."),
                grown(5, ("Marrow Pearl", "Root and Rafter"), ("branching-radite", "Cinder Waltz")),
            ),
        ),
        Evening(
            6,
            day=126,
            minutes=130,
            tally=lost(GRAVEHOLD, 0, 9, 1, 4),
            note="Nine life. Nine!",
            onward=False,
            facts=(
                evolved("Undertow", "Also discards a card."),
                evolved("Gallows Moth", "Two more life."),
            ),
        ),
        Evening(
            6,
            day=133,
            minutes=115,
            tally=won(3, 0, 6),
            note="Hanka brought cake. The Regent went out like a candle.",
            facts=(
                CardTransformed(typed_key("Undertow"), basic("The Deep Pull", 2, ATTACK)),
                keepsake(1, "6", "Keeper of the Wick", "May begin with breach II focused once."),
                keepsake(2, "6", "A Debt Repaid", "Once a game: return a card from the discard."),
                grown(
                    6,
                    ("Owl-Eye Quartz", "Hymn for Two Voices"),
                    ("Widow’s Agate", "Glass Tempest"),
                ),
            ),
        ),
        Evening(
            7,
            day=168,
            minutes=140,
            tally=lost(EXHAUSTED, 6, 22, 0, 0),
            note="The well is deep. We know how it begins now.",
            onward=False,
        ),
        Evening(
            7,
            day=189,
            minutes=150,
            tally=won(5, 3, 1),
            note="One life, one card in hand, and it is over. What a year.",
            facts=(
                CardTransformed(
                    typed_key("Gallows Moth"), basic("Moth of the Last Gallows", 3, MINION, 14)
                ),
                grown(
                    7,
                    ("Heart of the Kiln", "Winter Inventory"),
                    ("ancient-cyanolith", "Borrowed Dawn"),
                ),
            ),
        ),
    ),
)

SALT_ROAD = Tale(
    name="Three on the Salt Road",
    ago=75,
    seats=(
        Seat(1, "yellow", "b", "Wren Ashdown", "Maja"),
        Seat(2, "orange", "a", "Corvin Dusk", "Luc"),
        Seat(3, "green", "b", "Maud the Lesser", "Inès"),
    ),
    evenings=(
        Evening(
            1,
            day=0,
            minutes=125,
            tally=won(6, 7, 3, 5, nemesis=24),
            note="Its deck ran out before we did.",
            facts=(
                grown(
                    1,
                    ("Lamplit Opal", "Kindled Needle"),
                    ("gilded-marble", "incinerating-fist"),
                ),
            ),
        ),
        Evening(
            2,
            day=15,
            minutes=100,
            tally=lost(GRAVEHOLD, 0, 12, 8, 8, 2),
            note="We spent everything on gems and nothing on the city.",
            onward=False,
        ),
        Evening(
            2,
            day=29,
            minutes=110,
            tally=won(17, 5, 0, 4),
            note="Maud with the X card, twice in one round.",
            names_basics=True,
            facts=(
                starter(1, "2a", "Brine Mirror", RELIC, Where.HAND),
                ability(1, "2b", "Second Wind", 5, "Somebody recovers four life."),
                starter(2, "2a", "Dusk Arrow", SPELL, Where.DECK),
                ability(2, "2b", "Long Shadow", 6, "Every ally casts one spell at once."),
                starter(3, "2a", "Lesser Flame", SPELL, Where.HAND),
                ability(3, "2b", "Stubborn", 4, "Gravehold recovers three."),
                grown(2, ("Tinker’s Lantern", "Nettle Script"), ("ethereal-hand", "gravity-node")),
            ),
        ),
        Evening(
            3,
            day=64,
            minutes=135,
            tally=lost(EXHAUSTED, 4, 27, 0, 0, 0),
            note="All three down in one round. Again next month.",
            onward=False,
            facts=(
                evolved("Splinter Hound", "Hits Gravehold when it falls."),
                CardTransformed(typed_key("Rust Breath"), basic("Breath of Verdigris", 1, ATTACK)),
            ),
        ),
        Evening(3, day=72),
    ),
)
