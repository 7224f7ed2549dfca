"""Recognise and complete typed names; completion needs three letters and never lists names."""

import unicodedata
from collections.abc import Collection, Iterable
from enum import StrEnum
from typing import Any, TypeVar

from campaign.rules.aeons_end.catalogue.pack import Card, Name, Nemesis, NemesisCard, Pack
from campaign.rules.aeons_end.legacy import facts
from campaign.rules.aeons_end.market.piles import Pile
from campaign.rules.core.story import Story

LEAST = 3  # letters to complete a name
MOST = 5  # completions
LONGEST = 80  # characters; no name is as long


class What(StrEnum):
    """The sort of a typed name."""

    CARD = "card"
    NEMESIS = "nemesis"
    BASIC = "basic"
    EVOLVED = "evolved"
    NEMESIS_CARD = "nemesis-card"  # any of its cards, basic or its own


Named = Card | Nemesis | NemesisCard
T = TypeVar("T", bound=Named)


def recognise(text: str, things: Iterable[T]) -> T | None:
    """Return the thing with this name in any language; None if there is none."""
    typed = folded(text)
    return next(
        (thing for thing in things if any(folded(name) == typed for name in thing.name.all())),
        None,
    )


def recognise_basic(text: str, pack: Pack) -> NemesisCard | None:
    """Return the basic card with this name in any language, else the evolved one."""
    return recognise(text, (*pack.find.basics, *pack.find.evolved))


def recognise_evolved(text: str, pack: Pack) -> NemesisCard | None:
    """Return the evolved card with this name in any language, else the basic one."""
    return recognise(text, (*pack.find.evolved, *pack.find.basics))


def known_as(text: str, key: str, story: Story[Any], pack: Pack) -> str:
    """Return the pack's id for the new name of a thing with a typed key; "" if it has none."""
    found: Named | None = None
    for fact in story.facts:
        match fact:
            case facts.Planned(foe=foe) if foe.key == key:
                found = recognise(text, pack.nemeses)
            case facts.MarketGrown(growth=growth) if key in {p.key for p in growth.offered}:
                found = recognise(text, pack.cards)
            case facts.MarketOrdered(added=Pile(key=held)) if held == key:
                found = recognise(text, pack.cards)
            case facts.BasicJoined(card=card) if card.key == key:
                found = recognise_basic(text, pack)
            case facts.CardTransformed(into=card) if card.key == key:
                found = recognise_evolved(text, pack)
    return found.id if found else ""


def complete(
    text: str, pack: Pack, what: What, language: str = "en", *, known: Collection[str] = ()
) -> tuple[str, ...]:
    """Complete a name from its beginning, in the box's language and in English.

    ``known`` are the ids that this campaign has met: several of them may be offered. Of all others
    only a unique match is completed, so that nobody learns the names of cards they do not hold.
    """
    begun = folded(text)
    if sum(letter.isalpha() for letter in begun) < LEAST or len(begun) > LONGEST:
        return ()
    found = {
        thing.id: spellings
        for thing in _things(what, pack)
        if (spellings := _beginning(begun, thing.name, language))
    }
    met = [thing for thing in found if thing in known]
    offered = met or (list(found) if len(found) == 1 else [])
    return tuple(sorted({spelling for thing in offered for spelling in found[thing]}))[:MOST]


def is_met(names: Collection[str], pack: Pack, what: What, known: Collection[str]) -> bool:
    """Return whether completed names are all of things that this campaign has met."""
    met = [thing for thing in _things(what, pack) if thing.id in known]
    return bool(names) and all(recognise(name, met) for name in names)


def _beginning(begun: str, name: Name, language: str) -> set[str]:
    spellings = (name.in_language(language), name.in_language("en"))
    return {spelling for spelling in spellings if folded(spelling).startswith(begun)}


def folded(text: str) -> str:
    """Normalize a name for comparison: case, spacing and the kind of apostrophe do not count."""
    normalized = unicodedata.normalize("NFKC", text).replace("\u2019", "'")
    return " ".join(normalized.split()).casefold()


def _things(what: What, pack: Pack) -> tuple[Named, ...]:
    things: dict[What, tuple[Named, ...]] = {
        What.CARD: pack.find.piles,
        What.NEMESIS: pack.nemeses,
        What.BASIC: pack.find.basics,
        What.EVOLVED: pack.find.evolved,
        What.NEMESIS_CARD: pack.nemesis_cards,
    }
    return things[what]
