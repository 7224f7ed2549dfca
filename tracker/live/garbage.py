"""Short garbage collections in a process that holds thousands of streams.

A full collection looks at every object, and nothing is sent meanwhile: 4,000 streams took a second,
several times a minute. Here what has outlived one is set aside, and looked at again now and then.
"""

import asyncio
import gc
from typing import Any

AGAIN = 600.0  # seconds until everything is looked at


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
    if phase == "stop" and info["generation"] == 2:  # the oldest
        gc.freeze()
