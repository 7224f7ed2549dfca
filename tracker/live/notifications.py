"""What other processes wrote: PostgreSQL sends notifications, SQLite is polled."""

import asyncio
import json
import logging
import sqlite3
from typing import Any

import psycopg
from django.db import DatabaseError, connection, connections

from campaign.selectors.watching import latest_moves, page_stamps
from campaign.services.announcements import CHANGES
from campaign.services.live import CHANNEL, Notice
from tracker.live.channels import Stream, Watched
from tracker.live.hub import Hub

POLL = 0.1  # seconds between two queries of SQLite; each takes microseconds
CHECK = (
    3.0  # seconds until PostgreSQL is asked whether it is there, and for moves it did not tell of
)
ANSWER = 2.0  # seconds that it has for that
RECONNECT = 1.0  # seconds until a lost connection is tried again

# Settings of a connection that are libpq's own, not Django's.
LIBPQ = (
    *("sslmode", "sslrootcert", "sslcert", "sslkey", "connect_timeout"),
    *("tcp_user_timeout", "keepalives_idle", "keepalives_interval", "keepalives_count"),
)

# A notice from another version may not be readable; then its table is read from the database.
FAULTS = (OSError, psycopg.Error, sqlite3.Error, DatabaseError, ValueError, TypeError)

logger = logging.getLogger(__name__)


async def listen(hub: Hub) -> None:
    """Tell the hub what other processes wrote, for as long as this process lives."""
    await hub.has_streams.wait()  # a process without streams need not know of every move
    follow = _follow_postgresql if connection.vendor == "postgresql" else _follow_sqlite
    while True:
        try:
            await follow(hub)
        except FAULTS as error:
            # Its type alone: what libpq says names host and user.
            name = type(error).__name__
            logger.warning("Writes of other processes cannot be heard: %s", name)
            await asyncio.sleep(RECONNECT)
            for watched in list(hub.channels):
                hub.wake(watched)


async def _follow_postgresql(hub: Hub) -> None:
    settings = connections["default"].settings_dict
    names = {"host": "HOST", "port": "PORT", "dbname": "NAME", "user": "USER"}
    given: dict[str, Any] = {key: settings[name] for key, name in names.items() if settings[name]}
    given |= {key: value for key, value in settings["OPTIONS"].items() if key in LIBPQ}
    link = await psycopg.AsyncConnection.connect(
        **given, password=settings["PASSWORD"] or None, autocommit=True
    )
    try:
        for channel in (CHANNEL, CHANGES):
            await link.execute(f"LISTEN {channel}")
        for watched in list(hub.channels):
            hub.wake(watched)
        while True:
            async for notification in link.notifies(timeout=CHECK):
                if notification.channel == CHANGES:
                    hub.wake(Watched(int(notification.payload)))
                else:
                    hub.notify(Notice(**json.loads(notification.payload)))
            # A server that is gone or frozen says nothing, and neither does a quiet one.
            async with asyncio.timeout(ANSWER):
                await link.execute("SELECT 1")
            for watched in await hub.run(_behind, hub):
                hub.wake(watched)
    finally:
        await link.close()


async def _follow_sqlite(hub: Hub) -> None:
    name = str(connections["default"].settings_dict["NAME"])
    link = sqlite3.connect(f"file:{name}?mode=ro" if "?" not in name else name, uri=True)
    try:
        before = None
        while True:
            now = link.execute("PRAGMA data_version").fetchone()
            if now != before and hub.channels:
                for watched in await hub.run(_behind, hub):
                    hub.wake(watched)
            before = now
            await asyncio.sleep(POLL)
    finally:
        link.close()


def _behind(hub: Hub) -> list[Watched]:
    """Return the watched tables and pages that have news which some stream was not sent."""
    streams = {watched: tuple(channel.streams) for watched, channel in [*hub.channels.items()]}
    moves = latest_moves([watched.table for watched in streams if watched.table is not None])
    stamps = page_stamps([watched.game for watched in streams if watched.table is None])

    def lacks(stream: Stream, watched: Watched) -> bool:
        if watched.table is None:
            return stream.stamp != stamps.get(watched.game, "")
        return stream.seen < moves.get(watched.table, 0)

    return [
        watched for watched, each in streams.items() if any(lacks(one, watched) for one in each)
    ]
