"""A pack: the catalogue of one boxed game, typed. ``pack_loader`` reads it from its file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import total_ordering

from campaign.rules.aeons_end.catalogue.index import PackIndex
from campaign.rules.core.pack import Name as Name


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


class SealKind(StrEnum):
    """What an unopened thing is."""

    DECK = "deck"
    ENVELOPE = "envelope"
    BOX = "box"
    SUPPLEMENT = "supplement"


class When(StrEnum):
    """The two moments of a chapter at which a legacy box changes."""

    START = "start"
    END = "end"


class KnownFrom(StrEnum):
    """What makes a thing of the pack known to a campaign."""

    START = "start"  # printed on the box, the mats or in the open part of the rulebook
    MOMENT = "moment"  # at its chapter's moment
    RECORDED = "recorded"  # only once players record it


@total_ordering
@dataclass(frozen=True, slots=True)
class Moment:
    """The start or the end of a chapter; moments compare as they follow each other in time."""

    chapter: int
    when: When

    @property
    def rank(self) -> tuple[int, int]:
        """Order moments in time: a chapter's start comes before its end."""
        return (self.chapter, 0 if self.when is When.START else 1)

    def __lt__(self, other: Moment) -> bool:
        return self.rank < other.rank


@dataclass(frozen=True, slots=True)
class Known:
    """How a campaign comes to know a thing; ``moment`` is set exactly when it is by a moment."""

    by: KnownFrom = KnownFrom.START
    moment: Moment | None = None


@dataclass(frozen=True, slots=True)
class Card:
    """A player card: a market pile's, or a starter (cost 0, copies 0)."""

    id: str
    name: Name
    kind: CardKind
    cost: int
    copies: int
    known: Known
    starter: bool = False
    mage: str | None = None  # whose unique starter it is


@dataclass(frozen=True, slots=True)
class NemesisCard:
    """A card of the nemesis deck: basic, or one nemesis' own."""

    id: str
    name: Name
    tier: int
    kind: NemesisKind
    known: Known
    nemesis: str | None = None  # None: basic
    life: int | None = None
    shields: int | None = None
    power: int | None = None
    spaces: int | None = None  # places for evolution stickers; None: the pack does not know
    becomes: str | None = None  # the evolved card's id, where known
    evolution_card: str | None = None  # number of the E card it names, where seen
    evolved: bool = False  # lives in the evolution deck, never in a fresh pool
    number: str | None = None  # the number printed on the card
    note: str = ""

    @property
    def basic(self) -> bool:
        """Say whether it belongs to a fresh pool of basic cards."""
        return self.nemesis is None and not self.evolved


@dataclass(frozen=True, slots=True)
class Nemesis:
    """A nemesis mat. ``life`` is None where its dial does not stand for its defeat."""

    id: str
    name: Name
    life: int | None
    difficulty: int
    known: Known
    chapter: int | None = None
    chapter_inferred: bool = False
    tokens: int = 0


@dataclass(frozen=True, slots=True)
class BreachType:
    """A breach tile: what focusing costs, and the open cost by focuses still to go (most first)."""

    number: str
    focus_cost: int | None
    open_costs: tuple[int, ...]  # e.g. (5, 4, 3, 2); empty: never closed
    bonus_damage: int = 0


@dataclass(frozen=True, slots=True)
class BreachStart:
    """How a breach lies at the start: open, closed with so many quarter turns made, or absent."""

    number: str
    state: str  # "open" | "closed" | "absent"
    turns: int = 0  # quarter turns already made: 0 = the most expensive side up


@dataclass(frozen=True, slots=True)
class MageMat:
    """A mage's mat as printed. A Legacy mat has a colour and sides; players write the name."""

    id: str
    name: Name
    colour: str | None
    life: int
    hand: tuple[str, ...]  # card ids, leftmost first
    deck: tuple[str, ...]  # card ids, top first
    breaches: tuple[BreachStart, ...]
    known: Known
    title: Name | None = None
    ability: Name | None = None
    charges: int | None = None
    custom: bool = False  # players make it what it is
    sides: int = 1  # sides of the mat to choose from


@dataclass(frozen=True, slots=True)
class Slot:
    """A sticker slot on every mage mat, and the moment it opens."""

    id: str
    moment: Moment


@dataclass(frozen=True, slots=True)
class RuleSection:
    """A lettered hole in the rulebook: where it is and when its sticker comes."""

    letter: str
    moment: Moment
    place: Name
    page: int
    inferred: bool = False  # the letter is a reading, not a certainty
    letters: tuple[str, ...] = ()  # what the letter may be, where inferred
    replaces_steps: tuple[int, ...] = ()
    evolution: bool = False  # this section brings Evolution


@dataclass(frozen=True, slots=True)
class Seal:
    """Anything unopened; ``moment`` is None where only the story card knows."""

    id: str
    kind: SealKind
    label: str  # what is printed on it: "Ia", "3", "B", "#1"
    moment: Moment | None
    open_at_start: bool = False


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter of the campaign; ``always_onward``: the story goes on win or lose."""

    number: int
    title: Name | None
    title_known: Known
    nemesis: str | None
    envelope: str | None
    always_onward: bool = False


@dataclass(frozen=True, slots=True)
class MarketRules:
    """How many piles of what, and how a legacy market grows."""

    piles: int
    gems: int
    relics: int
    spells: int
    copies: Mapping[CardKind, int]
    first: tuple[str, ...] = ()  # card ids of the first market, where the box fixes it
    offered: int = 0
    added: int = 0
    banished: int = 0


@dataclass(frozen=True, slots=True)
class SuggestedMarket:
    """A market the rulebook proposes."""

    id: str
    name: Name
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SlotRule:
    """One place of a market template: a kind and which costs it takes."""

    kind: CardKind
    costs: tuple[int, ...] | None = None  # None: any cost


@dataclass(frozen=True, slots=True)
class MarketTemplate:
    """A pattern of nine places for a random market."""

    id: str
    name: Name
    slots: tuple[SlotRule, ...]


@dataclass(frozen=True, slots=True)
class Difficulty:
    """A difficulty: lives of mages and Gravehold, what is added to the nemesis' life."""

    id: str
    name: Name
    mage_life: int
    gravehold_life: int
    nemesis_life: int  # added to what its mat says
    increased: bool  # use the mat's increased-difficulty rule


@dataclass(frozen=True, slots=True)
class Pack:
    """The whole catalogue of one boxed game."""

    slug: str
    version: int
    name: Name
    mages_min: int
    mages_max: int
    mage_life: int
    gravehold_life: int
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
    basics_by_mages: Mapping[int, tuple[int, int, int]]  # mages in play → basics in tiers 1, 2, 3
    own_per_tier: int
    dividers: tuple[str, ...]  # the order of the box: codes of the sheet's parts
    untranslated: tuple[str, ...]  # paths whose name falls back to English, "cards.x.fr"
    notes: tuple[str, ...] = ()  # what is uncertain about the pack
    _index: PackIndex = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_index", PackIndex(self))

    @property
    def languages(self) -> tuple[str, ...]:
        """Return the languages in which the box exists."""
        return tuple(code for code in ("en", "pl", "fr") if getattr(self.name, code))

    @property
    def players(self) -> range:
        """Return how many mages can play."""
        return range(self.mages_min, self.mages_max + 1)

    def __hash__(self) -> int:
        # Mappings have no hash, and the slug and version name a catalogue well enough.
        return hash((self.slug, self.version))

    def card(self, card_id: str) -> Card | None:
        """Return a player card by id."""
        return self._index.cards.get(card_id)

    def nemesis_card(self, card_id: str) -> NemesisCard | None:
        """Return a card of the nemesis deck by id, evolved ones included."""
        return self._index.nemesis_cards.get(card_id)

    def nemesis(self, nemesis_id: str) -> Nemesis | None:
        """Return a nemesis by id."""
        return self._index.nemeses.get(nemesis_id)

    def mage(self, mage_id: str) -> MageMat | None:
        """Return a mage mat by id."""
        return self._index.mages.get(mage_id)

    def breach(self, number: str) -> BreachType | None:
        """Return a breach tile by its Roman number."""
        return self._index.breaches.get(number)

    def chapter(self, number: int) -> Chapter | None:
        """Return a chapter by number."""
        return self._index.chapters.get(number)

    def seal(self, seal_id: str) -> Seal | None:
        """Return a sealed thing by id."""
        return self._index.seals.get(seal_id)

    def section(self, letter: str) -> RuleSection | None:
        """Return a rule section by the letter the pack gives it."""
        return self._index.sections.get(letter)

    def slot(self, slot_id: str) -> Slot | None:
        """Return a sticker slot by id."""
        return self._index.slots.get(slot_id)

    def difficulty(self, difficulty_id: str) -> Difficulty | None:
        """Return a difficulty by id."""
        return self._index.difficulties.get(difficulty_id)

    def suggested_market(self, market_id: str) -> SuggestedMarket | None:
        """Return a suggested market by id."""
        return self._index.suggested_markets.get(market_id)

    def market_template(self, template_id: str) -> MarketTemplate | None:
        """Return a market template by id."""
        return self._index.market_templates.get(template_id)

    def name_of(self, kind: str, key: str, language: str) -> str:
        """Return what the box calls something that the ledger of plays counts; "" if unknown."""
        finders: dict[str, Callable[[str], Nemesis | MageMat | Card | Difficulty | None]] = {
            "against": self.nemesis,
            "character": self.mage,
            "difficulty": self.difficulty,
            "pile": self.card,
        }
        found = finders[kind](key) if kind in finders else None
        return found.name.in_language(language) if found else ""

    def piles(self) -> tuple[Card, ...]:
        """Return the cards a market can hold."""
        return self._index.piles

    def basics(self) -> tuple[NemesisCard, ...]:
        """Return the basic nemesis cards of a fresh pool: no evolved ones."""
        return self._index.basics

    def own_cards(self, nemesis_id: str) -> tuple[NemesisCard, ...]:
        """Return the cards that only one nemesis uses, tier 0 included."""
        return self._index.own.get(nemesis_id, ())

    def names(self) -> Iterator[tuple[str, str, Known]]:
        """Yield (id, spelling, how it becomes known) for every name in every language."""
        for card in self.cards:
            yield from ((card.id, name, card.known) for name in card.name.all())
        for nemesis_card in self.nemesis_cards:
            yield from ((nemesis_card.id, n, nemesis_card.known) for n in nemesis_card.name.all())
        for nemesis in self.nemeses:
            yield from ((nemesis.id, name, nemesis.known) for name in nemesis.name.all())
        for chapter in self.chapters:
            if chapter.title:
                key = f"chapter-{chapter.number}"
                yield from ((key, name, chapter.title_known) for name in chapter.title.all())
