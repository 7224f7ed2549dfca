"""Ask the site for its pages as a server does, in a process of its own; print what they cost.

The empty view is what no page can do without: it comes through the same middleware, loads the
session and the person from the database as every page of a campaign must, and answers nothing.
Pages and empty view take turns, so that a busy machine slows both alike, and what is compared is
processor time. The connection to the database stays open: to open SQLite anew would cost more than
the empty view itself, and make every page look cheap. Debug is off, static files are those of
production, everything is warm: a campaign is replayed once after each write, not at each look.
Queries are counted cold. Answers are compressed, as a browser asks for it.

Each round asks from deeper in the stack. Python 3.11 keeps its frames in chunks of 16 kB, and a
loop whose calls cross the end of one asks the system for memory at every turn: asked from one depth
alone, the same drop-down list cost six times as much on one page as on another.
"""

from __future__ import annotations

import gc
import gzip
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path
from statistics import median
from time import process_time
from types import MappingProxyType
from typing import Any

import django

django.setup()

# ruff: noqa: E402 # models can be imported from here on

from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import path, reverse

from campaign.memory import memory
from campaign.models import Person
from tests.benchmarks import _site as site
from tests.benchmarks._building import build
from tests.benchmarks._site import MAGES, Page, Site
from tests.rules.aeons_end.legacy_stories import Teller
from tracker.people.passkeys import WITH_PASSKEY
from tracker.urls import urlpatterns as site_urls

EMPTY = "/empty"
GAMES = 4  # of a campaign: as many chapters
CAMPAIGNS = 8
EVENINGS = 60
MEMBERS = 6
DEEPER = 16  # calls, from round to round
Figures = dict[str, Any]


def empty(request: HttpRequest) -> HttpResponse:
    """Answer a signed-in visitor with an empty page."""
    assert request.user.is_authenticated
    return HttpResponse("")


urlpatterns = [path("empty", empty), *site_urls]


class Browser:
    """A client that calls the application directly, so that only the server is measured."""

    def __init__(self, person: Person | None = None) -> None:
        client = Client(SERVER_NAME="localhost")
        if person is not None:
            client.force_login(person, backend="django.contrib.auth.backends.ModelBackend")
            session = client.session
            if person.is_staff:  # support lets nobody in without a passkey
                key, _made = person.passkeys.get_or_create(credential=str(person.pk))
                session[WITH_PASSKEY] = key.pk
            session.save()
        self._application = WSGIHandler()
        self._environ: dict[str, Any] = {
            "REQUEST_METHOD": "GET",
            "SERVER_NAME": "localhost",
            "SERVER_PORT": "80",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "HTTP_HOST": "localhost",
            "HTTP_ACCEPT": "text/html",
            "HTTP_ACCEPT_ENCODING": "gzip, deflate",
            "HTTP_ACCEPT_LANGUAGE": "en",
            "HTTP_COOKIE": "; ".join(f"{k}={v.value}" for k, v in client.cookies.items()),
            "wsgi.url_scheme": "http",
            "wsgi.input": BytesIO(),
            "wsgi.errors": sys.stderr,
            "wsgi.multithread": True,
            "wsgi.multiprocess": True,
        }

    def part(self, url: str) -> tuple[str, bytes]:
        """Ask for the part of a page that htmx reloads."""
        return self.get(url, {"HTTP_HX_REQUEST": "true"})

    def get(self, url: str, more: Mapping[str, Any] = MappingProxyType({})) -> tuple[str, bytes]:
        """Return the status and the body as sent."""
        where, _, query = url.partition("?")
        told: list[str] = []
        environ = {**self._environ, "PATH_INFO": where, "QUERY_STRING": query, **more}

        def start(
            status: str, _headers: object, _fault: object = None
        ) -> Callable[[bytes], object]:
            told.append(status)
            return BytesIO().write  # for applications that write their answer: Django's does not

        answer = self._application(environ, start)
        body = b"".join(answer)
        answer.close()
        return told[0][:3], body


class Needs(HTMLParser):
    """The files that a browser fetches along with a page."""

    def __init__(self) -> None:
        super().__init__()
        self.files: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collect styles, scripts, fonts and the icon."""
        found = dict(attrs)
        # The touch icon is fetched by who puts the site on a home screen, and by nobody else.
        if tag == "link" and found.get("rel") in ("stylesheet", "preload", "icon", "manifest"):
            self.files.add(found.get("href") or "")
        elif tag in ("script", "img"):
            self.files.add(found.get("src") or "")


def costs(
    browsers: Mapping[str, Browser],
    pages: Mapping[str, Page],
    filters: Mapping[str, str],
    rounds: int,
) -> Figures:
    """Return each page's time relative to the empty view, measured in turns."""
    asked = {what: partial(browsers[page.who].get, page.url) for what, page in pages.items()}
    asked |= {what: partial(browsers["keeper"].part, url) for what, url in filters.items()}
    broken = {}
    for what, get in tuple(asked.items()):
        statuses = {get()[0] for _ in range(2)}
        if statuses != {"200"}:
            broken[what] = " ".join(sorted(statuses))
            del asked[what]
    ran: dict[str, list[float]] = {what: [] for what in asked}
    gc.collect()
    gc.freeze()
    nothing = partial(browsers["keeper"].get, EMPTY)
    empty = [_cost(nothing)]
    for depth in range(0, rounds * DEEPER, DEEPER):
        for what, get in asked.items():
            empty.append(_cost(nothing, depth))
            ran[what].append(_cost(get, depth))
    bare = median(empty)
    ratios = {what: median(times) / bare for what, times in ran.items()}
    return {"empty": bare, "processor": ratios, "broken": broken}


def _cost(get: Callable[[], object], depth: int = 0) -> float:
    """Return the processor time of a request that is made so many calls deeper."""
    if depth:
        return _cost(get, depth - 1)
    start = process_time()
    get()
    return process_time() - start


def queries(browser: Browser, url: str) -> int:
    """Return how many queries a page makes when nothing is cached."""
    memory.clear()
    with CaptureQueriesContext(connection) as asked:
        browser.get(url)
    return len(asked)


def load(browser: Browser, url: str) -> int:
    """Return the bytes of a first load: the page and all the files it needs."""
    _status, body = browser.get(url)
    needs = Needs()
    needs.feed(gzip.decompress(body).decode())
    fetched = {file for file in needs.files if not file.startswith("data:")}
    return len(body) + sum(sent(browser, file) for file in fetched)


def sent(browser: Browser, url: str) -> int:
    """Return the compressed size of a file; static ones as WhiteNoise sends them."""
    if not url.startswith(settings.STATIC_URL):
        return len(browser.get(url)[1])
    file = Path(settings.STATIC_ROOT) / url.removeprefix(settings.STATIC_URL)
    kinds = (file.with_name(f"{file.name}{suffix}") for suffix in ("", ".gz", ".br"))
    size = min(kind.stat().st_size for kind in kinds if kind.exists())
    assert size, url
    return size


def staff_pages() -> Iterator[Page]:
    """Yield the pages of the admin, which have no budget."""
    yield Page("admin:index", reverse("admin:index"), "support", "staff")
    for model in ("campaign", "person", "game"):
        url = reverse(f"admin:campaign_{model}_changelist")
        yield Page(f"admin:{model}", url, f"support: {model} list", "staff")


def main(rounds: int, only: str) -> Figures:
    """Return the ratios, the queries and the bytes of every page."""
    settings.ROOT_URLCONF = "tests.benchmarks._pages"
    connection.settings_dict["CONN_MAX_AGE"] = None
    built = full_site()
    browsers = {
        "keeper": Browser(built.keeper),
        "guest": Browser(built.guest),
        "staff": Browser(Person.objects.create_user("helper", "a long one", is_staff=True)),
        "anybody": Browser(),
    }
    pages = site.measured(built.pages())
    assert {page.name for page in pages.values()} == site.pages_of_the_site()
    support = site.measured(staff_pages())
    found = {what: page for what, page in {**pages, **support}.items() if only in what}
    filters = {what: url for what, url in built.filters().items() if only in what}
    told = costs(browsers, found, filters, rounds)
    found = {what: page for what, page in found.items() if what not in told["broken"]}
    told["unbudgeted"] = list(support)
    told["queries"] = {w: queries(browsers[page.who], page.url) for w, page in found.items()}
    told["bytes"] = {w: load(browsers[page.who], page.url) for w, page in found.items()}
    return told


def full_site() -> Site:
    """Build a site with plenty in it."""
    before = Teller(MAGES).after(GAMES).story
    return build(before, campaigns=CAMPAIGNS, evenings=EVENINGS, members=MEMBERS)


if __name__ == "__main__":
    print(json.dumps(main(int(sys.argv[1]), "".join(sys.argv[2:]))))
