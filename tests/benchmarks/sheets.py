"""How many sheets and set-ups a second the engine makes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from random import Random

from campaign.rules.aeons_end.legacy.setup import setup_sheet
from campaign.rules.aeons_end.market.draw import plain_slots, random_market
from campaign.rules.aeons_end.nemesis_deck import build_order, draw_basics, expected_basics
from campaign.rules.aeons_end.turn_order import TurnDeck, draw, war_eternal_deck
from campaign.rules.core.system import SheetRequest
from campaign.rules.registry import get_system
from tests.benchmarks.figures import Figure, measures, per_second
from tests.rules.legacy_stories import Teller
from tests.rules.packs import legacy, war_eternal


@measures
def sheets() -> Iterator[Figure]:
    """Measure sheets of a long campaign and of one-off games."""
    told = Teller(4).after(5).plan()
    before, now = told.state, told.play().answer_all().state
    rate = per_second(lambda: setup_sheet(now, legacy(), before=before))
    yield Figure("Legacy sheets", rate, "/s", at_least=200)
    rate = per_second(lambda: setup_sheet(now, legacy(), before=before).as_dict())
    yield Figure("Legacy sheets as JSON values", rate, "/s", at_least=100)
    seeds = count()
    system, request = get_system("aeons-end-war-eternal"), SheetRequest(count=4)
    rate = per_second(lambda: system.sheet(war_eternal(), request, Random(next(seeds))))
    yield Figure("War Eternal sheets, drawn and laid out", rate, "/s", at_least=100)


@measures
def set_ups() -> Iterator[Figure]:
    """Measure a random market, a turn-order deck and a nemesis deck together."""
    pack = war_eternal()
    nemesis = pack.nemeses[0].id
    rng = Random(1)

    def set_up() -> None:
        random_market(pack.piles(), slots=plain_slots(pack.market), rng=rng)
        draw(TurnDeck(war_eternal_deck(4)), rng)
        basics = draw_basics(pack.basics(), expected_basics(pack, 4), rng)
        build_order(pack.own_cards(nemesis), (card for tier in basics for card in tier), rng)

    rate = per_second(set_up)
    yield Figure("market, turn order and nemesis deck set up", rate, "/s", at_least=200)
