"""Games, servers and phones for ``live``; prints its figures as JSON."""

from __future__ import annotations

import asyncio
import json
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Coroutine, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from ipaddress import ip_address
from itertools import cycle
from pathlib import Path
from statistics import quantiles
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from tests.benchmarks._databases import analyse_tables

if TYPE_CHECKING:
    from campaign.models import Person

PHONES = 4
AT_ONCE = 500  # rows with a set-up in one statement
LATER = 3  # seconds until a phone asks again, as the streams tell it
MOVERS = 2  # processes that take the moves on a busy site
CSRF = "a" * 32
ID = re.compile(rb"id: (\d+)")
SINCE = re.compile(rb'"since":(\d+|null)')
TICKS = os.sysconf("SC_CLK_TCK")


def made(games: int, besides: int = 0) -> list[tuple[str, str]]:
    """Make live games, each of a person of its own; return the code and the session cookie of each.

    ``besides``: as many more, at which nobody plays this evening.
    """
    from campaign.models import Change, Fact, Game, LiveTable, Person
    from campaign.rules.aeons_end.one_off.choices import open_choices
    from campaign.services.live import table_open
    from campaign.services.one_offs import game_start

    person = Person.objects.create_user("zuza", "nine piles, no more")
    box = "aeons-end-war-eternal"
    first = game_start(
        person=person, system=box, choices=open_choices(PHONES), seed="1", language="en", token=None
    )
    table_open(game=first, person=person)
    # The same set-up for all: what is measured is the play.
    begun, facts = first.changes.get(), list(first.facts.all())
    start = first.live_tables.get().start
    owners = Person.objects.bulk_create(
        Person(username=None, display_name=f"Group {each}", password=person.password)
        for each in range(games + besides)
    )
    rows = Game.objects.bulk_create(
        Game(system=box, pack_version=first.pack_version, owner=owner) for owner in owners
    )
    changes = Change.objects.bulk_create(
        Change(game=game, revision=begun.revision, kind=begun.kind, person=game.owner)
        for game in rows
    )
    Fact.objects.bulk_create(
        (
            Fact(
                game=change.game,
                recorded=change,
                kind=fact.kind,
                place=fact.place,
                payload=fact.payload,
            )
            for change in changes
            for fact in facts
        ),
        batch_size=AT_ONCE,
    )
    LiveTable.objects.bulk_create(
        (LiveTable(game=game, start=start) for game in rows), batch_size=AT_ONCE
    )
    analyse_tables()
    return [
        (game.code, _signed_in(owner)) for game, owner in zip(rows[:games], owners, strict=False)
    ]


def _signed_in(person: Person) -> str:
    """Return the cookies of a phone at which somebody has signed in."""
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.db import SessionStore

    session = SessionStore()
    session[SESSION_KEY] = str(person.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = person.get_session_auth_hash()
    session.create()
    return f"sessionid={session.session_key}; csrftoken={CSRF}"


@contextmanager
def server() -> Iterator[tuple[int, int]]:
    """Start a server; give its port and its process."""
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        port = int(held.getsockname()[1])
    command = [sys.executable, "-m", "uvicorn", "--port", str(port), "--no-access-log"]
    command += ["--log-level", "error", "--backlog", "8192", "tracker.asgi:application"]
    process = subprocess.Popen(command, env={**os.environ, "BREACHKEEPER_PROXIES": "1"})
    try:
        for _ in range(300):
            with socket.socket() as knock:
                if knock.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        yield port, process.pid
    finally:
        process.kill()
        process.wait()


Server = tuple[int, int]


@contextmanager
def servers(movers: int) -> Iterator[tuple[Server, list[Server]]]:
    """Start the server of the streams, and so many that take moves; with none it takes them too."""
    with ExitStack() as stack:
        streams = stack.enter_context(server())
        yield streams, [stack.enter_context(server()) for _ in range(movers)] or [streams]


def processes_of(streams: Server, moves: list[Server]) -> tuple[list[int], list[int]]:
    """Return all processes, that of the streams first, and those that take moves."""
    makers = [pid for _port, pid in moves]
    return [*dict.fromkeys((streams[1], *makers))], makers


def spent(processes: list[int]) -> float:
    """Return the CPU seconds that processes have used."""
    fields = (Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split() for pid in processes)
    return sum(int(each[11]) + int(each[12]) for each in fields) / TICKS


def memory(process: int) -> float:
    """Return the resident memory of a process in kilobytes."""
    text = Path(f"/proc/{process}/status").read_text()
    return float(text.partition("VmRSS:")[2].split()[0])


def home_of(place: int) -> str:
    """Return the address of a group: each plays at home, with a rate limit of its own."""
    return str(ip_address("10.0.0.0") + place)


async def settled(processes: list[int], most: float = 60) -> None:
    """Wait until processes have done what they had to do, but not for ever."""
    until = time.perf_counter() + most
    while time.perf_counter() < until:
        before = spent(processes)
        await asyncio.sleep(0.5)
        if spent(processes) - before < 0.2:  # streams are watched and kept open all the time
            return


class Crowd:
    """Every phone of every game; ``moves``: the ports that take moves, in turns."""

    def __init__(self, games: list[tuple[str, str]], streams: int, moves: list[int]) -> None:
        self.games = games
        self.streams, self.moves = streams, cycle(moves)
        self.sent: dict[tuple[int, int], float] = {}
        self.seen: dict[tuple[int, int], list[float]] = {}
        self.gaps = self.duplicates = 0
        self.ready = self.refused = 0

    async def phone(self, place: int) -> None:
        """Hold a stream, and note what comes by it."""
        code, cookie = self.games[place]
        head = (
            f"GET /g/{code}/live/events?seen=0 HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie}\r\n"
            f"X-Forwarded-For: {home_of(place)}\r\n"
        )
        reader, _writer = await self._stream(head)  # closed once nobody holds it
        self.ready += 1
        last = 0
        while line := await reader.readline():
            if not (found := ID.match(line)):
                continue
            now, at = time.perf_counter(), int(found[1])
            await reader.readline()
            since = SINCE.search(await reader.readline())
            if since is not None and since[1] != b"null" and int(since[1]) != last:
                self.gaps += int(since[1]) > last
                self.duplicates += at <= last
            last = max(last, at)
            self.seen.setdefault((place, at), []).append(now)

    async def _stream(self, head: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Open a stream; asked to come later, come later, as a phone does."""
        while True:
            reader, writer = await asyncio.open_connection("127.0.0.1", self.streams, limit=2**20)
            writer.write(f"{head}\r\n".encode())
            status = await reader.readline()
            if b" 200 " in status:
                return reader, writer
            assert b" 503 " in status, status  # else nothing is measured
            self.refused += 1
            writer.close()
            await asyncio.sleep(LATER)

    async def sender(
        self,
        places: list[int],
        pause: float,
        until: float = 0,
        *,
        after: float = 0,
        rounds: int = 0,
    ) -> None:
        """Send moves over one connection, at an even pace, for a while or so many times round.

        ``after``: seconds until the first, so that senders take turns and do not all send at once.
        """
        await asyncio.sleep(after)
        reader, writer = await asyncio.open_connection("127.0.0.1", next(self.moves))
        turn, due = 0, time.perf_counter()
        while time.perf_counter() < until or turn < rounds * len(places):
            begun = time.perf_counter()
            place = places[turn % len(places)]
            turn += 1
            code, cookie = self.games[place]
            by = -1 if turn // len(places) % 2 else 1
            move = json.dumps({"kind": "dial", "whose": "gravehold", "by": by})
            moves = [{"move": move, "token": f"{place}-{turn}-{begun}"[:40], "seen": "0"}]
            body = urlencode({"moves": json.dumps(moves), "told": 1})
            head = f"POST /g/{code}/live/move HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie}\r\n"
            head += f"X-Forwarded-For: {home_of(place)}\r\n"
            head += f"X-CSRFToken: {CSRF}\r\nAccept: application/json\r\n"
            head += "Content-Type: application/x-www-form-urlencoded\r\n"
            writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n{body}".encode())
            answer = await self._answer(reader)
            self.sent[place, answer["answers"][0]["sequence"]] = begun
            due = max(due + pause, begun)  # what was late is made up for, as far as it can be
            await asyncio.sleep(max(due - time.perf_counter(), 0))
        writer.close()

    async def _answer(self, reader: asyncio.StreamReader) -> Any:
        head = await reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"content-length: (\d+)", head, re.IGNORECASE)
        assert length, head
        assert b" 200 " in head.partition(b"\r\n")[0], head
        return json.loads(await reader.readexactly(int(length[1])))

    async def _until_ready(self, phones: list[asyncio.Task[None]], but: int = 0) -> None:
        """Wait until all phones but so many have their stream; raise what became of one."""
        while self.ready < len(phones) - but:
            await asyncio.sleep(0.02)
            for phone in phones:
                if phone.done():
                    phone.result()
                    raise RuntimeError("a stream ended before the play")

    def beside(self, _until: float) -> Iterable[Coroutine[Any, Any, None]]:
        """Return what goes on beside the moves."""
        return ()

    async def play(
        self, rate: float, seconds: float, processes: list[int], makers: list[int]
    ) -> dict[str, float]:
        """Let everybody play for a while; ``makers``: the processes that take the moves."""
        idle = memory(processes[0])
        phones = []
        for place in range(len(self.games)):
            phones += [asyncio.create_task(self.phone(place)) for _ in range(PHONES)]
            if len(phones) % 200 == 0:  # phones do not all come in one moment
                await self._until_ready(phones, but=100)
        await self._until_ready(phones)
        await settled(processes)
        held = memory(processes[0]) - idle
        senders = 8
        shares = [list(range(each, len(self.games), senders)) for each in range(senders)]
        # Once round before it counts: the first move of a game reads its set-up.
        await asyncio.gather(*(self.sender(s, 0, rounds=1) for s in shares if s))
        await settled(processes)
        self.sent.clear()
        before, making, begun = spent(processes), spent(makers), time.perf_counter()
        until = begun + seconds
        pause = senders / rate
        await asyncio.gather(
            *(self.sender(s, pause, until, after=n / rate) for n, s in enumerate(shares) if s),
            *self.beside(until),
        )
        took = time.perf_counter() - begun
        used, made_in = spent(processes) - before, spent(makers) - making
        await asyncio.sleep(2)
        for phone in phones:
            phone.cancel()
        whole = {key: at for key, at in self.seen.items() if len(at) >= PHONES and key in self.sent}
        times = [1000 * (max(at) - self.sent[key]) for key, at in whole.items()]
        cuts = quantiles(times, n=100)
        return {
            "games": len(self.games),
            "rate": len(self.sent) / took,
            "p50": cuts[49],
            "p95": cuts[94],
            "p99": cuts[98],
            "seen": len(whole),
            "gaps": self.gaps + len(self.sent) - len(whole),
            "duplicates": self.duplicates,
            "refused": self.refused,
            "cpu": 100 * used / took,
            "move": 1000 * made_in / len(self.sent),
            "memory": held / len(phones),
        }


def main() -> None:
    """Measure on this process's database, and print the figures."""
    import django

    django.setup()
    from django.db import connection

    few, few_rate, many, many_rate, seconds = map(int, sys.argv[1:6])
    busy = connection.vendor == "postgresql"
    games = made(many if busy else few)
    connection.close()
    with servers(MOVERS if busy else 0) as (streams, moves):
        crowd = Crowd(games, streams[0], [port for port, _pid in moves])
        found = asyncio.run(
            crowd.play(many_rate if busy else few_rate, seconds, *processes_of(streams, moves))
        )
    print(json.dumps(found))


if __name__ == "__main__":
    main()
