"""All mats on one page."""

import pytest

from tests.campaign import factories
from tests.tracker import clients
from tests.tracker.aeons_end.reference import at, read
from tests.tracker.reading import main_text_of

pytestmark = pytest.mark.django_db


def test_every_mage_has_a_mat_with_hand_deck_and_breaches() -> None:
    campaign = factories.start_campaign(mages=4)
    response = clients.keeper(campaign).get(at(campaign, "mages"))
    page, html = main_text_of(response), response.content.decode()
    for name in factories.NAMES:
        assert name in page
    assert page.count("Spark") == 8
    assert page.count("Crystal") == 32
    assert html.count("Breach II, closed: 2 to focus, 4 to open") == 4
    assert all(f'id="mage-{seat}"' in html for seat in range(1, 5))


def test_stickers_and_due_slots_stand_on_the_small_mat() -> None:
    campaign = factories.played_through(2, mages=1)
    page = read(campaign, "mages")
    assert "Mark 2a-1" in page
    assert "5 opens" not in page


def test_a_look_back_shows_the_mats_as_they_were_and_keeps_looking_back() -> None:
    campaign = factories.played_through(3, mages=1)
    client = clients.keeper(campaign)
    response = client.get(at(campaign, "mages", after=1))
    page, html = main_text_of(response), response.content.decode()
    assert "As it was after game 1" in page
    assert "Mark 2a-1" not in page
    assert at(campaign, "market", after=1) in html
    assert at(campaign, "mage", 1, after=1) in html
    assert "After game 2" in page
    assert "Before the first" in page


@pytest.mark.parametrize("after", ["3", "99", "-1", "x", "١", "9" * 30])
def test_a_look_back_to_no_earlier_game_is_a_look_at_now(after: str) -> None:
    campaign = factories.played_through(3, mages=1)
    response = clients.keeper(campaign).get(at(campaign, "mages"), {"after": after})
    assert response.status_code == 200
    assert "As it was" not in main_text_of(response)


def test_the_demo_is_for_everybody() -> None:
    campaign = factories.start_campaign(demo=True)
    assert clients.client_of(None).get(at(campaign, "mages")).status_code == 200


def test_a_mat_is_only_looked_at() -> None:
    campaign = factories.start_campaign()
    assert clients.keeper(campaign).post(at(campaign, "mages")).status_code == 405
