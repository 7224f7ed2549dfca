"""Players who go on while the server is killed, and know which writes were acknowledged."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.client import HTTPException
from typing import Any

from tests.soak.browser import Browser, carried

Write = tuple[str, str, dict[str, Any]]  # the page, where its form goes, what is filled in

GROWTH = {
    **{f"name_{n}": f"Ember Reed {n}" for n in range(4)},
    **{f"kind_{n}": kind for n, kind in enumerate(("gem", "spell", "relic", "relic"))},
    **{f"cost_{n}": str(3 + n) for n in range(4)},
    "take": ["0", "1"],
    "banish": ["fire-chakram", "warping-haze"],
}
WON = {
    "result": "win",
    "ending_win": "nemesis_defeated",
    "gravehold_life": "21",
    "nemesis_life": "0",
    "life_1": "7",
    "life_2": "3",
    "played_on": "2024-03-09",
    "minutes": "95",
}
LOST = {
    "result": "loss",
    "ending_loss": "gravehold_fallen",
    "gravehold_life": "0",
    "nemesis_life": "9",
    "life_1": "7",
    "life_2": "3",
}


@dataclass(frozen=True)
class Sent:
    """A form that was sent: its URL and its fields."""

    code: str
    url: str
    fields: dict[str, Any]


def party(name: str) -> dict[str, Any]:
    """Fill in the form that starts a campaign of two mages."""
    form = {"name": name, "mages": "2", "language": "en"}
    for number, colour in enumerate(("green", "yellow", "orange", "blue"), start=1):
        mage = ("Mira", "Odo", "", "")[number - 1]
        form |= {f"colour_{number}": colour, f"side_{number}": "a", f"name_{number}": mage}
    return form | {"player_1": "Zuza"}


def evening(code: str, said: str) -> Iterator[Write]:
    """Yield the page, the form on it and what is filled in, write by write, for two games."""
    one, two = f"/c/{code}/games/1/", f"/c/{code}/games/2/"
    plan = f"/c/{code}/plan"
    yield plan, plan, {"nemesis": "Maelstrom", "nemesis_life": "99"}
    yield one, f"{one}notes", {"text": f"{said}, before it began"}
    yield f"{one}result", f"{one}result", {**WON, "note": f"{said}, won"}
    yield f"{one}aftermath/growth", f"{one}aftermath/growth", GROWTH
    yield f"{one}aftermath", f"{one}settle", {}
    yield plan, plan, {"nemesis": "Hollow Regent", "nemesis_life": "42"}
    yield f"{two}result", f"{two}result", {**LOST, "note": f"{said}, lost"}
    yield f"{two}aftermath/verdict", f"{two}aftermath/verdict", {"onward": "no"}


@dataclass
class Player:
    """Plays campaign after campaign; a lost connection only makes it pause."""

    name: str
    browser: Browser
    acknowledged: list[tuple[str, str]] = field(default_factory=list)  # campaign, token
    started: list[str] = field(default_factory=list)
    pending: Sent | None = None
    fault: BaseException | None = None
    _left: deque[Write] = field(default_factory=deque)  # what is still to be written this time

    @property
    def writes(self) -> int:
        """Return how many writes were acknowledged."""
        return len(self.acknowledged) + len(self.started)

    def connect_to(self, port: int) -> None:
        """Go on with a server that listens elsewhere."""
        self.browser.port = port

    def play(self, stop: threading.Event) -> None:
        """Go on after a lost connection, first with the form that was not answered."""
        try:
            if self.pending is not None:
                self._send(self.pending)
            while not stop.is_set():
                self._write()
        except (OSError, HTTPException):
            pass
        except BaseException as error:
            self.fault = error
        finally:
            self.browser.close()

    def _write(self) -> None:
        """Open the next page, fill its form in and send it."""
        if self._left:
            page, url, filled = self._left[0]
            page, url = self._address(page), self._address(url)
            code = self.started[-1]
        else:  # somebody new sits down
            self.browser.cookies.clear()
            page, url, filled, code = "/start", "/start", party(self._told()), ""
        answer = self.browser.get(page)
        assert answer.status == 200, (page, answer.status)
        self._send(Sent(code, url, {**carried(answer.text, url), **filled}))

    def _address(self, url: str) -> str:
        """Return an address; a game that is named by its number says its own."""
        return self.browser.get(url).location if "/games/" in url else url

    def _send(self, sent: Sent) -> None:
        """Send a form; only a redirect acknowledges it."""
        self.pending = sent
        answer = self.browser.post(sent.url, sent.fields)
        assert answer.status == 302, (sent.url, answer.status, answer.text[:2000])
        self.pending = None
        if sent.code:
            self.acknowledged.append((sent.code, sent.fields["token"]))
            self._left.popleft()
        else:
            self.started.append(answer.location.strip("/").split("/")[1])
            self._left.extend(evening(self.started[-1], self._told()))

    def _told(self) -> str:
        return f"{self.name}, campaign {len(self.started)}"
