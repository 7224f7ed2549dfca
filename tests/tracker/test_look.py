"""Looking on by a link: this browser sees the campaign, and writes nothing."""

import re
from typing import Any

import pytest
from django.test import Client

from campaign.models import Campaign, Person, Role
from campaign.services.people import invite_make, invite_revoke, member_remove
from tests.addresses import game_at
from tests.campaign import factories as f
from tests.tracker.clients import client_of
from tracker.people.access import LOOKS, MAX_PASSES

pytestmark = pytest.mark.django_db


def look_link(campaign: Campaign) -> str:
    """Return the address of a link to look on."""
    keeper = f.keeper_of(campaign)
    assert keeper is not None
    _invite, token = invite_make(campaign=campaign, person=keeper, role=Role.READER, looks=True)
    return f"/look/{token}"


def said(answer: Any) -> str:
    return str(answer.content.decode())


def test_a_chat_without_a_cookie_sees_the_picture_of_the_campaign_and_its_name_alone() -> None:
    campaign = f.third_chapter()
    link = look_link(campaign)
    page = said(Client().get(link))
    image = re.search(r'<meta property="og:image" content="http://testserver([^"]*)">', page)
    assert image is not None
    assert image[1] == f"{link}/share.png"
    assert Client().get(image[1]).headers["Content-Type"] == "image/png"
    assert f'<meta property="og:title" content="{campaign.name}">' in page
    for sealed in ("Hollow Regent", "Ilva", "Torrin"):
        assert sealed not in page
    assert Client().get("/look/never-made/share.png").status_code == 404


def test_a_friend_looks_on_without_becoming_anybody(client: Client) -> None:
    campaign = f.planned_campaign()
    people = Person.objects.count()
    answer = client.get(look_link(campaign))
    assert f'<meta http-equiv="refresh" content="0; url=/c/{campaign.code}/">' in said(answer)
    assert client.get(f"/c/{campaign.code}/").status_code == 200
    assert Person.objects.count() == people
    assert campaign.memberships.count() == 1


def test_a_friend_who_looks_on_writes_nothing(client: Client) -> None:
    campaign = f.planned_campaign()
    client.get(look_link(campaign))
    text = client.get(f"/c/{campaign.code}/").content.decode()
    assert f"{game_at(campaign, 1)}result" not in text
    assert client.get(f"{game_at(campaign, 1)}result").status_code == 403
    assert client.get(f"/c/{campaign.code}/settings").status_code == 403


def test_a_friend_who_looks_on_takes_no_copy_along() -> None:
    campaign = f.planned_campaign()
    friend = client_of(f.person("Friend"))
    friend.get(look_link(campaign))
    assert friend.get(f"/c/{campaign.code}/").status_code == 200
    assert friend.get(f"/c/{campaign.code}/fork").status_code == 403
    sent = {"name": "Mine now", "token": "a-form-of-mine", "revision": campaign.revision}
    assert friend.post(f"/c/{campaign.code}/fork", sent).status_code == 403
    assert Campaign.objects.count() == 1


def test_a_friend_who_looks_on_does_not_see_who_belongs(client: Client) -> None:
    campaign = f.start_campaign()
    client.get(look_link(campaign))
    assert client.get(f"/c/{campaign.code}/people").status_code == 404
    assert f"/c/{campaign.code}/people" not in client.get(f"/c/{campaign.code}/").content.decode()


def test_when_the_link_is_taken_back_nobody_looks_on_any_more(client: Client) -> None:
    campaign = f.start_campaign()
    client.get(look_link(campaign))
    invite = campaign.invites.get()
    keeper = f.keeper_of(campaign)
    assert keeper is not None
    invite_revoke(invite=invite, person=keeper)
    assert client.get(f"/c/{campaign.code}/").status_code == 404


def test_another_browser_sees_nothing(client: Client) -> None:
    campaign = f.start_campaign()
    Client().get(look_link(campaign))
    assert client.get(f"/c/{campaign.code}/").status_code == 404


def test_unknown_links_and_invitations_to_join_are_closed(client: Client) -> None:
    campaign = f.start_campaign()
    keeper = f.keeper_of(campaign)
    assert keeper is not None
    _invite, token = invite_make(campaign=campaign, person=keeper, role=Role.READER)
    for url in (f"/look/{token}", "/look/never-made"):
        assert client.get(url).status_code == 404
    assert LOOKS not in client.session


def test_a_member_who_follows_it_stays_what_they_are() -> None:
    campaign = f.planned_campaign()
    piotr = f.person("Piotr")
    f.join(campaign, piotr, Role.PLAYER)
    client = client_of(piotr)
    client.get(look_link(campaign))
    assert client.get(f"{game_at(campaign, 1)}result").status_code == 200


def test_a_browser_looks_on_at_several_campaigns_but_not_at_any_number(client: Client) -> None:
    campaigns = [f.start_campaign() for _number in range(MAX_PASSES + 1)]
    for campaign in campaigns:
        client.get(look_link(campaign))
    first, *others = campaigns
    assert client.get(f"/c/{first.code}/").status_code == 404
    assert {client.get(f"/c/{c.code}/").status_code for c in others} == {200}


def test_looking_on_lasts_through_signing_in(client: Client) -> None:
    campaign = f.start_campaign()
    client.get(look_link(campaign))
    f.person("Anna", username="anna")
    client.post("/account/sign-in", {"username": "anna", "password": "pass-1234"})
    assert client.get(f"/c/{campaign.code}/").status_code == 200


def test_the_link_is_only_followed_never_posted_to(client: Client) -> None:
    assert client.post(look_link(f.start_campaign())).status_code == 405


# --- after a removal ---


def removed(campaign: Campaign, person: Person) -> None:
    """Remove somebody, and leave the links as they are."""
    keeper = f.keeper_of(campaign)
    assert keeper is not None
    member_remove(membership=f.join(campaign, person), person=keeper)


def test_who_was_removed_does_not_look_on_by_an_earlier_link() -> None:
    campaign = f.planned_campaign()
    link, gone, friend = look_link(campaign), f.person("Gone"), client_of(f.person("Friend"))
    before, after = client_of(gone), client_of(gone)
    before.get(link)
    friend.get(link)
    removed(campaign, gone)
    assert before.get(f"/c/{campaign.code}/").status_code == 404
    refused = after.get(link)
    assert refused.status_code == 404
    assert "You were removed from this campaign." in said(refused)
    assert after.get(f"{link}/share.png").status_code == 404
    assert after.get(f"/c/{campaign.code}/").status_code == 404
    assert friend.get(f"/c/{campaign.code}/").status_code == 200
    after.get(look_link(campaign))  # a link that was made for them since
    assert after.get(f"/c/{campaign.code}/").status_code == 200


@pytest.mark.parametrize("along", [{"asked": "on", "take": "on"}, {"asked": "on"}])
def test_a_guest_who_was_removed_does_not_look_on_from_an_account(along: dict[str, str]) -> None:
    f.person("Anna", username="anna")
    campaign, guest = f.planned_campaign(), f.person("Gone")
    f.start_campaign(person=guest, name="So that there is something to bring")
    client = client_of(guest)
    client.get(look_link(campaign))
    removed(campaign, guest)
    client.post("/account/sign-in", {"username": "anna", "password": "pass-1234", **along})
    assert client.get(f"/c/{campaign.code}/").status_code == 404


def test_signing_out_ends_looking_on() -> None:
    campaign, anna = f.planned_campaign(), f.person("Anna", username="anna")
    client = client_of(anna)
    client.get(look_link(campaign))
    removed(campaign, anna)
    client.post("/account/sign-out")
    assert client.get(f"/c/{campaign.code}/").status_code == 404
