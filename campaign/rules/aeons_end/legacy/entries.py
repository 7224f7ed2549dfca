"""Entries of a Legacy campaign before they are checked: the form in which they are recorded."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from typing import TypeVar

from campaign.rules.aeons_end.entries import tally_problems, tidy_tally
from campaign.rules.aeons_end.legacy.facts import (
    BasicJoined,
    BasicLeft,
    CardEvolved,
    CardTransformed,
    DecisionClosed,
    Fact,
    MarketGrown,
    Noted,
    Planned,
    Played,
    SealOpened,
    Seat,
    SectionUnlocked,
    StickerPlaced,
)
from campaign.rules.aeons_end.mages import StickerKind
from campaign.rules.aeons_end.market.piles import Growth
from campaign.rules.aeons_end.nemesis_deck import PoolCard
from campaign.rules.core import sizes
from campaign.rules.core.problems import Problem
from campaign.rules.core.texts import number_problems, once, one_line, prose, text_problems

F = TypeVar("F", bound=Fact)
Pairs = tuple[tuple[int, int], tuple[int, int]]


def tidy(fact: F) -> F:
    """Return a fact in the one form in which it is recorded and read back."""
    return replace(_tidied(fact), reason=one_line(fact.reason))  # type: ignore[return-value]


def tidy_seat(seat: Seat) -> Seat:
    """Return a seat in the one form in which it is recorded."""
    return replace(seat, name=one_line(seat.name), player=one_line(seat.player))


def entry_problems(fact: Fact) -> tuple[Problem, ...]:
    """Return every text and number of a fact that no column can hold."""
    texts = (*_texts(fact), ("reason", fact.reason, sizes.REASON))
    found = [p for path, text, most in texts for p in text_problems(path, text, most)]
    found += [p for path, number in _numbers(fact) for p in number_problems(path, number)]
    if isinstance(fact, Played):
        found += tally_problems(fact.tally)
    if isinstance(fact, StickerPlaced) and not fact.sticker.slot:
        found.append(Problem("sticker.slot_missing", path="slot"))
    return once(found)


def seat_problems(seats: tuple[Seat, ...]) -> tuple[Problem, ...]:
    """Return every name at a table that no column can hold."""
    return tuple(
        problem
        for seat in seats
        for part, text in (("name", seat.name), ("player", seat.player))
        for problem in text_problems(f"seats.{seat.number}.{part}", text, sizes.PERSON_NAME)
    )


# --- one form ---


def _tidied(fact: Fact) -> Fact:
    match fact:
        case Planned(foe=foe, pairs=pairs):
            named = replace(foe, name=one_line(foe.name))
            return replace(fact, foe=named, pairs=_ordered(pairs))
        case Played(tally=tally):
            return replace(fact, tally=tidy_tally(tally))
        case MarketGrown(growth=growth):
            return replace(fact, growth=_tidied_growth(growth))
        case StickerPlaced(sticker=sticker):
            tidy = replace(
                sticker,
                slot=one_line(sticker.slot),
                name=one_line(sticker.name),
                text=prose(sticker.text),
            )
            return replace(fact, sticker=tidy)
        case CardEvolved() | Noted():
            return replace(fact, text=prose(fact.text))
        case CardTransformed(into=into):
            return replace(fact, into=_tidied_card(into))
        case BasicJoined(card=card):
            return replace(fact, card=_tidied_card(card))
        case SectionUnlocked():
            section, letter = one_line(fact.section), one_line(fact.letter)
            return replace(fact, section=section, letter=letter, note=prose(fact.note))
        case SealOpened():
            return replace(fact, name=one_line(fact.name))
    return fact


def _ordered(pairs: Pairs | None) -> Pairs | None:
    """Return the same two pairs, seat 1 first."""
    if pairs is None or any(len(pair) != 2 for pair in pairs):
        return pairs
    one, other = sorted((min(pair), max(pair)) for pair in pairs)
    return one, other


def _tidied_growth(growth: Growth) -> Growth:
    """Return a growth whose piles are added in the order in which they were offered."""
    offered = tuple(replace(pile, name=one_line(pile.name)) for pile in growth.offered)
    places = {pile.key: place for place, pile in enumerate(offered)}
    added = sorted(growth.added, key=lambda key: places.get(key, len(places)))
    return replace(growth, offered=offered, added=tuple(added))


def _tidied_card(card: PoolCard) -> PoolCard:
    """Return a card as it comes into a pool: its stickers and its origin are facts of their own."""
    return replace(card, name=one_line(card.name), stickers=(), evolved_from=None)


# --- what is in a fact ---


Text = tuple[str, str, int]  # where it stands, what it is, how long it may be


def _texts(fact: Fact) -> tuple[Text, ...]:
    match fact:
        case Planned(foe=foe):
            return _named("nemesis", foe.name, foe.key)
        case MarketGrown(growth=growth):
            piles = enumerate(growth.offered)
            named = (_named(f"offered.{place}.name", pile.name, pile.key) for place, pile in piles)
            banished = (("banished", key, sizes.KEY) for key in growth.banished)
            return (*chain.from_iterable(named), *banished)
        case StickerPlaced(sticker=sticker):
            name, text = ("name", sticker.name, sizes.NAME), ("text", sticker.text, sizes.TEXT)
            return ("slot", sticker.slot, sizes.SHORT), name, text
        case CardEvolved():
            return ("card", fact.card, sizes.KEY), ("text", fact.text, sizes.TEXT)
        case CardTransformed(into=into):
            return ("card", fact.card, sizes.KEY), *_card_named("into", into)
        case BasicJoined(card=card):
            return _card_named("card", card)
        case BasicLeft():
            return (("card", fact.card, sizes.KEY),)
        case SectionUnlocked():
            letters = (("letter", letter, sizes.SHORT) for letter in (fact.section, fact.letter))
            return (*letters, ("note", fact.note, sizes.TEXT))
        case SealOpened():
            return _named("seal", fact.name, fact.seal)
        case Noted():
            return (("text", fact.text, sizes.NOTE),)
        case DecisionClosed():
            return (("decision", fact.decision, sizes.TOKEN),)
    return ()


def _card_named(path: str, card: PoolCard) -> tuple[Text, Text]:
    return _named(f"{path}.name", card.name, card.key)


def _named(path: str, name: str, key: str) -> tuple[Text, Text]:
    return (path, name, sizes.NAME), (path, key, sizes.KEY)


def _numbers(fact: Fact) -> Iterator[tuple[str, int | None]]:
    match fact:
        case MarketGrown(growth=growth):
            for place, pile in enumerate(growth.offered):
                yield f"offered.{place}.cost", pile.cost
        case StickerPlaced(sticker=sticker):
            if sticker.kind is not StickerKind.ABILITY:
                yield "charges", sticker.charges
            if sticker.kind is not StickerKind.BREACH:
                yield "breach_turns", sticker.breach_turns
        case CardTransformed(into=card):
            yield from _card_numbers("into", card)
        case BasicJoined(card=card):
            yield from _card_numbers("card", card)


def _card_numbers(path: str, card: PoolCard) -> Iterator[tuple[str, int | None]]:
    yield f"{path}.spaces", card.spaces
    yield f"{path}.life", card.life
    yield f"{path}.power", card.power
