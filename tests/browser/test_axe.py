"""Every page and state in four languages and two themes passes axe and fits 320 px.

A window of 320 px is also what one of 640 px is at 200 % zoom (WCAG 2.2: 1.4.4, 1.4.10).

The theme changes colours and nothing else, so the rules that look at colours run in both themes and
all others once. What they find depends on the colour of a text, its size and weight, and the
grounds under it: of the texts that are alike in all of these, one is looked at in each theme.

The suite sees one page in twenty, in languages and themes that take turns: pages are made of the
same parts. `.ci/run` sees every page, and every form that was refused, in one language, another one
each day; `make thorough` in each of them.
"""

from __future__ import annotations

from itertools import cycle

import pytest
from playwright.sync_api import Browser, ViewportSize

from tests.browser.page_checks import run_check
from tests.browser.states import NOBODY
from tests.browser.visitor import LANGUAGES, Visitor, check_states, whole_site

pytestmark = pytest.mark.django_db(transaction=True)

NARROW: ViewportSize = {"width": 320, "height": 640}
WIDE: ViewportSize = {"width": 1280, "height": 800}
# Faint words, two buttons like peas, a field without a name, a line that is cut, and a wide one.
SPOIL = """() => {
  const add = (tag, text, style) => {
    const made = Object.assign(document.createElement(tag), { textContent: text });
    Object.assign(made.style, style);
    document.querySelector("main").append(made);
  };
  const pea = { all: "initial", display: "inline-block", width: "9px", height: "9px" };
  const line = { width: "9ch", whiteSpace: "nowrap" };
  add("p", "faint", { color: "#777", background: "#888" });
  add("button", "1", pea);
  add("button", "2", pea);
  add("input", "", {});
  add("p", "a line that is cut", { ...line, overflow: "hidden" });
  add("p", "wide", { width: "400px" });
}"""


class Checker(Visitor):
    """Measures pages and asks axe; remembers the text styles it has checked."""

    window = NARROW

    def __init__(
        self, browser: Browser, base_url: str, keys: dict[str, str], *, both: bool = True
    ) -> None:
        super().__init__(browser, base_url, keys)
        self.both = both  # themes for each page; else they take turns
        self.theme, self.other = "light", "dark"
        self.looks: dict[str, set[str]] = {self.theme: set(), self.other: set()}

    def look(self, language: str) -> list[str]:
        """Measure the page in a narrow window, then check it in its themes (English: wide)."""
        page = self.page
        window = WIDE if language == "en" else NARROW
        found: list[str] = run_check(page, "measure", [NARROW["width"], language])
        if window != NARROW:
            page.set_viewport_size(window)
        found += self._see("checkAll")
        self.theme, self.other = self.other, self.theme
        page.emulate_media(color_scheme=self.theme)  # type: ignore[arg-type] # light or dark
        if self.both:
            found += self._see("checkColours")
        if window != NARROW:
            page.set_viewport_size(NARROW)
        return found

    def _see(self, how: str) -> list[str]:
        seen = self.looks[self.theme]
        fresh, found = run_check(self.page, how, list(seen))
        seen.update(fresh)
        return [f"({self.theme}) {fault}" for fault in found]


def test_the_checks_find_every_kind_of_fault(unseen: Browser, base_url: str) -> None:
    checker = Checker(unseen, base_url, {})
    checker.become(NOBODY, "fr")
    checker.page.goto("/start", wait_until="domcontentloaded")
    checker.page.evaluate(SPOIL)
    found = "\n".join(checker.look("pl"))
    checker.close()
    for theme in ("light", "dark"):
        assert f"({theme}) color-contrast: " in found
    for known in ("speaks fr", "px wide", "cuts off <p", "label: ", "target-size: "):
        assert known in found


def test_one_page_in_twenty_is_accessible(unseen: Browser, base_url: str) -> None:
    seen = whole_site(every=False)
    checker = Checker(unseen, base_url, seen.keys, both=False)
    check_states(checker, seen.states[::20], cycle(LANGUAGES))


@pytest.mark.thorough
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_in_every_state_is_accessible_in_each_language(
    unseen: Browser, base_url: str, language: str
) -> None:
    seen = whole_site()
    check_states(Checker(unseen, base_url, seen.keys), seen.states, cycle([language]))
