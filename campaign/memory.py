"""Values derived from a campaign or a game, in this process's memory until they are displaced."""

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import TypeVar

T = TypeVar("T")
SIZE = 512  # records, states and sheets; one is some hundred kilobytes at most


class Memory:
    """The least recently used goes first. A key begins with a stamp, which every write changes."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._held: OrderedDict[tuple[object, ...], object] = OrderedDict()
        self._lock = Lock()

    def of(self, key: tuple[object, ...], make: Callable[[], T]) -> T:
        """Return the value of a key, made now if it is not there."""
        held = self.get(key)
        if held is not None:
            return held  # type: ignore[return-value] # the key names the kind
        made = make()
        self.put(key, made)
        return made

    def get(self, key: tuple[object, ...]) -> object | None:
        """Return the value of a key, if it is there."""
        with self._lock:
            if key in self._held:
                self._held.move_to_end(key)
            return self._held.get(key)

    def put(self, key: tuple[object, ...], made: object) -> None:
        """Hold a value."""
        with self._lock:
            self._held[key] = made
            while len(self._held) > self._size:
                self._held.popitem(last=False)

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._held.clear()


memory = Memory(SIZE)
