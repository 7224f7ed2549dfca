"""Short garbage collections in a process that holds thousands of streams.

A full collection visits every object, and nothing is sent meanwhile: with 4,000 streams it took a
second, several times a minute. So objects that survive one are frozen, and collected only rarely.
"""

import asyncio
import gc
from typing import Any

AGAIN = 600.0  # seconds between two collections of everything


async def set_survivors_aside(again: float = AGAIN) -> None:
    """Keep collections short, for as long as this process lives."""
    gc.callbacks.append(_freeze)
    try:
        while True:
            await asyncio.sleep(again)
            gc.unfreeze()
            gc.collect()
    finally:
        gc.callbacks.remove(_freeze)
        gc.unfreeze()


def _freeze(phase: str, info: dict[str, Any]) -> None:
    if phase == "stop" and info["generation"] == 2:  # a full collection
        gc.freeze()
