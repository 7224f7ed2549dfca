"""An in-process LRU cache of values derived from a campaign or a game."""

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import TypeVar

T = TypeVar("T")
SIZE = 512  # records, states and sheets; one is some hundred kilobytes at most


class Memory:
    """A thread-safe LRU cache. Keys begin with a stamp, which every write changes."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._held: OrderedDict[tuple[object, ...], object] = OrderedDict()
        self._lock = Lock()

    def get_or_set(self, key: tuple[object, ...], make: Callable[[], T]) -> T:
        """Return the value of a key; make and cache it if it is missing."""
        held = self.get(key)
        if held is not None:
            return held  # type: ignore[return-value] # the key implies the type
        made = make()
        self.set(key, made)
        return made

    def get(self, key: tuple[object, ...]) -> object | None:
        """Return the value of a key, or None."""
        with self._lock:
            if key in self._held:
                self._held.move_to_end(key)
            return self._held.get(key)

    def set(self, key: tuple[object, ...], made: object) -> None:
        """Cache a value."""
        with self._lock:
            self._held[key] = made
            while len(self._held) > self._size:
                self._held.popitem(last=False)

    def clear(self) -> None:
        """Remove everything."""
        with self._lock:
            self._held.clear()


memory = Memory(SIZE)
