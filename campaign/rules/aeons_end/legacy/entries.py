"""Entries of a Legacy campaign before they are checked: the form in which they are recorded."""

from dataclasses import replace
from typing import TypeVar

from campaign.rules.aeons_end.legacy.facts import (
    BasicJoined,
    CardTransformed,
    Fact,
    MarketGrown,
    Planned,
    Played,
    Seat,
    StickerPlaced,
)
from campaign.rules.aeons_end.mages import StickerKind
from campaign.rules.aeons_end.market.piles import Growth
from campaign.rules.aeons_end.nemesis_deck import PoolCard
from campaign.rules.aeons_end.outcome import tally_problems, tidy_tally
from campaign.rules.core import entries
from campaign.rules.core.problems import Problem

F = TypeVar("F", bound=Fact)
Pairs = tuple[tuple[int, int], tuple[int, int]]


def tidy(fact: F) -> F:
    """Return a fact in the one form in which it is recorded and read back."""
    return _ordered(entries.tidied(fact))  # type: ignore[return-value] # of the type that it was


def entry_problems(fact: Fact) -> tuple[Problem, ...]:
    """Return every text and number of a fact that no column can hold."""
    found = entries.entry_problems(fact)
    match fact:
        case Played(tally=tally):
            return (*found, *tally_problems(tally))
        case StickerPlaced(sticker=sticker):
            # What the rules refuse of its own kind, they know better what is wrong with.
            own = {StickerKind.ABILITY: "charges", StickerKind.BREACH: "breach_turns"}
            left = tuple(problem for problem in found if problem.path != own.get(sticker.kind))
            missing = () if sticker.slot else (Problem("sticker.slot_missing", path="slot"),)
            return (*left, *missing)
    return found


def seat_problems(seats: tuple[Seat, ...]) -> tuple[Problem, ...]:
    """Return every name of a party that no column can hold."""
    found = (entries.entry_problems(seat, f"seats.{seat.number}") for seat in seats)
    return tuple(problem for problems in found for problem in problems)


def _ordered(fact: Fact) -> Fact:
    """Return a fact whose lists are in the one order in which they are recorded."""
    match fact:
        case Planned(pairs=pairs):
            return replace(fact, pairs=_seat_one_first(pairs))
        case Played(tally=tally):
            return replace(fact, tally=tidy_tally(tally))
        case MarketGrown(growth=growth):
            return replace(fact, growth=_as_offered(growth))
        case CardTransformed(into=into):
            return replace(fact, into=_newcomer(into))
        case BasicJoined(card=card):
            return replace(fact, card=_newcomer(card))
    return fact


def _seat_one_first(pairs: Pairs | None) -> Pairs | None:
    if pairs is None or any(len(pair) != 2 for pair in pairs):
        return pairs
    one, other = sorted((min(pair), max(pair)) for pair in pairs)
    return one, other


def _as_offered(growth: Growth) -> Growth:
    """Return a growth whose piles are added in the order in which they were offered."""
    places = {pile.key: place for place, pile in enumerate(growth.offered)}
    added = sorted(growth.added, key=lambda key: places.get(key, len(places)))
    return replace(growth, added=tuple(added))


def _newcomer(card: PoolCard) -> PoolCard:
    """Return a card as it comes into a pool: its stickers and its origin are facts of their own."""
    return replace(card, stickers=(), evolved_from=None)
