"""Streams of server-sent events, beside Django: its handler would hold a thread for each.

Django answers each request once, with its middleware and the view. If that admits the visitor, the
stream is held open here, and the view is asked again whenever the members change.
"""

import asyncio
import io
import json
import logging
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from random import random

from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.core.handlers.wsgi import WSGIHandler
from django.db import DatabaseError
from django.http import HttpResponse

from campaign.selectors.watching import (
    Changed,
    Login,
    newest_change,
    people_changed,
    standing_games,
    valid_logins,
    valid_sessions,
    watched_games,
)
from tracker.live.channels import Stream, Variant, Watched
from tracker.live.hub import Hub
from tracker.web.records import game_url
from tracker.web.threads import NO_PAGE, Receive, Scope, Send, start_of

BEAT = 15.0  # seconds: proxies close a silent connection, and phones notice a dead one
LOOK = 0.5  # seconds between two queries for games that ended and members who left
SIGNED_OUT = 5.0  # seconds between two queries for who has signed out
ADMISSION = 15.0  # seconds that a visitor waits: thousands may open their streams at once
CHECK_AGAIN = 1800.0  # seconds until every visitor is checked again: a link just expires
MAX_STREAMS = 12  # of one session, and
STREAMS_FROM = 120  # of one address
OPENING = b"retry: 3000\n\n"
AGAIN = b"event: again\ndata: {}\n\n"  # somebody wants to play this game again
GZIP_HEADER = b"\x1f\x8b\x08\0\0\0\0\0\0\xff"  # of RFC 1952: no name, no time, any system

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Admitted:
    """What the view says of a visitor who may watch."""

    watched: Watched
    campaign: int | None  # whose members may watch
    variant: Variant
    session: str
    login: Login | None
    address: str
    seen: int = 0  # the latest move that the phone shows
    stamp: str = ""  # of the page that it shows
    is_offered_seat: bool = False  # in a game that was started to play this one again


class AdmittedResponse(HttpResponse):
    """The response to a visitor who may watch; a server without streams sends it as it is."""

    def __init__(self, admitted: Admitted, content: bytes | str, content_type: str) -> None:
        super().__init__(content, content_type)
        self.admitted = admitted


@dataclass(eq=False)
class _Open:
    scope: Scope
    admitted: Admitted
    stream: Stream
    checked: float  # when, by the clock of the event loop


class Streams:
    """The streams of one process."""

    def __init__(self, handler: WSGIHandler) -> None:
        self._handler = handler
        self._open: set[_Open] = set()

    async def __call__(self, hub: Hub, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request for a stream."""
        try:
            admitted = await hub.run(self._admit, scope, patience=ADMISSION)
        except (DatabaseError, TimeoutError):
            admitted = HttpResponse("Later\n", "text/plain", 503, headers={"Retry-After": "5"})
        if isinstance(admitted, HttpResponse):
            await _answer(send, admitted)
            return
        if settings.RATE_LIMITS and self._has_many_like(admitted):
            refused = HttpResponse("Too many streams\n", "text/plain", 429)
            await _answer(send, refused)
            return
        variant = admitted.variant
        stream = Stream(variant, admitted.seen, stamp=admitted.stamp)
        # At random: streams that opened together are not all checked again together.
        opened = _Open(scope, admitted, stream, hub.loop.time() - random() * CHECK_AGAIN)
        channel = hub.join(admitted.watched, stream)
        self._open.add(opened)
        gone = asyncio.ensure_future(_gone(receive))
        gone.add_done_callback(lambda _gone: stream.put(None))
        try:
            headers = [*_HEADERS, *[(b"content-encoding", b"gzip")] * variant.gzip]
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            await _send(send, GZIP_HEADER * variant.gzip + variant.encoded(OPENING))
            await channel.open(hub, stream)
            if admitted.is_offered_seat:
                stream.put(variant.encoded(AGAIN))
            while (event := await _next(stream)) is not None:
                await _send(send, event)
            await send({"type": "http.response.body", "body": b""})
        finally:
            gone.cancel()
            self._open.discard(opened)
            hub.leave(channel, stream)

    def _has_many_like(self, visitor: Admitted) -> bool:
        sessions = sum(opened.admitted.session == visitor.session for opened in self._open)
        addresses = sum(opened.admitted.address == visitor.address for opened in self._open)
        return sessions >= MAX_STREAMS or addresses >= STREAMS_FROM

    def _admit(self, scope: Scope) -> Admitted | HttpResponse:
        """Return that a visitor may watch, or Django's response if not."""
        response = self._handler.get_response(ASGIRequest(dict(scope), io.BytesIO()))
        # Not the response itself, which keeps the whole request alive: a stream is open for hours.
        if isinstance(response, AdmittedResponse):
            return response.admitted
        if not isinstance(response, HttpResponse):
            raise TypeError("No page of this address is a stream of bytes.")
        return response

    # --- who may still watch ---

    async def watch(self, hub: Hub) -> None:
        """End the streams of whoever may no longer watch, for as long as this process lives."""
        while True:
            try:
                await self._watch(hub)
            except (DatabaseError, TimeoutError) as error:
                logger.warning("Who may still look cannot be asked: %s", type(error).__name__)
                for opened in self._open:  # a change may have been missed: the phones reconnect
                    opened.stream.put(None)
                await asyncio.sleep(LOOK)

    async def _watch(self, hub: Hub) -> None:
        """End the streams of whoever may no longer watch, and of games that have ended."""
        newest, looked = await hub.ask(newest_change), hub.loop.time()
        newest, changes = await hub.ask(people_changed, newest)
        while True:
            await asyncio.sleep(LOOK)
            before = changes
            newest, changes = await hub.ask(people_changed, newest)
            if not self._open:
                continue
            watched = {opened.admitted.watched for opened in self._open}
            changed = {record for pk, record in changes.items() if pk not in before}
            over, belongs_to = await hub.ask(ended_games, watched)
            now, gone = hub.loop.time(), set[str | Login | None]()
            if now - looked > SIGNED_OUT:
                looked = now
                admitted_now = [opened.admitted for opened in self._open]
                gone = await hub.ask(signed_out, admitted_now)
            doubtful: dict[tuple[str, Watched], list[_Open]] = {}  # by session
            for opened in list(self._open):
                admitted = opened.admitted
                if admitted.watched.table in over:
                    event = over_event(over[admitted.watched.table])
                    opened.stream.put(opened.stream.variant.encoded(event))
                    opened.stream.put(None)
                elif (
                    is_in_doubt(admitted, changed, gone, belongs_to)
                    or now - opened.checked > CHECK_AGAIN
                ):
                    opened.checked = now
                    doubtful.setdefault((admitted.session, admitted.watched), []).append(opened)
            # One answer holds for all streams of a session: it says who the visitor is.
            for same in doubtful.values():
                again = await hub.ask(self._admit, same[0].scope)
                for opened in same:
                    if isinstance(again, Admitted):
                        if again.is_offered_seat and not opened.admitted.is_offered_seat:
                            opened.stream.put(opened.stream.variant.encoded(AGAIN))
                        opened.admitted = replace(again, address=opened.admitted.address)
                    else:
                        opened.stream.put(None)


def is_in_doubt(
    visitor: Admitted,
    changed: Collection[Changed],
    gone: Collection[str | Login | None],
    belongs_to: Mapping[int, int | None],
) -> bool:
    """Say whether a visitor who was let in may have no business here any more.

    ``changed`` are records whose people changed since, ``gone`` is what has signed out, and
    ``belongs_to`` has the campaign of each game.
    """
    return (
        (visitor.campaign, None) in changed
        or (None, visitor.watched.game) in changed
        or visitor.session in gone
        or visitor.login in gone
        or belongs_to.get(visitor.watched.game, visitor.campaign) != visitor.campaign
    )


def signed_out(admitted: Iterable[Admitted]) -> set[str | Login | None]:
    """Return the sessions that have ended, and the logins of who was locked or signed out."""
    sessions = {visitor.session for visitor in admitted if visitor.session}
    logins = {visitor.login for visitor in admitted if visitor.login}
    return {*(sessions - valid_sessions(sessions)), *(logins - valid_logins(logins))}


def ended_games(watched: Collection[Watched]) -> tuple[dict[int, str], dict[int, int | None]]:
    """Return where each table leads to whose game has ended or whose moves were deleted.

    The second value is the campaign of each game.
    """
    found = watched_games({each.game for each in watched})
    belongs_to = {game.pk: game.campaign for game in found}
    open_tables = {game.table for game in found if not game.has_result}
    tables = {each.table: each.game for each in watched if each.table is not None}
    ended = {table: game for table, game in tables.items() if table not in open_tables}
    if not ended:
        return {}, belongs_to
    games = standing_games(ended.values())
    closed = {game.pk for game in found if game.has_result}
    return {
        # The live page of a game whose moves were deleted offers to start again.
        table: game_url(games[game], "game" if game in closed else "live") if game in games else "/"
        for table, game in ended.items()
    }, belongs_to


def over_event(to: str) -> bytes:
    """Return the event that leads phones to another page."""
    return f"event: over\ndata: {json.dumps({'to': to})}\n\n".encode()


_HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"vary", b"Accept-Encoding"),
    (b"x-accel-buffering", b"no"),  # nginx would buffer events
    *((name.lower().encode(), value.encode()) for name, value in NO_PAGE.items()),
]


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _next(stream: Stream) -> bytes | None:
    """Return the next event, or a heartbeat; None ends the stream."""
    try:
        async with asyncio.timeout(BEAT):
            return await stream.queue.get()
    except TimeoutError:
        return stream.variant.encoded(b"event: beat\ndata: {}\n\n")


async def _send(send: Send, body: bytes) -> None:
    await send({"type": "http.response.body", "body": body, "more_body": True})


async def _answer(send: Send, response: HttpResponse) -> None:
    await send(start_of(response))
    await send({"type": "http.response.body", "body": response.content})
