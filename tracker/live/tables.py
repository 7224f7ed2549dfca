"""Live tables as streams watch them: what each move changed, for every kind of visitor.

What changed is read, replayed and rendered once for every language and kind of visitor, and the
same bytes go to all who watch.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, cast

from django.utils import translation

from campaign.models import LiveMove, LiveTable
from campaign.rules.core.live import Position
from campaign.selectors import live as selectors
from campaign.selectors.watching import watched_table
from campaign.services.live import Notice
from tracker.faces.live import LivePart
from tracker.live.channels import Channel, Host, Stream, Variant
from tracker.live.fragments import changed, parts_now, parts_of, rendered
from tracker.words import former

# What is new at a table: its row, the position that was sent last, the moves since.
News = tuple[LiveTable, Position[Any], list[LiveMove]]
Events = dict[Variant, bytes]  # what one move changed, rendered for each kind of visitor


@dataclass(eq=False)
class TableChannel(Channel):
    """A table that some streams watch."""

    row: LiveTable | None = None  # as it was read last
    position: Position[Any] | None = None  # as it was sent last
    notices: list[Notice] = field(default_factory=list)  # moves that are still to be sent
    parts: dict[str, dict[str, LivePart]] = field(default_factory=dict)  # by language

    @property
    def table(self) -> int:
        """Return the id of the table."""
        return cast(int, self.watched.table)

    @property
    def has_news(self) -> bool:
        return bool(self.unread or self.notices)

    @property
    def ready(self) -> list[Stream]:
        """Return the streams that are sent move by move."""
        return [stream for stream in self.streams if stream.ready]

    async def open(self, hub: Host, stream: Stream) -> None:
        await self._catch_up(hub, stream)
        stream.ready = True
        sent = self.position
        if sent is None or sent.sequence > stream.seen:  # it is the first, or was overtaken
            hub.wake(self.watched)

    async def deliver(self, hub: Host) -> None:
        notices, self.notices = [] if self.unread else self.notices, []
        self.unread = False
        variants = {stream.variant for stream in self.streams}
        low = min((stream.seen for stream in self.ready), default=None)
        try:
            for sequence, events in await hub.run(advance, self, variants, low, notices):
                self._send(sequence, events)
        except LiveTable.DoesNotExist:
            return  # its moves were deleted: ``Streams.watch`` leads the phones on
        for stream in self.ready:  # some missed a move while they were opened
            if self.position is not None and stream.seen < self.position.sequence:
                await self._catch_up(hub, stream)

    def _send(self, sequence: int, events: Events) -> None:
        for stream in self.ready:
            if stream.seen == sequence - 1 and stream.variant in events:
                stream.seen = sequence
                stream.put(events[stream.variant])

    async def _catch_up(self, hub: Host, stream: Stream) -> None:
        """Send a stream the whole table if it lacks any move; nothing if the table was deleted."""
        try:
            seen, event = await hub.run(catch_up, self.table, stream.seen, stream.variant)
        except LiveTable.DoesNotExist:
            return  # ``Streams.watch`` leads the phone on
        stream.seen = seen
        if event is not None:
            stream.put(event)


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


def advance(
    channel: TableChannel, variants: set[Variant], low: int | None, notices: list[Notice]
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


def _from_notices(channel: TableChannel, notices: list[Notice]) -> News | None:
    """Return what notices say, if they follow on the known position without a gap."""
    table, position = channel.row, channel.position
    if table is None or position is None or not notices:
        return None
    first, stamp = position.sequence + 1, table.game.record.stamp
    new = {notice.sequence: notice for notice in notices if notice.sequence >= first}
    rows = [new[sequence].move for sequence in range(first, first + len(new)) if sequence in new]
    known = all(notice.stamp == stamp and notice.payload is not None for notice in new.values())
    return (table, position, rows) if known and len(rows) == len(new) else None


def _from_database(channel: TableChannel, low: int | None) -> News:
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
    channel: TableChannel,
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
