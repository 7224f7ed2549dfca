"""Tell Legacy stories: fact by fact, or everything that is due answered in the plainest way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from campaign.rules.aeons_end.catalogue.pack import CardKind, NemesisKind
from campaign.rules.aeons_end.endings import Ending, Result
from campaign.rules.aeons_end.legacy.decisions import Decision, DecisionKind, open_decisions
from campaign.rules.aeons_end.legacy.facts import (
    COLOURS,
    BasicJoined,
    DecisionClosed,
    Fact,
    Foe,
    MarketGrown,
    Planned,
    Played,
    SealOpened,
    Seat,
    SectionUnlocked,
    Settled,
    StickerPlaced,
    Story,
    Verdict,
)
from campaign.rules.aeons_end.legacy.state import BASICS_FROM, State
from campaign.rules.aeons_end.mages import Sticker, StickerKind
from campaign.rules.aeons_end.market.growth import Growth
from campaign.rules.aeons_end.market.piles import Pile
from campaign.rules.aeons_end.nemesis_deck import (
    TIERS,
    PoolCard,
    tier_counts,
)
from campaign.rules.aeons_end.outcome import Tally
from campaign.rules.core.keys import typed_key
from campaign.rules.core.problems import Problem
from tests.rules.aeons_end.legacy_replay import check, replay
from tests.rules.packs import legacy

NAMES = ("Bubda", "Ramzel", "Thrud", "Kar-ghoul")
REASON = "the story card said so"

WIN = Tally(Result.WIN, Ending.NEMESIS_DEFEATED)
LOSS = Tally(Result.LOSS, Ending.GRAVEHOLD_FALLEN)


def party(mages: int) -> tuple[Seat, ...]:
    """Seat so many mages."""
    seats = zip(COLOURS, NAMES[:mages], strict=False)
    return tuple(Seat(n, colour, "a", name) for n, (colour, name) in enumerate(seats, start=1))


def pile(name: str, kind: CardKind = CardKind.SPELL, cost: int = 4) -> Pile:
    """Make up a pile that players typed."""
    return Pile(typed_key(name), name, kind, cost)


def basic(name: str, tier: int, spaces: int | None = None) -> PoolCard:
    """Make up a basic card that players typed."""
    return PoolCard(typed_key(name), name, tier, NemesisKind.ATTACK, spaces)


def foe(chapter: int) -> Foe:
    """Return the nemesis of a chapter: the open one of chapter 1, an invented one later."""
    if chapter == 1:
        return Foe("maelstrom", life=99)
    name = f"Invented Foe {chapter}"
    return Foe(typed_key(name), name, 40 + chapter)


def growth(state: State, tag: str) -> Growth:
    """Grow the market by two invented piles, in place of its first two."""
    offered = tuple(pile(f"{tag} pile {n}", cost=2 + n) for n in range(1, 5))
    return Growth(
        offered,
        added=tuple(p.key for p in offered[:2]),
        banished=tuple(p.key for p in state.market[:2]),
    )


def missing_basics(state: State) -> Iterator[PoolCard]:
    """Yield invented basic cards until the pool has the table's numbers."""
    held = tier_counts(state.pool)
    expected = legacy().basics_by_mages[len(state.seats)]
    for tier, have, wanted in zip(TIERS, held, expected, strict=True):
        for number in range(have, wanted):
            yield basic(f"Invented basic {tier}.{number}", tier)


def answer(decision: Decision, state: State) -> tuple[Fact, ...]:
    """Return the plainest facts that answer a decision."""
    subject = decision.subject
    match decision.kind:
        case DecisionKind.SEAL:
            return (SealOpened(subject),)
        case DecisionKind.VERDICT:
            return (Verdict(onward=True),)
        case DecisionKind.SECTION:
            return (SectionUnlocked(subject, subject),)
        case DecisionKind.SLOT:
            sticker = Sticker(subject, StickerKind.OTHER, f"Mark {subject}")
            return (StickerPlaced(decision.seat or 0, sticker),)
        case DecisionKind.GROWTH if state.current and subject == str(state.current.chapter):
            return (MarketGrown(growth(state, f"Chapter {subject}")),)
        case DecisionKind.GROWTH:
            return (DecisionClosed(decision.key, reason=REASON),)
        case DecisionKind.EVOLUTION:
            return (DecisionClosed(decision.key),)
        case DecisionKind.POOL:
            return tuple(BasicJoined(card) for card in missing_basics(state))


class Teller:
    """Tell a story fact by fact; what does not fit fails the test that tells it."""

    def __init__(self, mages: int = 2, story: Story | None = None) -> None:
        self.story = story or Story(party(mages))

    @property
    def game(self) -> int:
        """Return the number of the latest game."""
        return max(self.story.games, default=0)

    @property
    def state(self) -> State:
        """Return what the story adds up to."""
        return replay(self.story, legacy())

    def problems(self, fact: Fact, game: int | None = None) -> tuple[Problem, ...]:
        """Return what stands against one more fact."""
        return check(self.story, legacy(), self.game if game is None else game, fact)

    def codes(self, fact: Fact, game: int | None = None) -> list[str]:
        """Return the codes of what stands against one more fact."""
        return [problem.code for problem in self.problems(fact, game)]

    def tell(self, *facts: Fact, game: int | None = None) -> Teller:
        """Add facts to the latest game, or to an earlier one."""
        for fact in facts:
            number = self.game if game is None else game
            found = self.problems(fact, number)
            assert not found, (number, fact, found)
            self.story = self.story.with_fact(number, fact)
        return self

    def plan(self, chapter: int | None = None, **changes: object) -> Teller:
        """Plan the next game, of the chapter that is due unless another is given."""
        due = chapter or self.state.next_chapter
        planned = replace(Planned(due, foe(due)), **changes)  # type: ignore[arg-type]
        return self.tell(planned, game=self.game + 1)

    def play(self, tally: Tally = WIN) -> Teller:
        """Enter a result."""
        return self.tell(Played(tally))

    def answer_all(self, *, but: Sequence[DecisionKind] = ()) -> Teller:
        """Answer everything that is due, except for some kinds."""
        answered: set[str] = set()
        while due := [d for d in open_decisions(self.state, legacy()) if d.kind not in but]:
            assert due[0].key not in answered, f"{due[0].key} is asked again"
            answered.add(due[0].key)
            self.tell(*answer(due[0], self.state))
        return self

    def settle(self) -> Teller:
        """Answer everything that is due, and settle the game.

        Chapter 2 hands out the basic cards: they are entered with its aftermath.
        """
        self.answer_all()
        if self.state.ended == self.state.games[-1].chapter == BASICS_FROM:
            self.tell(*(BasicJoined(card) for card in missing_basics(self.state))).answer_all()
        return self.tell(Settled())

    def whole_game(self, tally: Tally = WIN) -> Teller:
        """Plan, play and settle the next game."""
        return self.plan().play(tally).settle()

    def after(self, chapter: int) -> Teller:
        """Win and settle games until a chapter is left behind."""
        while self.state.ended < chapter:
            self.whole_game()
        return self
