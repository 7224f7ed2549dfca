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

from collections.abc import Iterable, Iterator
from itertools import cycle

import pytest
from playwright.sync_api import Browser, Response, Route, ViewportSize

from tests.browser.page_checks import run_check
from tests.browser.states import FAULT, NOBODY, State, Visits, fault, left_out, visits

pytestmark = pytest.mark.django_db(transaction=True)

LANGUAGES = ("en", "pl", "fr", "de")
NARROW: ViewportSize = {"width": 320, "height": 640}
WIDE: ViewportSize = {"width": 1280, "height": 800}
# What is sent goes past htmx, so that a whole page comes back.
SEND = """([url, sent]) => {
  const form = Object.assign(document.createElement("form"), { method: "post", action: url });
  const token = document.querySelector("[name=csrfmiddlewaretoken]").value;
  for (const [name, value] of Object.entries({ csrfmiddlewaretoken: token, ...sent }))
    form.append(Object.assign(document.createElement("input"), { name, value }));
  document.body.append(form);
  form.submit();
}"""
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


class Checker:
    """One browser for all visitors and languages, and the text styles it has checked."""

    def __init__(
        self, browser: Browser, base_url: str, keys: dict[str, str], *, both: bool = True
    ) -> None:
        self.base_url = base_url
        self.both = both  # themes for each page; else they take turns
        self.keys = keys
        self.theme, self.other = "light", "dark"
        self.looks: dict[str, set[str]] = {self.theme: set(), self.other: set()}
        self.context = browser.new_context(
            base_url=base_url,
            viewport=NARROW,
            reduced_motion="reduce",  # a colour on its way to another is measured as it is
            color_scheme="light",
            service_workers="block",
        )
        self.page = self.context.new_page()

    def faults(self, state: State, language: str) -> Iterator[str]:
        """Open a page, and yield what is wrong with it."""
        self.become(state.who, language)
        answer = self._open(state, language)
        assert answer is not None
        where = f"{state.url} ({answer.status}, {language})"
        assert answer.status == state.status, where
        yield from (f"{where} {fault}" for fault in self.look(language))

    def become(self, who: str, language: str) -> None:
        """Switch to a visitor, or to nobody, and to a language."""
        cookies = {"django_language": language, "sessionid": self.keys.get(who, "")}
        self.context.add_cookies(
            [
                {"name": name, "value": value, "url": self.base_url}
                for name, value in cookies.items()
            ]
        )

    def _open(self, state: State, language: str) -> Response | None:
        """Open a state's page, or send its form."""
        if state.url == FAULT:
            return self._open_fault(language)
        page = self.page
        if state.sent is None:
            return page.goto(state.url, wait_until="domcontentloaded")
        if not page.url.startswith("http") or not page.query_selector("[name=csrfmiddlewaretoken]"):
            page.goto("/start", wait_until="domcontentloaded")
        with page.expect_navigation(wait_until="domcontentloaded") as going:
            page.evaluate(SEND, [state.url, state.sent])
        return going.value

    def _open_fault(self, language: str) -> Response | None:
        """Open the page of a server error; a route turns caching off, so only here."""

        def answer(route: Route) -> None:
            route.fulfill(status=500, body=fault(language), content_type="text/html")

        self.page.route(f"**{FAULT}", answer)
        response = self.page.goto(FAULT, wait_until="domcontentloaded")
        self.page.unroute(f"**{FAULT}")
        return response

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

    def close(self) -> None:
        """Close the browser."""
        self.context.close()


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


def whole_site(*, every: bool = True) -> Visits:
    """Return all states; fail if a page or a status is missing among them."""
    seen = visits(every=every)
    assert left_out(seen.states) == set()
    assert {state.status for state in seen.states} == {200, 403, 404, 409, 422, 500}
    return seen


def check_states(checker: Checker, states: Iterable[State], languages: Iterable[str]) -> None:
    """Check each state in its language, and report all faults at once."""
    found = [
        fault
        for state, language in zip(states, languages, strict=False)
        for fault in checker.faults(state, language)
    ]
    checker.close()
    assert not found, "\n".join(found)


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
