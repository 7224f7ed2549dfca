"""A valid call of each operation of the API, for every record that two people have.

What a form takes is read from the API itself. Most of the calls that record are written if they are
sent; the fuzzing spoils them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.test import Client

from campaign.models import Scope
from tests.cases import CASES, ONE_OFFS
from tests.toy.rules.games import SLUG as TOY
from tests.tracker.api.clients import BASE
from tests.tracker.security.api_table import OK, Operation, operations
from tests.tracker.security.site import Site

SYSTEMS = sorted(ONE_OFFS.keys() - {TOY})
STARTS = [start for case in CASES.values() for start in case.campaigns.items()]
CALLERS = ("keeper", "other")
WON = {"result": "win", "ending_win": "nemesis_defeated", "minutes": 90}
LOST = {"result": "loss", "ending_loss": "gravehold_fallen", "nemesis_life": 4}
TOKEN = "a-token-of-its-own"
# What is done once to a seat, or to a game as a whole: such an entry carries no revision.
DONE_ONCE: dict[str, dict[str, Any]] = {
    "POST /games/{game}/seats/{seat}": {"name": "Ewa"},
    "POST /games/{game}/seats/{seat}/free": {"bars": False},
    "POST /games/{game}/owner": {},
    "POST /games/{game}/invitation": {},
    "POST /invitations/{key}": {"name": "Ewa", "seat": 2},
}
DECK_LIST = "Aradel Summergaard\n3x Butterfly Monk\n10x Natural"


@dataclass(frozen=True)
class ValidCall:
    """A valid call of an operation, the fields of its form, and the values that they offer."""

    name: str  # of the operation, in the table
    args: tuple[str, ...]
    role: str  # of who sends it
    body: dict[str, Any] | None = None
    fields: tuple[str, ...] = ()
    offered: tuple[str, ...] = ()


def valid_calls(site: Site) -> Iterator[ValidCall]:
    """Yield calls of every operation."""
    for role in CALLERS:
        caller = _Caller(site, role)
        for operation in operations():
            for args in caller.addresses(operation):
                yield from caller.calls(operation, args)


class _Caller:
    """A program that reads what there is, and what the forms take."""

    def __init__(self, site: Site, role: str) -> None:
        self._role = role
        token = site.tokens[role][Scope.RECORD]
        self._client = Client(headers={"Authorization": f"Bearer {token}"})
        self._games: list[dict[str, Any]] = self._read("/games")["items"]
        self._seats = [self._read(f"/games/{game['code']}/seats") for game in self._games]
        campaigns: list[dict[str, Any]] = self._read("/campaigns")
        self._of_campaigns: dict[str, list[dict[str, Any]]] = {
            each["code"]: self._read(f"/campaigns/{each['code']}/games")["items"]
            for each in campaigns
        }

    def addresses(self, operation: Operation) -> list[tuple[str, ...]]:
        """Return what stands in the addresses of an operation."""
        match operation.parts:
            case ("code",):
                return [(code,) for code in self._of_campaigns]
            case ("code", "number"):
                return [
                    (code, str(game["number"]))
                    for code, games in self._of_campaigns.items()
                    for game in games
                ]
            case ("deck",):
                return [(deck["code"],) for deck in self._read("/decks")["items"]]
            case ("game",):
                return [(game["code"],) for game in self._games]
            case ("game" | "duel", "seat"):
                return [
                    (table["game"], str(seat["number"]))
                    for table in self._seats
                    for seat in table["seats"]
                ]
            case ("key",):
                return [(table["invitation"].rpartition("/")[2],) for table in self._seats]
            case ("code", "step"):
                return [
                    (code, step["id"])
                    for code in self._of_campaigns
                    for step in self._steps(code)["steps"]
                ]
            case ("campaign_game",):
                own = self._of_campaigns.values()
                return [(game["code"],) for games in own for game in games]
            case ("system",):
                return [(system,) for system in SYSTEMS]
        return [tuple("1" for _part in operation.parts)]

    def calls(self, operation: Operation, args: tuple[str, ...]) -> Iterator[ValidCall]:
        """Yield calls of an operation at an address; none if there is no form for it."""
        name, role = operation.name, self._role
        if operation.method == "GET":
            yield ValidCall(name, args, role)
        elif name == "POST /games":
            for system in SYSTEMS:
                fields = dict(ONE_OFFS[system].start)
                body = {"system": system, "token": TOKEN, "fields": fields}
                form = self._read(f"/systems/{system}/start")
                yield ValidCall(name, args, role, body, *_offered(form))
        elif name == "POST /campaigns":
            for system, start in STARTS:
                body = {"system": system, "token": TOKEN, "fields": start}
                form = self._read(f"/systems/{system}/campaign")
                yield ValidCall(name, args, role, body, *_offered(form))
        elif name in DONE_ONCE:
            yield ValidCall(name, args, role, {"token": TOKEN, **DONE_ONCE[name]})
        elif operation.parts == ("code", "step"):
            open_ = self._steps(args[0])
            form = next(step for step in open_["steps"] if step["id"] == args[1])
            body = {"revision": open_["revision"], "token": TOKEN, "fields": {}}
            yield ValidCall(name, args, role, body, *_offered(form))
        elif name.startswith("POST /decks"):
            own = {"revision": self._read(_path(operation, args))["revision"]} if args else None
            body = {**(own or {"token": TOKEN}), "edition": "reborn", "text": DECK_LIST}
            yield ValidCall(name, args, role, body)
        elif name.endswith("/notes"):
            game = self._read(_path(operation, args).removesuffix("/notes"))
            body = {"revision": game["revision"], "token": TOKEN, "text": "The breach closed."}
            yield ValidCall(name, args, role, body)
        else:
            yield from self._filled(operation, args)

    def _steps(self, code: str) -> dict[str, Any]:
        """Return the open steps of a campaign; none if they may not record there."""
        answer = self._client.get(f"{BASE}/campaigns/{code}/steps")
        found: dict[str, Any] = answer.json() if answer.status_code == OK else {"steps": []}
        return found

    def _filled(self, operation: Operation, args: tuple[str, ...]) -> Iterator[ValidCall]:
        """Yield a form that was read at the same address, filled in."""
        path = _path(operation, args)
        answer = self._client.get(BASE + path)
        if answer.status_code != OK:
            return
        form = answer.json()
        names, offered = _offered(form)
        for filled in _entries(path, self._system(args), form):
            fields = {name: value for name, value in filled.items() if name in names}
            seen = {"revision": form["revision"]} if "revision" in form else {}
            body = {**seen, "token": TOKEN, "fields": fields}
            yield ValidCall(operation.name, args, self._role, body, names, offered)

    def _system(self, args: tuple[str, ...]) -> str:
        """Return the system of a one-off game; none for a campaign's."""
        return next((game["system"] for game in self._games if args == (game["code"],)), "")

    def _read(self, path: str) -> Any:
        answer = self._client.get(BASE + path)
        assert answer.status_code == OK, (path, answer.content)
        return answer.json()


def _offered(form: dict[str, Any]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the names of a form's fields, and the values that they offer."""
    values = {choice["value"] for field in form["fields"] for choice in field["choices"]}
    return tuple(field["name"] for field in form["fields"]), tuple(sorted(values))


def _entries(path: str, system: str, form: dict[str, Any]) -> tuple[dict[str, Any], ...]:
    """Return fields of a result, of its correction, or of what is chosen for a seat."""
    if path.endswith("/choices"):
        first = next(field for field in form["fields"] if field["choices"])
        return ({first["name"]: first["choices"][-1]["value"]},)
    case = ONE_OFFS.get(system)
    if path.endswith("/correction"):
        return {"minutes": 75}, dict(case.corrected) if case else LOST
    return (dict(case.result),) if case else (WON, LOST)


def _path(operation: Operation, args: tuple[str, ...]) -> str:
    return operation.path_of(dict(zip(operation.parts, args, strict=True)))
