"""Joining by an invitation: anybody who has the link, once, with the role it gives."""

import datetime

import pytest
import time_machine
from django.test import Client

from campaign.models import Campaign, Change, Membership, Person, Role
from campaign.services.people import invite_make, invite_revoke
from tests.campaign import factories as f
from tests.tracker.clients import client_of, keeper

pytestmark = pytest.mark.django_db

FORM = {"token": "a-token-of-this-form", "display_name": "Piotr"}


def invited(role: Role = Role.PLAYER, campaign: Campaign | None = None) -> tuple[Campaign, str]:
    """Return a campaign and the address of an invitation to it."""
    campaign = campaign or f.settled_campaign(name="The Long Watch")
    keeper = f.keeper_of(campaign)
    assert keeper is not None
    _invite, token = invite_make(campaign=campaign, person=keeper, role=role)
    return campaign, f"/join/{token}"


def test_a_visitor_sees_the_name_the_role_and_who_invites_and_no_more(client: Client) -> None:
    campaign, url = invited()
    people = Person.objects.count()
    page = client.get(url)
    text = page.content.decode()
    assert page.status_code == 200
    for said in ("The Long Watch", "player", "Zuza"):
        assert said in text
    for unsaid in (campaign.code, "Ilva", "Ember Reed"):
        assert unsaid not in text
    assert Person.objects.count() == people
    assert "_auth_user_id" not in client.session


def test_a_visitor_joins_as_a_guest_with_a_name(client: Client) -> None:
    campaign, url = invited()
    answer = client.post(url, FORM)
    assert (answer.status_code, answer["Location"]) == (302, f"/c/{campaign.code}/mages/mine")
    piotr = Membership.objects.get(role=Role.PLAYER)
    assert piotr.person.display_name == "Piotr"
    assert piotr.person.is_guest
    assert client.get(f"/c/{campaign.code}/").status_code == 200


def test_a_reader_becomes_a_reader(client: Client) -> None:
    campaign, url = invited(Role.READER)
    client.post(url, FORM)
    assert client.get(f"/c/{campaign.code}/plan").status_code == 403


@pytest.mark.parametrize("name", ["", "   ", "x" * 61, "Pio\u202etr"])
def test_a_visitor_says_what_they_are_called(client: Client, name: str) -> None:
    _campaign, url = invited()
    people = Person.objects.count()
    page = client.post(url, FORM | {"display_name": name})
    assert page.status_code == 422
    assert list(page.context["form"].errors) == ["display_name"]
    assert Person.objects.count() == people


def test_somebody_with_a_name_is_not_asked_for_one() -> None:
    campaign, url = invited()
    anna = f.person("Anna", username="anna")
    client = client_of(anna)
    assert "display_name" not in client.get(url).context["form"].fields
    client.post(url, {"token": FORM["token"]})
    assert Membership.objects.get(person=anna).role == Role.PLAYER
    assert campaign.memberships.count() == 2


def test_a_guest_without_a_name_is_asked_and_takes_it() -> None:
    _campaign, url = invited()
    guest = f.person("")
    client_of(guest).post(url, FORM)
    guest.refresh_from_db()
    assert guest.display_name == "Piotr"


def test_two_taps_before_an_answer_are_one_guest() -> None:
    campaign, url = invited()
    Client().post(url, FORM)
    second = Client()
    assert second.post(url, FORM).status_code == 302
    assert campaign.memberships.count() == 2
    assert second.get(f"/c/{campaign.code}/").status_code == 200
    assert Change.objects.filter(payload__people="joined").count() == 1


def test_two_people_by_one_link_are_two(client: Client) -> None:
    campaign, url = invited()
    client.post(url, FORM)
    Client().post(url, FORM | {"token": "another-token-altogether", "display_name": "Ida"})
    assert campaign.memberships.count() == 3


def test_who_belongs_already_is_led_in() -> None:
    campaign, url = invited()
    keeper = client_of(f.keeper_of(campaign))
    assert keeper.get(url)["Location"] == f"/c/{campaign.code}/"
    assert keeper.post(url, FORM)["Location"] == f"/c/{campaign.code}/"
    assert campaign.memberships.get().role == Role.KEEPER


def test_a_reader_becomes_a_player_by_a_players_link() -> None:
    campaign, url = invited()
    rita = f.person("Rita")
    f.join(campaign, rita, Role.READER)
    client = client_of(rita)
    assert client.get(url).status_code == 200
    client.post(url, {"token": FORM["token"]})
    assert Membership.objects.get(person=rita).role == Role.PLAYER


def test_a_player_stays_one_by_a_readers_link() -> None:
    campaign, url = invited(Role.READER)
    piotr = f.person("Piotr")
    f.join(campaign, piotr, Role.PLAYER)
    client_of(piotr).post(url, {"token": FORM["token"]})
    assert Membership.objects.get(person=piotr).role == Role.PLAYER


def test_unknown_revoked_and_expired_links_are_answered_alike(client: Client) -> None:
    campaign, expired = invited()
    _campaign, revoked = invited(campaign=campaign)
    newest = campaign.invites.first()
    keeper = f.keeper_of(campaign)
    assert newest is not None
    assert keeper is not None
    invite_revoke(invite=newest, person=keeper)
    people = Person.objects.count()
    now = datetime.datetime.now(datetime.UTC)
    pages = []
    with time_machine.travel(now + datetime.timedelta(days=15), tick=False):
        for url in (expired, revoked, "/join/never-made", "/join/" + "x" * 500):
            for page in (client.get(url), client.post(url, FORM)):
                assert page.status_code == 404
                text = page.content.decode()
                assert campaign.name not in text
                pages.append(text.split("<main", 1)[1].split("</main", 1)[0])
    assert len(set(pages)) == 1
    assert Person.objects.count() == people


def test_a_link_to_look_on_lets_nobody_join(client: Client) -> None:
    campaign = f.start_campaign()
    keeper = f.keeper_of(campaign)
    assert keeper is not None
    _invite, token = invite_make(campaign=campaign, person=keeper, role=Role.READER, looks=True)
    assert client.post(f"/join/{token}", FORM).status_code == 404
    assert campaign.memberships.count() == 1


def test_whoever_has_a_name_here_may_sign_in_first(client: Client) -> None:
    _campaign, url = invited()
    f.person("Anna", username="anna")
    assert f"/account/sign-in?next={url}" in client.get(url).content.decode()
    credentials = {"username": "anna", "password": "pass-1234", "next": url}
    assert client.post("/account/sign-in", credentials)["Location"] == url


def test_an_inviter_who_is_gone_is_not_named(client: Client) -> None:
    campaign, url = invited()
    campaign.invites.update(made_by=None)
    assert "You are invited to" in client.get(url).content.decode()


def test_nobody_joins_by_a_name_that_looks_like_anothers() -> None:
    campaign = f.start_campaign()
    f.join(campaign, f.person("Mikolaj"))
    _campaign, url = invited(campaign=campaign)
    page = Client().post(url, {"token": "a-token-of-mine", "display_name": "Міkolaj"})
    assert page.status_code == 422
    assert "Somebody here is already called Mikolaj" in page.content.decode()
    assert "Міkolaj" in page.content.decode()  # nothing typed is lost
    assert campaign.memberships.count() == 2


def test_who_was_removed_is_told_so() -> None:
    campaign = f.start_campaign()
    _campaign, url = invited(campaign=campaign)
    ola = f.person("Ola")
    client_of(ola).post(url, {"token": "a-token-of-mine"})
    keeper(campaign).post(
        f"/c/{campaign.code}/people/{campaign.memberships.get(person=ola).pk}/remove"
    )
    page = client_of(ola).post(url, {"token": "another-token"})
    assert page.status_code == 404
    assert "You were removed from this campaign." in page.content.decode()


def test_a_new_player_says_which_mage_is_theirs(client: Client) -> None:
    campaign, url = invited()
    mine = client.post(url, FORM)["Location"]
    page = client.get(mine)
    mage = campaign.mages.get(seat=2)
    assert mage.name in page.content.decode()
    sent = {"revision": page.context["form"]["revision"].value(), "token": "my-own-mage"}
    assert client.post(mine, sent).status_code == 422
    assert client.post(mine, sent | {"seat": "9"}).status_code == 422
    answer = client.post(mine, sent | {"seat": "2"})
    assert (answer.status_code, answer["Location"]) == (302, f"/c/{campaign.code}/")
    kept = campaign.mages.get(seat=2)
    assert (kept.name, kept.player) == (mage.name, "Piotr")
    _campaign, reads = invited(Role.READER, campaign)
    rita = Client()
    again = FORM | {"token": "another-form-altogether", "display_name": "Rita"}
    assert rita.post(reads, again)["Location"] == f"/c/{campaign.code}/"
    assert rita.get(mine).status_code == 403
