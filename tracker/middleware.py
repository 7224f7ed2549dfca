"""What every request passes through first: it gets a name, and its bounds.

Each is a function around the rest, so that a page pays for a call and a comparison.
"""

import logging
import re
import time
import uuid
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.http.response import HttpResponseBase
from django.template.loader import render_to_string
from django.utils.crypto import salted_hmac

from tracker.deadlines import database_deadline
from tracker.forms.fields import sent_number
from tracker.logs import current_request

GetResponse = Callable[[HttpRequest], HttpResponseBase]

HEADER = "X-Request-ID"
READER = "X-Reader"
# What a proxy may hand on: nothing that could break a line, a header or a page.
SANE = re.compile(r"[A-Za-z0-9_-]{8,64}")

# The largest that any page takes is a game's photos: as many as it holds, each as heavy as can be.
# Django bounds text and the number of fields by itself, but writes any file to the disk first.
BODY_MOST = 256 * 1024 * 1024

# All that a browser sends to a page, and all that any page of ours takes.
METHODS = ("GET", "HEAD", "POST")

# What no page uses, nobody who got into one can use either.
PERMISSIONS = (
    "camera=(), display-capture=(), geolocation=(), microphone=(), midi=(), payment=(), usb=()"
)

# CPython keeps frames in chunks of 16 kB and frees a chunk as soon as it is empty: a loop whose
# calls reach into the next chunk allocates it at every call, which can cost a page a quarter of its
# time. A frame that fits no chunk gets a larger one, with room for what it calls: here 256 kB.
FRAME_SLOTS = 16_400

logger = logging.getLogger("tracker.requests")


def request_id(get_response: GetResponse) -> GetResponse:
    """Give each request an id: in its answer, in every line it logs, on the page of a fault."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        given = request.META.get("HTTP_X_REQUEST_ID", "")
        held = given if SANE.fullmatch(given) else uuid.uuid4().hex
        request.request_id = held  # type: ignore[attr-defined] # read by the page of a fault
        before = current_request.set(held)
        begun = time.perf_counter()
        try:
            response = get_response(request)
            if logger.isEnabledFor(logging.INFO):
                spent = round((time.perf_counter() - begun) * 1000, 1)
                told = {"request": request, "status_code": response.status_code, "ms": spent}
                logger.info("answered", extra=told)
        finally:
            current_request.reset(before)
        response.headers[HEADER] = held
        return response

    middleware.__code__ = middleware.__code__.replace(co_stacksize=FRAME_SLOTS)
    return middleware


def deadline(get_response: GetResponse) -> GetResponse:
    """Let no page wait for a database that hangs."""
    return database_deadline(settings.DATABASE_SECONDS)(get_response)


def bounds(get_response: GetResponse) -> GetResponse:
    """Refuse what no page could take, and let no cache keep what did not say that it may."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if "\0" in request.path_info:
            # No address of ours has one, and PostgreSQL would choke on it.
            response: HttpResponseBase = HttpResponse("Not found\n", "text/plain", 404)
        elif request.method not in METHODS:
            response = HttpResponseNotAllowed(METHODS, "Method not allowed\n", "text/plain")
        elif request.content_params and not _is_utf8(request.content_params.get("charset", "")):
            response = HttpResponse("Send UTF-8\n", "text/plain", 400)
        elif (sent_number(request.META.get("CONTENT_LENGTH"), 18) or 0) > BODY_MOST:
            # As the sender says it: servers read no further than that.
            response = HttpResponse("Too large\n", "text/plain", 413)
        else:
            response = get_response(request)
        # What anybody gets depends on who asks, redirects and errors too: the back button and
        # whoever has a sheet already ask again.
        response.headers.setdefault("Cache-Control", "private, no-cache")
        response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        return response

    return middleware


def methods(get_response: GetResponse) -> GetResponse:
    """Say in words that an address does not take what was sent; Django's own answer is blank."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if isinstance(response, HttpResponseNotAllowed) and not response.content:
            response.content = render_to_string("405.html", request=request)
        return response

    return middleware


def reader(get_response: GetResponse) -> GetResponse:
    """Mark each page with whose it is, so that sw.js shows a kept one to nobody else."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if response.headers.get("Content-Type", "").startswith("text/html"):
            # The key changes whenever somebody signs in or out; what is told of it leads nowhere.
            key = request.session.session_key or ""
            response.headers[READER] = salted_hmac("tracker.reader", key).hexdigest()[:16]
        return response

    return middleware


def _is_utf8(charset: str) -> bool:
    """Say whether a body is in UTF-8, as every browser sends it, or says nothing about it."""
    return charset.strip("\"' ").lower() in ("", "utf-8", "utf8", "us-ascii")
