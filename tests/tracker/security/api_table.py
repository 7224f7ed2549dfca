"""Who may do what by the API: every operation, every role.

A guest has no token, and neither has who is not signed in: their sessions open nothing here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tests.tracker.api.clients import BASE
from tests.tracker.security.rows import Answers
from tests.tracker.security.site import ROLES, Site
from tracker.api.site import description

OK, NONE, NO, NOTHING, ENTERED = 200, 401, 403, 404, 409
WITHOUT_TOKEN = {"anonymous": NONE, "onlooker": NONE, "guest": NONE}
_OUT = {**WITHOUT_TOKEN, "stranger": NOTHING, "other": NOTHING}


def _all(status: int, **others: int) -> Answers:
    return {role: others.get(role, status) for role in ROLES}


MINE = _all(OK, **WITHOUT_TOKEN)
LOOK = _all(OK, **_OUT)
RECORD = _all(OK, **_OUT, reader=NO)
KEEP = _all(OK, **_OUT, reader=NO, player=NO)
DECK = _all(NOTHING, **WITHOUT_TOKEN, keeper=OK)

# A game that was played has no form for its result: 409.
TABLE: dict[str, Answers] = {
    "GET /campaigns": MINE,
    "POST /campaigns": MINE,
    "GET /campaigns/{code}": LOOK,
    "GET /campaigns/{code}/history": LOOK,
    "GET /campaigns/{code}/statistics": LOOK,
    "GET /campaigns/{code}/steps": RECORD,
    "POST /campaigns/{code}/steps/{step}": RECORD,
    "GET /campaigns/{code}/games": LOOK,
    "GET /campaigns/{code}/games/{number}": LOOK,
    "GET /campaigns/{code}/games/{number}/sheet": LOOK,
    "GET /campaigns/{code}/games/{number}/result": {**RECORD, "player": ENTERED, "keeper": ENTERED},
    "POST /campaigns/{code}/games/{number}/result": RECORD,
    "GET /campaigns/{code}/games/{number}/correction": RECORD,
    "POST /campaigns/{code}/games/{number}/correction": RECORD,
    "POST /campaigns/{code}/games/{number}/notes": RECORD,
    "GET /games": MINE,
    "POST /games": MINE,
    "GET /games/{game}": LOOK,
    "GET /games/{game}/sheet": LOOK,
    "GET /games/{game}/result": {**RECORD, "player": ENTERED, "keeper": ENTERED},
    "POST /games/{game}/result": RECORD,
    "GET /games/{game}/correction": RECORD,
    "POST /games/{game}/correction": RECORD,
    "POST /games/{campaign_game}/notes": RECORD,
    "GET /games/{game}/seats": LOOK,
    "POST /games/{game}/seats/{seat}": RECORD,
    "POST /games/{game}/seats/{seat}/free": KEEP,  # it is not the player's own
    # The seat of the keeper, and of nobody else.
    "GET /games/{duel}/seats/{seat}/choices": {**RECORD, "player": NOTHING},
    "POST /games/{duel}/seats/{seat}/choices": {**RECORD, "player": NOTHING},
    "POST /games/{game}/owner": RECORD,
    "POST /games/{game}/invitation": KEEP,
    "GET /invitations/{key}": MINE,
    "POST /invitations/{key}": MINE,
    "GET /plays": MINE,
    "GET /plays.csv": _all(NONE),  # a token in the header does not count there
    "GET /statistics": MINE,
    "GET /systems": MINE,
    "GET /systems/{system}/start": MINE,
    "GET /systems/{system}/campaign": _all(NOTHING, **WITHOUT_TOKEN),  # it has no campaigns
    "GET /systems/{system}/catalogue": MINE,
    "GET /decks": MINE,
    "POST /decks": MINE,
    "GET /decks/{deck}": DECK,
    "POST /decks/{deck}": DECK,
}


@dataclass(frozen=True)
class Operation:
    """A method and an address."""

    method: str
    path: str

    @property
    def name(self) -> str:
        """Return its name in the table."""
        path = self.path.replace("/games/{code}/notes", "/games/{campaign_game}/notes")
        path = path.replace("/decks/{code}", "/decks/{deck}")
        path = path.replace("{code}/seats/{seat}/choices", "{duel}/seats/{seat}/choices")
        return f"{self.method} {path.replace('/games/{code}', '/games/{game}')}"

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the names of what stands in its address."""
        return tuple(re.findall(r"{(\w+)}", self.name))

    def address(self, site: Site) -> str:
        """Return the address of what the sample has."""
        parts = {
            "code": site.sample.campaign.code,
            "game": site.sample.one_off.code,
            "campaign_game": site.sample.part("game"),
            "duel": site.sample.part("duel_code"),
            "number": 2,
            "seat": site.sample.part("seat"),
            "key": site.sample.part("invite_key"),
            "step": "plan",
            "deck": site.sample.part("deck"),
            "system": site.sample.one_off.system,
        }
        return BASE + self.path_of(parts)

    def path_of(self, parts: Mapping[str, object]) -> str:
        """Return the path with something in place of its parts."""
        return self.name.partition(" ")[2].format(**parts)


def operations() -> Iterator[Operation]:
    """Yield every operation that the description has."""
    for path, methods in description()["paths"].items():
        for method in methods:
            yield Operation(method.upper(), path.removeprefix(BASE))
