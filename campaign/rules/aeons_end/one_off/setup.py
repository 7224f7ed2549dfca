"""A one-off game of War Eternal: from what players ask for to everything drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
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
    Constraint,
    Stock,
    random_market,
    random_plain_market,
)
from campaign.rules.aeons_end.market.piles import (
    arranged_cards,
    chosen_market_problems,
    suggested_market,
)
from campaign.rules.aeons_end.nemesis_deck import (
    TierCount,
    basics_by_tier,
    deck_table,
    draw_basics,
)
from campaign.rules.aeons_end.turn_order import (
    PAIRS,
    Pairs,
    TurnCard,
    deck_problems,
    war_eternal_deck,
)
from campaign.rules.core.problems import Detail, Problem, RulesError, standing

SOLO_LIVES = (10, 12, 15)

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class MarketRequest:
    """A market: suggested, chosen card by card, or random by a template and with wishes."""

    suggested: str | None = None
    chosen: tuple[str, ...] = ()
    template: str | None = None  # None: so many of each kind as the rules say
    locks: tuple[str, ...] = ()
    constraints: tuple[Constraint, ...] = ()


@dataclass(frozen=True, slots=True)
class GameRequest:
    """What players ask for; whatever they leave open is drawn."""

    mages: tuple[str, ...] = ()  # mat ids, in the order of the seats
    guests: tuple[Mat, ...] = ()  # finished mages of a campaign, seated after them
    count: int | None = None  # all mages together; those not chosen are drawn
    nemesis: str | None = None
    nemesis_difficulty: tuple[int, int] | None = None  # the range to draw a nemesis from
    difficulty: str = "normal"
    market: MarketRequest = field(default_factory=MarketRequest)
    paired: bool = False
    pairs: Pairs = PAIRS
    solo_cards: int = 3
    solo_life: int | None = None  # None: the difficulty's
    reason: str = ""  # lifts what rests on the pack, such as a market of other shares


@dataclass(frozen=True, slots=True)
class OneOffGame:
    """Everything that a table lays out for one game."""

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
            return replace(mat, seat=seat, life=life)
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


def resolve(
    pack: Pack, request: GameRequest, rng: Random, *, also: Sequence[Pack] = ()
) -> OneOffGame:
    """Draw everything that the request leaves open, or raise every problem with it at once.

    ``also`` are further boxes on the table: their mages, nemeses, basics and piles join in. Each
    part has a generator of its own, so that another nemesis leaves the market as it was.
    """
    boxes = (pack, *also)
    offer = offer_of(boxes)
    seeds = [Random(rng.getrandbits(64)) for _ in range(4)]
    faults = list(_table_problems(request))
    difficulty = _try(faults, lambda: _difficulty(pack, request))
    mats = _try(faults, lambda: _mats(offer, request, seeds[0]))
    nemesis = _try(faults, lambda: _nemesis(offer, request, seeds[1]))
    needed = pack.basics_by_mages.get(_count(request))
    basics = _try(faults, lambda: draw_basics(offer.basics, needed, seeds[2])) if needed else None
    market = _try(faults, lambda: _market(pack, offer, request, seeds[3]))
    left = standing(faults, request.reason)
    if left or not (difficulty and mats and nemesis and needed and basics and market):
        raise RulesError(left or faults)
    life = request.solo_life or difficulty.mage_life
    return OneOffGame(
        system=pack.slug,
        difficulty=difficulty,
        mats=tuple(offer.seated(mat, seat, life) for seat, mat in enumerate(mats, start=1)),
        mage_life=life,
        gravehold_life=difficulty.gravehold_life,
        nemesis=nemesis,
        nemesis_life=_nemesis_life(nemesis, difficulty),
        turn_cards=war_eternal_deck(
            len(mats),
            solo_cards=request.solo_cards,
            paired=request.paired,
            pairs=request.pairs,
        ),
        tiers=deck_table(pack.own_per_tier, needed),
        own=tuple(card for box in boxes for card in box.own_cards(nemesis.id)),
        basics=basics,
        market=market,
        exhaustion=WAR_ETERNAL_STEPS,
        notes=_notes(request, difficulty, nemesis),
    )


def _try(faults: list[Problem], step: Callable[[], T]) -> T | None:
    """Run one step; keep what is wrong with it, so that the other steps can speak too."""
    try:
        return step()
    except RulesError as error:
        faults.extend(error.problems)
        return None


def _count(request: GameRequest) -> int:
    chosen = len(request.mages) + len(request.guests)
    return chosen if request.count is None else request.count


def _table_problems(request: GameRequest) -> Iterable[Problem]:
    count = _count(request)
    yield from deck_problems(
        count,
        solo_cards=request.solo_cards,
        pairs=request.pairs if request.paired else None,
    )
    if request.solo_life is None:
        return
    if request.solo_life not in SOLO_LIVES:
        details: dict[str, Detail] = {"allowed": SOLO_LIVES, "actual": request.solo_life}
        yield Problem("solo.life", details, "solo_life")
    if count != 1:
        yield Problem("solo.life_needs_one_mage", {"actual": count}, "solo_life")


def _difficulty(pack: Pack, request: GameRequest) -> Difficulty:
    found = pack.difficulty(request.difficulty)
    if found is None:
        details = {"difficulty": request.difficulty}
        raise RulesError([Problem("difficulty.unknown", details, "difficulty")])
    return found


def _mats(offer: Offer, request: GameRequest, rng: Random) -> tuple[Mat, ...]:
    mats = offer.mats
    free = [mage_id for mage_id in mats if mage_id not in request.mages]
    missing = _count(request) - len(request.mages) - len(request.guests)
    problems = list(_mage_problems(request, mats, free, missing))
    if problems:
        raise RulesError(problems)
    printed = (mats[mage_id] for mage_id in (*request.mages, *rng.sample(free, missing)))
    return (*printed, *request.guests)


def _mage_problems(
    request: GameRequest, known: Iterable[str], free: Sequence[str], missing: int
) -> Iterable[Problem]:
    unknown = tuple(dict.fromkeys(i for i in request.mages if i not in set(known)))
    if unknown:
        yield Problem("mages.unknown", {"names": unknown}, "mages")
    if len(set(request.mages)) != len(request.mages):
        twice = tuple(i for i, count in Counter(request.mages).items() if count > 1)
        yield Problem("mages.twice", {"names": twice}, "mages")
    if missing < 0:
        chosen = len(request.mages) + len(request.guests)
        yield Problem(
            "mages.more_than_count", {"chosen": chosen, "count": _count(request)}, "mages"
        )
    if missing > len(free):
        yield Problem("mages.too_few", {"need": missing, "have": len(free)}, "mages")


def _nemesis(offer: Offer, request: GameRequest, rng: Random) -> Nemesis:
    nemeses = offer.nemeses
    if request.nemesis is not None:
        if request.nemesis not in nemeses:
            details = {"names": (request.nemesis,)}
            raise RulesError([Problem("nemesis.unknown", details, "nemesis")])
        return nemeses[request.nemesis]
    fitting = list(nemeses.values())
    if request.nemesis_difficulty is not None:
        least, most = request.nemesis_difficulty
        fitting = [nemesis for nemesis in fitting if least <= nemesis.difficulty <= most]
        if not fitting:
            bounds = {"least": least, "most": most}
            raise RulesError([Problem("nemesis.none_in_range", bounds, "nemesis_difficulty")])
    return rng.choice(fitting)


def _nemesis_life(nemesis: Nemesis, difficulty: Difficulty) -> int | None:
    return None if nemesis.life is None else max(nemesis.life + difficulty.nemesis_life, 1)


def _market(pack: Pack, offer: Offer, request: GameRequest, rng: Random) -> tuple[Card, ...]:
    wish = request.market
    ways = (wish.suggested is not None) + bool(wish.chosen)
    if ways > 1 or (ways and (wish.template is not None or wish.locks or wish.constraints)):
        raise RulesError([Problem("market.one_way_only", {}, "market")])
    if wish.suggested is not None:
        return suggested_market(pack, wish.suggested)
    if wish.chosen:
        return _chosen(pack, offer.piles.cards, request)
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


def _chosen(pack: Pack, cards: Mapping[str, Card], request: GameRequest) -> tuple[Card, ...]:
    keys = request.market.chosen
    unknown = tuple(dict.fromkeys(key for key in keys if key not in cards))
    if unknown:
        raise RulesError([Problem("market.card_unknown", {"names": unknown}, "market")])
    chosen = tuple(cards[key] for key in keys)
    left = standing(chosen_market_problems(chosen, pack.market), request.reason)
    if left:
        raise RulesError(left)
    return arranged_cards(chosen)


def _notes(request: GameRequest, difficulty: Difficulty, nemesis: Nemesis) -> tuple[str, ...]:
    """Return the codes of what the table should know beside the numbers."""
    solo = _count(request) == 1
    notes = (
        ("difficulty.increased_rule", difficulty.increased),
        ("nemesis.no_life_of_its_own", nemesis.life is None),
        ("solo.own_ally", solo),
        ("solo.both_effects_hit_twice", solo),
        ("solo.exhaustion_is_no_loss", solo),
        ("solo.four_cards", solo and request.solo_cards == 4),
        ("solo.more_life", request.solo_life in (12, 15)),
        ("turn_order.paired", request.paired),
        # The translations of the rulebook differ; the table is told and decides.
        ("link.readings_differ", True),
        ("deck_out.timing_differs", True),
    )
    return tuple(code for code, holds in notes if holds)
