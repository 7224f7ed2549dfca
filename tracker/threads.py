"""Django behind an asynchronous server: a request has a thread while it is worked on, no longer.

Django's own handler makes a thread, and with it a connection to the database, for each request.
"""

import asyncio
import logging
import tempfile
from collections.abc import Callable, Coroutine, Iterator, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from typing import IO, Any, TypeVar

from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIRequest, get_script_prefix
from django.db import close_old_connections
from django.http import FileResponse, HttpResponse, HttpResponseBadRequest, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix

from tracker.middleware import BODY_MOST, GetResponse

T = TypeVar("T")
Message = MutableMapping[str, Any]
Scope = MutableMapping[str, Any]
Receive = Callable[[], Coroutine[Any, Any, Message]]
Send = Callable[[Message], Coroutine[Any, Any, None]]

THREADS = 8  # requests that Django answers at a time
UPLOADS = 16  # larger than SMALL that come in, or are answered, at a time
SMALL = 64 * 1024  # bytes of a body that may come in beside any number of others
CHUNK = 64 * 1024  # bytes of a file that are sent at once
PATIENCE = 60.0  # seconds that any body may take, and more for what has come of it,
SLOWEST = 16 * 1024  # a second for so many bytes
CLOSE = {"Connection": "close"}  # what is still to come is not read

logger = logging.getLogger(__name__)


class Threads:
    """Answer requests in a few threads; ``get_response`` is that of Django's handler."""

    def __init__(self, get_response: GetResponse) -> None:
        self._get_response = get_response
        self._threads = ThreadPoolExecutor(THREADS, "request")
        self._uploads = asyncio.Semaphore(UPLOADS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request once all of it is here: whoever sends slowly keeps nobody waiting."""
        length = _length(scope)
        response: HttpResponseBase
        try:
            # What is on the disk is bounded: each has a place until it is answered.
            async with self._uploads if length > SMALL else nullcontext():
                with tempfile.SpooledTemporaryFile(SMALL) as body:
                    await _read(receive, body, whole=length > 0)
                    response = await self._run(self._respond, scope, body)
        except RequestAborted:
            return
        except TimeoutError:
            response = HttpResponse("Too slow\n", "text/plain", 408, headers=CLOSE)
        except OSError:  # from the disk: Django answers for its own
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
            _write_out(response)
        else:
            response.close()
        close_old_connections()  # of this thread: a file is closed in another
        return response

    async def _send(self, response: HttpResponseBase, send: Send) -> None:
        """Send an answer without a thread that waits: a slow phone takes minutes."""
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


def _write_out(response: StreamingHttpResponse) -> None:
    """Read all rows of an answer now, in the thread that has the connection to the database."""
    file = tempfile.SpooledTemporaryFile(SMALL)  # noqa: SIM115 # closed by who reads it
    file.writelines(response)
    file.seek(0)
    response.streaming_content = _chunks(file)


def _chunks(file: IO[bytes]) -> Iterator[bytes]:
    with file:
        while chunk := file.read(CHUNK):
            yield chunk


def start_of(response: HttpResponseBase) -> Message:
    """Return the message that a response begins with."""
    headers = list(response.items())
    headers += [("Set-Cookie", each.OutputString()) for each in response.cookies.values()]
    return {
        "type": "http.response.start",
        "status": response.status_code,
        "headers": [(name.lower().encode(), value.encode("latin-1")) for name, value in headers],
    }


def _length(scope: Scope) -> int:
    """Return how much will come; nothing of what is too long or as long as it pleases."""
    said = next((value for name, value in scope["headers"] if name == b"content-length"), b"")
    length = int(said) if said.isdigit() and len(said) < 19 else 0
    return length if length <= BODY_MOST else 0


async def _read(receive: Receive, body: IO[bytes], *, whole: bool) -> None:
    """Read the body of a request; ``whole``: there is one. Raise whatever is in the way."""
    begun = asyncio.get_running_loop().time()
    while whole:
        async with asyncio.timeout_at(begun + PATIENCE + body.tell() / SLOWEST):
            message = await receive()
        if message["type"] == "http.disconnect":
            raise RequestAborted
        body.write(message.get("body", b""))
        whole = message.get("more_body", False)
    body.seek(0)
