"""The hub of one process: which streams watch which table, and what each is sent.

A move wakes its table. What changed is read, replayed and rendered once for every language and kind
of visitor, and the same bytes go to all who watch. ``tracker.live.notifications`` brings the moves
of other processes.
"""

import asyncio
import json
import logging
import zlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

from django.db import close_old_connections, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.utils import translation

from campaign.models import LiveMove, LiveTable
from campaign.rules.core.live import Position
from campaign.selectors import live as selectors
from campaign.selectors.watching import watched_table
from campaign.services.live import Notice
from tracker.faces.live import LivePart
from tracker.live.fragments import changed, parts_now, parts_of, rendered
from tracker.web.deadlines import cut_connections, database_deadline
from tracker.words import former

T = TypeVar("T")
QUEUE = 64  # events that a phone may lag behind before it has to reconnect
THREADS = 4  # that read and render, each with a connection to the database
ANSWER_SECONDS = 4.0  # that one of them waits for the database: then its streams end
WATCH_SECONDS = 1.5  # for who may still watch: whoever was removed gets nothing two seconds later
LAST_SECONDS = 1.0  # for what is under way when the process ends

# What is new at a table: its row, the position that was sent last, the moves since.
News = tuple[LiveTable, Position[Any], list[LiveMove]]

logger = logging.getLogger(__name__)


class Variant(NamedTuple):
    """For whom an event is rendered."""

    language: str
    may: bool  # make moves
    gzip: bool = False  # the browser accepts it

    def encoded(self, body: bytes) -> bytes:
        """Return the bytes to send, compressed if the browser accepts it.

        After a full flush a block does not depend on those before it: compressed once, the same
        bytes fit into every stream, and no stream needs a compressor of its own.
        """
        if not self.gzip:
            return body
        compressor = zlib.compressobj(wbits=-zlib.MAX_WBITS)
        return compressor.compress(body) + compressor.flush(zlib.Z_FULL_FLUSH)


Events = dict[Variant, bytes]  # what one move changed, rendered for each kind of visitor


@dataclass(eq=False)
class Stream:
    """One phone's stream."""

    variant: Variant
    seen: int  # the latest move that this phone was sent
    ready: bool = False  # it has the whole table, and is sent move by move from now on
    queue: asyncio.Queue[bytes | None] = field(default_factory=lambda: asyncio.Queue(QUEUE))

    def put(self, event: bytes | None) -> None:
        """Queue an event; None ends the stream, and so does a queue that is full."""
        try:
            self.queue.put_nowait(event)
        except asyncio.QueueFull:
            self.queue = asyncio.Queue(1)
            self.queue.put_nowait(None)


@dataclass(eq=False)
class Channel:
    """A table that some streams watch."""

    table: int
    streams: set[Stream] = field(default_factory=set)
    row: LiveTable | None = None  # as it was read last
    position: Position[Any] | None = None  # as it was sent last
    notices: list[Notice] = field(default_factory=list)  # moves that are still to be sent
    parts: dict[str, dict[str, LivePart]] = field(default_factory=dict)  # by language
    busy: bool = False
    unread: bool = False  # the database may have moves for which no notice came

    @property
    def ready(self) -> list[Stream]:
        """Return the streams that are sent move by move."""
        return [stream for stream in self.streams if stream.ready]


def event_of(
    before: Position[Any] | None, position: Position[Any], parts: dict[str, Any], token: str = ""
) -> bytes:
    """Return a server-sent event; its parts are what differs from the position before, or all.

    ``token`` is that of the move, by which the phone that sent it knows its own. ``rests``: what a
    move from here rests on, by conflict key.
    """
    rests, old = position.changed_by, before.changed_by if before is not None else {}
    data = {
        "since": position.sequence - 1 if before is not None else None,
        "sequence": position.sequence,
        "token": token,
        "parts": parts,
        "rests": {
            key: rests.get(key, 0) for key in {**old, **rests} if old.get(key) != rests.get(key)
        },
    }
    text = former.said(json.dumps(data, separators=(",", ":"), ensure_ascii=False))
    return f"id: {position.sequence}\nevent: parts\ndata: {text}\n\n".encode()


class Hub:
    """All tables that phones watch through this process."""

    def __init__(self) -> None:
        self.channels: dict[int, Channel] = {}
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

    def join(self, table: int, stream: Stream) -> Channel:
        """Let a stream watch a table, before it catches up: no move between is missed."""
        channel = self.channels.setdefault(table, Channel(table))
        channel.streams.add(stream)
        self.has_streams.set()
        return channel

    def leave(self, channel: Channel, stream: Stream) -> None:
        """Remove a stream, and the channel with its last one."""
        channel.streams.discard(stream)
        if not channel.streams:
            self.channels.pop(channel.table, None)

    def notify(self, notice: Notice) -> None:
        """Send a move to all streams of its table."""
        if (channel := self.channels.get(notice.table)) is not None:
            channel.notices.append(notice)
            self._start(channel)

    def wake(self, table: int) -> None:
        """Send the moves that the database has and the streams of a table have not."""
        if (channel := self.channels.get(table)) is not None:
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
            while channel.unread or channel.notices:
                notices, channel.notices = [] if channel.unread else channel.notices, []
                channel.unread = False
                variants = {stream.variant for stream in channel.streams}
                low = min((stream.seen for stream in channel.ready), default=None)
                for sequence, events in await self.run(advance, channel, variants, low, notices):
                    self._send(channel, sequence, events)
                for stream in channel.ready:  # some missed a move while they were opened
                    if channel.position is not None and stream.seen < channel.position.sequence:
                        await self.catch_up(channel, stream)
        except LiveTable.DoesNotExist:
            pass  # its moves were deleted: ``Streams.watch`` leads the phones on
        except Exception:
            logger.exception("A live table could not be sent.")
            self.end(channel)  # the phones reconnect, and catch up
        finally:
            channel.busy = False

    def _send(self, channel: Channel, sequence: int, events: Events) -> None:
        for stream in channel.ready:
            if stream.seen == sequence - 1 and stream.variant in events:
                stream.seen = sequence
                stream.put(events[stream.variant])

    async def catch_up(self, channel: Channel, stream: Stream) -> None:
        """Send a stream the whole table if it lacks any move; nothing if the table was deleted."""
        try:
            seen, event = await self.run(catch_up, channel.table, stream.seen, stream.variant)
        except LiveTable.DoesNotExist:
            return  # ``Streams.watch`` leads the phone on
        stream.seen = seen
        if event is not None:
            stream.put(event)

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
        """End the streams of a table."""
        for stream in list(channel.streams):
            stream.put(None)


def advance(
    channel: Channel, variants: set[Variant], low: int | None, notices: list[Notice]
) -> list[tuple[int, Events]]:
    """Replay the new moves of a table, and render each for every kind of visitor.

    ``low`` is the latest move of the stream that is furthest behind, if there is one.
    """
    table, before, rows = _from_notices(channel, notices) or _from_database(channel, low)
    channel.row, channel.position = table, before
    events = []
    after = selectors.replayed(table, before, rows)
    for row, position in zip(rows, after, strict=True):
        events.append((position.sequence, _events(channel, table, position, row, variants)))
        channel.position = position
    selectors.remember(table, channel.position)
    return events


def _from_notices(channel: Channel, notices: list[Notice]) -> News | None:
    """Return what notices say, if they follow on the known position without a gap."""
    table, position = channel.row, channel.position
    if table is None or position is None or not notices:
        return None
    first, stamp = position.sequence + 1, table.game.record.stamp
    new = {notice.sequence: notice for notice in notices if notice.sequence >= first}
    rows = [new[sequence].move for sequence in range(first, first + len(new)) if sequence in new]
    known = all(notice.stamp == stamp and notice.payload is not None for notice in new.values())
    return (table, position, rows) if known and len(rows) == len(new) else None


def _from_database(channel: Channel, low: int | None) -> News:
    """Return what the database has that is new at a table."""
    table = watched_table(channel.table)
    row, position = channel.row, channel.position
    renamed = row is not None and row.game.record.stamp != table.game.record.stamp
    if position is None or renamed:  # cards in it may have other names now
        # If nothing was sent yet, each stream was sent the whole table when it opened.
        low = position.sequence if position is not None else low
        low = table.sequence if low is None else low
        position = selectors.opening(table)
        for after in selectors.positions_after(table, position):
            if after.sequence > low:
                break
            position = after
    moves = selectors.moves_of(table, after=position.sequence)
    return table, position, moves[::-1]


def _events(
    channel: Channel,
    table: LiveTable,
    position: Position[Any],
    row: LiveMove,
    variants: set[Variant],
) -> Events:
    before = channel.position
    events: Events = {}
    shown: dict[str, dict[str, LivePart]] = {}
    for language in {variant.language for variant in variants}:
        with translation.override(language):
            old = channel.parts.get(language)
            if old is None and before is not None:
                old = parts_of(table, before, None)
            now = shown[language] = parts_of(table, position, row)
            different = changed(old or {}, now)
            for variant in variants:
                if variant.language == language:
                    html = rendered(different, may=variant.may)
                    event = event_of(before, position, html, row.token or "")
                    events[variant] = variant.encoded(event)
    channel.parts = shown
    return events


def catch_up(table: int, seen: int, variant: Variant) -> tuple[int, bytes | None]:
    """Return the latest move, and the whole table for a phone that has seen another."""
    found = watched_table(table)
    if found.sequence == seen:
        return seen, None
    with translation.override(variant.language):
        position = selectors.position_of(found)
        html = rendered(parts_now(found, position), may=variant.may)
    return position.sequence, variant.encoded(event_of(None, position, html))
