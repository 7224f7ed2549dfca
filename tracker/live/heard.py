"""Moves of other processes: PostgreSQL notifies, SQLite is asked whether anything was written."""

import asyncio
import json
import logging
import sqlite3
from typing import Any

import psycopg
from django.db import DatabaseError, connection, connections

from campaign.models import LiveTable
from campaign.services.live import CHANNEL, Notice
from tracker.live.hub import Hub

POLL = 0.1  # seconds between two questions to SQLite; each takes microseconds
AGAIN = 1.0  # second until a lost connection is tried again

# A notice of another version may not be readable: then what it was about is read.
FAULTS = (OSError, psycopg.Error, sqlite3.Error, DatabaseError, ValueError, TypeError)

logger = logging.getLogger(__name__)


async def listen(hub: Hub) -> None:
    """Wake tables as other processes move, for as long as this one lives."""
    await hub.looked_at.wait()  # a process without streams need not hear of every move
    follow = _notified if connection.vendor == "postgresql" else _written
    while True:
        try:
            await follow(hub)
        except FAULTS as error:
            logger.warning("Moves of other processes cannot be heard: %s", error)
            await asyncio.sleep(AGAIN)
            for table in list(hub.channels):
                hub.wake(table)


async def _notified(hub: Hub) -> None:
    settings = connections["default"].settings_dict
    names = {"host": "HOST", "port": "PORT", "dbname": "NAME", "user": "USER"}
    given: dict[str, Any] = {key: settings[name] for key, name in names.items() if settings[name]}
    link = await psycopg.AsyncConnection.connect(
        **given, password=settings["PASSWORD"] or None, autocommit=True
    )
    async with link:
        await link.execute(f"LISTEN {CHANNEL}")
        for table in list(hub.channels):
            hub.wake(table)
        async for told in link.notifies():
            hub.hear(Notice(**json.loads(told.payload)))


async def _written(hub: Hub) -> None:
    name = str(connections["default"].settings_dict["NAME"])
    link = sqlite3.connect(f"file:{name}?mode=ro" if "?" not in name else name, uri=True)
    try:
        before = None
        while True:
            now = link.execute("PRAGMA data_version").fetchone()
            if now != before and hub.channels:
                for table in await hub.ask(_ahead, hub):
                    hub.wake(table)
            before = now
            await asyncio.sleep(POLL)
    finally:
        link.close()


def _ahead(hub: Hub) -> list[int]:
    """Return the tables that somebody looks at and that have gone on."""
    rows = LiveTable.objects.filter(pk__in=list(hub.channels)).values_list("pk", "sequence")
    shown = {
        pk: min((stream.seen for stream in channel.streams), default=0)
        for pk, channel in list(hub.channels.items())
    }
    return [pk for pk, sequence in rows if sequence > shown.get(pk, sequence)]
