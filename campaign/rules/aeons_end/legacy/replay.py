"""Replay a Legacy campaign: each fact makes one state out of another."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from campaign.rules.aeons_end.catalogue.pack import Pack
from campaign.rules.aeons_end.legacy import facts
from campaign.rules.aeons_end.legacy.decisions import Decision, DecisionKind
from campaign.rules.aeons_end.legacy.facts import Fact, Seat
from campaign.rules.aeons_end.legacy.state import (
    GameState,
    OpenedSeal,
    Phase,
    State,
    UnlockedSection,
)
from campaign.rules.aeons_end.mages import Mat, printed_mat, with_sticker
from campaign.rules.aeons_end.market.piles import MarketChange, changed, first_market
from campaign.rules.aeons_end.nemesis_deck import PoolCard, pool_evolve, pool_transform, with_spaces
from campaign.rules.aeons_end.outcome import Result, as_ended


def first_state(pack: Pack, seats: tuple[Seat, ...]) -> State:
    """Return what a campaign is before its first game."""
    open_seals = (seal for seal in pack.seals if seal.open_at_start)
    return State(
        seats=seats,
        mats=tuple(_mat(pack, seat) for seat in seats),
        market=first_market(pack),
        seals={seal.id: OpenedSeal(seal.id, "", 0) for seal in open_seals},
        chapters=len(pack.chapters),
    )


def applied(state: State, pack: Pack, fact: Fact) -> State:
    """Return the state after a fact. It is trusted: :mod:`checks` says before what does not fit."""
    return _APPLY[type(fact)](state, pack, fact)


def _planned(state: State, pack: Pack, fact: facts.Planned) -> State:
    foe = replace(fact.foe, life=fact.foe.start_life(pack))
    planned = GameState(len(state.games) + 1, fact.chapter, foe, Phase.PLANNED, fact.pairs)
    return replace(
        state,
        games=(*state.games, planned),
        started=max(state.started, fact.chapter),
        ended_before=state.ended,
    )


def _played(state: State, pack: Pack, fact: facts.Played) -> State:
    game = state.games[-1]
    tally = as_ended(fact.tally, mages=len(state.seats), nemesis_life=game.foe.life)
    chapter = pack.find.chapter(game.chapter)
    goes_on = tally.result is Result.WIN or (chapter is not None and chapter.always_onward)
    return _with_latest(state, phase=Phase.PLAYED, tally=tally, onward=True if goes_on else None)


def _with_latest(state: State, **changes: Any) -> State:
    game = replace(state.games[-1], **changes)
    # From what held before this game: a verdict that overrules a win takes its step back.
    ended = max(state.ended_before, game.chapter if game.onward else 0)
    return replace(state, games=(*state.games[:-1], game), ended=ended)


def _grown(state: State, pack: Pack, fact: facts.MarketGrown) -> State:
    return replace(_ordered(state, pack, fact), grown=state.grown | {state.games[-1].chapter})


def _ordered(state: State, _pack: Pack, fact: facts.MarketGrown | facts.MarketOrdered) -> State:
    change = facts.market_change(fact) or MarketChange()
    market, banished = changed(state.market, state.banished, change)
    return replace(state, market=market, banished=banished)


def _sticker(state: State, pack: Pack, fact: facts.StickerPlaced) -> State:
    return _with_mat(state, with_sticker(state.mats[fact.seat - 1], fact.sticker, pack))


def _with_mat(state: State, mat: Mat) -> State:
    mats = (mat if held.seat == mat.seat else held for held in state.mats)
    return replace(state, mats=tuple(mats))


def _evolved(state: State, _pack: Pack, fact: facts.CardEvolved) -> State:
    pool = with_spaces(state.pool, fact.card, fact.spaces)
    return replace(state, pool=pool_evolve(pool, fact.card, fact.text))


def _transformed(state: State, _pack: Pack, fact: facts.CardTransformed) -> State:
    pool = with_spaces(state.pool, fact.card, fact.spaces)
    return _with_pool(replace(state, pool=pool), pool_transform(pool, fact.card, fact.into))


def _joined(state: State, _pack: Pack, fact: facts.BasicJoined) -> State:
    return _with_pool(state, (*state.pool, fact.card))


def _left(state: State, _pack: Pack, fact: facts.BasicLeft) -> State:
    return _with_pool(state, tuple(card for card in state.pool if card.key != fact.card))


def _with_pool(state: State, pool: tuple[PoolCard, ...]) -> State:
    """Return the state with other basics: those that are missing left, those that came are back."""
    known = {**state.gone, **{card.key: card for card in state.pool}}
    held = {card.key for card in pool}
    gone = {key: card for key, card in known.items() if key not in held}
    return replace(state, pool=pool, gone=gone)


def _section(state: State, _pack: Pack, fact: facts.SectionUnlocked) -> State:
    unlocked = UnlockedSection(fact.section, fact.letter, fact.note, state.games[-1].number)
    sections = sorted((*state.sections.values(), unlocked), key=lambda held: held.letter)
    return replace(state, sections={held.section: held for held in sections})


def _seal(state: State, _pack: Pack, fact: facts.SealOpened) -> State:
    old = state.seals.get(fact.seal)
    parts = (*(old.parts if old else ()), fact.part) if fact.part else ()
    first = old.game if old else state.games[-1].number
    opened = OpenedSeal(fact.seal, fact.name, first, parts, not fact.part)
    return replace(state, seals={**state.seals, fact.seal: opened})


def _removed(state: State, pack: Pack, fact: facts.StickerRemoved) -> State:
    mat = _mat(pack, state.seats[fact.seat - 1])
    for sticker in state.mats[fact.seat - 1].stickers:
        if sticker.slot != fact.slot:
            mat = with_sticker(mat, sticker, pack)
    # The slot is empty because the story wants it so: nothing is due there.
    return _closed(_with_mat(state, mat), Decision(DecisionKind.SLOT, fact.slot, fact.seat).key)


def _closed(state: State, decision: str) -> State:
    return replace(state, closed=state.closed | {decision})


def _mat(pack: Pack, seat: Seat) -> Mat:
    mage = next(mage for mage in pack.mages if mage.colour == seat.colour)
    return printed_mat(
        mage, pack, seat=seat.number, name=seat.name, side=seat.side, player=seat.player
    )


_APPLY: dict[type[Fact], Callable[[State, Pack, Any], State]] = {
    facts.Planned: _planned,
    facts.Played: _played,
    facts.Verdict: lambda state, _pack, fact: _with_latest(state, onward=fact.onward),
    facts.MarketGrown: _grown,
    facts.StickerPlaced: _sticker,
    facts.CardEvolved: _evolved,
    facts.CardTransformed: _transformed,
    facts.BasicJoined: _joined,
    facts.BasicLeft: _left,
    facts.SectionUnlocked: _section,
    facts.SealOpened: _seal,
    facts.MarketOrdered: _ordered,
    facts.StickerRemoved: _removed,
    facts.StoryRead: lambda state, _pack, fact: replace(state, bookmark=fact.card),
    facts.DecisionClosed: lambda state, _pack, fact: _closed(state, fact.decision),
    facts.Noted: lambda state, _pack, _fact: state,  # a note is for people
    facts.Settled: lambda state, _pack, _fact: _with_latest(state, phase=Phase.SETTLED),
}
FACTS: Mapping[str, type[Fact]] = {fact.kind: fact for fact in _APPLY}
