"""A re-roll on a phone: the page stays where it is, and the new card turns over there."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from campaign.rules.ashes.duel import DuelChoices, SeatChoice
from campaign.rules.relic_nemesis import choices as relic_choices
from campaign.rules.relic_nemesis.catalogue import SLUG
from campaign.rules.relic_nemesis.choices import Choices
from campaign.services.one_offs import game_start
from tests.browser.sessions import sign_in
from tests.campaign import factories
from tests.tracker import one_offs
from tests.tracker.ashes.duels import duel

pytestmark = pytest.mark.django_db(transaction=True)

STILL = 2  # px
HTMX = "() => window.htmx"  # without it, a form is sent as without scripts


def top(target: Locator) -> float:
    box = target.bounding_box()
    assert box is not None
    return box["y"]


def test_the_new_card_stands_where_it_was_drawn_again_with_undo_beside(
    page: Page, base_url: str
) -> None:
    person = factories.person("Zuza", username="zuza")
    game = one_offs.game(person)  # its market is drawn, so a new pile may cost less or more
    before = one_offs.setup(game)
    sign_in(page.context, person, base_url)
    page.goto(f"{base_url}/g/{game.code}/")
    page.wait_for_function(HTMX)
    for place in ("id_keep_mages_0", "id_keep_piles_5"):
        redraw, row = page.locator(f"#redraw_{place}"), page.locator(f"#at_{place}")
        redraw.scroll_into_view_if_needed()
        name, stood = row.inner_text(), top(row)
        redraw.click()
        expect(page.locator(".redrawn--new")).to_have_count(1)
        expect(row).not_to_have_text(name)
        assert abs(top(row) - stood) <= STILL, place
        row.get_by_role("button", name="Undo").click()
        expect(page.locator(".redrawn--new")).to_have_count(0)
        expect(row).to_have_text(name)
        assert abs(top(row) - stood) <= STILL, place
    game.refresh_from_db()
    assert one_offs.setup(game) == before


def test_of_a_duel_the_new_deck_stands_where_it_was_drawn_again(page: Page, base_url: str) -> None:
    person = factories.person("Zuza", username="zuza")
    game = duel(person, choices=DuelChoices((SeatChoice(), SeatChoice())))
    sign_in(page.context, person, base_url)
    page.goto(f"{base_url}/g/{game.code}/")
    page.wait_for_function(HTMX)
    row = page.locator("#at_id_keep_1")
    row.scroll_into_view_if_needed()
    name, stood = row.inner_text(), top(row)
    page.locator("#redraw_id_keep_1").click()
    expect(page.locator(".redrawn--new")).to_have_count(1)
    expect(row).not_to_have_text(name)
    assert abs(top(row) - stood) <= STILL
    row.get_by_role("button", name="Undo").click()
    expect(row).to_have_text(name)
    assert abs(top(row) - stood) <= STILL


def test_nemeses_are_drawn_and_dealt_again_where_they_stand(page: Page, base_url: str) -> None:
    person = factories.person("Zuza", username="zuza")
    seats = Choices(tuple(relic_choices.SeatChoice() for _seat in range(5)))
    game = game_start(person=person, system=SLUG, choices=seats, seed="5")
    sign_in(page.context, person, base_url)
    page.goto(f"{base_url}/g/{game.code}/")
    page.wait_for_function(HTMX)
    for name in ("Deal the sheets again", "Re-roll the nemeses"):
        button = page.get_by_role("button", name=name)
        button.scroll_into_view_if_needed()
        stood = top(button)
        button.click()
        expect(page.locator(".redrawn--new")).to_have_count(2)
        assert abs(top(button) - stood) <= STILL, name
        page.locator(".redrawn--new").first.get_by_role("button", name="Undo").click()
        expect(page.locator(".redrawn--new")).to_have_count(0)
        assert abs(top(button) - stood) <= STILL, name
