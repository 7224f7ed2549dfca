"""Nothing on a page moves by itself, not even when its fonts load late."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import Page, Route

from campaign.services.live import table_open
from tests.browser.sessions import sign_in
from tests.tracker import one_offs
from tracker.web.records import game_url

pytestmark = pytest.mark.django_db(transaction=True)

WATCH = """window.shifts = [];
new PerformanceObserver((list) => {
  for (const { value, sources } of list.getEntries())
    window.shifts.push([value, ...sources.map(({ node }) => String(node?.outerHTML).slice(0, 80))]);
}).observe({ type: "layout-shift", buffered: true });"""


def late(route: Route) -> None:
    time.sleep(0.6)
    route.continue_()


def test_nothing_moves_when_the_fonts_load_late(page: Page, base_url: str) -> None:
    game = one_offs.game()
    table_open(game=game, person=game.owner)
    sign_in(page.context, game.owner, base_url)
    page.route("**/*.woff2*", late)
    page.add_init_script(WATCH)
    for url in ("/", game_url(game), game_url(game, "live")):
        page.goto(base_url + url, wait_until="load")
        page.wait_for_timeout(300)
        assert page.evaluate("window.shifts") == [], url


def test_the_seal_of_a_win_stays_on_a_phone_while_it_is_pressed(page: Page, base_url: str) -> None:
    game = one_offs.played()
    sign_in(page.context, game.owner, base_url)
    page.emulate_media(reduced_motion="no-preference")
    page.set_viewport_size({"width": 320, "height": 800})
    page.goto(base_url + game_url(game))
    widest = page.locator(".ending--win .ending__form").evaluate(
        """(mark) => Math.max(...mark.getAnimations({ subtree: true }).flatMap((press) => {
          press.pause();
          return [0, 50, 100, 200, 300, 400, 500].map((moment) => {
            press.currentTime = moment;
            return document.documentElement.scrollWidth;
          });
        }))"""
    )
    assert widest == 320
