"""Bad input: no request is a server error, and only a request that succeeds changes anything.

A round of requests in the suite, some more in `make thorough`; `make fuzz` sends three
million (BREACHKEEPER_FUZZ says how many). One in six is a call of the API.
"""

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from django.conf import settings as ours
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from campaign.models import Scope
from tests.marks import one_in, thorough
from tests.tracker.security.api_table import OK
from tests.tracker.security.api_table import TABLE as CALLED
from tests.tracker.security.fuzz import BadRequests, RequestSpec, Sender
from tests.tracker.security.fuzz_api import (
    OPERATIONS,
    ApiRequest,
    BadApiRequests,
    valid_request,
    with_token_of,
)
from tests.tracker.security.rows import HEARD
from tests.tracker.security.site import ACCOUNTS, REVOKED, Site
from tests.tracker.security.table import TABLE
from tests.tracker.security.valid_forms import USED, FuzzTarget, prepare_target
from tests.tracker.security.write_checks import NEVER_STALE, TOKENLESS, WriteChecker, may_write

pytestmark = pytest.mark.django_db

ASKED_FOR = os.environ.get("BREACHKEEPER_FUZZ", "")
COUNT = int(ASKED_FOR or "2000")
ROUND = 250  # requests of one test
FIRST = int(os.environ.get("FUZZ_FROM", "0")) // ROUND  # where `make fuzz` stopped last
TURNS = [
    thorough(turn) if turn and not ASKED_FOR else turn
    for turn in range(FIRST, FIRST + max(1, COUNT // ROUND))
]
# Of a round's requests so many change something: bad input that never gets near a write is easy.
REACHED = 0.1
EVERY = 6  # so many requests, one is to the API
# As things stand on the site, these have nothing to write.
# What changes a session at most, or needs a secret that only its owner has.
IDLE = {"set_language", "set_display", "sign_out", "check_choices", "confirm", "recover"}
IDLE |= {"next_game", "passkeys", "passkey_options", "passkey_sign_in"}
IDLE |= {"invitation_watch"}  # only the session remembers it
IDLE |= {"invitation_decline"}  # nothing was offered
IDLE |= {"notices_mail"}  # no mail server is set
IDLE |= {"duel_own_deck"}  # it shows a secret deck
IDLE |= {"relic_seat", "relic_seat_pdf", "relic_seat_json"}  # they show a secret deal
# A file would go before the text of these.
PASTED = {"deck_import", "journal_start", "journal_description"}


@pytest.fixture(scope="module")
def target(site: Site) -> FuzzTarget:
    """Read the site's forms once per module."""
    return prepare_target(site)


@pytest.fixture(scope="module")
def sender(target: FuzzTarget) -> Sender:
    """Make a client for each role once per module."""
    return Sender(target)


@pytest.fixture
def checker(target: FuzzTarget, sender: Sender) -> Iterator[WriteChecker]:
    """Compare all rows before and after each request; delete the pictures it leaves."""
    media = Path(ours.MEDIA_ROOT)
    kept = set(media.rglob("*"))
    yield WriteChecker(target, sender)
    for path in set(media.rglob("*")) - kept:
        if path.is_file():
            path.unlink()


def valid_requests(target: FuzzTarget) -> list[RequestSpec]:
    """Return every form with nothing wrong in it."""
    return [
        RequestSpec(
            *(form.name, form.visitor, "POST", form.args, form.query, form.fields),
            upload=None if form.name in PASTED else b"ok",
        )
        for form in target.forms
    ]


def one_of_each(target: FuzzTarget) -> Iterable[RequestSpec]:
    """Return a form of each address with nothing wrong in it."""
    return {request.name: request for request in valid_requests(target)}.values()


@pytest.mark.parametrize("every", [False, thorough(True)], ids=["until written", "every state"])
def test_every_form_is_found_and_saved_when_it_is_valid(
    target: FuzzTarget, checker: WriteChecker, every: bool
) -> None:
    for request in valid_requests(target):
        if every or request.name not in checker.changed:
            checker.check(request)
    heard = {name for name, row in TABLE.items() if HEARD in (row.write or {}).values()}
    never = heard - set(checker.changed)
    assert never <= IDLE, never - IDLE


@pytest.mark.parametrize("every", [False, thorough(True)], ids=["in turns", "every fault"])
def test_a_stale_or_repeated_form_changes_nothing(
    target: FuzzTarget, checker: WriteChecker, every: bool
) -> None:
    faults = ({"revision": ("0",)}, {"token": (USED,)}, {"token": ("",)})
    for turn, request in enumerate(one_of_each(target)):
        fields = dict(request.fields)
        if "revision" in fields and request.name != "fork":
            for fault in faults if every else (faults[turn % len(faults)],):
                if USED in fault.get("token", ()) and request.args[0] != _first(target):
                    continue  # another campaign has not seen that token
                again = replace(request, fields=tuple((fields | fault).items()))
                assert not checker.check(again), again
    assert checker.sent > 20


@pytest.mark.parametrize("every", [False, thorough(True)], ids=["in turns", "every role"])
def test_a_form_changes_nothing_when_its_sender_may_not_write(
    target: FuzzTarget, checker: WriteChecker, every: bool
) -> None:
    roles = ("anonymous", "stranger", "onlooker", "reader", "other", "player")
    for turn, request in enumerate(one_of_each(target)):
        others = [replace(request, visitor=role) for role in roles]
        barred = [other for other in others if not may_write(other, target)]
        for other in barred if every else barred[turn % len(barred) :][:1] if barred else ():
            assert not checker.check(other), other
    assert checker.sent > 60


def api_calls(target: FuzzTarget) -> list[ApiRequest]:
    """Return every call of the API with nothing wrong in it."""
    return [valid_request(call, target.site.tokens) for call in target.calls]


def test_every_operation_of_the_api_is_called_and_records_when_it_is_valid(
    target: FuzzTarget, checker: WriteChecker
) -> None:
    calls = api_calls(target)
    assert {call.name for call in calls} == set(OPERATIONS)
    for call in calls:
        if call.method == "POST" and call.name not in checker.changed:
            checker.check(call)
    assert set(checker.changed) == {name for name in OPERATIONS if name.startswith("POST ")}


def test_a_stale_or_repeated_call_changes_nothing(
    target: FuzzTarget, checker: WriteChecker
) -> None:
    sample, tokens = target.site.sample.campaign, target.site.tokens
    for call in target.calls:
        if call.body is None or call.role != "keeper":
            continue
        faults: list[dict[str, object]] = []
        if "revision" in call.body and call.name not in NEVER_STALE:
            faults += [{"revision": value} for value in (-1, 999_999_999, None)]
        if call.name not in TOKENLESS:
            faults += [{"token": ""}, {"token": None}]
        if call.args[:1] in ((), (sample.code,)):
            faults += [{"token": USED}]
        for fault in faults:
            again = valid_request(replace(call, body=call.body | fault), tokens)
            assert not checker.check(again), again
    assert checker.sent > 20


def test_a_call_changes_nothing_with_a_token_that_may_not_record(
    target: FuzzTarget, checker: WriteChecker
) -> None:
    tokens, kinds = target.site.tokens, (Scope.READ, REVOKED)
    for call in {call.name: call for call in api_calls(target) if call.method == "POST"}.values():
        others = [with_token_of(call, role, tokens, kind) for role in ACCOUNTS for kind in kinds]
        others += [replace(call, recorder="", headers=call.headers[:1], visitor="other")]
        barred = (role for role in ("stranger", "reader") if CALLED[call.name][role] != OK)
        others += [with_token_of(call, role, tokens) for role in barred]
        for other in others:
            assert not checker.check(other), other
    assert checker.sent > 60


def _first(target: FuzzTarget) -> str:
    return target.site.sample.campaign.code


@pytest.mark.parametrize("turn", TURNS)
def test_no_bad_request_is_a_server_error_or_changes_anything_unannounced(
    turn: int,
    target: FuzzTarget,
    checker: WriteChecker,
    record_property: Callable[[str, object], None],
) -> None:
    random = Random(turn)
    of_pages, of_api = BadRequests(target, random), BadApiRequests(target, random)
    for number in range(ROUND):
        checker.check(of_pages.draw() if number % EVERY else of_api.draw())
    changed, by_api = checker.changed.total(), sum(checker.changed[name] for name in OPERATIONS)
    record_property("sent", checker.sent)
    record_property("changed", changed)
    assert changed > REACHED * checker.sent, checker.changed
    assert by_api, checker.changed


@given(st.binary(max_size=60))
@settings(
    max_examples=one_in(1),
    database=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
def test_no_address_is_a_server_error(site: Site, raw: bytes) -> None:
    path, keeper = b"/" + raw, site.client("keeper")
    for prefix in (b"", b"/c", b"/g", b"/join", b"/c/" + site.sample.campaign.code.encode()):
        info = (prefix + path).decode("latin-1")  # as WSGI hands it on
        response = keeper.get("/", PATH_INFO=info, QUERY_STRING=info)
        assert response.status_code < 500, info
