"""Every tap of a finger is accounted for, on five lines, at a table of three phones.

A tap is made, merged with others of its counter, or answered with a sentence; none is lost, counts
twice, or counts for another button. In Chromium, with real touches of 60 ms.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Browser, BrowserContext, Error, Page

from campaign.models import Game, LiveMove, Person
from campaign.services.live import table_open
from tests.browser.engines.relay import Relay
from tests.browser.sessions import session_of
from tests.campaign import factories
from tests.marks import thorough
from tests.tracker import one_offs
from tracker.web.records import game_url

pytestmark = pytest.mark.django_db(transaction=True)

PHONES, TAPS = 3, 8  # of each phone
PRESS = 60  # ms
PATIENCE = 90  # s until everything has arrived
COUNTERS = ("gravehold-less", "nemesis-less", "life-1-less", "life-2-less")
MAIN = "turn-1"
ACCOUNT = """() => {
  const root = document.querySelector("[data-live]");
  window.account = { pressed: [], held: [], tapped: [], told: [] };
  let key, since;
  addEventListener("pointerdown", ({ target }) => {
    key = target.closest("[data-key]")?.dataset.key ?? "";
    since = performance.now();
    account.pressed.push(key);
  }, true);
  addEventListener("pointerup", () => {
    if (performance.now() - since > 400) account.held.push(key);
  }, true);
  root.addEventListener("live:tap", ({ detail }) => account.tapped.push(detail.button.dataset.key));
  root.addEventListener("live:tell", ({ detail }) => account.told.push(detail.text));
}"""
PLACE = """(key) => {
  const button = document.querySelector(`[data-key="${key}"]`);
  if (!button || button.hasAttribute("aria-disabled")) return null;
  button.scrollIntoView({ block: "center", behavior: "instant" });
  const { x, y, width, height } = button.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
}"""
WAITING = """() => Object.keys(localStorage).filter((key) => key.startsWith("live:")).length"""


@dataclass(frozen=True)
class Line:
    """How a phone reaches the server."""

    delay: float = 0  # s, each way
    spread: float = 0  # of the delay, more or less
    lost: float = 0  # of the answers to moves
    cuts: int = 0  # of some seconds each


LINES = {
    "quiet": Line(),
    "150 ms": Line(delay=0.15),
    "400 ms": Line(delay=0.4, spread=0.2),
    "cut twice": Line(cuts=2),
    "lost answers": Line(lost=0.15),
}


@dataclass
class Finger:
    """A phone, and the line by which it reaches the table."""

    context: BrowserContext
    page: Page
    line: Relay
    touches: Any = field(init=False)

    def __post_init__(self) -> None:
        self.touches = self.context.new_cdp_session(self.page)

    def tap(self, key: str) -> None:
        """Touch the button of a key, if it is there."""
        place = self.page.evaluate(PLACE, key)
        if place is None:
            return
        self._touch("touchStart", [place])
        self.page.wait_for_timeout(PRESS)
        self._touch("touchEnd", [])

    def _touch(self, kind: str, points: list[dict[str, float]]) -> None:
        self.touches.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def is_done(self) -> bool:
        """Say whether all moves of this phone have arrived and are shown."""
        with suppress(Error):
            return bool(self.page.evaluate(WAITING) == 0)
        return False

    def account(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = self.page.evaluate("account")
        return found


def opened(browser: Browser, base_url: str, line: Line, rng: Random) -> tuple[Game, list[Finger]]:
    """Open a table on three phones, each with a line of its own."""
    owner = factories.person("Zuza", username="zuza")
    game = one_offs.game(owner, mages=3)
    table_open(game=game, person=owner)
    return game, [_phone(browser, base_url, line, rng, game, owner) for _ in range(PHONES)]


def _phone(
    browser: Browser, base_url: str, line: Line, rng: Random, game: Game, person: Person
) -> Finger:
    def delay() -> float:
        return line.delay * rng.uniform(1 - line.spread, 1 + line.spread)

    def loses(request: bytes) -> bool:
        return b"/live/move" in request.split(b"\r\n")[0] and rng.random() < line.lost

    relay = Relay(base_url, delay=delay, loses=loses)
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, base_url=relay.address
    )
    cookie: Any = {
        "name": settings.SESSION_COOKIE_NAME,
        "value": session_of(person),
        "url": relay.address,
    }
    context.add_cookies([cookie])
    page = context.new_page()
    page.goto(game_url(game, "live"))
    page.evaluate(ACCOUNT)
    return Finger(context, page, relay)


@pytest.fixture
def table(
    request: pytest.FixtureRequest, browser: Browser, base_url: str
) -> Iterator[tuple[Line, Game, list[Finger], Random]]:
    """Open a table on the line that a test names, and close it."""
    rng = Random(request.param)
    game, fingers = opened(browser, base_url, LINES[request.param], rng)
    yield LINES[request.param], game, fingers, rng
    for finger in fingers:
        finger.context.close()
        finger.line.close()


@pytest.mark.parametrize(
    "table",
    ["quiet", thorough("150 ms"), "400 ms", thorough("cut twice"), thorough("lost answers")],
    indirect=True,
)
def test_every_tap_is_made_merged_or_told(
    table: tuple[Line, Game, list[Finger], Random],
) -> None:
    line, game, fingers, rng = table
    for turn in range(TAPS):
        if line.cuts and turn in (2, 5):
            for finger in fingers:
                finger.line.cut()
        if line.cuts and turn in (3, 6):
            for finger in fingers:
                finger.line.mend()
        for finger in fingers:
            finger.tap(rng.choice((*COUNTERS, MAIN)))
    until = time.monotonic() + PATIENCE
    while not all(finger.is_done() for finger in fingers):
        assert time.monotonic() < until
        fingers[0].page.wait_for_timeout(200)
    counted, on_main, told_of_main = 0, 0, 0
    for finger in fingers:
        account = finger.account()
        ignored = [text for text in account["told"] if "just changed" in text]
        pressed, tapped = Counter(account["pressed"]), Counter(account["tapped"])
        assert (pressed - tapped).total() == len(ignored), account  # none swallowed silently
        # On the button that was pressed; on a busy machine a finger stays down, and counts on.
        assert set(tapped - pressed) <= set(account["held"]) & set(COUNTERS), account
        counted += sum(tapped[key] for key in COUNTERS)
        on_main += tapped[MAIN]
        told_of_main += len(account["told"]) - len(ignored)
    made = list(LiveMove.objects.filter(table__game=game))
    merged = -sum(move.payload["by"] for move in made if "by" in move.payload)
    assert merged == counted  # every tap on a counter, once
    others = [move for move in made if "by" not in move.payload]
    assert len(others) + told_of_main == on_main  # every other tap, once, or with a reason
