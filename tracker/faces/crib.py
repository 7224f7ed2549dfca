"""The crib: short rules that players look up at the table, in our own words.

A game names its moments (phases) and its entries. An entry says when it is looked up, the page of
the rulebook, and its gate: what a group must have for it to be shown. What a group has not opened
yet is not shown, not counted and not hinted at.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from campaign.models import Game

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

Known = TypeVar("Known")

MAX_WORDS = 35  # of a text, in any language: what somebody reads while the others wait


@dataclass(frozen=True, slots=True)
class Moment:
    """When entries are looked up: a phase of a turn, the set-up, the end."""

    key: str
    label: StrPromise


def always(known: object) -> bool:
    """Gate nothing."""
    del known
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry(Generic[Known]):
    """A rule in a few words. Entries are listed in the order of how often they are asked for."""

    id: str
    title: StrPromise
    text: StrPromise
    page: str  # of the rulebook, such as "12, 14–15"; "" if no book says it
    moments: tuple[Moment, ...] = ()  # none: at any time
    gate: Callable[[Known], bool] = always


class Crib(ABC, Generic[Known]):
    """The crib of one kind of game; ``Known`` is what its gates ask about."""

    moments: tuple[Moment, ...]  # as the page lists them
    entries: tuple[Entry[Known], ...]

    @abstractmethod
    def known(self, game: Game, table: Any | None) -> Known:
        """Return what a game has in play and what its group has opened.

        ``table`` is the live table; None if the game is not played live.
        """

    @abstractmethod
    def book(self, game: Game) -> str:
        """Return the name of the rulebook whose pages the entries give."""

    def now(self, table: Any) -> tuple[Moment, ...]:
        """Return the moments that are played now at a live table."""
        del table
        return ()

    def shown(self, game: Game, table: Any | None = None) -> tuple[Entry[Known], ...]:
        """Return the entries that a group may see."""
        known = self.known(game, table)
        return tuple(entry for entry in self.entries if entry.gate(known))
