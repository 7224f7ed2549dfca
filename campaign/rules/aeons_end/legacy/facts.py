"""The facts of a Legacy campaign: what was decided in which game (Legacy p. 2, 20).

State is replayed from them.

Each class has the rules that refuse it (``problems``) and its effect (``apply``). Those about the
market and the basic nemesis cards are in ``card_facts``. Noting and settling are facts of any
campaign: their rules are in ``system``.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Self

from campaign.rules.aeons_end.catalogue.pack import Moment, Pack, Seal, SealKind
from campaign.rules.aeons_end.legacy import decisions
from campaign.rules.aeons_end.legacy.card_facts import (
    MARKET,
    BasicJoined,
    BasicLeft,
    CardEvolved,
    CardTransformed,
    MarketGrown,
    MarketOrdered,
)
from campaign.rules.aeons_end.legacy.decisions import Decision, DecisionKind
from campaign.rules.aeons_end.legacy.party import COLOURS, SIDES, Foe, Pairs, Seat
from campaign.rules.aeons_end.legacy.state import (
    GameState,
    GameStatus,
    LegacyFact,
    OpenedSeal,
    State,
    UnlockedSection,
    first_mat,
)
from campaign.rules.aeons_end.mages import Sticker, StickerKind, sticker_problems, with_sticker
from campaign.rules.aeons_end.outcome import Dials, Tally, as_ended, result_problems
from campaign.rules.aeons_end.turn_order import SeatNumber
from campaign.rules.core import sizes
from campaign.rules.core.constraints import Limit, Verbatim
from campaign.rules.core.entries import At, BySeat, Name, Short, Text
from campaign.rules.core.facts import FIRST, THIRD, Ended, Fact, Noted, Settled
from campaign.rules.core.keys import is_typed
from campaign.rules.core.players import PlayerName
from campaign.rules.core.problems import Detail, Problem, RulesError, not_overruled
from campaign.rules.core.story import Story

__all__ = [
    "COLOURS",
    "MIDDLE",
    "SIDES",
    "BasicJoined",
    "BasicLeft",
    "CardEvolved",
    "CardTransformed",
    "DecisionClosed",
    "Fact",
    "Foe",
    "MarketGrown",
    "MarketOrdered",
    "Noted",
    "Pairs",
    "Planned",
    "Played",
    "SealOpened",
    "Seat",
    "SectionUnlocked",
    "Settled",
    "StickerPlaced",
    "StickerRemoved",
    "Story",
    "StoryRead",
    "Verdict",
]

MIDDLE = "middle"  # the part of a deck above the STOP card in its middle


@dataclass(frozen=True, slots=True)
class Planned(LegacyFact, kind="planned", rank=FIRST):
    """A game was planned. ``pairs`` is set with four mages only."""

    chapter: Annotated[int, Limit(1, 99, ruled=True)]
    foe: Annotated[Foe, At("nemesis")]
    pairs: Pairs | None = None

    def tidied(self) -> Self:
        """Put the pairs in order: that of seat 1 comes first."""
        if self.pairs is None or any(len(pair) != 2 for pair in self.pairs):
            return self
        one, other = sorted((min(pair), max(pair)) for pair in self.pairs)
        return replace(self, pairs=(one, other))

    def problems(self, state: State, pack: Pack) -> Iterator[Problem]:
        current, chapters = state.current, len(pack.chapters)
        if current is not None and current.phase is not GameStatus.SETTLED:
            yield Problem("plan.previous_open", {"game": current.number})
        elif state.ended >= chapters:
            yield Problem("plan.campaign_finished", {"chapters": chapters})
        elif not 1 <= self.chapter <= chapters:
            details = {"chapter": self.chapter, "chapters": chapters}
            yield Problem("plan.no_such_chapter", details, "chapter")
        elif self.chapter != state.next_chapter:
            details = {"expected": state.next_chapter, "actual": self.chapter}
            yield Problem("plan.chapter_unexpected", details, "chapter", overrulable=True)
        yield from self.foe.problems(pack, self.chapter)
        yield from self._pair_problems(state)

    def _pair_problems(self, state: State) -> Iterator[Problem]:
        if self.pairs is None:
            return
        seats = [seat.number for seat in state.seats]
        if len(seats) != 4 or sorted(seat for pair in self.pairs for seat in pair) != seats:
            yield Problem("plan.pairs", {"mages": len(seats)}, "pairs")
        elif state.pairs not in (None, self.pairs):
            # Both names are written on each card of the turn order.
            yield Problem("plan.pairs_fixed", {}, "pairs", overrulable=True, new_only=True)

    def apply(self, state: State, pack: Pack) -> State:
        foe = replace(self.foe, life=self.foe.start_life(pack))
        planned = GameState(len(state.games) + 1, self.chapter, foe, GameStatus.PLANNED, self.pairs)
        return replace(
            state,
            games=(*state.games, planned),
            started=max(state.started, self.chapter),
            ended_before=state.ended,
        )


@dataclass(frozen=True, slots=True)
class Played(Ended, LegacyFact):
    """A game ended; ``stand_ins`` by seat: who played it that evening instead of its player."""

    tally: Annotated[Tally, At("")]
    stand_ins: Annotated[BySeat[PlayerName], At("players", first=1)] = ()

    @property
    def result(self) -> Tally:
        """Return the tally by the name that other systems use."""
        return self.tally

    def problems(self, state: State, pack: Pack) -> Iterator[Problem]:
        game = state.games[-1]
        if game.phase is not GameStatus.PLANNED:
            yield Problem("result.already_recorded", {"game": game.number})
        start = Dials(len(state.seats), pack.mage_life, pack.gravehold_life, game.foe.life)
        yield from result_problems(self.tally, start)
        if len(self.stand_ins) > len(state.seats):
            yield Problem("result.too_many_players", path="players")

    def apply(self, state: State, pack: Pack) -> State:
        game = state.games[-1]
        tally = as_ended(self.tally, mages=len(state.seats), nemesis_life=game.foe.life)
        onward = True if decisions.goes_on(tally.result, game.chapter, pack) else None
        return state.with_latest(phase=GameStatus.PLAYED, tally=tally, onward=onward)


@dataclass(frozen=True, slots=True)
class Verdict(LegacyFact, kind="verdict", rank=THIRD):
    """What the story card said after a loss: go on, or play the chapter again."""

    onward: bool

    @property
    def conflict_keys(self) -> frozenset[str]:
        return frozenset({self.kind})

    def problems(self, state: State, _pack: Pack) -> Iterator[Problem]:
        game = state.games[-1]
        if game.phase is GameStatus.PLANNED:
            yield Problem("verdict.no_result", {"game": game.number})
        elif game.onward is not None:
            yield Problem("verdict.not_asked", {"game": game.number}, overrulable=True)

    def apply(self, state: State, _pack: Pack) -> State:
        return state.with_latest(onward=self.onward)


@dataclass(frozen=True, slots=True)
class StickerPlaced(LegacyFact, kind="sticker"):
    """A sticker went onto a slot of a mage's mat."""

    seat: SeatNumber
    sticker: Annotated[Sticker, At("")]

    @property
    def conflict_keys(self) -> frozenset[str]:
        return _about(Decision(DecisionKind.SLOT, self.sticker.slot, self.seat))

    def problems(self, state: State, pack: Pack) -> Iterator[Problem]:
        sticker = self.sticker
        details: dict[str, Detail] = {"slot": sticker.slot, "seat": self.seat}
        if not 1 <= self.seat <= len(state.mats):
            yield Problem("sticker.no_such_mage", details, "seat")
            return
        mat = state.mats[self.seat - 1]
        slot = pack.find.slot(sticker.slot)
        if slot is None:
            yield Problem("sticker.unknown_slot", details, "slot", overrulable=True)
        elif not state.reached(slot.moment):
            yield Problem("sticker.too_early", {**details, **_when(slot.moment)}, "slot", True)
        if sticker.slot in {placed.slot for placed in mat.stickers}:
            yield Problem("sticker.slot_taken", details, "slot")
        if sticker.kind is StickerKind.ABILITY and sticker.replaces is None and mat.ability:
            yield Problem("sticker.replaces_missing", details, "replaces", new_only=True)
        problems = tuple(sticker_problems(sticker))
        yield from problems
        if not not_overruled(problems, self.reason):
            try:
                with_sticker(mat, sticker, pack)
            except RulesError as error:
                yield from error.problems

    def apply(self, state: State, pack: Pack) -> State:
        return state.with_mat(with_sticker(state.mats[self.seat - 1], self.sticker, pack))


@dataclass(frozen=True, slots=True)
class StickerRemoved(LegacyFact, kind="removed"):
    """A story card took a sticker off a mage's mat."""

    seat: SeatNumber
    slot: Short

    @property
    def conflict_keys(self) -> frozenset[str]:
        return _about(Decision(DecisionKind.SLOT, self.slot, self.seat))

    def problems(self, state: State, _pack: Pack) -> Iterator[Problem]:
        details: dict[str, Detail] = {"slot": self.slot, "seat": self.seat}
        if not 1 <= self.seat <= len(state.mats):
            yield Problem("sticker.no_such_mage", details, "seat")
        elif self.slot not in {placed.slot for placed in state.mats[self.seat - 1].stickers}:
            yield Problem("sticker.not_there", details, "slot")
        yield from self.reason_problems()

    def apply(self, state: State, pack: Pack) -> State:
        mat = first_mat(pack, state.seats[self.seat - 1])
        for sticker in state.mats[self.seat - 1].stickers:
            if sticker.slot != self.slot:
                mat = with_sticker(mat, sticker, pack)
        # The slot is empty because the story wants it so: nothing is due there.
        due = Decision(DecisionKind.SLOT, self.slot, self.seat)
        return state.with_mat(mat).with_closed(due.key)


@dataclass(frozen=True, slots=True)
class SectionUnlocked(LegacyFact, kind="section"):
    """A section's sticker went into the rulebook.

    ``section`` is the pack's letter; ``letter`` is what the players' own sticker shows.
    """

    section: Annotated[Short, At("letter")]
    letter: Short
    note: Text = ""

    @property
    def conflict_keys(self) -> frozenset[str]:
        return _about(Decision(DecisionKind.SECTION, self.section))

    def problems(self, state: State, pack: Pack) -> Iterator[Problem]:
        details: dict[str, Detail] = {"section": self.section, "letter": self.letter}
        section = pack.find.section(self.section)
        if self.section in state.sections:
            yield Problem("section.already_unlocked", details, "letter")
        if not self.letter.strip():
            yield Problem("section.letter_missing", details, "letter")
        elif self.letter in {s.letter for key, s in state.sections.items() if key != self.section}:
            yield Problem("section.letter_twice", details, "letter")
        if section is None:
            yield Problem("section.unknown", details, "letter", overrulable=True)
            return
        if not state.reached(section.moment):
            too_early = {**details, **_when(section.moment)}
            yield Problem("section.too_early", too_early, "letter", overrulable=True)
        if self.letter not in (section.letters or (section.letter,)):
            yield Problem("section.letter_differs", details, "letter", overrulable=True)

    def apply(self, state: State, _pack: Pack) -> State:
        unlocked = UnlockedSection(self.section, self.letter, self.note, state.games[-1].number)
        sections = sorted((*state.sections.values(), unlocked), key=lambda section: section.letter)
        return replace(state, sections={section.section: section for section in sections})


@dataclass(frozen=True, slots=True)
class SealOpened(LegacyFact, kind="seal"):
    """A deck, an envelope, a box or a supplement was opened; a pack id or a typed name.

    ``part`` is what of it was opened, where that was not the rest: a deck to the STOP card in its
    middle (``MIDDLE``), a part of a supplement.
    """

    seal: Annotated[str, Verbatim(sizes.KEY)]
    name: Annotated[Name, At("seal")] = ""
    part: Short = ""
    brought: Text = ""  # the players' own words about what was in it

    @property
    def conflict_keys(self) -> frozenset[str]:
        return _about(Decision(DecisionKind.SEAL, self.seal))

    def problems(self, state: State, pack: Pack) -> Iterator[Problem]:
        details: dict[str, Detail] = {"seal": self.seal, "name": self.name}
        opened = state.seals.get(self.seal)
        if opened and (not opened.parts or self.part in opened.parts):
            yield Problem("seal.already_open", details, "seal")
        if is_typed(self.seal):
            if not self.name.strip():
                yield Problem("seal.name_missing", path="seal")
            return
        seal = pack.find.seal(self.seal)
        if seal is None:
            yield Problem("seal.unknown", details, "seal")
            return
        if seal.moment and not state.reached(seal.moment):
            too_early = {**details, **_when(seal.moment)}
            yield Problem("seal.too_early", too_early, "seal", overrulable=True)
        if self.part and not _has_part(seal, self.part):
            details["part"] = self.part
            yield Problem("seal.no_such_part", details, "seal", overrulable=True)

    def apply(self, state: State, _pack: Pack) -> State:
        old = state.seals.get(self.seal)
        parts = (*(old.parts if old else ()), self.part) if self.part else ()
        first = old.game if old else state.games[-1].number
        opened = OpenedSeal(self.seal, self.name, first, parts)
        return replace(state, seals={**state.seals, self.seal: opened})


def _has_part(seal: Seal, part: str) -> bool:
    match seal.kind:
        case SealKind.DECK:
            return seal.middle_stop and part == MIDDLE
        case SealKind.SUPPLEMENT:  # of most of them nobody knows the parts yet
            return not seal.parts or part in seal.parts
    return False


def _when(moment: Moment) -> dict[str, Detail]:
    return {"chapter": moment.chapter, "when": str(moment.when)}


@dataclass(frozen=True, slots=True)
class StoryRead(LegacyFact, kind="read"):
    """The last card of the story that was read: a bookmark."""

    card: Short

    @property
    def conflict_keys(self) -> frozenset[str]:
        return frozenset({self.kind})

    def problems(self, _state: State, _pack: Pack) -> Iterator[Problem]:
        if not self.card.strip():
            yield Problem("story.card_missing", path="card")

    def apply(self, state: State, _pack: Pack) -> State:
        return replace(state, bookmark=self.card)


@dataclass(frozen=True, slots=True)
class DecisionClosed(LegacyFact, kind="closed"):
    """A decision was closed without an entry: "none", or "not so in our box" with a reason."""

    decision: Annotated[str, Verbatim(sizes.TOKEN)]

    @property
    def conflict_keys(self) -> frozenset[str]:
        asked = decisions.keyed_decision(self.decision)
        return _about(asked) if asked else frozenset({self.decision})

    def problems(self, state: State, pack: Pack) -> Iterator[Problem]:
        details: dict[str, Detail] = {"decision": self.decision}
        kind = {d.key: d.kind for d in decisions.open_decisions(state, pack)}.get(self.decision)
        if kind is None:
            # Campaigns that ended earlier were asked for the last growth, and some declined it.
            declined = Decision(DecisionKind.GROWTH, str(len(pack.chapters))).key
            yield Problem("decision.not_open", details, new_only=self.decision == declined)
        elif kind in decisions.NEVER_CLOSED:
            yield Problem("decision.cannot_be_waived", details)
        elif kind not in decisions.CLOSED_FREELY and not self.reason.strip():
            yield Problem("decision.reason_missing", details, "reason")

    def apply(self, state: State, _pack: Pack) -> State:
        return state.with_closed(self.decision)


def _about(decision: Decision) -> frozenset[str]:
    """Return what the facts that answer a decision are about; growth is about the market."""
    return frozenset({MARKET if decision.kind is DecisionKind.GROWTH else decision.key})


FACTS: Mapping[str, type[Fact]] = {
    fact.kind: fact
    for fact in (
        *(Planned, Played, Verdict, MarketGrown, StickerPlaced, CardEvolved, CardTransformed),
        *(BasicJoined, BasicLeft, SectionUnlocked, SealOpened, MarketOrdered, StickerRemoved),
        *(StoryRead, DecisionClosed, Noted, Settled),
    )
}
# A game has one of each at most; two would contradict each other.
ONCE_PER_GAME = frozenset({Planned.kind, Played.kind, Verdict.kind, MarketGrown.kind, Settled.kind})
# A verdict on a result that was wrong is withdrawn without asking.
WITH_RESULT = frozenset({Verdict.kind})
