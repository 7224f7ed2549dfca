"""Kill the process of the streams and the one of the moves, and check what phones show then.

Every phone holds its page as the stream has made it. After each kill it must be the page that the
server shows, and every move that was acknowledged must be in the record, once and in its place.
"""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from itertools import cycle
from random import Random
from typing import Any, Protocol
from uuid import uuid4

from tests.soak.browser import Browser, carried
from tests.soak.crowd import sit_down
from tests.soak.installation import PATIENCE, Installation

BOX = "/play?system=aeons-end-war-eternal"
INVITATION = re.compile(r"/s/[A-Za-z0-9_-]+")
KILLS = 20  # of each process in one game: no game has more moves than an evening could
MAX_MOVES = 8  # between two kills, and then a moment in seconds
SHUT_OUT = (403, 404)  # the answers to who was removed, and to anybody once a game is deleted
LONGEST_WAIT = 0.1


@dataclass
class Tally:
    """What the kills interrupted."""

    streams: int = 0  # times that the process of the streams was killed
    moves: int = 0  # and the one of the moves
    acknowledged: int = 0
    reconnects: int = 0
    sent_again: int = 0

    def __str__(self) -> str:
        return (
            f"{self.streams} kills of the streams, {self.moves} of the moves,"
            f" {self.acknowledged} moves acknowledged and none lost ({self.sent_again} sent again),"
            f" {self.reconnects} streams opened and no gap"
        )


class Listening(Protocol):
    """Something that answers on a port: a site, or a proxy in front of it."""

    port: int


@dataclass
class Phone:
    """One phone: it reopens its stream, and keeps its moves until they are acknowledged."""

    url: str
    streams: Listening
    moves: Listening
    browser: Browser
    seen: int = 0
    parts: dict[str, str] = field(default_factory=dict)
    acknowledged: dict[str, int] = field(default_factory=dict)  # token → its place
    reconnects: int = 0
    sent_again: int = 0
    faults: list[BaseException] = field(default_factory=list)
    is_removed: bool = False  # so that it may be shut out, and has to be soon
    is_shut_out: bool = False
    moving: threading.Lock = field(default_factory=threading.Lock)
    _pending: list[dict[str, str]] = field(default_factory=list)  # sent together
    _together: Iterator[int] = field(default_factory=lambda: cycle((1, 3, 2)))
    _ways: Iterator[int] = field(default_factory=lambda: cycle((-1, 1)))

    # --- what comes in ---

    def look_on(self, stop: threading.Event) -> None:
        """Hold a stream, and open it again whenever it ends."""
        while not stop.is_set() and not self.faults and not self.is_shut_out:
            try:
                self._stream(stop)
            except (OSError, HTTPException):
                time.sleep(0.02)  # the server is away
            except BaseException as error:
                self.faults.append(error)

    def watch_once(self, stop: threading.Event) -> None:
        """Hold a stream until it ends."""
        with suppress(OSError, HTTPException):
            self._stream(stop)

    def _stream(self, stop: threading.Event) -> None:
        line = HTTPConnection("127.0.0.1", self.streams.port, timeout=30)
        headers = {"Cookie": "; ".join(f"{k}={v}" for k, v in self.browser.cookies.items())}
        headers["Last-Event-ID"] = str(self.seen)
        try:
            line.request("GET", f"{self.url}/events", headers=headers)
            with line.getresponse() as answer:
                if answer.status == 503:
                    raise ConnectionError(answer.status)
                if self.is_removed and answer.status in SHUT_OUT:
                    self.is_shut_out = True
                    return
                assert answer.status == 200, answer.status
                self.reconnects += 1
                while not stop.is_set() and (read := answer.readline()):
                    if read.startswith(b'data: {"since"'):
                        self._show(json.loads(read[6:]))
        finally:
            line.close()

    def _show(self, event: dict[str, Any]) -> None:
        """Swap in a changed fragment, as the page's script does."""
        since, at = event["since"], event["sequence"]
        assert since is None or since == self.seen, f"after move {self.seen} came {since} to {at}"
        assert at > self.seen, f"move {at} came twice"
        self.parts |= event["parts"]
        self.seen = at

    # --- what goes out ---

    def play(self, go: threading.Event, stop: threading.Event) -> None:
        """Make moves while others do; those that were not answered are sent again as they were."""
        while not stop.is_set() and not self.faults and not self.is_removed:
            if not go.wait(0.05):
                continue
            try:
                with self.moving:
                    self._move()
            except (OSError, HTTPException):
                time.sleep(0.02)
            except BaseException as error:
                self.faults.append(error)
        self.browser.close()

    def _move(self) -> None:
        self.sent_again += len(self._pending)
        self._pending = self._pending or [self._next() for _ in range(next(self._together))]
        self.browser.port = self.moves.port
        answer = self.browser.post(
            f"{self.url}/move",
            {
                "moves": json.dumps(self._pending),
                "told": 1,  # the answer is each move's place, and nothing else
                "csrfmiddlewaretoken": self.browser.cookies["csrftoken"],
            },
            accept="application/json",
        )
        if answer.status == 503:  # nothing was written: the database is away
            raise ConnectionError(answer.status)
        if self.is_removed and answer.status in SHUT_OUT:
            return
        assert answer.status == 200, (answer.status, answer.text[:500])
        answers = json.loads(answer.text)["answers"]
        places = {each["token"]: each["sequence"] for each in answers}
        assert set(places) == {move["token"] for move in self._pending}, answers
        self.acknowledged |= places
        self._pending = []

    def _next(self) -> dict[str, str]:
        """Return another move, which goes up and down in turn, under a token of its own."""
        move = {"kind": "dial", "whose": "gravehold", "by": next(self._ways)}
        return {"move": json.dumps(move), "token": uuid4().hex}

    def page(self) -> tuple[int, dict[str, str]]:
        """Return the table as the server renders it for a new visitor."""
        browser = Browser(self.moves.port, dict(self.browser.cookies))
        try:
            shown = json.loads(browser.get(f"{self.url}/state").text)
        finally:
            browser.close()
        return shown["sequence"], shown["parts"]


def kill_live(
    streams: Installation,
    *,
    kills: int,
    seed: int,
    say: Callable[[str], object] = lambda _line: None,
) -> Tally:
    """Kill each of the two processes so many times while phones play, and check after each kill."""
    chance, tally = Random(seed), Tally()
    moves = streams.twin()
    streams.start()
    moves.start()
    try:
        while tally.moves < kills:
            _evening(streams, moves, min(KILLS, kills - tally.moves), chance, tally)
            say(str(tally))
    except AssertionError as error:
        for installation in (streams, moves):
            lines = installation.log.read_text(errors="replace").splitlines()
            error.add_note("\n".join(lines[-20:]))
        raise
    finally:
        streams.kill(alone=False)
        moves.stop()
    faults = [*streams.faults(), *moves.faults()]
    assert not faults, f"seed {seed}: {faults[:5]}"
    return tally


def _evening(
    streams: Installation, moves: Installation, kills: int, chance: Random, tally: Tally
) -> None:
    """Play new games under so many kills of each process, and look after every one."""
    phones = sit_down_at_games(streams, streams, moves)
    go, stop = threading.Event(), threading.Event()
    threads = [threading.Thread(target=phone.look_on, args=[stop]) for phone in phones]
    threads += [threading.Thread(target=phone.play, args=[go, stop]) for phone in phones]
    for thread in threads:
        thread.start()
    try:
        for killed in (moves, streams) * kills:
            go.set()
            wait_for_moves(phones, chance.randint(1, MAX_MOVES))
            time.sleep(chance.uniform(0, LONGEST_WAIT))
            killed.kill(alone=False)
            time.sleep(chance.uniform(0, LONGEST_WAIT))
            killed.start()
            go.clear()
            with ExitStack() as held:
                for phone in phones:
                    held.enter_context(phone.moving)
                look(streams, phones)
            tally.streams += killed is streams
            tally.moves += killed is moves
    finally:
        stop.set()
        streams.kill(alone=False)  # so that no stream waits for its next beat
        for thread in threads:
            thread.join(60)
    streams.start()
    tally.acknowledged += sum(len(phone.acknowledged) for phone in phones)
    tally.reconnects += sum(phone.reconnects for phone in phones)
    tally.sent_again += sum(phone.sent_again for phone in phones)


def look(installation: Installation, phones: Iterable[Phone], *, within: float = PATIENCE) -> None:
    """Assert that nothing acknowledged is lost, and that every phone shows the table as it is."""
    until = time.monotonic() + within
    for phone in phones:
        while True:
            if phone.faults:
                raise AssertionError(phone.url) from phone.faults[0]
            at, parts = phone.page()
            if (phone.seen, phone.parts) == (at, parts):
                break
            assert time.monotonic() < until, f"a phone is at move {phone.seen}, the table at {at}"
            time.sleep(0.1)
    rows = installation.ask("SELECT table_id, sequence, token FROM campaign_livemove")
    places = {token: sequence for _table, sequence, token in rows}
    assert len(places) == len(rows), "a move counts twice"
    for phone in phones:
        lost = {t: at for t, at in phone.acknowledged.items() if places.get(t) != at}
        assert not lost, f"acknowledged and lost: {lost}"
    for table, latest in installation.ask("SELECT id, sequence FROM campaign_livetable"):
        found = sorted(sequence for of, sequence, _token in rows if of == table)
        assert found == list(range(1, latest + 1)), f"table {table} has gaps"


def sit_down_at_games(
    installation: Installation, streams: Listening, moves: Listening
) -> list[Phone]:
    """Start games that are played live, of a campaign and one-off, and return their phones."""
    tables = [_campaign_game(installation), _seated_game(installation)]
    phones = [Phone(url, streams, moves, browser) for url, both in tables for browser in both]
    for phone in phones:
        phone.browser.port = moves.port
        phone.seen, phone.parts = phone.page()
    return phones


def _campaign_game(installation: Installation) -> tuple[str, Sequence[Browser]]:
    """Start a campaign and play its first game live, on two phones of one person."""
    keeper = sit_down(installation, "Live")
    _open_live(f"{keeper.game}live", keeper.browser)
    cookies = keeper.browser.cookies
    return f"{keeper.game}live", [Browser(0, dict(cookies)), Browser(0, dict(cookies))]


def _seated_game(installation: Installation) -> tuple[str, Sequence[Browser]]:
    """Play a one-off game live: its owner on one phone, on another a guest who took a seat."""
    owner, guest = Browser(installation.port), Browser(installation.port)
    form = carried(owner.get(BOX).text, BOX)
    started = owner.post(BOX, {**form, "mages": "2"})
    assert started.status == 302, (started.status, started.text[:500])
    link = INVITATION.search(owner.get(f"{started.location}seats").text)
    assert link is not None, "no link to take a seat by"
    asked = carried(guest.get(link.group()).text, link.group())
    sat = guest.post(link.group(), {**asked, "name": "Odo", "seat": "2"})
    assert sat.status == 302, (sat.status, sat.text[:500])
    _open_live(f"{started.location}live", owner)
    guest.close()
    return f"{started.location}live", [owner, guest]


def _open_live(url: str, browser: Browser) -> None:
    csrf = {"csrfmiddlewaretoken": browser.cookies["csrftoken"]}
    assert browser.post(f"{url}/open", csrf).status == 302
    browser.close()


def wait_for_moves(phones: Iterable[Phone], moves: int) -> None:
    """Wait until phones have made so many more moves."""
    told = list(phones)
    goal = sum(len(phone.acknowledged) for phone in told) + moves
    until = time.monotonic() + PATIENCE
    while sum(len(phone.acknowledged) for phone in told) < goal:
        for phone in told:
            if phone.faults:
                raise AssertionError(phone.url) from phone.faults[0]
        assert time.monotonic() < until, "nobody gets to move"
        time.sleep(0.002)
