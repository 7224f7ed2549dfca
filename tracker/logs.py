"""What the log says: lines a machine reads, each with its request's id, and nothing about people.

An address (with a link's token in it), a name, an IP, a body or an exception's own words may tell
of somebody. So of a request only method, route and status are written; of an exception its kind and
where it was raised; and of what a library says the sentence without its values. Our own loggers
(``tracker``, ``campaign``) write their values out: they must not be given any such thing.
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
ROOT = Path(__file__).resolve().parent.parent
FRAMES_MOST = 30
# The address of an invitation is its secret. In another's query it is quoted, once or more.
LINK = re.compile(r"(/|%(?:25)*2F)(join|look)(/|%(?:25)*2F)[^\s/?#&\"']+", re.IGNORECASE)


class RequestIdFilter(logging.Filter):
    """Put the id of the running request on every record; "-" outside of one."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Let every record through."""
        record.request_id = current_request.get() or "-"
        return True


class PlainLines(logging.Formatter):
    """Lines for the terminal at home: none holds a link's secret, or can begin another line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, and the traceback that may follow it, without any link's secret."""
        return LINK.sub(r"\1\2\3…", super().format(record))

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 # logging's name
        """Return the line with everything escaped that would move the cursor."""
        return escaped(super().formatMessage(record))


class JsonLines(logging.Formatter):
    """One JSON object a line, ASCII only: no text can end its line or colour a terminal."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        line: dict[str, Any] = {
            "at": datetime.datetime.fromtimestamp(record.created, datetime.UTC).isoformat(
                timespec="milliseconds"
            ),
            "level": record.levelname,
            "logger": record.name,
            "message": said(record),
            "request": getattr(record, "request_id", "-"),
        }
        line |= _asked(record)
        if record.exc_info and record.exc_info[1] is not None:
            line["error"] = list(_errors(record.exc_info[1]))
        return json.dumps(line, ensure_ascii=True, default=str)


def said(record: logging.LogRecord) -> str:
    """Return a record's sentence: with its values if it is ours, otherwise without them."""
    if record.name.partition(".")[0] in OURS:
        return record.getMessage()
    if record.name == "django.request" and isinstance(record.args, tuple) and record.args:
        return str(record.args[0])  # the status in words; the address comes after it
    if not record.args:
        # Django hands on the exception's own words here ("Invalid HTTP_HOST header: …").
        return record.name.rpartition(".")[2] if record.name.startswith("django.") else "(unsaid)"
    return str(record.msg)


def escaped(text: str) -> str:
    """Return a text in which no character ends the line or speaks to a terminal."""
    if text.isprintable():
        return text
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode() for char in text
    )


def _asked(record: logging.LogRecord) -> dict[str, Any]:
    """Return what is told of the request: the pattern of its address, never the address."""
    told: dict[str, Any] = {}
    request = getattr(record, "request", None)
    if hasattr(request, "method"):
        match = getattr(request, "resolver_match", None)
        told["method"] = str(request.method)[:10]  # type: ignore[union-attr] # asked above
        told["route"] = match.route if match else None
    for name, key in (("status_code", "status"), ("ms", "ms")):
        if hasattr(record, name):
            told[key] = getattr(record, name)
    return told


def _errors(error: BaseException) -> Iterator[dict[str, Any]]:
    """Yield an exception and what led to it: kinds and places, without their words."""
    seen: set[int] = set()
    found: BaseException | None = error
    while found is not None and id(found) not in seen:
        seen.add(id(found))
        frames = traceback.extract_tb(found.__traceback__)[-FRAMES_MOST:]
        yield {
            "type": f"{type(found).__module__}.{type(found).__qualname__}",
            "frames": [f"{_short(f.filename)}:{f.lineno} {f.name}" for f in frames],
        }
        found = found.__cause__ or (None if found.__suppress_context__ else found.__context__)


def _short(filename: str) -> str:
    """Return a file by its path in the project, or in the library it comes from."""
    path = Path(filename)
    if "site-packages" in path.parts:
        return "/".join(path.parts[path.parts.index("site-packages") + 1 :])
    return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else path.name
