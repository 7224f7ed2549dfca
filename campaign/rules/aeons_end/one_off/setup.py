"""A one-off game: from what players choose to everything drawn."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from random import Random
from typing import TypeVar

from campaign.rules.aeons_end.catalogue.pack import (
    Card,
    Difficulty,
    Known,
    KnownFrom,
    Nemesis,
    NemesisCard,
    Pack,
)
from campaign.rules.aeons_end.exhaustion import WAR_ETERNAL_STEPS, ExhaustionStep
from campaign.rules.aeons_end.mages import Mat, printed_mat
from campaign.rules.aeons_end.market.draw import (
    AtLeast,
    Stock,
    plain_slots,
    random_market,
    random_plain_market,
)
from campaign.rules.aeons_end.market.piles import (
    arranged_cards,
    chosen_market_problems,
    suggested_market,
)
from campaign.rules.aeons_end.market.space import Plan
from campaign.rules.aeons_end.nemesis_deck import (
    TierCount,
    basics_by_tier,
    deck_table,
    draw_basics,
)
from campaign.rules.aeons_end.one_off.choices import Choices, Place
from campaign.rules.aeons_end.turn_order import (
    TurnCard,
    deck_problems,
    war_eternal_deck,
)
from campaign.rules.core.problems import Detail, Problem, RulesError, standing

SOLO_LIVES = (10, 12, 15)

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Drawn:
    """Everything that is set up for one game."""

    system: str
    difficulty: Difficulty
    mats: tuple[Mat, ...]
    mage_life: int
    gravehold_life: int
    nemesis: Nemesis
    nemesis_life: int | None  # None: its dial does not stand for its defeat
    turn_cards: tuple[TurnCard, ...]
    tiers: tuple[TierCount, ...]
    own: tuple[NemesisCard, ...]  # the nemesis' own cards; tier 0 stays outside the deck
    basics: tuple[tuple[NemesisCard, ...], ...]  # tiers 1, 2, 3
    market: tuple[Card, ...]
    exhaustion: tuple[ExhaustionStep, ...]
    notes: tuple[str, ...]  # codes of rule notes worth showing


@dataclass(frozen=True, slots=True)
class Offer:
    """All that boxes offer a one-off game; nothing of it is anybody's secret."""

    mats: Mapping[str, Mat]  # whose mat players make themselves comes as a guest instead
    nemeses: Mapping[str, Nemesis]
    basics: Mapping[int, Sequence[NemesisCard]]  # by tier
    piles: Stock
    _seated: dict[tuple[str, int, int], Mat] = field(default_factory=dict)

    def seated(self, mat: Mat, seat: int, life: int) -> Mat:
        """Return a mat at a seat; printed ones are the same values in every game."""
        if self.mats.get(mat.mage) is not mat:
            return replace(mat, seat=seat, life=life, player="")  # the choices say who plays
        key = mat.mage, seat, life
        if key not in self._seated:
            self._seated[key] = replace(mat, seat=seat, life=life)
        return self._seated[key]


@lru_cache(maxsize=32)  # the same few boxes are drawn from again and again
def offer_of(boxes: tuple[Pack, ...]) -> Offer:
    """Return what boxes offer together; where several have a thing, the first box's counts."""
    mats: dict[str, Mat] = {}
    nemeses: dict[str, Nemesis] = {}
    for box in boxes:
        for mage in box.mages:
            if not mage.custom and _open(mage.known) and mage.id not in mats:
                mats[mage.id] = printed_mat(mage, box)
        for nemesis in box.nemeses:
            if _open(nemesis.known):
                nemeses.setdefault(nemesis.id, nemesis)
    basics = {card.id: card for box in boxes for card in box.basics() if _open(card.known)}
    piles = Stock(card for box in boxes for card in box.piles() if _open(card.known))
    return Offer(mats, nemeses, basics_by_tier(basics.values()), piles)


def _open(known: Known) -> bool:
    return known.by is KnownFrom.START


def resolve(pack: Pack, choices: Choices, rng: Random, *, also: Sequence[Pack] = ()) -> Drawn:
    """Draw everything that the choices leave open, or raise every problem with them at once.

    ``also`` are further boxes on the table: their mages, nemeses, basics and piles join in. Each
    part has a generator of its own, so that another nemesis leaves the market as it was.
    """
    boxes = (pack, *also)
    offer = offer_of(boxes)
    seeds = [Random(rng.getrandbits(64)) for _ in range(4)]
    faults = list(_table_problems(choices))
    difficulty = _try(faults, lambda: _difficulty(pack, choices))
    mats = _try(faults, lambda: _mats(offer, choices, seeds[0]))
    nemesis = _try(faults, lambda: _nemesis(offer, choices, seeds[1]))
    needed = pack.basics_by_mages.get(len(choices.places))
    basics = _try(faults, lambda: draw_basics(offer.basics, needed, seeds[2])) if needed else None
    market = _try(faults, lambda: _market(pack, offer, choices, seeds[3]))
    left = standing(faults, choices.reason)
    if left or not (difficulty and mats and nemesis and needed and basics and market):
        raise RulesError(left or faults)
    life = choices.solo_life or difficulty.mage_life
    return Drawn(
        system=pack.slug,
        difficulty=difficulty,
        mats=tuple(offer.seated(mat, seat, life) for seat, mat in enumerate(mats, start=1)),
        mage_life=life,
        gravehold_life=difficulty.gravehold_life,
        nemesis=nemesis,
        nemesis_life=_nemesis_life(nemesis, difficulty),
        turn_cards=war_eternal_deck(
            len(mats),
            solo_cards=choices.solo_cards,
            paired=choices.paired,
            pairs=choices.pairs,
        ),
        tiers=deck_table(pack.own_per_tier, needed),
        own=tuple(card for box in boxes for card in box.own_cards(nemesis.id)),
        basics=basics,
        market=market,
        exhaustion=WAR_ETERNAL_STEPS,
        notes=_notes(choices, difficulty, nemesis),
    )


def _try(faults: list[Problem], step: Callable[[], T]) -> T | None:
    """Run one step; keep what is wrong with it, so that the other steps can speak too."""
    try:
        return step()
    except RulesError as error:
        faults.extend(error.problems)
        return None


def _table_problems(choices: Choices) -> Iterable[Problem]:
    count = len(choices.places)
    yield from deck_problems(
        count,
        solo_cards=choices.solo_cards,
        pairs=choices.pairs if choices.paired else None,
    )
    if choices.solo_life is None:
        return
    if choices.solo_life not in SOLO_LIVES:
        details: dict[str, Detail] = {"allowed": SOLO_LIVES, "actual": choices.solo_life}
        yield Problem("solo.life", details, "solo_life")
    if count != 1:
        yield Problem("solo.life_needs_one_mage", {"actual": count}, "solo_life")


def _difficulty(pack: Pack, choices: Choices) -> Difficulty:
    found = pack.difficulty(choices.difficulty)
    if found is None:
        details = {"difficulty": choices.difficulty}
        raise RulesError([Problem("difficulty.unknown", details, "difficulty")])
    return found


def _mats(offer: Offer, choices: Choices, rng: Random) -> tuple[Mat, ...]:
    """Return a mat for each place: a guest's, the mage's that was chosen, or one that is drawn."""
    chosen = tuple(place.mage for place in choices.places if place.mage)
    free = [mage_id for mage_id in offer.mats if mage_id not in chosen]
    missing = sum(place.is_drawn for place in choices.places)
    problems = list(_mage_problems(offer, chosen, free, missing))
    if problems:
        raise RulesError(problems)
    drawn = iter(rng.sample(free, missing))
    return tuple(
        place.guest.mat if place.guest else offer.mats[place.mage or next(drawn)]
        for place in choices.places
    )


def _mage_problems(
    offer: Offer, chosen: Sequence[str], free: Sequence[str], missing: int
) -> Iterable[Problem]:
    unknown = tuple(dict.fromkeys(mage for mage in chosen if mage not in offer.mats))
    if unknown:
        yield Problem("mages.unknown", {"names": unknown}, "mages")
    twice = tuple(mage for mage in dict.fromkeys(chosen) if chosen.count(mage) > 1)
    if twice:
        yield Problem("mages.twice", {"names": twice}, "mages")
    if missing > len(free):
        yield Problem("mages.too_few", {"need": missing, "have": len(free)}, "mages")


def _nemesis(offer: Offer, choices: Choices, rng: Random) -> Nemesis:
    nemeses = offer.nemeses
    if choices.nemesis is not None:
        if choices.nemesis not in nemeses:
            details = {"names": (choices.nemesis,)}
            raise RulesError([Problem("nemesis.unknown", details, "nemesis")])
        return nemeses[choices.nemesis]
    fitting = list(nemeses.values())
    if choices.nemesis_difficulty is not None:
        least, most = choices.nemesis_difficulty
        fitting = [nemesis for nemesis in fitting if least <= nemesis.difficulty <= most]
        if not fitting:
            bounds = {"least": least, "most": most}
            raise RulesError([Problem("nemesis.none_in_range", bounds, "nemesis_difficulty")])
    return rng.choice(fitting)


def _nemesis_life(nemesis: Nemesis, difficulty: Difficulty) -> int | None:
    return None if nemesis.life is None else max(nemesis.life + difficulty.nemesis_life, 1)


def _market(pack: Pack, offer: Offer, choices: Choices, rng: Random) -> tuple[Card, ...]:
    wish = choices.market
    ways = (wish.suggested is not None) + bool(wish.chosen)
    if ways > 1 or (ways and (wish.template is not None or wish.locks or wish.constraints)):
        raise RulesError([Problem("market.one_way_only", {}, "market")])
    if wish.suggested is not None:
        return suggested_market(pack, wish.suggested)
    if wish.chosen:
        return _chosen(pack, offer.piles.cards, choices)
    wishes, locks = wish.constraints, wish.locks
    if wish.template is None:
        return random_plain_market(
            offer.piles, pack.market, constraints=wishes, locks=locks, rng=rng
        )
    template = pack.market_template(wish.template)
    if template is None:
        details = {"template": wish.template}
        raise RulesError([Problem("market.template_unknown", details, "market")])
    slots = template.slots
    return random_market(offer.piles, slots=slots, constraints=wishes, locks=locks, rng=rng)


def _chosen(pack: Pack, cards: Mapping[str, Card], choices: Choices) -> tuple[Card, ...]:
    keys = choices.market.chosen
    unknown = tuple(dict.fromkeys(key for key in keys if key not in cards))
    if unknown:
        raise RulesError([Problem("market.card_unknown", {"names": unknown}, "market")])
    chosen = tuple(cards[key] for key in keys)
    left = standing(chosen_market_problems(chosen, pack.market), choices.reason)
    if left:
        raise RulesError(left)
    return arranged_cards(chosen)


def _notes(choices: Choices, difficulty: Difficulty, nemesis: Nemesis) -> tuple[str, ...]:
    """Return the codes of what the table should know beside the numbers."""
    solo = len(choices.places) == 1
    notes = (
        ("difficulty.increased_rule", difficulty.increased),
        ("nemesis.no_life_of_its_own", nemesis.life is None),
        ("solo.own_ally", solo),
        ("solo.both_effects_hit_twice", solo),
        ("solo.exhaustion_is_no_loss", solo),
        ("solo.four_cards", solo and choices.solo_cards == 4),
        ("solo.more_life", choices.solo_life in (12, 15)),
        ("turn_order.paired", choices.paired),
        # The translations of the rulebook differ; the table is told and decides.
        ("link.readings_differ", True),
        ("deck_out.timing_differs", True),
    )
    return tuple(code for code, holds in notes if holds)


# --- what a form asks before anything is drawn ---


def open_piles(boxes: Sequence[Pack]) -> tuple[Card, ...]:
    """Return the piles that a market of these boxes can have, none of them anybody's secret."""
    return tuple(offer_of(tuple(boxes)).piles.cards.values())


def markets_possible(choices: Choices, boxes: Sequence[Pack]) -> int:
    """Return how many different markets meet what players ask of a drawn one."""
    market = choices.market
    template = boxes[0].market_template(market.template) if market.template else None
    slots = template.slots if template else plain_slots(boxes[0].market)
    if len(set(market.locks)) != len(market.locks):
        return 0
    return Plan(offer_of(tuple(boxes)).piles, slots, market.constraints, market.locks).total


def matching(wish: AtLeast, boxes: Sequence[Pack]) -> int:
    """Return how many cards of the boxes match a wish."""
    return sum(wish.takes(card.kind, card.cost) for card in open_piles(boxes))


def keep_drawn(
    choices: Choices,
    drawn: Drawn,
    *,
    mages: Collection[int],
    nemesis: bool,
    piles: Sequence[str] | None = None,
) -> Choices:
    """Return choices in which some of what was drawn is chosen and the rest is left open.

    ``mages`` are seats; without ``piles`` the market is asked for as before.
    """
    places = tuple(
        (place if place.guest else replace(place, mage=drawn.mats[seat - 1].mage))
        if seat in mages
        else Place(player=place.player)
        for seat, place in enumerate(choices.places, start=1)
    )
    market = choices.market
    return replace(
        choices,
        places=places,
        nemesis=drawn.nemesis.id if nemesis else None,
        market=market if piles is None else replace(market, locks=tuple(piles)),
    )
