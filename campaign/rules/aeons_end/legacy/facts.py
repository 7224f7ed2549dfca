"""The facts of a Legacy campaign: what was decided in which game. State is replayed from them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum

from campaign.rules.aeons_end.mages import Sticker
from campaign.rules.aeons_end.market.piles import Growth
from campaign.rules.aeons_end.nemesis_deck import PoolCard
from campaign.rules.aeons_end.outcome import Tally
from campaign.rules.core.facts import Fact as Fact
from campaign.rules.core.facts import Noted as Noted

COLOURS = ("green", "yellow", "orange", "blue")
SIDES = ("a", "b")


@dataclass(frozen=True, slots=True)
class Seat:
    """A mage of the campaign and who plays it; fixed for the whole campaign."""

    number: int
    colour: str
    side: str
    name: str
    player: str = ""


@dataclass(frozen=True, slots=True)
class Foe:
    """The nemesis of a game: a pack id or a typed name, and the life its mat shows."""

    key: str
    name: str = ""
    life: int | None = None


@dataclass(frozen=True, slots=True)
class Planned(Fact):
    """A game was planned. ``pairs`` is set with four mages only."""

    chapter: int
    foe: Foe
    pairs: tuple[tuple[int, int], tuple[int, int]] | None = None


@dataclass(frozen=True, slots=True)
class Played(Fact):
    """A game ended; when and for how long it was played does not concern the engine."""

    tally: Tally
    played_on: date | None = field(default=None, kw_only=True)
    minutes: int | None = field(default=None, kw_only=True)


@dataclass(frozen=True, slots=True)
class Verdict(Fact):
    """What the story card said after a loss: go on, or play the chapter again."""

    onward: bool


@dataclass(frozen=True, slots=True)
class MarketGrown(Fact):
    """The market grew."""

    growth: Growth


@dataclass(frozen=True, slots=True)
class StickerPlaced(Fact):
    """A sticker went onto a slot of a mage's mat."""

    seat: int
    sticker: Sticker


@dataclass(frozen=True, slots=True)
class CardEvolved(Fact):
    """A basic card took an evolution sticker; ``text`` is the players' own words about it."""

    card: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class CardTransformed(Fact):
    """A basic card left the campaign and its evolved card took its place."""

    card: str
    into: PoolCard


@dataclass(frozen=True, slots=True)
class BasicJoined(Fact):
    """A basic card joined this campaign's pool."""

    card: PoolCard


@dataclass(frozen=True, slots=True)
class BasicLeft(Fact):
    """A basic card left this campaign's pool."""

    card: str


@dataclass(frozen=True, slots=True)
class SectionUnlocked(Fact):
    """A section's sticker went into the rulebook.

    ``section`` is the pack's letter; ``letter`` is what the players' own sticker shows.
    """

    section: str
    letter: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class SealOpened(Fact):
    """A deck, an envelope, a box or a supplement was opened; a pack id or a typed name."""

    seal: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class DecisionClosed(Fact):
    """A decision was closed without an entry: "none", or "not so in our box" with a reason."""

    decision: str


@dataclass(frozen=True, slots=True)
class Settled(Fact):
    """The aftermath is decided."""


class FactKind(StrEnum):
    """The kinds of fact by the words with which they are stored."""

    PLANNED = "planned"
    PLAYED = "played"
    VERDICT = "verdict"
    MARKET_GROWN = "growth"
    STICKER_PLACED = "sticker"
    CARD_EVOLVED = "evolved"
    CARD_TRANSFORMED = "transformed"
    BASIC_JOINED = "joined"
    BASIC_LEFT = "left"
    SECTION_UNLOCKED = "section"
    SEAL_OPENED = "seal"
    DECISION_CLOSED = "closed"
    NOTED = "note"
    SETTLED = "settled"


KIND_OF: dict[type[Fact], FactKind] = {
    Planned: FactKind.PLANNED,
    Played: FactKind.PLAYED,
    Verdict: FactKind.VERDICT,
    MarketGrown: FactKind.MARKET_GROWN,
    StickerPlaced: FactKind.STICKER_PLACED,
    CardEvolved: FactKind.CARD_EVOLVED,
    CardTransformed: FactKind.CARD_TRANSFORMED,
    BasicJoined: FactKind.BASIC_JOINED,
    BasicLeft: FactKind.BASIC_LEFT,
    SectionUnlocked: FactKind.SECTION_UNLOCKED,
    SealOpened: FactKind.SEAL_OPENED,
    DecisionClosed: FactKind.DECISION_CLOSED,
    Noted: FactKind.NOTED,
    Settled: FactKind.SETTLED,
}

# Within a game the plan, the result and the verdict are replayed before the rest, whenever they
# were written down: a result amended months later still precedes the aftermath it opened.
_RANK = {FactKind.PLANNED: 0, FactKind.PLAYED: 1, FactKind.VERDICT: 2, FactKind.SETTLED: 4}
_OTHERS = 3


def kind_of(fact: Fact) -> FactKind:
    """Return the kind of a fact."""
    return KIND_OF[type(fact)]


def rank(kind: FactKind) -> int:
    """Return the place of a kind of fact within its game."""
    return _RANK.get(kind, _OTHERS)


@dataclass(frozen=True, slots=True)
class Game:
    """The facts of one game, in the order they are replayed."""

    number: int
    facts: tuple[Fact, ...]


def game_of(number: int, facts: Iterable[Fact]) -> Game:
    """Return a game with its facts put in the order of replay."""
    return Game(number, tuple(sorted(facts, key=lambda fact: rank(kind_of(fact)))))


@dataclass(frozen=True, slots=True)
class Story:
    """A whole campaign as it is recorded: who plays, and the facts game by game."""

    seats: tuple[Seat, ...]
    games: tuple[Game, ...] = ()

    def until(self, game: int) -> Story:
        """Return the story as it was when this game had been settled."""
        return Story(self.seats, tuple(g for g in self.games if g.number <= game))

    def with_fact(self, game: int, fact: Fact) -> Story:
        """Return the story with one more fact, in a game it has or in the next one."""
        games = {g.number: g for g in self.games}
        facts = games[game].facts if game in games else ()
        games[game] = game_of(game, (*facts, fact))
        return Story(self.seats, tuple(games[number] for number in sorted(games)))
