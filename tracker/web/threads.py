"""Django behind an ASGI server, in a few threads that are busy only while Django works.

Django's own ASGI handler and a2wsgi give a request a thread, and with it a database connection,
from its first byte to the last of its answer: a few slow phones would stop the site, and not every
installation has nginx in front. Here a body is read, and an answer sent, without a thread.
"""

import asyncio
import logging
import tempfile
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, nullcontext
from typing import IO, Any, TypeVar

from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIRequest, get_script_prefix
from django.db import close_old_connections
from django.http import FileResponse, HttpResponse, HttpResponseBadRequest, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix

from tracker.people.limits import network_of
from tracker.web.middleware import MAX_BODY, GetResponse

T = TypeVar("T")
Message = MutableMapping[str, Any]
Scope = MutableMapping[str, Any]
Receive = Callable[[], Coroutine[Any, Any, Message]]
Send = Callable[[Message], Coroutine[Any, Any, None]]
TakeRoom = Callable[[int], Coroutine[Any, Any, None]]

THREADS = 8  # requests that Django answers at a time,
WRITERS = 6  # of them forms: while they wait for a locked database, pages are still read
SMALL = 64 * 1024  # bytes of a body; more of it goes to the disk
ROOM = 1024**3  # bytes of larger bodies that are on the disk at a time
ROOM_OF_ONE = ROOM // 4  # of them, from one address
ROOM_SECONDS = 10.0  # that a body waits for room,
ROOM_CHECKED = 0.1  # looking so often
CHUNK = 64 * 1024  # bytes of a file that are sent at once
BODY_TIMEOUT_S = 60.0  # seconds that receiving any body may take, and
SLOWEST = 16 * 1024  # one second more for so many bytes received
CLOSE = {"Connection": "close"}  # the rest of the body is not read
# For answers that Django's middleware does not see: none of them is a page.
NO_PAGE = {
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
}

logger = logging.getLogger(__name__)


class NoRoom(Exception):
    """There is no room on the disk for what is sent."""


class Room:
    """The room for bodies on the disk: so much in all, and a share of it for one address.

    What has arrived is counted, not what was announced: whoever trickles takes room from nobody.
    """

    def __init__(self) -> None:
        self._used = Counter[str]()

    @contextmanager
    def share(self, address: str) -> Iterator[TakeRoom]:
        """Yield what takes room for so many bytes more; afterwards all of it is free again."""
        taken = 0

        async def take(size: int) -> None:
            nonlocal taken
            until = asyncio.get_running_loop().time() + ROOM_SECONDS
            while not self._fits(address, size):
                if asyncio.get_running_loop().time() > until:
                    raise NoRoom
                await asyncio.sleep(ROOM_CHECKED)
            taken += size
            self._used[address] += size

        try:
            yield take
        finally:
            self._used -= Counter({address: taken})  # drops what is zero

    def _fits(self, address: str, size: int) -> bool:
        of_one, of_all = self._used[address] + size, self._used.total() + size
        return of_one <= ROOM_OF_ONE and of_all <= ROOM


class Threads:
    """Answer requests in a few threads; ``get_response`` is that of Django's handler."""

    def __init__(self, get_response: GetResponse) -> None:
        self._get_response = get_response
        self._threads = ThreadPoolExecutor(THREADS, "request")
        self._writers = asyncio.Semaphore(WRITERS)
        self._room = Room()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request once its whole body has arrived: a slow sender blocks no thread."""
        length = _length(scope)
        response: HttpResponseBase
        try:
            with (
                tempfile.SpooledTemporaryFile(SMALL) as body,
                self._room.share(_address(scope) if length > SMALL else "") as take_room,
            ):
                if length:
                    await _read(receive, body, take_room if length > SMALL else None)
                async with self._writers if scope["method"] == "POST" else nullcontext():
                    response = await self._run(self._respond, scope, body)
        except RequestAborted:
            return
        except TimeoutError:
            response = HttpResponse("Too slow\n", "text/plain", 408, headers=CLOSE)
        except NoRoom:
            response = HttpResponse("No room for this now\n", "text/plain", 503, headers=CLOSE)
        except OSError:  # the disk is full; Django handles its own errors
            logger.exception("There is no room for what is sent.")
            response = HttpResponse("No room for this now\n", "text/plain", 503, headers=CLOSE)
        await self._send(response, send)

    async def _run(self, work: Callable[..., T], *args: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, *args)

    def _respond(self, scope: Scope, body: IO[bytes]) -> HttpResponseBase:
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=type(self), scope=scope)
        try:
            request = ASGIRequest(scope, body)
        except UnicodeDecodeError:
            return HttpResponseBadRequest("Send UTF-8\n", content_type="text/plain")
        response = self._get_response(request)
        if isinstance(response, FileResponse):
            response.block_size = CHUNK
        elif isinstance(response, StreamingHttpResponse):
            _buffer(response)
        else:
            response.close()
        close_old_connections()  # of this thread: a file is closed in another one
        return response

    async def _send(self, response: HttpResponseBase, send: Send) -> None:
        """Send a response without blocking a thread: a slow phone takes minutes."""
        await send(start_of(response))
        if isinstance(response, HttpResponse):
            await send({"type": "http.response.body", "body": response.content})
        elif isinstance(response, StreamingHttpResponse):
            try:
                chunks = iter(response)
                while chunk := await self._run(next, chunks, b""):
                    await send({"type": "http.response.body", "body": chunk, "more_body": True})
                await send({"type": "http.response.body", "body": b""})
            finally:
                await self._run(response.close)


def _buffer(response: StreamingHttpResponse) -> None:
    """Write a streamed response to a file, in the thread that has the database connection."""
    file = tempfile.SpooledTemporaryFile(SMALL)  # noqa: SIM115 # _chunks closes it
    file.writelines(response)
    file.seek(0)
    response.streaming_content = _chunks(file)


def _chunks(file: IO[bytes]) -> Iterator[bytes]:
    with file:
        while chunk := file.read(CHUNK):
            yield chunk


def start_of(response: HttpResponseBase) -> Message:
    """Return the ASGI message that starts a response."""
    headers = list(({**NO_PAGE, **response.headers}).items())
    headers += [("Set-Cookie", cookie.OutputString()) for cookie in response.cookies.values()]
    return {
        "type": "http.response.start",
        "status": response.status_code,
        "headers": [(name.lower().encode(), value.encode("latin-1")) for name, value in headers],
    }


def _length(scope: Scope) -> int:
    """Return the length of the body; 0, so that none is read, if it is unknown or too large."""
    sent = next((value for name, value in scope["headers"] if name == b"content-length"), b"")
    length = int(sent) if sent.isdigit() and len(sent) < 19 else 0
    return length if length <= MAX_BODY else 0


def _address(scope: Scope) -> str:
    """Return the address of a visitor, which the proxies in front have forwarded."""
    headers = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
    forwarded = b",".join(headers).decode("latin-1")
    return network_of(forwarded, (scope.get("client") or ("",))[0])


async def _read(receive: Receive, body: IO[bytes], take_room: TakeRoom | None) -> None:
    """Read the body of a request."""
    started = asyncio.get_running_loop().time()
    more = True
    while more:
        async with asyncio.timeout_at(started + BODY_TIMEOUT_S + body.tell() / SLOWEST):
            message = await receive()
        if message["type"] == "http.disconnect":
            raise RequestAborted
        chunk: bytes = message.get("body", b"")
        if take_room is not None:
            await take_room(len(chunk))
        body.write(chunk)
        more = message.get("more_body", False)
    body.seek(0)
