"""An evening: planned, played, the way on chosen, settled."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Annotated

from campaign.rules.core import sizes
from campaign.rules.core.constraints import Line
from campaign.rules.core.entries import At, Few, Name
from campaign.rules.core.facts import FIRST, THIRD, Ended
from campaign.rules.core.facts import Settled as CoreSettled
from campaign.rules.core.keys import Key, is_typed, typed_key
from campaign.rules.core.problems import Problem
from campaign.rules.journal.description import Addition, Chapter, Mode
from campaign.rules.journal.fact import JournalFact, NewThing, new_thing_problems
from campaign.rules.journal.progress import due_seals, expected_chapters, is_expected
from campaign.rules.journal.state import GameState, Outcome, SeatNumber, State


@dataclass(frozen=True, slots=True)
class Playing:
    """Who plays, and with what: the key of a thing, or "" for nothing in particular."""

    seat: SeatNumber
    thing: Annotated[str, Line(sizes.KEY)] = ""


@dataclass(frozen=True, slots=True)
class Planned(JournalFact, kind="planned", rank=FIRST):
    """A game of a chapter is planned; ``brings`` are new things that somebody plays.

    A chapter that no description has is in the group's own words: ``name``.
    """

    chapter: Annotated[str, Line(sizes.KEY)] = ""
    playing: Few[Playing] = ()
    brings: Few[NewThing] = ()
    name: Name = ""

    def problems(self, state: State) -> Iterator[Problem]:
        latest = state.latest
        if latest is not None and not latest.is_settled:
            yield Problem("journal.not_settled", {"game": latest.number})
        yield from self._chapter_problems(state)
        for new in self.brings:
            yield from new_thing_problems(new, state, "brings")
        yield from self._seat_problems(state)

    def _chapter_problems(self, state: State) -> Iterator[Problem]:
        chapters = state.box.chapters
        if is_typed(self.chapter):
            if self.chapter != typed_key(self.name):
                yield Problem("journal.chapter_unknown", path="chapter")
        elif self.chapter and self.chapter not in chapters:
            yield Problem("journal.chapter_unknown", path="chapter")
        if not is_expected(state, self.chapter):
            expected = expected_chapters(state)
            names = tuple(chapters[key].name for key in expected if key in chapters)
            yield Problem("journal.chapter_unexpected", {"names": names}, "chapter", True)
        # Before the first game there is none to enter it in: the set-up sheet says it.
        for seal in due_seals(state, self.chapter) if state.games else ():
            found = state.box.seals[seal]
            labels = {"kind": found.kind, "label": found.label}
            yield Problem("journal.seal_due", labels, "chapter", overrulable=True)

    def _seat_problems(self, state: State) -> Iterator[Problem]:
        seats = [held.seat for held in self.playing]
        least, most = state.description.players
        if not least <= len(seats) <= most:
            size = {"least": least, "most": most, "actual": len(seats)}
            yield Problem("journal.party_size", size, "playing", overrulable=True)
        known = {seat.number for seat in state.seats}
        if len(set(seats)) < len(seats) or not known.issuperset(seats):
            yield Problem("journal.seat_unknown", path="playing")
        box = state.box
        for new in self.brings:
            box = box.with_thing(new.thing)
        things = [held.thing for held in self.playing if held.thing]
        for thing in things:
            kind = box.kind_of(thing)
            if kind is None:
                yield Problem("journal.thing_unknown", path="playing")
            elif not kind.played:
                name = box.things[thing].name
                yield Problem("journal.not_played", {"thing": name}, "playing", overrulable=True)
        if len(set(things)) < len(things):
            yield Problem("journal.thing_twice", path="playing", overrulable=True)

    def apply(self, state: State) -> State:
        for new in self.brings:
            state = state.with_find(new.seal, Addition(things=(new.thing,)))
        if is_typed(self.chapter) and self.chapter not in state.box.chapters:
            own = Chapter(self.chapter, self.name, tries=0)
            state = state.with_addition(Addition(chapters=(own,)))
        playing = {held.seat: held.thing for held in self.playing}
        game = GameState(len(state.games) + 1, self.chapter, playing)
        return replace(state, games=(*state.games, game))


_INCOMPLETE = {
    Mode.TOGETHER: "journal.result_together",
    Mode.SCORES: "journal.result_scores",
    Mode.RANKS: "journal.result_places",
    Mode.SIDES: "journal.result_sides",
}


@dataclass(frozen=True, slots=True)
class Played(Ended, JournalFact):
    """A game ended."""

    outcome: Annotated[Outcome, At("")] = field(default_factory=Outcome)

    @property
    def result(self) -> Outcome:
        """Return the outcome by the name that other systems use."""
        return self.outcome

    def problems(self, state: State) -> Iterator[Problem]:
        game, outcome = state.latest, self.outcome
        if game is None:
            return
        if game.outcome is not None:
            yield Problem("journal.played_already", {"game": game.number})
        said = {
            Mode.TOGETHER: outcome.result is not None,
            Mode.SCORES: all(outcome.score(seat) is not None for seat in game.playing),
            Mode.RANKS: all(outcome.rank(seat) is not None for seat in game.playing),
            Mode.SIDES: bool(outcome.winners) and outcome.winners <= set(game.playing),
            Mode.SAVED: True,
        }
        mode = state.description.result.mode
        if not said[mode]:
            yield Problem(_INCOMPLETE[mode], path="outcome")
        spoken = {
            Mode.TOGETHER: outcome.result is not None,
            Mode.SCORES: bool(outcome.scores),
            Mode.RANKS: bool(outcome.ranks),
            Mode.SIDES: bool(outcome.winners),
        }
        if any(is_said for other, is_said in spoken.items() if other is not mode):
            yield Problem("journal.result_mode", path="outcome")

    def apply(self, state: State) -> State:
        game = state.latest
        return state.with_latest(replace(game, outcome=self.outcome)) if game else state


@dataclass(frozen=True, slots=True)
class Chosen(JournalFact, kind="chosen", rank=THIRD):
    """The group chose which chapter comes next."""

    chapter: Key

    @property
    def conflict_keys(self) -> frozenset[str]:
        """Return the choice: a game has one."""
        return frozenset({"chosen"})

    def problems(self, state: State) -> Iterator[Problem]:
        if self.chapter not in state.box.chapters:
            yield Problem("journal.chapter_unknown", path="chapter")
        elif self.chapter not in expected_chapters(state):
            yield Problem("journal.not_asked", path="chapter", overrulable=True)

    def apply(self, state: State) -> State:
        game = state.latest
        return state.with_latest(replace(game, chosen=self.chapter)) if game else state


@dataclass(frozen=True, slots=True)
class Settled(CoreSettled, JournalFact):
    """The aftermath is entered: the next game can be planned."""

    def problems(self, state: State) -> Iterator[Problem]:
        game = state.latest
        if game is None or game.outcome is None:
            yield Problem("journal.not_finished")

    def apply(self, state: State) -> State:
        game = state.latest
        if game is None:
            return state
        kept = {
            key: count
            for key, count in state.counts.items()
            if not state.box.counters[key[0]].every_game
        }
        return replace(state.with_latest(replace(game, is_settled=True)), counts=kept)
