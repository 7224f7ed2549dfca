"""The hub of one process: which streams look at which table, and what each is sent.

A move wakes its table. What changed is read, folded and rendered once for every language and kind
of visitor, and the same bytes go to all who look on. Moves of other processes are heard of through
PostgreSQL's notifications, or on SQLite by asking for ``PRAGMA data_version``.
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
from campaign.services.live import Notice
from tracker.live.fragments import Fragments, changed, rendered
from tracker.systems.face import LivePart

T = TypeVar("T")
QUEUE = 64  # events that a phone may lag behind before it has to come again
THREADS = 4  # that read and render, each with a connection to the database

# What is new at a table: how it is drawn, where it stood, the moves since.
News = tuple[Fragments, Position[Any], list[LiveMove]]

logger = logging.getLogger(__name__)


class Variant(NamedTuple):
    """For whom something is rendered."""

    language: str
    may: bool
    gzip: bool = False  # the browser reads it

    def encoded(self, body: bytes) -> bytes:
        """Return what goes over the wire.

        After a full flush a block needs nothing of those before it: compressed once, the same
        bytes fit into every stream, and none holds a compressor.
        """
        if not self.gzip:
            return body
        compressor = zlib.compressobj(wbits=-zlib.MAX_WBITS)
        return compressor.compress(body) + compressor.flush(zlib.Z_FULL_FLUSH)


Events = dict[Variant, bytes]  # what one move changed, rendered for each who looks on


@dataclass(eq=False)
class Stream:
    """One phone's stream."""

    variant: Variant
    seen: int  # the latest move that this phone has
    ready: bool = False  # it was sent the table as it was, and goes on move by move
    queue: asyncio.Queue[bytes | None] = field(default_factory=lambda: asyncio.Queue(QUEUE))

    def put(self, event: bytes | None) -> None:
        """Send an event; None ends the stream, and so does a phone that does not keep up."""
        try:
            self.queue.put_nowait(event)
        except asyncio.QueueFull:
            self.queue = asyncio.Queue(1)
            self.queue.put_nowait(None)


@dataclass(eq=False)
class Channel:
    """A table that somebody looks at."""

    table: int
    streams: set[Stream] = field(default_factory=set)
    position: Position[Any] | None = None
    fragments: Fragments | None = None
    heard: list[Notice] = field(default_factory=list)  # moves that are still to be sent
    parts: dict[str, dict[str, LivePart]] = field(default_factory=dict)  # by language
    busy: bool = False
    unread: bool = False  # something may have been written that nobody was told of

    @property
    def ready(self) -> list[Stream]:
        """Return the streams that go on move by move."""
        return [stream for stream in self.streams if stream.ready]


def event_of(since: int | None, sequence: int, parts: dict[str, Any]) -> bytes:
    """Return an event as it goes over the wire; ``since``: what its parts differ from."""
    data = {"since": since, "sequence": sequence, "parts": parts}
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=False)
    return f"id: {sequence}\nevent: parts\ndata: {text}\n\n".encode()


class Hub:
    """All tables that phones look at through this process."""

    def __init__(self) -> None:
        self.channels: dict[int, Channel] = {}
        self.loop = asyncio.get_running_loop()
        self.threads = ThreadPoolExecutor(THREADS, "live")
        self.held: set[BaseDatabaseWrapper] = set()  # the connections of these threads
        self.looked_at = asyncio.Event()  # somebody has come
        self._tasks: set[asyncio.Task[None]] = set()

    async def ask(self, work: Callable[..., T], *args: Any) -> T:
        """Run something that asks the database, in a thread."""
        return await self.loop.run_in_executor(self.threads, self._with_connection, work, args)

    def _with_connection(self, work: Callable[..., T], args: tuple[Any, ...]) -> T:
        self.held.add(connections["default"])
        close_old_connections()
        try:
            return work(*args)
        finally:
            close_old_connections()

    def join(self, table: int, stream: Stream) -> Channel:
        """Let a stream look at a table, before it is caught up with: nothing is missed between."""
        channel = self.channels.setdefault(table, Channel(table))
        channel.streams.add(stream)
        self.looked_at.set()
        return channel

    def leave(self, channel: Channel, stream: Stream) -> None:
        """Forget a stream, and the table with its last one."""
        channel.streams.discard(stream)
        if not channel.streams:
            self.channels.pop(channel.table, None)

    def hear(self, notice: Notice) -> None:
        """Send a move to all who look at its table."""
        if (channel := self.channels.get(notice.table)) is not None:
            channel.heard.append(notice)
            self._start(channel)

    def wake(self, table: int) -> None:
        """Send what the database has that is new at a table to all who look at it."""
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
            while channel.unread or channel.heard:
                heard, channel.heard = [] if channel.unread else channel.heard, []
                channel.unread = False
                variants = {stream.variant for stream in channel.streams}
                low = min((stream.seen for stream in channel.ready), default=None)
                for sequence, events in await self.ask(advance, channel, variants, low, heard):
                    self._send(channel, sequence, events)
                await self._catch_up(channel)
        except Exception:
            logger.exception("A live table could not be sent.")
            self.end(channel)  # the phones come again, and catch up
        finally:
            channel.busy = False

    def _send(self, channel: Channel, sequence: int, events: Events) -> None:
        for stream in channel.ready:
            if stream.seen == sequence - 1 and stream.variant in events:
                stream.seen = sequence
                stream.put(events[stream.variant])

    async def _catch_up(self, channel: Channel) -> None:
        """Send all of the table to streams that missed a move while they were opened."""
        for stream in channel.ready:
            if channel.position is not None and stream.seen < channel.position.sequence:
                stream.seen, event = await self.ask(
                    catch_up, channel.table, stream.seen, stream.variant
                )
                if event is not None:
                    stream.put(event)

    async def close(self) -> None:
        """End every stream, and the connection of every thread."""
        for channel in list(self.channels.values()):
            self.end(channel)
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.to_thread(self._hang_up)

    def _hang_up(self) -> None:
        """Close the connections of threads once they have ended: none of them can any more."""
        self.threads.shutdown()
        for connection in self.held:
            connection.inc_thread_sharing()
            connection.close()

    def end(self, channel: Channel) -> None:
        """End the streams of a table."""
        for stream in list(channel.streams):
            stream.put(None)


def advance(
    channel: Channel, variants: set[Variant], low: int | None, heard: list[Notice]
) -> list[tuple[int, Events]]:
    """Fold what is new at a table, and render it for everybody who looks on.

    ``low``: the latest move of the stream that is furthest behind, if there is one.
    """
    fragments, before, rows = _told(channel, heard) or _read(channel, low)
    channel.fragments, channel.position = fragments, before
    events = []
    after = selectors.replayed(fragments.table, before, rows)
    for row, position in zip(rows, after, strict=True):
        events.append((position.sequence, _events(channel, fragments, position, row, variants)))
        channel.position = position
    selectors.remember(fragments.table, channel.position)
    return events


def _told(channel: Channel, heard: list[Notice]) -> News | None:
    """Return what was heard of, if that is all a process needs which knows the table."""
    fragments, position = channel.fragments, channel.position
    if fragments is None or position is None or not heard:
        return None
    game = fragments.table.game
    first, stamp = position.sequence + 1, (game.campaign or game).stamp
    new = {notice.sequence: notice for notice in heard if notice.sequence >= first}
    rows = [new[sequence].move for sequence in range(first, first + len(new)) if sequence in new]
    known = all(each.stamp == stamp and each.payload is not None for each in new.values())
    return (fragments, position, rows) if known and len(rows) == len(new) else None


def _read(channel: Channel, low: int | None) -> News:
    """Return what is new at a table, from the database."""
    table = LiveTable.objects.select_related("game__campaign").get(pk=channel.table)
    position = channel.position
    if position is None:
        # Nobody was sent anything yet: the streams were sent the table as they came.
        low = table.sequence if low is None else low
        position = selectors.opening(table)
        for after in selectors.positions_after(table, position):
            if after.sequence > low:
                break
            position = after
    moves = selectors.moves_of(table, after=position.sequence)
    return Fragments(table), position, moves[::-1]


def _events(
    channel: Channel,
    fragments: Fragments,
    position: Position[Any],
    row: LiveMove,
    variants: set[Variant],
) -> Events:
    before, sequence = channel.position, position.sequence
    events: Events = {}
    shown: dict[str, dict[str, LivePart]] = {}
    for language in {variant.language for variant in variants}:
        with translation.override(language):
            held = channel.parts.get(language)
            if held is None and before is not None:
                held = fragments.parts(before, None)
            now = shown[language] = fragments.parts(position, row)
            different = changed(held or {}, now)
            for variant in variants:
                if variant.language == language:
                    html = rendered(different, may=variant.may)
                    events[variant] = variant.encoded(event_of(sequence - 1, sequence, html))
    channel.parts = shown
    return events


def catch_up(table: int, seen: int, variant: Variant) -> tuple[int, bytes | None]:
    """Return the latest move, and what a phone lacks that has seen another."""
    found = LiveTable.objects.select_related("game__campaign").get(pk=table)
    if found.sequence == seen:
        return seen, None
    with translation.override(variant.language):
        position, parts = Fragments(found).now()
        html = rendered(parts, may=variant.may)
    return position.sequence, variant.encoded(event_of(None, position.sequence, html))
