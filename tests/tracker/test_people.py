"""Who belongs: the keeper invites, changes, hands over; the others look, and may leave."""

import re

import pytest
from django.test import Client, override_settings

from campaign.models import Campaign, Invite, Membership, Role
from campaign.services.people import invite_make
from tests.addresses import game_at
from tests.campaign import factories as f
from tests.tracker.clients import client_of, keeper, member, status_by_role, stranger

pytestmark = pytest.mark.django_db

INVITE = {"kind": "join", "token": "a-token-of-this-form", "role": "player", "days": "14"}
LOOKS = {"kind": "looks", "token": "a-token-of-this-form", "days": "180"}
LINK = re.compile(r"http://testserver/(join|look)/([\w-]{20,})")


def somebody(campaign: Campaign, role: Role = Role.PLAYER, name: str = "Piotr") -> Membership:
    """Return the place of a new member."""
    return f.join(campaign, f.person(name), role)


def test_members_see_who_belongs_and_others_do_not() -> None:
    campaign = f.start_campaign()
    assert status_by_role(f"/c/{campaign.code}/people", campaign) == {
        "keeper": 200,
        "player": 200,
        "reader": 200,
        "stranger": 404,
        "anonymous": 404,
    }


def test_nobody_sees_who_made_the_demo(client: Client) -> None:
    campaign = f.start_campaign(demo=True)
    assert client.get(f"/c/{campaign.code}/people").status_code == 404


def test_the_keeper_stands_first(client: Client) -> None:
    campaign = f.start_campaign()
    somebody(campaign, Role.READER, "Rita")
    somebody(campaign, Role.PLAYER, "Piotr")
    page = keeper(campaign).get(f"/c/{campaign.code}/people")
    assert [m.role for m in page.context["members"]] == ["keeper", "player", "reader"]


def test_only_the_keeper_is_offered_to_change_something() -> None:
    campaign = f.start_campaign()
    text = member(campaign, Role.PLAYER).get(f"/c/{campaign.code}/people").content.decode()
    assert "/people/invite" not in text
    assert "hand-over" not in text
    assert f"/c/{campaign.code}/people/leave" in text


@pytest.mark.parametrize(
    "path",
    ["invite", "invite/{invite}/revoke", "{place}/role", "{place}/remove", "{place}/hand-over"],
)
def test_nobody_but_the_keeper_writes(path: str) -> None:
    campaign = f.start_campaign()
    place = somebody(campaign)
    who = f.keeper_of(campaign)
    assert who is not None
    invite, _token = invite_make(campaign=campaign, person=who, role=Role.PLAYER)
    url = f"/c/{campaign.code}/people/" + path.format(invite=invite.pk, place=place.pk)
    sent = INVITE | {"role": "reader"}
    for role in (Role.PLAYER, Role.READER):
        assert member(campaign, role, "Somebody").post(url, sent).status_code == 403
    for client in (stranger(), Client()):
        assert client.post(url, sent).status_code == 404
    place.refresh_from_db()
    assert place.role == Role.PLAYER
    assert Invite.objects.open().count() == 1


# --- links ---


@pytest.mark.parametrize("role", ["player", "reader"])
def test_an_invitation_is_shown_with_its_code_and_works(client: Client, role: str) -> None:
    campaign = f.start_campaign()
    keeper_client = keeper(campaign)
    answer = keeper_client.post(f"/c/{campaign.code}/people/invite", INVITE | {"role": role})
    assert (answer.status_code, answer["Location"]) == (302, f"/c/{campaign.code}/people#fresh")
    text = keeper_client.get(f"/c/{campaign.code}/people").content.decode()
    found = LINK.search(text)
    assert found is not None
    assert found[1] == "join"
    assert 'src="data:image/svg+xml' in text
    shown = {"player": "as a player", "reader": "as a viewer"}[role]
    assert shown in client.get(f"/join/{found[2]}").content.decode()
    assert campaign.invites.get().role == role


def test_a_link_to_look_on_is_made_the_same_way(client: Client) -> None:
    campaign = f.start_campaign()
    keeper_client = keeper(campaign)
    keeper_client.post(f"/c/{campaign.code}/people/invite", LOOKS)
    found = LINK.search(keeper_client.get(f"/c/{campaign.code}/people").content.decode())
    assert found is not None
    assert found[1] == "look"
    client.get(f"/look/{found[2]}")
    assert client.get(f"/c/{campaign.code}/").status_code == 200
    assert campaign.invites.get().looks


def test_the_link_is_kept_nowhere_but_in_the_keepers_browser() -> None:
    campaign = f.start_campaign()
    client = keeper(campaign)
    answer = client.post(f"/c/{campaign.code}/people/invite", INVITE)
    cookie = answer.cookies["fresh_invite"]
    assert cookie["httponly"]
    assert cookie["path"] == f"/c/{campaign.code}/people"
    assert 0 < int(cookie["max-age"]) <= 600
    shown = LINK.search(client.get(f"/c/{campaign.code}/people").content.decode())
    assert shown is not None
    token = shown[2]
    assert token not in str(f.everything())
    assert token not in str(dict(client.session))
    later = keeper(campaign).get(f"/c/{campaign.code}/people").content.decode()
    assert not LINK.search(later)


def test_a_form_whose_token_no_cookie_could_hold_makes_its_link_all_the_same() -> None:
    campaign = f.start_campaign()
    client = keeper(campaign)
    sent = INVITE | {"token": "zażółć \x05 gęślą; ="}
    for _twice in range(2):
        answer = client.post(f"/c/{campaign.code}/people/invite", sent)
        assert answer.status_code == 302
    assert client.cookies["fresh_invite"].OutputString().isascii()
    assert LINK.search(client.get(f"/c/{campaign.code}/people").content.decode())
    assert campaign.invites.count() == 1


def test_a_cookie_somebody_made_up_shows_nothing() -> None:
    campaign = f.start_campaign()
    client = keeper(campaign)
    who = f.keeper_of(campaign)
    assert who is not None
    _invite, token = invite_make(campaign=campaign, person=who, role=Role.PLAYER)
    client.cookies["fresh_invite"] = f"x {token}:made-up"
    assert not LINK.search(client.get(f"/c/{campaign.code}/people").content.decode())


def test_the_link_of_one_campaign_is_not_shown_in_another() -> None:
    one = f.start_campaign()
    who = f.keeper_of(one)
    other = f.start_campaign(person=who)
    client = client_of(who)
    client.post(f"/c/{one.code}/people/invite", INVITE)
    assert not LINK.search(client.get(f"/c/{other.code}/people").content.decode())


def test_the_same_form_twice_is_one_invitation() -> None:
    campaign = f.start_campaign()
    client = keeper(campaign)
    for _tap in range(2):
        client.post(f"/c/{campaign.code}/people/invite", INVITE)
    assert campaign.invites.count() == 1


@pytest.mark.parametrize(
    "changes", [{"role": "keeper"}, {"role": ""}, {"days": "0"}, {"days": "x"}, {"token": ""}]
)
def test_an_invitation_that_makes_no_sense_is_refused(changes: dict[str, str]) -> None:
    campaign = f.start_campaign()
    page = keeper(campaign).post(f"/c/{campaign.code}/people/invite", INVITE | changes)
    assert page.status_code == 422
    assert not campaign.invites.exists()


def test_open_links_are_listed_and_taken_back() -> None:
    campaign = f.start_campaign()
    client = keeper(campaign)
    client.post(f"/c/{campaign.code}/people/invite", INVITE)
    invite = campaign.invites.get()
    url = f"/c/{campaign.code}/people/invite/{invite.pk}/revoke"
    assert url in client.get(f"/c/{campaign.code}/people").content.decode()
    assert client.post(url).status_code == 302
    assert client.post(url).status_code == 302  # a second tap does no harm
    text = client.get(f"/c/{campaign.code}/people").content.decode()
    assert url not in text
    assert not LINK.search(text)
    assert campaign.changes.filter(payload__people="link_revoked").count() == 1


def test_a_link_of_another_campaign_is_not_there() -> None:
    campaign, other = f.start_campaign(), f.start_campaign()
    who = f.keeper_of(other)
    assert who is not None
    invite, _token = invite_make(campaign=other, person=who, role=Role.PLAYER)
    url = f"/c/{campaign.code}/people/invite/{invite.pk}/revoke"
    assert keeper(campaign).post(url).status_code == 404
    assert Invite.objects.open().get() == invite


# --- members ---


def test_a_role_changes_and_changes_back() -> None:
    campaign = f.start_campaign()
    place = somebody(campaign)
    client = keeper(campaign)
    for role in ("reader", "player"):
        client.post(f"/c/{campaign.code}/people/{place.pk}/role", {"role": role})
        place.refresh_from_db()
        assert place.role == role


@pytest.mark.parametrize("role", ["keeper", "", "king"])
def test_a_role_that_is_none_is_refused(role: str) -> None:
    campaign = f.start_campaign()
    place = somebody(campaign)
    page = keeper(campaign).post(f"/c/{campaign.code}/people/{place.pk}/role", {"role": role})
    assert page.status_code == 422
    place.refresh_from_db()
    assert place.role == Role.PLAYER


def test_the_keeper_stays_keeper_until_somebody_else_is() -> None:
    campaign = f.start_campaign()
    client = keeper(campaign)
    place = campaign.memberships.get()
    page = client.post(f"/c/{campaign.code}/people/{place.pk}/role", {"role": "reader"})
    assert page.status_code == 422
    assert "hand the campaign over" in page.content.decode()
    for url in (f"people/{place.pk}/remove", "people/leave"):
        page = client.post(f"/c/{campaign.code}/{url}")
        assert page.status_code == 422
        assert "Hand the campaign over first" in page.content.decode()
    assert campaign.memberships.get().role == Role.KEEPER


def test_somebody_is_taken_out_after_a_page_that_asks() -> None:
    campaign = f.start_campaign()
    place = somebody(campaign)
    client, out = keeper(campaign), client_of(place.person)
    url = f"/c/{campaign.code}/people/{place.pk}/remove"
    assert "Piotr" in client.get(url).content.decode()
    assert campaign.memberships.count() == 2
    client.post(url)
    assert campaign.memberships.count() == 1
    assert out.get(f"/c/{campaign.code}/").status_code == 404
    assert client.post(url).status_code == 404


def test_a_member_of_another_campaign_is_not_there() -> None:
    campaign, other = f.start_campaign(), f.start_campaign()
    place = somebody(other)
    client = keeper(campaign)
    for path in ("role", "remove", "hand-over"):
        url = f"/c/{campaign.code}/people/{place.pk}/{path}"
        assert client.post(url, {"role": "reader"}).status_code == 404
    assert other.memberships.count() == 2


def test_the_campaign_is_handed_over_after_a_page_that_asks() -> None:
    campaign = f.start_campaign()
    place = somebody(campaign)
    client = keeper(campaign)
    url = f"/c/{campaign.code}/people/{place.pk}/hand-over"
    assert "Piotr" in client.get(url).content.decode()
    client.post(url)
    assert f.keeper_of(campaign) == place.person
    assert campaign.memberships.exclude(pk=place.pk).get().role == Role.PLAYER
    assert client.post(url).status_code == 403
    assert client_of(place.person).get(f"/c/{campaign.code}/settings").status_code == 200


def test_a_campaign_is_not_handed_over_to_its_keeper() -> None:
    campaign = f.start_campaign()
    place = campaign.memberships.get()
    page = keeper(campaign).post(f"/c/{campaign.code}/people/{place.pk}/hand-over")
    assert page.status_code == 422


@pytest.mark.parametrize("role", [Role.PLAYER, Role.READER])
def test_a_member_leaves_after_a_page_that_asks(role: Role) -> None:
    campaign = f.start_campaign()
    place = somebody(campaign, role)
    client = client_of(place.person)
    url = f"/c/{campaign.code}/people/leave"
    assert client.get(url).status_code == 200
    assert campaign.memberships.count() == 2
    assert client.post(url)["Location"] == "/"
    assert campaign.memberships.count() == 1
    assert client.post(url).status_code == 404


def test_who_was_invited_makes_nobodys_entry_stale() -> None:
    campaign = f.start_campaign()
    keeper(campaign).post(f"/c/{campaign.code}/people/invite", INVITE)
    revision = campaign.revision
    campaign.refresh_from_db()
    assert campaign.revision == revision


# --- the keeper's recovery code ---

CODE = re.compile(r"<code>([A-Z0-9 ]{14})</code>")


def code_of(campaign: Campaign) -> str:
    """Make a recovery code and read it off the page."""
    client = keeper(campaign)
    client.post(f"/c/{campaign.code}/people/keeper")
    found = CODE.search(client.get(f"/c/{campaign.code}/people/keeper").content.decode())
    assert found is not None
    return found[1]


def test_a_member_becomes_the_keeper_with_the_code_once() -> None:
    campaign = f.start_campaign()
    code = code_of(campaign)
    assert code.replace(" ", "") not in str(f.everything())
    piotr = somebody(campaign, Role.READER)
    client = client_of(piotr.person)
    url = f"/c/{campaign.code}/people/keeper"
    assert url in client.get(f"/c/{campaign.code}/people").content.decode()
    assert client.post(url, {"code": "AAAA BBBB CCCC"}).status_code == 422
    answer = client.post(url, {"code": code.lower().replace(" ", "-")})
    assert answer["Location"] == f"/c/{campaign.code}/people"
    roles = dict(campaign.memberships.values_list("person__display_name", "role"))
    assert roles == {"Zuza": "player", "Piotr": "keeper"}
    history = client.get(f"/c/{campaign.code}/history").content.decode()
    assert "A member became the keeper with the recovery code" in history
    rita = client_of(somebody(campaign, name="Rita").person)
    assert rita.post(url, {"code": code}).status_code == 422


def test_the_first_set_up_offers_the_code_to_the_keeper_alone_until_there_is_one() -> None:
    campaign = f.planned_campaign()
    url = f"/c/{campaign.code}/people/keeper"
    pages = [f"{game_at(campaign, 1)}setup", f"/c/{campaign.code}/print"]
    player = client_of(somebody(campaign).person)
    for page in pages:
        assert url in keeper(campaign).get(page).content.decode()
        assert url not in player.get(page).content.decode()
    code_of(campaign)
    assert url not in keeper(campaign).get(pages[0]).content.decode()


def test_no_code_is_right_where_none_was_made() -> None:
    campaign = f.start_campaign()
    client = client_of(somebody(campaign).person)
    for code in ("", "  ", "-", "x" * 50):
        assert client.post(f"/c/{campaign.code}/people/keeper", {"code": code}).status_code == 422
    assert campaign.memberships.get(role=Role.KEEPER).person == f.keeper_of(campaign)


def test_handing_over_ends_the_old_keepers_code() -> None:
    campaign = f.start_campaign()
    code = code_of(campaign)
    old = keeper(campaign)
    piotr = somebody(campaign)
    old.post(f"/c/{campaign.code}/people/{piotr.pk}/hand-over")
    assert old.post(f"/c/{campaign.code}/people/keeper", {"code": code}).status_code == 422
    piotr.refresh_from_db()
    assert piotr.role == Role.KEEPER


@override_settings(RATE_LIMITS=True)
def test_wrong_codes_are_counted() -> None:
    campaign = f.start_campaign()
    client = client_of(somebody(campaign).person)
    url = f"/c/{campaign.code}/people/keeper"
    answered = [client.post(url, {"code": "wrong"}).status_code for _ in range(11)]
    assert answered == [422] * 10 + [429]
