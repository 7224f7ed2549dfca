"""Whoever tries too often waits; whoever belongs there is not kept out, and nobody for good."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.contrib.auth import get_user_model
from django.contrib.sessions.models import Session
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client, override_settings

from campaign.models import Person, Role
from campaign.rules.aeons_end.market.wishes import AtMost
from campaign.rules.aeons_end.one_off.choices import MarketRequest
from campaign.services.limits import RateLimit
from campaign.services.people import invite_make
from tests.addresses import game_at
from tests.campaign import factories as f
from tests.tracker import one_offs
from tests.tracker.clients import client_of
from tracker.people import limits
from tracker.systems.aeons_end.one_off import shared_setups

PASSWORD = "nine piles, no more"
START = datetime(2026, 3, 1, 20, 0, tzinfo=UTC)
SPRAYER = "192.0.2.1"
ELSEWHERE = "198.51.100.7"

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    with override_settings(RATE_LIMITS=True), time_machine.travel(START, tick=False) as clock:
        get_user_model().objects.create_user("zuza", PASSWORD)
        get_user_model().objects.create_user("piotr", PASSWORD)
        yield clock


def leave(tokens: int, limit: RateLimit) -> None:
    """Take all but so many of what the sprayer has."""
    limit.take(SPRAYER, limit.capacity - tokens)


# --- signing in ---


def sign_in(
    client: Client | None = None,
    address: str = SPRAYER,
    password: str = PASSWORD,
    name: str = "zuza",
) -> int:
    form = {"username": name, "password": password}
    answer = (client or Client()).post("/account/sign-in", form, REMOTE_ADDR=address)
    return answer.status_code


def guess(times: int, address: str = SPRAYER) -> None:
    spellings = ("zuza", "Zuza", "ZUZA", "ｚuza")
    for turn in range(times):
        name = spellings[turn % len(spellings)]
        assert sign_in(address=address, password="wrong", name=name) == 422


def spray() -> None:
    """Try one password with as many names as one address may; only the last is really sent."""
    leave(1, limits.SIGN_INS_FROM)
    assert sign_in(password="Summer2026", name="somebody") == 422


def known_browser() -> Client:
    """Return a browser in which she has signed in and out."""
    client = Client()
    assert sign_in(client) == 302
    client.post("/account/sign-out")
    return client


def test_a_few_mistakes_are_forgiven() -> None:
    guess(limits.SIGN_INS.capacity - 1)
    assert sign_in() == 302


def test_guessing_is_stopped_however_the_name_is_spelt(clock: time_machine.Traveller) -> None:
    guess(limits.SIGN_INS.capacity)
    assert sign_in() == 429
    assert sign_in(address=ELSEWHERE) == 302  # she herself, from where she is
    assert sign_in(name="piotr") == 302  # her friend, from the same sofa
    clock.shift(limits.SIGN_INS.period / limits.SIGN_INS.capacity)
    assert sign_in() == 302


def test_a_turkish_i_is_no_new_name_to_guess_at() -> None:
    get_user_model().objects.create_user("inigo", PASSWORD)
    for _guess in range(limits.SIGN_INS.capacity):
        assert sign_in(password="wrong", name="inigo") == 422
    assert sign_in(name="\u0131nigo") == 429


def test_right_passwords_are_not_counted() -> None:
    for _turn in range(limits.SIGN_INS_FROM.capacity + 1):
        assert sign_in() == 302


def test_one_password_over_many_names_is_stopped_there_and_nowhere_else() -> None:
    for number in range(limits.SIGN_INS_FROM.capacity):
        assert sign_in(password="Summer2026", name=f"somebody-{number}") == 422
    assert sign_in() == 429
    assert sign_in(address=ELSEWHERE) == 302


def test_who_waits_for_the_address_loses_no_try_at_the_name(clock: time_machine.Traveller) -> None:
    spray()
    for _turn in range(limits.SIGN_INS.capacity):
        assert sign_in() == 429
    clock.shift(timedelta(minutes=1))
    assert sign_in() == 302


def test_the_page_says_why_and_how_long() -> None:
    spray()
    form = {"username": "zuza", "password": PASSWORD}
    page = Client().post("/account/sign-in", form, REMOTE_ADDR=SPRAYER)
    assert page.status_code == 429
    assert page["Retry-After"] == "60"
    assert "no-store" in page["Cache-Control"]
    assert "Too many wrong passwords from your network." in page.content.decode()
    assert "Try again in 1 minute." in page.content.decode()


def test_a_browser_that_was_signed_in_before_is_not_kept_out_by_who_sprays() -> None:
    known = known_browser()
    spray()
    assert sign_in(Client()) == 429
    assert sign_in(known, password="wrong") == 422
    assert sign_in(known) == 302


def test_a_passkey_of_a_known_browser_is_not_kept_out_by_who_sprays() -> None:
    known = known_browser()
    spray()
    for browser, status in ((Client(), 429), (known, 302)):
        answer = browser.post("/account/sign-in/passkey", {"credential": "{}"}, REMOTE_ADDR=SPRAYER)
        assert answer.status_code == status


def test_a_known_browser_still_guesses_no_more_than_another_and_only_at_its_own_name() -> None:
    known = known_browser()
    spray()
    assert sign_in(known, name="piotr") == 429
    for _guess in range(limits.SIGN_INS.capacity):
        sign_in(known, password="wrong")
    assert sign_in(known) == 429


def test_one_name_is_not_guessed_from_many_addresses() -> None:
    client = known_browser()
    answers = [
        sign_in(address=f"198.51.100.{number}", password="wrong")
        for number in range(limits.SIGN_INS_OF.capacity + 1)
    ]
    assert answers == [422] * limits.SIGN_INS_OF.capacity + [429]
    assert sign_in(client) == 302  # she is not kept out where she has signed in before


def test_the_cookie_of_a_known_browser_cannot_be_made_up_and_signs_nobody_in() -> None:
    cookie = known_browser().cookies["known"]
    assert cookie["httponly"]
    assert cookie["path"] == "/account"  # of passwords, recovery codes and passkeys
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


def test_nobody_is_made_a_guest_without_end(clock: time_machine.Traveller) -> None:
    leave(3, limits.NEW_GUESTS)
    people = Person.objects.count()
    assert [start(number) for number in range(5)] == [302, 302, 302, 429, 429]
    assert Person.objects.count() == people + 3
    assert start(0) == 302  # a form sent again makes nobody
    assert start(6, ELSEWHERE) == 302
    clock.shift(timedelta(minutes=1))
    assert start(7) == 302


def test_links_are_not_guessed_without_end() -> None:
    campaign = f.start_campaign()
    keeper = f.keeper_of(campaign)
    assert keeper is not None
    _invite, token = invite_make(campaign=campaign, person=keeper, role=Role.PLAYER)
    _look, looks = invite_make(campaign=campaign, person=keeper, role=Role.READER, looks=True)
    client = Client(REMOTE_ADDR=SPRAYER)
    for number in range(limits.WRONG_LINKS.capacity):
        way = "join" if number % 2 else "look"
        assert client.get(f"/{way}/nothing-{number}").status_code == 404
    for way in ("join", "look"):
        page = client.get(f"/{way}/nothing-more")
        assert page.status_code == 429
        assert "Try again in 1 minute." in page.content.decode()
    assert Client(REMOTE_ADDR=ELSEWHERE).get("/join/nothing").status_code == 404
    # Whoever made this household's browsers ask for those does not keep it from its own links.
    assert client.get(f"/join/{token}").status_code == 200
    assert client.get(f"/look/{looks}").status_code == 200


def test_sessions_are_not_begun_without_end() -> None:
    leave(2, limits.NEW_SESSIONS)
    mine = Client()

    def ask(client: Client, address: str = SPRAYER) -> int:
        return client.post("/account/passkeys/options", REMOTE_ADDR=address).status_code

    assert [ask(client) for client in (mine, Client(), Client())] == [200, 200, 429]
    assert Session.objects.count() == 2
    assert ask(mine) == 200  # it has one
    forged = Client()
    forged.cookies["sessionid"] = "of-nobody-at-all"
    assert ask(forged) == 429
    assert ask(Client(), ELSEWHERE) == 200


def test_names_are_not_asked_for_without_end() -> None:
    client = client_of(f.person("Gia"))
    form = {"username": "zuza", "password": "a lantern over the table"}
    for _turn in range(limits.NAMES_TAKEN.capacity):
        assert client.post("/account/keep", form).status_code == 422
    assert client.post("/account/keep", form | {"username": "gia"}).status_code == 429


def change_password(client: Client, old: str = "wrong", address: str = SPRAYER) -> int:
    form = {"old": old, "password": "a lantern over the table"}
    return client.post("/account/password", form, REMOTE_ADDR=address).status_code


def test_an_old_password_is_not_guessed_in_a_stolen_session_from_one_address() -> None:
    zuza = Person.objects.get(username="zuza")
    stolen = client_of(zuza)
    for _guess in range(limits.OLD_PASSWORDS.capacity):
        assert change_password(stolen) == 422
    assert change_password(stolen, PASSWORD) == 429
    zuza.refresh_from_db()
    assert zuza.check_password(PASSWORD)
    # The owner, elsewhere, does not wait for the thief.
    assert change_password(client_of(zuza), PASSWORD, ELSEWHERE) == 302


def test_an_old_password_is_not_guessed_from_many_addresses() -> None:
    stolen = client_of(Person.objects.get(username="zuza"))
    answers = [
        change_password(stolen, address=f"198.51.100.{number}")
        for number in range(limits.OLD_PASSWORDS_OF.capacity + 1)
    ]
    assert answers == [422] * limits.OLD_PASSWORDS_OF.capacity + [429]


def test_a_new_session_gives_no_new_guesses_at_the_old_password() -> None:
    """Signing out all other browsers gives the thief's own a new key."""
    stolen = client_of(Person.objects.get(username="zuza"))

    def confirm(password: str) -> int:
        form = {"password": password}
        return stolen.post("/account/confirm", form, REMOTE_ADDR=SPRAYER).status_code

    for _guess in range(limits.OLD_PASSWORDS.capacity):
        assert confirm("wrong") == 422
    before = stolen.session.session_key
    stolen.post("/account/browsers", REMOTE_ADDR=SPRAYER)
    assert stolen.session.session_key != before
    assert confirm(PASSWORD) == 429
    assert change_password(stolen, PASSWORD) == 429


def test_the_wait_for_an_old_password_ends(clock: time_machine.Traveller) -> None:
    client = client_of(Person.objects.get(username="zuza"))
    for _turn in range(limits.OLD_PASSWORDS.capacity):
        change_password(client)
    assert change_password(client, PASSWORD) == 429
    clock.shift(limits.OLD_PASSWORDS.period / limits.OLD_PASSWORDS.capacity)
    assert change_password(client, PASSWORD) == 302


def picture(number: int = 0) -> SimpleUploadedFile:
    return SimpleUploadedFile(f"{number}.jpg", b"no picture, and looked into all the same")


def test_pictures_are_not_looked_into_without_end(clock: time_machine.Traveller) -> None:
    leave(5, limits.PICTURES)
    campaign = f.planned_campaign()
    client = client_of(f.keeper_of(campaign))
    photos, mage = (
        f"{game_at(campaign, 1)}photos",
        f"/c/{campaign.code}/mages/1/portrait/change",
    )
    evening = one_offs.game(f.keeper_of(campaign))
    form = {"token": "a-form-of-its-own", "pictures": [picture(1), picture(2)]}

    def post(path: str, sent: dict[str, Any], address: str = SPRAYER) -> int:
        return client.post(path, sent, REMOTE_ADDR=address).status_code

    assert post(photos, form) == 422
    assert post(mage, {"picture": picture()}) == 422
    assert post(photos, {"token": "a-form-of-its-own"}) == 422  # nothing came
    assert post(f"/g/{evening.code}/photos", form) == 422
    for path in (photos, f"/g/{evening.code}/photos", f"/g/{evening.code}/result"):
        form["pictures"] = [picture()]
        assert post(path, form) == 429, path
    assert post(mage, {"picture": picture()}) == 429
    assert post(f"/g/{evening.code}/result", {}) == 422
    assert post(mage, {"picture": picture()}, ELSEWHERE) == 422
    clock.shift(timedelta(seconds=3))
    assert post(mage, {"picture": picture()}) == 422


@pytest.mark.parametrize("url", ["/import", "/decks/import"])
def test_files_are_not_brought_in_without_end(url: str) -> None:
    leave(2, limits.IMPORTS)

    def bring_in() -> int:
        form = {"token": "a-form-of-its-own", "file": SimpleUploadedFile("a.json", b"{")}
        return Client().post(url, form, REMOTE_ADDR=SPRAYER).status_code

    assert [bring_in() for _turn in range(3)] == [422, 422, 429]
    assert Client().get(url, REMOTE_ADDR=SPRAYER).status_code == 200


def test_the_play_log_is_not_downloaded_without_end() -> None:
    person = f.person("Ola")
    limits.LOG_FILES.take(str(person.pk), limits.LOG_FILES.capacity - 2)
    ola = client_of(person)
    files = ("/log.csv", "/log.bgsplay", "/log.csv", "/log.bgsplay")
    assert [ola.get(file).status_code for file in files] == [200, 200, 429, 429]
    assert ola.get("/log").status_code == 200


def test_campaigns_are_not_started_or_forked_without_end() -> None:
    campaign = f.planned_campaign()
    keeper = client_of(f.keeper_of(campaign))
    leave(3, limits.NEW_CAMPAIGNS)
    paths = ("/start", f"/c/{campaign.code}/fork", "/start", f"/c/{campaign.code}/fork")
    answers = [keeper.post(path, {}, REMOTE_ADDR=SPRAYER).status_code for path in paths]
    assert answers == [422, 422, 422, 429]
    assert keeper.post("/start", {}, REMOTE_ADDR=ELSEWHERE).status_code == 422


def test_shared_set_ups_are_not_drawn_without_end() -> None:
    game = one_offs.game()
    shared = shared_setups.shared_table(game)
    assert shared is not None
    link = f"/play/table?t={shared_setups.packed(shared)}"
    leave(2, limits.DRAWS)
    answers = [Client().post(link, REMOTE_ADDR=SPRAYER).status_code for _turn in range(3)]
    assert answers == [302, 302, 429]
    assert Client().get(link, REMOTE_ADDR=SPRAYER).status_code == 200
    assert Client().post(link, REMOTE_ADDR=ELSEWHERE).status_code == 302
    wishes = (AtMost(1, keys=frozenset({"a"})), AtMost(1, keys=frozenset({"b"})))
    choices = replace(shared.choices, market=MarketRequest(constraints=wishes))
    dear = f"/play/table?t={shared_setups.packed(replace(shared, choices=choices))}"
    limits.DRAWS.take(ELSEWHERE, limits.DRAWS.capacity - 3)
    assert Client().post(dear, REMOTE_ADDR=ELSEWHERE).status_code == 429  # each wish counts
    assert Client().post(link, REMOTE_ADDR=ELSEWHERE).status_code == 302


def test_choices_are_not_checked_without_end() -> None:
    game = one_offs.game()
    owner = client_of(game.owner)
    leave(1, limits.DRAWS)
    path = f"/g/{game.code}/check"
    assert [owner.post(path, {}, REMOTE_ADDR=SPRAYER).status_code for _turn in range(2)] == [
        200,
        429,
    ]
