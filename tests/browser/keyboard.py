"""A table kept by keyboard alone: Tab, Shift+Tab, Enter, Space, the arrows and letters.

The way to a thing is walked by Tab the first time a page of its kind is open. Later the focus is
put there at once, for the way is known; what is done there is still done by keys.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page

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
FAR = 120  # stops; no way on a page is longer


class Keyboard(Table):
    """A table whose every tap is a key."""

    def __init__(self, page: Page) -> None:
        super().__init__(page, look_closely=False)
        self.walked: set[tuple[str, str]] = set()
        page.add_init_script(WATCH)
        # The network's own pages, and quickly.
        page.add_init_script('Object.defineProperty(navigator, "serviceWorker", { value: null });')

    # --- going ---

    def go(self, path: str = "") -> None:
        """Go to a page of the campaign by a link, over its front page if need be."""
        if self.page.url.endswith(f"/c/{self.code}/{path}"):
            return
        if not self._links(path).count():
            self.go()
        inside = self._links(path).and_(self.page.locator("#more-pages a"))
        if inside.count() and not inside.is_visible():
            self.reach(self.page.locator("[popovertarget=more-pages]"))
            self.page.keyboard.press("Enter")
        self.tap(self._links(path).first)

    def _links(self, path: str) -> Locator:
        where = f"/c/{self.code}/{path}"
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
        self.reach(self.page.locator(f"main {selector}"))
        self.page.keyboard.press("ControlOrMeta+a")
        self.page.keyboard.type(text)

    def mark(self, target: Locator) -> None:
        """Go to a box and tick it, or walk to one of some by the arrows."""
        self.reach(target)
        for _ in range(12):
            if target.evaluate("(wanted) => wanted === document.activeElement"):
                break
            self.page.keyboard.press("ArrowDown")
        if not target.is_checked():
            self.page.keyboard.press("Space")
        assert target.is_checked(), target

    def choose(self, selector: str, value: str) -> None:
        """Go to a list and walk through it by the arrows."""
        chosen = self.page.locator(f"main {selector}")
        self.reach(chosen)
        for _ in range(12):
            if chosen.input_value() == value:
                return
            self.page.keyboard.press("ArrowDown")
        pytest.fail(f"{selector} has no {value}")

    def reach(self, target: Locator) -> None:
        """Bring the focus there: by a way that is known, or by walking."""
        way = (self.kind(), self.nameless(str(target).rpartition("selector=")[2]))
        if way not in self.walked:
            self.walk(target)
            self.walked.add(way)
        elif not target.evaluate(PUT):
            pytest.fail(f"{target} takes no focus on {self.page.url}")

    def walk(self, target: Locator) -> None:
        """Press Tab until the focus is there, past the navigation by the way round it."""
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
        """Take the first stop of every page, which leads past what all pages have."""
        self.page.keyboard.press("Tab")
        assert self.page.evaluate("document.activeElement.className") == "skip", self.page.url
        self.page.keyboard.press("Enter")
        assert self.page.evaluate("document.activeElement.id") == "main", self.page.url
