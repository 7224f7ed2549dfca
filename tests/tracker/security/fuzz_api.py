"""Bad requests to the API: calls that are valid but for an error or two, and arbitrary ones."""

from __future__ import annotations

import json
from copy import deepcopy
from dataclasses import dataclass, replace
from random import Random
from typing import Any
from urllib.parse import quote, urlencode

from campaign.models import Scope
from tests.tracker.api.clients import BASE
from tests.tracker.security.api_table import Operation, operations
from tests.tracker.security.fuzz import BODIES, METHODS, STALE, TOKENS, Nonsense
from tests.tracker.security.site import ACCOUNTS, ROLES
from tests.tracker.security.valid_calls import ValidCall
from tests.tracker.security.valid_forms import FuzzTarget

JSON = "application/json"
KINDS = (JSON, "text/plain", "application/xml", "multipart/form-data", f"{JSON}; charset=x", "")
QUERIES = ("page", "system", "campaign", "player", "result", "since", "until", "token", "x")
# What JSON has beside texts, and what Python's reader takes for JSON.
VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 2, 99, 1.5, 2**31 - 1, 2**31, 2**63, -(2**70), 10**400, 1e308),
    *(float("nan"), float("inf"), [], {}, [[]], [None], {"": {}}, [1, "1"], {"value": "1"}),
    *(["x"] * 501, {str(number): "x" for number in range(201)}, "\ud800", ["\udfff"], "x" * 20_001),
)
NESTED = 90  # levels; more are no JSON to Python's reader
NO_JSON = (
    *(b"null", b"[]", b'"text"', b"1", b"NaN", b"{}", b"{]", b'{"a": 1}{"a": 1}', b"\xff\xfe{\x00"),
    *(b'{"revision": 1' + b"0" * 5000 + b"}", b'{"token": "\xff"}', b'{"fields": ' * NESTED),
    *(b'{"revision": 0, "revision": 1, "token": "twice-twice", "token": 1}', b"\xef\xbb\xbf{}"),
    *BODIES,
)
# Headers that are not read as a token, whatever the token.
WRONG_SCHEMES = ("Basic {}", "{}", "Bearer{}", "Bearer", "Bearer x{}", "Bearer {}x", "Token {}")
RECORDS = 0.9  # of the calls that are spoilt, so many are of operations that record
OPERATIONS = {operation.name: operation for operation in operations()}


@dataclass(frozen=True)
class ApiRequest:
    """One request to the API: with whose token and whose cookies, where to, and what is sent."""

    name: str  # of the operation
    method: str
    args: tuple[str, ...]
    recorder: str = ""  # the role of the token's owner if the token is valid and may record
    visitor: str = "anonymous"  # by the cookies, which count for nothing
    query: tuple[tuple[str, str], ...] = ()
    body: bytes = b""
    headers: tuple[tuple[str, str], ...] = ()

    @property
    def operation(self) -> Operation:
        """Return the operation whose address it is."""
        return OPERATIONS[self.name]

    @property
    def url(self) -> str:
        """Return the address, its parts quoted byte by byte."""
        quoted = (quote(part, safe="") for part in self.args)
        path = BASE + self.operation.path_of(dict(zip(self.operation.parts, quoted, strict=True)))
        return path + (f"?{urlencode(self.query)}" if self.query else "")

    def value_of(self, key: str) -> Any:
        """Return what is read of the body; None if it is no object, or has no such key."""
        try:
            found = json.loads(self.body)
        except (ValueError, RecursionError):
            return None
        return found.get(key) if isinstance(found, dict) else None


@dataclass(frozen=True)
class Credential:
    """What is sent as a token: its header, and by whom it records."""

    header: str
    recorder: str = ""


class BadApiRequests:
    """Draw requests to every operation; most are a valid call with one or two errors."""

    def __init__(self, target: FuzzTarget, random: Random) -> None:
        self._random = random
        self._nonsense = Nonsense(random)
        self._tokens = target.site.tokens
        self._calls: dict[str, list[ValidCall]] = {name: [] for name in OPERATIONS}
        for call in target.calls:
            self._calls[call.name].append(call)
        self._reading = [name for name, each in OPERATIONS.items() if each.method == "GET"]
        self._recording = [name for name in OPERATIONS if name not in self._reading]
        self._any_token = [token for kinds in self._tokens.values() for token in kinds.values()]

    def draw(self) -> ApiRequest:
        """Return one request."""
        return self._wild() if self._random.randrange(6) == 0 else self._spoilt()

    def _spoilt(self) -> ApiRequest:
        """Return a call in which something is wrong."""
        random = self._random
        records = random.random() < RECORDS
        call = random.choice(self._calls[random.choice((self._reading, self._recording)[records])])
        request = valid_request(call, self._tokens)
        body = deepcopy(call.body)
        if body is not None:
            for _change in range(random.choice((0, 0, 0, 0, 1, 1, 2))):
                self._spoil(body, call)
        what = random.randrange(100)
        if what < 5 and body is not None:
            body["revision"] = random.choice((*STALE, *map(int, STALE[:5])))
        elif what < 10 and body is not None:
            body["token"] = random.choice(TOKENS)
        if body is not None:
            request = replace(request, body=json.dumps(body).encode())
        return self._changed(request, what)

    def _changed(self, request: ApiRequest, what: int) -> ApiRequest:
        """Return a request with another sender, method, address or header."""
        random = self._random
        if 10 <= what < 22:
            return _with_token(request, self._credential())
        if what < 10 or (what >= 50 and request.body):
            return request
        changed: dict[str, Any] = {}
        if what < 26:
            changed["method"] = random.choice(("POST", *METHODS))
        elif what < 34:
            changed["args"] = self._args(request.name)
        elif what < 42:
            changed["headers"] = (*request.headers, *self._nonsense.headers(1))
        elif what < 46:
            changed["visitor"] = random.choice(ROLES)
        else:
            changed["query"] = (*request.query, *self._query(1))
        return replace(request, **changed)

    def _wild(self) -> ApiRequest:
        """Return a request that no program would send."""
        random = self._random
        name = random.choice((*self._reading, *self._recording))
        request = ApiRequest(
            name,
            random.choice(("POST", *METHODS, *[OPERATIONS[name].method] * len(METHODS))),
            self._args(name),
            visitor=random.choice(ROLES),
            query=self._query(0),
            body=random.choice((*NO_JSON, json.dumps(self._object()).encode())),
            headers=(("CONTENT_TYPE", random.choice(KINDS)), *self._nonsense.headers(0)),
        )
        return _with_token(request, self._credential())

    def _spoil(self, body: dict[str, Any], call: ValidCall) -> None:
        """Change a value of the body, or of the fields in it: another, none, or one more."""
        random = self._random
        inside = body.get("fields")
        where = inside if isinstance(inside, dict) and random.random() < 0.7 else body
        keys = [*where, *(call.fields if where is inside else ())]
        key = random.choice(keys) if keys and random.randrange(8) else self._nonsense.anything()
        how = random.randrange(6)
        if how == 0:
            where.pop(key, None)
        elif how < 4 and where is inside and call.offered:
            where[key] = random.choice(call.offered)
        else:
            where[key] = self._value()

    def _value(self) -> Any:
        """Return any value that JSON has."""
        which = self._random.randrange(6)
        if which == 0:
            return [self._nonsense.anything() for _ in range(self._random.randrange(4))]
        if which == 1:
            return self._nonsense.anything()
        if which == 2:
            return self._random.randint(-(2**70), 2**70)
        return self._random.choice(VALUES) if which < 5 else self._object()

    def _object(self) -> dict[str, Any]:
        """Return an object with keys of bodies and others."""
        keys = ("revision", "token", "fields", "system", "text", "withdraw", "x")
        chosen = self._random.sample(keys, self._random.randrange(5))
        return {key: self._random.choice((*VALUES, self._nonsense.anything())) for key in chosen}

    def _query(self, least: int) -> tuple[tuple[str, str], ...]:
        random = self._random
        return tuple(
            (
                random.choice(QUERIES),
                random.choice((*self._any_token, *(self._nonsense.anything() for _ in range(20)))),
            )
            for _ in range(random.randint(least, 2))
        )

    def _args(self, name: str) -> tuple[str, ...]:
        """Return what stands in an address: what somebody has there, or nonsense too."""
        random = self._random
        args = random.choice(self._calls[name]).args if self._calls[name] else ()
        args = args or tuple("1" for _part in OPERATIONS[name].parts)
        if random.randrange(2):
            return args
        return tuple(random.choice((part, self._nonsense.part())) for part in args)

    def _credential(self) -> Credential:
        """Return somebody's token, one that only reads, a revoked one, a wrong one, or none."""
        random = self._random
        role = random.choice(ACCOUNTS)
        which = random.randrange(8)
        if which < 3:
            return Credential(f"Bearer {self._tokens[role][Scope.RECORD]}", role)
        token = random.choice([*self._tokens[role].values()])
        if which < 5:
            records = token == self._tokens[role][Scope.RECORD]
            return Credential(f"Bearer {token}", role if records else "")
        if which == 5:
            return Credential(random.choice(WRONG_SCHEMES).format(token))
        return Credential(f"Bearer {self._nonsense.anything()}" if which == 6 else "")


def valid_request(call: ValidCall, tokens: dict[str, dict[str, str]]) -> ApiRequest:
    """Return a call with nothing wrong in it."""
    method, _path = call.name.split(" ")
    request = ApiRequest(
        call.name,
        method,
        call.args,
        body=json.dumps(call.body).encode() if call.body is not None else b"",
        headers=(("CONTENT_TYPE", JSON),),
    )
    if call.name.endswith(".csv"):  # a spreadsheet has its token in the address
        return replace(request, query=(("token", tokens[call.role][Scope.READ]),))
    return with_token_of(request, call.role, tokens)


def with_token_of(
    request: ApiRequest, role: str, tokens: dict[str, dict[str, str]], kind: str = Scope.RECORD
) -> ApiRequest:
    """Return a request with another token, of a scope or revoked."""
    token = Credential(f"Bearer {tokens[role][kind]}", role if kind == Scope.RECORD else "")
    return _with_token(request, token)


def _with_token(request: ApiRequest, sent: Credential) -> ApiRequest:
    kept = tuple((key, value) for key, value in request.headers if key != "HTTP_AUTHORIZATION")
    header = (("HTTP_AUTHORIZATION", sent.header),) if sent.header else ()
    return replace(request, recorder=sent.recorder, headers=(*kept, *header))
