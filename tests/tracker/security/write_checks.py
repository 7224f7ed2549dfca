"""Who may write, and what the response of a write must look like."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from django.db import connection
from django.http.response import HttpResponseBase
from django.urls import reverse

from campaign.services.collisions import MAX_CHANGES
from tests.tracker.security import api_table
from tests.tracker.security.fuzz import RequestSpec, Sendable, Sender
from tests.tracker.security.fuzz_api import ApiRequest
from tests.tracker.security.rows import HEARD, OK
from tests.tracker.security.site import rolled_back
from tests.tracker.security.table import TABLE
from tests.tracker.security.valid_calls import DONE_ONCE
from tests.tracker.security.valid_forms import USED, FuzzTarget, Record, codes_in

S = TypeVar("S", bound=Sendable)
R = TypeVar("R", bound=Sendable, contravariant=True)
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
    r"|journal_(thing|numbers|sealed|new)|note|note_delete|section_note"
)
# Calls of the API without a token: what is sent twice is there already.
TOKENLESS = {"POST /decks/{deck}"}
# Calls that are saved whatever others wrote meanwhile; a choice for a seat changes nobody else's.
NEVER_STALE = {"POST /games/{duel}/seats/{seat}/choices", *DONE_ONCE}
FREES = "POST /games/{game}/seats/{seat}/free"
# Arguments of addresses that say whose it is.
CODED = {"code", "game", "photo_game", "expedition", "battle", "journal"}
CODED |= {"game_code", "duel_code", "relic_game"}
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


class Rules(Protocol[R]):
    """What a kind of request may change, and how it must be answered then."""

    def may_write(self, request: R) -> bool:
        """Whether its sender may write there."""

    def says_done(self, request: R, response: HttpResponseBase) -> bool:
        """Whether the response is a success."""

    def is_current(self, request: R) -> bool:
        """Whether it carries its record's current revision, if it has to."""

    def is_fresh(self, request: R) -> bool:
        """Whether its token is valid and unused, if it has to have one."""


@dataclass
class WriteChecker:
    """Send a request, see what it changed, and roll it back."""

    target: FuzzTarget
    sender: Sender
    sent: int = 0
    changed: Counter[str] = field(default_factory=Counter)  # by what was asked

    def __post_init__(self) -> None:
        self.before: Record = self.target.record()
        self._of_pages = PageRules(self.target)
        self._of_api = ApiRules(self.target)

    def check(self, request: RequestSpec | ApiRequest) -> bool:
        """Return whether a request changed anything; fail if it must not, or on a server error."""
        if isinstance(request, ApiRequest):
            return self._check(request, self._of_api)
        return self._check(request, self._of_pages)

    def _check(self, request: S, rules: Rules[S]) -> bool:
        detector = WriteDetector()
        with rolled_back(), connection.execute_wrapper(detector):
            response = self.sender.send(request)
            changed = detector.wrote and self.target.record() != self.before
        self.sent += 1
        said = (request, response.status_code)
        assert response.status_code < 500, said
        if changed:
            self.changed[request.name] += 1
            assert rules.may_write(request), ("nobody may change that", *said)
            assert rules.says_done(request, response), ("changed, and said otherwise", *said)
            assert rules.is_current(request), ("stale", *said)
            assert rules.is_fresh(request), ("sent before", *said)
        return changed


class PageRules:
    """What a form of a page may change."""

    def __init__(self, target: FuzzTarget) -> None:
        self._target = target
        # A fork leaves the story as it is.
        self._revised = target.urls_with_field("revision") - {"fork"}
        # Buttons in the form of the answers: what is sent twice changes nothing the second time.
        self._signed = target.urls_with_field("token") - {"evening_settle", "evening_withdraw"}

    def may_write(self, request: RequestSpec) -> bool:
        """Whether the access table lets this visitor write there."""
        return may_write(request, self._target)

    def says_done(self, request: RequestSpec, response: HttpResponseBase) -> bool:
        """Whether a response is a success: a redirect, or a fragment without an error."""
        if response.status_code == 302:
            return not response.headers["Location"].startswith(reverse("sign_in"))
        if response.status_code != OK or dict(request.headers).get("HTTP_HX_REQUEST") != "true":
            return False
        content: bytes = response.content  # type: ignore[attr-defined] # no fragment is a stream
        return "HX-Redirect" in response.headers or not REFUSAL.search(content)

    def is_current(self, request: RequestSpec) -> bool:
        """Whether a form carries its record's current revision; an entry's may be older."""
        if request.name not in self._revised:
            return True
        now = self._target.revisions[request.args[0].upper()]
        seen = _number(request.value_of("revision"))
        return _is_current(seen, now, is_entry=ENTRIES.fullmatch(request.name) is not None)

    def is_fresh(self, request: RequestSpec) -> bool:
        """Whether a form's token is valid and unused in that campaign."""
        if request.name not in self._signed:
            return True
        token = request.value_of("token")
        used_in = codes_in(self._target.site.sample.campaign)
        used = token == USED and request.args[:1] and request.args[0] in used_in
        return (request.name in OWN or not used) and 8 <= len(token.strip()) <= 40


class ApiRules:
    """What a call of the API may change."""

    def __init__(self, target: FuzzTarget) -> None:
        self._target = target

    def may_write(self, request: ApiRequest) -> bool:
        """Whether the token records, and the table lets its owner record there."""
        role = request.recorder
        if not role or request.method != "POST" or request.operation.method != "POST":
            return False
        if request.args:
            whose = self._target.codes.get(request.args[0].upper(), "")
            if whose not in ("ours", "theirs"):
                return False
            role = role if whose == "ours" else ROLES_IN_OTHER.get(role, "stranger")
        return api_table.TABLE[request.name][role] == OK or self._leaves(request)

    def _leaves(self, request: ApiRequest) -> bool:
        """Whether somebody frees a seat of their own: everybody may get up."""
        if request.name != FREES:
            return False
        code, number = request.args
        seats = self._target.site.person(request.recorder).seats
        return seats.filter(game__code=code.upper(), number=int(number)).exists()

    def says_done(self, request: ApiRequest, response: HttpResponseBase) -> bool:
        """Whether a response says that something new was recorded."""
        return response.status_code == 201

    def is_current(self, request: ApiRequest) -> bool:
        """Whether an entry carries its record's current revision; a note's may be older."""
        if not request.args or request.name in NEVER_STALE:
            return True
        now = self._target.revisions[request.args[0].upper()]
        seen = _number(str(request.value_of("revision")))
        return _is_current(seen, now, is_entry=request.name.endswith("/notes"))

    def is_fresh(self, request: ApiRequest) -> bool:
        """Whether its token is valid, and its sender has not used it there."""
        if request.name in TOKENLESS:
            return True
        token = request.value_of("token")
        used_in = codes_in(self._target.site.sample.campaign)
        there = not request.args or request.args[0].upper() in used_in
        used = token == USED and request.recorder == "keeper" and there
        return isinstance(token, str) and not used and 8 <= len(token.strip()) <= 40


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


def _is_current(seen: int | None, now: int, *, is_entry: bool) -> bool:
    if seen is not None and is_entry:
        return now - MAX_CHANGES <= seen <= now
    return seen == now


def _number(text: str) -> int | None:
    """Return a whole number the way Django's form field reads it."""
    try:
        return int(re.sub(r"\.0*\s*$", "", text))
    except ValueError:
        return None
