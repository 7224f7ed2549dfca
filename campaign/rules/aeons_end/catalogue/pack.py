"""A pack: the catalogue of one boxed game. These types are the schema of its file."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, Final, Protocol

from campaign.rules.aeons_end.catalogue.story import Chapter as Chapter
from campaign.rules.aeons_end.catalogue.story import Dial, KnownBy, PlayerAid, Positive, SupportDeck
from campaign.rules.aeons_end.catalogue.story import Known as Known
from campaign.rules.aeons_end.catalogue.story import KnownFrom as KnownFrom
from campaign.rules.aeons_end.catalogue.story import Moment as Moment
from campaign.rules.aeons_end.catalogue.story import RuleSection as RuleSection
from campaign.rules.aeons_end.catalogue.story import Seal as Seal
from campaign.rules.aeons_end.catalogue.story import SealKind as SealKind
from campaign.rules.aeons_end.catalogue.story import Slot as Slot
from campaign.rules.aeons_end.catalogue.story import When as When
from campaign.rules.aeons_end.unleash import UnleashEffect
from campaign.rules.core.constraints import Check, Limit
from campaign.rules.core.entries import Few
from campaign.rules.core.pack import Id, Text
from campaign.rules.core.pack import Name as Name

TIERS: Final = 3  # of a nemesis deck
MAGE_LIFE: Final = 10
HAND: Final = 5  # cards in a starting hand, and in a starting deck

_KEY: Final = re.compile(r"(?:[a-z0-9]+(?:-[a-z0-9]+)*/)?[a-z0-9]+(?:-[a-z0-9]+)*")
# The same mage is in several boxes: ids of a box are "<box>/<id>" in a game of the series.
Key = Annotated[
    str,
    Check(lambda text: bool(_KEY.fullmatch(text)), "an id of small letters, digits and hyphens"),
]
Count = Annotated[int, Limit(0, 20)]
AtLeastOne = Annotated[int, Limit(1, 20)]
Number = Annotated[int, Limit(0, 999)]
FiveCards = Annotated[
    tuple[str, ...], Check(lambda ids: len(ids) in (0, HAND), f"a list of {HAND}", "file.list")
]


class CardKind(StrEnum):
    """What a player card is."""

    GEM = "gem"
    RELIC = "relic"
    SPELL = "spell"


class NemesisKind(StrEnum):
    """What a nemesis card is."""

    ATTACK = "attack"
    MINION = "minion"
    POWER = "power"
    ACOLYTE = "acolyte"
    SUPPORT = "support"


class Part(StrEnum):
    """The parts of a box and of a set-up, in the order of the box's dividers."""

    STORY = "story"
    MAGES = "mages"
    TURN_ORDER = "turn-order"
    NEMESIS = "nemesis"
    MARKET = "market"
    RULEBOOK = "rulebook"
    SEALED = "sealed"
    BANISHED = "banished"


@dataclass(frozen=True, slots=True)
class Card:
    """A player card: a market pile's, or a starter (cost 0, copies 0)."""

    id: Key
    name: Name
    kind: CardKind
    cost: Count
    copies: Count
    known: KnownBy
    starter: bool = False
    mage: str | None = None  # whose unique starter it is
    box: str = ""  # of a shelf; "" in a game of one box


@dataclass(frozen=True, slots=True)
class NemesisCard:
    """A card of the nemesis deck: basic, or one nemesis' own."""

    id: Key
    name: Name
    tier: Annotated[int, Limit(0, TIERS)]
    kind: NemesisKind
    known: KnownBy
    nemesis: str | None = None  # None: basic
    life: Number | None = None
    shields: Number | None = None
    power: Number | None = None
    spaces: Number | None = None  # places for evolution stickers; None: the pack does not know
    becomes: str | None = None  # the evolved card's id, where known
    evolution_card: Text | None = None  # number of the E card it names, where seen
    evolved: bool = False  # lives in the evolution deck, never in a fresh pool
    number: Text | None = None  # the number printed on the card
    note: str = ""
    discard_aether: Number | None = None  # what players pay to discard it
    discard_spells: Number | None = None  # prepped spells they discard to discard it
    box: str = ""

    @property
    def basic(self) -> bool:
        """Say whether it belongs to a fresh pool of basic cards."""
        return self.nemesis is None and not self.evolved


@dataclass(frozen=True, slots=True)
class Nemesis:
    """A nemesis mat. ``life`` is None where its dial does not stand for its defeat."""

    id: Key
    name: Name
    life: Positive | None
    difficulty: Annotated[int, Limit(1, 10)]
    known: KnownBy
    chapter: int | None = None  # as the chapters say: the loader sets both
    chapter_inferred: bool = False
    tokens: Number = 0
    in_play: Number = 0  # cards from the top of its deck that begin in play
    support: SupportDeck | None = None
    by_story: bool = False  # the story makes its deck: it has no place in a one-off game
    box: str = ""
    unleash: UnleashEffect | None = None  # where a rulebook shows its mat


@dataclass(frozen=True, slots=True)
class BreachType:
    """A breach tile: what focusing costs, and the open cost by focuses still to go (most first)."""

    number: Text
    focus_cost: AtLeastOne | None
    open_costs: tuple[Count, ...]  # e.g. (5, 4, 3, 2); empty: never closed
    bonus_damage: Annotated[int, Limit(0, 9)] = 0


class BreachState(StrEnum):
    """The state of a breach."""

    OPEN = "open"
    CLOSED = "closed"
    ABSENT = "absent"


@dataclass(frozen=True, slots=True)
class BreachStart:
    """A breach at the start: open, closed after a number of quarter turns, or absent."""

    number: str
    state: BreachState
    turns: Annotated[int, Limit(0, 3)] = 0  # quarter turns made; 0: the dearest side up


@dataclass(frozen=True, slots=True)
class MageMat:
    """A mage's mat as printed. A Legacy mat has a colour and sides; players write the name.

    Of most boxes only the ability and the unique starters are known: hand, deck and breaches are
    empty then, and players look at the mat.
    """

    id: Key
    name: Name
    known: KnownBy
    life: Dial = MAGE_LIFE
    hand: FiveCards = ()  # card ids, leftmost first
    deck: FiveCards = ()  # card ids, top first
    breaches: tuple[BreachStart, ...] = ()
    colour: Id | None = None
    title: Name | None = None
    ability: Name | None = None
    charges: Annotated[int, Limit(1, 9)] | None = None
    custom: bool = False  # players name it and change it
    sides: Annotated[int, Limit(1, 2)] = 1  # sides of the mat to choose from
    box: str = ""


@dataclass(frozen=True, slots=True)
class MarketRules:
    """How many piles of each kind a market has, and how a campaign's market grows."""

    piles: AtLeastOne
    gems: Count
    relics: Count
    spells: Count
    copies: Mapping[CardKind, AtLeastOne]
    first: tuple[str, ...] = ()  # card ids of the first market, where the box fixes it
    offered: Count = 0
    added: Count = 0
    banished: Count = 0

    @property
    def by_kind(self) -> dict[CardKind, int]:
        """Return how many gems, relics and spells a market without a template has."""
        return {CardKind.GEM: self.gems, CardKind.RELIC: self.relics, CardKind.SPELL: self.spells}


@dataclass(frozen=True, slots=True)
class SuggestedMarket:
    """A market the rulebook proposes."""

    id: Id
    name: Name
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SlotRule:
    """One place of a market template: a kind (None: any) and which costs it takes."""

    kind: CardKind | None
    costs: Few[Count] | None = None  # None: any cost


@dataclass(frozen=True, slots=True)
class MarketTemplate:
    """A pattern of nine places for a random market."""

    id: Id
    name: Name
    slots: tuple[SlotRule, ...]


@dataclass(frozen=True, slots=True)
class Difficulty:
    """A difficulty: lives of mages and Gravehold, what is added to the nemesis' life."""

    id: Id
    name: Name
    mage_life: Dial
    gravehold_life: Dial
    nemesis_life: Annotated[int, Limit(-99, 99)]  # added to what its mat says
    increased: bool  # use the mat's increased-difficulty rule


@dataclass(frozen=True, slots=True)
class Pack:
    """The whole catalogue of one boxed game."""

    slug: Id
    version: Positive
    name: Name
    mages_min: Annotated[int, Limit(1, 4)]
    mages_max: Annotated[int, Limit(1, 4)]
    mage_life: Dial
    gravehold_life: Dial
    cards: tuple[Card, ...]
    nemesis_cards: tuple[NemesisCard, ...]
    nemeses: tuple[Nemesis, ...]
    mages: tuple[MageMat, ...]
    breaches: tuple[BreachType, ...]
    chapters: tuple[Chapter, ...]
    seals: tuple[Seal, ...]
    sections: tuple[RuleSection, ...]
    slots: tuple[Slot, ...]
    market: MarketRules
    suggested_markets: tuple[SuggestedMarket, ...]
    market_templates: tuple[MarketTemplate, ...]
    difficulties: tuple[Difficulty, ...]
    basics_by_mages: Mapping[int, tuple[Count, Count, Count]]  # basics a tier, by mages
    own_per_tier: Number
    dividers: tuple[Part, ...]  # the order of the box
    notes: tuple[Text, ...]  # what is uncertain about the pack
    player_aid: PlayerAid | None = None
    alone_most: Count = 0  # mages that one person should play at most; 0: no advice
    gem_to_keep: Count = 0  # cost of a gem that the market should keep; 0: no advice
    find: "Finder" = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "find", self.finder())

    def finder(self) -> "Finder":
        """Return the index of its things; it is made once."""
        return Finder(self)

    @property
    def players(self) -> range:
        """Return how many mages can play."""
        return range(self.mages_min, self.mages_max + 1)

    def __hash__(self) -> int:
        # Mappings have no hash, and slug and version identify a catalogue.
        return hash((self.slug, self.version))

    def name_of(self, kind: str, key: str, language: str) -> str:
        finders: dict[str, Callable[[str], Nemesis | MageMat | Card | Difficulty | None]] = {
            "against": self.find.nemesis,
            "character": self.find.mage,
            "difficulty": self.find.difficulty,
            "pile": self.find.card,
        }
        thing = finders[kind](key) if kind in finders else None
        return thing.name.in_language(language) if thing else ""

    def names(self) -> Iterator[tuple[str, str, Known]]:
        """Yield (id, spelling, how it becomes known) for every name in every language."""
        things: tuple[Card | NemesisCard | Nemesis, ...]
        things = (*self.cards, *self.nemesis_cards, *self.nemeses)
        for thing in things:
            yield from ((thing.id, name, thing.known) for name in thing.name.all())
        for chapter in self.chapters:
            if chapter.title:
                key = f"chapter-{chapter.number}"
                yield from ((key, name, chapter.title_known) for name in chapter.title.all())


class Named(Protocol):
    """A thing with a name."""

    @property
    def name(self) -> Name:
        """Return its name."""


class Finder:
    """Indexes of a pack by id: a page looks up hundreds of things.

    ``boxes`` are those of a series, whose things are found too; ``parts`` is what only expeditions
    have, by id.
    """

    def __init__(
        self, pack: Pack, boxes: Iterable[Pack] = (), parts: Mapping[str, Named] | None = None
    ) -> None:
        every = (pack, *boxes)
        cards = {card.id: card for each in every for card in each.cards}
        nemesis_cards = {card.id: card for each in every for card in each.nemesis_cards}
        nemeses = {nemesis.id: nemesis for each in every for nemesis in each.nemeses}
        things: dict[str, Card | NemesisCard | Nemesis] = {**nemeses, **nemesis_cards, **cards}
        self.card, self.nemesis_card, self.nemesis = cards.get, nemesis_cards.get, nemeses.get
        self.thing = things.get  # any of these
        self.part = (parts or {}).get
        self.mage = {mage.id: mage for each in every for mage in each.mages}.get
        markets = (market for each in every for market in each.suggested_markets)
        self.suggested_market = {market.id: market for market in markets}.get
        self.breach = {breach.number: breach for breach in pack.breaches}.get
        self.chapter = {chapter.number: chapter for chapter in pack.chapters}.get
        self.seal = {seal.id: seal for seal in pack.seals}.get
        self.section = {section.letter: section for section in pack.sections}.get
        self.slot = {slot.id: slot for slot in pack.slots}.get
        self.difficulty = {difficulty.id: difficulty for difficulty in pack.difficulties}.get
        self.market_template = {template.id: template for template in pack.market_templates}.get
        self.piles = tuple(card for card in pack.cards if not card.starter)  # of a market
        self.basics = tuple(card for card in pack.nemesis_cards if card.basic)  # of a fresh pool
        self.evolved = tuple(card for card in pack.nemesis_cards if card.evolved)
        self._own: dict[str, tuple[NemesisCard, ...]] = {}
        for card in pack.nemesis_cards:
            if card.nemesis is not None:
                self._own[card.nemesis] = (*self.own_cards(card.nemesis), card)

    def cards(self, ids: Iterable[str]) -> tuple[Card, ...]:
        """Return player cards by their ids; the loader has checked that they exist."""
        return tuple(card for card in map(self.card, ids) if card is not None)

    def own_cards(self, nemesis: str) -> tuple[NemesisCard, ...]:
        """Return the cards that only one nemesis uses, tier 0 included."""
        return self._own.get(nemesis, ())
