"""How many sheets and set-ups a second the engine makes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from random import Random

from campaign.rules.aeons_end.catalogue.pack import CardKind, SlotRule
from campaign.rules.aeons_end.first_sheet import first_sheet
from campaign.rules.aeons_end.legacy.setup import setup_sheet
from campaign.rules.aeons_end.market.wishes import AtLeast, AtMost
from campaign.rules.aeons_end.one_off.choices import Choices, MarketRequest, open_choices
from campaign.rules.aeons_end.one_off.offer import offer_of
from campaign.rules.aeons_end.one_off.setup import resolve
from tests.benchmarks.figures import Figure, least_in_turns, measures, per_second, seconds
from tests.rules.aeons_end.legacy_stories import Teller
from tests.rules.packs import legacy, series, war_eternal

SPELL, GEM = CardKind.SPELL, CardKind.GEM
BY_COST = (
    *(AtLeast(1, GEM, 0, 3), AtLeast(2, SPELL, 6), AtLeast(1, None, 7)),
    *(AtLeast(1, CardKind.RELIC, 0, 4), AtLeast(3, None, 0, 4)),
)
BY_BOX = (
    *(AtLeast(1, box="the-depths"), AtLeast(1, box="outcasts"), AtLeast(2, box="the-new-age")),
    *(AtMost(1, box="aeons-end"), AtMost(1, box="war-eternal")),
)
ANY = (SlotRule(None),) * 9
REQUESTS = (
    ("five wishes by cost", BY_COST, ()),
    ("five wishes by box", BY_BOX, ()),
    ("nine places of any kind, five wishes by cost", BY_COST, ANY),
    ("nine places of any kind, five wishes by box", BY_BOX, ANY),
)
MARKET = {CardKind.GEM: 3, CardKind.RELIC: 2, CardKind.SPELL: 4}


@measures
def sheets() -> Iterator[Figure]:
    """Measure sheets of a long campaign and of one-off games."""
    told = Teller(4).after(5).plan()
    before, now = told.state, told.play().answer_all().state
    rate = per_second(lambda: setup_sheet(now, legacy(), before=before))
    yield Figure("Legacy sheets", rate, "/s")
    rate = per_second(lambda: setup_sheet(now, legacy(), before=before).as_dict())
    yield Figure("Legacy sheets as JSON values", rate, "/s")
    seeds = count()
    rate = per_second(lambda: first_sheet(war_eternal(), Random(next(seeds)), count=4))
    yield Figure("War Eternal sheets, drawn and laid out", rate, "/s")


@measures
def set_ups() -> Iterator[Figure]:
    """Measure a whole one-off set-up against drawing its parts with nothing but chance."""
    pack, rng = war_eternal(), Random(1)
    choices = open_choices(4)
    piles, basics = pack.find.piles, pack.find.basics

    def naive(times: int) -> None:
        for _ in range(times):
            rng.sample(pack.mages, 4)
            rng.choice(pack.nemeses)
            for kind, number in MARKET.items():
                rng.sample([card for card in piles if card.kind is kind], number)
            for tier, number in enumerate(pack.basics_by_mages[4], start=1):
                rng.sample([card for card in basics if card.tier == tier], number)

    drawn, plain = least_in_turns(
        lambda: [resolve(pack, choices, rng) for _ in range(50)],
        lambda: naive(50),
    )
    yield Figure("one-off set-up drawn", 50 / drawn, "/s")
    yield Figure("one-off set-up drawn / naive draw", drawn / plain, "×", at_most=5)


@measures
def shelf() -> Iterator[Figure]:
    """Measure set-ups from every box: against a bare draw of the same parts, and with wishes."""
    boxes = tuple(box.pack for box in series().boxes.values())
    offer, rng, choices = offer_of((series(), *boxes)), Random(1), open_choices(4)
    mages, nemeses = list(offer.mats), list(offer.nemeses.values())
    piles, basics = list(offer.piles.cards.values()), list(offer.all_basics)

    def naive(times: int) -> None:
        for _ in range(times):
            rng.sample(mages, 4)
            rng.choice(nemeses)
            for kind, number in MARKET.items():
                rng.sample([card for card in piles if card.kind is kind], number)
            for tier, number in enumerate(series().basics_by_mages[4], start=1):
                rng.sample([card for card in basics if card.tier == tier], number)

    def drawn_with(wishes: Choices) -> float:
        return seconds(lambda: [resolve(series(), wishes, rng, also=boxes) for _ in range(20)]) / 20

    drawn, plain = least_in_turns(
        lambda: [resolve(series(), choices, rng, also=boxes) for _ in range(20)],
        lambda: naive(20),
    )
    yield Figure("set-up from every box drawn", 20 / drawn, "/s")
    yield Figure("set-up from every box / naive draw", drawn / plain, "×", at_most=5)
    for name, constraints, slots in REQUESTS:
        market = MarketRequest(constraints=constraints, slots=slots)
        took = drawn_with(replace(choices, market=market))
        yield Figure(f"set-up from every box, {name}", took * 1000, "ms", at_most=50)
