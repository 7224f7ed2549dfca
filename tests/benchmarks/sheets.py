"""How many sheets and set-ups a second the engine makes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from random import Random

from campaign.rules.aeons_end.catalogue.pack import CardKind
from campaign.rules.aeons_end.first_sheet import SheetRequest, first_sheet
from campaign.rules.aeons_end.legacy.setup import setup_sheet
from campaign.rules.aeons_end.one_off.choices import open_choices
from campaign.rules.aeons_end.one_off.setup import resolve
from tests.benchmarks.figures import Figure, measures, per_second, seconds
from tests.rules.legacy_stories import Teller
from tests.rules.packs import legacy, war_eternal

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
    request = SheetRequest(count=4)
    rate = per_second(lambda: first_sheet(war_eternal(), request, Random(next(seeds))))
    yield Figure("War Eternal sheets, drawn and laid out", rate, "/s")


@measures
def set_ups() -> Iterator[Figure]:
    """Measure a whole one-off set-up against drawing its parts with nothing but chance."""
    pack, rng = war_eternal(), Random(1)
    choices = open_choices(4)
    piles, basics = pack.piles(), pack.basics()

    def naive() -> None:
        rng.sample(pack.mages, 4)
        rng.choice(pack.nemeses)
        for kind, number in MARKET.items():
            rng.sample([card for card in piles if card.kind is kind], number)
        for tier, number in enumerate(pack.basics_by_mages[4], start=1):
            rng.sample([card for card in basics if card.tier == tier], number)

    drawn = seconds(lambda: [resolve(pack, choices, rng) for _ in range(50)])
    plain = seconds(lambda: [naive() for _ in range(50)])
    yield Figure("one-off set-up drawn", 50 / drawn, "/s")
    yield Figure("one-off set-up drawn / naive draw", drawn / plain, "×", at_most=5)
