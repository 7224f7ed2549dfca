"""A re-roll on a phone: the page stays where it is, and the new card turns over there."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.sessions import sign_in
from tests.campaign import factories
from tests.tracker import one_offs

pytestmark = pytest.mark.django_db(transaction=True)

STILL = 2  # px


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
