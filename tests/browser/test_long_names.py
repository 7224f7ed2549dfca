"""Names of sixty letters without a space never widen a page."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from campaign.rules.aeons_end.legacy.facts import Foe
from campaign.rules.aeons_end.one_off.choices import open_choices
from campaign.rules.core.keys import typed_key
from campaign.services.aeons_end import mage_rename
from tests.addresses import path_at
from tests.browser.sessions import sign_in
from tests.campaign import factories
from tests.marks import thorough

pytestmark = pytest.mark.django_db(transaction=True)

PAGES = (
    "",
    "games/2/",
    "games/2/setup",
    "games/2/restore",
    "games/2/correct",
    "games/2/aftermath",
    "games/2/aftermath/growth",
    "mages",
    "mages/1",
    "market",
    "nemesis",
    "results",
    "statistics",
    "history",
    "people",
    "print",
    "settings",
    "undo",
    "fork",
)

# Words of a choice whose first and last letter stand on different lines.
BROKEN = """() => {
  const broken = [];
  const range = document.createRange();
  for (const label of document.querySelectorAll(".choice__label"))
    for (const { 0: word, index } of label.textContent.matchAll(/\\p{L}+/gu)) {
      range.setStart(label.firstChild, index);
      range.setEnd(label.firstChild, index + word.length);
      if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word);
    }
  return broken;
}"""
NARROW = """() => [...document.querySelectorAll(".wish :is(input, select)")]
  .filter((field) => field.checkVisibility() && field.clientWidth < 80)
  .map(({ name }) => name)"""


def long(letter: str) -> str:
    return letter * 60


@pytest.mark.parametrize("width", [320, thorough(390)])
def test_no_page_scrolls_sideways_because_of_a_name(page: Page, base_url: str, width: int) -> None:
    campaign = factories.start_campaign(mages=4, name=long("C"))
    for mage in campaign.mages.all():
        name = f"{long('M')[:59]}{mage.seat}"
        signed = factories.signed(campaign)
        mage_rename(**signed, seat=mage.seat, name=name, player=long("Ż"))
    factories.play_through(campaign, chapters=1)
    factories.plan(campaign, foe=Foe(typed_key(long("N")), long("N"), 50))
    factories.record_win(campaign, note=long("W"))
    keeper = factories.keeper_of(campaign)
    assert keeper is not None
    sign_in(page.context, keeper, base_url)
    page.set_viewport_size({"width": width, "height": 800})
    wide = []
    for path in PAGES:
        page.goto(path_at(campaign, path))
        found = page.evaluate("document.documentElement.scrollWidth")
        if found > width:
            wide.append(f"{path}: {found}")
    assert wide == []


def test_no_name_of_a_catalogue_is_broken_inside_a_word(page: Page, base_url: str) -> None:
    sign_in(page.context, factories.person(), base_url)
    for path in ("decks/new", "decks/sets"):
        for width in (360, 390, 412, 1280):
            page.set_viewport_size({"width": width, "height": 800})
            page.goto(f"/{path}")
            assert page.evaluate(BROKEN) == [], (path, width)


def test_each_field_of_a_requirement_has_room_on_a_phone(page: Page, base_url: str) -> None:
    keeper = factories.person()
    game = factories.start_game(person=keeper, choices=open_choices(2))
    sign_in(page.context, keeper, base_url)
    page.goto(f"/g/{game.code}/change")
    assert page.locator(".wish").first.is_visible()
    assert page.evaluate(NARROW) == []
