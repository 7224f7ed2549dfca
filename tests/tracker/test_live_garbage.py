"""A process with thousands of streams: what lives long is not looked at with every collection."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, TypeVar

from tests import loops
from tracker.live.garbage import set_survivors_aside

T = TypeVar("T")


class Ring:
    """Something that only the garbage collector can free."""

    def __init__(self) -> None:
        self.itself = self


def test_what_outlived_a_full_collection_is_set_aside() -> None:
    async def looked_at() -> tuple[int, int]:
        kept = [Ring() for _ in range(1000)]
        gc.collect()
        return len(gc.get_objects()), len(kept)

    objects, kept = _beside_collections(looked_at, again=60)
    assert objects < kept, "a full collection would look at what has outlived one"
    assert not gc.get_freeze_count(), "a process that ends its streams is as it was"


def test_what_was_set_aside_and_is_garbage_since_is_freed_in_time() -> None:
    async def lives() -> bool:
        ring = Ring()
        seen = weakref.ref(ring)
        gc.collect()
        del ring
        gc.collect()
        assert seen() is not None
        await asyncio.sleep(0.2)
        return seen() is not None

    assert not _beside_collections(lives, again=0.05)


def _beside_collections(work: Callable[[], Coroutine[Any, Any, T]], again: float) -> T:
    async def both() -> T:
        task = asyncio.create_task(set_survivors_aside(again))
        await asyncio.sleep(0)
        try:
            return await work()
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    return loops.run(both())
