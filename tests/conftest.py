"""Settings and fixtures of all tests.

The database is SQLite in a file (as in production: WAL, IMMEDIATE), or PostgreSQL if DATABASE_URL
says so. Tests under tests/browser/ carry the `browser` marker without being asked.
"""

import ctypes
import fcntl
import gc
import os
import shutil
import sys
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib import auth
from django.contrib.sessions.backends.db import SessionStore
from django.core.management.commands import flush
from django.db import connection
from django.http import HttpRequest
from django.template.base import Template
from django.template.context import Context
from django.test import Client, override_settings
from django.utils import translation
from django.utils.safestring import SafeString
from hypothesis import settings as hypothesis_settings
from pytest_django import DjangoDbBlocker
from pytest_django.live_server_helper import LiveServer

from campaign.models import Person
from tests.campaign.databases import migrated_by_one
from tests.chromium import CHROMIUM, CHROMIUM_ARGS, chromium_environment
from tests.postgresql import ABSENT, postgresql
from tests.seeding import seed_random
from tracker.bounded import pool

INSTALL = (
    "Install it (Debian: apt-get install chromium-headless-shell libatomic1; chromium will do too) "
    "and run `make test` again."
)
NO_CHROMIUM = f"The browser tests need Chromium, and there is none on the PATH. {INSTALL}"
NO_LIBATOMIC = f"The browser tests need libatomic.so.1, for Playwright's driver. {INSTALL}"

# A busy machine is not a fault of the rules. `make thorough` runs every property again at length.
# In CI the examples are the same each time: a change is judged by what it changed.
properties = hypothesis_settings(deadline=None, print_blob=True, derandomize="CI" in os.environ)
hypothesis_settings.register_profile("suite", properties, max_examples=25)
hypothesis_settings.register_profile("thorough", properties, max_examples=200)
hypothesis_settings.load_profile("suite")


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Let one worker compile the tests, while the others wait for its bytecode."""
    if not hasattr(session.config, "workerinput") or sys.dont_write_bytecode:
        return (yield)
    with Path(__file__).open() as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            fcntl.flock(lock, fcntl.LOCK_SH)
        return (yield)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    # The slow ones first: what is left at the end is then small enough to share out evenly.
    # An installation that is upgraded is so for all its tests: the end is where they are parted.
    first = ("tests/browser/", "tests/soak/", "tests/upgrade/")
    items.sort(key=lambda item: not item.nodeid.startswith(first))
    for item in items:
        if item.nodeid.startswith("tests/browser/"):
            item.add_marker(pytest.mark.browser)
    if any(item.get_closest_marker("browser") for item in items):
        # Playwright's sync API keeps an event loop running in the thread of the tests, and Django
        # would then refuse every query there.
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"


def pytest_report_header() -> str | None:
    """Say how the browser tests would take less, where Chromium has its windows."""
    if shutil.which(CHROMIUM[0]) or not any(map(shutil.which, CHROMIUM)):
        return None
    return f"browser tests: {CHROMIUM[0]} would do them with about half of the CPU"


def pytest_collection_finish() -> None:
    """Exclude imported modules and collected tests from garbage collection: they stay to the end.

    Traversing them again and again takes a tenth of the time of the tests.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Close connections that threads left open, or PostgreSQL would not drop the database."""
    yield
    with django_db_blocker.unblock():
        name = str(connection.settings_dict["NAME"])
        if connection.vendor == "postgresql" and name.startswith("test_"):
            with connection.cursor() as cursor:
                cursor.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
                )


@pytest.fixture(scope="session", autouse=True)
def suite_settings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Turn off what is slow, and write to temporary directories only."""
    # The live server serves static files straight from the sources.
    plain_static = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    memory = {"BACKEND": "django.core.files.storage.InMemoryStorage"}
    with override_settings(
        RATE_LIMITS=False,
        MEDIA_ROOT=tmp_path_factory.mktemp("media"),
        PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],
        STATIC_ROOT=tmp_path_factory.mktemp("static"),
        STORAGES={**settings.STORAGES, "staticfiles": plain_static, "sheets": memory},
        WHITENOISE_AUTOREFRESH=False,
        WHITENOISE_USE_FINDERS=False,
    ):
        yield


@pytest.fixture(scope="session", autouse=True)
def context_of_pages_only(django_test_environment: None) -> Iterator[None]:
    """Record the context of a response's own template, and not of those it includes.

    Django copies the context for each included template: a tenth of the time of a request.
    """
    noting = Template._render  # type: ignore[attr-defined] # Django's test runner put it there

    def render(template: Template, context: Context) -> SafeString:
        if context.template is template:
            return noting(template, context)
        return template.nodelist.render(context)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Template, "_render", render)
        yield


@pytest.fixture(scope="session", autouse=True)
def short_sign_in() -> Iterator[None]:
    """Sign in with one new session, as a first visit does.

    Django's test client stores an empty session, reads it, stores another and deletes the first:
    a twentieth of the time of a test that signs somebody in.
    """
    django_login = Client._login  # type: ignore[attr-defined] # private: the stub leaves it out

    def login(client: Client, user: Person, backend: str | None = None) -> None:
        if settings.SESSION_COOKIE_NAME in client.cookies:
            return django_login(client, user, backend)
        request = HttpRequest()
        request.session = SessionStore()
        # Its key comes with the first save, when the browser is noted and all else is in it.
        request.session.cycle_key = lambda: None  # type: ignore[method-assign]
        auth.login(request, user, backend)
        return client._set_login_cookies(request)  # type: ignore[attr-defined] # private too

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Client, "_login", login)
        yield


@pytest.fixture(scope="session", autouse=True)
def short_flush() -> Iterator[None]:
    """Empty the tables after a test that commits, and leave it at that.

    Django would enter every permission again, which no test asks for: more than the rest together.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(flush, "emit_post_migrate_signal", lambda *args, **kwargs: None)
        yield


@pytest.fixture(autouse=True)
def seeded_random(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Seed a test's random draws, so that each run draws the same."""
    seed_random(monkeypatch, request.node.nodeid)


@pytest.fixture(autouse=True)
def own_language() -> Iterator[None]:
    """Deactivate the language that a test's last request has activated."""
    yield
    translation.deactivate()


@pytest.fixture(scope="session", autouse=True)
def children_end() -> Iterator[None]:
    """End the worker processes that made sheets and pictures."""
    yield
    for _place in range(pool.MAX_JOBS):
        if child := pool._idle.get_nowait():
            child.kill()


@pytest.fixture(scope="session")
def django_db_keepdb(django_db_keepdb: bool) -> bool:
    """Let Django use SQLite's file as it is, already migrated."""
    return django_db_keepdb or connection.vendor == "sqlite"


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None,
    django_db_blocker: DjangoDbBlocker,
    tmp_path_factory: pytest.TempPathFactory,
    worker_id: str,
) -> None:
    """Put SQLite's test database into a file: in memory it locks unlike the real thing.

    It is migrated once, and each worker has a copy.
    """
    database = settings.DATABASES["default"]
    if connection.vendor == "sqlite":
        file = tmp_path_factory.mktemp("database") / "test.sqlite3"
        database.setdefault("TEST", {})["NAME"] = str(file)
        database["OPTIONS"]["init_command"] += "PRAGMA synchronous=OFF;"
        shared = file.parent if worker_id == "master" else tmp_path_factory.getbasetemp().parent
        with django_db_blocker.unblock():
            shutil.copy(migrated_by_one(shared), file)


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.thorough)])
def kind(request: pytest.FixtureRequest) -> str:
    """Take each database in turn: SQLite in the suite, PostgreSQL in `make thorough`."""
    asked = str(request.param)
    if asked == "postgresql" and not postgresql():
        pytest.skip(ABSENT)
    return asked


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Launch Debian's Chromium; Playwright's own builds cannot be had from a package registry."""
    executable = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if executable is None:
        pytest.fail(NO_CHROMIUM, pytrace=False)
    try:
        ctypes.CDLL("libatomic.so.1")
    except OSError:
        pytest.fail(NO_LIBATOMIC, pytrace=False)
    return {
        **browser_type_launch_args,
        "executable_path": executable,
        "args": [*browser_type_launch_args.get("args", []), *CHROMIUM_ARGS],
        "env": chromium_environment(),
    }


@pytest.fixture(scope="session")
def base_url(live_server: LiveServer) -> str:
    """Let `page.goto("/")` reach the live server; whoever asks for `page` gets a database."""
    return str(live_server.url)
