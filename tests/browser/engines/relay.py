"""A line between a browser and a server that can be cut and mended."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from urllib.parse import urlsplit


class Relay:
    """Pass on what comes to a port of its own; while it is cut, every connection breaks at once."""

    def __init__(self, base_url: str) -> None:
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
        for end in tuple(self.open):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

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
            back = threading.Thread(target=_pass_on, args=(server, browser), daemon=True)
            back.start()
            _pass_on(browser, server)
            back.join()
            self.open -= ends


def _pass_on(source: socket.socket, sink: socket.socket) -> None:
    """Pass on until one end is closed; then close both."""
    with suppress(OSError):
        while said := source.recv(65536):
            sink.sendall(said)
    for end in (source, sink):
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
