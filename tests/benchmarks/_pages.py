"""Ask the site for its pages as a server does, in a process of its own; print what they cost.

The empty view is what no page can do without: it comes through the same middleware, loads the
session and the person from the database as every page of a campaign must, and answers nothing.
Pages and empty view take turns, so that a busy machine slows both alike, and what is compared is
processor time. The connection to the database stays open: to open SQLite anew would cost more than
the empty view itself, and make every page look cheap. Debug is off, static files are those of
production, everything is warm: a campaign is replayed once after each write, not at each look.
Queries are counted cold. Answers are compressed, as a browser asks for it.
"""

from __future__ import annotations

import gc
import gzip
import json
import sys
from collections.abc import Iterator, Mapping
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any

import django

django.setup()

# ruff: noqa: E402 # models can be imported from here on

from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.core.management import call_command
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import path, reverse

from campaign.models import Campaign, Person
from campaign.one_off import open_choices
from campaign.rules.aeons_end.legacy.decisions import DecisionKind, open_decisions
from campaign.rules.aeons_end.legacy.facts import Noted
from campaign.selectors import campaign_pack, campaign_state, memory
from campaign.services.one_off import one_off_start
from tests.campaign import factories
from tests.rules.legacy_stories import LOSS, Teller
from tracker.urls import urlpatterns as site

EMPTY = "/empty"
Address = tuple[str, str]  # what a page is called, and where it is


def empty(request: HttpRequest) -> HttpResponse:
    """Answer nothing to somebody who is signed in."""
    assert request.user.is_authenticated
    return HttpResponse("")


urlpatterns = [path("empty", empty), *site]


class Browser:
    """Somebody signed in, asking the application itself: no client's work is measured."""

    def __init__(self, person: Person) -> None:
        client = Client(SERVER_NAME="localhost")
        client.force_login(person)
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

    def get(self, url: str) -> tuple[str, bytes]:
        """Return the status and the body as it goes over the wire."""
        where, _, query = url.partition("?")
        told: list[str] = []
        environ = {**self._environ, "PATH_INFO": where, "QUERY_STRING": query}
        answer = self._application(environ, lambda status, _headers: told.append(status))
        body = b"".join(answer)
        answer.close()
        return told[0][:3], body


class Needs(HTMLParser):
    """What a browser fetches along with a page."""

    def __init__(self) -> None:
        super().__init__()
        self.files: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note styles, scripts, fonts, symbols and the icon."""
        found = dict(attrs)
        # The touch icon is fetched by who puts the site on a home screen, and by nobody else.
        if tag == "link" and found.get("rel") in ("stylesheet", "preload", "icon", "manifest"):
            self.files.add(found.get("href") or "")
        elif tag in ("script", "img"):
            self.files.add(found.get("src") or "")
        elif tag == "use":
            self.files.add((found.get("href") or "").partition("#")[0])


def campaigns(person: Person) -> dict[str, Campaign]:
    """Tell of a campaign of four mages at each point where a page has most to show."""
    settled = Teller(4).after(4).story
    planned = Teller(story=settled).plan().answer_all().story
    played = Teller(story=planned).play(LOSS).story
    growing = Teller(story=planned).play().tell(Noted("We held the gate."))
    growing.answer_all(but=(DecisionKind.GROWTH, DecisionKind.EVOLUTION, DecisionKind.SLOT))
    stories = {"settled": settled, "planned": planned, "played": played, "growing": growing.story}
    return {
        name: factories.store(story, person=person, name=f"The Long Watch, {name}")
        for name, story in stories.items()
    }


def addresses(person: Person) -> Iterator[Address]:
    """Yield every page, each where it has most to show."""
    at = campaigns(person)
    now, ahead = [at["growing"].code], [at["settled"].code]
    game = [*now, factories.last_game(at["growing"])]
    planned = [at["planned"].code, factories.last_game(at["planned"])]
    played = [at["played"].code, factories.last_game(at["played"])]
    for name in ("home", "start", "account", "import"):
        yield name, reverse(name)
    yield "front", reverse("campaign", args=now)
    yield "front, nothing planned", reverse("campaign", args=ahead)
    for name in ("mages", "market", "nemesis", "rulebook", "results", "history"):
        yield name, reverse(name, args=now)
    yield "mages, as they were", reverse("mages", args=now) + "?after=2"
    yield "mage", reverse("mage", args=[*now, 1])
    for name in ("people", "settings", "undo", "fork", "print", "export"):
        yield name, reverse(name, args=now)
    yield "plan", reverse("plan", args=ahead)
    for name in ("setup", "restore", "result"):
        yield name, reverse(name, args=planned)
    for name in ("game", "correct"):
        yield name, reverse(name, args=game)
    yield "aftermath", reverse("aftermath", args=played)
    for name in ("verdict", "sections"):
        yield f"aftermath: {name}", reverse(f"aftermath_{name}", args=played)
    for name in ("seals", "growth", "evolution", "pool", "close"):
        yield f"aftermath: {name}", reverse(f"aftermath_{name}", args=game)
    slot = _slot(at["growing"])
    yield "aftermath: sticker", reverse("aftermath_sticker", args=[*game, *slot])
    evening = [one_off_start(person=person, choices=open_choices(4)).code]
    yield "one-off: play", reverse("one_off_new")
    yield "one-off: game", reverse("one_off", args=evening)
    for name in ("change", "result"):
        yield f"one-off: {name}", reverse(f"one_off_{name}", args=evening)


def _slot(campaign: Campaign) -> tuple[int, str]:
    """Return a slot that is open, and whose."""
    state = campaign_state(campaign)
    due = open_decisions(state, campaign_pack(campaign))
    slot = next(decision for decision in due if decision.kind is DecisionKind.SLOT)
    return slot.seat or 1, slot.subject


def costs(browser: Browser, pages: Mapping[str, str], rounds: int) -> dict[str, Any]:
    """Return what each page costs against the empty view, asked for in turns."""
    for url in (EMPTY, *pages.values()):
        for _ in range(3):
            status, _body = browser.get(url)
            assert status == "200", (url, status)
    ran: dict[str, list[tuple[float, float]]] = {url: [] for url in (EMPTY, *pages.values())}
    gc.collect()
    gc.freeze()
    for _ in range(rounds):
        for url, times in ran.items():
            wall, processor = perf_counter(), process_time()
            browser.get(url)
            times.append((process_time() - processor, perf_counter() - wall))
    middle = {
        url: tuple(median(part) for part in zip(*times, strict=True)) for url, times in ran.items()
    }
    bare = middle[EMPTY]
    return {
        "empty": bare[0],
        "processor": {name: middle[url][0] / bare[0] for name, url in pages.items()},
        "wall": {name: middle[url][1] / bare[1] for name, url in pages.items()},
    }


def queries(browser: Browser, url: str) -> int:
    """Return how often a page asks the database when nothing is remembered."""
    memory.clear()
    with CaptureQueriesContext(connection) as asked:
        browser.get(url)
    return len(asked)


def load(browser: Browser, url: str) -> int:
    """Return the bytes of a first load: the page, and all that it makes a browser fetch."""
    _status, body = browser.get(url)
    needs = Needs()
    needs.feed(gzip.decompress(body).decode())
    return len(body) + sum(sent(browser, file) for file in needs.files)


def sent(browser: Browser, url: str) -> int:
    """Return the size of a file as it goes over the wire; static ones as WhiteNoise sends them."""
    if not url.startswith(settings.STATIC_URL):
        return len(browser.get(url)[1])
    file = Path(settings.STATIC_ROOT) / url.removeprefix(settings.STATIC_URL)
    kinds = (file.with_name(f"{file.name}{suffix}") for suffix in ("", ".gz", ".br"))
    size = min(kind.stat().st_size for kind in kinds if kind.exists())
    assert size, url
    return size


def main(rounds: int, only: str) -> dict[str, Any]:
    """Return the ratios, the queries and the bytes of every page."""
    settings.ROOT_URLCONF = "tests.benchmarks._pages"
    connection.settings_dict["CONN_MAX_AGE"] = None
    call_command("migrate", verbosity=0)
    call_command("collectstatic", verbosity=0, interactive=False)
    person = Person.objects.guest(display_name="Zuza")
    pages = {name: url for name, url in addresses(person) if only in name}
    browser = Browser(person)
    told = costs(browser, pages, rounds)
    told["queries"] = {name: queries(browser, url) for name, url in pages.items()}
    told["bytes"] = {name: load(browser, url) for name, url in pages.items()}
    return told


if __name__ == "__main__":
    print(json.dumps(main(int(sys.argv[1]), "".join(sys.argv[2:]))))
