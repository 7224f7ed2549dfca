"""The open decisions of a campaign, and its next step.

The rulebook prints when each section comes (pp. 2–20) and the mats when each slot opens (p. 4);
the rest the story's cards say, and players enter it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from campaign.rules.aeons_end.catalogue.pack import Moment, Pack, When
from campaign.rules.aeons_end.endings import Result
from campaign.rules.aeons_end.legacy.state import GameState, GameStatus, State
from campaign.rules.aeons_end.nemesis_deck import tier_counts

# Legacy rulebook, section K: from chapter 3 the deck is built from the campaign's own basics.
POOL_FIXED_FROM = 3


class DecisionKind(StrEnum):
    """What a decision is about, in the order in which they are asked."""

    SEAL = "seal"
    VERDICT = "verdict"
    SECTION = "section"
    SLOT = "slot"
    GROWTH = "growth"
    EVOLUTION = "evolution"
    POOL = "pool"


# The story needs its verdict and the deck its cards: no reason waives them.
NEVER_CLOSED = frozenset({DecisionKind.VERDICT, DecisionKind.POOL})
# "None evolved" is an ordinary answer; it needs no reason.
CLOSED_FREELY = frozenset({DecisionKind.EVOLUTION})


@dataclass(frozen=True, slots=True)
class Decision:
    """An open decision; ``subject`` is a letter, slot, seal, chapter or game, by its kind."""

    kind: DecisionKind
    subject: str
    seat: int | None = None
    moment: Moment | None = None

    @property
    def key(self) -> str:
        """Return the key by which a ``DecisionClosed`` names it."""
        seat = f":{self.seat}" if self.seat is not None else ""
        return f"{self.kind}:{self.subject}{seat}"


def keyed_decision(key: str) -> Decision | None:
    """Return the decision of a key, without its moment; None if there is no such kind."""
    kind, _colon, rest = key.partition(":")
    subject, _colon, seat = rest.partition(":")
    if kind not in set(DecisionKind):
        return None
    return Decision(DecisionKind(kind), subject, int(seat) if seat.isdecimal() else None)


def open_decisions(state: State, pack: Pack) -> tuple[Decision, ...]:
    """Return the decisions that are due and neither recorded nor closed."""
    if state.current is None:
        return ()
    return tuple(d for d in _due(state, state.current, pack) if d.key not in state.closed)


def at_start(pack: Pack, key: str) -> bool:
    """Say whether a section or a seal comes at the start of a chapter."""
    sealed = pack.find.section(key) or pack.find.seal(key)
    moment = sealed.moment if sealed else None
    return moment is not None and moment.when is When.START


def begins_with(state: State, pack: Pack) -> tuple[Decision, ...]:
    """Return what is due before the planned game, or else the next one, is set up."""
    current = state.current
    if current is None or current.phase is not GameStatus.PLANNED:
        state = replace(state, started=state.next_chapter)
    due = (*_seals(state, pack), *_sections(state, pack))
    starting = (d for d in due if d.moment is not None and d.moment.when is When.START)
    return (*(d for d in starting if d.key not in state.closed), *_basics(state, pack))


def _seals(state: State, pack: Pack) -> Iterator[Decision]:
    for seal in pack.seals:
        if seal.id not in state.seals and seal.moment and state.reached(seal.moment):
            yield Decision(DecisionKind.SEAL, seal.id, moment=seal.moment)


def _sections(state: State, pack: Pack) -> Iterator[Decision]:
    for section in pack.sections:
        if section.letter not in state.sections and state.reached(section.moment):
            yield Decision(DecisionKind.SECTION, section.letter, moment=section.moment)


def _basics(state: State, pack: Pack) -> Iterator[Decision]:
    if deck_table_known(state, pack) and not pool_matches(state, pack):
        yield Decision(DecisionKind.POOL, str(len(state.seats)))


def _due(state: State, game: GameState, pack: Pack) -> Iterator[Decision]:
    yield from _seals(state, pack)
    if game.phase is not GameStatus.PLANNED and game.onward is None:
        yield Decision(DecisionKind.VERDICT, str(game.number))
    yield from _sections(state, pack)
    for mat in state.mats:
        filled = {sticker.slot for sticker in mat.stickers}
        for slot in pack.slots:
            if slot.id not in filled and state.reached(slot.moment):
                yield Decision(DecisionKind.SLOT, slot.id, mat.seat, slot.moment)
    for chapter in range(1, state.ended + 1):
        if chapter not in state.grown and not growth_is_optional(chapter, pack):
            moment = Moment(chapter, When.END)
            yield Decision(DecisionKind.GROWTH, str(chapter), moment=moment)
    if game.phase is not GameStatus.PLANNED and evolution_begun(state, pack) and state.pool:
        yield Decision(DecisionKind.EVOLUTION, str(game.number))
    yield from _basics(state, pack)


def goes_on(result: Result, chapter: int, pack: Pack) -> bool:
    """Return whether the story goes on by itself: after a win, or after any end of some chapters.

    After another loss a story card decides: that is the verdict.
    """
    played = pack.find.chapter(chapter)
    return result is Result.WIN or (played is not None and played.always_onward)


def growth_is_optional(chapter: int, pack: Pack) -> bool:
    """Return whether a chapter's growth may be left out: no game follows the last chapter."""
    return chapter == len(pack.chapters)


def evolution_begun(state: State, pack: Pack) -> bool:
    """Return whether the section with the rules of Evolution has come."""
    return any(state.reached(section.moment) for section in pack.sections if section.evolution)


def deck_table_known(state: State, pack: Pack) -> bool:
    """Return whether the section on building a nemesis deck has come (p. 10, section K).

    Nobody knows before it how many basics of each tier there must be.
    """
    return any(state.reached(section.moment) for section in pack.sections if section.replaces_steps)


def stickers_begun(state: State, pack: Pack) -> bool:
    """Return whether any slot of the mats has opened."""
    return any(state.reached(slot.moment) for slot in pack.slots)


def pool_matches(state: State, pack: Pack) -> bool:
    """Return whether the pool has the required number of basics in each tier."""
    return tier_counts(state.pool) == pack.basics_by_mages[len(state.seats)]


def pool_fixed(state: State, pack: Pack) -> bool:
    """Return whether the basics are complete: from then on only a story card changes them."""
    return deck_table_known(state, pack) and pool_matches(state, pack)


class StepKind(StrEnum):
    """What comes next for a campaign."""

    UNPACK = "unpack"  # the first evening
    PLAN = "plan"
    PLAY = "play"
    AFTERMATH = "aftermath"
    SETTLE = "settle"
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class NextStep:
    """The next thing to do, and the open decisions."""

    kind: StepKind
    chapter: int
    game: int | None = None
    decisions: tuple[Decision, ...] = ()


def next_step(state: State, pack: Pack) -> NextStep:
    """Return the next step: nothing else decides what comes next."""
    current = state.current
    if current is None:
        kind = StepKind.PLAN if state.evening.next is None else StepKind.UNPACK
        return NextStep(kind, 1, 1)
    if state.finished:
        return NextStep(StepKind.FINISHED, current.chapter)
    if current.phase is GameStatus.SETTLED:
        return NextStep(StepKind.PLAN, state.next_chapter, current.number + 1)
    decisions = open_decisions(state, pack)
    if current.phase is GameStatus.PLANNED:
        return NextStep(StepKind.PLAY, current.chapter, current.number, decisions)
    kind = StepKind.AFTERMATH if decisions else StepKind.SETTLE
    return NextStep(kind, current.chapter, current.number, decisions)
