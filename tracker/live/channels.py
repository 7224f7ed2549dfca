"""What streams watch, and for whom their events are rendered."""

from __future__ import annotations

import asyncio
import zlib
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol, TypeVar

T = TypeVar("T")
QUEUE = 64  # events that a phone may lag behind before it has to reconnect


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


class Watched(NamedTuple):
    """What a stream watches: a live table, or a page of a game."""

    game: int
    table: int | None = None  # None: a page, which phones fetch again when the game changes


@dataclass(eq=False)
class Stream:
    """One phone's stream."""

    variant: Variant
    seen: int = 0  # the latest move that this phone was sent, if it watches a table
    ready: bool = False  # it has the whole table, and is sent move by move from now on
    stamp: str = ""  # of what this phone shows, if it watches a page
    queue: asyncio.Queue[bytes | None] = field(default_factory=lambda: asyncio.Queue(QUEUE))

    def put(self, event: bytes | None) -> None:
        """Queue an event; None ends the stream, and so does a queue that is full."""
        try:
            self.queue.put_nowait(event)
        except asyncio.QueueFull:
            self.queue = asyncio.Queue(1)
            self.queue.put_nowait(None)


class Host(Protocol):
    """What a channel needs of the hub that holds it."""

    async def run(self, work: Callable[..., T], *args: Any) -> T:
        """Run a function that queries the database, in a thread."""

    def wake(self, watched: Watched) -> None:
        """Send what the database has and the streams have not."""


@dataclass(eq=False)
class Channel(ABC):
    """All streams of one process that watch the same."""

    watched: Watched
    streams: set[Stream] = field(default_factory=set)
    busy: bool = False
    unread: bool = False  # the database may have news for which no notice came

    @property
    def has_news(self) -> bool:
        """Say whether something may have to be sent."""
        return self.unread

    @abstractmethod
    async def open(self, hub: Host, stream: Stream) -> None:
        """Send a stream that has just joined what its phone does not show yet."""

    @abstractmethod
    async def deliver(self, hub: Host) -> None:
        """Send the news to all streams."""
