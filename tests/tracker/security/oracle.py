"""Who may have changed something, and what the answer has to say if so."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from django.db import connection
from django.http.response import HttpResponseBase
from django.urls import reverse

from tests.tracker.security.fuzz import Asked, Sender
from tests.tracker.security.ground import USED, Ground, Record
from tests.tracker.security.house import undone
from tests.tracker.security.table import HEARD, OK, TABLE

WRITES = ("INSERT", "UPDATE", "DELETE", "REPLACE")
# What stands in every part that refuses something: the summary, a field's errors, "stale".
REFUSAL = re.compile(rb'id="problems"|field__errors|notice--error|notice--warning')
# A browser remembers the link it has just made, nobody joins twice, and live moves have tokens of
# their table: another form's token says nothing about these.
OWN = {"invite", "join", "live_move"}
ELSEWHERE = {"other": "keeper"}  # what a visitor is in the other campaign; the rest are strangers


class Watch:
    """Notice a statement that writes to the record; what a visitor's session keeps is their own."""

    def __init__(self) -> None:
        self.wrote = False

    def __call__(self, execute: Callable[..., Any], sql: str, *more: Any) -> Any:
        self.wrote = self.wrote or (sql.startswith(WRITES) and '"campaign_' in sql)
        return execute(sql, *more)


@dataclass
class Judge:
    """Send a request, look at what it changed, and take it back."""

    ground: Ground
    sender: Sender
    sent: int = 0
    changed: dict[str, int] = field(default_factory=dict)  # by URL

    def __post_init__(self) -> None:
        self.before: Record = self.ground.record()
        self.revised = self.ground.carry("revision") - {"fork"}  # it leaves the story as it is
        self.signed = self.ground.carry("token")

    def judge(self, asked: Asked) -> bool:
        """Say whether a request changed anything; raise if it must not have, or if we failed."""
        watch = Watch()
        with undone(), connection.execute_wrapper(watch):
            response = self.sender.send(asked)
            changed = watch.wrote and self.ground.record() != self.before
        self.sent += 1
        said = (asked, response.status_code)
        assert response.status_code < 500, said
        if changed:
            self.changed[asked.name] = self.changed.get(asked.name, 0) + 1
            assert may_write(asked, self.ground), ("nobody may change that", *said)
            assert says_done(asked, response), ("changed, and said otherwise", *said)
            assert asked.name not in self.revised or self._is_current(asked), ("stale", *said)
            assert asked.name not in self.signed or self._is_fresh(asked), ("sent before", *said)
        return changed

    def _is_current(self, asked: Asked) -> bool:
        """Say whether a request has seen the campaign, or the one-off game, as it is."""
        return _number(asked.sent("revision")) == self.ground.revisions[asked.args[0].upper()]

    def _is_fresh(self, asked: Asked) -> bool:
        """Say whether a form's token is one, and has not been used in that campaign."""
        token = asked.sent("token")
        used = token == USED and asked.args[:1] == (self.ground.house.place.campaign.code,)
        return (asked.name in OWN or not used) and 8 <= len(token.strip()) <= 40


def may_write(asked: Asked, ground: Ground) -> bool:
    """Say whether the table lets this visitor write there."""
    row = TABLE[asked.name]
    if asked.method != "POST" or row.write is None:
        return False
    role = asked.role
    if row.args[:1] in (("code",), ("game_code",), ("deck",), ("deleted_deck",), ("draft",)):
        whose = ground.codes.get(asked.args[0].upper(), "")
        if whose == "demo":
            return asked.name == "fork"
        if not whose:
            return False
        role = role if whose == "ours" else ELSEWHERE.get(role, "stranger")
    return row.write[role] == HEARD


def says_done(asked: Asked, response: HttpResponseBase) -> bool:
    """Say whether an answer is a success: on to another page, or a part without a problem."""
    if response.status_code == 302:
        return not response.headers["Location"].startswith(reverse("sign_in"))
    if response.status_code != OK or dict(asked.headers).get("HTTP_HX_REQUEST") != "true":
        return False
    return "HX-Redirect" in response.headers or not REFUSAL.search(response.content)  # type: ignore[attr-defined]


def _number(text: str) -> int | None:
    """Return a whole number the way Django's form field reads it."""
    try:
        return int(re.sub(r"\.0*\s*$", "", text))
    except ValueError:
        return None
