"""Who may write, and what the response of a write must look like."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from django.db import connection
from django.http.response import HttpResponseBase
from django.urls import reverse

from campaign.services.collisions import MAX_CHANGES
from tests.tracker.security.fuzz import RequestSpec, Sender
from tests.tracker.security.site import rolled_back
from tests.tracker.security.table import HEARD, OK, TABLE
from tests.tracker.security.valid_forms import USED, FuzzTarget, Record

WRITES = ("INSERT", "UPDATE", "DELETE", "REPLACE")
# What stands in every part that refuses something: the summary, a field's errors, "stale".
REFUSAL = re.compile(rb'id="problems"|field__errors|notice--error|notice--warning')
# A browser remembers the link it has just made, nobody joins twice, and live moves have tokens of
# their table: another form's token says nothing about these.
OWN = {"invite", "join", "live_move"}
# Entries of an aftermath, notes and bookmarks. One about another thing than what others wrote
# meanwhile is saved all the same: tests/campaign/test_collisions.py says which.
ENTRIES = re.compile(
    r"aftermath_\w+|begun|bookmark|correct_plan|entry_\w+|expedition_(node|reward)"
    r"|note|note_delete|section_note"
)
# Arguments of addresses that say whose it is.
CODED = {"code", "expedition", "game_code", "duel_code", "relic_game"}
CODED |= {"deck", "deleted_deck", "draft", "preset"}
# What a visitor is in the other campaign; the rest are strangers.
ROLES_IN_OTHER = {"other": "keeper"}


class WriteDetector:
    """Notice SQL that writes to the campaign tables; sessions do not count."""

    def __init__(self) -> None:
        self.wrote = False

    def __call__(self, execute: Callable[..., Any], sql: str, *more: Any) -> Any:
        self.wrote = self.wrote or (sql.startswith(WRITES) and '"campaign_' in sql)
        return execute(sql, *more)


@dataclass
class WriteChecker:
    """Send a request, see what it changed, and roll it back."""

    target: FuzzTarget
    sender: Sender
    sent: int = 0
    changed: dict[str, int] = field(default_factory=dict)  # by URL

    def __post_init__(self) -> None:
        self.before: Record = self.target.record()
        # A fork leaves the story as it is.
        self.revised = self.target.urls_with_field("revision") - {"fork"}
        self.signed = self.target.urls_with_field("token")

    def check(self, request: RequestSpec) -> bool:
        """Return whether a request changed anything; fail if it must not, or on a server error."""
        detector = WriteDetector()
        with rolled_back(), connection.execute_wrapper(detector):
            response = self.sender.send(request)
            changed = detector.wrote and self.target.record() != self.before
        self.sent += 1
        said = (request, response.status_code)
        assert response.status_code < 500, said
        if changed:
            self.changed[request.name] = self.changed.get(request.name, 0) + 1
            assert may_write(request, self.target), ("nobody may change that", *said)
            assert says_done(request, response), ("changed, and said otherwise", *said)
            name = request.name
            assert name not in self.revised or self._is_current(request), ("stale", *said)
            assert name not in self.signed or self._is_fresh(request), ("sent before", *said)
        return changed

    def _is_current(self, request: RequestSpec) -> bool:
        """Whether a request carries its record's current revision; an entry's may be older."""
        now = self.target.revisions[request.args[0].upper()]
        seen = _number(request.value_of("revision"))
        if seen is not None and ENTRIES.fullmatch(request.name):
            return now - MAX_CHANGES <= seen <= now
        return seen == now

    def _is_fresh(self, request: RequestSpec) -> bool:
        """Whether a form's token is valid and unused in that campaign."""
        token = request.value_of("token")
        used = token == USED and request.args[:1] == (self.target.site.sample.campaign.code,)
        return (request.name in OWN or not used) and 8 <= len(token.strip()) <= 40


def may_write(request: RequestSpec, target: FuzzTarget) -> bool:
    """Whether the access table lets this visitor write there."""
    row = TABLE[request.name]
    if request.method != "POST" or row.write is None:
        return False
    role = request.role
    if row.args and row.args[0] in CODED:
        whose = target.codes.get(request.args[0].upper(), "")
        if whose == "demo":
            return request.name == "fork"
        if not whose:
            return False
        role = role if whose == "ours" else ROLES_IN_OTHER.get(role, "stranger")
    return row.write[role] == HEARD


def says_done(request: RequestSpec, response: HttpResponseBase) -> bool:
    """Whether a response is a success: a redirect, or a fragment without an error."""
    if response.status_code == 302:
        return not response.headers["Location"].startswith(reverse("sign_in"))
    if response.status_code != OK or dict(request.headers).get("HTTP_HX_REQUEST") != "true":
        return False
    return "HX-Redirect" in response.headers or not REFUSAL.search(response.content)  # type: ignore[attr-defined]


def _number(text: str) -> int | None:
    """Return a whole number the way Django's form field reads it."""
    try:
        return int(re.sub(r"\.0*\s*$", "", text))
    except ValueError:
        return None
