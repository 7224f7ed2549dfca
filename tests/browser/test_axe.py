"""Every page and state in three languages and two themes: axe finds nothing, and 320 px are enough.

A window of 320 px is also what one of 640 px is at 200 % zoom (WCAG 2.2: 1.4.4, 1.4.10).

The theme changes colours and nothing else, so the rules that look at colours run in both themes and
all others once. They are by far the slowest, and what they find depends on the colour of a text,
its size and weight, and the grounds under it: of the texts that are alike in all of these, one
is looked at in each language and theme.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, Page, Response, Route, ViewportSize

from tests.browser.states import FAULT, NOBODY, State, fault, left_out, visits

pytestmark = pytest.mark.django_db(transaction=True)

LANGUAGES = ("en", "pl", "fr")
NARROW: ViewportSize = {"width": 320, "height": 640}
WIDE: ViewportSize = {"width": 1280, "height": 800}
# What is folded away, or asked only after another answer, is looked at as well.
UNFOLD = """() => {
  const all = new CSSStyleSheet();
  all.replaceSync(`.when, .ending, .tick__more, .wish, .when-one, .when-four, .when-suggested,
    .when-drawn, .when-piles { display: revert !important; }`);
  document.adoptedStyleSheets = [all];
  for (const fold of document.querySelectorAll("details")) fold.open = true;
}"""
# Text as far apart as somebody may need it (WCAG 2.2: 1.4.12).
SPACE = """() => {
  const wide = new CSSStyleSheet();
  wide.replaceSync(`* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
    word-spacing: 0.16em !important; } p { margin-block-end: 2em !important; }`);
  document.adoptedStyleSheets.push(wide);
}"""
# Words that are cut off: not those that are meant to be heard only, nor a field that scrolls.
CUT = """() => [...document.querySelectorAll("body *")].filter((element) => {
  const style = getComputedStyle(element);
  if (!element.clientWidth || style.clipPath !== "none" || style.display === "inline") return false;
  if (element.matches("input, textarea, select, progress, svg, svg *, .account__name, .hero"))
    return false;
  const across = style.overflowX !== "visible" && element.scrollWidth > element.clientWidth + 1;
  const down = style.overflowY === "hidden" && element.scrollHeight > element.clientHeight + 2;
  return element.innerText.trim() && (across || down);
}).map((element) => `cuts off ${element.outerHTML.slice(0, 120)}`)"""
LOOK = """
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];
const told = ({ violations }) => violations.map(({ id, help, nodes }) =>
  [`${id}: ${help}`, ...nodes.map(({ html, any }) => `${html} ${any[0]?.message}`)].join(" | "));
const quietly = { resultTypes: ["violations"], preload: false };
window.lookAtStructure = async () => {
  const rules = Object.fromEntries(COLOUR_RULES.map((rule) => [rule, { enabled: false }]));
  rules["target-size"] = { enabled: true }; // 24 px (WCAG 2.2: 2.5.8), which axe leaves out unasked
  return told(await axe.run({ ...quietly, rules }));
};
window.lookAtColours = async (seen) => {
  const known = new Set(seen);
  const grounds = new Map([[null, ""]]);
  const under = (element) => {
    if (!grounds.has(element)) {
      const { backgroundColor, backgroundImage, opacity, position } = getComputedStyle(element);
      const bare = backgroundColor === "rgba(0, 0, 0, 0)" && backgroundImage === "none";
      const over = position === "fixed" || position === "sticky" ? position : "";
      const own = bare && opacity === "1" && !over ? "" : `${backgroundColor} ${opacity} ${over}/`;
      grounds.set(element, own + under(element.parentElement));
    }
    return grounds.get(element);
  };
  const look = (element) => {
    const { color, fontSize, fontWeight, textDecorationLine } = getComputedStyle(element);
    const around = element.tagName === "A" ? getComputedStyle(element.parentElement).color : "";
    return [color, fontSize, fontWeight, textDecorationLine, around, under(element)].join(" ");
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT, (node) =>
    node.data.trim() ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_REJECT);
  const found = new Set(document.querySelectorAll("input, select, textarea"));
  while (texts.nextNode()) found.add(texts.currentNode.parentElement);
  const fresh = new Map();
  for (const element of found) {
    if (element.closest("svg, template, script, .visually-hidden")) continue;
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    const key = look(element);
    if (!known.has(key) && !fresh.has(key)) fresh.set(key, element);
  }
  if (!fresh.size) return [[], []];
  const runOnly = { type: "rule", values: COLOUR_RULES };
  const answer = await axe.run({ include: [...fresh.values()] }, { ...quietly, runOnly });
  return [[...fresh.keys()], told(answer)];
};
"""


class Eyes:
    """One browser a visitor, all in one language, and the looks that were seen already."""

    def __init__(
        self, browser: Browser, base_url: str, language: str, keys: dict[str, str]
    ) -> None:
        self.language = language
        self.window = WIDE if language == "en" else NARROW
        self.looks: dict[str, set[str]] = {"light": set(), "dark": set()}
        self.pages: dict[str, Page] = {}
        for who in (NOBODY, *keys):
            context = browser.new_context(
                base_url=base_url,
                viewport=NARROW,
                locale=language,
                reduced_motion="reduce",  # a colour on its way to another is measured as it is
                service_workers="block",
            )
            cookies = {"django_language": language} | (
                {"sessionid": keys[who]} if who in keys else {}
            )
            context.add_cookies(
                [{"name": name, "value": value, "url": base_url} for name, value in cookies.items()]
            )
            context.add_init_script(AXE_SCRIPT)
            context.add_init_script(LOOK)
            self.pages[who] = context.new_page()
        self.pages[NOBODY].route(f"**{FAULT}", self._fault)

    def _fault(self, route: Route) -> None:
        route.fulfill(status=500, body=fault(self.language), content_type="text/html")

    def faults(self, state: State) -> Iterator[str]:
        """Open a page, and yield what is wrong with it."""
        page = self.pages[state.who]
        answer = self._open(page, state)
        assert answer is not None
        where = f"{state.url} ({answer.status}, {self.language})"
        assert answer.status == state.status, where
        assert page.locator("html").get_attribute("lang") == self.language, where
        yield from (f"{where} {fault}" for fault in self._look(page))

    def _open(self, page: Page, state: State) -> Response | None:
        """Go there; what is sent goes past htmx, so that a whole page comes back."""
        if state.sent is None:
            return page.goto(state.url, wait_until="domcontentloaded")
        if not page.url.startswith("http") or not page.query_selector("[name=csrfmiddlewaretoken]"):
            page.goto("/start", wait_until="domcontentloaded")
        with page.expect_navigation(wait_until="domcontentloaded") as going:
            page.evaluate(
                """([url, sent]) => {
                  const form = Object.assign(document.createElement("form"),
                    { method: "post", action: url });
                  const token = document.querySelector("[name=csrfmiddlewaretoken]").value;
                  const fields = { csrfmiddlewaretoken: token, ...sent };
                  for (const [name, value] of Object.entries(fields))
                    form.append(Object.assign(document.createElement("input"), { name, value }));
                  document.body.append(form);
                  form.submit();
                }""",
                [state.url, state.sent],
            )
        return going.value

    def _look(self, page: Page) -> Iterator[str]:
        page.evaluate(SPACE)
        yield from (f"(spaced) {fault}" for fault in self._measure(page))
        page.evaluate(UNFOLD)
        yield from self._measure(page)
        if self.window != NARROW:
            page.set_viewport_size(self.window)
        yield from page.evaluate("lookAtStructure()")
        for theme, seen in self.looks.items():
            page.emulate_media(color_scheme=theme)  # type: ignore[arg-type] # light or dark
            fresh, found = page.evaluate("lookAtColours", list(seen))
            seen.update(fresh)
            yield from (f"({theme}) {fault}" for fault in found)
        if self.window != NARROW:
            page.set_viewport_size(NARROW)

    def _measure(self, page: Page) -> Iterator[str]:
        width = page.evaluate("document.documentElement.scrollWidth")
        if width > NARROW["width"]:
            yield f"is {width} px wide"
        yield from page.evaluate(CUT)

    def close(self) -> None:
        """Put the browsers away."""
        for page in self.pages.values():
            page.context.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_in_every_state_is_for_everybody(
    browser: Browser, base_url: str, language: str
) -> None:
    seen = visits()
    assert left_out(seen.states) == set()
    assert {state.status for state in seen.states} == {200, 403, 404, 409, 422, 500}
    eyes = Eyes(browser, base_url, language, seen.keys)
    found = [fault for state in seen.states for fault in eyes.faults(state)]
    eyes.close()
    assert not found, "\n".join(found)
