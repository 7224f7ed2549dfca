"""Logging: lines with the id of their request, and without personal data.

A URL (which may have a link's token in it), a name, an IP address, a body or the message of an
exception may be personal data. So of a request only method, route and status are logged; of an
exception its type and traceback; and of a library's record the message without its arguments. Our
own loggers (``tracker``, ``campaign``) log their arguments: never pass them personal data.
"""

import datetime
import json
import logging
import re
import traceback
from collections.abc import Iterator
from contextvars import ContextVar
from pathlib import Path
from typing import Any

current_request: ContextVar[str] = ContextVar("current_request", default="")

OURS = ("tracker", "campaign")
ROOT = Path(__file__).resolve().parents[2]
MAX_FRAMES = 30
# The URL of a link is its secret. In the query string of another it is quoted, once or more.
SLASH = r"(?:/|%(?:25)*2F)"
LINKS = (
    *("join", "look", "s", "e", "shared", "passkeys/link", "play/table", "mail", "calendar"),
    "invitations",
)
BEFORE_SECRET = "|".join(
    (
        *(f"{SLASH}{link.replace('/', SLASH)}{SLASH}" for link in LINKS),
        r"(?:[?&]|%(?:25)*(?:3F|26))(?:token|t)(?:=|%(?:25)*3D)",  # of a program, or of a set-up
    )
)
LINK = re.compile(rf"({BEFORE_SECRET})[^\s/?#&\"']+", re.IGNORECASE)


class PlainLines(logging.Formatter):
    """Lines for a terminal, without the secrets of links, line breaks or control characters."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, and its traceback if it has one, without the secrets of links."""
        return LINK.sub(r"\1…", super().format(record))

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 # logging's name
        """Return the line with control characters escaped."""
        record.request_id = _current_id()
        return escaped(super().formatMessage(record))


class JsonLines(logging.Formatter):
    """One JSON object per line, in ASCII, without control characters."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        line: dict[str, Any] = {
            "at": datetime.datetime.fromtimestamp(record.created, datetime.UTC).isoformat(
                timespec="milliseconds"
            ),
            "level": record.levelname,
            "logger": record.name,
            "message": message_of(record),
            "request": _current_id(),
        }
        line |= _request_of(record)
        if record.exc_info and record.exc_info[1] is not None:
            line["error"] = list(_errors(record.exc_info[1]))
        return json.dumps(line, ensure_ascii=True, default=str)


def _current_id() -> str:
    """Return the id of the current request; "-" outside of one."""
    return current_request.get() or "-"


def message_of(record: logging.LogRecord) -> str:
    """Return a record's message, with its arguments only if it is ours."""
    if record.name.partition(".")[0] in OURS:
        return record.getMessage()
    if record.name == "django.request" and isinstance(record.args, tuple) and record.args:
        return str(record.args[0])  # the status in words; the URL comes after it
    if record.name == "uvicorn.error" and isinstance(record.msg, str):
        return record.msg.strip()  # a sentence; addresses and paths are arguments
    if not record.args:
        # Django passes the message of an exception ("Invalid HTTP_HOST header: …").
        return record.name.rpartition(".")[2] if record.name.startswith("django.") else "(unsaid)"
    return str(record.msg)


def escaped(text: str) -> str:
    """Return a text with line breaks and control characters escaped."""
    if text.isprintable():
        return text
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode() for char in text
    )


def _request_of(record: logging.LogRecord) -> dict[str, Any]:
    """Return what is logged of the request: the pattern of its URL, never the URL."""
    values: dict[str, Any] = {}
    request = getattr(record, "request", None)
    if hasattr(request, "method"):
        match = getattr(request, "resolver_match", None)
        values["method"] = str(request.method)[:10]  # type: ignore[union-attr] # checked above
        values["route"] = match.route if match else None
    for name, key in (("status_code", "status"), ("ms", "ms")):
        if hasattr(record, name):
            values[key] = getattr(record, name)
    return values


def _errors(error: BaseException) -> Iterator[dict[str, Any]]:
    """Yield an exception and its causes: types and tracebacks, without their messages."""
    seen: set[int] = set()
    found: BaseException | None = error
    while found is not None and id(found) not in seen:
        seen.add(id(found))
        frames = traceback.extract_tb(found.__traceback__)[-MAX_FRAMES:]
        yield {
            "type": f"{type(found).__module__}.{type(found).__qualname__}",
            "frames": [f"{_short(f.filename)}:{f.lineno} {f.name}" for f in frames],
        }
        found = found.__cause__ or (None if found.__suppress_context__ else found.__context__)


def _short(filename: str) -> str:
    """Return a path within the project, or within the library that the file is from."""
    path = Path(filename)
    if "site-packages" in path.parts:
        return "/".join(path.parts[path.parts.index("site-packages") + 1 :])
    return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else path.name
