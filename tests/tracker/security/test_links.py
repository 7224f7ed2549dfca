"""The links that let people in: hashed, compared in constant time, expiring, revocable."""

import hmac
import secrets

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from campaign.models import Invite, Membership, Role
from campaign.rules.core.sizes import SELECTOR
from campaign.services import people
from campaign.services.people import hash_token, invite_find, invite_revoke
from tests.campaign.factories import everything
from tests.tracker.security.asking import TOKEN, WRITTEN, at, words
from tests.tracker.security.house import House
from tests.tracker.security.table import TABLE

pytestmark = pytest.mark.django_db


def test_of_a_link_only_a_digest_is_kept(house: House) -> None:
    rows = str(everything())
    for token in (house.place.join_token, house.place.look_token):
        assert len(token) >= 32
        assert token not in rows
        assert hash_token(token) in rows


def test_a_link_is_let_in_by_the_whole_of_it_and_nothing_near_it(house: House) -> None:
    token = house.place.join_token
    assert invite_find(token=token) == house.place.invite
    near = (token[:-1], token.swapcase(), f"{token} ", hash_token(token), "%", "", token[:SELECTOR])
    for other in (*near, house.place.invite.selector, house.place.invite.token_hash):
        assert invite_find(token=other) is None


def test_the_database_is_never_asked_for_a_secret(house: House) -> None:
    token = house.place.join_token
    with CaptureQueriesContext(connection) as asked:
        assert invite_find(token=token) == house.place.invite
    (only,) = [query["sql"] for query in asked]
    assert token[:SELECTOR] in only
    assert token[SELECTOR:] not in only
    assert hash_token(token) not in only


def test_a_comparison_in_constant_time_decides_about_a_secret(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared: list[bool] = []

    def compare(one: str, other: str) -> bool:
        compared.append(hmac.compare_digest(one, other))
        assert len(one) == len(other)  # where they differ in length, it is not
        return compared[-1]

    monkeypatch.setattr(people, "constant_time_compare", compare)
    token = house.place.join_token
    wrong = token[:-1] + ("a" if token[-1] != "a" else "b")
    assert Invite.objects.filter(selector=wrong[:SELECTOR]).exists()  # the right row, a wrong key
    assert invite_find(token=wrong) is None
    assert invite_find(token="b" * len(token)) is None  # no row: as much is compared
    assert invite_find(token=token) == house.place.invite
    assert compared == [False, False, True]
    monkeypatch.setattr(people, "constant_time_compare", lambda _one, _other: True)
    assert invite_find(token=wrong) == house.place.invite  # it alone has stood in the way


def test_a_link_of_the_first_releases_still_lets_somebody_in(house: House) -> None:
    old = secrets.token_urlsafe(24)
    digest = hash_token(old)
    Invite.objects.filter(pk=house.place.invite.pk).update(
        token_hash=digest,
        selector=digest[:SELECTOR],  # as the migration fills it in
    )
    assert invite_find(token=old) == house.place.invite
    assert invite_find(token=digest[:SELECTOR]) is None
    assert invite_find(token=old[:-1]) is None


def test_an_expired_a_revoked_and_an_unknown_link_say_the_same(house: House) -> None:
    place, client = house.place, house.client("stranger")
    said = {words(client.get("/join/nothing-of-the-kind"))}
    invite_revoke(invite=place.invite, person=house.person("keeper"))
    said.add(words(client.get(f"/join/{place.join_token}")))
    Invite.objects.filter(pk=house.elsewhere.invite.pk).update(expires_at=timezone.now())
    response = client.get(f"/join/{house.elsewhere.join_token}")
    assert response.status_code == 404
    said.add(words(response))
    assert len(said) == 1


def test_who_looks_on_writes_nothing_and_goes_when_the_link_goes(house: House) -> None:
    onlooker, before = house.client("onlooker"), everything()
    for name in WRITTEN:
        if TABLE[name].args[:1] == ("code",):
            assert onlooker.post(at(house, name)).status_code in (403, 404), name
    assert everything() == before
    assert onlooker.get(at(house, "campaign")).status_code == 200
    assert onlooker.get(f"/c/{house.elsewhere.campaign.code}/").status_code == 404
    invite_revoke(invite=house.place.look, person=house.person("keeper"))
    for name in ("campaign", "photo", "history", "setup_pdf"):
        assert onlooker.get(at(house, name)).status_code == 404, name


def test_a_link_to_look_on_is_no_link_to_join_by(house: House) -> None:
    place = house.place
    join = reverse("join", args=[place.look_token])
    assert house.client("stranger").post(join, {"token": TOKEN}).status_code == 404
    assert house.client("stranger").get(f"/look/{place.join_token}").status_code == 404


def test_a_form_that_another_has_sent_lets_somebody_in_as_themselves(house: House) -> None:
    url = reverse("join", args=[house.place.join_token])
    for role in ("stranger", "other"):
        assert house.client(role).post(url, {"token": TOKEN}).status_code == 302
        held = Membership.objects.get(campaign=house.place.campaign, person=house.person(role))
        assert held.role == Role.PLAYER


def test_only_the_keeper_sees_the_links(house: House) -> None:
    revoke = reverse("revoke_invite", args=[house.place.campaign.code, house.place.invite.pk])
    seen = {
        role: revoke.encode() in house.client(role).get(at(house, "people")).content
        for role in ("keeper", "player", "guest", "reader")
    }
    assert seen == {"keeper": True, "player": False, "guest": False, "reader": False}
