"""What was derived, remembered: records and states of campaigns, parts of pages, readers' logs."""

from __future__ import annotations

import sys
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import TypeVar

from campaign.models import Person

T = TypeVar("T")
KEPT = 512  # records, states and parts of pages in memory; one is some hundred kilobytes at most
KEPT_OF_A_LOG = 12  # parts of pages of one reader's log
LOGS_HEAVIEST = 32 * 1024 * 1024  # bytes of all readers' logs together
OTHER_WEIGHT = 64 * 1024  # what is kept of a log and is no text counts as so many


class Memory:
    """Remember what was derived, by the campaign's stamp, which no other state ever has."""

    def __init__(self, kept: int) -> None:
        self._kept = kept
        self._held: OrderedDict[tuple[object, ...], object] = OrderedDict()
        self._lock = Lock()

    def of(self, key: tuple[object, ...], make: Callable[[], T]) -> T:
        held = self.get(key)
        if held is not None:
            return held  # type: ignore[return-value] # the key names the kind
        made = make()
        self.keep(key, made)
        return made

    def get(self, key: tuple[object, ...]) -> object | None:
        with self._lock:
            if key in self._held:
                self._held.move_to_end(key)
            return self._held.get(key)

    def keep(self, key: tuple[object, ...], made: object) -> None:
        with self._lock:
            self._held[key] = made
            while len(self._held) > self._kept:
                self._held.popitem(last=False)

    def clear(self) -> None:
        with self._lock:
            self._held.clear()

    def held(self) -> list[object]:
        """Return all that is remembered, the longest unasked first."""
        with self._lock:
            return list(self._held.values())

    def __len__(self) -> int:
        return len(self._held)


class LogMemory(Memory):
    """Remember parts of one reader's log: few, and with all others' no more than has room."""

    def keep(self, key: tuple[object, ...], made: object) -> None:
        super().keep(key, made)
        _make_room()

    def weight(self) -> int:
        """Return how many bytes it takes."""
        return sum(map(_weight, self.held()))

    def forget_oldest(self) -> int:
        """Forget what was not asked for in longest; return how many bytes that took."""
        with self._lock:
            return _weight(self._held.popitem(last=False)[1]) if self._held else 0


memory = Memory(KEPT)


def log_memory(person: Person) -> Memory:
    """Return what is remembered of somebody's log; whatever they ask for, it takes one place."""
    return memory.of((person.pk, "log"), lambda: LogMemory(KEPT_OF_A_LOG))


def _make_room() -> None:
    """Let parts of logs go until all fit; first of the reader who has not come for longest."""
    logs = [held for held in memory.held() if isinstance(held, LogMemory)]
    over = sum(log.weight() for log in logs) - LOGS_HEAVIEST
    for log in logs:
        while over > 0 and len(log):
            over -= log.forget_oldest()


def _weight(made: object) -> int:
    return sys.getsizeof(made) if isinstance(made, str) else OTHER_WEIGHT
