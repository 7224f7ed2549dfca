"""What chance decides in an expedition: the start, a battle's nemesis and cards, rewards.

Each function returns the fact, or the opening, that is stored. Refusals come with every problem.
"""

from collections.abc import Iterable, Iterator
from typing import TypedDict

from campaign.rules.aeons_end.catalogue.series import Series
from campaign.rules.aeons_end.expeditions.battle import Choices, Drawn, by_tier, counts, deck_mix
from campaign.rules.aeons_end.expeditions.chance import Draw
from campaign.rules.aeons_end.expeditions.facts import (
    Found,
    Planned,
    Rewarded,
    choice_problems,
    joins,
    named_joins,
    nemeses_for,
)
from campaign.rules.aeons_end.expeditions.recipe import Came, Outfit, Recipe
from campaign.rules.aeons_end.expeditions.rewards import drawn_reward
from campaign.rules.aeons_end.expeditions.route import FIGHT_FIVE, Reward, StartingBarracks
from campaign.rules.aeons_end.expeditions.state import LossKind, State, loss_reward, win_reward
from campaign.rules.aeons_end.expeditions.stock import (
    FIRST_MAGES,
    FIRST_PILES,
    MORE_BANNERS,
    recipe_problems,
    stock_of,
)
from campaign.rules.aeons_end.nemesis_deck import TIERS
from campaign.rules.aeons_end.one_off.draws import sample_apart
from campaign.rules.aeons_end.one_off.offer import persona, versions_of
from campaign.rules.core.problems import Detail, Problem, RulesError, not_overruled, refuse


def outfitted(
    pack: Series, recipe: Recipe, players: tuple[str, ...], *, reason: str = ""
) -> Outfit:
    """Return the start of an expedition: four mages, nine piles, what its variant gives."""
    found = recipe_problems(pack, recipe, len(players))
    left = not_overruled(found, reason)
    refuse(left)
    stock, route, draw = stock_of(pack, recipe.boxes), recipe.route, Draw(recipe.seed)
    start = (route.start if route else None) or StartingBarracks()
    named = {persona(mage) for mage in start.mages}
    free = [m for m in stock.mages if m not in start.mages and persona(m) not in named]
    groups = [[mage] for mage in free] if recipe.versions else versions_of(free)
    drawn = sample_apart(groups, FIRST_MAGES - len(start.mages), draw.generator("start:mage"))
    mages = (*start.mages, *drawn)
    piles = start.piles or tuple(
        pile
        for kind, count in FIRST_PILES.items()
        for pile in draw.some(f"start:{kind}", stock.piles[kind], count)
    )
    treasures = (
        treasure
        for level, count in sorted((route.treasures if route else {}).items())
        for treasure in draw.some(f"start:treasure:{level}", stock.treasures[level], count)
    )
    wanted = len(players) + MORE_BANNERS if recipe.companions else 0
    banners = draw.some("start:banner", tuple(stock.banner), wanted)
    came = Came(mages, piles, tuple(treasures), banners)
    return Outfit(recipe, players, came, reason=reason if found else "")


def planned(state: State, pack: Series, choices: Choices, *, reason: str = "") -> Planned:
    """Return the next try, set up as the group chose; what is new in its battle is drawn."""
    node, last = state.node, state.current
    if node is None or node.tier is None:
        raise RulesError([Problem("expedition.not_this_battle", {"battle": state.battle}, "node")])
    against = tuple(choice_problems(state, choices))
    refuse(not_overruled(against, reason))
    reason = reason if against else ""
    if last is not None and not last.leads_on:
        opened = Drawn(last.drawn.nemesis, friend=last.drawn.friend, foe=last.drawn.foe)
    else:
        opened = opened_battle(state)
    return Planned(node.id, choices, _with_deck(state, pack, choices, opened), reason=reason)


def opened_battle(state: State) -> Drawn:
    """Return what is drawn when a battle is opened: nemesis, cards that join, friend and foe."""
    node, stock, draw = state.node, state.stock, state.draw()
    tier = (node.tier if node else None) or 1
    candidates = nemeses_for(state, tier, node.nemesis if node else "")
    nemesis = draw.one("nemesis", tuple(stock.ranked), among=candidates)
    if not nemesis:
        none: dict[str, Detail] = {"tier": tier, "need": 1, "have": 0}
        if tier == FIGHT_FIVE:
            raise RulesError([Problem("expedition.too_few_fifth", none, "nemesis")])
        raise RulesError([Problem("expedition.too_few_nemeses", none, "nemesis")])
    if node is not None and node.upgraded is not None:
        joined = named_joins(state, node)
    else:
        joined = tuple(
            card
            for place, count in zip(TIERS, joins(state), strict=True)
            for card in draw.some(f"upgraded:{place}", stock.upgraded[place], count, out=state.pool)
        )
    friend = foe = ""
    if state.recipe.companions:
        friends, foes = (
            (each.drawn.friend for each in state.tries),
            (each.drawn.foe for each in state.tries),
        )
        friend = _companion(draw, "friend", tuple(stock.friend), friends)
        foe = _companion(draw, "foe", tuple(stock.foe), foes)
    return Drawn(nemesis, joined, friend, foe)


def _companion(draw: Draw, what: str, stock: tuple[str, ...], met: Iterable[str]) -> str:
    """Draw a friend or a foe: none again while there is another."""
    before = frozenset(met)
    return draw.one(what, stock, among=[key for key in stock if key not in before] or stock)


def _with_deck(state: State, pack: Series, choices: Choices, opened: Drawn) -> Drawn:
    """Return a battle's draw with the basics of its nemesis deck."""
    stock, pool = state.stock, (*state.pool, *opened.joined)
    fewer = stock.ranked[opened.nemesis].fewer_upgraded
    needed = pack.basics_by_mages[len(choices.places)]
    mix = deck_mix(counts(stock, pool), needed, fewer=fewer)
    draw, held = state.draw(attempt=state.attempt), by_tier(stock, pool)
    refuse(_basics_missing(state, mix.ordinary))

    def cards() -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
        for tier, upgraded, ordinary in zip(TIERS, mix.upgraded, mix.ordinary, strict=True):
            basics = [card.id for card in stock.offer.basics[tier]]
            yield (
                draw.some(f"deck:upgraded:{tier}", held[tier], upgraded),
                draw.some(f"deck:basic:{tier}", basics, ordinary),
            )

    tiers = tuple(cards())
    return Drawn(
        opened.nemesis,
        opened.joined,
        opened.friend,
        opened.foe,
        upgraded=tuple(key for upgraded, _basics in tiers for key in upgraded),
        basics=tuple(key for _upgraded, basics in tiers for key in basics),
    )


def _basics_missing(state: State, ordinary: Iterable[int]) -> Iterator[Problem]:
    for tier, need in zip(TIERS, ordinary, strict=True):
        have = len(state.stock.offer.basics[tier])
        if need > have:
            details = {"tier": tier, "need": need, "have": have}
            yield Problem("nemesis_deck.too_few_basics", details, "places")


class Taken(TypedDict, total=False):
    """What a group names after a loss, for ``rewarded``."""

    chosen: LossKind | None
    level: int | None  # of the treasure
    onward: bool  # they go on all the same


def rewarded(
    state: State,
    *,
    chosen: LossKind | None = None,
    level: int | None = None,
    onward: bool = False,
) -> Rewarded:
    """Return what comes after the latest try: the reward of a win, or one thing after a loss."""
    game = state.current
    if game is None or game.tally is None:
        raise RulesError([Problem("expedition.no_result", {"game": game.game if game else 0})])
    draw = state.draw(attempt=game.attempt)
    if onward or state.must_lead_on(game):
        came = drawn_reward(state, win_reward(game.node), state.draw(), "win")
        return Rewarded(came, chosen, level, onward, full=True)
    came = drawn_reward(state, loss_reward(chosen, level), draw, "loss")
    return Rewarded(came, chosen, level if chosen is LossKind.TREASURE else None)


def found(state: State) -> Found:
    """Return what the reward of the open node brings."""
    node = state.node
    if node is None:
        raise RulesError([Problem("expedition.not_this_node", {}, "node")])
    came = drawn_reward(state, node.reward or Reward(), state.draw(), f"found:{node.id}")
    return Found(node.id, came)
