"""Request ids, logs without personal data, and health checks."""

import asyncio
import json
import logging
import re
import sys
import threading
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from unittest import mock

import pytest
from django.core.servers.basehttp import WSGIRequestHandler, WSGIServer
from django.db import DataError, OperationalError, connection, connections
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client, override_settings
from django.urls import reverse
from django.urls.converters import StringConverter

from tests import loops
from tests.addresses import game_at
from tests.campaign.databases import migrated_copy
from tests.tracker.api.clients import BASE
from tests.tracker.clean_environment import PRODUCTION, load_settings, run_python
from tests.tracker.security.api_table import operations
from tests.tracker.security.site import Site, client_of, url_patterns
from tracker.live import notifications
from tracker.live.streams import Streams
from tracker.web import middleware
from tracker.web.logs import JsonLines, PlainLines, current_request

pytestmark = pytest.mark.django_db

GIVEN = "trace-0123456789"
BREAKS = "\r\n2026-01-01 CRITICAL all is lost \x1b[31m\x00\u2028"


class Lines(logging.Handler):
    """Collect the lines that would be logged."""

    def __init__(self, formatter: logging.Formatter) -> None:
        super().__init__()
        self.lines: list[str] = []
        self.setFormatter(formatter)

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Callable[[logging.Formatter], list[str]]:
    """Collect what all loggers write, formatted as the site does it, access log included."""

    def begin(formatter: logging.Formatter) -> list[str]:
        handler = Lines(formatter)
        monkeypatch.setattr(logging.getLogger(), "handlers", [handler])
        for name in ("django", "tracker", "tracker.requests", "campaign"):
            monkeypatch.setattr(logging.getLogger(name), "level", logging.INFO)
            logging.getLogger(name).manager._clear_cache()  # type: ignore[attr-defined]
        return handler.lines

    return begin


# --- the id of a request ---


def test_every_request_gets_an_id(site: Site) -> None:
    ids = {Client().get("/healthz").headers["X-Request-ID"] for _turn in range(5)}
    assert len(ids) == 5
    assert all(re.fullmatch(r"[0-9a-f]{32}", each) for each in ids)


def test_a_valid_request_id_from_the_proxy_is_kept() -> None:
    response = Client().get("/healthz", headers={"x-request-id": GIVEN})
    assert response.headers["X-Request-ID"] == GIVEN


@pytest.mark.parametrize(
    "given", ["", "short", "a" * 65, "a b c d e f", "<script>", "é" * 12, BREAKS]
)
def test_an_invalid_request_id_is_replaced(given: str) -> None:
    response = Client().get("/healthz", headers={"x-request-id": given})
    assert re.fullmatch(r"[0-9a-f]{32}", response.headers["X-Request-ID"])


def broken(*_args: object, **_more: object) -> None:
    raise DataError("DETAIL: Key (username)=(Zuza Kowalska) already exists")


@override_settings(DEBUG=False)
def test_a_fault_shows_its_id_on_the_page_and_in_the_log(
    site: Site, written: Callable[[logging.Formatter], list[str]]
) -> None:
    lines = written(JsonLines())
    with mock.patch("tracker.views.home.demo_campaign", broken):
        response = client_of(None).get("/", headers={"x-request-id": GIVEN})
    assert response.status_code == 500
    assert GIVEN in response.content.decode()
    assert "Kowalska" not in response.content.decode()
    faults = [json.loads(line) for line in lines if '"ERROR"' in line]
    assert [fault["request"] for fault in faults] == [GIVEN]
    assert faults[0]["error"][0]["type"] == "django.db.utils.DataError"
    assert any("tracker/views/home.py" in frame for frame in faults[0]["error"][0]["frames"])
    assert "Kowalska" not in "".join(lines)
    assert current_request.get() == ""


# --- the log ---


def test_the_log_tells_of_requests_and_not_of_people(
    site: Site, written: Callable[[logging.Formatter], list[str]]
) -> None:
    lines, sample = written(JsonLines()), site.sample
    private = {
        "a code": sample.campaign.code,
        "a link": sample.join_token,
        "a name": "Zuza-Kowalska",
        "a password": "an-open-secret",
        "an address": "203.0.113.77",
        "a browser": "Nokia-3310",
        "a note": "we-lost-again",
        "a query": "what-i-look-for",
    }
    client = Client(REMOTE_ADDR=private["an address"], headers={"user-agent": private["a browser"]})
    form = {"username": private["a name"], "password": private["a password"]}
    with override_settings(RATE_LIMITS=True, DEBUG=False):
        for _turn in range(10):
            client.post("/account/sign-in", form)
    client.get(f"/join/{sample.join_token}", {"q": private["a query"]})
    client.get(f"/c/{sample.campaign.code}/")
    client.post(f"{game_at(sample.campaign, 1)}notes", {"text": private["a note"]})
    Client(enforce_csrf_checks=True).post(f"/join/{sample.join_token}", form)
    client.get("/", headers={"host": private["a name"]})
    told = "\n".join(lines)
    assert [what for what, value in private.items() if value.lower() in told.lower()] == []
    records = [json.loads(line) for line in lines]
    answered = [each for each in records if each["logger"] == "tracker.requests"]
    assert len(answered) >= 14
    assert answered[0].keys() >= {"at", "level", "request", "method", "route", "status", "ms"}
    assert {"join/<str:token>", "c/<str:code>/"} <= {each["route"] for each in answered}
    assert any(each["logger"] == "django.security.csrf" for each in records)


def test_at_home_no_line_of_the_log_holds_a_links_secret(
    site: Site, written: Callable[[logging.Formatter], list[str]]
) -> None:
    sample = site.sample
    lines = written(PlainLines("%(message)s"))
    Client(enforce_csrf_checks=True).post(f"/join/{sample.join_token}", {})
    Client().get(f"/look/{sample.join_token}")
    assert any(line.startswith("Forbidden") and line.endswith("/join/…") for line in lines)
    assert any("/look/…" in line for line in lines)
    assert sample.join_token not in "\n".join(lines)


def addresses_with(secret: str) -> Iterator[str]:
    """Yield every address that has a secret in it, of the site and of its API."""
    for name, found in url_patterns().items():
        parts = found.pattern.converters
        for part in {"key", "token"} & parts.keys():
            if type(parts[part]) is StringConverter:  # a slug is a name, and no secret
                yield reverse(name, kwargs={**dict.fromkeys(parts, 1), part: secret})
    for operation in operations():
        if "{key}" in operation.path:
            yield BASE + operation.path.replace("{key}", secret)


def test_no_line_at_home_holds_the_secret_of_any_address() -> None:
    secret = "Yr3-selector_and-a-long-secret-of-thirty-two"
    told = {url: PlainLines("%(message)s") for url in addresses_with(secret)}
    assert len(told) > 20
    lines = {
        url: form.format(logging.makeLogRecord({"msg": "Not Found: %s", "args": (url,)}))
        for url, form in told.items()
    }
    assert [url for url, line in lines.items() if secret in line] == []


def asked_of_runserver(address: str) -> None:
    """Request a URL from the development server, whatever it answers."""

    def answer(
        _environ: object, start: Callable[[str, list[tuple[str, str]]], object]
    ) -> list[bytes]:
        start("200 OK", [("Content-Length", "0")])
        return [b""]

    with WSGIServer(("127.0.0.1", 0), WSGIRequestHandler) as server:
        server.set_app(answer)
        served = threading.Thread(target=server.handle_request)
        served.start()
        with urllib.request.urlopen(f"http://127.0.0.1:{server.server_port}{address}") as got:
            assert got.status == 200
        served.join(10)


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("/join/{}", "GET /join/… HTTP"),
        ("/look/{}?a=1", "GET /look/…?a=1 HTTP"),
        ("/account/sign-in?next=/join/{}&a=1", "?next=/join/…&a=1 HTTP"),
        ("/account/sign-in?next=%2Fjoin%2F{}", "?next=%2Fjoin%2F… HTTP"),
        ("/account/sign-in?next=%252Flook/{}", "?next=%252Flook/… HTTP"),
        ("/account/sign-in?next=%2flook%2f{}", "?next=%2flook%2f… HTTP"),
        ("/s/{}/watch", "GET /s/…/watch HTTP"),
        ("/account/sign-in?next=/s/{}", "?next=/s/… HTTP"),
        ("/account/passkeys/link/{}", "GET /account/passkeys/link/… HTTP"),
        ("/account/sign-in?next=%2Faccount%2Fpasskeys%2Flink%2F{}", "%2Fpasskeys%2Flink%2F… HTTP"),
        ("/decks/shared/{}/copy", "GET /decks/shared/…/copy HTTP"),
        ("/play/table/{}", "GET /play/table/… HTTP"),
        ("/drafts/join/{}", "GET /drafts/join/… HTTP"),
        ("/play/table?t={}", "GET /play/table?t=… HTTP"),
        ("/api/v1/plays.csv?box=1&token={}&a=1", "plays.csv?box=1&token=…&a=1 HTTP"),
    ],
)
def test_no_line_of_the_development_server_holds_a_links_secret(
    address: str, told: str, written: Callable[[logging.Formatter], list[str]]
) -> None:
    secret = "Yr3-selector_and-a-long-secret-of-thirty-two"
    lines = written(PlainLines("%(message)s"))
    asked_of_runserver(address.format(secret))
    assert [line for line in lines if told in line and " 200 " in line]
    assert secret not in "\n".join(lines)
    assert logging.getLogger("django.server").handlers == []  # none that would write it as it is


def test_no_traceback_in_the_log_holds_a_links_secret() -> None:
    try:
        raise OSError("cannot answer /join/a-secret")
    except OSError:
        fault = sys.exc_info()
    record = logging.LogRecord("django.request", logging.ERROR, "", 0, "Fault", (), fault)
    line = PlainLines("%(message)s").format(record)
    assert "cannot answer /join/…" in line
    assert "Traceback" in line
    assert "a-secret" not in line


@pytest.mark.parametrize("formatter", [JsonLines, lambda: PlainLines("%(message)s")])
def test_no_request_can_forge_a_line_of_the_log(
    formatter: Callable[[], logging.Formatter],
    site: Site,
    written: Callable[[logging.Formatter], list[str]],
) -> None:
    lines = written(formatter())
    client = Client(headers={"user-agent": BREAKS, "referer": BREAKS, "x-request-id": BREAKS})
    client.get("/", PATH_INFO=f"/nothing{BREAKS}".encode().decode("latin-1"))
    client.get("/", headers={"host": "evil" + BREAKS})
    client.post("/account/sign-in", {"username": BREAKS, "password": "x"})
    client.generic("PUT" + BREAKS[:5], "/")
    logging.getLogger("tracker.tests").warning("said %s", BREAKS)
    logging.getLogger("django.request").warning("%s: %s", "Odd", BREAKS)
    assert len(lines) > 4
    for line in lines:
        first = line.partition("\nTraceback")[0]
        assert first.isprintable(), line


def test_in_production_the_log_is_json_and_in_debug_it_is_not(tmp_path: Path) -> None:
    def formatter(**variables: str) -> str:
        return str(load_settings(data=tmp_path, **variables)["LOGGING"]["formatters"]["line"]["()"])

    assert formatter(**PRODUCTION) == "tracker.web.logs.JsonLines"
    assert formatter(BREACHKEEPER_DEBUG="on") == "tracker.web.logs.PlainLines"
    assert formatter() == "tracker.web.logs.PlainLines"


SERVE = """
import logging
from uvicorn import Config
Config("tracker.asgi:application", log_level=None).load()
error = logging.getLogger("uvicorn.error")
error.warning("Invalid HTTP request received.")
error.info("Uvicorn running on %s://%s:%d", "http", "192.0.2.7", 8000)
logging.getLogger("uvicorn.access").info('%s - "GET %s"', "192.0.2.7", "/join/a-secret")
"""


def test_lines_of_uvicorn_are_json_too_and_it_logs_no_requests(tmp_path: Path) -> None:
    (tmp_path / "static").mkdir()  # Django warns where there is none
    served = run_python("-c", SERVE, data=tmp_path, **PRODUCTION)
    lines = [json.loads(line) for line in served.stderr.splitlines()]
    assert [(line["logger"], line["message"]) for line in lines] == [
        ("uvicorn.error", "Invalid HTTP request received."),
        ("uvicorn.error", "Uvicorn running on %s://%s:%d"),
    ]


def test_a_database_that_is_gone_is_not_named_in_the_log(
    monkeypatch: pytest.MonkeyPatch, written: Callable[[logging.Formatter], list[str]]
) -> None:
    lines = written(JsonLines())
    gone = OperationalError("connection to server at db.example.org, user keeper, failed")
    fails = mock.AsyncMock(side_effect=[gone, asyncio.CancelledError])
    for name in ("_follow_sqlite", "_follow_postgresql"):
        monkeypatch.setattr(notifications, name, fails)
    monkeypatch.setattr(notifications, "RECONNECT", 0)
    hub = mock.Mock(has_streams=mock.AsyncMock(), channels={})
    with pytest.raises(asyncio.CancelledError):
        loops.run(notifications.listen(hub))
    open_streams = Streams(mock.Mock())
    fails = mock.AsyncMock(side_effect=[gone, asyncio.CancelledError])
    monkeypatch.setattr(open_streams, "_watch", fails)
    with pytest.raises(asyncio.CancelledError):
        loops.run(open_streams.watch(hub))
    assert [json.loads(line)["message"] for line in lines] == [
        "Writes of other processes cannot be heard: OperationalError",
        "Who may still look cannot be asked: OperationalError",
    ]


# --- ready ---


def test_is_ready_when_everything_is_there(site: Site) -> None:
    response = Client().get("/readyz")
    assert (response.status_code, response.content) == (200, b"ready\n")
    assert "no-store" in response.headers["Cache-Control"]


def test_is_not_ready_without_its_database() -> None:
    with mock.patch.object(
        type(connections["default"]), "cursor", side_effect=OperationalError("keeper@db")
    ):
        response = Client().get("/readyz")
    assert (response.status_code, response.content) == (503, b"not ready: database\n")


def test_is_not_ready_before_its_migrations(site: Site) -> None:
    MigrationRecorder(connection).record_unapplied("campaign", "0001_initial")
    response = Client().get("/readyz")
    assert (response.status_code, response.content) == (503, b"not ready: migrations\n")


def test_is_not_ready_without_its_packs() -> None:
    with mock.patch("tracker.views.health.all_packs", side_effect=ValueError("/srv/packs/a.json")):
        response = Client().get("/readyz")
    assert (response.status_code, response.content) == (503, b"not ready: packs\n")


# --- in production ---


ASK = """
import django; django.setup()
from django.conf import settings
from django.test import Client
from django.core.management import call_command
call_command("migrate", verbosity=0)
# Compressing every file takes seconds, and has nothing to do with what is asked here.
plain = "django.contrib.staticfiles.storage.StaticFilesStorage"
settings.STORAGES["staticfiles"]["BACKEND"] = plain
client = Client(headers={"host": "games.example.org"})
plain = client.get("/start")
print("redirect", plain.status_code, plain["Location"])
print("inside", client.get("/healthz").status_code, client.get("/readyz").status_code)
page = client.get("/start", secure=True)
print("hsts", page["Strict-Transport-Security"])
for name, morsel in page.cookies.items():
    print("cookie", name, morsel["secure"], morsel["httponly"], morsel["samesite"])
form = {"token": "a-form-of-its-own", "language": "en"}
pl = client.post("/language", {"language": "pl"}, secure=True)
for name, morsel in pl.cookies.items():
    print("cookie", name, morsel["secure"], "-", morsel["samesite"])
from campaign.models import Person
Person.objects.create_user("zuza", "nine piles, no more")
answer = client.post("/account/sign-in",
    {"username": "zuza", "password": "nine piles, no more"}, secure=True)
morsel = answer.cookies["sessionid"]
print("cookie", "sessionid", morsel["secure"], morsel["httponly"], morsel["samesite"])
print("hash", Person.objects.get().password.partition("$")[0])
call_command("check", deploy=True, fail_level="WARNING")
print("checked")
"""


def test_production_passes_the_deployment_check_and_uses_https_only(tmp_path: Path) -> None:
    migrated = migrated_copy("sqlite", tmp_path)
    done = run_python("-c", ASK, data=tmp_path, DATABASE_URL=f"sqlite:///{migrated}", **PRODUCTION)
    said = done.stdout.splitlines()
    assert "checked" in said, done.stderr[-2000:]
    assert "redirect 301 https://games.example.org/start" in said
    assert "inside 200 200" in said
    assert "hsts max-age=31536000" in said
    assert "hash argon2" in said
    cookies = [line.split() for line in said if line.startswith("cookie")]
    assert {cookie[1] for cookie in cookies} == {"csrftoken", "django_language", "sessionid"}
    assert all(cookie[2] == "True" and cookie[4] == "Lax" for cookie in cookies), cookies
    assert all(cookie[3] == "True" for cookie in cookies if cookie[1] != "django_language"), cookies


def test_the_bounds_leave_room_for_a_games_photos() -> None:
    from campaign.services.photos import MAX_PHOTOS
    from tracker.pictures.uploads import MAX_BYTES

    assert middleware.MAX_BODY > MAX_PHOTOS * MAX_BYTES
    assert reverse("readyz") == "/readyz"
