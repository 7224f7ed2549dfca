"""Whoever tries too often waits; whoever belongs there is not kept out, and nobody for good."""

import datetime
from collections.abc import Iterator
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.contrib.auth import authenticate, get_user_model
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpRequest
from django.test import Client, RequestFactory, override_settings

from campaign.models import Person, Role
from campaign.services.people import invite_make
from tests.campaign import factories as f
from tests.tracker import evenings
from tests.tracker.doors import client_of
from tracker import throttling
from tracker.throttling import NAMES_MOST, Bound, TooMany

PASSWORD = "nine piles, no more"

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def throttled() -> Iterator[None]:
    get_user_model().objects.create_user("zuza", PASSWORD)
    bounds = [bound for bound in vars(throttling).values() if isinstance(bound, Bound)]
    for bound in bounds:
        bound.forget()
    with override_settings(AXES_ENABLED=True):
        yield
    for bound in bounds:
        bound.forget()


def knock(username: str, password: str, address: str = "192.0.2.1") -> bool:
    request: HttpRequest = RequestFactory().post("/sign-in", REMOTE_ADDR=address)
    return authenticate(request, username=username, password=password) is not None


def guess(times: int, address: str = "192.0.2.1") -> None:
    spellings = ("zuza", "Zuza", "ZUZA", "zuZa")
    for turn in range(times):
        assert not knock(spellings[turn % len(spellings)], "wrong", address)


def test_a_few_mistakes_are_forgiven() -> None:
    guess(settings.AXES_FAILURE_LIMIT - 1)
    assert knock("zuza", PASSWORD)


def test_guessing_is_stopped_however_the_name_is_spelt() -> None:
    guess(settings.AXES_FAILURE_LIMIT)
    assert not knock("zuza", PASSWORD)


def test_somebody_else_guessing_does_not_keep_her_out() -> None:
    guess(settings.AXES_FAILURE_LIMIT, address="198.51.100.7")
    assert knock("zuza", PASSWORD)


def test_the_wait_ends_even_if_the_guessing_goes_on() -> None:
    start = datetime.datetime(2026, 3, 1, 20, 0, tzinfo=datetime.UTC)
    with time_machine.travel(start, tick=False) as clock:
        guess(settings.AXES_FAILURE_LIMIT)
        clock.shift(settings.AXES_COOLOFF_TIME / 2)
        guess(3)
        assert not knock("zuza", PASSWORD)
        clock.shift(settings.AXES_COOLOFF_TIME / 2 + datetime.timedelta(seconds=1))
        assert knock("zuza", PASSWORD)


# --- one password, many names ---

START = datetime.datetime(2026, 3, 1, 20, 0, tzinfo=datetime.UTC)
SPRAYER = "192.0.2.1"


def spray(names: int = NAMES_MOST, address: str = SPRAYER) -> None:
    for number in range(names):
        assert not knock(f"somebody-{number}", "Summer2026", address)


def sign_in(client: Client, address: str = SPRAYER, password: str = PASSWORD) -> int:
    form = {"username": "zuza", "password": password}
    return client.post("/account/sign-in", form, REMOTE_ADDR=address).status_code


def test_one_password_over_many_names_is_stopped_there_and_nowhere_else() -> None:
    spray()
    assert not knock("zuza", PASSWORD)
    assert knock("zuza", PASSWORD, "198.51.100.7")


def test_a_household_that_mistypes_its_names_is_not() -> None:
    spray(NAMES_MOST - 1)
    assert knock("zuza", PASSWORD)


def test_a_series_of_typos_keeps_out_nobody_else_of_the_household() -> None:
    guess(settings.AXES_FAILURE_LIMIT)
    get_user_model().objects.create_user("piotr", PASSWORD)
    assert not knock("zuza", PASSWORD)
    assert knock("piotr", PASSWORD)


def test_the_wait_of_an_address_ends_even_if_the_trying_goes_on() -> None:
    with time_machine.travel(START, tick=False) as clock:
        spray()
        clock.shift(settings.AXES_COOLOFF_TIME / 2)
        for number in range(30):
            assert not knock(f"another-{number}", "Summer2026")
        assert not knock("zuza", PASSWORD)
        clock.shift(settings.AXES_COOLOFF_TIME / 2 + datetime.timedelta(seconds=1))
        assert knock("zuza", PASSWORD)


def test_a_sprayer_with_an_account_does_not_start_anew_by_signing_in() -> None:
    spray(NAMES_MOST - 1)
    assert knock("zuza", PASSWORD)
    spray(NAMES_MOST)
    assert not knock("zuza", PASSWORD)


def test_the_page_says_why_and_how_long() -> None:
    with time_machine.travel(START, tick=False) as clock:
        spray()
        clock.shift(datetime.timedelta(minutes=5))
        form = {"username": "zuza", "password": PASSWORD}
        page = Client().post("/account/sign-in", form, REMOTE_ADDR=SPRAYER)
        assert page.status_code == 429
        assert page["Retry-After"] == "600"
        assert "Too many names were tried from where you are." in page.content.decode()
        assert "Try again in 10 minutes." in page.content.decode()
        as_script = {"X-Requested-With": "XMLHttpRequest"}
        page = Client().post("/account/sign-in", form, REMOTE_ADDR=SPRAYER, headers=as_script)
        assert page.status_code == 429
        assert "Access-Control-Allow-Origin" not in page


def test_a_browser_that_was_signed_in_before_is_not_kept_out_by_who_sprays() -> None:
    known, another = Client(), Client()
    assert sign_in(known) == 302
    known.post("/account/sign-out")
    spray()
    assert sign_in(another) == 429
    assert sign_in(known, password="wrong") == 422
    assert sign_in(known) == 302


def test_a_known_browser_still_guesses_no_more_than_another_and_only_at_its_own_name() -> None:
    get_user_model().objects.create_user("piotr", PASSWORD)
    known = Client()
    sign_in(known)
    known.post("/account/sign-out")
    spray()
    form = {"username": "piotr", "password": PASSWORD}
    assert known.post("/account/sign-in", form, REMOTE_ADDR=SPRAYER).status_code == 429
    for _guess in range(settings.AXES_FAILURE_LIMIT):
        sign_in(known, password="wrong")
    assert sign_in(known) == 429


def test_the_cookie_of_a_known_browser_cannot_be_made_up_and_signs_nobody_in() -> None:
    known = Client()
    sign_in(known)
    cookie = known.cookies["known"]
    assert cookie["httponly"]
    assert cookie["path"] == "/account/sign-in"
    assert "zuza" not in cookie.value
    bare = Client()
    bare.cookies["known"] = cookie.value
    assert bare.get("/account").status_code == 302
    spray()
    bare.cookies["known"] = cookie.value[:-1]
    assert sign_in(bare) == 429


# --- guests, links, names, old passwords ---


def start(number: int, address: str = SPRAYER) -> int:
    form = {"token": f"form-number-{number}", "name": "N", "mages": "1", "language": "en"}
    form |= {"name_1": "Mira", "colour_1": "blue", "side_1": "b"}
    return Client().post("/start", form, REMOTE_ADDR=address).status_code


def test_nobody_is_made_a_guest_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(throttling.NEW_GUESTS, "most", 3)
    with time_machine.travel(START, tick=False) as clock:
        people = Person.objects.count()
        assert [start(number) for number in range(5)] == [302, 302, 302, 429, 429]
        assert Person.objects.count() == people + 3
        assert start(0) == 302  # a form sent again makes nobody
        assert start(6, "198.51.100.7") == 302
        clock.shift(datetime.timedelta(seconds=throttling.NEW_GUESTS.within + 1))
        assert start(7) == 302


def test_links_are_not_guessed_without_end() -> None:
    campaign = f.start_campaign()
    keeper = f.keeper_of(campaign)
    assert keeper is not None
    _invite, token = invite_make(campaign=campaign, person=keeper, role=Role.PLAYER)
    _look, looks = invite_make(campaign=campaign, person=keeper, role=Role.READER, looks=True)
    client = Client(REMOTE_ADDR=SPRAYER)
    for number in range(throttling.WRONG_LINKS.most):
        way = "join" if number % 2 else "look"
        assert client.get(f"/{way}/nothing-{number}").status_code == 404
    for way in ("join", "look"):
        page = client.get(f"/{way}/nothing-more")
        assert page.status_code == 429
        assert "Try again in 15 minutes." in page.content.decode()
    assert Client(REMOTE_ADDR="198.51.100.7").get("/join/nothing").status_code == 404
    # Whoever made this household's browsers ask for those does not keep it from its own links.
    assert client.get(f"/join/{token}").status_code == 200
    assert client.get(f"/look/{looks}").status_code == 302


def test_names_are_not_asked_for_without_end() -> None:
    client = client_of(f.person("Gia"))
    form = {"username": "zuza", "password": "a lantern over the table"}
    for _turn in range(throttling.NAMES_TAKEN.most):
        assert client.post("/account/keep", form).status_code == 422
    assert client.post("/account/keep", form | {"username": "gia"}).status_code == 429


def test_an_old_password_is_not_guessed_at_an_open_screen() -> None:
    zuza = Person.objects.get(username="zuza")
    client = client_of(zuza)
    form = {"old": "wrong", "password": "a lantern over the table"}
    for _turn in range(throttling.OLD_PASSWORDS.most):
        assert client.post("/account/password", form).status_code == 422
    assert client.post("/account/password", form | {"old": PASSWORD}).status_code == 429
    zuza.refresh_from_db()
    assert zuza.check_password(PASSWORD)


def test_whoever_guesses_an_old_password_elsewhere_does_not_keep_its_owner_waiting() -> None:
    zuza = Person.objects.get(username="zuza")
    stolen, own = client_of(zuza), client_of(zuza)
    form = {"old": "wrong", "password": "a lantern over the table"}
    for _turn in range(throttling.OLD_PASSWORDS.most):
        stolen.post("/account/password", form, REMOTE_ADDR=SPRAYER)
    right = form | {"old": PASSWORD}
    assert stolen.post("/account/password", right, REMOTE_ADDR=SPRAYER).status_code == 429
    answer = own.post("/account/password", right, REMOTE_ADDR="198.51.100.7")
    assert answer.status_code == 302


GUESS = {"old": "wrong", "password": "a lantern over the table"}


def guess_old(client: Client, address: str, old: str = "wrong") -> int:
    form = GUESS | {"old": old}
    return client.post("/account/password", form, REMOTE_ADDR=address).status_code


def test_a_stolen_session_guesses_no_more_from_many_addresses() -> None:
    zuza = Person.objects.get(username="zuza")
    stolen = client_of(zuza)
    for number in range(throttling.OLD_PASSWORDS.most):
        assert guess_old(stolen, f"192.0.2.{number}") == 422
    assert guess_old(stolen, "198.51.100.8", PASSWORD) == 429
    # Its owner signs in anew, wherever that is, and chooses another password.
    own = Client()
    assert sign_in(own, "198.51.100.7") == 302
    assert guess_old(own, "198.51.100.7", PASSWORD) == 302
    assert stolen.get("/account").status_code == 302


def test_several_stolen_sessions_guess_no_more_than_a_few_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(throttling.OLD_PASSWORDS_OF_ONE, "most", 6)
    zuza = Person.objects.get(username="zuza")
    thieves = [client_of(zuza) for _each in range(3)]
    with time_machine.travel(START, tick=False):
        for turn in range(2):
            for number, thief in enumerate(thieves):
                assert guess_old(thief, f"192.0.2.{10 * turn + number}") == 422
        for number, thief in enumerate(thieves):
            assert guess_old(thief, f"192.0.2.{50 + number}", PASSWORD) == 429
        own = Client()
        sign_in(own, "198.51.100.7")
        assert guess_old(own, "198.51.100.7") == 422  # who has just signed in is let through
        assert guess_old(own, "198.51.100.7", PASSWORD) == 429
        sign_in(own := Client(), "198.51.100.7")
        assert guess_old(own, "198.51.100.7", PASSWORD) == 302
    zuza.refresh_from_db()
    assert zuza.check_password("a lantern over the table")


def test_the_wait_of_an_account_ends_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(throttling.OLD_PASSWORDS_OF_ONE, "most", 2)
    client = client_of(Person.objects.get(username="zuza"))
    with time_machine.travel(START, tick=False) as clock:
        assert [guess_old(client, SPRAYER) for _turn in range(4)] == [422, 422, 429, 429]
        clock.shift(datetime.timedelta(seconds=throttling.OLD_PASSWORDS_OF_ONE.within + 1))
        assert guess_old(client, SPRAYER, PASSWORD) == 302


def picture(number: int = 0) -> SimpleUploadedFile:
    return SimpleUploadedFile(f"{number}.jpg", b"no picture, and looked into all the same")


def test_pictures_are_not_looked_into_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(throttling.PICTURES, "most", 4)
    campaign = f.planned_campaign()
    client = client_of(f.keeper_of(campaign))
    photos, mage = (
        f"/c/{campaign.code}/games/1/photos",
        f"/c/{campaign.code}/mages/1/portrait/change",
    )
    evening = evenings.game(f.keeper_of(campaign))
    form = {"token": "a-form-of-its-own", "pictures": [picture(1), picture(2)]}

    def post(path: str, sent: dict[str, Any], address: str = SPRAYER) -> int:
        return client.post(path, sent, REMOTE_ADDR=address).status_code

    with time_machine.travel(START, tick=False) as clock:
        assert post(photos, form) == 422
        assert post(mage, {"picture": picture()}) == 422
        assert post(photos, {"token": "a-form-of-its-own"}) == 422  # nothing came
        assert post(f"/g/{evening.code}/photos", form) == 422
        for path in (photos, f"/g/{evening.code}/photos", f"/g/{evening.code}/result"):
            form["pictures"] = [picture()]
            assert post(path, form) == 429, path
        assert post(mage, {"picture": picture()}) == 429
        assert post(f"/g/{evening.code}/result", {}) == 422
        assert post(mage, {"picture": picture()}, "198.51.100.7") == 422
        clock.shift(datetime.timedelta(seconds=throttling.PICTURES.within + 1))
        assert post(mage, {"picture": picture()}) == 422


def test_files_are_not_brought_in_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(throttling.BROUGHT_IN, "most", 2)

    def bring_in() -> int:
        form = {"token": "a-form-of-its-own", "file": SimpleUploadedFile("a.json", b"{")}
        return Client().post("/import", form, REMOTE_ADDR=SPRAYER).status_code

    assert [bring_in() for _turn in range(3)] == [422, 422, 429]
    assert Client().get("/import", REMOTE_ADDR=SPRAYER).status_code == 200


def test_a_bound_remembers_no_more_addresses_than_it_has_room_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(throttling, "ADDRESSES_MOST", 3)
    bound = Bound("Too many.", 1, 60)
    for who in "abcd":
        bound.count(who)
    bound.check("a")
    with pytest.raises(TooMany):
        bound.check("d")
