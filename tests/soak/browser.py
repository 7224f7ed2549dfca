"""A browser without scripts: pages, cookies, and forms as the pages carry them."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from html import unescape
from http.client import HTTPConnection
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import urlencode, urlsplit

FORM = re.compile(r"<form\b([^>]*)>(.*?)</form>", re.DOTALL)
ACTION = re.compile(r'\baction="([^"]*)"')
HIDDEN = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)"')


@dataclass(frozen=True)
class Answer:
    """What came back, and how long it took."""

    status: int
    location: str
    text: str
    seconds: float


@dataclass
class Browser:
    """A phone with its cookies; a lost connection raises OSError or HTTPException."""

    port: int
    cookies: dict[str, str] = field(default_factory=dict)
    _line: HTTPConnection | None = None

    def get(self, url: str) -> Answer:
        """Open a page."""
        return self._ask("GET", url, "")

    def post(self, url: str, fields: Mapping[str, Any], accept: str = "text/html") -> Answer:
        """Send a form."""
        return self._ask("POST", url, urlencode(dict(fields), doseq=True), accept)

    def close(self) -> None:
        """Close the connection."""
        if self._line is not None:
            self._line.close()
            self._line = None

    def _ask(self, method: str, url: str, body: str, accept: str = "text/html") -> Answer:
        headers = {"Cookie": "; ".join(f"{k}={v}" for k, v in self.cookies.items())}
        headers["Accept"] = accept
        if body:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        begun = time.monotonic()
        if self._line is None:
            self._line = HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            self._line.request(method, url, body or None, headers)
            response = self._line.getresponse()
            text = response.read().decode()
        except BaseException:
            self.close()
            raise
        seconds = time.monotonic() - begun
        for line in response.headers.get_all("Set-Cookie") or []:
            for name, morsel in SimpleCookie(line).items():
                self.cookies[name] = morsel.value
        location = urlsplit(response.headers.get("Location") or "").path
        return Answer(response.status, location, text, seconds)


def carried(page: str, action: str) -> dict[str, str]:
    """Return the hidden fields of the form that is sent to a URL."""
    for attributes, inside in FORM.findall(page):
        found = ACTION.search(attributes)
        if 'method="post"' in attributes and (found is None or unescape(found.group(1)) == action):
            hidden = {name: unescape(value) for name, value in HIDDEN.findall(inside)}
            if "token" in hidden:
                return hidden
    raise AssertionError(f"no form for {action} on the page")
