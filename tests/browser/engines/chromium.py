"""A phone in Chromium, driven by Playwright."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from playwright.sync_api import Browser, Error

from tests.browser.engines.phone import HEIGHT, WIDTH, Phone


class ChromiumPhone(Phone):
    """One context of the browser that all tests share, with a touch screen."""

    interruptions = (Error,)

    def __init__(self, browser: Browser, base_url: str, cookies: Mapping[str, str]) -> None:
        self.context = browser.new_context(
            viewport={"width": WIDTH, "height": HEIGHT},
            has_touch=True,
            locale="en-GB",
            base_url=base_url,
        )
        self.context.add_cookies(
            [{"name": name, "value": value, "url": base_url} for name, value in cookies.items()]
        )
        self.page = self.context.new_page()
        self._touches = self.context.new_cdp_session(self.page)

    def goto(self, path: str) -> None:
        self.page.goto(path)

    def reload(self) -> None:
        self.page.reload()

    @property
    def address(self) -> str:
        # Playwright's own `url` is as of its latest command.
        return str(self.page.evaluate("location.href"))

    def evaluate(self, script: str, argument: object = None) -> Any:
        return self.page.evaluate(script, argument)

    def set_offline(self, is_offline: bool) -> None:
        self.context.set_offline(is_offline)

    def press(self, x: int, y: int, ms: int) -> None:
        self._touch("touchStart", [{"x": x, "y": y}])
        self.page.wait_for_timeout(ms)
        self._touch("touchEnd", [])

    def _touch(self, kind: str, points: list[dict[str, int]]) -> None:
        self._touches.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def close(self) -> None:
        self.context.close()
