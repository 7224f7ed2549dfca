"""A phone at the table: Chromium at 390 px that writes down every console message."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser.table import Table

PHONE = {"width": 390, "height": 844}


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """Make every page a phone's, in English, without motion."""
    return {
        **browser_context_args,
        "viewport": PHONE,
        "locale": "en-GB",
        "reduced_motion": "reduce",
    }


@pytest.fixture
def table(page: Page) -> Iterator[Table]:
    """Sit down with one phone; afterwards nothing may stand in its console."""
    seated = Table(page)
    yield seated
    assert seated.console == []


@pytest.fixture
def phones(browser: Browser, base_url: str) -> Iterator[list[Table]]:
    """Sit down with two phones that know nothing of each other."""
    contexts: list[BrowserContext] = [
        browser.new_context(base_url=base_url, viewport=PHONE, locale="en-GB") for _ in range(2)
    ]
    yield [Table(context.new_page()) for context in contexts]
    for context in contexts:
        context.close()


@pytest.fixture
def bare_table(browser: Browser, base_url: str) -> Iterator[Table]:
    """Sit down with a phone whose scripts are off."""
    context = browser.new_context(
        base_url=base_url, viewport=PHONE, locale="en-GB", java_script_enabled=False
    )
    seated = Table(context.new_page())
    yield seated
    context.close()
    assert seated.console == []
