"""What a test does with a phone, whatever its engine."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, Protocol

WIDTH, HEIGHT = 390, 844
SOON = 20_000  # ms; the server of most tests has no streams, so phones ask it every few seconds

TAP = """async (taps) => {
  for (const [key, gap] of taps) {
    document.querySelector(`[data-key="${key}"]`)?.click();
    await new Promise((resolve) => setTimeout(resolve, gap));
  }
}"""
PLACE = """(key) => {
  const button = document.querySelector(`[data-key="${key}"]`);
  if (!button || button.hasAttribute("aria-disabled")) return null;
  button.scrollIntoView({ block: "center", behavior: "instant" });
  const { x, y, width, height } = button.getBoundingClientRect();
  return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
}"""
SUBMIT = """([button, values]) => {
  for (const [name, value] of Object.entries(values)) {
    document.querySelector(`[name="${name}"]`).value = value;
  }
  document.querySelector(button).click();
}"""
TEXT = "(selector) => document.querySelector(selector)?.textContent.trim() ?? null"
SEEN = "(selector) => Boolean(document.querySelector(selector)?.checkVisibility())"


class Phone(ABC):
    """A browser of its own on one site, with the size of a phone."""

    # What the engine raises while a page is being left; waiting goes on then.
    interruptions: tuple[type[Exception], ...]

    @abstractmethod
    def goto(self, path: str) -> None:
        """Open a page and wait until it is loaded."""

    @abstractmethod
    def reload(self) -> None:
        """Load the page anew."""

    @property
    @abstractmethod
    def address(self) -> str:
        """Where the phone is."""

    @abstractmethod
    def evaluate(self, script: str, argument: object = None) -> Any:
        """Call a function of JavaScript; return what it gives, or its promise."""

    @abstractmethod
    def set_offline(self, is_offline: bool) -> None:
        """Switch airplane mode on or off."""

    @abstractmethod
    def press(self, x: int, y: int, ms: int) -> None:
        """Put a finger on the screen for so long; where there are none, the mouse."""

    @abstractmethod
    def close(self) -> None:
        """Close the browser."""

    def tap(self, *keys: str, gap: int = 0) -> None:
        """Tap buttons of the live table, with so many ms after each."""
        self.evaluate(TAP, [[key, gap] for key in keys])

    def press_button(self, key: str, ms: int) -> None:
        """Press where a button of the live table is, if it is there."""
        if place := self.evaluate(PLACE, key):
            self.press(place["x"], place["y"], ms)

    def submit(self, button: str, **values: str) -> None:
        """Fill a form in, and press its button."""
        self.evaluate(SUBMIT, [button, values])

    def text(self, selector: str) -> str | None:
        """Return what an element says; None if there is none."""
        text: str | None = self.evaluate(TEXT, selector)
        return text

    def sees(self, selector: str) -> bool:
        """Say whether an element is there and not hidden."""
        return bool(self.evaluate(SEEN, selector))

    def until(self, holds: Callable[[], bool], within: int = SOON) -> None:
        """Wait until something holds, so many ms at most."""
        end = time.monotonic() + within / 1000
        while time.monotonic() < end:
            try:
                if holds():
                    return
            except self.interruptions:
                pass
            time.sleep(0.05)
        raise AssertionError(f"not in time, at {self.address}")

    def until_text(self, selector: str, text: str, within: int = SOON) -> None:
        """Wait until an element says something."""
        self.until(lambda: text in (self.text(selector) or ""), within)


class NewPhone(Protocol):
    """An engine: starts phones that have cookies already."""

    def __call__(self, base_url: str, cookies: Mapping[str, str]) -> Phone: ...
