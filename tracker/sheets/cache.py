"""Finished sheets, kept by what they were made from: a changed campaign never gets an old one."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock

from tracker.sheets.compiler import edition

KEPT_BYTES = 32 * 1024 * 1024  # in each process; a set-up sheet has about 90 KB

Key = tuple[object, ...]


class SheetCache:
    """Remember sheets until there are too many bytes of them; the least used goes first."""

    def __init__(self, most: int = KEPT_BYTES) -> None:
        self._most = most
        self._size = 0
        self._held: OrderedDict[Key, bytes] = OrderedDict()
        self._lock = Lock()

    def of(self, key: Key, make: Callable[[], bytes]) -> bytes:
        """Return the sheet of a key, made anew if it is not remembered."""
        with self._lock:
            if key in self._held:
                self._held.move_to_end(key)
                return self._held[key]
        made = make()
        with self._lock:
            self._size += len(made) - len(self._held.pop(key, b""))
            self._held[key] = made
            while self._size > self._most:
                _key, gone = self._held.popitem(last=False)
                self._size -= len(gone)
        return made

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._held.clear()
            self._size = 0


cache = SheetCache()


def etag_of(key: Key) -> str:
    """Return what a browser may ask again with; templates and fonts are part of it."""
    return hashlib.sha256(repr((edition(), *key)).encode()).hexdigest()[:32]
