"""The page of all seals, what is opened in parts, and the bookmark in the story."""

from __future__ import annotations

import pytest
from django.urls import reverse

from campaign.models import Role
from campaign.rules.aeons_end.legacy.facts import MIDDLE, SealOpened, StoryRead
from tests.campaign import factories
from tests.tracker import clients
from tests.tracker.aeons_end.decisions import at, facts, state
from tests.tracker.aeons_end.reference import read
from tests.tracker.clients import keeper, send
from tests.tracker.reading import html_of, text_of

pytestmark = pytest.mark.django_db


def test_every_seal_is_shut_half_open_or_open_with_what_it_brought() -> None:
    campaign = factories.planned_campaign()
    page = read(campaign, "seals")
    assert "4 of 12 open" in page
    assert "Ia open The first market" in page
    assert "II sealed" in page
    factories.record(campaign, SealOpened("deck-ii", part=MIDDLE, brought="Four piles"))
    page = read(campaign, "seals")
    assert "II half open in game 1 · to its middle STOP card Four piles" in page
    factories.record(campaign, SealOpened("deck-ii", brought="Two more"))
    page = read(campaign, "seals")
    assert "5 of 12 open" in page
    assert "II open in game 1 · to its middle STOP card Four piles in game 1 Two more" in page


def test_what_is_in_a_sealed_deck_is_not_said() -> None:
    page = read(factories.planned_campaign(), "seals")
    assert "volved" not in page


def test_the_form_offers_the_halves_and_the_parts() -> None:
    campaign = factories.planned_campaign()
    client, url = keeper(campaign), at(campaign, "seals")
    page = html_of(client.get(url))
    for label in ("II to its middle", "II to its end", "#1a", "#1b"):
        assert f">{label}<" in page, label
    ticked = ["deck-ii/middle", "supplement-1/a"]
    sent = {"others": ticked, "typed": "#3b", "brought": "Stickers"}
    assert send(client, url, sent).status_code == 302
    assert facts(campaign, SealOpened) == [
        SealOpened("deck-ii", part=MIDDLE, brought="Stickers"),
        SealOpened("supplement-1", part="a", brought="Stickers"),
        SealOpened("supplement-3", part="b", brought="Stickers"),
    ]
    page = html_of(client.get(url))
    assert ">II to its middle<" not in page
    assert ">II to its end<" in page


def test_the_bookmark_stands_on_the_front_page() -> None:
    campaign = factories.planned_campaign()
    client = keeper(campaign)
    front = reverse("campaign", args=[campaign.code])
    assert "Set a bookmark in the story" in text_of(client.get(front))
    url = reverse("bookmark", args=[campaign.code])
    assert send(client, url, {"card": " l07 "})["Location"] == front
    assert state(campaign).bookmark == "L07"
    assert "Story read up to L07" in text_of(client.get(front))
    refused = send(client, url, {"card": " "})
    assert refused.status_code == 422
    assert "Enter the number of the story card." in text_of(refused)
    assert facts(campaign, StoryRead) == [StoryRead("L07")]


def test_before_the_first_game_there_is_no_bookmark() -> None:
    campaign = factories.start_campaign()
    client = keeper(campaign)
    assert client.get(reverse("bookmark", args=[campaign.code])).status_code == 404
    assert "bookmark" not in html_of(client.get(reverse("campaign", args=[campaign.code])))


def test_a_reader_looks_and_changes_nothing() -> None:
    campaign = factories.planned_campaign()
    reader = clients.member(campaign, Role.READER)
    assert reader.get(reverse("seals", args=[campaign.code])).status_code == 200
    assert reader.get(reverse("bookmark", args=[campaign.code])).status_code == 403
    assert clients.stranger().get(reverse("seals", args=[campaign.code])).status_code == 404
