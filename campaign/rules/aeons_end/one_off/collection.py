"""What players own and like: their boxes, what is never drawn, saved wishes, own patterns."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from campaign.rules.aeons_end.catalogue.pack import (
    Card,
    MageMat,
    Nemesis,
    NemesisCard,
    Pack,
    SlotRule,
)
from campaign.rules.aeons_end.one_off.choices import Choices, NemesisWish, Place
from campaign.rules.aeons_end.one_off.offer import Offer

Thing = MageMat | Nemesis | Card | NemesisCard
LONGEST: Final = 5  # nemeses that have not been met for longest


def lists_of(box: Pack) -> tuple[tuple[str, tuple[Thing, ...]], ...]:
    """Return what a box has, list by list: each can be left out as a whole."""
    return (
        ("mages", box.mages),
        ("nemeses", box.nemeses),
        ("piles", box.find.piles),
        ("basics", box.find.basics),
    )


@dataclass(frozen=True, slots=True)
class Collection:
    """The boxes somebody owns, and how they play with them."""

    boxes: tuple[str, ...] = ()
    finished: tuple[str, ...] = ()  # sealed boxes whose names are no secret to them any more
    languages: Mapping[str, str] = field(default_factory=dict)  # of boxes, by slug
    never: frozenset[str] = frozenset()  # keys; "<box>:<list>" is a whole list of a box

    def without(self, box: Pack, slug: str) -> frozenset[str]:
        """Return what of a box is never drawn, whole lists key by key."""
        return frozenset(
            thing.id
            for name, things in lists_of(box)
            for thing in things
            if thing.id in self.never or f"{slug}:{name}" in self.never
        )


@dataclass(frozen=True, slots=True)
class Preset:
    """Wishes under a name; the default is offered first."""

    choices: Choices
    default: bool = False


@dataclass(frozen=True, slots=True)
class Pattern:
    """A market pattern of somebody's own."""

    slots: tuple[SlotRule, ...]


def wishes_of(choices: Choices) -> Choices:
    """Return what was wished for, without who plays and what was drawn."""
    return replace(
        choices,
        places=tuple(Place() for _ in choices.places),
        nemesis=None,
        market=replace(choices.market, locks=()),
        resting=frozenset(),
        basic_cards=(),
        reason="",
    )


def resting(
    choices: Choices, offer: Offer, met: Mapping[str, int], played: Iterable[str]
) -> frozenset[str]:
    """Return what is not drawn tonight, by what was played before.

    ``met`` are nemeses, each with a number that is higher the later it was last played.
    """
    found = set(played) if choices.new_mages else set()
    if choices.nemesis_wish is NemesisWish.NEW:
        found.update(met)
    elif choices.nemesis_wish is NemesisWish.LONGEST:
        found.update(sorted(offer.nemeses, key=lambda key: met.get(key, -1))[LONGEST:])
    return frozenset(found)
