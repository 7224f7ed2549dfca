"""Waiting for what a page promises. Playwright's own wait takes any promise for true at once."""

import time

from playwright.sync_api import Page

PATIENCE = 20  # seconds, on a busy machine


def until(page: Page, holds: str, given: object = None) -> None:
    """Wait until the promise of a function gives true."""
    end = time.monotonic() + PATIENCE
    while not page.evaluate(holds, given):
        assert time.monotonic() < end, holds
        page.wait_for_timeout(20)
