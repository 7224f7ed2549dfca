"""No tap at a live game is lost and none counts twice, at any speed, with and without a network.

In Chromium; `make thorough` walks in Firefox and WebKit too.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, suppress
from functools import partial
from random import Random

import pytest
from django.conf import settings
from django.urls import reverse
from playwright.sync_api import Browser, Route, ViewportSize

from campaign.models import Game, LiveMove, Person
from campaign.rules.aeons_end.live.moves import Dial, Life, Whose
from campaign.rules.aeons_end.live.turns import DrawTurn
from campaign.selectors import live as selectors
from campaign.services.live import move_make, table_open
from tests.browser.engines.phone import TAP, NewPhone, Phone
from tests.browser.sessions import session_of
from tests.campaign import factories
from tests.marks import thorough
from tests.tracker import one_offs
from tests.tracker.ashes import duels
from tests.tracker.relic_nemesis import relic_games
from tracker.live.fragments import parts_now, rendered
from tracker.web.records import game_url

pytestmark = pytest.mark.django_db(transaction=True)

# Of each game in `make thorough`; LIVE_TAPS=70 makes 210 of them, for half an hour.
SEQUENCES = int(os.environ.get("LIVE_TAPS", "2"))
LINE = 0.4  # seconds that a request takes on a slow line
PHONE: ViewportSize = {"width": 390, "height": 844}
TOGETHER = (0, 50, 100)  # ms between two taps that are sent as one move: SETTLE in live.js is 350
GAPS = (*TOGETHER, 400)
SHOWN = """() => Object.fromEntries([...document.querySelectorAll("[data-counter]")].map(
  (each) => [each.dataset.counter, Number(each.querySelector("output").textContent)]))"""
# Moves that are not shown yet, and buttons that ignore a second tap.
WAITING = """() => Object.keys(localStorage).filter((key) => key.startsWith("live:")).length
  + document.querySelectorAll("[data-deaf], [data-moved]").length"""

# Who is to act is chosen, and cards of the nemesis are drawn, so that the next turn can begin.
SETTLED = """async () => {
  const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const main = () => document.querySelector("[data-key='turn-1']");
  for (let n = 0; n < 9 && !main().value.includes('"draw"'); n++) {
    main().click();
    await wait(900);
  }
  await wait(500);
}"""

END = "() => document.querySelector('[data-end]').click()"


def of_aeons_end(person: Person) -> Game:
    game = one_offs.game(person, mages=3)
    table_open(game=game, person=person)
    return game


Made = Callable[[Person], Game]
GAMES: dict[str, tuple[Made, Mapping[str, int]]] = {
    # Counters that are far from their ends, with the direction that leads away from them.
    "aeons-end": (of_aeons_end, {"gravehold": -1, "nemesis": -1, "life-1": -1, "pile-1": -1}),
    "ashes": (duels.under_way, {"life-2": -1, "pile-1": -1, "pile-3": -1, "life-3": -1}),
    "relic": (relic_games.under_way, {"infamy-1": 1, "infamy-2": 1, "attribute-1": 1}),
}


def has_joined(phone: Phone) -> bool:
    return "/s/" not in phone.address


def has_sent(phone: Phone) -> bool:
    return bool(phone.evaluate(WAITING) == 0)


def shows(phone: Phone, truth: Mapping[str, int]) -> bool:
    return bool(phone.evaluate(SHOWN) == truth)


class Phones:
    """Some phones at one game: its owner's, and those that have joined by its link."""

    def __init__(self, new_phone: NewPhone, base_url: str, made: Made, number: int) -> None:
        person = factories.person()
        self.game = made(person)
        owned = new_phone(base_url, {settings.SESSION_COOKIE_NAME: session_of(person)})
        self.all = [owned, *(new_phone(base_url, {}) for _ in range(number - 1))]
        for seat, phone in enumerate(self.all[1:], start=2):
            phone.goto(reverse("invitation", args=[self.game.invite_key]))
            phone.submit("[name=seat]", name=f"Player {seat}")
            phone.until(partial(has_joined, phone))
        for phone in self.all:
            phone.goto(game_url(self.game, "live"))

    @property
    def one(self) -> Phone:
        return self.all[0]

    def sent(self) -> list[str]:
        """Return the kinds of all moves, once every phone has sent what it has."""
        for phone in self.all:
            phone.until(partial(has_sent, phone))
        return list(LiveMove.objects.filter(table__game=self.game).values_list("kind", flat=True))

    def agree(self) -> dict[str, int]:
        """Return the numbers that every phone shows, once they are those of the server."""
        self.sent()
        table = selectors.table_of(self.game)
        assert table is not None
        html = rendered(parts_now(table, selectors.position_of(table)), may=True)
        truth: dict[str, int] = self.one.evaluate(
            """(parts) => Object.fromEntries(parts.flatMap((html) => {
              const page = new DOMParser().parseFromString(html, "text/html");
              return [...page.querySelectorAll("[data-counter]")].map(
                (each) => [each.dataset.counter, Number(each.querySelector("output").textContent)]);
            }))""",
            list(map(str, html.values())),
        )
        for phone in self.all:
            with suppress(AssertionError):
                phone.until(partial(shows, phone, truth))
            assert phone.evaluate(SHOWN) == truth
        return truth

    def say_nothing(self) -> None:
        """Look that no phone speaks of a lost connection, or of a move that did not count."""
        for phone in self.all:
            assert not phone.sees("[data-offline]"), phone.text("[data-offline]")
            assert phone.text("[data-said]") == ""


Seated = Callable[..., Phones]


@pytest.fixture
def seated(new_phone: NewPhone, base_url: str) -> Iterator[Seated]:
    """Return a function that seats phones at a game."""
    with ExitStack() as at_the_end:

        def seat(made: Made = of_aeons_end, number: int = 1) -> Phones:
            phones = Phones(new_phone, base_url, made, number)
            for phone in phones.all:
                at_the_end.callback(phone.close)
            return phones

        yield seat


def tapped_at_random(phones: Phones, counters: Mapping[str, int], rng: Random) -> None:
    """Let every phone tap away, and look that each tap has counted."""
    before = phones.agree()
    counted = dict.fromkeys(counters, 0)
    for phone in phones.all:
        keys = [rng.choice(tuple(counters)) for _ in range(rng.randint(1, 3))]
        taps = []
        for key in keys:
            by = counters[key]
            counted[key] += by
            taps.append([f"{key}-{'more' if by > 0 else 'less'}", rng.choice(GAPS)])
        # All at once: the next phone does not wait for this one.
        phone.evaluate(f"(taps) => {{ ({TAP})(taps); }}", taps)
    time.sleep((max(GAPS) * 3 + 200) / 1000)
    after = phones.agree()
    assert {key: after[key] - before[key] for key in counters} == counted


# One game in the suite: the scripts of a table are the same for all.
@pytest.mark.parametrize("name", ["aeons-end", thorough("ashes"), thorough("relic")])
def test_whoever_taps_at_whatever_speed_every_phone_shows_the_same(
    name: str, seated: Seated
) -> None:
    made, counters = GAMES[name]
    tapped_at_random(seated(made, 3), counters, Random(name))


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(SEQUENCES))
@pytest.mark.parametrize("name", GAMES)
def test_whoever_taps_at_whatever_speed_every_phone_shows_the_same_at_length(
    name: str, seed: int, seated: Seated
) -> None:
    made, counters = GAMES[name]
    tapped_at_random(seated(made, 3), counters, Random(f"{name} {seed}"))


def test_a_main_button_right_after_other_taps_is_sent_in_its_turn(seated: Seated) -> None:
    phones = seated()
    for turn, gap in enumerate(TOGETHER, start=1):
        phones.one.tap("gravehold-less", "gravehold-less", "hand-1", gap=gap)
        assert phones.sent() == ["dial", "draw"] * turn
    assert phones.agree()["gravehold"] == 30 - 2 * len(TOGETHER)
    phones.say_nothing()


def test_undo_means_the_own_last_move_after_a_reload_too(seated: Seated) -> None:
    phones = seated()
    phones.one.tap("gravehold-less")
    phones.sent()
    move_make(game=phones.game, person=None, move=Life(1, -1))
    phones.one.reload()
    label = "() => document.querySelector('[data-key=undo]').getAttribute('aria-label')"
    assert "Gravehold −1" in phones.one.evaluate(label)
    phones.one.tap("undo")
    assert phones.agree()["gravehold"] == 30


@pytest.mark.parametrize("key", ["hand-1", "turn-1"])
def test_a_double_tap_on_a_main_button_is_one_move_and_says_so(key: str, seated: Seated) -> None:
    phones = seated()
    for turn, gap in enumerate((0, 50, 150, 250), start=1):
        phones.one.tap(key, key, gap=gap)
        phones.one.until(lambda: phones.one.text("[data-said]") != "")  # it is shown for seconds
        assert phones.sent()[-1:] != []
        assert LiveMove.objects.filter(kind="draw").count() == turn
        phones.one.evaluate(SETTLED)


def test_a_preview_stops_where_the_game_does(seated: Seated) -> None:
    phones = seated()
    one = phones.one
    one.tap(*["life-1-more"] * 3, "life-1-less", *["gravehold-more"] * 2)
    shown = one.evaluate(SHOWN)
    assert (shown["life-1"], shown["gravehold"]) == (9, 30)
    assert phones.sent() == ["life"]
    one.tap(*["life-1-less"] * 11)
    assert one.evaluate(SHOWN)["life-1"] == 0
    # Two more than the mage had: Gravehold takes them doubled, once the steps are taken.
    assert phones.agree()["life-1"] == 0
    one.tap("life-1-more")
    assert one.evaluate(SHOWN)["life-1"] == 0, "nobody heals who is exhausted"


def test_offline_taps_are_kept_over_a_reload_and_what_needs_the_others_says_so(
    seated: Seated,
) -> None:
    phones = seated(of_aeons_end, 2)
    away, other = phones.all
    away.set_offline(True)
    away.tap("gravehold-less", "gravehold-less", "life-2-less")
    away.until_text("[data-offline]", "No connection.")
    away.until(lambda: away.sees("[data-offline]"))
    away.tap("turn-1")
    away.until_text("[data-said]", "Draw: this needs a connection")
    shown = away.evaluate(SHOWN)
    assert (shown["gravehold"], shown["life-2"]) == (28, 9)
    other.tap("gravehold-less")
    away.set_offline(False)
    away.reload()
    agreed = phones.agree()
    assert (agreed["gravehold"], agreed["life-2"]) == (27, 9)
    assert sorted(phones.sent()) == ["dial", "dial", "life"]


def test_who_was_overtaken_reads_what_happened_instead(seated: Seated) -> None:
    phones = seated()
    one = phones.one  # which shows the table before the first card
    move_make(game=phones.game, person=None, move=DrawTurn(), seen=0)
    one.tap("turn-1")
    one.until_text("[data-said]", "Draw: ")
    assert phones.sent() == ["draw"]


def test_the_end_waits_for_what_was_tapped(seated: Seated) -> None:
    phones = seated()
    one = phones.one
    one.tap("gravehold-less", "gravehold-less", "gravehold-less")
    one.evaluate(END)
    one.until(lambda: one.address.endswith("/result"))
    one.until(
        lambda: one.evaluate("() => document.querySelector('[name=gravehold_life]')?.value") == "27"
    )


def test_without_a_network_the_end_says_what_it_waits_for(seated: Seated) -> None:
    phones = seated()
    one = phones.one
    one.set_offline(True)
    one.tap("gravehold-less")
    one.evaluate(END)
    one.until_text("[data-said]", "waiting to be sent")
    one.set_offline(False)
    assert phones.agree()["gravehold"] == 29
    move_make(game=phones.game, person=None, move=Dial(Whose.GRAVEHOLD, -1))
    move_make(game=phones.game, person=None, move=Life(1, -1))
    assert phones.agree()["gravehold"] == 28


ACCOUNT = """() => {
  const root = document.querySelector("[data-live]");
  window.account = { taps: [], told: [] };
  root.addEventListener("live:tap", ({ detail }) => account.taps.push(detail.button.dataset.key));
  root.addEventListener("live:tell", ({ detail }) => account.told.push(detail.text));
}"""


def test_every_tap_of_a_finger_on_a_slow_line_is_made_merged_or_told(
    browser: Browser, base_url: str
) -> None:
    """Draw twice within a round trip, dials and Undo: nothing is lost, doubled or swallowed."""
    person = factories.person()
    game = of_aeons_end(person)
    context = browser.new_context(viewport=PHONE, has_touch=True, base_url=base_url)
    cookie = {"name": settings.SESSION_COOKIE_NAME, "value": session_of(person), "url": base_url}
    context.add_cookies([cookie])  # type: ignore[list-item] # a dict of these is one
    page = context.new_page()

    def slowly(route: Route) -> None:
        time.sleep(LINE)
        route.continue_()

    page.goto(game_url(game, "live"))
    page.evaluate(ACCOUNT)
    page.route("**/live/move", slowly)
    keys = ["gravehold-less", "gravehold-less", "life-1-less", "turn-1", "turn-1", "gravehold-less"]
    for key in keys:
        page.locator(f'[data-key="{key}"]').tap(force=True)
    until = time.monotonic() + 20
    while page.evaluate(WAITING) and time.monotonic() < until:
        page.wait_for_timeout(100)
    account = page.evaluate("account")
    context.close()
    made = list(LiveMove.objects.filter(table__game=game).order_by("sequence"))
    assert sum(move.kind == "draw" for move in made) == 1
    assert sum(move.payload["by"] for move in made if move.kind == "dial") == -3
    assert sum(move.payload["by"] for move in made if move.kind == "life") == -1
    # Of six taps five count; the second on Draw is told of.
    assert len(account["taps"]) + sum("just changed" in text for text in account["told"]) == 6
    assert len(account["told"]) == 1
