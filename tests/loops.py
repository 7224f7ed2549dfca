"""An event loop for one test: Playwright's occupies this thread once a browser was opened."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine in a thread of its own; return its result."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()
