"""A phone in Debian's Firefox, driven by WebDriver BiDi, which needs no driver."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import time
from collections.abc import Mapping
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

import websocket

from tests.browser.engines.phone import HEIGHT, WIDTH, Phone

FIREFOX = ("firefox-esr", "firefox")
ABSENT = "There is no Firefox to walk with (Debian: apt-get install firefox-esr)."
LISTENING = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
PATIENCE = 60  # s until a command without an answer is a fault


class FirefoxError(Exception):
    """Firefox has refused a command."""


class Firefox:
    """One Firefox without a window; each phone in it has cookies of its own."""

    def __init__(self, profile: Path) -> None:
        executable = next(filter(None, map(shutil.which, FIREFOX)))
        command = [executable, "--headless", "--no-remote", "--profile", str(profile)]
        log = profile / "log"
        with log.open("w") as written:
            self.process = subprocess.Popen(
                [*command, "--remote-debugging-port", "0"], stdout=written, stderr=written
            )
        address = f"{listening(log)}/session"
        self.socket = websocket.create_connection(address, suppress_origin=True, timeout=PATIENCE)
        self.numbers = count(1)
        self.send("session.new", capabilities={})

    @staticmethod
    def is_installed() -> bool:
        return any(map(shutil.which, FIREFOX))

    def send(self, method: str, **parameters: object) -> Any:
        """Send one command; return its result."""
        number = next(self.numbers)
        self.socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            said = json.loads(self.socket.recv())
            if said.get("id") != number:
                continue  # an event, which nobody has asked for
            if said["type"] == "error":
                raise FirefoxError(f"{method}: {said['error']}: {said['message']}")
            return said["result"]

    def close(self) -> None:
        self.send("browser.close")
        self.socket.close()
        self.process.wait(PATIENCE)


def listening(log: Path) -> str:
    """Return the address at which Firefox says that it listens, once it does."""
    for _ in range(PATIENCE * 10):
        if found := LISTENING.search(log.read_text()):
            return found[1]
        time.sleep(0.1)
    raise FirefoxError(log.read_text())


class FirefoxPhone(Phone):
    """One tab, in a user context of its own."""

    interruptions = (FirefoxError,)

    def __init__(self, firefox: Firefox, base_url: str, cookies: Mapping[str, str]) -> None:
        self.firefox, self.base_url = firefox, base_url
        self.user = firefox.send("browser.createUserContext")["userContext"]
        firefox.send("emulation.setLocaleOverride", locale="en-GB", userContexts=[self.user])
        tab = firefox.send("browsingContext.create", type="tab", userContext=self.user)
        self.tab = tab["context"]
        firefox.send(
            "browsingContext.setViewport",
            context=self.tab,
            viewport={"width": WIDTH, "height": HEIGHT},
        )
        for name, value in cookies.items():
            firefox.send(
                "storage.setCookie",
                cookie={
                    "name": name,
                    "value": {"type": "string", "value": value},
                    "domain": urlsplit(base_url).hostname,
                },
                partition={"type": "storageKey", "userContext": self.user},
            )

    def goto(self, path: str) -> None:
        address = urljoin(self.base_url, path)
        self.firefox.send(
            "browsingContext.navigate", context=self.tab, url=address, wait="complete"
        )

    def reload(self) -> None:
        self.firefox.send("browsingContext.reload", context=self.tab, wait="complete")

    @property
    def address(self) -> str:
        tree = self.firefox.send("browsingContext.getTree", root=self.tab)
        return str(tree["contexts"][0]["url"])

    def evaluate(self, script: str, argument: object = None) -> Any:
        # Values travel as JSON: BiDi has types of its own for each of them.
        answer = self.firefox.send(
            "script.callFunction",
            functionDeclaration=f"""async (sent) => {{
              const given = await ({script})(JSON.parse(sent));
              return JSON.stringify(given ?? null);
            }}""",
            arguments=[{"type": "string", "value": json.dumps(argument)}],
            target={"context": self.tab},
            awaitPromise=True,
        )
        if answer["type"] == "exception":
            raise FirefoxError(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"]["value"])

    def set_offline(self, is_offline: bool) -> None:
        self.firefox.send(
            "emulation.setNetworkConditions",
            networkConditions={"type": "offline"} if is_offline else None,
            userContexts=[self.user],
        )

    def press(self, x: int, y: int, ms: int) -> None:
        finger = {
            "type": "pointer",
            "id": "finger",
            "parameters": {"pointerType": "touch"},
            "actions": [
                {"type": "pointerMove", "x": x, "y": y},
                {"type": "pointerDown", "button": 0},
                {"type": "pause", "duration": ms},
                {"type": "pointerUp", "button": 0},
            ],
        }
        self.firefox.send("input.performActions", context=self.tab, actions=[finger])

    def close(self) -> None:
        self.firefox.send("browser.removeUserContext", userContext=self.user)
