"""Guests: made once, signed in for long, never lost."""

import datetime

import pytest
import time_machine
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.http import HttpRequest
from django.test import Client, RequestFactory

from campaign.models import Campaign, Change, Person
from campaign.rules.aeons_end.one_off.choices import open_choices
from tests.campaign import factories as f
from tests.tracker.clients import client_of
from tracker.people.access import LOOKS
from tracker.people.guests import FORM_LASTS, SEEN, find_or_make_guest, form_key, person_or_guest

pytestmark = pytest.mark.django_db


def request_of(person: Person | None = None) -> HttpRequest:
    """Return a request of somebody, or of nobody, with a session."""
    request: HttpRequest = RequestFactory().post("/")
    request.session = SessionStore()
    request.user = person or AnonymousUser()
    return request


def test_nobody_becomes_a_guest_and_is_signed_in() -> None:
    request = request_of()
    with person_or_guest(request, display_name="Zuza") as person:
        assert not request.user.is_authenticated
    assert person.is_guest
    assert person.display_name == "Zuza"
    assert request.user == person
    assert request.session["_auth_user_id"] == str(person.pk)


def test_somebody_stays_who_they_are() -> None:
    anna = f.person("Anna", username="anna")
    with person_or_guest(request_of(anna)) as person:
        assert person == anna
    assert Person.objects.count() == 1


def test_the_session_key_is_new_and_what_the_browser_looks_on_at_stays() -> None:
    request = request_of()
    request.session[LOOKS] = {"ABCDEFGH": 1}
    request.session.save()
    before = request.session.session_key
    with person_or_guest(request):
        pass
    assert request.session.session_key != before
    assert request.session[LOOKS] == {"ABCDEFGH": 1}


def test_a_guest_stays_signed_in_for_more_than_a_year(client: Client) -> None:
    form = {"token": "x" * 12, "name": "N", "mages": "1", "language": "en"}
    client.post("/start", form | {"name_1": "Mira", "colour_1": "blue", "side_1": "b"})
    assert int(client.cookies[settings.SESSION_COOKIE_NAME]["max-age"]) > 365 * 24 * 60 * 60


def test_the_session_of_who_keeps_coming_is_renewed(client: Client) -> None:
    start = datetime.datetime(2026, 1, 1, 20, 0, tzinfo=datetime.UTC)
    with time_machine.travel(start, tick=False) as clock:
        campaign: Campaign = f.start_campaign()
        keeper = f.keeper_of(campaign)
        assert keeper is not None
        client.force_login(keeper)
        client.get(f"/c/{campaign.code}/")
        assert client.session[SEEN] == "2026-01-01"
        for _month in range(20):  # further apart than a cookie lives, altogether
            clock.shift(datetime.timedelta(days=35))
            assert client.get(f"/c/{campaign.code}/", follow=True).status_code == 200


def test_looking_again_the_same_month_writes_no_session(client: Client) -> None:
    campaign = f.start_campaign()
    keeper = f.keeper_of(campaign)
    assert keeper is not None
    client.force_login(keeper)
    client.get(f"/c/{campaign.code}/")
    assert settings.SESSION_COOKIE_NAME not in client.get(f"/c/{campaign.code}/").cookies


def began(form: str) -> Person:
    """Let somebody start a campaign by a form of its own."""
    person = find_or_make_guest(request_of(), form=form)
    campaign = f.start_campaign(person=person)
    campaign.changes.update(token=form_key(form))
    return person


def test_a_form_sent_again_brings_its_guest_back_for_a_day() -> None:
    start = datetime.datetime(2026, 1, 1, 20, 0, tzinfo=datetime.UTC)
    with time_machine.travel(start, tick=False) as clock:
        guest = began("a-form-of-its-own")
        assert find_or_make_guest(request_of(), form="a-form-of-its-own") == guest
        clock.shift(FORM_LASTS + datetime.timedelta(seconds=1))
        assert find_or_make_guest(request_of(), form="a-form-of-its-own") != guest


def test_the_head_of_a_forms_digest_lets_nobody_in() -> None:
    guest = began("a-form-of-its-own")
    key = form_key("a-form-of-its-own")
    Change.objects.filter(person=guest).update(token=key[:-1] + ("0" if key[-1] != "0" else "1"))
    assert find_or_make_guest(request_of(), form="a-form-of-its-own") != guest


def test_a_lost_cookie_leads_to_a_page_that_says_how_to_come_back() -> None:
    campaign = f.start_campaign()
    game = f.start_game(person=f.person("Iga"), choices=open_choices(2))
    pages = {}
    for code in (f"c/{campaign.code}", "c/ABCDEFGH", f"g/{game.code}", "g/ABCDEFGH"):
        page = Client().get(f"/{code}/")
        assert page.status_code == 404
        text = page.content.decode()
        assert f"/account/sign-in?next=/{code}/" in text
        pages[code] = text.split("<main", 1)[1].split("</main", 1)[0].replace(code, "")
    assert len(set(pages.values())) == 1  # nothing tells whether there is such a record
    assert "Were you here before?" in pages["g/ABCDEFGH"]
    known = client_of(f.person("Ola")).get(f"/c/{campaign.code}/")
    assert "Were you here before?" not in known.content.decode()
