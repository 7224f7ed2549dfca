"""Requests as nobody should send them: the site's own forms, filled in with anything."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart
from django.urls import reverse
from hypothesis import strategies as st

from tests.tracker.security.house import House, jpeg
from tests.tracker.security.table import TABLE

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
METHODS = ("POST",) * 7 + ("GET",) * 4 + ("HEAD", "PUT", "DELETE", "PATCH", "OPTIONS", "POST ", "X")
VISITORS = ("keeper",) * 4 + ("player", "guest", "reader", "other", "stranger", "anonymous")
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


@dataclass(frozen=True)
class Asked:
    """One request."""

    name: str
    visitor: str
    method: str
    args: tuple[str, ...]
    query: tuple[tuple[str, str], ...] = ()
    fields: tuple[tuple[str, tuple[str, ...]], ...] = ()
    body: bytes | None = None
    headers: tuple[tuple[str, str], ...] = ()
    upload: bytes | None = None

    @property
    def url(self) -> str:
        """Return the address, its parts quoted byte by byte."""
        pattern = reverse(self.name, args=_standing(self.name))
        for number, part in enumerate(self.args):
            pattern = pattern.replace(_mark(self.name, number), quote(part, safe=""), 1)
        return pattern + (f"?{urlencode(self.query)}" if self.query else "")


@dataclass
class Forms:
    """What the site's own forms hold: by address, the fields and the values they offer."""

    held: dict[str, dict[str, list[str]]] = field(default_factory=dict)

    def of(self, url: str) -> dict[str, list[str]]:
        """Return the fields of the form that is sent to an address."""
        return self.held.get(url, {})

    def names(self) -> list[str]:
        """Return every field's name."""
        return sorted({name for fields in self.held.values() for name in fields})


class _Reader(HTMLParser):
    def __init__(self, url: str, forms: Forms) -> None:
        super().__init__()
        self.url, self.forms = url, forms
        self.fields: dict[str, list[str]] | None = None
        self.select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {key: value or "" for key, value in attrs}
        if tag == "form":
            self.fields = {}
            if found.get("method", "").lower() == "post":
                action = urlsplit(found.get("action") or self.url).path
                self.fields = self.forms.held.setdefault(action, {})
        elif self.fields is not None and tag in ("input", "button", "textarea", "select"):
            self.select = found.get("name", "") if tag == "select" else ""
            if name := found.get("name"):
                given = self.fields.setdefault(name, [])
                if tag != "select":
                    chosen = "checked" in found or found.get("type") not in ("radio", "checkbox")
                    given.insert(0 if chosen else len(given), found.get("value", ""))
        elif tag == "option" and self.select and self.fields is not None:
            given = self.fields.setdefault(self.select, [])
            given.insert(0 if "selected" in found else len(given), found.get("value", ""))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.fields = None


def harvest(house: House) -> Forms:
    """Read every form the keeper can see."""
    forms = Forms()
    client = house.client("keeper")
    for name, row in TABLE.items():
        if not row.read or name.endswith(("_pdf", "_png", "share", "photo", "thumb", "portrait")):
            continue
        url = reverse(name, args=house.place.args(*row.args))
        page = client.get(url)
        if page.status_code == 200 and "html" in page.headers.get("Content-Type", ""):
            _Reader(url, forms).feed(page.content.decode())
    return forms


def requests(house: House, forms: Forms) -> st.SearchStrategy[Asked]:
    """Return requests of every kind; half of them are a form that somebody has tampered with."""
    anything = st.one_of(
        st.sampled_from(NASTY),
        st.text(max_size=30),
        st.integers(-(2**70), 2**70).map(str),
    )
    names = forms.names()
    # Built once: hypothesis would spend its time on building them.
    each = [_request(name, house, forms, names, anything) for name in sorted(TABLE)]
    return st.sampled_from(each).flatmap(lambda strategy: strategy)


def _request(
    name: str, house: House, forms: Forms, names: list[str], anything: st.SearchStrategy[str]
) -> st.SearchStrategy[Asked]:
    right = tuple(str(part) for part in house.place.args(*TABLE[name].args))
    wrong = tuple(str(part) for part in house.elsewhere.args(*TABLE[name].args))
    part = st.one_of(st.sampled_from(PATHS), st.integers(0, 2**70).map(str), st.text(max_size=9))
    odd = st.tuples(
        *(st.one_of(st.just(r), st.just(w), part) for r, w in zip(right, wrong, strict=True))
    )
    url = reverse(name, args=house.place.args(*TABLE[name].args))
    known = forms.of(url)
    offered = sorted({value for values in known.values() for value in values})
    value = st.one_of(anything, st.sampled_from(offered)) if offered else anything
    keys = st.sampled_from([*(known or names), *names[:: max(1, len(names) // 8)], "role", "demo"])
    changed = st.dictionaries(keys, st.lists(value, max_size=3), max_size=6)
    whole = st.booleans()

    def filled(kept: bool, change: dict[str, list[str]]) -> tuple[tuple[str, tuple[str, ...]], ...]:
        base = {key: values[:1] for key, values in known.items()} if kept else {}
        return tuple((key, tuple(values)) for key, values in (base | change).items() if values)

    header = st.sampled_from(sorted(HEADERS)).flatmap(
        lambda key: st.tuples(st.just(key), st.sampled_from(HEADERS[key]))
    )
    return st.builds(
        Asked,
        name=st.just(name),
        visitor=st.sampled_from(VISITORS),
        method=st.sampled_from(METHODS),
        args=st.one_of(st.just(right), st.just(right), odd),
        query=st.lists(
            st.tuples(
                st.sampled_from(("after", "before", "page", "next", "q", "what", "kind", "photos")),
                anything,
            ),
            max_size=2,
        ).map(tuple),
        fields=st.builds(filled, whole, changed),
        body=st.one_of(st.none(), st.none(), st.none(), st.none(), st.sampled_from(BODIES)),
        headers=st.one_of(st.just(()), st.lists(header, max_size=2).map(tuple)),
        upload=st.one_of(
            st.none(),
            st.none(),
            st.sampled_from((b"", b"GIF89a", b"PK\x05\x06", b"{}", b"x" * 9, b"ok")),
        ),
    )


def send(client: Client, asked: Asked) -> HttpResponse:
    """Send a request the way it is written, well-formed or not."""
    extra: dict[str, Any] = dict(asked.headers)
    content_type = extra.pop("CONTENT_TYPE", MULTIPART_CONTENT)
    body = asked.body
    if body is None and asked.method.strip() not in ("GET", "HEAD"):
        data: dict[str, Any] = {key: list(values) for key, values in asked.fields}
        if asked.upload is not None:
            file = jpeg() if asked.upload == b"ok" else None
            for key in ("file", "picture", "pictures"):
                data[key] = file or SimpleUploadedFile("a.jpg", asked.upload)
        body = encode_multipart(BOUNDARY, data)
    return client.generic(asked.method, asked.url, body or b"", content_type, **extra)


def _standing(name: str) -> list[Any]:
    """Return arguments that an address accepts, each of them found again in it."""
    return [
        _mark(name, number) if _texts(name)[number] else 900000 + number
        for number in range(len(TABLE[name].args))
    ]


def _mark(name: str, number: int) -> str:
    return f"mark{number}mark" if _texts(name)[number] else str(900000 + number)


def _texts(name: str) -> tuple[bool, ...]:
    numbers = ("number", "photo_number", "note", "fact", "invite", "member", "seat")
    return tuple(part not in numbers for part in TABLE[name].args)
