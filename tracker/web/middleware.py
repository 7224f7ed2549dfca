"""Middleware: request ids and logs, limits of a request, headers of every response."""

import logging
import re
import time
import uuid
from collections.abc import Callable

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.http.response import HttpResponseBase
from django.template.loader import render_to_string
from django.utils.crypto import salted_hmac

from tracker.forms.fields import sent_number
from tracker.people.gone import person_is_gone, record_is_gone
from tracker.web.deadlines import database_deadline
from tracker.web.display import Display
from tracker.web.logs import current_request
from tracker.words import former

JSON = "application/json"
TEXTS = ("text/", JSON, "image/svg+xml")

GetResponse = Callable[[HttpRequest], HttpResponseBase]

HEADER = "X-Request-ID"
READER = "X-Reader"
# An id that a proxy has set; nothing else, which could break a log line, a header or a page.
SAFE_ID = re.compile(r"[A-Za-z0-9_-]{8,64}")

# The largest valid request has all photos of a game, each of the largest size. Django limits text
# and the number of fields itself, but writes files of any size to the disk.
MAX_BODY = 256 * 1024 * 1024

# No view takes any other.
METHODS = ("GET", "HEAD", "POST")

# Features that no page uses, denied to injected scripts too.
PERMISSIONS = (
    "camera=(), display-capture=(), geolocation=(), microphone=(), midi=(), payment=(), usb=()"
)

logger = logging.getLogger("tracker.requests")


def request_id(get_response: GetResponse) -> GetResponse:
    """Give each request an id: in its response, in its log lines and on the error page."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        given = request.META.get("HTTP_X_REQUEST_ID", "")
        id_ = given if SAFE_ID.fullmatch(given) else uuid.uuid4().hex
        before = current_request.set(id_)
        started = time.perf_counter()
        try:
            response = get_response(request)
            if logger.isEnabledFor(logging.INFO):
                ms = round((time.perf_counter() - started) * 1000, 1)
                extra = {"request": request, "status_code": response.status_code, "ms": ms}
                logger.info("answered", extra=extra)
        finally:
            current_request.reset(before)
        response.headers[HEADER] = id_
        return response

    return middleware


def deadline(get_response: GetResponse) -> GetResponse:
    """Limit how long a page waits for a database that hangs."""
    return database_deadline(settings.DATABASE_SECONDS)(get_response)


def bounds(get_response: GetResponse) -> GetResponse:
    """Refuse requests that no view takes, and set the default headers of responses."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if "\0" in request.path_info:
            # No URL of ours has one, and PostgreSQL would raise an error.
            response: HttpResponseBase = HttpResponse("Not found\n", "text/plain", 404)
        elif request.method not in METHODS:
            response = HttpResponseNotAllowed(METHODS, "Method not allowed\n", "text/plain")
        elif request.content_params and not _is_utf8(request.content_params.get("charset", "")):
            response = HttpResponse("Send UTF-8\n", "text/plain", 400)
        elif (sent_number(request.META.get("CONTENT_LENGTH"), 18) or 0) > MAX_BODY:
            # Servers read no more than the header says.
            response = HttpResponse("Too large\n", "text/plain", 413)
        else:
            response = get_response(request)
        # Every response depends on the visitor, redirects and errors too: browsers must revalidate
        # it. For the back button they do so once the cookie is another one: answers vary by it.
        response.headers.setdefault("Cache-Control", "private, no-cache")
        response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        return response

    return middleware


def methods(get_response: GetResponse) -> GetResponse:
    """Give a 405 response a page; Django's own is blank."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if isinstance(response, HttpResponseNotAllowed) and not response.content:
            response.content = render_to_string("405.html", request=request)
        return response

    return middleware


def former_players(get_response: GetResponse) -> GetResponse:
    """Put former players into words in every response that is text, in its language."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        kind = response.headers.get("Content-Type", "")
        if isinstance(response, HttpResponse) and kind.startswith(TEXTS):
            put = former.said_in_json if kind.startswith(JSON) else former.said
            text = response.content.decode(response.charset)
            if (said := put(text)) != text:
                response.content = said
        return response

    return middleware


class DeletedMeanwhile:
    """Answer a request whose campaign, game or person was deleted while it was under way."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Return a 404 or 409 page; None for every other error."""
        if record_is_gone(request, error):
            logger.warning("its record was deleted meanwhile", exc_info=error)
            raise Http404 from error
        if person_is_gone(request, error):
            logger.warning("its person was deleted meanwhile", exc_info=error)
            # Without the request: its visitor is not there any more.
            said = render_to_string("409.html", {"display": Display()})
            return HttpResponse(said, status=409)
        return None


def reader(get_response: GetResponse) -> GetResponse:
    """Mark each page with its session, so that sw.js shows a cached one to nobody else."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if response.headers.get("Content-Type", "").startswith("text/html"):
            # The key changes whenever somebody signs in or out; its digest reveals nothing.
            key = request.session.session_key or ""
            response.headers[READER] = salted_hmac("tracker.reader", key).hexdigest()[:16]
        return response

    return middleware


def _is_utf8(charset: str) -> bool:
    """Say whether the charset of a body is UTF-8, as browsers send it, or not given."""
    return charset.strip("\"' ").lower() in ("", "utf-8", "utf8", "us-ascii")
