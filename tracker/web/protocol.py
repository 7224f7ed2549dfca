"""Bounds on the head of a request: `uvicorn --http tracker.web.protocol:BoundedHttp …`.

Uvicorn with httptools has none: a header without end fills the memory, and somebody who never
finishes one keeps the connection. Its other parser, h11, bounds the size but not the time, and
takes twice the CPU. A proxy such as deploy/nginx.conf does both; this holds without one too.
"""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

HEAD_MOST = 64 * 1024  # bytes of the request line and all headers
HEAD_SECONDS = 10.0  # from the first byte, or from opening the connection, to the last header


class BoundedHttp(HttpToolsProtocol):
    """Uvicorn's protocol, which gives up on heads that are too large or too slow."""

    _head_received = 0  # bytes
    _is_in_head = True
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

    def on_headers_complete(self) -> None:
        """Go on without bounds: what follows is the body, which the application bounds."""
        self._is_in_head = False
        self._stop_waiting()
        super().on_headers_complete()

    def data_received(self, data: bytes) -> None:
        """Parse what has come, unless there is too much of it before the last header."""
        super().data_received(data)
        if self._is_in_head and not self.transport.is_closing():
            self._head_received += len(data)
            if self._head_received > HEAD_MOST:
                self._refuse(431)

    def _expect_head(self) -> None:
        self._is_in_head, self._head_received = True, 0
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
        if self.cycle is None or self.cycle.response_complete:  # type: ignore[redundant-expr] # None at first
            head = b"content-length: 0\r\nconnection: close\r\n\r\n"
            self.transport.write(STATUS_LINE[status] + head)
        self.transport.close()
