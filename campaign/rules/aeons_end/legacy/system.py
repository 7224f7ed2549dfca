"""Legacy as a game system: the rules of its campaign."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, cast

from campaign.rules.aeons_end.catalogue.pack import Pack
from campaign.rules.aeons_end.legacy import facts
from campaign.rules.aeons_end.legacy.decisions import DecisionKind, at_start, open_decisions
from campaign.rules.aeons_end.legacy.facts import (
    FACTS,
    ONCE_PER_GAME,
    WITH_RESULT,
    Fact,
    Seat,
    Story,
)
from campaign.rules.aeons_end.legacy.first_evening import BOX_WAS_OPEN, FirstEvening, ordered
from campaign.rules.aeons_end.legacy.party import party_problems
from campaign.rules.aeons_end.legacy.plays import campaign_plays
from campaign.rules.aeons_end.legacy.setup import setup_sheet
from campaign.rules.aeons_end.legacy.state import GameStatus, LegacyFact, State, first_state
from campaign.rules.aeons_end.mages import StickerKind
from campaign.rules.core import entries
from campaign.rules.core.problems import Problem, not_overruled
from campaign.rules.core.story import ReplayError
from campaign.rules.core.system import CampaignRules


class LegacyRules(CampaignRules[Pack, Seat, State]):
    """The campaign of Aeon's End: Legacy."""

    seat = Seat
    fewest_seats = 1
    facts = FACTS
    opening = FirstEvening
    once_per_game = ONCE_PER_GAME
    with_result = WITH_RESULT
    setup_sheet = staticmethod(setup_sheet)
    plays = staticmethod(campaign_plays)

    def begin(self, pack: Pack, seats: tuple[Seat, ...], opening: Any = None) -> State:
        """Return the state before the first game, or raise ``ReplayError`` for a wrong party."""
        problems = (*party_problems(pack, seats), *self.opening_problems(pack, opening))
        if problems:
            raise ReplayError(problems, game=0, index=0, fact=None)
        return first_state(pack, seats, opening or BOX_WAS_OPEN)

    def problems(self, state: State, pack: Pack, game: int, fact: Fact) -> tuple[Problem, ...]:
        """Return every problem of a fact that its reason does not overrule."""
        latest = len(state.games)
        problems: list[Problem] = []
        if isinstance(fact, facts.Planned):
            if game != latest + 1:
                numbers = {"expected": latest + 1, "actual": game}
                problems.append(Problem("plan.game_number", numbers))
        elif not latest or game != latest:
            return (Problem("game.not_there", {"game": game}),)
        match fact:
            case facts.Noted():
                problems += [] if fact.text.strip() else [Problem("note.empty", path="text")]
            case facts.Settled():
                problems += _settling_problems(state, pack)
            case _:
                problems += cast(LegacyFact, fact).problems(state, pack)
        return not_overruled(problems, fact.reason)

    def apply(self, state: State, pack: Pack, fact: Fact) -> State:
        match fact:
            case facts.Noted():
                return state  # a note is for people
            case facts.Settled():
                return state.with_latest(phase=GameStatus.SETTLED)
        return cast(LegacyFact, fact).apply(state, pack)

    def party_problems(self, pack: Pack, seats: tuple[Seat, ...]) -> tuple[Problem, ...]:
        """Return every problem of a party and of its names."""
        named = (entries.entry_problems(seat, f"seats.{seat.number}") for seat in seats)
        return (*party_problems(pack, seats), *(problem for each in named for problem in each))

    def opening_problems(self, pack: Pack, opening: Any) -> tuple[Problem, ...]:
        """Return every problem of the first evening; campaigns with an open box have none."""
        del pack
        if opening is None:
            return ()
        if not isinstance(opening, FirstEvening):
            return (Problem("campaign.no_opening"),)
        is_ordered = opening.done == ordered(set(opening.done))
        return () if is_ordered else (Problem("first_evening.not_in_order"),)

    def entry_problems(self, fact: Fact) -> tuple[Problem, ...]:
        problems = super().entry_problems(fact)
        if not isinstance(fact, facts.StickerPlaced):
            return problems
        # The rules have better messages for the numbers of these kinds.
        own = {StickerKind.ABILITY: "charges", StickerKind.BREACH: "breach_turns"}
        left = tuple(each for each in problems if each.path != own.get(fact.sticker.kind))
        missing = () if fact.sticker.slot else (Problem("sticker.slot_missing", path="slot"),)
        return (*left, *missing)

    def as_set_up(self, story: Story[Seat], pack: Pack, game: int) -> Story[Seat]:
        """Return the story as it was when a game was set up: planned, its chapter begun."""
        begun = tuple(fact for fact in story.games[game] if _precedes_setup(fact, pack))
        return replace(story, games={**story.until(game).games, game: begun})


def _settling_problems(state: State, pack: Pack) -> Iterator[Problem]:
    game = state.games[-1]
    if game.phase is GameStatus.PLANNED:
        yield Problem("settle.no_result", {"game": game.number})
        return
    if game.phase is GameStatus.SETTLED:
        yield Problem("settle.already_settled", {"game": game.number})
    if open_ones := tuple(decision.key for decision in open_decisions(state, pack)):
        yield Problem("settle.decisions_open", {"decisions": open_ones, "count": len(open_ones)})


def _precedes_setup(fact: Fact, pack: Pack) -> bool:
    """Say whether a fact is recorded before the table of its game is set up."""
    match fact:
        case facts.Planned():
            return True
        case facts.SectionUnlocked(section=key) | facts.SealOpened(seal=key):
            return at_start(pack, key)
        case facts.DecisionClosed(decision=key):
            kind, _colon, subject = key.partition(":")
            due = kind in (DecisionKind.SEAL, DecisionKind.SECTION)
            return due and at_start(pack, subject)
    return False


RULES = LegacyRules()
