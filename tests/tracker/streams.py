"""Streams for tests: a phone that holds one, and a process that serves them."""

from __future__ import annotations

import asyncio
import json
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from django.db import connections

from campaign.models import Game, Person
from tests.tracker import clients

T = TypeVar("T")
SOON = 5.0  # seconds; most of this takes milliseconds


class Phone:
    """A stream as a browser holds it."""

    def __init__(
        self, path: str, cookies: str, seen: str = "", *, gzip: bool = False, query: str = ""
    ) -> None:
        headers = [(b"host", b"localhost"), (b"cookie", cookies.encode())]
        headers += [(b"last-event-id", seen.encode())] if seen else []
        headers += [(b"accept-encoding", b"gzip, br")] if gzip else []
        self.decode = zlib.decompressobj(zlib.MAX_WBITS | 16).decompress if gzip else bytes
        self.wire: list[int] = []  # how many bytes each event had
        self.encoding = b""
        self.headers: dict[bytes, bytes] = {}
        self.scope = {
            "type": "http",
            "method": "GET",
            "path": path,
            "query_string": query.encode(),
            "headers": headers,
            "client": ("127.0.0.1", 1),
            "scheme": "http",
            "server": ("localhost", 80),
        }
        self.status = 0
        self.ended = asyncio.Event()
        self.hung_up = asyncio.Event()
        self._events: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    async def receive(self) -> dict[str, Any]:
        await self.hung_up.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Any) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = dict(message["headers"])
            self.encoding = self.headers.get(b"content-encoding", b"")
            return
        body = message.get("body", b"")
        self.wire.append(len(body))
        for block in self.decode(body).decode().split("\n\n"):
            lines = dict(line.split(": ", 1) for line in block.splitlines() if ": " in line)
            if lines.get("event") not in (None, "beat"):
                self._events.put_nowait({**lines, **json.loads(lines["data"])})
        if not message.get("more_body"):
            self.ended.set()

    async def next(self) -> dict[str, Any]:
        return await asyncio.wait_for(self._events.get(), SOON)

    @property
    def quiet(self) -> bool:
        return self._events.empty()


Open = Callable[[Phone], Awaitable[None]]


@asynccontextmanager
async def serving() -> AsyncIterator[Open]:
    """Serve in this loop, with a hub of its own."""
    from tracker.asgi import Application

    application = Application()
    tasks: list[asyncio.Task[None]] = []

    async def connect(phone: Phone) -> None:
        tasks.append(asyncio.create_task(application(phone.scope, phone.receive, phone.send)))
        for _ in range(200):
            if phone.status:
                return
            await asyncio.sleep(0.02)

    try:
        yield connect
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await application.close()


def cookies_of(person: Person) -> str:
    client = clients.client_of(person)
    return "; ".join(f"{name}={value.value}" for name, value in client.cookies.items())


def path_of(game: Game) -> str:
    return f"/g/{game.code}/live/events"


async def in_thread(work: Callable[..., T], *args: Any) -> T:
    """Do something as another request would."""

    def done() -> T:
        try:
            return work(*args)
        finally:
            connections.close_all()

    return await asyncio.to_thread(done)
