"""Open the main pages on a slow phone, in a process of its own; print their first paint.

The phone is the one of Lighthouse's mobile profile: 150 ms away, 1.6 Mbit/s down, a processor four
times slower. The bare page is one line of HTML from the same server through the same middleware,
and of each the quickest load counts: a busy machine only adds. Each load is a first visit: nothing
is in a cache. Debug is off, static files are those of production.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from threading import Thread
from typing import Any

import django

os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"  # Playwright's loop runs in this thread
django.setup()

# ruff: noqa: E402 # models can be imported from here on

from django.conf import settings
from django.core.servers.basehttp import ThreadedWSGIServer, WSGIRequestHandler
from django.core.wsgi import get_wsgi_application
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path
from playwright.sync_api import Browser, Page, sync_playwright
from playwright.sync_api import Error as PlaywrightError

from tests.chromium import CHROMIUM, CHROMIUM_ARGS
from tests.rules.aeons_end.legacy_stories import Teller
from tracker.urls import urlpatterns as site

BARE = "/bare"
MAIN = ("home", "campaign", "setup", "mages", "market", "result")
SLOW_4G = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1.6 * 1024 * 1024 / 8,
    "uploadThroughput": 750 * 1024 / 8,
}
WATCH = """window.shifted = 0;
window.jumped = [];
new PerformanceObserver((seen) => {
  for (const entry of seen.getEntries()) {
    shifted += entry.value;
    for (const { node, previousRect: from, currentRect: to } of entry.sources)
      jumped.push(`${node?.outerHTML?.slice(0, 60)}: ${JSON.stringify([from, to])}`);
  }
}).observe({ type: "layout-shift", buffered: true });"""
PAINTED = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
SETTLED = "() => new Promise((done) => setTimeout(() => done([shifted, jumped]), 400))"
PATIENCE = 15_000  # milliseconds: a page that is not seen by then is told as unseen


def bare(request: HttpRequest) -> HttpResponse:
    """Answer with an almost empty page."""
    return HttpResponse('<!doctype html><html lang="en"><title>Bare</title><p>Bare</p></html>')


urlpatterns = [path("bare", bare), *site]


class Quiet(WSGIRequestHandler):
    """A server that logs no requests."""

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 # as its base names it
        """Log nothing."""


def load(browser: Browser, base: str, url: str, key: str) -> tuple[float, float, int]:
    """Return the first paint (ms), the layout shift, and requests to other hosts."""
    context = browser.new_context(
        base_url=base,
        viewport={"width": 390, "height": 844},
        device_scale_factor=2,
        is_mobile=True,
        service_workers="block",
    )
    context.add_cookies([{"name": "sessionid", "value": key, "url": base}])
    context.set_default_timeout(PATIENCE)
    page: Page = context.new_page()
    strangers: list[str] = []
    page.on("request", lambda r: None if r.url.startswith(base) else strangers.append(r.url))
    page.add_init_script(WATCH)
    wire = context.new_cdp_session(page)
    wire.send("Network.enable")
    wire.send("Network.emulateNetworkConditions", SLOW_4G)
    wire.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    page.goto(url, wait_until="load")
    first = page.wait_for_function(PAINTED).json_value()
    shifted, jumped = page.evaluate(SETTLED)
    if jumped:
        print(f"{url}: {jumped}", file=sys.stderr)
    context.close()
    return first, shifted, len([url for url in strangers if not url.startswith("data:")])


def main(rounds: int) -> dict[str, Any]:
    """Return the figures of each page, the bare page's first."""
    settings.ROOT_URLCONF = "tests.benchmarks._paint"
    from tests.benchmarks._building import build
    from tests.benchmarks._site import MAGES

    site = build(Teller(MAGES).after(4).story, campaigns=4, evenings=3, members=2)
    pages = {page.what: page.url for page in site.pages() if page.what in MAIN}
    assert len(pages) == len(MAIN), pages
    client = Client(SERVER_NAME="localhost")
    client.force_login(site.keeper, backend="django.contrib.auth.backends.ModelBackend")
    key = client.cookies["sessionid"].value
    for url in pages.values():
        client.get(url)  # warm
    server = ThreadedWSGIServer(("localhost", 0), Quiet)
    server.daemon_threads = True
    server.set_app(get_wsgi_application())
    Thread(target=server.serve_forever, daemon=True).start()
    base = f"http://localhost:{server.server_port}"
    executable = next(filter(None, map(shutil.which, CHROMIUM)))
    seen: dict[str, list[tuple[float, float, int]]] = {}
    with sync_playwright() as play:
        for _ in range(rounds):
            # A new one each time: where one hangs, the next round has another.
            browser = play.chromium.launch(executable_path=executable, args=list(CHROMIUM_ARGS))
            for name, url in {"warm": BARE, "bare": BARE, **pages}.items():
                try:
                    figures = load(browser, base, url, key)
                except PlaywrightError as error:
                    print(f"{url}: {error.message}", file=sys.stderr)
                else:
                    seen.setdefault(name, []).append(figures)
            browser.close()
    server.shutdown()
    seen.pop("warm", None)
    return {"unseen": [name for name in pages if name not in seen]} | {
        name: {
            "paint": min(first for first, _shift, _strange in told),
            "shift": max(shift for _first, shift, _strange in told),
            "strangers": max(strange for _first, _shift, strange in told),
        }
        for name, told in seen.items()
    }


if __name__ == "__main__":
    print(json.dumps(main(int(sys.argv[1]))))
