"""One browser that opens every state of the site, as each visitor and in each language."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from typing import ClassVar

from playwright.sync_api import Browser, Response, Route, ViewportSize

from tests.browser.states import FAULT, State, Visits, fault, left_out, visits

LANGUAGES = ("en", "pl", "fr", "de")
# What is sent goes past htmx, so that a whole page comes back.
SEND = """([url, sent]) => {
  const form = Object.assign(document.createElement("form"), { method: "post", action: url });
  const token = document.querySelector("[name=csrfmiddlewaretoken]").value;
  for (const [name, value] of Object.entries({ csrfmiddlewaretoken: token, ...sent }))
    form.append(Object.assign(document.createElement("input"), { name, value }));
  document.body.append(form);
  form.submit();
}"""


class Visitor(ABC):
    """One browser for all visitors and languages; a subclass says what it looks at."""

    window: ClassVar[ViewportSize]

    def __init__(self, browser: Browser, base_url: str, keys: dict[str, str]) -> None:
        self.base_url = base_url
        self.keys = keys
        self.context = browser.new_context(
            base_url=base_url,
            viewport=self.window,
            reduced_motion="reduce",  # a colour on its way to another is measured as it is
            color_scheme="light",
            service_workers="block",
        )
        self.page = self.context.new_page()

    @abstractmethod
    def look(self, language: str) -> list[str]:
        """Return what is wrong with the page that is open."""

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

    def close(self) -> None:
        """Close the browser."""
        self.context.close()


def whole_site(*, every: bool = True) -> Visits:
    """Return all states; fail if a page or a status is missing among them."""
    seen = visits(every=every)
    assert left_out(seen.states) == set()
    assert {state.status for state in seen.states} == {200, 400, 403, 404, 409, 422, 500}
    return seen


def check_states(visitor: Visitor, states: Iterable[State], languages: Iterable[str]) -> None:
    """Check each state in its language, and report all faults at once."""
    found = [
        fault
        for state, language in zip(states, languages, strict=False)
        for fault in visitor.faults(state, language)
    ]
    visitor.close()
    assert not found, "\n".join(found)
