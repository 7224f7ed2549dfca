"""Moves made by other processes: PostgreSQL sends notifications, SQLite is polled."""

import asyncio
import json
import logging
import sqlite3
from typing import Any

import psycopg
from django.db import DatabaseError, connection, connections

from campaign.selectors.watching import latest_moves
from campaign.services.live import CHANNEL, Notice
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
    """Pass the moves of other processes to the hub, for as long as this process lives."""
    await hub.has_streams.wait()  # a process without streams need not know of every move
    follow = _follow_postgresql if connection.vendor == "postgresql" else _follow_sqlite
    while True:
        try:
            await follow(hub)
        except FAULTS as error:
            logger.warning("Moves of other processes cannot be heard: %s", error)
            await asyncio.sleep(RECONNECT)
            for table in list(hub.channels):
                hub.wake(table)


async def _follow_postgresql(hub: Hub) -> None:
    settings = connections["default"].settings_dict
    names = {"host": "HOST", "port": "PORT", "dbname": "NAME", "user": "USER"}
    given: dict[str, Any] = {key: settings[name] for key, name in names.items() if settings[name]}
    given |= {key: value for key, value in settings["OPTIONS"].items() if key in LIBPQ}
    link = await psycopg.AsyncConnection.connect(
        **given, password=settings["PASSWORD"] or None, autocommit=True
    )
    try:
        await link.execute(f"LISTEN {CHANNEL}")
        for table in list(hub.channels):
            hub.wake(table)
        while True:
            async for notification in link.notifies(timeout=CHECK):
                hub.notify(Notice(**json.loads(notification.payload)))
            # A server that is gone or frozen says nothing, and neither does a quiet one.
            async with asyncio.timeout(ANSWER):
                await link.execute("SELECT 1")
            for table in await hub.run(_tables_ahead, hub):
                hub.wake(table)
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
                for table in await hub.run(_tables_ahead, hub):
                    hub.wake(table)
            before = now
            await asyncio.sleep(POLL)
    finally:
        link.close()


def _tables_ahead(hub: Hub) -> list[int]:
    """Return the watched tables that have moves which some stream was not sent."""
    latest = latest_moves(list(hub.channels))
    shown = {
        pk: min((stream.seen for stream in channel.streams), default=0)
        for pk, channel in list(hub.channels.items())
    }
    return [pk for pk, sequence in latest.items() if sequence > shown.get(pk, sequence)]
