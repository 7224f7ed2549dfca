"""What the boxes of an expedition have, and whether that is enough for its whole way."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from campaign.rules.aeons_end.catalogue.expeditions import (
    LEVELS,
    NEMESIS_TIERS,
    Banner,
    Companion,
    Ranked,
    Treasure,
)
from campaign.rules.aeons_end.catalogue.pack import CardKind, NemesisCard
from campaign.rules.aeons_end.catalogue.series import Series
from campaign.rules.aeons_end.expeditions.recipe import OWN, Recipe
from campaign.rules.aeons_end.expeditions.route import (
    FIGHT_FIVE,
    STARTING_MAGES,
    Needs,
    route_faults,
)
from campaign.rules.aeons_end.nemesis_deck import TIERS, PerTier
from campaign.rules.aeons_end.one_off.offer import Offer, offer_of, persona, versions_of
from campaign.rules.core.problems import Detail, Problem

FIRST_MAGES = STARTING_MAGES
FIRST_PILES: Mapping[CardKind, int] = {CardKind.GEM: 3, CardKind.RELIC: 2, CardKind.SPELL: 4}
MORE_BANNERS = 2  # than players
# The pool of upgraded basics once a battle of a tier has begun; by tier of the battle.
POOL: Mapping[int, PerTier] = {1: (0, 0, 0), 2: (1, 3, 3), 3: (2, 4, 5), 4: (3, 5, 7), 5: (3, 5, 7)}


@dataclass(frozen=True, slots=True)
class Stock:
    """Everything of some boxes that an expedition can draw; keys in a fixed order."""

    offer: Offer
    mages: Sequence[str]
    piles: Mapping[CardKind, Sequence[str]]
    nemeses: Mapping[int, Sequence[str]]  # by tier; FIGHT_FIVE: those with a card for it
    ranked: Mapping[str, Ranked]
    treasures: Mapping[int, Sequence[str]]  # by level
    treasure: Mapping[str, Treasure]
    upgraded: Mapping[int, Sequence[str]]  # by tier, a card that several boxes have once
    upgraded_card: Mapping[str, NemesisCard]
    banner: Mapping[str, Banner]
    friend: Mapping[str, Companion]
    foe: Mapping[str, Companion]

    @property
    def basic_cards(self) -> dict[str, NemesisCard]:
        """Return every basic card by key, ordinary and upgraded."""
        return {**{card.id: card for card in self.offer.all_basics}, **self.upgraded_card}

    def kind_of(self, pile: str) -> CardKind | None:
        """Return the kind of a pile; None for what is no pile of these boxes."""
        card = self.offer.piles.cards.get(pile)
        return card.kind if card else None

    def level_of(self, treasure: str) -> int:
        """Return the level of a treasure; 0 for what is none of these boxes."""
        known = self.treasure.get(treasure)
        return known.level if known else 0


@lru_cache(maxsize=32)  # the same few boxes are drawn from again and again
def stock_of(series: Series, boxes: tuple[str, ...]) -> Stock:
    """Return what boxes have together; an unknown box has nothing."""
    known = tuple(box for box in dict.fromkeys(boxes) if box in series.boxes)
    offer = offer_of((series, *(series.boxes[box].pack for box in known)))
    parts = [series.expeditions[box] for box in known if box in series.expeditions]
    ranked = {each.id: each for part in parts for each in part.nemeses if each.id in offer.nemeses}
    upgraded: dict[tuple[str, int], NemesisCard] = {}
    for card in (card for part in parts for card in part.upgraded):
        upgraded.setdefault((persona(card.id), card.tier), card)
    treasure = {each.id: each for part in parts for each in part.treasures}
    tiers = {t: tuple(k for k, each in ranked.items() if each.tier == t) for t in NEMESIS_TIERS}
    fifth = tuple(key for key, each in ranked.items() if each.fight_five)
    return Stock(
        offer=offer,
        mages=tuple(offer.mats),
        piles={
            kind: tuple(key for key, card in offer.piles.cards.items() if card.kind is kind)
            for kind in CardKind
        },
        nemeses={**tiers, FIGHT_FIVE: fifth},
        ranked=ranked,
        treasures={
            level: tuple(key for key, each in treasure.items() if each.level == level)
            for level in LEVELS
        },
        treasure=treasure,
        upgraded={
            tier: tuple(card.id for card in upgraded.values() if card.tier == tier)
            for tier in TIERS
        },
        upgraded_card={card.id: card for card in upgraded.values()},
        banner={each.id: each for part in parts for each in part.banners},
        friend={each.id: each for part in parts for each in part.friends},
        foe={each.id: each for part in parts for each in part.foes},
    )


def recipe_problems(series: Series, recipe: Recipe, players: int) -> tuple[Problem, ...]:
    """Return everything that is wrong with a recipe: its variant, its boxes, and what they lack."""
    problems: list[Problem] = []
    unknown = tuple(box for box in recipe.boxes if box not in series.boxes)
    if unknown:
        problems.append(Problem("one_off.box_unknown", {"boxes": unknown}, "boxes"))
    if not recipe.boxes:
        problems.append(Problem("expedition.no_boxes", {}, "boxes"))
    if not 1 <= players <= FIRST_MAGES:
        size = {"least": 1, "most": FIRST_MAGES, "actual": players}
        problems.append(Problem("party.size", size, "players"))
    if not recipe.seed:
        problems.append(Problem("expedition.no_seed", {}, "seed"))
    route = recipe.route
    if route is None or (recipe.variant == OWN and any(route_faults(route))):
        problems.append(Problem("expedition.no_variant", {"variant": recipe.variant}, "variant"))
    if route is not None and route.box and route.box not in recipe.boxes:
        problems.append(Problem("expedition.story_box", {"boxes": (route.box,)}, "boxes"))
    if not problems:
        problems += _shortages(stock_of(series, recipe.boxes), recipe, players, series)
    return tuple(problems)


def _shortages(stock: Stock, recipe: Recipe, players: int, series: Series) -> Iterator[Problem]:
    """Yield what the boxes lack on the whole way, each with need and have."""
    route = recipe.route
    if route is None:
        return
    needs = route.needs()
    yield from _missing_nemeses(stock, needs)
    yield from _missing_barracks(stock, recipe, needs)
    for tier, need in zip(TIERS, series.basics_by_mages[players], strict=True):
        if need > (have := len(stock.offer.basics[tier])):
            details = {"tier": tier, "need": need, "have": have}
            yield Problem("nemesis_deck.too_few_basics", details, "boxes")
    highest = max((node.tier or 1 for node in route.battles), default=1)
    for tier, need in zip(TIERS, POOL[highest], strict=True):
        if need > (have := len(stock.upgraded[tier])):
            details = {"tier": tier, "need": need, "have": have}
            yield Problem("expedition.too_few_upgraded", details, "boxes", overrulable=True)
    if recipe.companions:
        yield from _missing_companions(stock, players)


def _missing_nemeses(stock: Stock, needs: Needs) -> Iterator[Problem]:
    forced = 0  # nemeses with a card for a fifth battle that earlier battles need
    for tier in NEMESIS_TIERS:
        need, have = needs["nemesis", tier], len(stock.nemeses[tier])
        spare = sum(key not in stock.nemeses[FIGHT_FIVE] for key in stock.nemeses[tier])
        forced += max(0, min(need, have) - spare)
        if need > have:
            details = {"tier": tier, "need": need, "have": have}
            yield Problem("expedition.too_few_nemeses", details, "boxes")
    need, have = needs["nemesis", FIGHT_FIVE], len(stock.nemeses[FIGHT_FIVE]) - forced
    if need > have:
        yield Problem("expedition.too_few_fifth", {"need": need, "have": max(have, 0)}, "boxes")


def _missing_barracks(stock: Stock, recipe: Recipe, needs: Needs) -> Iterator[Problem]:
    people = len(stock.mages if recipe.versions else versions_of(stock.mages))
    need = FIRST_MAGES + needs["mage", 0]
    if need > people:
        # Four are needed from the start; one that a later reward brings can be missed.
        details = {"need": need, "have": people}
        spared = people >= FIRST_MAGES
        yield Problem("expedition.too_few_mages", details, "boxes", overrulable=spared)
    for kind, first in FIRST_PILES.items():
        need, have = first + needs[str(kind), 0], len(stock.piles[kind])
        if need > have:
            counts: dict[str, Detail] = {"kind": str(kind), "need": need, "have": have}
            yield Problem("expedition.too_few_piles", counts, "boxes")
    for level in LEVELS:
        need, have = needs["treasure", level], len(stock.treasures[level])
        if need > have:
            details = {"level": level, "need": need, "have": have}
            yield Problem("expedition.too_few_treasures", details, "boxes", overrulable=True)


def _missing_companions(stock: Stock, players: int) -> Iterator[Problem]:
    need, have = players + MORE_BANNERS, len(stock.banner)
    if need > have:
        details = {"need": need, "have": have}
        yield Problem("expedition.too_few_banners", details, "boxes", overrulable=True)
    if not stock.friend or not stock.foe:
        yield Problem("expedition.no_companions", {}, "boxes")
