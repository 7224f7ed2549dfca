"""Entries before they are checked: put in one form, and refused if no column can hold them.

SQLite would keep a text of any length and PostgreSQL would raise in the middle of a write; neither
answer is for people. The engine says what an entry may mean, this module what it may look like.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from typing import TypeVar

from campaign.models import sizes
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
from campaign.rules.aeons_end.outcome import Tally
from campaign.rules.core.problems import Problem

F = TypeVar("F", bound=Fact)
Pairs = tuple[tuple[int, int], tuple[int, int]]

SEATS_MOST = 4
KEPT_CONTROLS = "\n\t"
# They turn round whatever stands after them on the page.
BIDI_OVERRIDES = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def one_line(text: str) -> str:
    """Return a name without spaces that nobody sees; nothing, if nobody sees any of it."""
    tidy = " ".join(text.split())
    return tidy if any(unicodedata.category(char)[0] not in "CZ" for char in tidy) else _odd(tidy)


def prose(text: str) -> str:
    """Return a text of several lines as every browser sends it: with the same line ends."""
    return text.replace("\r\n", "\n").replace("\r", "\n").strip()


def tidied(fact: F) -> F:
    """Return a fact in the one form in which it is recorded and read back."""
    return replace(_tidied(fact), reason=one_line(fact.reason))  # type: ignore[return-value]


def tidied_seat(seat: Seat) -> Seat:
    """Return a seat in the one form in which it is recorded."""
    return replace(seat, name=one_line(seat.name), player=one_line(seat.player))


def entry_problems(fact: Fact) -> tuple[Problem, ...]:
    """Return every text and number of a fact that no column can hold."""
    texts = (*_texts(fact), ("reason", fact.reason, sizes.REASON))
    found = [p for path, text, most in texts for p in text_problems(path, text, most)]
    found += [p for path, number in _numbers(fact) for p in _number_problems(path, number)]
    if isinstance(fact, StickerPlaced) and not fact.sticker.slot:
        found.append(Problem("sticker.slot_missing", path="slot"))
    # A typed key repeats its name, and its name's problems.
    once: dict[tuple[str, str], Problem] = {}
    for problem in found:
        once.setdefault((problem.code, problem.path), problem)
    return tuple(once.values())


def seat_problems(seats: tuple[Seat, ...]) -> tuple[Problem, ...]:
    """Return every name at a table that no column can hold."""
    return tuple(
        problem
        for seat in seats
        for part, text in (("name", seat.name), ("player", seat.player))
        for problem in text_problems(f"seats.{seat.number}.{part}", text, sizes.PERSON_NAME)
    )


def text_problems(path: str, text: str, most: int) -> Iterator[Problem]:
    """Yield what stands against keeping a text."""
    if len(text) > most:
        yield Problem("text.too_long", {"most": most, "actual": len(text)}, path)
    forbidden = sorted({char for char in text if _is_forbidden(char)})
    if forbidden:
        names = tuple(f"U+{ord(char):04X}" for char in forbidden)
        yield Problem("text.forbidden", {"characters": names}, path)


def _number_problems(path: str, number: int | None) -> Iterator[Problem]:
    if number is not None and not 0 <= number <= sizes.NUMBER_MOST:
        details = {"least": 0, "most": sizes.NUMBER_MOST, "actual": number}
        yield Problem("number.out_of_range", details, path)


def _is_forbidden(char: str) -> bool:
    """Say whether a character is no text: a control, half of a pair, or one that turns others."""
    if char in KEPT_CONTROLS:
        return False
    return unicodedata.category(char) in ("Cc", "Cs") or char in BIDI_OVERRIDES


def _odd(text: str) -> str:
    """Return what must be refused rather than taken for nothing."""
    return text if any(map(_is_forbidden, text)) else ""


# --- one form ---


def _tidied(fact: Fact) -> Fact:
    match fact:
        case Planned(foe=foe, pairs=pairs):
            named = replace(foe, name=one_line(foe.name))
            return replace(fact, foe=named, pairs=_ordered(pairs))
        case Played(tally=tally):
            return replace(fact, tally=_with_seats(tally))
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


def _with_seats(tally: Tally) -> Tally:
    """Return a tally that lists every seat it says anything about."""
    # A seat beyond the table is refused later; a list that long is not to be made before.
    last = max((seat for seat in tally.exhausted if seat <= SEATS_MOST), default=0)
    missing = (None,) * (last - len(tally.lives))
    return replace(tally, lives=(*tally.lives, *missing))


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
            return ("card", fact.card, sizes.KEY), *_named("into.name", into.name, into.key)
        case BasicJoined(card=card):
            return _named("card.name", card.name, card.key)
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


def _named(path: str, name: str, key: str) -> tuple[Text, Text]:
    return (path, name, sizes.NAME), (path, key, sizes.KEY)


def _numbers(fact: Fact) -> Iterator[tuple[str, int | None]]:
    match fact:
        case Played(tally=tally):
            # Below nothing is the engine's to refuse, with the name of whose life it is.
            yield "gravehold_life", max(tally.gravehold_life or 0, 0)
            yield "nemesis_life", max(tally.nemesis_life or 0, 0)
            for seat, life in enumerate(tally.lives[:SEATS_MOST], start=1):
                yield f"lives.{seat}", max(life or 0, 0)
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
