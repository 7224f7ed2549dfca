"""Nobody loses what is theirs by signing in: each way in brings along what a guest has, or asks."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.test import Client

from campaign.models import Campaign, Membership, Person, Role
from campaign.models.ashes import SavedDeck
from campaign.services.accounts import recovery_codes_make
from campaign.services.people import keeper_code_make
from tests.campaign import factories as f
from tests.tracker.authenticator import HOST, passkey_of
from tests.tracker.clients import Answer, client_of

pytestmark = pytest.mark.django_db

# What a browser without scripts sends from a page that asks.
TICKED = {"asked": "on", "take": "on"}
UNTICKED = {"asked": "on"}

Way = Callable[..., Answer]


@pytest.fixture
def anna() -> Person:
    return f.person("Anna", username="anna")


@pytest.fixture
def guest() -> Person:
    return f.person("Zuza")


@pytest.fixture
def campaign(guest: Person) -> Campaign:
    return f.start_campaign(person=guest, name="Begun as a guest")


@pytest.fixture
def deck(guest: Person) -> SavedDeck:
    return SavedDeck.objects.create(owner=guest, deck={})


@pytest.fixture(params=["password", "recovery code", "passkey"])
def way(request: pytest.FixtureRequest, anna: Person) -> Way:
    """Return a way to sign Anna in."""
    match request.param:
        case "password":
            right = {"username": "anna", "password": "pass-1234"}
            return lambda client, **more: client.post("/account/sign-in", right | more)
        case "recovery code":
            code = {"username": "anna", "code": recovery_codes_make(person=anna)[0]}
            return lambda client, **more: client.post("/account/recover", code | more)
        case _:
            return passkey_of(anna).sign_in


def test_what_a_guest_has_comes_along(
    way: Way, anna: Person, guest: Person, campaign: Campaign, deck: SavedDeck
) -> None:
    client = client_of(guest)
    assert way(client, **TICKED).status_code == 302
    assert client.session["_auth_user_id"] == str(anna.pk)
    assert Membership.objects.get(campaign=campaign).person == anna
    deck.refresh_from_db()
    assert deck.owner == anna
    assert client.get(f"/c/{campaign.code}/settings").status_code == 200


def test_a_link_that_a_guest_has_just_made_is_shown_after_signing_in(
    way: Way, guest: Person, campaign: Campaign
) -> None:
    client, people = client_of(guest), f"/c/{campaign.code}/people"
    client.post(f"{people}/invite", {"role": "player", "days": "14", "token": "of-this-form"})
    assert 'id="fresh"' in client.get(people).content.decode()
    way(client, **TICKED)
    assert 'id="fresh"' in client.get(people).content.decode()


def test_what_a_guest_has_typed_in_that_browser_is_theirs_after_signing_in(
    way: Way, anna: Person, guest: Person, campaign: Campaign
) -> None:
    def holder(client: Client) -> str:
        found = re.search(r'data-holder="(\w+)"', client.get("/start").content.decode())
        assert found
        return found[1]

    client = client_of(guest)
    as_guest = holder(client)
    way(client, **TICKED)
    assert holder(client) == as_guest
    assert holder(client_of(anna)) != as_guest


def test_a_deck_that_both_have_of_one_draft_comes_along_too(
    way: Way, anna: Person, guest: Person
) -> None:
    for owner in (anna, guest):
        SavedDeck.objects.create(owner=owner, deck={}, token="DRAFT123-2")
    assert way(client_of(guest), **TICKED).status_code == 302
    assert anna.decks.count() == 2


def test_a_guest_may_leave_it_behind(
    way: Way, anna: Person, guest: Person, campaign: Campaign, deck: SavedDeck
) -> None:
    client = client_of(guest)
    way(client, **UNTICKED)
    assert client.session["_auth_user_id"] == str(anna.pk)
    assert Membership.objects.get(campaign=campaign).person == guest
    deck.refresh_from_db()
    assert deck.owner == guest


def test_a_page_that_did_not_ask_leaves_nothing_behind(
    way: Way, anna: Person, guest: Person, campaign: Campaign
) -> None:
    """The campaign was started in another tab after the page was opened."""
    way(client_of(guest))
    assert Membership.objects.get(campaign=campaign).person == anna


def test_who_has_no_campaign_is_not_asked_and_keeps_the_rest(
    way: Way, anna: Person, guest: Person, deck: SavedDeck
) -> None:
    way(client_of(guest))
    deck.refresh_from_db()
    assert deck.owner == anna
    assert not Person.objects.filter(pk=guest.pk).exists()


def test_who_is_no_guest_is_simply_signed_in(way: Way, anna: Person) -> None:
    client = Client()
    way(client)
    assert client.session["_auth_user_id"] == str(anna.pk)


@pytest.mark.parametrize("url", ["/account/sign-in", "/account/recover"])
def test_the_page_asks_and_is_ticked(url: str, guest: Person, campaign: Campaign) -> None:
    page = client_of(guest).get(url, headers=HOST)
    assert "Begun as a guest" in page.content.decode()
    assert page.context["form"]["take"].value() is True
    assert '<input type="hidden" name="asked" value="on">' in page.content.decode()


@pytest.mark.parametrize("url", ["/account/sign-in", "/account/recover"])
def test_a_wrong_secret_moves_nothing(
    url: str, anna: Person, guest: Person, campaign: Campaign
) -> None:
    wrong = {"username": "anna", "password": "wrong", "code": "AAAABBBBCCCC"}
    page = client_of(guest).post(url, wrong | TICKED)
    assert page.status_code == 422
    assert Membership.objects.get(campaign=campaign).person == guest


def test_the_keepers_code_leaves_a_guest_who_they_are(
    guest: Person, campaign: Campaign, deck: SavedDeck
) -> None:
    """The code signs nobody in: the guest stays the same person, with one role more."""
    theirs = f.start_campaign(name="Somebody else's")
    f.join(theirs, guest)
    keeper = f.keeper_of(theirs)
    assert keeper is not None
    code = keeper_code_make(campaign=theirs, person=keeper)
    client = client_of(guest)
    client.post(f"/c/{theirs.code}/people/keeper", {"code": code})
    roles = Membership.objects.filter(person=guest).values_list("role", flat=True)
    assert list(roles) == [Role.KEEPER, Role.KEEPER]
    assert client.get(f"/c/{campaign.code}/settings").status_code == 200
    assert deck in guest.decks.all()
