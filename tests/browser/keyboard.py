"""A campaign played by keyboard alone: Tab, Shift+Tab, Enter, Space, arrows and letters.

The way to a thing is walked by Tab the first time a page of its kind is open, and what is written
there is written letter by letter. Later the focus is put there at once, for the way is known, and
words come whole, as from a keyboard that completes them; what is done is still done by keys.
"""

from __future__ import annotations

from ast import literal_eval
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.table import Table

# Wherever the focus comes to rest, something must show it: an outline on the element, or on what
# stands round it. What is named by a script and never reached by Tab need not.
WATCH = """window.unseen = [];
document.addEventListener("focusin", ({ target }) => {
  if (target.tabIndex < 0) return;
  for (let at = target; at && at !== document.body; at = at.parentElement)
    if (getComputedStyle(at).outlineStyle !== "none") return;
  unseen.push(target.outerHTML.slice(0, 120));
});"""
# Radio buttons of one name are one stop.
REACHED = """(wanted) => {
  const at = document.activeElement;
  return at === wanted || (wanted.type === "radio" && at.type === "radio"
    && at.name === wanted.name && at.form === wanted.form);
}"""
# Where the walk begins: nowhere yet, before the thing that is wanted, or behind it.
BEGINS = """(wanted) => {
  const at = document.activeElement;
  if (at === document.body) return wanted.closest("main") ? "skip" : "Tab";
  const behind = at.compareDocumentPosition(wanted) & Node.DOCUMENT_POSITION_PRECEDING;
  return behind ? "Shift+Tab" : "Tab";
}"""
PUT = "(wanted) => { wanted.focus(); return wanted === document.activeElement; }"
STANDS = "(wanted) => [wanted === document.activeElement, wanted.checked]"
FAR = 120  # stops; no way on a page is longer


def selector_of(target: Locator) -> str:
    """Return the selector of a locator."""
    return str(literal_eval(repr(target).rpartition("selector=")[2].removesuffix(">")))


class Keyboard(Table):
    """A table that presses keys instead of tapping."""

    def __init__(self, page: Page) -> None:
        super().__init__(page, look_closely=False)
        self.walked: set[tuple[str, str]] = set()
        page.add_init_script(WATCH)
        # The network's own pages, and quickly.
        page.add_init_script('Object.defineProperty(navigator, "serviceWorker", { value: null });')

    # --- going ---

    def go(self, path: str = "") -> None:
        """Go to a page of the campaign by a link, over its front page if need be."""
        if self.page.url.endswith(self.address(path)):
            return
        if not self._links(path).count():
            self.go()
        inside = self._links(path).and_(self.page.locator("#more-pages a"))
        if inside.count() and not inside.is_visible():
            self.reach(self.page.locator("[popovertarget=more-pages]"))
            self.page.keyboard.press("Enter")
        self.tap(self._links(path).first)

    def _links(self, path: str) -> Locator:
        where = self.address(path)
        return self.page.locator(f"main a[href='{where}'], .campaign-nav a[href='{where}']")

    # --- the hand ---

    def tap(self, target: Locator) -> None:
        """Go to a button or a link, and press Enter."""
        self.reach(target)
        assert self.page.evaluate("unseen") == [], self.page.url
        with self.page.expect_navigation(wait_until="domcontentloaded"):
            self.page.keyboard.press("Enter")

    def write(self, selector: str, text: str) -> None:
        """Go to a field and type."""
        known = self.reach(self.page.locator(f"main {selector}"))
        self.page.keyboard.press("ControlOrMeta+a")
        if known:
            self.page.keyboard.insert_text(text)
        else:
            self.page.keyboard.type(text)

    def mark(self, target: Locator) -> None:
        """Focus a checkbox and tick it, or choose a radio button with the arrows."""
        self.reach(target)
        for _ in range(12):
            here, checked = self.ask(target, STANDS)
            if here:
                break
            self.page.keyboard.press("ArrowDown")
        if not checked:
            self.page.keyboard.press("Space")
        expect(target).to_be_checked()

    def unmark(self, target: Locator) -> None:
        """Focus a checkbox that is ticked, and clear it."""
        self.reach(target)
        self.page.keyboard.press("Space")
        expect(target).not_to_be_checked()

    def choose(self, selector: str, value: str) -> None:
        """Focus a list and choose an option with the arrows."""
        chosen = self.page.locator(f"main {selector}")
        self.reach(chosen)
        for _ in range(12):
            if chosen.input_value() == value:
                return
            self.page.keyboard.press("ArrowDown")
        pytest.fail(f"{selector} has no {value}")

    def reach(self, target: Locator) -> bool:
        """Focus an element by a known key path or by pressing Tab; return which it was."""
        way = (self.kind(), self.nameless(selector_of(target)))
        if way not in self.walked:
            self.walk(target)
            self.walked.add(way)
            return False
        if not self.ask(target, PUT):
            pytest.fail(f"{target} takes no focus on {self.page.url}")
        return True

    def ask(self, target: Locator, question: str) -> Any:
        """Evaluate a script on an element that is there, without a locator's waiting."""
        return self.page.eval_on_selector(selector_of(target), question, strict=True)

    def walk(self, target: Locator) -> None:
        """Press Tab until the element has the focus, skipping the navigation."""
        wanted = target.element_handle()
        key = self.page.evaluate(BEGINS, wanted)
        if key == "skip":
            self.skip()
            key = "Tab"
        for _ in range(FAR):
            if self.page.evaluate(REACHED, wanted):
                return
            self.page.keyboard.press(key)
        pytest.fail(f"{target} cannot be reached on {self.page.url}")

    def skip(self) -> None:
        """Follow the skip link, the first stop of every page."""
        self.page.keyboard.press("Tab")
        expect(self.page.locator(".skip")).to_be_focused()
        self.page.keyboard.press("Enter")
        expect(self.page.locator("#main")).to_be_focused()
