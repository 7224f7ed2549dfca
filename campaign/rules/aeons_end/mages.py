"""Mages: the mat as printed, and with its stickers.

Five cards in hand and five in the deck, the leftmost on top; 10 life (War Eternal p. 8; Legacy
pp. 4, 8). An ability takes 4, 5 or 6 charges (War Eternal p. 14). Which stickers there are, only
the box knows: the slots are printed on the mat (Legacy p. 4).
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated

from campaign.rules.aeons_end.breaches import NUMBERS, Breach, Breaches, breach_of
from campaign.rules.aeons_end.catalogue.pack import (
    BreachStart,
    BreachState,
    Card,
    CardKind,
    MageMat,
    Pack,
)
from campaign.rules.core.constraints import Most
from campaign.rules.core.entries import Name, Number, Short, Text
from campaign.rules.core.keys import is_typed, typed_key
from campaign.rules.core.problems import Detail, Problem, RulesError, refuse

CRYSTAL = "crystal"
CHARGES = (4, 5, 6)
# More than any mat has.
MAX_STARTERS = 20  # in a hand or a deck
MAX_STICKERS = 40
MAX_ABILITIES = 20


class Where(StrEnum):
    """Where a starter card goes."""

    HAND = "hand"
    DECK = "deck"


class StickerKind(StrEnum):
    """What a sticker on a mage's mat brings."""

    STARTER = "starter"
    ABILITY = "ability"
    BREACH = "breach"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class CardRef:
    """A card in a hand or a deck; on a mat ``name`` is set only where players typed it."""

    key: str
    name: str
    kind: CardKind
    cost: int

    @property
    def unique(self) -> bool:
        """Say whether it came with a sticker."""
        return is_typed(self.key)


@dataclass(frozen=True, slots=True)
class Ability:
    """A mage's ability and the charges it needs; ``name`` is "" where it is the pack's."""

    name: str
    charges: int
    text: str = ""  # the players' own words about it


@dataclass(frozen=True, slots=True)
class Sticker:
    """A sticker on a slot of a mat, as players recorded it."""

    slot: Short
    kind: StickerKind
    name: Name = ""
    text: Text = ""
    charges: Number | None = None  # of an ability
    where: Where | None = None  # of a starter card
    card_kind: CardKind | None = None  # of a starter card
    breach_turns: Number | None = None  # of breach IV: quarter turns already made
    replaces: bool | None = None  # of a second ability; None in old entries: it does


Hand = Annotated[tuple[CardRef, ...], Most(MAX_STARTERS)]
Kept = Annotated[tuple[Ability, ...], Most(MAX_ABILITIES)]


@dataclass(frozen=True, slots=True)
class Mat:
    """A mage's mat: five cards in hand and five in the deck, leftmost and top first."""

    mage: str  # the pack's id of the mat
    seat: int
    name: str  # what players wrote on it; "" where the pack names the mage
    colour: str | None
    side: str
    player: str
    life: int
    hand: Hand
    deck: Hand
    breaches: Breaches
    ability: Ability | None = None  # the newest
    stickers: Annotated[tuple[Sticker, ...], Most(MAX_STICKERS)] = ()
    starters: Hand = ()  # its unique cards, where hand and deck are not known
    box: str = ""  # of a shelf
    kept: Kept = ()  # abilities that hold besides, the oldest first

    @property
    def is_known(self) -> bool:
        """Say whether hand, deck and breaches are known; else they are as printed."""
        return bool(self.hand)

    @property
    def abilities(self) -> tuple[Ability, ...]:
        """Return every ability that holds, the newest last."""
        return (*self.kept, self.ability) if self.ability else ()


def card_ref(card: Card) -> CardRef:
    """Return a card of the pack as it lies in a hand or a deck."""
    return CardRef(key=card.id, name="", kind=card.kind, cost=card.cost)


def printed_mat(
    mage: MageMat, pack: Pack, *, seat: int = 1, name: str = "", side: str = "", player: str = ""
) -> Mat:
    """Return a mat as printed, before any sticker."""
    return Mat(
        mage=mage.id,
        seat=seat,
        name=name,
        colour=mage.colour,
        side=side,
        player=player,
        life=mage.life,
        hand=tuple(map(card_ref, pack.find.cards(mage.hand))),
        deck=tuple(map(card_ref, pack.find.cards(mage.deck))),
        breaches=tuple(breach_of(start, pack.breaches) for start in mage.breaches),
        ability=None if mage.charges is None else Ability("", mage.charges),
        starters=()
        if mage.hand
        else tuple(card_ref(card) for card in pack.cards if card.mage == mage.id),
        box=mage.box,
    )


def with_starter(mat: Mat, where: Where, card: CardRef) -> Mat:
    """Put a starter card in place of one Crystal, leftmost in the hand or on top of the deck."""
    cards = list(mat.hand if where is Where.HAND else mat.deck)
    crystal = next((i for i, other in enumerate(cards) if other.key == CRYSTAL), None)
    if crystal is None:
        details: dict[str, Detail] = {"where": str(where), "seat": mat.seat}
        raise RulesError([Problem("mat.no_crystal_to_replace", details, "where")])
    del cards[crystal]
    changed = (card, *cards)
    return replace(mat, hand=changed) if where is Where.HAND else replace(mat, deck=changed)


def with_breach(mat: Mat, breach: Breach) -> Mat:
    """Add a breach that the mat lacks."""
    present = (old for old in mat.breaches if old.state is not BreachState.ABSENT)
    if any(old.number == breach.number for old in present):
        details: dict[str, Detail] = {"number": breach.number, "seat": mat.seat}
        raise RulesError([Problem("mat.breach_already_there", details, "breach")])
    others = [old for old in mat.breaches if old.number != breach.number]
    ordered = sorted([*others, breach], key=lambda old: NUMBERS.index(old.number))
    return replace(mat, breaches=tuple(ordered))


def sticker_problems(sticker: Sticker) -> Iterator[Problem]:
    """Yield what is missing from a sticker of its kind, or out of range."""
    charges, turns = sticker.charges, sticker.breach_turns
    if sticker.kind is not StickerKind.BREACH and not sticker.name.strip():
        yield Problem("sticker.name_missing", {"kind": str(sticker.kind)}, "name")
    if sticker.kind is StickerKind.STARTER:
        if sticker.where is None:
            yield Problem("sticker.where_missing", {}, "where")
        if sticker.card_kind is None:
            yield Problem("sticker.card_kind_missing", {}, "card_kind")
    if sticker.kind is StickerKind.ABILITY:
        if charges is None:
            yield Problem("sticker.charges_missing", {"allowed": CHARGES}, "charges")
        elif charges not in CHARGES:
            details: dict[str, Detail] = {"allowed": CHARGES, "actual": charges}
            yield Problem("mat.charges_out_of_range", details, "charges")
    if sticker.kind is StickerKind.BREACH:
        if turns is None:
            yield Problem("sticker.breach_turns_missing", {}, "breach_turns")
        elif turns not in range(4):
            yield Problem("breach.turns", {"most": 3, "actual": turns}, "breach_turns")


def with_sticker(mat: Mat, sticker: Sticker, pack: Pack) -> Mat:
    """Return the mat with a sticker on it and with what the sticker brings."""
    refuse(sticker_problems(sticker))
    match sticker:
        case Sticker(
            kind=StickerKind.STARTER, where=Where() as where, card_kind=CardKind() as kind
        ):
            card = CardRef(typed_key(sticker.name), sticker.name, kind, cost=0)
            mat = with_starter(mat, where, card)
        case Sticker(kind=StickerKind.ABILITY, charges=int(charges)):
            ability = Ability(sticker.name, charges, sticker.text)
            kept = mat.abilities if sticker.replaces is False else ()
            mat = replace(mat, ability=ability, kept=kept)
        case Sticker(kind=StickerKind.BREACH, breach_turns=int(turns)):
            start = BreachStart(NUMBERS[-1], BreachState.CLOSED, turns)
            mat = with_breach(mat, breach_of(start, pack.breaches))
        case _:
            pass  # players follow the text of any other sticker themselves
    return replace(mat, stickers=(*mat.stickers, sticker))
