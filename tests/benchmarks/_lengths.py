"""Measure the main pages of short and very long campaigns, in a process of its own.

Pages of each length take turns with each other and with the empty view, warm and cold, so that a
busy machine slows all of them alike.
"""

from __future__ import annotations

import gc
import json
from statistics import median
from time import process_time

import django

django.setup()

# ruff: noqa: E402 # models can be imported from here on

from django.conf import settings
from django.db import connection
from django.urls import reverse

from campaign.memory import memory
from campaign.models import Person
from tests.addresses import game_at
from tests.benchmarks._pages import EMPTY, Browser, Figures, queries
from tests.benchmarks.replay import long_story
from tests.campaign import factories

ROUNDS = {10: 3, 100: 3, 1000: 1}  # of games
PAGES = ("campaign", "mages", "market", "nemesis", "results", "history", "campaign_statistics")


def cost(browser: Browser, url: str, *, cold: bool = False) -> float:
    """Return the processor time of a request."""
    if cold:
        memory.clear()
    start = process_time()
    status, _body = browser.get(url)
    assert status == "200", (url, status)
    return process_time() - start


def main() -> Figures:
    """Return ratios by length and page, warm and cold, and the queries of cold pages."""
    settings.ROOT_URLCONF = "tests.benchmarks._pages"
    connection.settings_dict["CONN_MAX_AGE"] = None
    keeper = Person.objects.create_user("zuza", "nine piles, no more", display_name="Zuza")
    browser = Browser(keeper)
    urls: dict[tuple[str, int], str] = {}
    for games in ROUNDS:
        stored = factories.store(long_story(games), person=keeper, name=f"{games} games")
        code = factories.spread(stored).code
        urls |= {(page, games): reverse(page, args=[code]) for page in PAGES}
        urls["game", games] = game_at(stored, games)
    asked = {(*what, how): url for what, url in urls.items() for how in ("warm", "cold")}
    ran: dict[tuple[str, int, str], list[float]] = {what: [] for what in asked}
    for url in (EMPTY, *urls.values()):
        browser.get(url)
    empty = []
    gc.collect()
    gc.freeze()
    for turn in range(max(ROUNDS.values())):
        for (page, games, how), url in asked.items():
            if turn < ROUNDS[games]:
                empty.append(cost(browser, EMPTY))
                if how == "warm":
                    cost(browser, url)  # what the cold one before it forgot
                ran[page, games, how].append(cost(browser, url, cold=how == "cold"))
    bare = median(empty)
    told: Figures = {"warm": {}, "cold": {}, "queries": {}}
    for (page, games, how), times in ran.items():
        told[how].setdefault(games, {})[page] = median(times) / bare
    for (page, games), url in urls.items():
        told["queries"].setdefault(games, {})[page] = queries(browser, url)
    return told


if __name__ == "__main__":
    print(json.dumps(main()))
