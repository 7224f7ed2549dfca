"""An in-process LRU cache of values derived from a campaign or a game."""

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import TypeVar

T = TypeVar("T")
# A unit is about a kilobyte: a fact of a record. A set-up or a sheet of four players is about 40.
SHEET = 40
SIZE = 100_000  # the records and sheets of a thousand games that are played live


class Memory:
    """A thread-safe LRU cache. Keys begin with a stamp, which every write changes.

    Its size is what all values weigh together, not how many there are: a campaign of thousands of
    entries is no one-off game.
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._weight = 0
        self._held: OrderedDict[tuple[object, ...], tuple[object, int]] = OrderedDict()
        self._lock = Lock()

    def get_or_set(self, key: tuple[object, ...], make: Callable[[], T], weight: int = SHEET) -> T:
        """Return the value of a key; make and cache it if it is missing."""
        held = self.get(key)
        if held is not None:
            return held  # type: ignore[return-value] # the key implies the type
        made = make()
        self.set(key, made, weight)
        return made

    def get(self, key: tuple[object, ...]) -> object | None:
        """Return the value of a key, or None."""
        with self._lock:
            if key not in self._held:
                return None
            self._held.move_to_end(key)
            return self._held[key][0]

    def set(self, key: tuple[object, ...], made: object, weight: int = SHEET) -> None:
        """Cache a value, and drop those not used for longest if it is too much now."""
        with self._lock:
            _old, lighter = self._held.pop(key, (None, 0))
            self._held[key] = made, weight
            self._weight += weight - lighter
            while self._weight > self._size:
                _key, (_value, gone) = self._held.popitem(last=False)
                self._weight -= gone

    def clear(self) -> None:
        """Remove everything."""
        with self._lock:
            self._held.clear()
            self._weight = 0


memory = Memory(SIZE)
