"""Draw the parts of a one-off game: mages, nemesis, basic cards, market (War Eternal pp. 8–11)."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from random import Random

from campaign.rules.aeons_end.catalogue.pack import Card, Nemesis, NemesisCard, Pack, SlotRule
from campaign.rules.aeons_end.mages import Mat
from campaign.rules.aeons_end.market import piles
from campaign.rules.aeons_end.market.draw import random_market
from campaign.rules.aeons_end.market.plan import Request
from campaign.rules.aeons_end.market.stock import plain_market, plain_slots
from campaign.rules.aeons_end.market.wishes import Constraint, Exclude, excluded_by
from campaign.rules.aeons_end.nemesis_deck import TIERS, PerTier, draw_basics
from campaign.rules.aeons_end.one_off.choices import Choices, MarketRequest
from campaign.rules.aeons_end.one_off.offer import Offer, persona, versions_of
from campaign.rules.core.problems import Detail, Problem, RulesError, not_overruled, refuse

# --- mages ---


def drawn_mats(offer: Offer, choices: Choices, rng: Random) -> tuple[Mat, ...]:
    """Return a mat for each place: a guest's, the mage's that was chosen, or one that is drawn."""
    chosen = tuple(place.mage for place in choices.places if place.mage)
    missing = sum(place.is_drawn for place in choices.places)
    groups = _free_mages(offer, choices, chosen)
    if chosen or missing > len(groups):
        refuse(_mage_problems(offer, choices, chosen, len(groups), missing))
    drawn = iter(sample_apart(groups, missing, rng))
    return tuple(
        place.guest.mat if place.guest else offer.mats[place.mage or next(drawn)]
        for place in choices.places
    )


def _free_mages(offer: Offer, choices: Choices, chosen: Sequence[str]) -> Sequence[Sequence[str]]:
    """Return who can be drawn, in groups of which at most one mage plays."""
    out = choices.set_aside
    if not (chosen or out or choices.versions):
        return offer.versions
    free = [mage for mage in offer.mats if mage not in chosen and mage not in out]
    if choices.versions:
        return [[mage] for mage in free]
    taken = {persona(mage) for mage in chosen}
    return versions_of(mage for mage in free if persona(mage) not in taken)


def sample_apart(groups: Sequence[Sequence[str]], number: int, rng: Random) -> list[str]:
    """Draw a number of things, no two of one group, each such choice equally likely."""
    if all(len(group) == 1 for group in groups):
        return rng.sample([group[0] for group in groups], number)
    ways = _ways(tuple(map(len, groups)), number)
    ticket, picked = rng.randrange(ways[0][number]), []
    for place, group in enumerate(groups, start=1):
        without = ways[place][number]
        if ticket < without:
            continue
        rest = ways[place][number - 1]
        which, ticket = divmod(ticket - without, rest)
        picked.append(group[which])
        number -= 1
        if not number:
            break
    rng.shuffle(picked)  # who sits where
    return picked


@lru_cache(maxsize=64)  # a shelf has the same groups game after game
def _ways(sizes: tuple[int, ...], number: int) -> tuple[tuple[int, ...], ...]:
    """Return for each group in how many ways 0, 1, … things can come from it and those after."""
    rows = [(1, *(0 for _ in range(number)))]
    for size in reversed(sizes):
        after = rows[-1]
        rows.append((1, *(after[n] + size * after[n - 1] for n in range(1, number + 1))))
    return tuple(reversed(rows))


def _mage_problems(
    offer: Offer, choices: Choices, chosen: Sequence[str], have: int, missing: int
) -> Iterator[Problem]:
    who = {mage: persona(mage) for mage in chosen}
    unknown = tuple(mage for mage in who if mage not in offer.mats)
    if unknown:
        yield Problem("mages.unknown", {"names": unknown}, "mages")
    twice = tuple(mage for mage in who if chosen.count(mage) > 1)
    if twice:
        yield Problem("mages.twice", {"names": twice}, "mages")
    again = tuple(mage for mage in who if list(who.values()).count(who[mage]) > 1)
    if again and not choices.versions:
        yield Problem("mages.versions", {"names": again}, "mages")
    if missing > have:
        details = {"need": missing, "have": have}
        out = sum(mage in choices.set_aside for mage in offer.mats)
        if out:
            yield Problem("mages.too_few_left", {**details, "out": out}, "mages")
        else:
            yield Problem("mages.too_few", details, "mages")


# --- nemesis ---


def drawn_nemesis(offer: Offer, choices: Choices, rng: Random) -> Nemesis:
    """Return the nemesis that was chosen, or one that meets every wish."""
    nemeses = offer.nemeses
    if choices.nemesis is not None:
        if choices.nemesis not in nemeses:
            raise RulesError([Problem("nemesis.unknown", {"names": (choices.nemesis,)}, "nemesis")])
        return nemeses[choices.nemesis]
    fitting = list(nemeses.values())
    if choices.nemesis_difficulty or choices.set_aside:
        fitting = [n for n in fitting if not any(_against(n, choices))]
    if not fitting:
        raise RulesError([_none_left(nemeses.values(), choices)])
    return rng.choice(fitting)


def _against(nemesis: Nemesis, choices: Choices) -> Iterator[str]:
    """Yield the wishes that keep a nemesis out."""
    if choices.nemesis_difficulty is not None:
        least, most = choices.nemesis_difficulty
        if not least <= nemesis.difficulty <= most:
            yield "difficulty"
    if nemesis.id in choices.never:
        yield "never"
    if nemesis.id in choices.resting:
        yield "resting"


def _none_left(nemeses: Collection[Nemesis], choices: Choices) -> Problem:
    """Say why no nemesis is left: the difficulty alone, or several wishes together."""
    if not nemeses:
        return Problem("nemesis.none_in_boxes", {}, "nemesis")
    reasons = [frozenset(_against(nemesis, choices)) for nemesis in nemeses]
    if all("difficulty" in each for each in reasons):
        least, most = choices.nemesis_difficulty or (1, 10)
        return Problem(
            "nemesis.none_in_range", {"least": least, "most": most}, "nemesis_difficulty"
        )
    clash = tuple(sorted(frozenset.union(*reasons)))
    return Problem("nemesis.wishes_clash", {"wishes": clash}, "nemesis")


# --- basic cards ---


def drawn_basics(
    offer: Offer, choices: Choices, needed: PerTier, rng: Random
) -> tuple[tuple[NemesisCard, ...], ...]:
    """Return the basic cards of each tier: those that were kept, or as many as are needed."""
    if not choices.basic_cards:
        return draw_basics(offer.basics_of(choices.basics, choices.set_aside), needed, rng)
    known = {card.id: card for card in offer.all_basics}
    unknown = tuple(key for key in choices.basic_cards if key not in known)
    if unknown:
        raise RulesError([Problem("nemesis_deck.basic_unknown", {"names": unknown}, "basics")])
    cards = [known[key] for key in choices.basic_cards]
    tiers = tuple(tuple(card for card in cards if card.tier == tier) for tier in TIERS)
    refuse(
        Problem("pool.tier_mismatch", {"tier": tier, "expected": need, "actual": len(have)})
        for tier, need, have in zip(TIERS, needed, tiers, strict=True)
        if need != len(have)
    )
    return tiers


# --- market ---


def drawn_market(
    pack: Pack, boxes: Sequence[Pack], offer: Offer, choices: Choices, rng: Random
) -> tuple[Card, ...]:
    """Return the market: suggested, chosen, or one of those that meet every wish."""
    wish = choices.market
    ways = (wish.suggested is not None) + bool(wish.chosen)
    wished = wish.template is not None or wish.slots or wish.locks or wish.constraints
    if ways > 1 or (ways and wished):
        raise RulesError([Problem("market.one_way_only", {}, "market")])
    if wish.suggested is not None:
        return piles.suggested_market(boxes, wish.suggested)
    if wish.chosen:
        return _chosen(pack, offer.piles.cards, choices)
    constraints, locks = market_constraints(choices, offer), wish.locks
    slots = market_slots(pack, wish)
    if slots is None and all(isinstance(constraint, Exclude) for constraint in constraints):
        # Without wishes, nothing needs to be counted.
        left = offer.piles.without(excluded_by(constraints)) if constraints else offer.piles
        if market := plain_market(left, pack.market.by_kind, locks, rng):
            return market
    slots = slots or plain_slots(pack.market)
    return random_market(Request(offer.piles, slots, constraints, locks), rng)


def market_constraints(choices: Choices, offer: Offer) -> tuple[Constraint, ...]:
    """Return the constraints on a drawn market, the cards that are set aside included."""
    wished, out = choices.market.constraints, choices.set_aside
    if not out:
        return wished
    locked = choices.market.locks
    never = frozenset(key for key in out if key in offer.piles.cards and key not in locked)
    return (*wished, Exclude(never)) if never else wished


def market_slots(pack: Pack, wish: MarketRequest) -> Sequence[SlotRule] | None:
    """Return the places of a market; None for as many of each kind as the rules say."""
    if wish.slots or wish.template is None:
        return wish.slots or None
    template = pack.find.market_template(wish.template)
    if template is None:
        details: dict[str, Detail] = {"template": wish.template}
        raise RulesError([Problem("market.template_unknown", details, "market")])
    return template.slots


def _chosen(pack: Pack, cards: Mapping[str, Card], choices: Choices) -> tuple[Card, ...]:
    keys = choices.market.chosen
    unknown = tuple(dict.fromkeys(key for key in keys if key not in cards))
    if unknown:
        raise RulesError([Problem("market.card_unknown", {"names": unknown}, "market")])
    chosen = tuple(cards[key] for key in keys)
    refuse(not_overruled(piles.chosen_market_problems(chosen, pack.market), choices.reason))
    return piles.arranged_cards(chosen)
