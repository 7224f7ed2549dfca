"""Random legal Legacy campaigns, told by walking: at each step one of the facts that fit now."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random

from hypothesis import strategies as st

from campaign.rules.aeons_end.catalogue.pack import CardKind, NemesisKind
from campaign.rules.aeons_end.endings import Ending, Result
from campaign.rules.aeons_end.legacy.decisions import (
    NEVER_CLOSED,
    Decision,
    DecisionKind,
    StepKind,
    evolution_begun,
    next_step,
    open_decisions,
)
from campaign.rules.aeons_end.legacy.facts import (
    MIDDLE,
    BasicJoined,
    BasicLeft,
    CardEvolved,
    CardTransformed,
    DecisionClosed,
    Fact,
    Foe,
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
    Story,
    StoryRead,
    Verdict,
)
from campaign.rules.aeons_end.legacy.state import State
from campaign.rules.aeons_end.legacy.system import RULES
from campaign.rules.aeons_end.mages import Sticker, StickerKind, Where
from campaign.rules.aeons_end.market.growth import Growth
from campaign.rules.aeons_end.market.piles import Pile, pile_of
from campaign.rules.aeons_end.nemesis_deck import TIERS, PoolCard, pool_card, tier_counts
from campaign.rules.aeons_end.outcome import Tally
from campaign.rules.core.keys import is_typed, typed_key
from campaign.rules.core.problems import not_overruled
from tests.rules.aeons_end.legacy_stories import REASON, foe, missing_basics, party
from tests.rules.packs import legacy

PAIRINGS = (None, ((1, 2), (3, 4)), ((1, 3), (2, 4)), ((4, 1), (3, 2)))


@dataclass
class Walk:
    """A story being told: chance picks among what is legal, and the state keeps up."""

    rng: Random
    seats: tuple[Seat, ...]
    wins: list[bool]  # one for each game to play
    story: Story = field(init=False)
    state: State = field(init=False)
    invented: int = 0

    def __post_init__(self) -> None:
        self.story = Story(self.seats)
        self.state = RULES.begin(legacy(), self.seats)

    def go(self) -> Story:
        """Walk until the results are used up or the campaign is finished; maybe stop within."""
        budget = self.rng.choice([10_000, 10_000, self.rng.randrange(200)])
        while budget > 0:
            step = next_step(self.state, legacy())
            if step.kind is StepKind.FINISHED or (step.kind is StepKind.PLAN and not self.wins):
                break
            self._step(step.kind)
            budget -= 1
        return self.story

    def _step(self, kind: StepKind) -> None:
        if kind is StepKind.PLAN:
            self.tell(self._plan(), game=len(self.story.games) + 1)
            return
        if self.rng.random() < 0.15:
            self._aside()
        decisions = open_decisions(self.state, legacy())
        if kind is StepKind.PLAY:
            early = [d for d in decisions if d.kind is not DecisionKind.POOL]
            if early and self.rng.random() < 0.5:
                self._answer(self.rng.choice(early))
            else:
                self.tell(Played(self._tally(won=self.wins.pop())))
        elif decisions:
            self._answer(self.rng.choice(decisions))
        else:
            self.tell(Settled())

    def tell(self, fact: Fact, game: int | None = None) -> None:
        """Add a fact that must fit."""
        number = game or max(self.story.games)
        found = RULES.problems(self.state, legacy(), number, fact)
        assert not found, (fact, found)
        self.state = RULES.apply(self.state, legacy(), fact)
        self.story = self.story.with_fact(number, fact)

    def _name(self, what: str) -> str:
        self.invented += 1
        return f"Zz{what} {self.invented}"

    def _plan(self) -> Planned:
        chapter = self.state.ended + 1
        reason = ""
        if self.state.ended and self.rng.random() < 0.05:
            chapter = self.rng.randint(1, self.state.ended)  # an earlier one once more
            reason = REASON
        pairs = self.state.pairs or self.rng.choice(PAIRINGS) if len(self.seats) == 4 else None
        planned = foe(chapter)
        if chapter > 1 and self.rng.random() < 0.3:
            planned = Foe(self.rng.choice([n.id for n in legacy().nemeses if n.chapter != 1]))
        return Planned(chapter, planned, pairs, reason=reason)

    def _tally(self, *, won: bool) -> Tally:
        endings = [ending for ending in Ending if (ending.result is Result.WIN) == won]
        if len(self.seats) == 1:
            endings = [ending for ending in endings if ending is not Ending.MAGES_EXHAUSTED]
        ending = self.rng.choice(endings)
        tally = Tally(ending.result, self.rng.choice([ending, None]))
        if self.rng.random() < 0.3:
            return tally
        all_out = ending is Ending.MAGES_EXHAUSTED
        lives = [0 if all_out else self.rng.randint(0, 10) for _ in self.seats]
        if not all_out:
            lives[0] = max(lives[0], 1)
        fallen = ending is Ending.GRAVEHOLD_FALLEN
        return replace(
            tally,
            gravehold_life=0 if fallen else self.rng.randint(1, 30),
            nemesis_life=0 if ending is Ending.NEMESIS_DEFEATED else self.rng.randint(1, 40),
            lives=tuple(lives),
            exhausted=frozenset(seat for seat, life in enumerate(lives, start=1) if life == 0),
        )

    def _answer(self, decision: Decision) -> None:
        waived = decision.kind not in NEVER_CLOSED and self.rng.random() < 0.08
        if waived or decision.kind is DecisionKind.EVOLUTION:
            self.tell(DecisionClosed(decision.key, reason=REASON if waived else ""))
            return
        for fact in self._entries(decision):
            self.tell(fact)

    def _entries(self, decision: Decision) -> list[Fact]:
        subject = decision.subject
        match decision.kind:
            case DecisionKind.SEAL:
                return [SealOpened(subject)]
            case DecisionKind.VERDICT:
                return [Verdict(onward=self.rng.random() < 0.6)]
            case DecisionKind.SECTION:
                section = legacy().find.section(subject)
                letters = (section.letters if section else ()) or (subject,)
                return [SectionUnlocked(subject, self.rng.choice(letters), self._note())]
            case DecisionKind.SLOT:
                return [StickerPlaced(decision.seat or 0, self._sticker(decision))]
            case DecisionKind.GROWTH:
                current = self.state.current
                if current is None or str(current.chapter) != subject:
                    return [DecisionClosed(decision.key, reason=REASON)]
                return [MarketGrown(self._growth())]
            case _:
                return self._pool_entries()

    def _pool_entries(self) -> list[Fact]:
        basics = list(legacy().find.basics)
        self.rng.shuffle(basics)
        taken = {card.key for card in self.state.pool} | set(self.state.gone)
        facts: list[Fact] = []
        for card in missing_basics(self.state):
            real = next((b for b in basics if b.tier == card.tier and b.id not in taken), None)
            if real is not None and self.rng.random() < 0.5:
                taken.add(real.id)
                facts.append(BasicJoined(pool_card(real)))
            else:
                facts.append(BasicJoined(self._basic(card.tier)))
        # Too many of a tier: the players had joined others before.
        expected = legacy().basics_by_mages[len(self.seats)]
        for tier, have, wanted in zip(TIERS, tier_counts(self.state.pool), expected, strict=True):
            over = [card.key for card in self.state.pool if card.tier == tier]
            facts += [BasicLeft(key) for key in over[: max(have - wanted, 0)]]
        return facts

    def _basic(self, tier: int) -> PoolCard:
        name = self._name("basic")
        kind = self.rng.choice([NemesisKind.ATTACK, NemesisKind.MINION, NemesisKind.POWER])
        return PoolCard(typed_key(name), name, tier, kind, self.rng.choice([None, 0, 1, 2]))

    def _sticker(self, decision: Decision) -> Sticker:
        mat = self.state.mats[(decision.seat or 1) - 1]
        name, slot = self._name("sticker"), decision.subject
        kinds = [StickerKind.OTHER, StickerKind.ABILITY, StickerKind.STARTER]
        if "IV" not in {breach.number for breach in mat.breaches}:
            kinds.append(StickerKind.BREACH)
        match self.rng.choice(kinds):
            case StickerKind.STARTER:
                # Five slots at most, four Crystals in each place: take the fuller one.
                hand = sum(card.key == "crystal" for card in mat.hand)
                deck = sum(card.key == "crystal" for card in mat.deck)
                where = Where.HAND if hand >= deck else Where.DECK
                kind = self.rng.choice(list(CardKind))
                return Sticker(slot, StickerKind.STARTER, name, where=where, card_kind=kind)
            case StickerKind.ABILITY:
                charges = self.rng.choice([4, 5, 6])
                replaces = self.rng.choice([True, False]) if mat.abilities else None
                return Sticker(
                    slot,
                    StickerKind.ABILITY,
                    name,
                    self._note(),
                    charges=charges,
                    replaces=replaces,
                )
            case StickerKind.BREACH:
                return Sticker(slot, StickerKind.BREACH, breach_turns=self.rng.randrange(4))
            case _:
                return Sticker(slot, StickerKind.OTHER, name, self._note())

    def _growth(self) -> Growth:
        gone = {pile.key for pile in (*self.state.market, *self.state.banished)}
        known = [pile_of(card) for card in legacy().find.piles if card.id not in gone]
        real = self.rng.sample(known, self.rng.randint(0, min(4, len(known))))
        offered = tuple(real) + tuple(self._pile() for _ in range(4 - len(real)))
        added = tuple(pile.key for pile in self.rng.sample(offered, 2))
        return Growth(
            tuple(pile if pile.key in added else self._declined(pile) for pile in offered),
            added=added,
            banished=tuple(pile.key for pile in self.rng.sample(self.state.market, 2)),
        )

    def _declined(self, pile: Pile) -> Pile:
        """Leave out, now and then, what nobody needs to know of a pile that is not taken."""
        kind, cost = self.rng.choice([None, pile.kind]), self.rng.choice([None, pile.cost])
        return replace(pile, kind=kind, cost=cost)

    def _pile(self) -> Pile:
        name = self._name("pile")
        kind, cost = self.rng.choice(list(CardKind)), self.rng.randint(2, 9)
        return Pile(typed_key(name), name, kind, cost)

    def _note(self) -> str:
        return self.rng.choice(["", "", 'zz "quoted" \\ note\nof two lines', "zł: ąę ł – 龍 🜂"])

    def _aside(self) -> None:
        """Tell something that nobody asked for."""
        facts: list[Fact] = [Noted("zz we came back after six months")]
        if self.state.pool and evolution_begun(self.state, legacy()):
            facts += [self._evolution(self.rng.choice(self.state.pool)) for _ in range(4)]
        seals = [s.id for s in legacy().seals if not s.moment and s.id not in self.state.seals]
        facts += [SealOpened(seal) for seal in seals[:1]]
        name = self._name("chest")
        facts.append(SealOpened(typed_key(name), name))
        facts.append(StoryRead(f"L{self.rng.randint(1, 99):02}"))
        facts += self._ordered()
        decks = [s.id for s in legacy().seals if s.middle_stop and s.id not in self.state.seals]
        facts += [SealOpened(deck, part=MIDDLE, brought=self._note()) for deck in decks[:1]]
        if self.state.started == 2:
            facts.append(BasicJoined(self._basic(self.rng.choice(TIERS))))
        self.tell(self.rng.choice(facts))

    def _ordered(self) -> list[Fact]:
        """Return what a story card may order: a pile exchanged, a sticker taken off."""
        gone = self.rng.choice(self.state.market)
        back = [pile for pile in self.state.banished if is_typed(pile.key) and pile.complete]
        added = self.rng.choice(back) if back and self.rng.random() < 0.5 else self._pile()
        orders: list[Fact] = [MarketOrdered(gone.key, added, reason=REASON)]
        for mat in self.state.mats:
            orders += [StickerRemoved(mat.seat, s.slot, reason=REASON) for s in mat.stickers[-1:]]
        return orders

    def _evolution(self, card: PoolCard) -> Fact:
        into = replace(self._basic(card.tier), stickers=())
        placed = len(card.stickers)
        spaces = placed + self.rng.randrange(3) if card.spaces is None else None
        options: list[Fact] = [
            CardEvolved(card.key, self._note(), spaces),
            CardTransformed(card.key, into, spaces),
        ]
        chosen = self.rng.choice(options)
        number = max(self.story.games)
        found = RULES.problems(self.state, legacy(), number, chosen)
        # The box may know better than the pack how many spaces a card has.
        return (
            replace(chosen, reason=REASON) if found and not not_overruled(found, REASON) else chosen
        )


@st.composite
def walks(draw: st.DrawFn, max_games: int = 12) -> Walk:
    """Draw a legal campaign of one to four mages, with the state kept while telling it."""
    mages = draw(st.integers(1, 4))
    wins = draw(st.lists(st.booleans(), min_size=1, max_size=max_games))
    walk = Walk(Random(draw(st.integers(0, 2**32))), party(mages), wins)
    walk.go()
    return walk


def stories(max_games: int = 12) -> st.SearchStrategy[Story]:
    """Draw the story of a legal campaign."""
    return walks(max_games).map(lambda walk: walk.story)
