"""A network that fails: a proxy between two programs, which freezes, cuts, delays or forgets."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from enum import Enum

CHUNK = 65536
DELAY = 0.05  # seconds for each piece of data, while the line is slow


class Fault(Enum):
    """What can happen to a network."""

    CUT = "cut"  # every connection is reset
    FREEZE = "freeze"  # nothing passes, and everything arrives afterwards
    DELAY = "delay"  # everything passes slowly
    SILENCE = "silence"  # what is connected never hears of the other side again


class Proxy:
    """Passes on what comes in on its port to another port of this machine."""

    def __init__(self, target: int) -> None:
        self.target = target
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        self._lines: list[_Line] = []
        self._frozen = threading.Event()
        self._slow = threading.Event()
        threading.Thread(target=self._accept, daemon=True).start()

    def begin(self, fault: Fault) -> None:
        """Let a fault happen."""
        match fault:
            case Fault.CUT:
                self._end_lines()
            case Fault.FREEZE:
                self._frozen.set()
            case Fault.DELAY:
                self._slow.set()
            case Fault.SILENCE:
                for line in self._lines:
                    line.is_silent.set()
                self._frozen.set()  # new connections get no answer either, until it is mended

    def mend(self) -> None:
        """Let everything pass again; a silent connection stays silent."""
        self._frozen.clear()
        self._slow.clear()

    def close(self) -> None:
        """End every connection, and take no more."""
        self._listening.close()
        self._end_lines()

    def _end_lines(self) -> None:
        for line in self._lines:
            line.reset()
        self._lines = []

    def _accept(self) -> None:
        with suppress(OSError):  # it is closed
            while True:
                near, _address = self._listening.accept()
                try:
                    far = socket.create_connection(("127.0.0.1", self.target), timeout=10)
                except OSError:
                    near.close()
                    continue
                far.settimeout(None)
                line = _Line(near, far, self._frozen, self._slow)
                self._lines = [old for old in self._lines if not old.is_over.is_set()] + [line]
                line.start()


class _Line:
    """One connection through a proxy."""

    def __init__(
        self,
        near: socket.socket,
        far: socket.socket,
        frozen: threading.Event,
        slow: threading.Event,
    ) -> None:
        self._ends = (near, far)
        self._frozen = frozen
        self._slow = slow
        self.is_silent = threading.Event()
        self.is_over = threading.Event()

    def start(self) -> None:
        near, far = self._ends
        for source, sink in ((near, far), (far, near)):
            threading.Thread(target=self._pass_on, args=[source, sink], daemon=True).start()

    def reset(self) -> None:
        """End both sides at once, without a farewell."""
        self.is_over.set()
        for end in self._ends:
            with suppress(OSError):
                linger = b"\x01\x00\x00\x00\x00\x00\x00\x00"  # on, for no time: RST
                end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def _pass_on(self, source: socket.socket, sink: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(CHUNK):
                while (self._frozen.is_set() or self.is_silent.is_set()) and not self._ended():
                    self.is_over.wait(0.01)
                if self._slow.is_set():
                    self.is_over.wait(DELAY)
                sink.sendall(data)
        if not self.is_silent.is_set():
            self.reset()

    def _ended(self) -> bool:
        return self.is_over.is_set()


@contextmanager
def proxy_to(target: int) -> Iterator[Proxy]:
    """Stand between the programs that use this proxy's port, and another port."""
    proxy = Proxy(target)
    try:
        yield proxy
    finally:
        proxy.close()
