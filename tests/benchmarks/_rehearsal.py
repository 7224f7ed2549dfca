"""An evening of many groups at the pace of real evenings; prints its figures as JSON.

Every group has its own account, game and live table. Those that play this evening hold four phones
each, make a move every ten seconds, open forty pages and tick ten steps an hour.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections.abc import Coroutine, Iterable
from itertools import cycle
from statistics import quantiles
from typing import Any

from tests.benchmarks._live import CSRF, MOVERS, Crowd, home_of, made, processes_of, servers

SECONDS_A_MOVE = 10
PAGES_AN_HOUR, ENTRIES_AN_HOUR = 40, 10
HOUR = 3600
PAGES = ("/", "/g/{code}/", "/g/{code}/live", "/g/{code}/rules", "/g/{code}/result", "/log")
READERS = 4  # that share the pages of all tables


class Evening(Crowd):
    """Tables that look things up and tick steps of the set-up while they play."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.pages: list[float] = []
        self.entries: list[float] = []

    def beside(self, until: float) -> Iterable[Coroutine[Any, Any, None]]:
        """Read pages and tick steps at the pace of all tables together."""
        for first in range(READERS):
            places = list(range(first, len(self.games), READERS))
            yield self._repeat(self._page, places, PAGES_AN_HOUR, until, self.pages)
        yield self._repeat(
            self._tick, list(range(len(self.games))), ENTRIES_AN_HOUR, until, self.entries
        )

    async def _repeat(
        self, ask: Any, places: list[int], an_hour: int, until: float, times: list[float]
    ) -> None:
        """Ask in turn for each table, and note how long each answer took from when it was due."""
        pause = HOUR / (an_hour * len(places))
        due = time.perf_counter() + pause
        for turn, place in enumerate(cycle(places)):
            if due >= until:
                break
            await asyncio.sleep(max(due - time.perf_counter(), 0))
            reader, writer = await asyncio.open_connection("127.0.0.1", next(self.moves))
            writer.write(ask(place, turn))
            status = (await reader.read()).partition(b"\r\n")[0]
            assert status.split()[1] in (b"200", b"302"), status
            writer.close()
            times.append(1000 * (time.perf_counter() - due))
            due += pause

    def _page(self, place: int, turn: int) -> bytes:
        return self._head("GET", PAGES[turn % len(PAGES)], place).encode() + b"\r\n"

    def _tick(self, place: int, turn: int) -> bytes:
        body = f"sheet=setup&tick=step-{turn % 9}"
        head = self._head("POST", "/g/{code}/ticks", place)
        head += f"X-CSRFToken: {CSRF}\r\nContent-Type: application/x-www-form-urlencoded\r\n"
        return f"{head}Content-Length: {len(body)}\r\n\r\n{body}".encode()

    def _head(self, method: str, address: str, place: int) -> str:
        code, cookie = self.games[place]
        return (
            f"{method} {address.format(code=code)} HTTP/1.1\r\nHost: localhost\r\n"
            f"Cookie: {cookie}\r\nX-Forwarded-For: {home_of(place)}\r\nConnection: close\r\n"
        )


def main() -> None:
    """Let more and more tables play at once, and print what each number of them took."""
    import django

    django.setup()
    from django.db import connection

    groups, seconds, *tables = map(int, sys.argv[1:])
    games = made(max(tables), besides=groups - max(tables))
    connection.close()
    found = []
    for number in tables:
        with servers(MOVERS) as (streams, moves):
            evening = Evening(games[:number], streams[0], [port for port, _pid in moves])
            rate = number / SECONDS_A_MOVE
            told = asyncio.run(evening.play(rate, seconds, *processes_of(streams, moves)))
        pages, entries = (quantiles(times, n=20) for times in (evening.pages, evening.entries))
        found.append(told | {"page": pages[9], "page95": pages[18], "entry95": entries[18]})
    print(json.dumps(found))


if __name__ == "__main__":
    main()
