"""Measure the main pages of short and very long campaigns, in a process of its own."""

from __future__ import annotations

import gc
import json
from collections.abc import Callable
from statistics import median
from time import process_time

import django

django.setup()

# ruff: noqa: E402 # models can be imported from here on

from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.urls import reverse

from campaign.memory import memory
from campaign.models import Person
from tests.benchmarks._pages import EMPTY, Browser, Figures, queries
from tests.benchmarks.replay import long_story
from tests.campaign import factories

LENGTHS = (10, 100, 1000)
PAGES = ("campaign", "mages", "market", "nemesis", "results", "history", "campaign_statistics")
ROUNDS = {10: 9, 100: 5, 1000: 1}


def cost(get: Callable[[], object], rounds: int, *, cold: bool = False) -> float:
    """Return the median processor time of a request."""
    get()
    times = []
    for _ in range(rounds):
        if cold:
            memory.clear()
        start = process_time()
        get()
        times.append(process_time() - start)
    return median(times)


def main() -> Figures:
    """Return ratios by length and page, warm and cold, and the queries of cold pages."""
    settings.ROOT_URLCONF = "tests.benchmarks._pages"
    connection.settings_dict["CONN_MAX_AGE"] = None
    call_command("migrate", verbosity=0)
    call_command("collectstatic", verbosity=0, interactive=False)
    keeper = Person.objects.create_user("zuza", "nine piles, no more", display_name="Zuza")
    browser = Browser(keeper)
    gc.collect()
    gc.freeze()
    told: Figures = {"warm": {}, "cold": {}, "queries": {}}
    for games in LENGTHS:
        campaign = factories.store(long_story(games), person=keeper, name=f"{games} games")
        urls = {page: reverse(page, args=[campaign.code]) for page in PAGES}
        urls["game"] = reverse("game", args=[campaign.code, games])
        empty = cost(lambda: browser.get(EMPTY), 30)
        for how in ("warm", "cold"):
            told[how][games] = {
                name: cost(lambda: browser.get(url), ROUNDS[games], cold=how == "cold") / empty  # noqa: B023 # called at once
                for name, url in urls.items()
            }
        told["queries"][games] = {name: queries(browser, url) for name, url in urls.items()}
    return told


if __name__ == "__main__":
    print(json.dumps(main()))
