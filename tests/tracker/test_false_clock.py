"""A clock that is wrong, and set right again: nobody is locked out, and no door stays open.

Everything happens three times: by the right clock, by a wrong one, and by the right one again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from unittest.mock import Mock

import pytest
import time_machine
from django.core.management import call_command
from django.test import Client, override_settings
from django.urls import reverse

from campaign.backups.making import latest_backup
from campaign.models import EveningAnswer, LiveMove, Notice, Person, WebhookDelivery
from campaign.models.api_tokens import Scope
from campaign.services.accounts import hash_token, passkey_link_is_open, passkey_link_make
from campaign.services.api_tokens import api_token_make
from campaign.services.calendars import calendar_make
from campaign.services.limits import RateLimit, RateLimited
from campaign.services.seats import owner_is_silent
from campaign.services.webhooks import webhook_make
from tests.campaign import factories
from tests.campaign.next_evenings import date_of, proposed, settled
from tests.tracker import one_offs
from tests.tracker.clients import client_of
from tests.tracker.test_notices import Phone
from tracker.live.streams import signed_out
from tracker.outgoing import sending
from tracker.people import limits
from tracker.webhooks import notices, outbox

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
PASSWORD = "a lantern over the table"
WRONG = [
    pytest.param(sign * span, id=f"{'+' if sign > 0 else '-'}{name}")
    for span, name in ((timedelta(hours=1), "hour"), (timedelta(days=30), "month"))
    for sign in (1, -1)
]
every_clock = pytest.mark.parametrize("wrong", WRONG)


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with override_settings(RATE_LIMITS=True), time_machine.travel(NOON, tick=False) as clock:
        yield clock


@pytest.fixture
def anna() -> Person:
    return Person.objects.create_user("anna", PASSWORD, display_name="Anna")


def three_times(clock: time_machine.Traveller, wrong: timedelta) -> Iterator[str]:
    """Set the clock right, wrong and right again, a minute later each time."""
    for turn, by in enumerate((timedelta(), wrong, timedelta())):
        clock.move_to(NOON + by + turn * timedelta(minutes=1))
        yield ("right", "wrong", "right again")[turn]


def signed_in() -> Client:
    client = Client()
    client.post("/account/sign-in", {"username": "anna", "password": PASSWORD})
    return client


LIMITS = [each for each in vars(limits).values() if isinstance(each, RateLimit)]


@every_clock
@pytest.mark.parametrize("limit", LIMITS, ids=lambda limit: limit.name)
def test_no_limit_is_longer_than_its_period(
    clock: time_machine.Traveller, wrong: timedelta, limit: RateLimit
) -> None:
    """Whoever has used a limit up waits for its period at most, whatever the clock did."""
    for _when in three_times(clock, wrong):
        with suppress(RateLimited):
            limit.take("zuza", limit.capacity)
    clock.shift(limit.period)
    limit.take("zuza", limit.capacity)


@every_clock
def test_a_wrong_clock_refuses_nobody(
    clock: time_machine.Traveller, wrong: timedelta, anna: Person
) -> None:
    game = one_offs.game(anna)
    for _when in three_times(clock, wrong):
        client = signed_in()
        assert client.get("/account").status_code == 200
        assert client.get(f"/g/{game.code}/").status_code == 200
        limits.MOVES.take("198.51.100.7")


@every_clock
def test_limits_hold_while_a_clock_is_set_by_little(
    clock: time_machine.Traveller, wrong: timedelta
) -> None:
    """Two machines whose clocks differ by seconds count as one."""
    limits.SIGN_INS.take("anna", limits.SIGN_INS.capacity)
    clock.shift(timedelta(seconds=-20 if wrong > timedelta() else 20))
    with pytest.raises(RateLimited):
        limits.SIGN_INS.take("anna")


@every_clock
def test_sessions_tokens_and_streams_outlive_a_wrong_clock(
    clock: time_machine.Traveller, wrong: timedelta, anna: Person
) -> None:
    client = signed_in()
    token = api_token_make(person=anna, name="script", scope=Scope.READ)
    login = (anna.pk, anna.session_epoch)
    watcher = Mock(session=client.session.session_key, login=login)
    for _when in three_times(clock, wrong):
        assert client.get("/account").status_code == 200
        answer = Client().get("/api/v1/games", headers={"authorization": f"Bearer {token}"})
        assert answer.status_code == 200
        assert signed_out([watcher]) == set()


@pytest.mark.parametrize("what", ["confirmed_at", "recovered_at"])
@every_clock
def test_a_password_that_was_typed_by_a_wrong_clock_is_typed_again(
    clock: time_machine.Traveller, wrong: timedelta, anna: Person, what: str
) -> None:
    clock.shift(wrong)
    client = signed_in()
    session = client.session
    session[what] = int((NOON + wrong).timestamp())
    session.save()
    assert is_let_through(client, what)
    clock.move_to(NOON + timedelta(minutes=20))
    assert not is_let_through(client, what)


def is_let_through(client: Client, what: str) -> bool:
    """Say whether a page asks for no password."""
    if what == "confirmed_at":
        return client.get("/account/delete").status_code == 200
    return 'name="old"' not in client.get("/account/password").content.decode()


def test_links_of_a_clock_that_ran_ahead_do_not_last_longer(
    clock: time_machine.Traveller, anna: Person
) -> None:
    clock.shift(timedelta(days=30))
    digest = hash_token(passkey_link_make(person=anna))
    assert passkey_link_is_open(person=anna, token_hash=digest)
    clock.move_to(NOON + timedelta(hours=2))
    assert not passkey_link_is_open(person=anna, token_hash=digest)


@every_clock
def test_webhooks_are_sent_once_whatever_the_clock_says(
    clock: time_machine.Traveller,
    wrong: timedelta,
    anna: Person,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    arrived: list[bytes] = []
    monkeypatch.setattr(sending, "target_of", lambda _url: None)
    monkeypatch.setattr(sending, "send", lambda _to, body, _headers, **_more: arrived.append(body))
    webhook_make(person=anna, url="https://bot.example.org/")
    clock.shift(wrong)
    one_offs.played(anna)  # it waits in the outbox, dated by the wrong clock
    clock.move_to(NOON + timedelta(minutes=1))
    outbox.send_all()
    assert len(arrived) == 1
    assert not WebhookDelivery.objects.exists()


@every_clock
@pytest.mark.django_db(transaction=True)
def test_the_backup_that_was_just_made_is_the_last_to_go(
    clock: time_machine.Traveller, wrong: timedelta, tmp_path: Path
) -> None:
    for _when in three_times(clock, wrong):
        call_command("backup", to=str(tmp_path), keep=1)
        assert len(list(tmp_path.glob("*.zip"))) == 1
        assert latest_backup(tmp_path) == datetime.now(UTC)


@every_clock
def test_links_of_evenings_and_calendars_outlast_a_wrong_clock(
    clock: time_machine.Traveller, wrong: timedelta, anna: Person
) -> None:
    made = settled(factories.start_campaign(person=anna), anna, days=(60,))
    feed = reverse("calendar_feed", args=[calendar_make(person=anna)])
    guest, page = Client(), reverse("evening", args=[made.key])
    sent = {"answer": f"{date_of(made)} yes", "name": "Bo"}
    for turn, _when in enumerate(three_times(clock, wrong)):
        assert guest.post(page, sent | {"token": f"phone-of-bo-{turn}"}).status_code == 302
        assert b"BEGIN:VEVENT" in Client().get(feed).content
    assert EveningAnswer.objects.filter(date=date_of(made)).count() == 2


@every_clock
def test_a_notice_is_sent_once_whatever_the_clock_said_when_it_was_made(
    clock: time_machine.Traveller,
    wrong: timedelta,
    anna: Person,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One that is dated a month back is no news; whoever has not answered is reminded instead."""
    told: list[str] = []
    monkeypatch.setattr(notices, "sent", lambda to, _within: told.append(to.url))
    bo, campaign = factories.person("Bo"), factories.start_campaign(person=anna)
    factories.join(campaign, bo)
    Phone(bo).listen()
    clock.shift(wrong)
    proposed(campaign, anna, days=(60,))
    clock.move_to(NOON + timedelta(minutes=1))
    for _each in range(2):
        notices.send_notices()
    assert len(told) == 1
    assert not Notice.objects.exists()


@every_clock
def test_a_live_table_goes_on(
    clock: time_machine.Traveller, wrong: timedelta, anna: Person
) -> None:
    game, client = one_offs.game(anna), client_of(anna)
    place = f"/g/{game.code}/live"
    client.post(f"{place}/open")
    for turn, _when in enumerate(three_times(clock, wrong), 1):
        assert client.get(place).status_code == 200
        move = json.dumps({"kind": "dial", "whose": "gravehold", "by": -1})
        client.post(f"{place}/move", {"move": move, "token": f"phone-{turn:04}"})
        assert LiveMove.objects.count() == turn


def test_an_owner_who_was_here_by_a_wrong_clock_does_not_keep_a_game_for_a_month(
    clock: time_machine.Traveller, anna: Person
) -> None:
    clock.shift(timedelta(days=30))
    game = one_offs.game(anna)
    clock.move_to(NOON + timedelta(hours=2))
    assert owner_is_silent(game)
    clock.move_to(NOON + timedelta(days=30, minutes=2))
    assert not owner_is_silent(game)
