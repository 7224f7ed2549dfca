"""The hub of one process: which streams watch which table, or page of a game.

A move wakes its table (``tracker.live.tables``), any other write the pages of its game
(``tracker.live.pages``). ``tracker.live.notifications`` brings those of other processes.
"""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from django.db import close_old_connections, connections
from django.db.backends.base.base import BaseDatabaseWrapper

from campaign.services.live import Notice
from tracker.live.channels import Channel, Stream, Watched
from tracker.live.pages import PageChannel
from tracker.live.tables import TableChannel
from tracker.web.deadlines import cut_connections, database_deadline

T = TypeVar("T")
THREADS = 4  # that read and render, each with a connection to the database
ANSWER_SECONDS = 4.0  # that one of them waits for the database: then its streams end
WATCH_SECONDS = 1.5  # for who may still watch: whoever was removed gets nothing two seconds later
LAST_SECONDS = 1.0  # for what is under way when the process ends

logger = logging.getLogger(__name__)


class Hub:
    """All tables and pages that phones watch through this process."""

    def __init__(self) -> None:
        self.channels: dict[Watched, Channel] = {}
        self.loop = asyncio.get_running_loop()
        self.threads = ThreadPoolExecutor(THREADS, "live")
        self._watching = ThreadPoolExecutor(1, "live-watch")
        self.has_streams = asyncio.Event()  # set by the first one
        self._connections: set[BaseDatabaseWrapper] = set()  # of these threads
        self._tasks: set[asyncio.Task[None]] = set()

    async def run(self, work: Callable[..., T], *args: Any, patience: float | None = None) -> T:
        """Run a function that queries the database, in a thread.

        Raise ``DatabaseError`` if the database takes too long. Waiting for a thread is no fault: a
        busy site sends late, and ``Streams.watch`` ends all streams of a database that hangs. Who
        cannot wait that long says so (``patience``) and gets a ``TimeoutError``.
        """
        async with asyncio.timeout(patience):
            return await self.loop.run_in_executor(
                self.threads, self._with_connection, ANSWER_SECONDS, work, args
            )

    async def ask(self, work: Callable[..., T], *args: Any) -> T:
        """Run a function that asks who may still watch: like ``run``, but in less time."""
        async with asyncio.timeout(WATCH_SECONDS):
            return await self.loop.run_in_executor(
                self._watching, self._with_connection, WATCH_SECONDS, work, args
            )

    def _with_connection(self, seconds: float, work: Callable[..., T], args: tuple[Any, ...]) -> T:
        self._connections.add(connections["default"])
        with database_deadline(seconds):
            close_old_connections()
            try:
                return work(*args)
            finally:
                close_old_connections()

    def join(self, watched: Watched, stream: Stream) -> Channel:
        """Let a stream watch something, before it is sent anything: no news between are missed."""
        channel = self.channels.get(watched)
        if channel is None:
            kind = PageChannel if watched.table is None else TableChannel
            channel = self.channels[watched] = kind(watched)
        channel.streams.add(stream)
        self.has_streams.set()
        return channel

    def leave(self, channel: Channel, stream: Stream) -> None:
        """Remove a stream, and the channel with its last one."""
        channel.streams.discard(stream)
        if not channel.streams:
            self.channels.pop(channel.watched, None)

    def notify(self, notice: Notice) -> None:
        """Send a move to all streams of its table."""
        channel = self.channels.get(Watched(notice.game, notice.table))
        if isinstance(channel, TableChannel):
            channel.notices.append(notice)
            self._start(channel)

    def wake(self, watched: Watched) -> None:
        """Send what the database has and the streams have not."""
        if (channel := self.channels.get(watched)) is not None:
            channel.unread = True
            self._start(channel)

    def _start(self, channel: Channel) -> None:
        if channel.busy:
            return
        channel.busy = True
        task = self.loop.create_task(self._deliver(channel))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _deliver(self, channel: Channel) -> None:
        try:
            while channel.has_news:
                await channel.deliver(self)
        except Exception:
            logger.exception("A live game could not be sent.")
            self.end(channel)  # the phones reconnect, and catch up
        finally:
            channel.busy = False

    async def close(self) -> None:
        """End every stream, and close the database connection of every thread."""
        for channel in list(self.channels.values()):
            self.end(channel)
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=LAST_SECONDS)
        cut_connections()  # of threads that still wait for the database
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.to_thread(self._disconnect)

    def _disconnect(self) -> None:
        """Close the connections for the threads, which have ended and cannot do it themselves."""
        for threads in (self.threads, self._watching):
            threads.shutdown()
        for connection in self._connections:
            connection.inc_thread_sharing()
            connection.close()

    def end(self, channel: Channel) -> None:
        """End all streams of a channel."""
        for stream in list(channel.streams):
            stream.put(None)
