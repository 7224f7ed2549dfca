"""The ledger: a campaign's state while its facts are being replayed, one after the other."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from campaign.rules.aeons_end.catalogue.pack import Moment, Pack, When
from campaign.rules.aeons_end.endings import as_ended
from campaign.rules.aeons_end.evolution import pool_evolve, pool_transform, with_spaces
from campaign.rules.aeons_end.legacy.decisions import Decision, DecisionKind
from campaign.rules.aeons_end.legacy.facts import (
    BasicJoined,
    BasicLeft,
    CardEvolved,
    CardTransformed,
    DecisionClosed,
    Fact,
    MarketGrown,
    MarketOrdered,
    Noted,
    Planned,
    Played,
    SealOpened,
    Seat,
    SectionUnlocked,
    Settled,
    StickerPlaced,
    StickerRemoved,
    StoryRead,
    Verdict,
)
from campaign.rules.aeons_end.legacy.state import (
    GameState,
    OpenedSeal,
    Phase,
    State,
    UnlockedSection,
)
from campaign.rules.aeons_end.mages import Mat, printed_mat, with_sticker
from campaign.rules.aeons_end.market.piles import Pile, arranged, first_market, grow
from campaign.rules.aeons_end.nemesis_deck import PoolCard


class Ledger:
    """Apply facts in order. It trusts them: :mod:`checks` says beforehand what does not fit."""

    def __init__(self, pack: Pack, seats: tuple[Seat, ...]) -> None:
        self.pack = pack
        self.seats = seats
        self.mats: list[Mat] = [_mat(pack, seat) for seat in seats]
        self.market: tuple[Pile, ...] = first_market(pack)
        self.banished: list[Pile] = []
        self.pool: tuple[PoolCard, ...] = ()
        self.retired: dict[str, PoolCard] = {}
        self.unlocked: dict[str, UnlockedSection] = {}  # by the pack's letter
        self.opened: dict[str, OpenedSeal] = {
            seal.id: OpenedSeal(seal.id, "", 0) for seal in pack.seals if seal.open_at_start
        }
        self.games: list[GameState] = []
        self.closed: set[str] = set()
        self.grown: set[int] = set()
        self.started = 0
        self.ended = 0
        self.bookmark = ""
        self._ended_before = 0  # when the latest game was planned

    @property
    def current(self) -> GameState | None:
        """Return the latest game, if there is one."""
        return self.games[-1] if self.games else None

    def reached(self, moment: Moment) -> bool:
        """Return whether the campaign has come to a moment of a chapter."""
        return moment.chapter <= (self.started if moment.when is When.START else self.ended)

    def apply(self, game: int, fact: Fact) -> None:
        """Enter one fact."""
        _APPLY[type(fact)](self, game, fact)

    def state(self) -> State:
        """Return what the facts so far add up to."""
        return State(
            seats=self.seats,
            mats=tuple(self.mats),
            market=self.market,
            banished=tuple(self.banished),
            pool=self.pool,
            retired=tuple(self.retired.values()),
            sections=tuple(sorted(self.unlocked.values(), key=lambda section: section.letter)),
            seals=tuple(self.opened.values()),
            games=tuple(self.games),
            closed=frozenset(self.closed),
            grown=frozenset(self.grown),
            started=self.started,
            ended=self.ended,
            chapters=len(self.pack.chapters),
            bookmark=self.bookmark,
        )

    def _planned(self, game: int, fact: Planned) -> None:
        foe, known = fact.foe, self.pack.nemesis(fact.foe.key)
        if foe.life is None and known is not None:
            foe = replace(foe, life=known.life)  # not noted: as its mat shows
        self.games.append(GameState(game, fact.chapter, foe, Phase.PLANNED, fact.pairs))
        self.started = max(self.started, fact.chapter)
        self._ended_before = self.ended

    def _played(self, _game: int, fact: Played) -> None:
        life = self.games[-1].foe.life
        tally = as_ended(fact.tally, mages=len(self.seats), nemesis_life=life)
        played = replace(self.games[-1], phase=Phase.PLAYED, tally=tally)
        chapter = self.pack.chapter(played.chapter)
        goes_on = played.won or (chapter is not None and chapter.always_onward)
        self._turn(replace(played, onward=True if goes_on else None))

    def _verdict(self, _game: int, fact: Verdict) -> None:
        self._turn(replace(self.games[-1], onward=fact.onward))

    def _turn(self, game: GameState) -> None:
        self.games[-1] = game
        # From what held before this game: a verdict that overrules a win takes its step back.
        self.ended = max(self._ended_before, game.chapter if game.onward else 0)

    def _grown(self, _game: int, fact: MarketGrown) -> None:
        self.market, out = grow(self.market, fact.growth)
        offered = {pile.key for pile in fact.growth.offered}
        self.banished = [pile for pile in self.banished if pile.key not in offered]
        self.banished.extend(out)
        self.grown.add(self.games[-1].chapter)

    def _sticker(self, _game: int, fact: StickerPlaced) -> None:
        index = fact.seat - 1
        self.mats[index] = with_sticker(self.mats[index], fact.sticker, self.pack)

    def _evolved(self, _game: int, fact: CardEvolved) -> None:
        self.pool = with_spaces(self.pool, fact.card, fact.spaces)
        self.pool = pool_evolve(self.pool, fact.card, fact.text, reason=fact.reason)

    def _transformed(self, _game: int, fact: CardTransformed) -> None:
        self.pool = with_spaces(self.pool, fact.card, fact.spaces)
        self._retire(fact.card, back=fact.into.key)
        self.pool = pool_transform(self.pool, fact.card, fact.into, reason=fact.reason)

    def _joined(self, _game: int, fact: BasicJoined) -> None:
        self._retire(back=fact.card.key)
        self.pool = (*self.pool, fact.card)

    def _left(self, _game: int, fact: BasicLeft) -> None:
        self._retire(fact.card)
        self.pool = tuple(card for card in self.pool if card.key != fact.card)

    def _retire(self, key: str = "", *, back: str = "") -> None:
        """Put a card of the pool among those that left, and take one that is back out of them."""
        self.retired.pop(back, None)
        self.retired.update({card.key: card for card in self.pool if card.key == key})

    def _section(self, game: int, fact: SectionUnlocked) -> None:
        unlocked = UnlockedSection(fact.section, fact.letter, fact.note, game)
        self.unlocked[fact.section] = unlocked

    def _seal(self, game: int, fact: SealOpened) -> None:
        old = self.opened.get(fact.seal)
        parts = (*(old.parts if old else ()), fact.part) if fact.part else ()
        first = old.game if old else game
        self.opened[fact.seal] = OpenedSeal(fact.seal, fact.name, first, parts, not fact.part)

    def _ordered(self, _game: int, fact: MarketOrdered) -> None:
        gone = [pile for pile in self.market if pile.key == fact.banished]
        kept = [pile for pile in self.market if pile.key != fact.banished]
        if fact.added:
            kept.append(fact.added)
            self.banished = [pile for pile in self.banished if pile.key != fact.added.key]
        self.market = arranged(kept)
        self.banished += gone

    def _removed(self, _game: int, fact: StickerRemoved) -> None:
        index = fact.seat - 1
        left = [one for one in self.mats[index].stickers if one.slot != fact.slot]
        mat = _mat(self.pack, self.seats[index])
        for sticker in left:
            mat = with_sticker(mat, sticker, self.pack)
        self.mats[index] = mat
        # The slot is empty because the story wants it so: nothing is due there.
        self.closed.add(Decision(DecisionKind.SLOT, fact.slot, fact.seat).key)

    def _read(self, _game: int, fact: StoryRead) -> None:
        self.bookmark = fact.card

    def _closed(self, _game: int, fact: DecisionClosed) -> None:
        self.closed.add(fact.decision)

    def _noted(self, _game: int, _fact: Noted) -> None:
        """Leave the state alone: a note is for people."""

    def _settled(self, _game: int, _fact: Settled) -> None:
        self.games[-1] = replace(self.games[-1], phase=Phase.SETTLED)


def _mat(pack: Pack, seat: Seat) -> Mat:
    mage = next(mage for mage in pack.mages if mage.colour == seat.colour)
    return printed_mat(
        mage, pack, seat=seat.number, name=seat.name, side=seat.side, player=seat.player
    )


_APPLY: dict[type[Fact], Callable[[Ledger, int, Any], None]] = {
    Planned: Ledger._planned,
    Played: Ledger._played,
    Verdict: Ledger._verdict,
    MarketGrown: Ledger._grown,
    StickerPlaced: Ledger._sticker,
    CardEvolved: Ledger._evolved,
    CardTransformed: Ledger._transformed,
    BasicJoined: Ledger._joined,
    BasicLeft: Ledger._left,
    SectionUnlocked: Ledger._section,
    SealOpened: Ledger._seal,
    MarketOrdered: Ledger._ordered,
    StickerRemoved: Ledger._removed,
    StoryRead: Ledger._read,
    DecisionClosed: Ledger._closed,
    Noted: Ledger._noted,
    Settled: Ledger._settled,
}
