"""Evenings in calendar programs: a file, a private address, and two libraries that read them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client, override_settings
from django.urls import reverse
from ical.calendar_stream import IcsCalendarStream
from icalendar import Calendar

from campaign.models import CalendarFeed, Campaign, Evening, EveningAnswer, Person
from campaign.services.accounts import browsers_sign_out, person_set_password
from campaign.services.evenings import date_settle, dates_propose, evening_call_off, link_renew
from campaign.services.merging import person_merge
from campaign.services.people import member_remove
from campaign.services.revoking import access_revoke_all
from campaign.services.seats import invite_renew, seat_free, seat_take
from tests.campaign import factories
from tests.campaign.next_evenings import answer, date_of, proposed, settled
from tests.tracker import clients, one_offs
from tests.tracker.api.clients import BASE

pytestmark = pytest.mark.django_db

CALENDAR = reverse("calendar")
AWKWARD = "Mill Lane 4; 2nd floor, \\left\\, ring “Ada” – żółć " + "long " * 10


@pytest.fixture
def keeper() -> Person:
    return factories.person("Ada")


@pytest.fixture
def campaign(keeper: Person) -> Campaign:
    return factories.start_campaign(person=keeper, name="Żółw, Wróg; & Co")


def address_of(person: Person) -> str:
    """Create the private address of somebody's calendar on its page; return its path."""
    phone = clients.client_of(person)
    page = phone.post(CALENDAR, {"create": "1"}, follow=True).content.decode()
    start = page.index("http://testserver/calendar/") + len("http://testserver")
    return page[start : page.index(".ics", start) + 4]


def read(url: str) -> bytes:
    answered = Client().get(url)
    assert answered.status_code == 200
    assert answered.headers["Content-Type"] == "text/calendar; charset=utf-8"
    return bytes(answered.content)


def test_two_libraries_read_an_evening_alike_across_a_clock_change(
    campaign: Campaign, keeper: Person
) -> None:
    with time_machine.travel(datetime(2026, 10, 20, 12, tzinfo=UTC)):
        starts = [datetime(2026, 10, 24, 17, 30, tzinfo=UTC)]  # 19:30 in Warsaw, an hour later then
        made = dates_propose(
            record=campaign,
            person=keeper,
            starts=starts,
            zone="Europe/Warsaw",
            minutes=480,  # past the hour that comes twice
            place=AWKWARD,
            brings="Bo: crisps",
        )
        date_settle(evening=made, person=keeper, date=date_of(made))
        body = read(reverse("evening_ics", args=[made.key]))
    [one] = Calendar.from_ical(body).events
    [other] = IcsCalendarStream.calendar_from_ics(body.decode()).events
    assert one["SUMMARY"] == other.summary == "Żółw, Wróg; & Co"
    assert one["LOCATION"] == other.location == AWKWARD.strip()
    assert one.start == other.dtstart == starts[0]
    assert one.end == other.dtend == starts[0] + timedelta(hours=8)
    assert one["STATUS"] == other.status == "CONFIRMED"
    assert one["UID"] == other.uid
    assert all(len(line) <= 75 for line in body.split(b"\r\n"))


def test_an_evening_without_a_date_is_no_file(campaign: Campaign, keeper: Person) -> None:
    made = proposed(campaign, keeper)
    assert Client().get(reverse("evening_ics", args=[made.key])).status_code == 404


def test_a_private_calendar_follows_every_change(campaign: Campaign, keeper: Person) -> None:
    url = address_of(keeper)
    assert not Calendar.from_ical(read(url)).events
    made = settled(campaign, keeper)
    [first] = Calendar.from_ical(read(url)).events
    date_settle(evening=made, person=keeper, date=date_of(made, 1))
    [moved] = Calendar.from_ical(read(url)).events
    assert moved["UID"] == first["UID"]
    assert moved.sequence > first.sequence
    assert moved.start == first.start + timedelta(days=2)
    evening_call_off(evening=made, person=keeper)
    [gone] = IcsCalendarStream.calendar_from_ics(read(url).decode()).events
    assert gone.status == "CANCELLED"


def test_a_calendar_has_the_evenings_of_its_owner_and_of_nobody_else(
    campaign: Campaign, keeper: Person
) -> None:
    bo, by_link = factories.person("Bo"), Person.objects.guest(display_name="Cy")
    member = factories.join(campaign, bo)
    made = settled(campaign, keeper)
    settled(factories.start_campaign(), factories.keeper_of(Campaign.objects.latest("pk")))
    answer(made, by_link)
    for person in (bo, by_link):
        assert len(Calendar.from_ical(read(address_of(person))).events) == 1
    url = address_of(bo)
    member_remove(membership=member, person=keeper)
    assert not Calendar.from_ical(read(url)).events


def test_who_was_removed_reads_nothing_by_an_answer_of_a_guest_they_merge_with(
    campaign: Campaign, keeper: Person
) -> None:
    """They open the link in a private window, answer there as a guest, and sign in."""
    bo, guest = factories.person("Bo", username="bo"), Person.objects.guest(display_name="Bob")
    member, made = factories.join(campaign, bo), settled(campaign, keeper, place="Mill Lane 4")
    url = address_of(bo)
    member_remove(membership=member, person=keeper)
    answer(made, guest)
    person_merge(guest=guest, into=bo)
    assert b"Mill Lane" not in read(url)


def test_who_was_barred_reads_nothing_though_they_have_answered(keeper: Person) -> None:
    game, bo = one_offs.game(keeper), factories.person("Bo")
    seat_take(game=game, key=game.invite_key, number=2, person=bo, name="Bo")
    made, url = settled(game, keeper, place="Mill Lane 4"), address_of(bo)
    answer(made, bo)
    assert b"Mill Lane" in read(url)
    seat_free(game=game, number=2, owner=keeper, bars=True)
    assert b"Mill Lane" not in read(url)
    assert clients.client_of(bo).get(reverse("evening", args=[made.key])).status_code == 403
    # A new invitation is for whoever is given it; the evening's link is as old as before.
    invite_renew(game=game, owner=keeper)
    assert b"Mill Lane" not in read(url)
    assert clients.client_of(bo).get(reverse("evening", args=[made.key])).status_code == 403


def test_who_only_had_the_old_link_reads_nothing_once_it_is_replaced(
    campaign: Campaign, keeper: Person
) -> None:
    guest = Person.objects.guest(display_name="Cy")
    made, url = settled(campaign, keeper), address_of(guest)
    answer(made, guest)
    assert len(Calendar.from_ical(read(url)).events) == 1
    link_renew(evening=made, person=keeper)
    assert not Calendar.from_ical(read(url)).events
    assert not EveningAnswer.objects.filter(person=guest).exists()


def test_an_address_ends_when_it_is_revoked_or_replaced_or_the_password_changes(
    keeper: Person,
) -> None:
    first = address_of(keeper)
    second = address_of(keeper)
    assert Client().get(first).status_code == 404
    clients.client_of(keeper).post(CALENDAR, {"revoke": "1"})
    assert Client().get(second).status_code == 404
    third = address_of(keeper)
    person_set_password(person=keeper, password="nine piles, no more")
    assert Client().get(third).status_code == 404
    fourth = address_of(keeper)
    browsers_sign_out(person=keeper, keep_tokens=True)
    assert Client().get(fourth).status_code == 200
    browsers_sign_out(person=keeper)
    assert Client().get(fourth).status_code == 404
    fifth = address_of(keeper)
    access_revoke_all()
    assert Client().get(fifth).status_code == 404


def test_an_address_opens_no_page_and_changes_nothing(campaign: Campaign, keeper: Person) -> None:
    url = address_of(keeper)
    program = Client()
    assert program.get(url).status_code == 200
    before = factories.everything()
    assert program.post(url).status_code == 405
    assert program.get(f"/c/{campaign.code}/").status_code == 404
    token = url.rpartition("/")[2].removesuffix(".ics")
    for sent in (
        {"query_params": {"token": token}},
        {"headers": {"authorization": f"Bearer {token}"}},
    ):
        assert program.get(f"{BASE}/plays.csv", **sent).status_code == 401  # type: ignore[arg-type] # either
    assert not program.session.keys()
    assert factories.everything() == before


def test_an_address_is_shown_once_and_stored_as_a_hash(keeper: Person) -> None:
    url = address_of(keeper)
    assert url not in clients.client_of(keeper).get(CALENDAR).content.decode()
    token = url.rpartition("/")[2].removesuffix(".ics")
    assert len(token) == 43
    assert token not in str(CalendarFeed.objects.values().get())
    Person.objects.filter(pk=keeper.pk).update(is_active=False)
    assert Client().get(url).status_code == 404


def test_a_guest_keeps_their_calendar_in_an_account() -> None:
    guest = Person.objects.guest(display_name="Gia")
    url = address_of(guest)
    person_merge(guest=guest, into=Person.objects.create_user("gia", "nine piles, no more"))
    assert Client().get(url).status_code == 200


def test_a_cookie_that_nobody_of_us_wrote_shows_no_secret() -> None:
    phone = clients.client_of(factories.person("Ada"))
    phone.cookies["fresh_calendar"] = "é"
    assert phone.get(CALENDAR).status_code == 200


def test_whoever_is_not_signed_in_has_no_calendar() -> None:
    assert Client().get(CALENDAR).status_code == 302
    assert Client().post(CALENDAR).status_code == 302


@override_settings(RATE_LIMITS=True)
def test_nobody_guesses_addresses() -> None:
    wrong = reverse("calendar_feed", args=["x" * 43])
    assert {Client().get(wrong).status_code for _ in range(40)} == {404, 429}


def test_links_of_evenings_end_with_all_others_after_a_restore(
    campaign: Campaign, keeper: Person
) -> None:
    made = proposed(campaign, keeper)
    access_revoke_all()
    assert Evening.objects.get().key != made.key
