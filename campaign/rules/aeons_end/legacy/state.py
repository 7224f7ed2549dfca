"""The state of a Legacy campaign: what the facts add up to. It is replayed, never stored."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from campaign.rules.aeons_end.catalogue.pack import KnownFrom, Moment, Pack, When
from campaign.rules.aeons_end.legacy.facts import Foe, Pairs, Seat
from campaign.rules.aeons_end.mages import Mat
from campaign.rules.aeons_end.market.piles import Pile
from campaign.rules.aeons_end.nemesis_deck import PoolCard
from campaign.rules.aeons_end.outcome import Result, Tally


class Phase(StrEnum):
    """Where a game is in its life."""

    PLANNED = "planned"
    PLAYED = "played"
    SETTLED = "settled"


@dataclass(frozen=True, slots=True)
class GameState:
    """One row of the results table. ``onward`` is None until it is known if the story goes on."""

    number: int
    chapter: int
    foe: Foe
    phase: Phase
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
    parts: tuple[str, ...] = ()  # what of it was opened, while it is not wholly open
    whole: bool = True


@dataclass(frozen=True, slots=True)
class State:
    """Everything a campaign is at one moment."""

    seats: tuple[Seat, ...]
    mats: tuple[Mat, ...]
    market: tuple[Pile, ...]
    seals: Mapping[str, OpenedSeal]  # what is open, by key
    chapters: int
    banished: tuple[Pile, ...] = ()
    pool: tuple[PoolCard, ...] = ()
    gone: Mapping[str, PoolCard] = field(default_factory=dict)  # basics that left, by key
    # By the pack's letters, in the order of the players'.
    sections: Mapping[str, UnlockedSection] = field(default_factory=dict)
    games: tuple[GameState, ...] = ()
    closed: frozenset[str] = frozenset()  # decisions closed without an entry
    grown: frozenset[int] = frozenset()  # chapters after which the market has grown
    started: int = 0  # the highest chapter of which a game was planned
    ended: int = 0  # the highest chapter that the story has left behind
    ended_before: int = 0  # and when the latest game was planned
    bookmark: str = ""  # the last card of the story that was read

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
        """Return whether the last chapter is settled and left behind."""
        current = self.current
        settled = current is not None and current.phase is Phase.SETTLED
        return settled and self.ended >= self.chapters

    def reached(self, moment: Moment) -> bool:
        """Return whether the campaign has come to a moment of a chapter."""
        return moment.chapter <= (self.started if moment.when is When.START else self.ended)

    @property
    def pairs(self) -> Pairs | None:
        """Return who shares turn-order cards with whom, as last planned: written on the cards."""
        return next((game.pairs for game in reversed(self.games) if game.pairs), None)

    def recorded_keys(self) -> frozenset[str]:
        """Return the key of everything the players have written down."""
        keys = {pile.key for pile in (*self.market, *self.banished)}
        keys |= {card.key for card in self.pool} | set(self.gone)
        keys |= {game.foe.key for game in self.games}
        for mat in self.mats:
            keys |= {card.key for card in (*mat.hand, *mat.deck)}
        return frozenset(keys)


def knowing(state: State, pack: Pack) -> frozenset[str]:
    """Return the ids of the pack that this campaign may be shown."""
    recorded = state.recorded_keys()
    return frozenset(
        key
        for key, _, known in pack.names()
        if known.by is KnownFrom.START
        or (known.moment is not None and state.reached(known.moment))
        or key in recorded
    )
