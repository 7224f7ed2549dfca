"""Everything that is sealed: shut, half open or open, and what it brought."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from campaign.rules.aeons_end.catalogue.pack import Seal, SealKind
from campaign.rules.aeons_end.legacy.facts import MIDDLE, SealOpened
from campaign.rules.aeons_end.legacy.state import OpenedSeal
from tracker.systems.aeons_end import words
from tracker.systems.aeons_end.presenters.look import Look


class SealState(StrEnum):
    """How far a seal is open."""

    SHUT = "shut"
    HALF = "half"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Opening:
    """One time that something of a seal was opened."""

    game: int
    what: str  # the part; "" for all of it
    brought: str


@dataclass(frozen=True, slots=True)
class SealView:
    """A seal, as far as the group may know of it."""

    label: str
    state: SealState
    holds: str  # what the catalogue says is in it, once it is open
    openings: Sequence[Opening]
    rename_url: str = ""


@dataclass(frozen=True, slots=True)
class SealGroup:
    """Seals of one kind."""

    title: str
    seals: Sequence[SealView]

    @property
    def open(self) -> int:
        """Return how many of them are wholly open."""
        return sum(seal.state is SealState.OPEN for seal in self.seals)


def seals_page(look: Look) -> tuple[SealGroup, ...]:
    """Return the seals by kind, and what players opened that the box does not list."""
    openings: dict[str, list[Opening]] = {}
    for entry in look.entries:
        if isinstance(fact := entry.fact, SealOpened):
            opening = Opening(entry.game, _part(fact), fact.brought)
            openings.setdefault(fact.seal, []).append(opening)
    held = {opened.seal: opened for opened in look.state.seals}
    groups = [
        SealGroup(
            capfirst(words.seal_kind(kind)),
            [
                _seal(look, seal, held.get(seal.id), openings.get(seal.id, ()))
                for seal in look.pack.seals
                if seal.kind is kind
            ],
        )
        for kind in SealKind
    ]
    own = [
        SealView(seal.name, SealState.OPEN, "", openings.get(key, ()), look.rename_url(key))
        for key, seal in held.items()
        if look.pack.find.seal(key) is None
    ]
    return (*groups, SealGroup("", own)) if own else tuple(groups)


def _part(fact: SealOpened) -> str:
    if fact.part == MIDDLE:
        return _("to its middle STOP card")
    return _("part %(part)s") % {"part": fact.part} if fact.part else ""


def _seal(look: Look, seal: Seal, held: OpenedSeal | None, openings: Sequence[Opening]) -> SealView:
    state = SealState.SHUT if held is None else SealState.OPEN if held.whole else SealState.HALF
    # What is in it stays sealed with it.
    holds = seal.holds.in_language(look.namer.language) if held and seal.holds else ""
    return SealView(seal.label, state, holds, openings)
