"""Let three phones tap at one table on a line of so many ms each way; print how soon others see it.

In Chromium with presses of a finger, each phone on a counter of its own. It is measured from the
tap until another phone shows its number: what waits for more taps to be sent with is in it.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import time
from contextlib import ExitStack
from functools import partial
from random import Random
from statistics import median, quantiles
from typing import Any

import django

os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"  # Playwright's loop runs in this thread
django.setup()

# ruff: noqa: E402 # models can be imported from here on

from playwright.sync_api import sync_playwright

from tests.benchmarks._live import made, server
from tests.browser.engines.chromium import ChromiumPhone
from tests.browser.engines.relay import Relay
from tests.chromium import CHROMIUM, CHROMIUM_ARGS

COUNTERS = ("gravehold", "nemesis", "life-1")  # of each phone its own
TAPS = 8  # of each phone
PRESS = 60  # ms
PAUSE = 0.5  # s between taps at most
SPREAD = 0.2  # of the delay, more or less
PATIENCE = 60_000  # ms until everything has arrived
CONNECTED = "() => Boolean(document.querySelector('[data-live][data-connected]'))"
WATCH = """() => {
  const root = document.querySelector("[data-live]"), last = {};
  window.watched = { tapped: [], shown: [] };
  const look = () => {
    for (const each of root.querySelectorAll("[data-counter]")) {
      const { counter } = each.dataset, value = Number(each.querySelector("output").defaultValue);
      if (last[counter] !== value) watched.shown.push([Date.now(), counter, last[counter] = value]);
    }
  };
  look();
  root.addEventListener("live:shown", look);
  root.addEventListener("live:tap", () => watched.tapped.push(Date.now()));
}"""
SHOWN = """(counter) =>
  Number(document.querySelector(`[data-counter="${counter}"] output`).defaultValue)"""


def times(counter: str, tapped: list[int], shown: list[Any]) -> list[float]:
    """Return after how many ms a phone showed each tap of another, as far as it did."""
    values = [(at, value) for at, each, value in shown if each == counter]
    first = values[0][1]
    found = []
    for place, tap in enumerate(tapped, start=1):
        found += [at - tap for at, value in values if value <= first - place][:1]
    return found


def shows(phone: ChromiumPhone, counter: str, number: int) -> bool:
    """Say whether a phone shows a number."""
    return bool(phone.evaluate(SHOWN, counter) == number)


def main(delay: float) -> dict[str, float]:
    """Return the figures of one line."""
    rng = Random(4)
    code, cookie = made(1)[0]
    session = dict(part.split("=", 1) for part in cookie.split("; "))
    with ExitStack() as stack:
        port, _process = stack.enter_context(server())
        line = Relay(
            f"http://127.0.0.1:{port}",
            delay=lambda: delay / 1000 * rng.uniform(1 - SPREAD, 1 + SPREAD),
        )
        stack.callback(line.close)
        play = stack.enter_context(sync_playwright())
        executable = next(filter(None, map(shutil.which, CHROMIUM)))
        browser = play.chromium.launch(executable_path=executable, args=list(CHROMIUM_ARGS))
        phones = [ChromiumPhone(browser, line.address, session) for _counter in COUNTERS]
        for phone in phones:
            phone.goto(f"/g/{code}/live")
            phone.until(partial(phone.evaluate, CONNECTED), PATIENCE)
            phone.evaluate(WATCH)
        begun = [phones[0].evaluate(SHOWN, counter) for counter in COUNTERS]
        for _turn in range(TAPS):
            for counter, phone in zip(COUNTERS, phones, strict=True):
                phone.press_button(f"{counter}-less", PRESS)
                time.sleep(rng.uniform(0, PAUSE))
        tapped = [phone.evaluate("() => watched.tapped") for phone in phones]
        for counter, start, taps in zip(COUNTERS, begun, tapped, strict=True):
            for phone in phones:
                phone.until(partial(shows, phone, counter, start - len(taps)), PATIENCE)
        seen = [phone.evaluate("() => watched.shown") for phone in phones]
    took = [
        ms
        for place, (counter, taps) in enumerate(zip(COUNTERS, tapped, strict=True))
        for other, shown in enumerate(seen)
        if other != place
        for ms in times(counter, taps, shown)
    ]
    count = sum(map(len, tapped))
    return {
        "taps": count,
        "unseen": (len(phones) - 1) * count - len(took),
        "p50": median(took),
        "p95": quantiles(took, n=20)[18],
    }


if __name__ == "__main__":
    print(json.dumps(main(float(sys.argv[1]))))
