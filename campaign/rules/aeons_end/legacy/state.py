"""The state of a Legacy campaign, which is replayed from its facts and never stored.

Mages, stickers, sections and the market last from game to game (Legacy p. 2).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from campaign.rules.aeons_end.catalogue.pack import KnownFrom, Moment, Pack, When
from campaign.rules.aeons_end.endings import Result
from campaign.rules.aeons_end.legacy.first_evening import BOX_WAS_OPEN, FirstEvening
from campaign.rules.aeons_end.legacy.party import Foe, Pairs, Seat
from campaign.rules.aeons_end.mages import Mat, printed_mat
from campaign.rules.aeons_end.market.piles import Pile, first_market
from campaign.rules.aeons_end.nemesis_deck import PoolCard
from campaign.rules.aeons_end.outcome import Tally
from campaign.rules.core.facts import Fact
from campaign.rules.core.problems import Problem

# The story hands out the basic nemesis cards in the chapter before section K (Legacy p. 10).
BASICS_FROM = 2


class GameStatus(StrEnum):
    """Where a game is in its life."""

    PLANNED = "planned"
    PLAYED = "played"
    SETTLED = "settled"


@dataclass(frozen=True, slots=True)
class GameState:
    """One row of the results table. ``onward``: does the story go on? None until it is known."""

    number: int
    chapter: int
    foe: Foe
    phase: GameStatus
    pairs: Pairs | None = None
    tally: Tally | None = None
    onward: bool | None = None

    @property
    def won(self) -> bool:
        """Return whether the game was won."""
        return self.tally is not None and self.tally.result is Result.WIN


@dataclass(frozen=True, slots=True)
class UnlockedSection:
    """A section as this campaign has it."""

    section: str
    letter: str
    note: str
    game: int


@dataclass(frozen=True, slots=True)
class OpenedSeal:
    """A seal this campaign has opened; ``game`` 0 is the unpacking of the box."""

    seal: str
    name: str
    game: int
    parts: tuple[str, ...] = ()  # those that are open; empty once all of it is


@dataclass(frozen=True, slots=True)
class State:
    """A campaign between two facts."""

    seats: tuple[Seat, ...]
    mats: tuple[Mat, ...]
    market: tuple[Pile, ...]
    seals: Mapping[str, OpenedSeal]  # what is open, by key
    chapters: int
    banished: tuple[Pile, ...] = ()
    unnamed: int = 0  # piles that were banished at once, and that nobody named
    pool: tuple[PoolCard, ...] = ()
    gone: Mapping[str, PoolCard] = field(default_factory=dict)  # basics that left, by key
    # By the pack's letters, in the order of the players'.
    sections: Mapping[str, UnlockedSection] = field(default_factory=dict)
    games: tuple[GameState, ...] = ()
    closed: frozenset[str] = frozenset()  # decisions closed without an entry
    grown: frozenset[int] = frozenset()  # chapters after which the market has grown
    started: int = 0  # the highest chapter of which a game was planned
    ended: int = 0  # the highest chapter that the story has finished
    ended_before: int = 0  # as it was when the latest game was planned
    bookmark: str = ""  # the last card of the story that was read
    evening: FirstEvening = BOX_WAS_OPEN  # the first one, as far as it was gone through

    @property
    def current(self) -> GameState | None:
        """Return the latest game, if there is one."""
        return self.games[-1] if self.games else None

    @property
    def next_chapter(self) -> int:
        """Return the chapter of the next game to plan."""
        return self.ended + 1

    @property
    def finished(self) -> bool:
        """Return whether the story is over: its last game is settled."""
        current = self.current
        settled = current is not None and current.phase is GameStatus.SETTLED
        return settled and self.ended >= self.chapters

    def reached(self, moment: Moment) -> bool:
        """Return whether the campaign has come to a moment of a chapter."""
        return moment.chapter <= (self.started if moment.when is When.START else self.ended)

    @property
    def pairs(self) -> Pairs | None:
        """Return who shares turn-order cards with whom, as last planned."""
        return next((game.pairs for game in reversed(self.games) if game.pairs), None)

    def recorded_keys(self) -> frozenset[str]:
        """Return the key of everything that the players have recorded."""
        keys = {pile.key for pile in (*self.market, *self.banished)}
        keys |= {card.key for card in self.pool} | set(self.gone)
        keys |= {game.foe.key for game in self.games}
        for mat in self.mats:
            keys |= {card.key for card in (*mat.hand, *mat.deck)}
        return frozenset(keys)

    def with_latest(self, **changes: Any) -> State:
        """Return the state with changes to its latest game, and to the chapter it has reached."""
        game = replace(self.games[-1], **changes)
        # From what held before this game: a verdict that overrules a win takes its step back.
        ended = max(self.ended_before, game.chapter if game.onward else 0)
        return replace(self, games=(*self.games[:-1], game), ended=ended)

    def with_mat(self, mat: Mat) -> State:
        """Return the state with one mat replaced."""
        mats = (mat if other.seat == mat.seat else other for other in self.mats)
        return replace(self, mats=tuple(mats))

    def with_pool(self, pool: tuple[PoolCard, ...]) -> State:
        """Return the state with other basics; it remembers the cards that left."""
        known = {**self.gone, **{card.key: card for card in self.pool}}
        present = {card.key for card in pool}
        gone = {key: card for key, card in known.items() if key not in present}
        return replace(self, pool=pool, gone=gone)

    def with_closed(self, decision: str) -> State:
        """Return the state with one more decision closed without an entry."""
        return replace(self, closed=self.closed | {decision})


class LegacyFact(Fact, ABC):
    """A fact that can validate itself against the state of a campaign, and change that state."""

    __slots__ = ()

    @abstractmethod
    def problems(self, state: State, pack: Pack, /) -> Iterator[Problem]:
        """Yield every problem, including those that its reason overrules."""

    @abstractmethod
    def apply(self, state: State, pack: Pack, /) -> State:
        """Return the state after it, without checking it."""

    def reason_problems(self) -> Iterator[Problem]:
        """Require a reason: only a story card does such a thing, and the reason quotes it."""
        if not self.reason.strip():
            yield Problem("story.reason_missing", path="reason")


def first_state(pack: Pack, seats: tuple[Seat, ...], evening: FirstEvening = BOX_WAS_OPEN) -> State:
    """Return the state of a campaign before its first game."""
    open_seals = (seal for seal in pack.seals if seal.id in evening.opened)
    return State(
        seats=seats,
        mats=tuple(first_mat(pack, seat) for seat in seats),
        market=first_market(pack),
        seals={seal.id: OpenedSeal(seal.id, "", 0) for seal in open_seals},
        chapters=len(pack.chapters),
        evening=evening,
    )


def first_mat(pack: Pack, seat: Seat) -> Mat:
    """Return the mat of a seat before any sticker."""
    mage = next(mage for mage in pack.mages if mage.colour == seat.colour)
    return printed_mat(
        mage, pack, seat=seat.number, name=seat.name, side=seat.side, player=seat.player
    )


def knowing(state: State, pack: Pack) -> frozenset[str]:
    """Return the ids of the pack whose names this campaign may see."""
    recorded = state.recorded_keys()
    return frozenset(
        key
        for key, _, known in pack.names()
        if known.by is KnownFrom.START
        or (known.moment is not None and state.reached(known.moment))
        or key in recorded
    )


def met(state: State, pack: Pack) -> frozenset[str]:
    """Return the ids of the pack that this campaign can have met: it may complete their names.

    Besides what it may see: the nemesis of a chapter that has begun or is about to be set up, the
    own cards of a nemesis that was on the table, and the basic cards once the chapter has begun in
    which the story hands them out. Of a pile the pack does not say which deck it lies in, so none
    is met before it is recorded.
    """
    settled = state.current is None or state.current.phase is GameStatus.SETTLED
    reached = max(state.started, state.next_chapter if settled else 0)
    nemeses = {nemesis.id for nemesis in pack.nemeses if (nemesis.chapter or 99) <= reached}
    fought = {game.foe.key for game in state.games}
    own = {card.id for card in pack.nemesis_cards if card.nemesis in fought}
    basics = {card.id for card in pack.find.basics} if state.started >= BASICS_FROM else set()
    return knowing(state, pack) | nemeses | own | basics
