"""Many writers at once, on one campaign and on their own: no lost write and no 5xx."""

from __future__ import annotations

import json
import re
import threading
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from html import unescape
from statistics import quantiles
from typing import Any

from django.utils.functional import cached_property

from tests.soak.browser import Answer, Browser, carried
from tests.soak.installation import Installation
from tests.soak.players import party

JOIN = re.compile(r"/join/[A-Za-z0-9_-]+")
TAKE_BACK = re.compile(r'action="([^"]*/notes/\d+/delete)"')
MAX_TRIES = 2000  # of one write; whoever needs more is shut out
HANDS = 8  # that get everything ready


@dataclass
class Writer:
    """Writes a note and deletes it, and sends a form again if it was stale."""

    name: str
    browser: Browser
    code: str
    written: list[str] = field(default_factory=list)
    taken_back: list[str] = field(default_factory=list)
    posts: list[float] = field(default_factory=list)  # seconds of each form that was written
    pages: list[float] = field(default_factory=list)
    stale: int = 0
    most_tries: int = 0
    fault: BaseException | None = None

    def write(self, start: threading.Barrier, stop: threading.Event) -> None:
        """Write until stopped, and finish what was begun."""
        try:
            start.wait(60)
            while not stop.is_set():
                self._note(f"{self.name}, note {len(self.written)}")
        except BaseException as error:
            self.fault = error
        finally:
            self.browser.close()

    @cached_property
    def game(self) -> str:
        """Return the address of the game in which it all happens."""
        return self.browser.get(f"/c/{self.code}/games/1/").location

    def _note(self, text: str) -> None:
        self._send(f"{self.game}notes", self._page(), {"text": text})
        self.written.append(text)
        page = self._page()
        self._send(_take_back(page, text), page, {})
        self.taken_back.append(text)

    def _page(self) -> str:
        answer = self.browser.get(self.game)
        assert answer.status == 200, (answer.status, answer.text[:2000])
        self.pages.append(answer.seconds)
        return answer.text

    def _send(self, url: str, page: str, filled: dict[str, Any]) -> None:
        """Send a form, again while it is stale."""
        for tried in range(1, MAX_TRIES):
            answer = self.browser.post(url, {**carried(page, url), **filled})
            if answer.status == 302:
                self.posts.append(answer.seconds)
                self.most_tries = max(self.most_tries, tried)
                return
            assert answer.status == 409, (url, answer.status, answer.text[:2000])
            assert not filled or filled["text"] in unescape(answer.text), "what was typed is gone"
            self.stale += 1
            page = answer.text
        raise AssertionError(f"{self.name} was told {MAX_TRIES} times to send it again")


def _take_back(page: str, text: str) -> str:
    """Return the URL that deletes one's own note."""
    for item in page.split("<li")[1:]:
        found = TAKE_BACK.search(item)
        if found and f"{text}<" in unescape(item).replace("</", "<"):
            return found.group(1)
    raise AssertionError(f"the note is not on the page: {text}")


# --- getting ready ---


def sit_down(installation: Installation, name: str) -> Writer:
    """Start a campaign and plan its first game."""
    browser = Browser(installation.port)
    code = _sent(browser, "/start", "/start", party(name)).location.split("/")[2]
    plan = f"/c/{code}/plan"
    _sent(browser, plan, plan, {"nemesis": "Maelstrom", "nemesis_life": "99"})
    return Writer(name, browser, code)


def join(installation: Installation, link: str, name: str, code: str) -> Writer:
    """Join a campaign as a new guest."""
    browser = Browser(installation.port)
    _sent(browser, link, link, {"display_name": name})
    return Writer(name, browser, code)


def one_table(installation: Installation, clients: int) -> list[Writer]:
    """Sit so many people down at one campaign."""
    keeper = sit_down(installation, "Client 0")
    people = f"/c/{keeper.code}/people"
    _sent(keeper.browser, people, f"{people}/invite", {"role": "player", "days": "7"})
    link = JOIN.search(keeper.browser.get(people).text)
    assert link is not None, "no link to join by"
    with ThreadPoolExecutor(HANDS) as hands:
        names = [f"Client {number}" for number in range(1, clients)]
        joined = hands.map(lambda name: join(installation, link.group(), name, keeper.code), names)
        return [keeper, *joined]


def many_tables(installation: Installation, clients: int) -> list[Writer]:
    """Sit so many people down, each at a campaign of their own."""
    with ThreadPoolExecutor(HANDS) as hands:
        names = [f"Client {number}" for number in range(clients)]
        return list(hands.map(lambda name: sit_down(installation, name), names))


def _sent(browser: Browser, page: str, url: str, filled: dict[str, Any]) -> Answer:
    answer = browser.post(url, {**carried(browser.get(page).text, url), **filled})
    assert answer.status == 302, (url, answer.status, answer.text[:2000])
    return answer


# --- at once ---


@dataclass(frozen=True)
class Figures:
    """What a crowd achieved."""

    clients: int
    campaigns: int
    seconds: float
    writes: int
    stale: int
    most_tries: int
    write_ms: tuple[float, float]  # median, 95th percentile
    page_ms: tuple[float, float]

    @property
    def row(self) -> tuple[str, ...]:
        """Return the figures as docs/capacity.md has them."""
        return (
            f"{self.clients} on {self.campaigns}",
            f"{self.writes / self.seconds:.1f}",
            f"{self.write_ms[0]:.0f} / {self.write_ms[1]:.0f} ms",
            f"{self.page_ms[0]:.0f} / {self.page_ms[1]:.0f} ms",
            f"{self.stale} ({self.most_tries} tries at most)",
        )


def crowd(installation: Installation, writers: Sequence[Writer], *, seconds: float) -> Figures:
    """Let them all write for a while, and compare the rows with what was acknowledged."""
    start, stop = threading.Barrier(len(writers) + 1), threading.Event()
    threads = [threading.Thread(target=w.write, args=[start, stop]) for w in writers]
    for thread in threads:
        thread.start()
    start.wait(60)
    begun = time.monotonic()
    stop.wait(seconds)
    stop.set()
    for thread in threads:
        thread.join(180)
        assert not thread.is_alive(), "a client hangs"
    spent = time.monotonic() - begun
    for writer in writers:
        if writer.fault is not None:
            raise AssertionError(writer.name) from writer.fault
    nothing_lost(installation, writers)
    posts = [each for writer in writers for each in writer.posts]
    pages = [each for writer in writers for each in writer.pages]
    return Figures(
        clients=len(writers),
        campaigns=len({writer.code for writer in writers}),
        seconds=spent,
        writes=len(posts),
        stale=sum(writer.stale for writer in writers),
        most_tries=max(writer.most_tries for writer in writers),
        write_ms=_spread(posts),
        page_ms=_spread(pages),
    )


def nothing_lost(installation: Installation, writers: Sequence[Writer]) -> None:
    """Assert that each write is there once, and that nothing else is."""
    rows = installation.ask(
        "SELECT c.code, f.payload, f.withdrawn_id FROM campaign_fact f"
        " JOIN campaign_game g ON g.id = f.game_id"
        " JOIN campaign_campaign c ON c.id = g.campaign_id WHERE f.kind = 'note'"
    )
    codes = {writer.code for writer in writers}
    found = Counter(
        (code, _text(payload), gone is not None) for code, payload, gone in rows if code in codes
    )
    told = Counter((w.code, text, True) for w in writers for text in w.taken_back)
    assert found == told, (found - told, told - found)
    writes = Counter[str]()
    for writer in writers:
        assert writer.posts, f"{writer.name} never got to write"
        writes[writer.code] += len(writer.posts)
    for code, revision in installation.ask("SELECT code, revision FROM campaign_campaign"):
        if code in codes:
            assert revision == 2 + writes[code], code
    faults = installation.faults()
    assert not faults, faults[:5]


def _text(payload: Any) -> str:
    """Return a note's text; SQLite hands a payload out as it is written."""
    note = json.loads(payload) if isinstance(payload, str) else payload
    return str(note["text"])


def _spread(seconds: Sequence[float]) -> tuple[float, float]:
    cuts = quantiles(seconds, n=20)
    return cuts[9] * 1000, cuts[18] * 1000
