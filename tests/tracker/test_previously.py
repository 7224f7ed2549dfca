"""Previously: what happened last time, after a while and before an evening, never a spoiler."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaign.models import Campaign, Membership, Play
from campaign.rules.aeons_end.legacy.facts import Noted
from campaign.services.photos import photos_add
from tests.addresses import game_at
from tests.campaign import factories
from tests.campaign.next_evenings import settled
from tests.tracker import clients
from tests.tracker.aeons_end import expeditions
from tests.tracker.photos import jpeg
from tracker.pictures.uploads import read_picture

pytestmark = pytest.mark.django_db


def at(name: str, campaign: Campaign) -> str:
    return reverse(name, args=[campaign.code])


def text(client: Client, url: str) -> str:
    return client.get(url).content.decode()


def test_it_tells_results_changes_who_plays_whom_a_quote_and_a_photo() -> None:
    campaign = factories.played_campaign()
    factories.record(campaign, Noted("What a night."), game=1)
    Play.objects.filter(game__campaign=campaign).update(minutes=133)
    game = factories.game_of_campaign(campaign, 1)
    [photo] = photos_add(
        game=game, person=factories.keeper_of(campaign), pictures=[read_picture(jpeg())]
    )
    page = text(clients.keeper(campaign), at("previously", campaign))
    assert "What a night." in page
    assert photo.name in page
    assert "Plan for about 2 h 15" in page
    assert "Who plays whom" in page
    assert game_at(campaign, 1) in page
    assert "Still undecided" in page
    for mage in campaign.mages.all():
        assert mage.name in page


def test_a_campaign_opens_with_it_after_a_while_and_then_as_always() -> None:
    campaign = factories.played_campaign()
    phone, front = clients.keeper(campaign), at("campaign", campaign)
    assert phone.get(front).status_code == 200
    with time_machine.travel(timezone.now() + timedelta(days=13)):
        assert phone.get(front).status_code == 200
    with time_machine.travel(timezone.now() + timedelta(days=40)):
        phone.force_login(factories.keeper_of(campaign))
        assert phone.get(front)["Location"] == at("previously", campaign)
        assert phone.get(front).status_code == 200


def test_only_members_come_back_after_a_while() -> None:
    campaign = factories.played_campaign()
    Membership.objects.filter(campaign=campaign).update(seen_on="2020-01-01")
    Campaign.objects.filter(pk=campaign.pk).update(demo=True)
    assert Client().get(at("campaign", campaign)).status_code == 200
    assert clients.stranger().get(at("campaign", campaign)).status_code == 200


def test_it_is_offered_on_the_first_page_shortly_before_an_evening() -> None:
    campaign = factories.played_campaign()
    phone, keeper = clients.keeper(campaign), factories.keeper_of(campaign)
    settled(campaign, keeper, days=(3,))
    url = at("previously", campaign)
    assert url not in text(phone, at("campaign", campaign))
    with time_machine.travel(timezone.now() + timedelta(days=2)):
        assert url in text(phone, at("campaign", campaign))
        assert url in text(phone, reverse("home"))


def test_before_the_first_game_it_says_that_nothing_happened() -> None:
    campaign = factories.start_campaign()
    page = text(clients.keeper(campaign), at("previously", campaign))
    assert "Nothing has happened yet." in page
    assert clients.stranger().get(at("previously", campaign)).status_code == 404


def test_an_expedition_has_it_too() -> None:
    campaign = expeditions.lost(factories.person("Ada"))
    page = text(clients.keeper(campaign), at("previously", campaign))
    assert "What changed last time" in page
    assert "The last games" in page


def test_the_picture_names_nobody_unless_asked() -> None:
    campaign = factories.played_campaign()
    phone, url = clients.keeper(campaign), at("previously_png", campaign)
    plain, named = phone.get(url), phone.get(f"{url}?names=1")
    for picture in (plain, named):
        assert picture.status_code == 200
        assert picture.headers["Content-Type"] == "image/png"
    assert plain.headers["ETag"] != named.headers["ETag"]
