"""No tap at a live game is lost and none counts twice, at any speed, with and without a network."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect

from campaign.models import Game, LiveMove, Person
from campaign.rules.aeons_end.live.moves import Dial, Life, Whose
from campaign.selectors import live as selectors
from campaign.services.live import move_make, table_open
from tests.browser.conftest import PHONE
from tests.browser.sessions import sign_in
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
GAPS = (0, 50, 100, 400)  # ms between two taps
SOON = 20_000  # ms; the server of these tests has no streams, so phones ask it every few seconds
TAPS = """async (taps) => {
  for (const [key, gap] of taps) {
    document.querySelector(`[data-key="${key}"]`).click();
    await new Promise((resolve) => setTimeout(resolve, gap));
  }
}"""
SHOWN = """() => Object.fromEntries([...document.querySelectorAll("[data-counter]")].map(
  (each) => [each.dataset.counter, Number(each.querySelector("output").textContent)]))"""
# Moves that are not shown yet, and buttons that ignore a second tap.
WAITING = """() => Object.keys(localStorage).filter((key) => key.startsWith("live:")).length
  + document.querySelectorAll("[data-deaf]").length"""


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


def until(page: Page, holds: Callable[[], bool]) -> None:
    """Wait for what no element shows."""
    for _ in range(SOON // 50):
        if holds():
            return
        page.wait_for_timeout(50)
    raise AssertionError("not in time")


class Phones:
    """Some phones at one game."""

    def __init__(self, browser: Browser, base_url: str, made: Made, number: int) -> None:
        person = factories.person()
        self.game = made(person)
        self.pages: list[Page] = []
        for _ in range(number):
            context = browser.new_context(viewport=PHONE, locale="en-GB", base_url=base_url)
            sign_in(context, person, base_url)
            page = context.new_page()
            page.goto(game_url(self.game, "live"))
            self.pages.append(page)

    @property
    def one(self) -> Page:
        return self.pages[0]

    def close(self) -> None:
        for page in self.pages:
            page.context.close()

    def tap(self, *keys: str, gap: int = 0, page: Page | None = None) -> None:
        (page or self.one).evaluate(TAPS, [[key, gap] for key in keys])

    def sent(self) -> list[str]:
        """Return the kinds of all moves, once every phone has sent what it has."""
        for page in self.pages:
            until(page, lambda page=page: page.evaluate(WAITING) == 0)
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
        for page in self.pages:
            until(page, lambda page=page: page.evaluate(SHOWN) == truth)
        return truth


Seated = Callable[..., Phones]


@pytest.fixture
def seated(browser: Browser, base_url: str) -> Iterator[Seated]:
    """Return a function that seats phones at a game."""
    at_table: list[Phones] = []

    def seat(made: Made = of_aeons_end, number: int = 1) -> Phones:
        at_table.append(Phones(browser, base_url, made, number))
        return at_table[-1]

    yield seat
    for phones in at_table:
        phones.close()


def tapped_at_random(phones: Phones, counters: Mapping[str, int], rng: Random) -> None:
    """Let every phone tap away, and look that each tap has counted."""
    before = phones.agree()
    counted = dict.fromkeys(counters, 0)
    for page in phones.pages:
        keys = [rng.choice(tuple(counters)) for _ in range(rng.randint(1, 3))]
        taps = []
        for key in keys:
            by = counters[key]
            counted[key] += by
            taps.append([f"{key}-{'more' if by > 0 else 'less'}", rng.choice(GAPS)])
        # All at once: the next phone does not wait for this one.
        page.evaluate(f"(taps) => {{ ({TAPS})(taps); }}", taps)
    phones.one.wait_for_timeout(max(GAPS) * 3 + 200)
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
    for turn, gap in enumerate(GAPS, start=1):
        phones.tap("gravehold-less", "gravehold-less", "hand-1", gap=gap)
        assert phones.sent() == ["dial", "draw"] * turn
    assert phones.agree()["gravehold"] == 30 - 2 * len(GAPS)
    expect(phones.one.locator("[data-offline]")).to_be_hidden()
    expect(phones.one.locator("[data-said]")).to_be_empty()


def test_a_double_tap_on_a_main_button_is_one_move(seated: Seated) -> None:
    phones = seated()
    for turn, gap in enumerate((0, 50, 250), start=1):
        phones.tap("hand-1", "hand-1", gap=gap)
        assert phones.sent() == ["draw"] * turn
    expect(phones.one.locator("[data-said]")).to_be_empty()


def test_a_preview_stops_where_the_game_does(seated: Seated) -> None:
    phones = seated()
    phones.tap(*["life-1-more"] * 3, "life-1-less", *["gravehold-more"] * 2)
    shown = phones.one.evaluate(SHOWN)
    assert (shown["life-1"], shown["gravehold"]) == (9, 30)
    assert phones.sent() == ["life"]
    phones.tap(*["life-1-less"] * 11)
    assert phones.one.evaluate(SHOWN)["life-1"] == 0
    # Two more than the mage had: Gravehold takes them doubled, once the steps are taken.
    assert phones.agree()["life-1"] == 0
    phones.tap("life-1-more")
    assert phones.one.evaluate(SHOWN)["life-1"] == 0, "nobody heals who is exhausted"


def test_offline_taps_are_kept_over_a_reload_and_what_needs_the_others_says_so(
    seated: Seated,
) -> None:
    phones = seated(of_aeons_end, 2)
    away, other = phones.pages
    away.context.set_offline(True)
    phones.tap("gravehold-less", "gravehold-less", "life-2-less", "turn-1", page=away)
    expect(away.locator("[data-said]")).to_contain_text("Draw: this needs a connection")
    expect(away.locator("[data-offline]")).to_contain_text("No connection.")
    shown = away.evaluate(SHOWN)
    assert (shown["gravehold"], shown["life-2"]) == (28, 9)
    phones.tap("gravehold-less", page=other)
    away.context.set_offline(False)
    away.reload()
    agreed = phones.agree()
    assert (agreed["gravehold"], agreed["life-2"]) == (27, 9)
    assert sorted(phones.sent()) == ["dial", "dial", "life"]


def test_who_was_overtaken_reads_what_happened_instead(seated: Seated) -> None:
    phones = seated(of_aeons_end, 2)
    one, two = phones.pages  # both show the table before the first card
    phones.tap("turn-1", page=one)
    until(one, lambda: one.evaluate(WAITING) == 0)
    phones.tap("turn-1", page=two)
    expect(two.locator("[data-said]")).to_contain_text("Draw: The game had moved on. Meanwhile")
    assert phones.sent() == ["draw"]


def test_the_end_waits_for_what_was_tapped(seated: Seated) -> None:
    phones = seated()
    phones.tap("gravehold-less", "gravehold-less", "gravehold-less")
    phones.one.locator("[data-end]").click()
    phones.one.wait_for_url("**/result")
    expect(phones.one.locator("[name=gravehold_life]")).to_have_value("27")


def test_without_a_network_the_end_says_what_it_waits_for(seated: Seated) -> None:
    phones = seated()
    phones.one.context.set_offline(True)
    phones.tap("gravehold-less")
    phones.one.locator("[data-end]").click()
    expect(phones.one.locator("[data-said]")).to_contain_text("waiting to be sent")
    phones.one.context.set_offline(False)
    assert phones.agree()["gravehold"] == 29
    move_make(game=phones.game, person=None, move=Dial(Whose.GRAVEHOLD, -1))
    move_make(game=phones.game, person=None, move=Life(1, -1))
    assert phones.agree()["gravehold"] == 28
