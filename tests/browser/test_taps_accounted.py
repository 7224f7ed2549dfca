"""Every tap of a finger is accounted for, on five lines, at a table of three phones.

A tap is made, merged with others of its counter, or answered with a sentence, and one on a link to
a form opens it; none is lost, counts twice, or counts for another button. With presses of 60 ms: of
a finger in Chromium, and in Firefox (`make thorough`), of a mouse in WebKit, whose driver has none.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import pytest
from django.conf import settings

from campaign.models import Game, LiveMove, Person
from campaign.services.live import table_open
from tests.browser.engines.phone import NewPhone, Phone
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
  window.account = { pressed: [], held: [], tapped: [], opened: [], told: [] };
  let key, since;
  addEventListener("pointerdown", ({ target }) => {
    key = target.closest("button[data-key], a[data-key]")?.dataset.key ?? "";
    since = performance.now();
    account.pressed.push(key);
  }, true);
  addEventListener("pointerup", () => {
    if (performance.now() - since > 400) account.held.push(key);
  }, true);
  root.addEventListener("live:tap", ({ detail }) => account.tapped.push(detail.button.dataset.key));
  root.addEventListener("click", ({ target }) => {
    const link = target.closest("[data-opens]");
    if (link && document.querySelector(link.hash).open) account.opened.push(link.dataset.key);
  });
  root.addEventListener("live:tell", ({ detail }) => account.told.push(detail.text));
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
class Seated:
    """A phone at the table, and the line by which it reaches it."""

    phone: Phone
    line: Relay

    def is_done(self) -> bool:
        """Say whether all moves of this phone have arrived and are shown."""
        try:
            return bool(self.phone.evaluate(WAITING) == 0)
        except self.phone.interruptions:
            return False


def seat(new_phone: NewPhone, base_url: str, line: Line, rng: Random, owner: Person) -> Seated:
    def delay() -> float:
        return line.delay * rng.uniform(1 - line.spread, 1 + line.spread)

    def loses(request: bytes) -> bool:
        return b"/live/move" in request.split(b"\r\n")[0] and rng.random() < line.lost

    relay = Relay(base_url, delay=delay, loses=loses)
    cookies = {settings.SESSION_COOKIE_NAME: session_of(owner)}
    return Seated(new_phone(relay.address, cookies), relay)


@pytest.fixture
def table(
    request: pytest.FixtureRequest, new_phone: NewPhone, base_url: str
) -> Iterator[tuple[Line, Game, list[Seated], Random]]:
    """Open a table of three phones, each on the line that a test names, and close it."""
    line, rng = LINES[request.param], Random(request.param)
    owner = factories.person("Zuza", username="zuza")
    game = one_offs.game(owner, mages=3)
    table_open(game=game, person=owner)
    all_seated = [seat(new_phone, base_url, line, rng, owner) for _ in range(PHONES)]
    for seated in all_seated:
        seated.phone.goto(game_url(game, "live"))
        seated.phone.evaluate(ACCOUNT)
    yield line, game, all_seated, rng
    for seated in all_seated:
        seated.phone.close()
        seated.line.close()


@pytest.mark.parametrize(
    "table",
    ["quiet", thorough("150 ms"), "400 ms", thorough("cut twice"), thorough("lost answers")],
    indirect=True,
)
def test_every_tap_is_made_merged_or_told(
    table: tuple[Line, Game, list[Seated], Random],
) -> None:
    line, game, all_seated, rng = table
    for turn in range(TAPS):
        if line.cuts and turn in (2, 5):
            for seated in all_seated:
                seated.line.cut()
        if line.cuts and turn in (3, 6):
            for seated in all_seated:
                seated.line.mend()
        for seated in all_seated:
            seated.phone.press_button(rng.choice((*COUNTERS, MAIN)), PRESS)
    until = time.monotonic() + PATIENCE
    while not all(seated.is_done() for seated in all_seated):
        assert time.monotonic() < until
        time.sleep(0.2)
    counted, on_others, told_of_others = 0, 0, 0
    for seated in all_seated:
        account: dict[str, list[str]] = seated.phone.evaluate("() => account")
        ignored = [text for text in account["told"] if "just changed" in text]
        # A finger that came down beside every button is none of theirs.
        pressed = Counter(filter(None, account["pressed"]))
        tapped, opened = Counter(account["tapped"]), Counter(account["opened"])
        swallowed = (pressed - tapped - opened).total() - len(ignored)
        assert swallowed == 0, account
        # On the button that was pressed; on a busy machine a finger stays down, and counts on.
        assert set(tapped - pressed) <= set(account["held"]) & set(COUNTERS), account
        of_counters = sum(tapped[key] for key in COUNTERS)
        counted += of_counters
        on_others += tapped.total() - of_counters
        told_of_others += len(account["told"]) - len(ignored)
    made = list(LiveMove.objects.filter(table__game=game))
    merged = -sum(move.payload["by"] for move in made if "by" in move.payload)
    assert merged == counted  # every tap on a counter, once
    others = [move for move in made if "by" not in move.payload]
    assert len(others) + told_of_others == on_others  # every other tap, once, or with a reason
