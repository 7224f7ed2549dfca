"""A line between a browser and a server that can be slow, lose answers, be cut and mended."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from urllib.parse import urlsplit

Line = SimpleQueue[tuple[float, bytes] | None]  # pieces on their way, each with when it is due


class Relay:
    """Pass on what comes to a port of its own; while it is cut, every connection breaks at once.

    ``delay`` says how many seconds each piece takes, each way; ``loses`` whether the answer to a
    request is lost, and its connection with it.
    """

    def __init__(
        self,
        base_url: str,
        *,
        delay: Callable[[], float] = lambda: 0,
        loses: Callable[[bytes], bool] = lambda request: False,
    ) -> None:
        self.delay, self.loses = delay, loses
        behind = urlsplit(base_url)
        self.target = (behind.hostname, behind.port)
        self.is_cut = False
        self.open: set[socket.socket] = set()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        self.is_cut = True
        self._break_all()

    def mend(self) -> None:
        self.is_cut = False

    def close(self) -> None:
        self.is_cut = True
        with suppress(OSError):
            self.listener.shutdown(socket.SHUT_RDWR)  # wakes who accepts
        self.listener.close()
        self._break_all()

    def _break_all(self) -> None:
        _break(*self.open)

    def _accept(self) -> None:
        with suppress(OSError):  # closed
            while True:
                browser, _ = self.listener.accept()
                if self.is_cut:
                    browser.close()
                else:
                    threading.Thread(target=self._connect, args=(browser,), daemon=True).start()

    def _connect(self, browser: socket.socket) -> None:
        # A server that is being killed refuses: the browser's end is closed then, too.
        with suppress(OSError), browser, socket.create_connection(self.target) as server:
            ends = {browser, server}
            self.open |= ends
            asked: list[bytes] = []  # requests of this connection
            back = threading.Thread(
                target=self._pass_on, args=(server, browser, lambda _said: self._lost(asked))
            )
            back.daemon = True
            back.start()
            self._pass_on(browser, server, asked.append)
            back.join()
            self.open -= ends

    def _lost(self, asked: list[bytes]) -> None:
        """Break the connection if the answer to its latest request is lost."""
        if asked and self.loses(asked[-1]):
            raise ConnectionResetError

    def _pass_on(
        self, source: socket.socket, sink: socket.socket, look: Callable[[bytes], object]
    ) -> None:
        """Pass on until one end is closed; then close both."""
        line: Line = SimpleQueue()
        sender = threading.Thread(target=self._deliver, args=(line, source, sink), daemon=True)
        sender.start()
        with suppress(OSError):
            while said := source.recv(65536):
                look(said)
                line.put((time.monotonic() + self.delay(), said))
        line.put(None)
        sender.join()
        _break(source, sink)

    def _deliver(self, line: Line, source: socket.socket, sink: socket.socket) -> None:
        """Send each piece when it is due, in their order: a line that is far is not narrow."""
        try:
            while (piece := line.get()) is not None:
                due, said = piece
                time.sleep(max(due - time.monotonic(), 0))
                sink.sendall(said)
        except OSError:
            _break(source, sink)


def _break(*ends: socket.socket) -> None:
    for end in ends:
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
