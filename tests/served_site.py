"""The site as a process of its own, and a browser without scripts that visits it."""

from __future__ import annotations

import re
import subprocess
import time
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart

from tests.cluster.machines import free_port
from tests.tracker.sent_forms import Sent

START_SECONDS = 180


class Browser:
    """A browser that keeps cookies and sends forms as their pages have them."""

    def __init__(self, base: str) -> None:
        self.base = base
        jar = urllib.request.HTTPCookieProcessor(CookieJar())
        self.opener = urllib.request.build_opener(jar)

    def get(self, path: str) -> tuple[str, bytes]:
        """Return the address at which a page was found, and the page."""
        with self.opener.open(self.base + path, timeout=60) as answer:
            return urllib.parse.urlsplit(answer.url).path, answer.read()

    def send(self, path: str, action: str, fields: dict[str, Any]) -> tuple[str, bytes]:
        """Send the form of a page, filled in, and return the page that follows."""
        shown = self.get(path)[1].decode()
        found = Sent(shown, action).fields or Sent(shown, "").fields
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', shown)
        assert token is not None
        sent = {**found, **fields, "csrfmiddlewaretoken": token[1]}
        headers = {"Referer": self.base + path}
        if any(hasattr(value, "read") for value in sent.values()):
            body = encode_multipart(BOUNDARY, sent)
            headers["Content-Type"] = MULTIPART_CONTENT
        else:
            body = urllib.parse.urlencode(sent, doseq=True).encode()
        request = urllib.request.Request(self.base + action, body, headers)
        with self.opener.open(request, timeout=60) as answer:
            return urllib.parse.urlsplit(answer.url).path, answer.read()


@contextmanager
def served(
    command: list[str], here: Path, environment: dict[str, str], work: Path | None = None
) -> Iterator[Browser]:
    """Start the site, wait until it answers, and stop it; its log is written ``here``."""
    port = free_port()
    log = here / "log"
    with log.open("w") as written:
        process = subprocess.Popen(
            [*command, "--port", str(port)],
            cwd=work or here,
            env=environment,
            stdout=written,
            stderr=written,
        )
    try:
        browser = Browser(f"http://127.0.0.1:{port}")
        until = time.monotonic() + START_SECONDS
        while time.monotonic() < until and process.poll() is None:
            with suppress(OSError):  # it listens before it answers
                browser.get("/healthz")
                break
            time.sleep(0.5)
        else:
            raise RuntimeError(log.read_text())
        yield browser
    finally:
        process.terminate()
        process.wait(30)
