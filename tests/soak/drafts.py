"""Two people who draft decks while the server is killed, and then set up a game with them."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterable
from dataclasses import dataclass, field
from html import unescape
from http.client import HTTPException
from typing import Any

from tests.soak.browser import Answer, Browser, carried
from tests.soak.installation import Installation

JOIN = re.compile(r"/s/[A-Z0-9]+")
FORM = re.compile(r'<form class="[^"]*draft-form".*?</form>', re.DOTALL)
FIELD = re.compile(r'<input type="(\w+)" name="(\w+)" value="([^"]*)"')
FIRST_FIVE = 5
DICE = 2  # that a player takes at a time


@dataclass(frozen=True)
class Move:
    """A move of a draft that was acknowledged."""

    draft: str
    seat: int
    stage: str
    chosen: tuple[str, ...]


@dataclass
class DraftTable:
    """Drafts again and again; after a lost connection each phone goes on with what its page asks.

    A form of a draft has no token: the page shows whether the move that was not answered counts.
    """

    name: str
    host: Browser
    guest: Browser
    draft: str = ""  # the code of the draft that is open
    has_joined: bool = False
    drafts: list[str] = field(default_factory=list)
    moves: list[Move] = field(default_factory=list)
    games: list[str] = field(default_factory=list)
    fault: BaseException | None = None
    _join_form: dict[str, str] = field(default_factory=dict)

    @property
    def writes(self) -> int:
        """Return how many writes were acknowledged."""
        return len(self.drafts) + len(self.moves) + len(self.games)

    def connect_to(self, port: int) -> None:
        """Go on with a server that listens elsewhere."""
        self.host.port = self.guest.port = port

    def play(self, stop: threading.Event) -> None:
        """Draft until stopped, or until the connection is lost."""
        try:
            while not stop.is_set():
                self._write()
        except (OSError, HTTPException):
            pass
        except BaseException as error:
            self.fault = error
        finally:
            self.host.close()
            self.guest.close()

    def _write(self) -> None:
        if not self.draft:
            self._open()
        elif not self.has_joined:
            self._join()
        else:
            self._move()

    def _open(self) -> None:
        """Somebody new opens a draft."""
        self.host.cookies.clear()
        self.guest.cookies.clear()
        page = self.host.get("/drafts").text
        answer = self.host.post("/drafts", {**carried(page, "/drafts"), **self._named("host")})
        self.draft = _acknowledged(answer).strip("/").split("/")[1]
        self.has_joined, self._join_form = False, {}
        self.drafts.append(self.draft)

    def _join(self) -> None:
        found = JOIN.search(self.host.get(self._at()).text)
        if not found:  # it had begun when the answer was lost: one of the pages asks for a move
            self.has_joined, self._join_form = True, {}
            return
        link = found.group()
        answer = self.guest.get(link)
        if "Open the game" not in answer.text:  # which it says to who sits there already
            # What was not answered is sent again as it was, or the guest would be another person.
            self._join_form = self._join_form or {
                **carried(answer.text, link),
                **self._named("guest"),
                "seat": "2",
            }
            _acknowledged(self.guest.post(link, {**self._join_form, **_csrf(self.guest)}))
        _acknowledged(self.host.post(self._at("/begin"), _csrf(self.host)))
        self.has_joined, self._join_form = True, {}

    def _at(self, page: str = "") -> str:
        return f"/g/{self.draft}/draft{page}"

    def _named(self, who: str) -> dict[str, str]:
        return {"name": f"{self.name}, {who}", "edition": "first"}

    def _move(self) -> None:
        """Make the move that one of the two pages asks for; set the game up after the last."""
        for browser in (self.host, self.guest):
            answer = browser.get(self._at())
            assert answer.status == 200, (answer.status, answer.text[:2000])
            if asked := FORM.search(answer.text):
                self._choose(browser, asked.group())
                return
        assert f'href="/g/{self.draft}/"' in answer.text, "the game does not go on"
        self.games.append(self.draft)
        self.draft = ""

    def _choose(self, browser: Browser, form: str) -> None:
        fields = [(kind, name, unescape(value)) for kind, name, value in FIELD.findall(form)]
        hidden: dict[str, Any] = {name: value for kind, name, value in fields if kind == "hidden"}
        offers = [(name, value) for kind, name, value in fields if kind != "hidden"]
        match hidden["stage"]:
            case "dice":
                chosen = [next(offer for offer in offers if offer[1] == str(DICE))]
            case "first_five":
                chosen = offers[:FIRST_FIVE]
            case "swap":
                chosen = [("keep", "1")]
            case _:
                chosen = offers[:1]
        filled = {name: [value for _name, value in chosen] for name, _value in chosen}
        url = self._at("/move")
        _acknowledged(browser.post(url, {**hidden, **filled, **_csrf(browser)}))
        values = tuple(value for _name, value in chosen)
        self.moves.append(Move(self.draft, int(hidden["seat"]), hidden["stage"], values))


def _csrf(browser: Browser) -> dict[str, str]:
    return {"csrfmiddlewaretoken": browser.cookies["csrftoken"]}


def _acknowledged(answer: Answer) -> str:
    """Return where an accepted form leads."""
    assert answer.status == 302, (answer.status, answer.text[:2000])
    return answer.location


def look(installation: Installation, tables: Iterable[DraftTable]) -> None:
    """Assert that every acknowledged move is stored, in a draft without a gap, and every seat."""
    stored: dict[str, list[tuple[int, str, Any]]] = {}
    rows = installation.ask(
        "SELECT code, campaign_livemove.sequence, kind, payload FROM campaign_livemove"
        " JOIN campaign_livetable ON table_id = campaign_livetable.id AND phase = 'draft'"
        " JOIN campaign_game ON game_id = campaign_game.id"
    )
    for code, place, kind, payload in rows:
        plain = json.loads(payload) if isinstance(payload, str) else payload
        stored.setdefault(code, []).append((place, kind, plain))
    drafts = {code for (code,) in installation.ask("SELECT code FROM campaign_game")}
    seats = dict(
        installation.ask(
            "SELECT code, COUNT(*) FROM campaign_seat"
            " JOIN campaign_game ON game_id = campaign_game.id GROUP BY code"
        )
    )
    for code, facts in stored.items():
        assert sorted(place for place, _kind, _payload in facts) == list(
            range(1, len(facts) + 1)
        ), code
    for table in tables:
        lost = set(table.drafts) - drafts
        assert not lost, f"opened and lost: {lost}"
        for move in table.moves:
            assert _is_stored(move, stored.get(move.draft, [])), f"acknowledged and lost: {move}"
        for game in table.games:
            assert seats.get(game) == 2, f"a game without its seats: {game}"


def _is_stored(move: Move, facts: Iterable[tuple[int, str, Any]]) -> bool:
    kind = {"cards": "draft_card"}.get(move.stage, f"draft_{move.stage}")
    for _place, stored_kind, payload in facts:
        if (stored_kind, payload.get("seat")) != (kind, move.seat):
            continue
        if move.stage in ("dice", "swap") or not set(move.chosen) - {
            payload.get("card"),
            *payload.get("cards", ()),
        }:
            return True
    return False
