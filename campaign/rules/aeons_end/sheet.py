"""The body of an Aeon's End set-up sheet: mages, nemesis, market, turn order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from campaign.rules.aeons_end.catalogue.pack import Part as Part
from campaign.rules.aeons_end.endings import DeckOutTiming
from campaign.rules.aeons_end.mages import Ability, Mat, Sticker
from campaign.rules.aeons_end.turn_order import TurnKind
from campaign.rules.aeons_end.unleash import UnleashEffect
from campaign.rules.core.sheet import Line as Line
from campaign.rules.core.sheet import SetupSheet as Envelope
from campaign.rules.core.sheet import Value as Value
from campaign.rules.core.sheet import picked, plain


@dataclass(frozen=True, slots=True)
class TurnCount:
    """The copies of one turn-order card; ``names`` are those written on it."""

    card: str  # "mage" | "pair" | "wild" | "nemesis" | "unleash"
    seats: tuple[int, ...]
    names: tuple[str, ...]
    count: int


@dataclass(frozen=True, slots=True)
class SheetTier:
    """How many cards of one tier are in the nemesis deck; None where only the story card says."""

    tier: int
    own: int | None
    basic: int | None
    total: int | None
    basics: tuple[SheetNemesisCard, ...] = ()


@dataclass(frozen=True, slots=True)
class SheetNemesisCard:
    """A basic card of the nemesis deck as this campaign has it."""

    key: str
    name: str
    kind: str
    stickers: tuple[str, ...] = ()
    evolved: bool = False
    box: str = ""
    upgraded: bool = False  # of an expedition: stronger than an ordinary basic card


@dataclass(frozen=True, slots=True)
class SheetNemesis:
    """The nemesis of this game; ``life`` is None where the mat has no dial of its own."""

    key: str
    name: str
    life: int | None
    tiers: tuple[SheetTier, ...]
    total: int | None
    by_story: bool = False  # the deck is made as the story cards say
    increased: bool = False  # the mat's increased-difficulty rule is in force
    tokens: int = 0  # of its own, on its mat
    acolytes: tuple[str, ...] = ()
    in_play: int = 0  # cards from the top of its deck that begin in play
    box: str = ""
    then_read: str = ""  # it has a support deck: the story card to read after its last card
    unleash: UnleashEffect | None = None  # None: only the mat knows


@dataclass(frozen=True, slots=True)
class SheetPile:
    """One pile of the market."""

    id: str
    name: str
    kind: str
    cost: int
    copies: int
    changed: bool = False
    box: str = ""


@dataclass(frozen=True, slots=True)
class SheetSection:
    """An unlocked section of the rulebook."""

    letter: str
    place: str
    page: int | str | None  # "18–19" where its sticker has two pages
    note: str = ""
    changed: bool = False


@dataclass(frozen=True, slots=True)
class SheetTreasure:
    """A treasure that is handed out; ``seat`` is None where it is the group's."""

    seat: int | None
    key: str
    name: str
    level: int
    kind: str = ""  # "": only the card says
    box: str = ""


@dataclass(frozen=True, slots=True)
class SheetCompanion:
    """A friend or a foe, with the charges that it needs."""

    key: str
    name: str
    charges: int
    box: str = ""


@dataclass(frozen=True, slots=True)
class SheetBattle:
    """Which battle of an expedition this is, and what only expeditions have on the table."""

    number: int
    of: int
    attempt: int
    tier: int
    treasures: tuple[SheetTreasure, ...] = ()
    friend: SheetCompanion | None = None
    foe: SheetCompanion | None = None
    banners: tuple[str, ...] = ()  # by name
    unleash_card: bool = False  # takes the place of one of the nemesis' turn-order cards
    more_on_the_card: bool = False  # of the nemesis, for a fifth battle
    note: str = ""  # a rule of this battle in the group's words


@dataclass(frozen=True, slots=True)
class AeonsEndBody:
    """What lies on the table in one game."""

    gravehold_life: int
    turn_order: tuple[TurnCount, ...]
    mages: tuple[Mat, ...]  # everything on them by its name
    nemesis: SheetNemesis
    market: tuple[SheetPile, ...]
    sections: tuple[SheetSection, ...] = ()
    chapter: int | None = None
    difficulty: str = ""
    exhaustion: tuple[str, ...] = ()  # what happens when a mage's life is 0, then what holds
    boxes: tuple[str, ...] = ()  # that the game was drawn from
    box_names: Mapping[str, str] = field(default_factory=dict)  # of those on the table
    deck_out: str = DeckOutTiming.AT_ONCE  # when an empty nemesis deck wins
    battle: SheetBattle | None = None  # of an expedition

    @property
    def pair_tokens(self) -> int:
        """Return how many pairs share turn-order cards: each has a token."""
        return sum(turn.card == TurnKind.PAIR for turn in self.turn_order)

    def as_dict(self) -> dict[str, Any]:
        """Return the body as plain JSON values."""
        nemesis = {
            "id": self.nemesis.key,
            **picked(self.nemesis, "name", "life", "box"),
            "by_story": self.nemesis.by_story,
            "increased_difficulty": self.nemesis.increased,
            "deck": {
                **{str(tier.tier): _tier(tier) for tier in self.nemesis.tiers},
                "total": self.nemesis.total,
            },
        }
        return {
            "boxes": list(self.boxes),
            "chapter": self.chapter,
            "difficulty": self.difficulty or None,
            "gravehold": {"life": self.gravehold_life},
            "turn_order": [
                {
                    "card": " / ".join(card.names) or card.card,
                    "kind": card.card,
                    "count": card.count,
                }
                for card in self.turn_order
            ],
            "pair_tokens": self.pair_tokens,
            "mages": [_mage(mage) for mage in self.mages],
            "nemesis": _in_box(nemesis),
            "market": [_in_box(plain(pile)) for pile in self.market],
            "sections": [plain(section) for section in self.sections],
            **({"battle": plain(self.battle)} if self.battle else {}),
        }


SetupSheet = Envelope[AeonsEndBody]


@dataclass(frozen=True, slots=True)
class Step(Line):
    """A step of the set-up with what it is about, for pages; its JSON is that of any line."""

    seat: int | None = None  # whose step it is; None if everybody's
    about: Ability | TurnCount | SheetTier | SheetPile | None = None


def _in_box(thing: dict[str, Any]) -> dict[str, Any]:
    """Return values without those that only games of several boxes or expeditions have."""
    return {key: value for key, value in thing.items() if value or key not in ("box", "upgraded")}


def _tier(tier: SheetTier) -> dict[str, Any]:
    cards = [_in_box(plain(card)) for card in tier.basics]
    return {**picked(tier, "own", "basic", "total"), "cards": cards}


def _mage(mage: Mat) -> dict[str, Any]:
    breach = ("number", "state", "turns", "rotation", "focus_cost", "open_cost", "bonus")
    values: dict[str, Any] = {
        **picked(mage, "seat", "name", "player", "colour", "side", "life"),
        "hand": [card.name for card in mage.hand],
        "deck": [card.name for card in mage.deck],
        "breaches": [picked(each, *breach) for each in mage.breaches],
        "ability": mage.ability.name if mage.ability else "",
        "charges": mage.ability.charges if mage.ability else None,
        "stickers": [_sticker(sticker) for sticker in mage.stickers],
        "box": mage.box,
    }
    if mage.kept:
        values["kept"] = plain(mage.kept)
    if not mage.is_known:  # all else is as printed on the mat
        values["starters"] = [card.name for card in mage.starters]
    return _in_box(values)


def _sticker(sticker: Sticker) -> dict[str, Any]:
    return {
        **picked(sticker, "slot", "kind", "name", "text"),
        "where": str(sticker.where or ""),
        "charges": sticker.charges or 0,
    }
