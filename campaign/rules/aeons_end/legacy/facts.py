"""The facts of a Legacy campaign: what was decided in which game. State is replayed from them."""

from dataclasses import dataclass, replace
from typing import Annotated, Self

from campaign.rules.aeons_end.catalogue.pack import Pack
from campaign.rules.aeons_end.mages import Sticker
from campaign.rules.aeons_end.market.piles import Growth, MarketChange, Pile
from campaign.rules.aeons_end.nemesis_deck import PoolCard
from campaign.rules.aeons_end.outcome import Tally
from campaign.rules.aeons_end.turn_order import SeatNumber
from campaign.rules.core import sizes
from campaign.rules.core.entries import At, Name, Number, PersonName, Short, Text, Verbatim
from campaign.rules.core.facts import FIRST, THIRD, Ended
from campaign.rules.core.facts import Fact as Fact
from campaign.rules.core.facts import Noted as Noted
from campaign.rules.core.facts import Settled as Settled
from campaign.rules.core.keys import Key
from campaign.rules.core.serialize import Check, between
from campaign.rules.core.story import Story as Story

Pairs = Annotated[
    tuple[tuple[int, int], tuple[int, int]],
    Check(
        lambda pairs: sorted((*pairs[0], *pairs[1])) == [1, 2, 3, 4],
        "two pairs of seats, such as [[1, 2], [3, 4]]",
        "file.pairs",
    ),
]
PILES_MOST = 50  # of one growth; the rules ask for four and two
_OFFERED = Check(
    lambda growth: len(growth.offered) <= PILES_MOST and growth.each_once(),
    "piles that were offered, each once",
    "file.added",
)

COLOURS = ("green", "yellow", "orange", "blue")
SIDES = ("a", "b")
MIDDLE = "middle"  # as far as a deck with a STOP card in its middle is opened first


@dataclass(frozen=True, slots=True)
class Seat:
    """A mage of the campaign and who plays it; fixed for the whole campaign."""

    number: int
    colour: str
    side: str
    name: PersonName
    player: PersonName = ""


@dataclass(frozen=True, slots=True)
class Foe:
    """The nemesis of a game: a pack id or a typed name, and the life its mat shows."""

    key: Annotated[Key, At("")]
    name: Annotated[Name, At("")] = ""
    life: Annotated[int, between(1, 99)] | None = None

    def start_life(self, pack: Pack) -> int | None:
        """Return the life it starts with: as players noted it, or as its mat shows."""
        known = pack.find.nemesis(self.key)
        return self.life if self.life is not None or known is None else known.life


@dataclass(frozen=True, slots=True)
class Planned(Fact, kind="planned", rank=FIRST):
    """A game was planned. ``pairs`` is set with four mages only."""

    chapter: Annotated[int, between(1, 99)]
    foe: Annotated[Foe, At("nemesis")]
    pairs: Pairs | None = None

    def tidied(self) -> Self:
        """Put the pairs in order: that of seat 1 comes first."""
        if self.pairs is None or any(len(pair) != 2 for pair in self.pairs):
            return self
        one, other = sorted((min(pair), max(pair)) for pair in self.pairs)
        return replace(self, pairs=(one, other))


@dataclass(frozen=True, slots=True)
class Played(Ended):
    """A game ended."""

    tally: Annotated[Tally, At("")]

    @property
    def result(self) -> Tally:
        """Return the tally by the name that it has in any game."""
        return self.tally


@dataclass(frozen=True, slots=True)
class Verdict(Fact, kind="verdict", rank=THIRD):
    """What the story card said after a loss: go on, or play the chapter again."""

    onward: bool


@dataclass(frozen=True, slots=True)
class MarketGrown(Fact, kind="growth"):
    """The market grew."""

    growth: Annotated[Growth, _OFFERED, At("")]

    def tidied(self) -> Self:
        """Put the piles that were added in the order in which they were offered."""
        places = {pile.key: place for place, pile in enumerate(self.growth.offered)}
        added = sorted(self.growth.added, key=lambda key: places.get(key, len(places)))
        return replace(self, growth=replace(self.growth, added=tuple(added)))


@dataclass(frozen=True, slots=True)
class StickerPlaced(Fact, kind="sticker"):
    """A sticker went onto a slot of a mage's mat."""

    seat: SeatNumber
    sticker: Annotated[Sticker, At("")]


@dataclass(frozen=True, slots=True)
class CardEvolved(Fact, kind="evolved"):
    """A basic card took an evolution sticker; ``text`` is the players' own words about it."""

    card: Key
    text: Text = ""
    spaces: Number | None = None  # of the card in all, where players counted them


@dataclass(frozen=True, slots=True)
class CardTransformed(Fact, kind="transformed"):
    """A basic card left the campaign and its evolved card took its place."""

    card: Key
    into: PoolCard
    spaces: Number | None = None  # of the old card in all, where players counted them


@dataclass(frozen=True, slots=True)
class BasicJoined(Fact, kind="joined"):
    """A basic card joined this campaign's pool."""

    card: PoolCard


@dataclass(frozen=True, slots=True)
class BasicLeft(Fact, kind="left"):
    """A basic card left this campaign's pool."""

    card: Key


@dataclass(frozen=True, slots=True)
class SectionUnlocked(Fact, kind="section"):
    """A section's sticker went into the rulebook.

    ``section`` is the pack's letter; ``letter`` is what the players' own sticker shows.
    """

    section: Annotated[Short, At("letter")]
    letter: Short
    note: Text = ""


@dataclass(frozen=True, slots=True)
class SealOpened(Fact, kind="seal"):
    """A deck, an envelope, a box or a supplement was opened; a pack id or a typed name.

    ``part`` is what of it was opened, where that was not the rest: a deck to the STOP card in its
    middle (``MIDDLE``), a part of a supplement.
    """

    seal: Annotated[str, Verbatim(sizes.KEY)]
    name: Annotated[Name, At("seal")] = ""
    part: Short = ""
    brought: Text = ""  # the players' own words about what was in it


@dataclass(frozen=True, slots=True)
class MarketOrdered(Fact, kind="ordered"):
    """A story card banished a pile, brought one into the market, or exchanged one for another."""

    banished: Key | None = None
    added: Pile | None = None


@dataclass(frozen=True, slots=True)
class StickerRemoved(Fact, kind="removed"):
    """A story card took a sticker off a mage's mat."""

    seat: SeatNumber
    slot: Short


@dataclass(frozen=True, slots=True)
class StoryRead(Fact, kind="read"):
    """The last card of the story that was read: a bookmark."""

    card: Short


@dataclass(frozen=True, slots=True)
class DecisionClosed(Fact, kind="closed"):
    """A decision was closed without an entry: "none", or "not so in our box" with a reason."""

    decision: Annotated[str, Verbatim(sizes.TOKEN)]


def market_change(fact: Fact) -> MarketChange | None:
    """Return what a growth, or a story card, did to the market; None for any other fact."""
    match fact:
        case MarketGrown(growth=growth):
            came = tuple(pile for pile in growth.offered if pile.key in growth.added)
            declined = tuple(pile for pile in growth.offered if pile.key not in growth.added)
            return MarketChange(came, growth.banished, declined)
        case MarketOrdered(banished=banished, added=added):
            return MarketChange((added,) if added else (), (banished,) if banished else ())
    return None


# A game has one of each at most; two would contradict each other.
ONCE_PER_GAME = frozenset({Planned.kind, Played.kind, Verdict.kind, MarketGrown.kind, Settled.kind})
# What the story card said of a result that never was needs no asking.
WITH_RESULT = frozenset({Verdict.kind})
