"""Larger text breaks nothing: every page and state in four languages, on a phone and on a desk.

On a phone of 390 px the text is 130 % (the site's own setting) and 200 % of its size. Nothing
scrolls sideways, no word of a heading or a button is broken, nothing is cut off, and whatever can
be pressed lies on top where a thumb presses it. The same is asked of the usual text at 360, 1280
and 1920 px.

The suite sees one page in twenty, in languages that take turns; `make thorough` all of them.
"""

from __future__ import annotations

from itertools import cycle
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ViewportSize

from tests.browser.page_checks import CUT
from tests.browser.states import NOBODY
from tests.browser.visitor import LANGUAGES, Visitor, check_states, whole_site

pytestmark = pytest.mark.django_db(transaction=True)

PHONE: ViewportSize = {"width": 390, "height": 844}
# The size of the text in percent, and the window.
LAYOUTS: tuple[tuple[int, ViewportSize], ...] = (
    (130, PHONE),
    (200, PHONE),
    (100, {"width": 360, "height": 780}),
    (100, {"width": 1280, "height": 800}),
    (100, {"width": 1920, "height": 1080}),
)
CHECK = f"({(Path(__file__).parent / 'text_checks.js').read_text()})({CUT})"
# A heading too narrow for its word, a line that is cut, a wide one, and a button under another.
SPOIL = """() => {
  const add = (tag, text, style) => {
    const made = Object.assign(document.createElement(tag), { textContent: text });
    Object.assign(made.style, style);
    document.querySelector("main").append(made);
  };
  add("h2", "Unbreakable", { width: "3rem" });
  add("p", "a line that is cut", { width: "9ch", whiteSpace: "nowrap", overflow: "hidden" });
  add("p", "wide", { width: "500px" });
  const same = { position: "absolute", insetInlineStart: "9rem", insetBlockStart: "9rem" };
  add("button", "below", same);
  add("button", "above", same);
}"""


class Reader(Visitor):
    """Reads pages at every size of the text."""

    window = PHONE

    def look(self, language: str) -> list[str]:
        """Return what breaks, at each size."""
        found: list[str] = []
        for size, window in LAYOUTS:
            self.page.set_viewport_size(window)
            found += self.page.evaluate(CHECK, [size, window["width"]])
        return found


def test_the_checks_find_every_kind_of_fault(unseen: Browser, base_url: str) -> None:
    reader = Reader(unseen, base_url, {})
    reader.become(NOBODY, "en")
    reader.page.goto("/start", wait_until="domcontentloaded")
    assert reader.look("en") == []
    reader.page.evaluate(SPOIL)
    found = "\n".join(reader.look("en"))
    reader.close()
    for known in ("is 516 px wide", "cuts off <p", "breaks “Unbreakable” in <h2", "covers <button"):
        assert f"at 100 % and 360 px {known}" in found


def test_larger_text_breaks_nothing_on_one_page_in_twenty(unseen: Browser, base_url: str) -> None:
    seen = whole_site(every=False)
    check_states(Reader(unseen, base_url, seen.keys), seen.states[10::20], cycle(LANGUAGES))


@pytest.mark.thorough
@pytest.mark.parametrize("language", LANGUAGES)
def test_larger_text_breaks_nothing_on_any_page_in_each_language(
    unseen: Browser, base_url: str, language: str
) -> None:
    seen = whole_site()
    check_states(Reader(unseen, base_url, seen.keys), seen.states, cycle([language]))
