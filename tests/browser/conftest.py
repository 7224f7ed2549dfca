"""Fixtures of the browser tests: Chromium as a phone of 390 px that records its console."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from django.contrib.staticfiles.handlers import StaticFilesHandler
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect

from tests.browser import page_checks
from tests.browser.engines import firefox, webkit
from tests.browser.engines.chromium import ChromiumPhone
from tests.browser.engines.firefox import Firefox, FirefoxPhone
from tests.browser.engines.phone import NewPhone
from tests.browser.engines.webkit import WebKitPhone
from tests.browser.keyboard import Keyboard
from tests.browser.table import Table
from tests.marks import thorough

# What changes by itself is asked for every few seconds, and a busy machine takes longer to answer.
expect.set_options(timeout=20_000)

PHONE: ViewportSize = {"width": 390, "height": 844}
# Every page is a new one to its scripts: making them fast would take longer than they run.
UNHURRIED_SCRIPTS = "--js-flags=--no-opt,--no-maglev"
# What Chromium with its windows prepares for its own toolbar, as pages in processes of their own
# for each new window: a third of its work. The headless shell has none of it.
TOOLBAR = (
    "InitialWebUI",
    "PreloadTopChromeWebUI",
    "SpareRendererForSitePerProcess",
    "WebUILocationBar",
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxFullPopup",
    "WebUIOmniboxPopup",
    "WebUIReloadButton",
    "WebUIToolbar",
)
# What Playwright turns off: Chromium heeds the last list only.
UNWANTED = (
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
)
NO_TOOLBAR = f"--disable-features={','.join((*TOOLBAR, *UNWANTED))}"
# In the headless shell this leaves out every frame, and with them a sixth of the work. With its
# windows Chromium is not made for that, and is left as it is.
UNDRAWN = "--disable-threaded-compositing"


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Launch Chromium without what costs more than it saves here."""
    args = [*browser_type_launch_args["args"], UNHURRIED_SCRIPTS, NO_TOOLBAR]
    return {**browser_type_launch_args, "args": args}


@pytest.fixture(scope="session")
def unseen(
    launch_browser: Callable[..., Browser], browser_type_launch_args: dict[str, Any]
) -> Iterator[Browser]:
    """Launch a browser that lays pages out but paints nothing: for keys and scripts.

    A click would wait for a frame that never comes, and so does the browser's own autofocus.
    """
    shell = browser_type_launch_args["executable_path"].endswith("headless-shell")
    browser = launch_browser(args=[*browser_type_launch_args["args"], *[UNDRAWN] * shell])
    yield browser
    browser.close()


@pytest.fixture(scope="session", autouse=True)
def kept_files() -> Iterator[None]:
    """Let browsers cache static files, as in production, and serve axe beside them."""
    serve = StaticFilesHandler.serve

    def serve_to_keep(handler: StaticFilesHandler, request: HttpRequest) -> HttpResponseBase:
        if request.path == page_checks.ADDRESS:
            response: HttpResponseBase = HttpResponse(
                page_checks.SCRIPT, content_type="text/javascript"
            )
        else:
            response = serve(handler, request)
        response.headers["Cache-Control"] = "max-age=3600"
        return response

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(StaticFilesHandler, "serve", serve_to_keep)
        yield


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """Give every page a phone's viewport, English, and reduced motion."""
    return {
        **browser_context_args,
        "viewport": PHONE,
        "locale": "en-GB",
        "reduced_motion": "reduce",
    }


@pytest.fixture(scope="module")
def checked_pages() -> set[str]:
    """Remember which kinds of pages axe has checked: the tests of a file open the same ones."""
    return set()


@pytest.fixture
def table(page: Page, checked_pages: set[str]) -> Iterator[Table]:
    """Give one phone, and fail if anything was logged to its console."""
    seated = Table(page, seen=checked_pages)
    yield seated
    assert seated.console == []


@pytest.fixture
def keyboard(browser: Browser, base_url: str) -> Iterator[Keyboard]:
    """Give a keyboard without a pointer, and fail if anything was logged to the console."""
    yield from _keyboard(browser, base_url)


@pytest.fixture
def unseen_keyboard(unseen: Browser, base_url: str) -> Iterator[Keyboard]:
    """Give a keyboard in the browser that paints nothing, for long tests."""
    yield from _keyboard(unseen, base_url)


def _keyboard(browser: Browser, base_url: str) -> Iterator[Keyboard]:
    context = browser.new_context(
        base_url=base_url,
        viewport=PHONE,
        locale="en-GB",
        reduced_motion="reduce",
    )
    seated = Keyboard(context.new_page())
    yield seated
    context.close()
    assert seated.console == []


@pytest.fixture
def phones(browser: Browser, base_url: str) -> Iterator[list[Table]]:
    """Give two phones with sessions of their own; other tests check their pages with axe."""
    contexts: list[BrowserContext] = [
        browser.new_context(base_url=base_url, viewport=PHONE, locale="en-GB") for _ in range(2)
    ]
    yield [Table(context.new_page(), look_closely=False) for context in contexts]
    for context in contexts:
        context.close()


@pytest.fixture
def bare_table(browser: Browser, base_url: str) -> Iterator[Table]:
    """Give a phone without scripts."""
    context = browser.new_context(
        base_url=base_url, viewport=PHONE, locale="en-GB", java_script_enabled=False
    )
    seated = Table(context.new_page())
    yield seated
    context.close()
    assert seated.console == []


@pytest.fixture(scope="session")
def the_firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    """Start Firefox for all tests: it takes seconds."""
    if not Firefox.is_installed():
        pytest.skip(firefox.ABSENT)
    started = Firefox(tmp_path_factory.mktemp("firefox"))
    yield started
    started.close()


@pytest.fixture(scope="session")
def webkit_screen() -> Iterator[str]:
    """Start a screen for WebKit; give its name."""
    if not webkit.is_installed():
        pytest.skip(webkit.ABSENT)
    with webkit.screen() as display:
        yield display


@pytest.fixture(params=["chromium", thorough("firefox"), thorough("webkit")])
def new_phone(request: pytest.FixtureRequest) -> NewPhone:
    """Take each engine in turn: Chromium in the suite, Firefox and WebKit in `make thorough`."""
    match request.param:
        case "firefox":
            return partial(FirefoxPhone, request.getfixturevalue("the_firefox"))
        case "webkit":
            return partial(WebKitPhone, request.getfixturevalue("webkit_screen"))
        case _:
            return partial(ChromiumPhone, request.getfixturevalue("browser"))
