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
from campaign.services.accounts import hash_token
from campaign.services.people import invite_find, invite_revoke
from tests.campaign.factories import everything
from tests.tracker.security.helpers import TOKEN, WRITABLE, main_text, url_of
from tests.tracker.security.site import Site
from tests.tracker.security.table import TABLE

pytestmark = pytest.mark.django_db


def test_only_the_digest_of_a_link_is_stored(site: Site) -> None:
    rows = str(everything())
    for token in (site.sample.join_token, site.sample.look_token):
        assert len(token) >= 32
        assert token not in rows
        assert hash_token(token) in rows


def test_only_the_exact_link_lets_somebody_in(site: Site) -> None:
    token = site.sample.join_token
    assert invite_find(token=token) == site.sample.invite
    near = (token[:-1], token.swapcase(), f"{token} ", hash_token(token), "%", "", token[:SELECTOR])
    for other in (*near, site.sample.invite.selector, site.sample.invite.token_hash):
        assert invite_find(token=other) is None


def test_the_database_is_never_asked_for_a_secret(site: Site) -> None:
    token = site.sample.join_token
    with CaptureQueriesContext(connection) as asked:
        assert invite_find(token=token) == site.sample.invite
    (only,) = [query["sql"] for query in asked]
    assert token[:SELECTOR] in only
    assert token[SELECTOR:] not in only
    assert hash_token(token) not in only


def test_secrets_are_compared_in_constant_time(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[bool] = []

    def compare(one: str, other: str) -> bool:
        compared.append(hmac.compare_digest(one, other))
        assert len(one) == len(other)  # where they differ in length, it is not
        return compared[-1]

    monkeypatch.setattr(people, "constant_time_compare", compare)
    token = site.sample.join_token
    wrong = token[:-1] + ("a" if token[-1] != "a" else "b")
    assert Invite.objects.filter(selector=wrong[:SELECTOR]).exists()  # the right row, a wrong key
    assert invite_find(token=wrong) is None
    assert invite_find(token="b" * len(token)) is None  # no row: as much is compared
    assert invite_find(token=token) == site.sample.invite
    assert compared == [False, False, True]
    monkeypatch.setattr(people, "constant_time_compare", lambda _one, _other: True)
    assert invite_find(token=wrong) == site.sample.invite  # it alone has stood in the way


def test_a_link_of_the_first_releases_still_lets_somebody_in(site: Site) -> None:
    old = secrets.token_urlsafe(24)
    digest = hash_token(old)
    Invite.objects.filter(pk=site.sample.invite.pk).update(
        token_hash=digest,
        selector=digest[:SELECTOR],  # as the migration fills it in
    )
    assert invite_find(token=old) == site.sample.invite
    assert invite_find(token=digest[:SELECTOR]) is None
    assert invite_find(token=old[:-1]) is None


def test_an_expired_a_revoked_and_an_unknown_link_say_the_same(site: Site) -> None:
    sample, client = site.sample, site.client("stranger")
    said = {main_text(client.get("/join/nothing-of-the-kind"))}
    invite_revoke(invite=sample.invite, person=site.person("keeper"))
    said.add(main_text(client.get(f"/join/{sample.join_token}")))
    Invite.objects.filter(pk=site.other_sample.invite.pk).update(expires_at=timezone.now())
    response = client.get(f"/join/{site.other_sample.join_token}")
    assert response.status_code == 404
    said.add(main_text(response))
    assert len(said) == 1


def test_an_onlooker_writes_nothing_and_loses_access_with_the_link(site: Site) -> None:
    onlooker, before = site.client("onlooker"), everything()
    for name in WRITABLE:
        if {"code", "game", "photo_game"} & {*TABLE[name].args[:1]}:
            answer = onlooker.post(url_of(site, name), follow=True)
            assert answer.status_code in (403, 404, 405), name
    assert everything() == before
    assert onlooker.get(url_of(site, "campaign")).status_code == 200
    assert onlooker.get(f"/c/{site.other_sample.campaign.code}/").status_code == 404
    invite_revoke(invite=site.sample.look, person=site.person("keeper"))
    for name in ("campaign", "photo", "history", "sheet_pdf"):
        assert onlooker.get(url_of(site, name)).status_code == 404, name


def test_a_link_to_look_on_is_no_link_to_join_by(site: Site) -> None:
    sample = site.sample
    join = reverse("join", args=[sample.look_token])
    assert site.client("stranger").post(join, {"token": TOKEN}).status_code == 404
    assert site.client("stranger").get(f"/look/{sample.join_token}").status_code == 404


def test_two_people_with_the_same_form_token_each_join_as_themselves(site: Site) -> None:
    url = reverse("join", args=[site.sample.join_token])
    for role in ("stranger", "other"):
        assert site.client(role).post(url, {"token": TOKEN}).status_code == 302
        held = Membership.objects.get(campaign=site.sample.campaign, person=site.person(role))
        assert held.role == Role.PLAYER


def test_only_the_keeper_sees_the_links(site: Site) -> None:
    revoke = reverse("revoke_invite", args=[site.sample.campaign.code, site.sample.invite.pk])
    seen = {
        role: revoke.encode() in site.client(role).get(url_of(site, "people")).content
        for role in ("keeper", "player", "guest", "reader")
    }
    assert seen == {"keeper": True, "player": False, "guest": False, "reader": False}
