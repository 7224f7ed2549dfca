"""The ASGI application: `uvicorn tracker.asgi:application`.

It holds the streams; Django answers every other request in a thread.
"""

import asyncio
import gc
import re
from contextlib import suppress
from typing import Any

from tracker.wsgi import application as django

# Once Django is ready.
from campaign.services.announcements import changed  # isort: skip
from campaign.services.live import Notice, moved  # isort: skip
from tracker.live.channels import Watched  # isort: skip
from tracker.live.hub import Hub  # isort: skip
from tracker.live.notifications import listen  # isort: skip
from tracker.live.streams import Streams  # isort: skip
from tracker.web.threads import Receive, Scope, Send, Threads  # isort: skip

COLLECT = (50_000, 20, 100)  # new objects, then collections of each younger generation
EVENTS = re.compile(r"/g/[^/]+/live/events")


class Application:
    """Everything that one process serves."""

    def __init__(self) -> None:
        self._threads = Threads(django.get_response)
        self._streams = Streams(django)
        self._hub: Hub | None = None
        self._tasks: list[asyncio.Task[None]] = []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] == "lifespan":
            await self._lifespan(receive, send)
        elif (
            scope["type"] == "http" and EVENTS.fullmatch(scope["path"]) and scope["method"] == "GET"
        ):
            await self._streams(self.hub(), scope, receive, send)
        else:
            await self._threads(scope, receive, send)

    def hub(self) -> Hub:
        """Return the hub, made in the event loop that serves."""
        if self._hub is None:
            hub = self._hub = Hub()
            # A full garbage collection visits every object, and no stream is served meanwhile: what
            # is loaded by now is left out for good, and the rest is collected rarely.
            gc.freeze()
            gc.set_threshold(*COLLECT)
            moved.connect(self._moved, dispatch_uid="hub")
            changed.connect(self._changed, dispatch_uid="hub")
            self._tasks = [
                hub.loop.create_task(listen(hub)),
                hub.loop.create_task(self._streams.watch(hub)),
            ]
        return self._hub

    def _moved(self, *, notice: Notice, **_signal: Any) -> None:
        if self._hub is not None:
            self._hub.loop.call_soon_threadsafe(self._hub.notify, notice)

    def _changed(self, *, game: int, **_signal: Any) -> None:
        if self._hub is not None:
            self._hub.loop.call_soon_threadsafe(self._hub.wake, Watched(game))

    async def _lifespan(self, receive: Receive, send: Send) -> None:
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                self.hub()
            elif message["type"] == "lifespan.shutdown":
                await self.close()
            await send({"type": f"{message['type']}.complete"})
            if message["type"] == "lifespan.shutdown":
                return

    async def close(self) -> None:
        """Stop every task, and end every stream."""
        for task in self._tasks:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        if self._hub is not None:
            await self._hub.close()


application = Application()
