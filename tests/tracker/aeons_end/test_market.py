"""The market now, and when each pile came and went."""

import pytest

from campaign.rules.aeons_end.catalogue.pack import CardKind
from campaign.rules.aeons_end.legacy.facts import MarketGrown, MarketOrdered
from campaign.rules.aeons_end.market.growth import Growth
from tests.campaign import factories
from tests.tracker import clients
from tests.tracker.aeons_end.reference import at, read

pytestmark = pytest.mark.django_db


def test_the_first_market_has_nine_piles_and_no_past() -> None:
    campaign = factories.start_campaign()
    html = clients.keeper(campaign).get(at(campaign, "market")).content.decode()
    assert html.count('class="pile"') == 9
    page = read(campaign, "market")
    assert "Gilded Marble" in page
    assert "No changes yet" in page


def test_each_pile_tells_when_it_came_and_went() -> None:
    campaign = factories.played_through(2)
    page = read(campaign, "market")
    now, past = page.split("When each pile came and went")
    here, gone = past.split("Banished")
    assert "Ember Reed 1.1" not in now
    assert "Ember Reed 1.2" in now
    assert "Ember Reed 1.2 cost 4 joined after game 1" in here
    assert "Gravity Node cost 5 from the start" in here
    assert "Ancient Cyanolith cost 3 from the start, banished after game 1" in gone
    assert "Ember Reed 1.1 cost 3 joined after game 1, banished after game 2" in gone
    assert "Ember Reed 2.3 cost 5 offered after game 2, not taken" in gone


def test_what_came_last_is_stamped_new() -> None:
    campaign = factories.played_through(2)
    html = clients.keeper(campaign).get(at(campaign, "market")).content.decode()
    new = [pile for pile in html.split("<li") if "pile--changed" in pile]
    assert len(new) == 2
    assert all("Ember Reed 2." in pile for pile in new)


def test_what_was_laid_out_once_is_no_longer_new() -> None:
    campaign = factories.settled_campaign()
    factories.plan(campaign)
    page = clients.keeper(campaign).get(at(campaign, "market")).content.decode()
    assert page.count("pile--changed") == 2  # not on the table yet
    factories.record_loss(campaign)
    assert (
        "pile--changed" not in clients.keeper(campaign).get(at(campaign, "market")).content.decode()
    )
    factories.settle_all(campaign, onward=False)
    factories.plan(campaign)
    assert (
        "pile--changed" not in clients.keeper(campaign).get(at(campaign, "market")).content.decode()
    )


def test_a_pile_that_comes_back_has_two_stays() -> None:
    campaign = factories.settled_campaign()
    factories.plan(campaign)
    factories.record_win(campaign)
    offered = (
        factories.pile("Ember Reed 1.3", CardKind.RELIC, 5),
        *(factories.pile(f"Tin Choir {n}") for n in range(3)),
    )
    growth = Growth(offered, tuple(p.key for p in offered[:2]), ("fire-chakram", "warping-haze"))
    factories.record(campaign, MarketGrown(growth, reason="a card brought it back"))
    here = read(campaign, "market").split("When each pile")[1].split("Banished")[0]
    assert "Ember Reed 1.3 cost 5 offered after game 1, not taken, joined after game 2" in here


def test_what_a_story_card_brought_and_took_is_part_of_the_market_through_time() -> None:
    campaign = factories.settled_campaign()
    factories.plan(campaign)
    factories.record_win(campaign)
    bell = factories.pile("Ash Bell", CardKind.RELIC, 4)
    ordered = MarketOrdered("fire-chakram", bell, reason=factories.REASON)
    factories.record(campaign, ordered)
    page = read(campaign, "market").split("When each pile")[1]
    assert "Ash Bell cost 4 joined after game 2" in page.split("Banished")[0]
    assert "Fire Chakram cost 2 from the start, banished after game 2" in page.split("Banished")[1]
    grows = factories.growth(2, ("~ash bell", "warping-haze"))
    factories.record(campaign, MarketGrown(grows))
    assert "joined after game 2, banished after game 2" in read(campaign, "market")


def test_a_look_back_shows_the_market_of_that_day() -> None:
    campaign = factories.played_through(3)
    page = read(campaign, "market", after=1)
    assert "As it was after game 1" in page
    assert "Ember Reed 1.1" in page
    assert "Ember Reed 2.1" not in page
    assert "No changes yet" in read(campaign, "market", after=0)


def test_drawn_numbers_are_numbers_in_every_language() -> None:
    campaign = factories.played_through(3)
    client = clients.keeper(campaign)
    client.cookies["django_language"] = "fr"
    html = client.get(at(campaign, "market")).content.decode()
    drawn = html.split('<table class="lanes">')[1].split("</table>")[0]
    assert 'cx="' in drawn
    assert "," not in "".join(part.split('"')[0] for part in drawn.split('cx="')[1:])
