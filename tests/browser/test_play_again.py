"""Phones that still show a game that is over are asked to play again."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from campaign.models import Game
from campaign.services.live import table_open
from campaign.services.seats import seat_take
from tests.browser.sessions import sign_in
from tests.browser.table import Table
from tests.campaign import factories
from tests.tracker import one_offs
from tracker.web.records import game_url

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("page", ["game", "live"])
def test_one_phone_starts_again_and_the_other_takes_its_seat(
    phones: list[Table], base_url: str, page: str
) -> None:
    first, second = (phone.page for phone in phones)
    ada, bo = factories.person("Ada"), factories.person("Bo")
    game = one_offs.game(ada)
    seat_take(game=game, key=game.invite_key, number=2, person=bo, name="Bo")
    table_open(game=game, person=ada)
    if page == "game":
        one_offs.record(game)
    sign_in(first.context, ada, base_url)
    sign_in(second.context, bo, base_url)
    second.goto(game_url(game, page))
    first.goto(game_url(game))
    first.get_by_role("button", name="Play again with the same people").first.click()
    expect(first.get_by_text("The others are asked on their phones")).to_be_visible()
    second.get_by_role("button", name="Take my seat").click(timeout=15_000)
    again = Game.objects.exclude(pk=game.pk).get()
    expect(second).to_have_url(f"{base_url}{game_url(again)}")
    expect(second.get_by_text("on this phone")).to_be_visible()
