"""Sessions that cannot be planted, and passwords that cannot be guessed."""

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session as BrowserSession
from django.test import Client, RequestFactory, override_settings
from django.urls import reverse

from campaign.models import Membership, Person
from tests.tracker.security.helpers import TOKEN, main_text, url_of
from tests.tracker.security.site import PASSWORD, Site, client_of
from tracker.people.limits import address_of

pytestmark = pytest.mark.django_db


# --- sessions ---


def planted(client: Client) -> str:
    """Put a session key into a browser, as an attacker would to share the session."""
    session = client.session
    session["planted"] = True
    session.save()
    client.cookies[settings.SESSION_COOKIE_NAME] = session.session_key
    return str(session.session_key)


def test_a_planted_session_key_does_not_survive_signing_in(site: Site) -> None:
    client = Client()
    key = planted(client)
    client.post("/account/sign-in", {"username": "keeper", "password": PASSWORD})
    assert client.session["_auth_user_id"] == str(site.person("keeper").pk)
    assert client.session.session_key != key
    assert not BrowserSession.objects.filter(session_key=key).exists()


def test_a_planted_session_key_does_not_survive_becoming_a_guest(site: Site) -> None:
    client = Client()
    key = planted(client)
    url = reverse("join", args=[site.sample.join_token])
    assert client.post(url, {"token": TOKEN, "display_name": "Ewa"}).status_code == 302
    assert client.session["_auth_user_id"]
    assert client.session.session_key != key
    assert not BrowserSession.objects.filter(session_key=key).exists()


def test_signing_out_ends_access_in_that_browser_for_good(site: Site) -> None:
    client = site.client("keeper")
    stolen = site.client("keeper")
    url = url_of(site, "campaign")
    assert client.get(url).status_code == stolen.get(url).status_code == 200
    client.post("/account/sign-out")
    assert client.get(url).status_code == stolen.get(url).status_code == 404


def test_a_new_password_signs_everybody_else_out(site: Site) -> None:
    here, there = site.client("keeper"), client_of(site.person("keeper"))
    new = "a lantern over the table"
    here.post("/account/password", {"old": PASSWORD, "password": new})
    assert here.get(url_of(site, "campaign")).status_code == 200
    assert there.get(url_of(site, "campaign")).status_code == 404


def test_a_removed_member_sees_nothing_from_then_on(site: Site) -> None:
    client = site.client("reader")
    assert client.get(url_of(site, "campaign")).status_code == 200
    Membership.objects.filter(person=site.person("reader")).delete()
    for name in ("campaign", "photo", "portrait", "sheet_pdf", "export", "one_off:game"):
        assert client.get(url_of(site, name)).status_code == 404, name


# --- passwords and names ---


@pytest.mark.parametrize(
    ("proxies", "forwarded", "address"),
    [
        (0, "198.51.100.7", "192.0.2.1"),
        (1, "198.51.100.7", "198.51.100.7"),
        (1, "203.0.113.9, 198.51.100.7", "198.51.100.7"),  # the first is the visitor's own story
        (2, "203.0.113.9, 198.51.100.7, 10.0.0.1", "198.51.100.7"),
        (2, "198.51.100.7", "192.0.2.1"),
        (1, "", "192.0.2.1"),
        (1, "x\r\ny", "192.0.2.1"),
        (1, "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),  # the rest is for its owner to choose
        (1, "2001:db8:1:2:ffff::1", "2001:db8:1:2::"),
        (1, "::ffff:198.51.100.7", "198.51.100.7"),
    ],
)
def test_a_forged_client_address_is_not_believed(
    proxies: int, forwarded: str, address: str
) -> None:
    sent = {"X-Forwarded-For": forwarded}
    request = RequestFactory().get("/", headers=sent, REMOTE_ADDR="192.0.2.1")
    with override_settings(PROXIES=proxies):
        assert address_of(request) == address


def test_an_unknown_name_gets_the_same_answer_as_a_wrong_password(site: Site) -> None:
    def answer(name: str) -> bytes:
        form = {"username": name, "password": "wrong"}
        return main_text(Client().post("/account/sign-in", form))

    assert answer("keeper").replace(b"keeper", b"nobody") == answer("nobody")


@pytest.mark.parametrize("password", ["short", "12345678", "password", "gia-the-guest"])
def test_a_weak_password_is_refused(password: str, site: Site) -> None:
    form = {"username": "gia-the-guest", "password": password}
    assert site.client("guest").post("/account/keep", form).status_code == 422
    assert Person.objects.get(pk=site.person("guest").pk).is_guest


@pytest.mark.parametrize("name", ["ﷺ" * 20, "KEEPER", "ｋｅｅｐｅｒ", "a\0b", "a b", "<b>"])
def test_a_name_that_looks_like_another_is_refused(name: str, site: Site) -> None:
    form = {"username": name, "password": "a lantern over the table"}
    assert site.client("guest").post("/account/keep", form).status_code == 422
    assert Person.objects.get(pk=site.person("guest").pk).is_guest


def test_passwords_are_kept_by_argon2() -> None:
    from tracker import settings as ours

    assert ours.PASSWORD_HASHERS[0].endswith("Argon2PasswordHasher")
