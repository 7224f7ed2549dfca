"""Bounds on the head of a request: `uvicorn --http tracker.web.protocol:BoundedHttp …`.

Uvicorn with httptools has none: a header without end fills the memory, and somebody who never
finishes one keeps the connection. The same goes for trailers, which may follow a body in chunks,
and for whoever goes on sending after the answer. Uvicorn's other parser, h11, bounds the size but
not the time, and takes twice the CPU. A proxy such as deploy/nginx.conf does both; this holds
without one too.
"""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

MAX_HEAD = 64 * 1024  # bytes of the request line and all headers; of all trailers, too
# From the first byte, or from opening the connection, to the last header; and for the rest of a
# request that is answered already.
HEAD_SECONDS = 10.0


class BoundedHttp(HttpToolsProtocol):
    """Uvicorn's protocol, which gives up on heads that are too large or too slow."""

    _received = 0  # bytes since the head began or ended, or since the last of the body
    _is_in_head = True
    _has_advanced = False  # to the end of the head, or in the body, by what came last
    _head_timeout: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # uvicorn's own
        """Wait for a first request."""
        super().connection_made(transport)
        self._expect_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting."""
        self._stop_waiting()
        super().connection_lost(exc)

    def on_message_begin(self) -> None:
        """Wait for the head of the next request of this connection."""
        super().on_message_begin()
        self._expect_head()

    def on_header(self, name: bytes, value: bytes) -> None:
        """Keep a header; drop a trailer, which nobody reads."""
        if self._is_in_head:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Go on without bounds: what follows is the body, which the application bounds."""
        self._is_in_head, self._has_advanced = False, True
        self._stop_waiting()
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Go on without bounds."""
        self._has_advanced = True
        super().on_body(body)

    def data_received(self, data: bytes) -> None:
        """Parse what has come, unless there is too much of it in the head or after the body."""
        self._has_advanced = False
        super().data_received(data)
        if self.transport.is_closing():
            return
        self._received = 0 if self._has_advanced else self._received + len(data)
        if self._received > MAX_HEAD:
            self._refuse(431)
        elif self._is_answered() and self._head_timeout is None:
            # Uvicorn closes idle connections, but no longer once it has received something.
            self._wait()

    def _expect_head(self) -> None:
        self._is_in_head, self._received = True, 0
        self._wait()

    def _wait(self) -> None:
        self._stop_waiting()
        self._head_timeout = self.loop.call_later(HEAD_SECONDS, self._refuse, 408)

    def _stop_waiting(self) -> None:
        if self._head_timeout is not None:
            self._head_timeout.cancel()
            self._head_timeout = None

    def _refuse(self, status: int, *_: Any) -> None:
        """Close the connection, with an answer unless one is under way."""
        if self.transport.is_closing():
            return
        if self._is_answered():
            head = b"content-length: 0\r\nconnection: close\r\n\r\n"
            self.transport.write(STATUS_LINE[status] + head)
        self.transport.close()

    def _is_answered(self) -> bool:
        """Say whether no answer is under way."""
        return self.cycle is None or self.cycle.response_complete  # type: ignore[redundant-expr] # None at first
