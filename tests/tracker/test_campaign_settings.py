"""A campaign's settings: renamed, put aside, deleted; by its keeper alone."""

import pytest
from django.test import Client

from campaign.models import Campaign, Person, Role
from campaign.services.campaigns import campaign_rename
from tests.campaign import factories as f
from tests.tracker.clients import client_of, hidden_fields, keeper, send, status_by_role

pytestmark = pytest.mark.django_db

NEW = {"name": "The Wednesday Table", "language": "fr"}


@pytest.mark.parametrize("path", ["settings", "delete", "archive"])
@pytest.mark.parametrize("method", ["get", "post"])
def test_only_the_keeper_comes_in(path: str, method: str) -> None:
    campaign = f.start_campaign()
    found = status_by_role(f"/c/{campaign.code}/{path}", campaign, method=method)
    assert found.pop("keeper") in (200, 302, 422)
    assert found == {"player": 403, "reader": 403, "stranger": 404, "anonymous": 404}
    campaign.refresh_from_db()
    assert campaign.revision == 1


def test_a_campaign_gets_another_name_and_language() -> None:
    campaign = f.start_campaign()
    url = f"/c/{campaign.code}/settings"
    answer = send(keeper(campaign), url, NEW)
    assert (answer.status_code, answer["Location"]) == (302, url)
    campaign.refresh_from_db()
    assert (campaign.name, campaign.language) == ("The Wednesday Table", "fr")


def test_cards_are_named_in_the_new_language() -> None:
    campaign = f.start_campaign()
    client = keeper(campaign)
    send(client, f"/c/{campaign.code}/settings", NEW)
    assert "Chakra de Feu" in client.get(f"/c/{campaign.code}/").content.decode()


def test_the_same_form_twice_is_one_write() -> None:
    campaign = f.start_campaign()
    client = keeper(campaign)
    url = f"/c/{campaign.code}/settings"
    form = {**hidden_fields(client, url), **NEW}
    assert [client.post(url, form).status_code for _tap in range(2)] == [302, 302]
    campaign.refresh_from_db()
    assert campaign.revision == 2


@pytest.mark.parametrize(
    ("changes", "field"),
    [({"name": " "}, "name"), ({"name": "x" * 81}, "name"), ({"language": "es"}, "language")],
)
def test_what_does_not_fit_is_said_beside_its_field(changes: dict[str, str], field: str) -> None:
    campaign = f.start_campaign()
    page = send(keeper(campaign), f"/c/{campaign.code}/settings", NEW | changes)
    assert page.status_code == 422
    assert list(page.context["form"].errors) == [field]
    campaign.refresh_from_db()
    assert campaign.name == "The Long Watch"


def test_a_stale_form_says_what_changed_and_can_be_sent_again() -> None:
    campaign = f.start_campaign()
    client = keeper(campaign)
    url = f"/c/{campaign.code}/settings"
    form = {**hidden_fields(client, url), **NEW}
    campaign_rename(**f.signed(campaign), name="Meanwhile")
    page = client.post(url, form)
    assert page.status_code == 409
    text = page.content.decode()
    assert "Something changed meanwhile" in text
    assert "Meanwhile" in text
    assert 'value="The Wednesday Table"' in text
    again = {**form, "revision": page.context["form"]["revision"].value()}
    again["token"] = page.context["form"]["token"].value()
    assert client.post(url, again).status_code == 302
    campaign.refresh_from_db()
    assert campaign.name == "The Wednesday Table"


def archive_form(client: Client, campaign: Campaign) -> dict[str, str]:
    """Return what the button to put a campaign aside sends."""
    form = client.get(f"/c/{campaign.code}/settings").context["archive_form"]
    return {name: str(form[name].value()) for name in ("revision", "token")}


def test_a_campaign_is_put_aside_and_taken_up_again() -> None:
    campaign = f.start_campaign()
    client = keeper(campaign)
    url = f"/c/{campaign.code}/archive"
    aside = archive_form(client, campaign) | {"do": "archive"}
    assert client.post(url, aside)["Location"] == "/"
    campaign.refresh_from_db()
    assert campaign.archived_at is not None
    back = archive_form(client, campaign) | {"do": "reopen"}
    assert client.post(url, back)["Location"] == f"/c/{campaign.code}/"
    campaign.refresh_from_db()
    assert campaign.archived_at is None


def test_a_stale_wish_to_put_it_aside_is_told_what_changed() -> None:
    campaign = f.start_campaign()
    client = keeper(campaign)
    form = archive_form(client, campaign) | {"do": "archive"}
    f.plan(campaign)
    page = client.post(f"/c/{campaign.code}/archive", form)
    assert page.status_code == 409
    assert "Game 1 was planned" in page.content.decode()
    campaign.refresh_from_db()
    assert campaign.archived_at is None


def test_a_campaign_goes_once_its_name_is_typed() -> None:
    campaign = f.settled_campaign(name="The Long Watch")
    other = f.start_campaign(name="Another")
    somebody = f.person("Piotr")
    f.join(campaign, somebody, Role.PLAYER)
    client = keeper(campaign)
    url = f"/c/{campaign.code}/delete"
    assert client.get(url).status_code == 200
    for name in ("", "Another", "The Long"):
        assert client.post(url, {"name": name}).status_code == 422
    assert Campaign.objects.count() == 2
    assert client.post(url, {"name": " the long  watch "})["Location"] == "/"
    assert list(Campaign.objects.all()) == [other]
    assert Person.objects.filter(pk=somebody.pk).exists()
    assert client_of(somebody).get(f"/c/{campaign.code}/").status_code == 404
