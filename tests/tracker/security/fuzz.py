"""Bad requests: the site's own forms with errors in them, and arbitrary ones."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Any, Protocol
from urllib.parse import quote, unquote_to_bytes, urlencode

from django.core.files.uploadedfile import SimpleUploadedFile
from django.http.response import HttpResponseBase, StreamingHttpResponse
from django.test.client import (
    BOUNDARY,
    MULTIPART_CONTENT,
    ClientHandler,
    FakePayload,
    encode_multipart,
)
from django.urls import reverse

from tests.tracker.security.rows import url_name
from tests.tracker.security.site import ROLES, jpeg
from tests.tracker.security.table import TABLE
from tests.tracker.security.valid_forms import FILES, USED, FuzzTarget, ValidForm

NASTY = (
    *("", " ", "0", "-1", "1", "2", "99", "100", "2147483647", "2147483648", "9223372036854775808"),
    *("-9223372036854775809", "1e400", "NaN", "inf", "1_000", "٣", "²", "1.5", "0x10", "9" * 5000),
    *("true", "on", "null", "None", "undefined", "[]", "{}", "keeper", "reader", "win", "loss"),
    *(
        "\0",
        "a\0b",
        "\r\nSet-Cookie: a=b",
        "\x1b[31m",
        "\ud7ff\ue000",
        "\ufffd",
        "\ufeff",
        "\u202e",
    ),
    *(
        "ﷺ" * 30,
        "İ",
        "ß" * 60,
        "ﬃ" * 40,
        "e\u0301" * 50,
        "👩‍👩‍👧‍👦",
        "\u200b",
        "a" * 101,
        "a" * 5000,
    ),
    *(
        "<script>alert(1)</script>",
        "{{ 7|add:7 }}",
        "{% load x %}",
        "' OR 1=1 --",
        "%s%n%(x)s",
        "${x}",
    ),
    *(
        "../../../etc/passwd",
        "..\\..",
        "%2e%2e%2f",
        "//evil.example",
        "javascript:alert(1)",
        "~",
        "~a",
    ),
    *("2024-02-30", "0000-00-00", "9999-12-31", "99999-01-01", "31/12/2024", "=1+1", "@SUM(A1)"),
)
PATHS = tuple(value for value in NASTY if value and value not in (".", "..") and len(value) <= 120)
HEADERS = {
    "HTTP_HX_REQUEST": ("true", "false", "\x1b"),
    "HTTP_HX_BOOSTED": ("true",),
    "HTTP_HX_CURRENT_URL": ("http://testserver/", "http://[", "\x00"),
    "HTTP_HX_TRIGGER_NAME": ("q", "csrfmiddlewaretoken", "%C0", "a" * 999),
    "HTTP_ACCEPT_LANGUAGE": ("pl", "x" * 600, "fr;q=9,en;q=a", "\udcff", "*", "en-" * 90),
    "HTTP_REFERER": ("http://evil.example/", "http://[", "\0", "//"),
    "HTTP_USER_AGENT": ("", "\x1b[2J", "a" * 5000, "ü"),
    "HTTP_X_REQUEST_ID": ("", "a\nb", "é" * 20, "a" * 9999, "trace-0001"),
    "HTTP_IF_NONE_MATCH": ("*", '"a"', "W/", '"'),
    "HTTP_IF_MODIFIED_SINCE": ("Thu, 01 Jan 1970 00:00:00 GMT", "yesterday", "9" * 99),
    "HTTP_RANGE": ("bytes=0-1", "bytes=-0,,9-"),
    "HTTP_COOKIE": ("sessionid=a", "django_language=xx;messages=x", "fresh_invite=a:b:c", "=;;a"),
    "HTTP_X_FORWARDED_HOST": ("evil.example",),
    "HTTP_X_HTTP_METHOD_OVERRIDE": ("DELETE",),
    "CONTENT_TYPE": ("application/json", "multipart/form-data", "text/plain", "a/b; charset=x"),
}
PLAIN_FORM = "application/x-www-form-urlencoded"
METHODS = ("GET", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS", "POST ", "X", "GET", "GET")
VISITORS = ("keeper", "keeper", "player", "guest", "reader", "other", "stranger", "anonymous")
UPLOADS = (b"", b"GIF89a", b"PK\x05\x06", b"{}", b"x" * 9, b"ok")
QUERIES = ("after", "before", "page", "next", "q", "what", "kind", "photos")
STALE = ("0", "1", "999999999", "-1", "2147483648", "", "x")
Sent = tuple[tuple[str, tuple[str, ...]], ...]
BODIES = (
    b"",
    b"{" * 2000,
    b"[" * 50_000,
    b"\xff\xfe\x00a=b",
    b"a=%00&b=%ff&c=%ud800",
    b"&" * 900,
    b'--x\r\nContent-Disposition: form-data; name="token"; filename="a\r\n\r\n',
    f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="file"\r\n'.encode(),
)


OURS = ("role", "owner")  # fields that no form has, for what nobody may say of themselves
ANY_HEADER = [(key, value) for key in sorted(HEADERS) for value in HEADERS[key]]
TOKENS = (USED, "", "short", "x" * 41, "\0" * 9)
# Code points: ASCII, controls with it; Latin and its accents; all below the surrogates; all above.
LETTERS = ((0, 0x80), (0x80, 0x370), (0x370, 0xD800), (0xE000, 0x110000))


class Sendable(Protocol):
    """A request of any kind, to a page or to the API."""

    @property
    def name(self) -> str:
        """Return the name of what is asked, in its access table."""

    @property
    def visitor(self) -> str:
        """Return whose cookies are sent."""

    @property
    def method(self) -> str:
        """Return the method, allowed or not."""

    @property
    def url(self) -> str:
        """Return the address."""

    @property
    def body(self) -> bytes | None:
        """Return what is sent; None: the fields of a form."""

    @property
    def headers(self) -> tuple[tuple[str, str], ...]:
        """Return the headers in the words of WSGI."""


@dataclass(frozen=True)
class RequestSpec:
    """One request to a page: who sends it, where to, and with what data."""

    name: str
    visitor: str
    method: str
    args: tuple[str, ...]
    query: tuple[tuple[str, str], ...] = ()
    fields: Sent = ()
    body: bytes | None = None
    headers: tuple[tuple[str, str], ...] = ()
    upload: bytes | None = None  # b"ok": a picture, or a campaign's file

    def value_of(self, key: str) -> str:
        """Return what a form reads of a field: the last of its values."""
        values = dict(self.fields).get(key, ())
        return values[-1] if values and self.body is None else ""

    @property
    def role(self) -> str:
        """Return the role that the site sees: a request with another cookie is anonymous."""
        return "anonymous" if "HTTP_COOKIE" in dict(self.headers) else self.visitor

    @property
    def url(self) -> str:
        """Return the address, its parts quoted byte by byte."""
        pattern = reverse(url_name(self.name), args=_standing(self.name))
        for number, part in enumerate(self.args):
            pattern = pattern.replace(_mark(self.name, number), quote(part, safe=""), 1)
        return pattern + (f"?{urlencode(self.query)}" if self.query else "")


class Nonsense:
    """Draw what stands in bad requests of any kind."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def part(self) -> str:
        """Return what no address has."""
        which = self._random.randrange(3)
        if which == 0:
            return self._random.choice(PATHS)
        return str(self._random.randrange(2**70)) if which == 1 else self.text(9)

    def headers(self, least: int) -> tuple[tuple[str, str], ...]:
        """Return up to two headers."""
        return tuple(self._random.choices(ANY_HEADER, k=self._random.randint(least, 2)))

    def anything(self) -> str:
        """Return a text that is likely to be wrong."""
        which = self._random.randrange(3)
        if which == 0:
            return self._random.choice(NASTY)
        return self.text(30) if which == 1 else str(self._random.randint(-(2**70), 2**70))

    def text(self, most: int) -> str:
        """Return letters of any writing, with no lone surrogate among them."""
        ranges = self._random.choices(LETTERS, k=self._random.randint(0, most))
        return "".join(chr(self._random.randrange(*each)) for each in ranges)


class BadRequests:
    """Draw requests of every kind; most are a valid form with one or two errors."""

    def __init__(self, target: FuzzTarget, random: Random) -> None:
        self._random = random
        self._nonsense = Nonsense(random)
        self._forms = target.forms
        self._names = sorted(TABLE)
        known = {key for form in target.forms for key, _values in form.fields}
        self._keys = [*sorted(known), *OURS, "demo", "is_staff"]
        self._right, self._wrong = (
            {
                name: tuple(str(each) for each in sample.args(*row.args))
                for name, row in TABLE.items()
            }
            for sample in (target.site.sample, target.site.other_sample)
        )

    def draw(self) -> RequestSpec:
        """Return one request."""
        return self._wild() if self._random.randrange(3) == 0 else self._spoilt()

    def _spoilt(self) -> RequestSpec:
        """Return a form of the site in which something is wrong."""
        random = self._random
        form = random.choice(self._forms)
        fields = dict(form.fields)
        for _change in range(random.choice((0, 1, 1, 2))):
            self._spoil(fields, random.choice([*dict(form.fields), *OURS]), form)
        changed: dict[str, Any] = {}
        what = random.randrange(100)
        if what < 15:
            changed["visitor"] = random.choice(VISITORS)
        elif what < 22:
            changed["method"] = random.choice(METHODS)
        elif what < 32:
            changed["args"] = self._args(form.name)
        elif what < 45:
            changed["headers"] = self._nonsense.headers(1)
        elif what < 65:
            changed["headers"] = (("HTTP_HX_REQUEST", "true"),)
        elif what < 70:
            fields["revision"] = (random.choice(STALE),)
        elif what < 75:
            fields["token"] = (random.choice(TOKENS),)
        if form.name in FILES:
            changed["upload"] = b"ok" if random.random() < 0.6 else random.choice(UPLOADS)
        request = RequestSpec(
            form.name, form.visitor, "POST", form.args, form.query, tuple(fields.items())
        )
        return replace(request, **changed)

    def _spoil(self, fields: dict[str, tuple[str, ...]], key: str, form: ValidForm) -> None:
        """Change a field: another value, one of another field, none, two, or one more."""
        how = self._random.randrange(6)
        if how == 0:
            fields.pop(key, None)
        elif how == 1 and form.offered:
            fields[key] = (self._random.choice(form.offered),)
        elif how == 2:
            fields[key] = (*fields.get(key, ()), self._nonsense.anything())
        else:
            fields[key] = (self._nonsense.anything(),)

    def _wild(self) -> RequestSpec:
        """Return a request that no form of the site would send."""
        random = self._random
        name = random.choice(self._names)
        keys = random.sample(self._keys, random.randrange(7))
        return RequestSpec(
            name,
            random.choice(VISITORS),
            random.choice(("POST", *METHODS)),
            self._args(name),
            query=tuple(
                (random.choice(QUERIES), self._nonsense.anything())
                for _ in range(random.randrange(3))
            ),
            fields=tuple(
                (key, tuple(self._nonsense.anything() for _ in range(random.randint(1, 3))))
                for key in keys
            ),
            body=random.choice((None, None, None, *BODIES)),
            headers=self._nonsense.headers(0),
            upload=random.choice((None, None, *UPLOADS)),
        )

    def _args(self, name: str) -> tuple[str, ...]:
        """Return what stands in an address: what is right, another campaign's, or nonsense too."""
        right, wrong = self._right[name], self._wrong[name]
        which = self._random.randrange(3)
        if which < 2:
            return (right, wrong)[which]
        return tuple(
            self._random.choice((r, w, self._nonsense.part()))
            for r, w in zip(right, wrong, strict=True)
        )


class Sender:
    """Send requests exactly as written, well-formed or not.

    It bypasses the test client, which loads the middleware for each client and copies the context
    of every template.
    """

    def __init__(self, target: FuzzTarget) -> None:
        self._handler = ClientHandler(enforce_csrf_checks=False)
        self._clients = {role: target.site.client(role) for role in ROLES}
        url = reverse("export", args=[target.site.sample.campaign.code])
        self._brought = self._clients["keeper"].get(url, {"photos": "0"}).getvalue()

    def send(self, request: Sendable) -> HttpResponseBase:
        """Return the response; no visitor's cookies change."""
        extra: dict[str, Any] = dict(request.headers)
        of_form = isinstance(request, RequestSpec)
        kind, body = PLAIN_FORM, request.body or b""
        if isinstance(request, RequestSpec):
            kind, body = self._body(request)
        environ = _environ(request, body, extra.pop("CONTENT_TYPE", kind)) | extra
        base = self._clients[request.visitor]._base_environ  # type: ignore[attr-defined] # not in the stubs
        response: HttpResponseBase = self._handler(base(**environ))
        if isinstance(response, StreamingHttpResponse) and not of_form:
            response.getvalue()  # what fails while it is written is a server error, too
        return response

    def _body(self, request: RequestSpec) -> tuple[str, bytes]:
        """Return what is sent, and of what kind: with files as a browser does it, or without."""
        if request.body is not None:
            return MULTIPART_CONTENT, request.body
        if request.method.strip() in ("GET", "HEAD"):
            return MULTIPART_CONTENT, b""
        data: dict[str, Any] = {key: list(values) for key, values in request.fields}
        if request.upload is None:
            return PLAIN_FORM, urlencode(data, doseq=True).encode()
        return MULTIPART_CONTENT, encode_multipart(BOUNDARY, data | _files(request, self._brought))


def _environ(request: Sendable, body: bytes, content_type: str) -> dict[str, Any]:
    path, _mark, query = request.url.partition("?")
    environ: dict[str, Any] = {
        "PATH_INFO": unquote_to_bytes(path).decode("latin-1"),
        "REQUEST_METHOD": request.method,
        "QUERY_STRING": query,
    }
    if body:
        environ |= {
            "CONTENT_LENGTH": str(len(body)),
            "CONTENT_TYPE": content_type,
            "wsgi.input": FakePayload(body),
        }
    return environ


def _files(request: RequestSpec, brought: bytes) -> dict[str, SimpleUploadedFile]:
    if request.upload == b"ok" and request.name == "import":
        return {"file": SimpleUploadedFile("campaign.json", brought)}
    if request.upload == b"ok":
        return dict.fromkeys(FILES.values(), jpeg())
    return dict.fromkeys(FILES.values(), SimpleUploadedFile("a.jpg", request.upload or b""))


def _standing(name: str) -> list[Any]:
    """Return arguments that a URL accepts and resolves back to."""
    return [
        _mark(name, number) if _texts(name)[number] else 900000 + number
        for number in range(len(TABLE[name].args))
    ]


def _mark(name: str, number: int) -> str:
    return f"mark{number}mark" if _texts(name)[number] else str(900000 + number)


def _texts(name: str) -> tuple[bool, ...]:
    numbers = {"number", "note", "fact", "invite", "member", "seat", "preset"}
    numbers |= {"taken_seat", "deck_revision"}
    return tuple(part not in numbers for part in TABLE[name].args)
