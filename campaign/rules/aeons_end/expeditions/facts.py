"""The facts of an expedition: what was chosen, drawn and decided. State is replayed from them.

A game is one try of a battle. Everything that chance decided is stored, so that a replay needs none
and a later file of a box changes nothing that was drawn. Each class has the rules that refuse it
(``problems``) and its effect (``apply``).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Annotated

from campaign.rules.aeons_end.catalogue.expeditions import Level
from campaign.rules.aeons_end.catalogue.series import Series
from campaign.rules.aeons_end.expeditions.battle import (
    PILES,
    Choices,
    Drawn,
    counts,
    deck_mix,
)
from campaign.rules.aeons_end.expeditions.recipe import Came
from campaign.rules.aeons_end.expeditions.rewards import came_problems
from campaign.rules.aeons_end.expeditions.route import (
    FIGHT_FIVE,
    MAX_DECISIONS,
    Node,
    NodeId,
    Reward,
)
from campaign.rules.aeons_end.expeditions.state import (
    ExpeditionFact,
    LossKind,
    State,
    Step,
    Try,
    loss_levels,
    loss_reward,
    win_reward,
)
from campaign.rules.aeons_end.expeditions.stock import FIRST_MAGES, POOL
from campaign.rules.aeons_end.nemesis_deck import TIERS
from campaign.rules.aeons_end.outcome import Dials, Tally, as_ended, result_problems
from campaign.rules.aeons_end.turn_order import deck_problems
from campaign.rules.core.constraints import Limit
from campaign.rules.core.entries import At
from campaign.rules.core.facts import FIRST, THIRD, Ended, Fact, Noted
from campaign.rules.core.problems import Detail, Problem

GROUP_LEVEL = 2  # treasures of this level serve the whole group, all others one mage


@dataclass(frozen=True, slots=True)
class Planned(ExpeditionFact, kind="planned", rank=FIRST):
    """A try of a battle was set up."""

    node: NodeId
    choices: Annotated[Choices, At("")]
    drawn: Annotated[Drawn, At("")]

    def problems(self, state: State, pack: Series) -> Iterator[Problem]:
        last = state.current
        if last is not None and not last.is_over:
            yield Problem("plan.previous_open", {"game": last.game})
            return
        if state.step is not Step.PLAN or state.at != self.node:
            yield Problem("expedition.not_this_battle", {"battle": state.battle}, "node")
            return
        yield from choice_problems(state, self.choices)
        yield from self._draw_problems(state, pack)

    def _draw_problems(self, state: State, pack: Series) -> Iterator[Problem]:
        stock, drawn, node, last = state.stock, self.drawn, state.node, state.current
        cards = {card.id for card in stock.offer.all_basics}
        unknown = (
            *(key for key in (drawn.nemesis,) if key not in stock.ranked),
            *(key for key in (*drawn.joined, *drawn.upgraded) if key not in stock.upgraded_card),
            *(key for key in drawn.basics if key not in cards),
            *(key for key in (drawn.friend,) if key and key not in stock.friend),
            *(key for key in (drawn.foe,) if key and key not in stock.foe),
        )
        if unknown:
            yield Problem("expedition.unknown", {"names": unknown}, "drawn")
            return
        again = last is not None and not last.leads_on
        if again and last is not None:
            same = (last.drawn.nemesis, last.drawn.friend, last.drawn.foe)
            if same != (drawn.nemesis, drawn.friend, drawn.foe) or drawn.joined:
                yield Problem("expedition.same_again", {}, "drawn")
        elif drawn.nemesis in state.met:
            yield Problem("expedition.met_before", {"names": (drawn.nemesis,)}, "nemesis")
        elif node is not None and drawn.nemesis not in nemeses_for(state, node.tier, node.nemesis):
            details: dict[str, Detail] = {"names": (drawn.nemesis,), "tier": node.tier or 1}
            yield Problem("expedition.other_tier", details, "nemesis", new_only=True)
        if len({*state.pool, *drawn.joined}) != len(state.pool) + len(drawn.joined):
            yield Problem("expedition.twice", {"names": drawn.joined}, "drawn")
        elif not again and counts(stock, drawn.joined) != joins(state):
            yield Problem("expedition.joined_size", {}, "drawn", new_only=True)
        if bool(drawn.friend) != state.recipe.companions or bool(drawn.foe) != bool(drawn.friend):
            yield Problem("expedition.companions_differ", {}, "drawn")
        yield from self._deck_problems(state, pack)

    def _deck_problems(self, state: State, pack: Series) -> Iterator[Problem]:
        """Yield what is wrong with the basics of the nemesis deck."""
        drawn, stock = self.drawn, state.stock
        pool = (*state.pool, *drawn.joined)
        if not set(drawn.upgraded) <= set(pool):
            yield Problem("expedition.not_in_pool", {}, "drawn")
        needed = pack.basics_by_mages.get(len(self.choices.places))
        if needed is None:  # the number of mages has its own problem
            return
        fewer = stock.ranked[drawn.nemesis].fewer_upgraded
        mix = deck_mix(counts(stock, pool), needed, fewer=fewer)
        tiers = {card.id: card.tier for card in stock.offer.all_basics}
        ordinary = tuple(sum(tiers[key] == tier for key in drawn.basics) for tier in TIERS)
        cards = (*drawn.upgraded, *drawn.basics)
        if len(set(cards)) != len(cards):
            yield Problem("expedition.twice", {"names": cards}, "drawn")
        elif (counts(stock, drawn.upgraded), ordinary) != (mix.upgraded, mix.ordinary):
            yield Problem("expedition.deck_size", {}, "drawn", new_only=True)

    def apply(self, state: State, pack: Series) -> State:
        node = state.route.node(self.node)
        if node is None:
            raise ValueError(f"{self.node} is no node of this expedition")
        taken = set(self.choices.piles)
        kept = state.piles if state.keeps_piles else self.choices.piles
        gone = tuple(pile for pile in state.piles if pile not in taken and pile not in kept)
        planned = Try(
            game=len(state.tries) + 1,
            node=node,
            battle=state.battle,
            attempt=state.attempt,
            choices=self.choices,
            drawn=self.drawn,
            nemesis_life=start_life(state, pack, self.drawn.nemesis, node.tier),
            banished=gone,
        )
        return replace(
            state,
            tries=(*state.tries, planned),
            pool=(*state.pool, *self.drawn.joined),
            piles=tuple(pile for pile in state.piles if pile in kept),
            banished=(*state.banished, *gone),
        )


def nemeses_for(state: State, tier: int | None, fixed: str = "") -> tuple[str, ...]:
    """Return the nemeses that a battle of a tier can have: those that were not met.

    Where a fifth battle comes later, the last nemesis with a card for it is kept for that, as long
    as there is another for this one.
    """
    if fixed:
        return (fixed,)
    stock = state.stock.nemeses
    left = tuple(key for key in stock[tier or 1] if key not in state.met)
    fifth = tuple(key for key in stock[FIGHT_FIVE] if key not in state.met)
    later = tier != FIGHT_FIVE and any(node.tier == FIGHT_FIVE for node in state.route.battles)
    if later and len(fifth) == 1:
        return tuple(key for key in left if key not in fifth) or left
    return left


def joins(state: State) -> tuple[int, int, int]:
    """Return how many upgraded basics of each tier join before the battle that is open."""
    node = state.node
    if node is not None and node.upgraded is not None:
        return counts(state.stock, named_joins(state, node))
    wanted = POOL[(node.tier if node else None) or 1]
    have, pool = counts(state.stock, state.pool), set(state.pool)
    left = [sum(key not in pool for key in state.stock.upgraded[tier]) for tier in TIERS]
    found = [max(0, min(w - h, n)) for w, h, n in zip(wanted, have, left, strict=True)]
    return found[0], found[1], found[2]


def named_joins(state: State, node: Node) -> tuple[str, ...]:
    """Return the upgraded basics that a battle names and that have not joined yet."""
    known = state.stock.upgraded_card
    return tuple(k for k in node.upgraded or () if k in known and k not in state.pool)


def start_life(state: State, pack: Series, nemesis: str, tier: int | None) -> int | None:
    """Return the life a nemesis starts with; a card for the fifth battle can add some."""
    known, ranked = pack.find.nemesis(nemesis), state.stock.ranked.get(nemesis)
    if known is None or known.life is None:
        return None
    fifth = ranked.fight_five if ranked and tier == FIGHT_FIVE else None
    return known.life + (fifth.life if fifth else 0)


def choice_problems(state: State, choices: Choices) -> Iterator[Problem]:
    """Yield everything that is wrong with what a group chose for a try."""
    places, piles = choices.places, choices.piles
    if not 1 <= len(places) <= FIRST_MAGES:
        size = {"least": 1, "most": FIRST_MAGES, "actual": len(places)}
        yield Problem("party.size", size, "places")
    else:
        yield from deck_problems(len(places), solo_cards=choices.solo_cards, pairs=choices.pairs)
    mages = [place.mage for place in places]
    for seat, mage in enumerate(mages, start=1):
        if not mage:
            yield Problem("expedition.mage_missing", {"seat": seat}, f"places.{seat}.mage")
        elif mage not in state.mages:
            yield Problem("expedition.not_there", {"names": (mage,)}, f"places.{seat}.mage")
        elif mage in mages[: seat - 1]:
            yield Problem("mages.twice", {"names": (mage,)}, f"places.{seat}.mage")
    absent = tuple(pile for pile in piles if pile not in state.piles)
    if absent:
        yield Problem("expedition.not_there", {"names": absent}, "piles")
    if len(set(piles)) != PILES or len(piles) != PILES:
        yield Problem("expedition.nine_piles", {"need": PILES, "actual": len(set(piles))}, "piles")
    yield from _treasure_problems(state, choices)


def _treasure_problems(state: State, choices: Choices) -> Iterator[Problem]:
    handed = [
        *(
            (f"places.{seat}.treasures", place.treasures)
            for seat, place in enumerate(choices.places, start=1)
        ),
        ("treasures", choices.treasures),
    ]
    seen: set[str] = set()
    for path, keys in handed:
        absent = tuple(key for key in keys if key not in state.treasures)
        if absent:
            yield Problem("expedition.not_there", {"names": absent}, path)
        twice = tuple(key for place, key in enumerate(keys) if key in seen or key in keys[:place])
        if twice:
            yield Problem("expedition.treasure_twice", {"names": twice}, path)
        seen.update(keys)
        levels = [state.stock.level_of(key) for key in keys]
        for level in sorted(set(levels) - {0}):
            if levels.count(level) > 1:
                details = {"level": level, "most": 1}
                yield Problem("expedition.too_many_treasures", details, path, overrulable=True)
            if (level == GROUP_LEVEL) != (path == "treasures"):
                details = {"level": level}
                yield Problem("expedition.treasure_for_others", details, path, overrulable=True)


@dataclass(frozen=True, slots=True)
class Played(Ended, ExpeditionFact):
    """A try ended."""

    tally: Annotated[Tally, At("")]

    @property
    def result(self) -> Tally:
        """Return the tally by the name that other systems use."""
        return self.tally

    def problems(self, state: State, pack: Series) -> Iterator[Problem]:
        game = state.tries[-1]
        if game.tally is not None:
            yield Problem("result.already_recorded", {"game": game.game})
        yield from result_problems(self.tally, start_dials(game, pack))

    def apply(self, state: State, _pack: Series) -> State:
        game = state.tries[-1]
        mages = len(game.choices.places)
        tally = as_ended(self.tally, mages=mages, nemesis_life=game.nemesis_life)
        after = state.with_latest(tally=tally)
        # Without a reward, nothing is due once the battle is over.
        over = game.node.win is None and after.must_lead_on(after.tries[-1])
        return after.led_on() if over else after


def start_dials(game: Try, pack: Series) -> Dials:
    """Return the dials at the start of a try."""
    mages = len(game.choices.places)
    return Dials(mages, pack.mage_life, pack.gravehold_life, game.nemesis_life)


@dataclass(frozen=True, slots=True)
class Rewarded(ExpeditionFact, kind="reward", rank=THIRD):
    """What came after a battle. After a loss, ``chosen`` is the kind that the group named.

    ``onward``: it was lost, and the group goes on all the same. ``full``: the reward of a win.
    """

    came: Came
    chosen: LossKind | None = None
    level: Level | None = None  # of the treasure
    onward: bool = False
    full: bool = False

    def problems(self, state: State, _pack: Series) -> Iterator[Problem]:
        game = state.tries[-1]
        if game.tally is None:
            yield Problem("expedition.no_result", {"game": game.game})
            return
        if game.is_over:
            yield Problem("expedition.nothing_due", {"game": game.game})
            return
        leads_on = self.onward or state.must_lead_on(game)
        if self.full is not leads_on:
            yield Problem("expedition.other_reward", {"game": game.game}, "came")
            return
        if self.chosen and leads_on:
            yield Problem("expedition.nothing_to_choose", {"game": game.game}, "chosen")
        allowed = loss_levels(game.node.tier or 1)
        if self.chosen is LossKind.TREASURE and self.level not in allowed:
            details: dict[str, Detail] = {"level": self.level or 0, "allowed": allowed}
            yield Problem("expedition.level_not_yet", details, "level")
            return
        if self.chosen and not state.route.consoles:
            yield Problem("expedition.nothing_to_choose", {"game": game.game}, "chosen")
        if self.chosen is LossKind.BANNER and not state.recipe.companions:
            yield Problem("expedition.no_banners", {}, "chosen")
            return
        yield from came_problems(state, self.expected(state), self.came)

    def expected(self, state: State) -> Reward:
        """Return how much comes."""
        game = state.tries[-1]
        if self.onward or state.must_lead_on(game):
            return win_reward(game.node)
        return loss_reward(self.chosen, self.level)

    def apply(self, state: State, _pack: Series) -> State:
        leads_on = self.onward or state.must_lead_on(state.tries[-1])
        after = state.with_came(self.came).with_latest(
            came=self.came, chosen=self.chosen, level=self.level, is_over=True
        )
        return after.led_on() if leads_on else after


@dataclass(frozen=True, slots=True)
class Decided(ExpeditionFact, kind="decided"):
    """A story node was read, and one of its decisions taken; 0 if it has none."""

    node: NodeId
    option: Annotated[int, Limit(0, MAX_DECISIONS)] = 0

    def problems(self, state: State, _pack: Series) -> Iterator[Problem]:
        node = state.node
        if state.step is not Step.STORY or node is None or node.id != self.node:
            yield Problem("expedition.not_this_node", {}, "node")
        elif self.option >= len(node.exits):
            yield Problem("expedition.no_such_decision", {"most": len(node.exits)}, "option")

    def apply(self, state: State, _pack: Series) -> State:
        node = state.node
        exits = node.exits if node else ("",)
        return replace(state, at=exits[min(self.option, len(exits) - 1)])


@dataclass(frozen=True, slots=True)
class Found(ExpeditionFact, kind="found"):
    """What the reward of a node brought."""

    node: NodeId
    came: Came

    def problems(self, state: State, _pack: Series) -> Iterator[Problem]:
        node = state.node
        if state.step is not Step.FIND or node is None or node.id != self.node:
            yield Problem("expedition.not_this_node", {}, "node")
            return
        yield from came_problems(state, node.reward or Reward(), self.came)

    def apply(self, state: State, _pack: Series) -> State:
        node = state.node
        return replace(state.with_came(self.came), at=node.next if node else "")


FACTS: Mapping[str, type[Fact]] = {
    fact.kind: fact for fact in (Planned, Played, Rewarded, Decided, Found, Noted)
}
# A game has one of each at most; two would contradict each other.
ONCE_PER_GAME = frozenset({Planned.kind, Played.kind, Rewarded.kind})
