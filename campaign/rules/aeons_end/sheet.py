"""The set-up sheet: one value; the page, the print, the PDF, the picture, the JSON are its faces.

It holds names and numbers, never sentences: a step, a change and a thing to restore carry a code
and the values that a sentence in any language needs.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from campaign.rules.core.problems import Problem

Value = str | int | tuple[str, ...] | tuple[int, ...]


class Part(StrEnum):
    """The parts of a set-up, in the order of the box's dividers."""

    STORY = "story"
    MAGES = "mages"
    TURN_ORDER = "turn-order"
    NEMESIS = "nemesis"
    MARKET = "market"
    RULEBOOK = "rulebook"
    SEALED = "sealed"
    BANISHED = "banished"


@dataclass(frozen=True, slots=True)
class Line:
    """A step, a change or a thing to restore: a code for the sentence and what it speaks of."""

    part: Part
    code: str
    values: Mapping[str, Value] = field(default_factory=dict)
    changed: bool = False  # differs from the last time this table was set up


@dataclass(frozen=True, slots=True)
class TurnCount:
    """So many copies of one turn-order card; ``names`` are those written on it."""

    card: str  # "mage" | "pair" | "wild" | "nemesis"
    seats: tuple[int, ...]
    names: tuple[str, ...]
    count: int


@dataclass(frozen=True, slots=True)
class SheetCard:
    """A card lying in a hand, a deck or a list."""

    key: str
    name: str
    kind: str
    cost: int = 0


@dataclass(frozen=True, slots=True)
class SheetBreach:
    """A breach as it lies at the start of the game."""

    number: str
    state: str
    turns: int
    rotation: int  # degrees, clockwise, from the most expensive side up
    focus_cost: int | None
    open_cost: int | None
    bonus: int = 0


@dataclass(frozen=True, slots=True)
class SheetMage:
    """One mage's place at the table."""

    seat: int
    name: str
    player: str
    colour: str
    side: str
    life: int
    hand: tuple[SheetCard, ...]
    deck: tuple[SheetCard, ...]  # top first
    breaches: tuple[SheetBreach, ...]
    ability: str = ""
    charges: int | None = None
    stickers: tuple[Mapping[str, Value], ...] = ()


@dataclass(frozen=True, slots=True)
class SheetTier:
    """How many cards of one tier lie in the nemesis deck; None where only the story card knows."""

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


@dataclass(frozen=True, slots=True)
class SheetPile:
    """One pile of the market."""

    id: str
    name: str
    kind: str
    cost: int
    copies: int
    changed: bool = False


@dataclass(frozen=True, slots=True)
class SheetSection:
    """An unlocked section of the rulebook."""

    letter: str
    place: str
    page: int | None
    note: str = ""
    changed: bool = False


@dataclass(frozen=True, slots=True)
class SetupSheet:
    """Everything the table needs to lay out one game."""

    system: str
    pack_version: int
    language: str
    game: int | None
    chapter: int | None
    players: int
    gravehold_life: int
    turn_order: tuple[TurnCount, ...]
    pair_tokens: int
    mages: tuple[SheetMage, ...]
    nemesis: SheetNemesis
    market: tuple[SheetPile, ...]
    sections: tuple[SheetSection, ...]
    steps: tuple[Line, ...]
    changes: tuple[Line, ...]
    restore: tuple[Line, ...]
    put_away: tuple[Line, ...]
    notes: tuple[str, ...] = ()  # codes of rule notes worth showing beside the sheet
    difficulty: str = ""
    seed: str = ""
    problems: tuple[Problem, ...] = ()
    before: tuple[Line, ...] = ()  # what the start of the chapter asks for, still to be done

    def as_dict(self) -> dict[str, Any]:
        """Return the sheet as plain JSON values, in the shape the JSON face promises."""
        nemesis = {
            "id": self.nemesis.key,
            "name": self.nemesis.name,
            "life": self.nemesis.life,
            "by_story": self.nemesis.by_story,
            "increased_difficulty": self.nemesis.increased,
            "deck": {
                **{str(tier.tier): _tier(tier) for tier in self.nemesis.tiers},
                "total": self.nemesis.total,
            },
        }
        return {
            "system": self.system,
            "pack_version": self.pack_version,
            "language": self.language,
            "game": self.game,
            "chapter": self.chapter,
            "players": self.players,
            "difficulty": self.difficulty or None,
            "seed": self.seed or None,
            "gravehold": {"life": self.gravehold_life},
            "turn_order": [
                {"card": _turn_name(card), "kind": card.card, "count": card.count}
                for card in self.turn_order
            ],
            "pair_tokens": self.pair_tokens,
            "mages": [_mage(mage) for mage in self.mages],
            "nemesis": nemesis,
            "market": [_plain(pile) for pile in self.market],
            "sections": [_plain(section) for section in self.sections],
            "before": [_line(line) for line in self.before],
            "steps": [_line(line) for line in self.steps],
            "changes": [_line(line) for line in self.changes],
            "restore": [_line(line) for line in self.restore],
            "put_away": [_line(line) for line in self.put_away],
            "notes": list(self.notes),
            "problems": [
                {"code": problem.code, **{k: _plain(v) for k, v in problem.details.items()}}
                for problem in self.problems
            ],
        }


def _turn_name(card: TurnCount) -> str:
    return " / ".join(card.names) if card.names else card.card


def _tier(tier: SheetTier) -> dict[str, Any]:
    return {
        "own": tier.own,
        "basic": tier.basic,
        "total": tier.total,
        "cards": [_plain(card) for card in tier.basics],
    }


def _mage(mage: SheetMage) -> dict[str, Any]:
    plain: dict[str, Any] = _plain(mage)
    plain["hand"] = [card.name for card in mage.hand]
    plain["deck"] = [card.name for card in mage.deck]
    return plain


def _line(line: Line) -> dict[str, Any]:
    values = {key: _plain(value) for key, value in line.values.items()}
    return {"part": str(line.part), "code": line.code, "changed": line.changed, "values": values}


def _plain(value: Any) -> Any:
    if value is None or isinstance(value, (str, int)):  # most values are, so they are asked first
        return str(value) if isinstance(value, StrEnum) else value
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, (tuple, list)):
        return [_plain(item) for item in value]
    return {f.name: _plain(getattr(value, f.name)) for f in dataclasses.fields(value)}
