"""A phone in Debian's WebKit, the engine of every iPhone, driven by its WebDriver with Selenium.

It knows no airplane mode; so each phone reaches the site through a relay that can be cut.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from urllib.parse import urljoin

from selenium.common.exceptions import WebDriverException
from selenium.webdriver import Remote
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.remote.client_config import ClientConfig
from selenium.webdriver.remote.remote_connection import RemoteConnection
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

from tests.browser.engines.phone import HEIGHT, WIDTH, Phone
from tests.browser.engines.relay import Relay

NEEDED = ("WebKitWebDriver", "Xvfb")
ABSENT = "There is no WebKit to walk with (Debian: apt-get install webkit2gtk-driver xvfb)."
# Selenium's own way for promises: the script calls its last argument when it is done.
CALL = """const [given, done] = arguments;
Promise.resolve(given).then(%s).then(
  (value) => done({ value: value ?? null }), (error) => done({ error: String(error) }));"""


def is_installed() -> bool:
    """Say whether there is all that a phone in WebKit needs."""
    return all(map(shutil.which, NEEDED))


@contextmanager
def screen() -> Iterator[str]:
    """Start a screen that nobody sees; give its name. WebKit has no other way to be unseen."""
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", "1", "-screen", "0", "1280x1024x24", "-nolisten", "tcp"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert server.stdout is not None
    with server:  # which waits for its end
        yield f":{server.stdout.readline().strip()}"
        server.terminate()


class WebKitPhone(Phone):
    """A browser with a driver of its own, which knows one at a time."""

    interruptions = (WebDriverException,)

    def __init__(self, display: str, base_url: str, cookies: Mapping[str, str]) -> None:
        self.relay = Relay(base_url)
        environment = {**os.environ, "DISPLAY": display, "LANG": "en_GB.UTF-8"}
        self.service = Service(shutil.which("WebKitWebDriver") or "", env=environment)
        self.service.start()
        line = RemoteConnection(client_config=ClientConfig(self.service.service_url))
        self.driver = Remote(line, options=Options())
        self.driver.set_window_size(WIDTH, HEIGHT)
        if cookies:
            self.goto("/healthz")  # a cookie is set on the site that it belongs to
        for name, value in cookies.items():
            self.driver.add_cookie({"name": name, "value": value})

    def goto(self, path: str) -> None:
        self.driver.get(urljoin(self.relay.address, path))

    def reload(self) -> None:
        self.driver.refresh()

    @property
    def address(self) -> str:
        return self.driver.current_url

    def evaluate(self, script: str, argument: object = None) -> Any:
        answer = self.driver.execute_async_script(CALL % script, argument)
        if "error" in answer:
            raise WebDriverException(answer["error"])
        return answer["value"]

    def set_offline(self, is_offline: bool) -> None:
        self.relay.cut() if is_offline else self.relay.mend()

    def press(self, x: int, y: int, ms: int) -> None:
        actions = ActionBuilder(self.driver)
        # Selenium gives no types to what the mouse does.
        mouse = actions.pointer_action.move_to_location(x, y)  # type: ignore[no-untyped-call]
        mouse.pointer_down().pause(ms / 1000).pointer_up()
        actions.perform()

    def close(self) -> None:
        self.driver.quit()
        self.service.stop()
        self.relay.close()
