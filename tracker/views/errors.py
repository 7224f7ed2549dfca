"""Error pages: bad requests, no permission, rate limits, a bug, a service that does not answer."""

import math
import sys

from django.core.exceptions import (
    DisallowedHost,
    RequestDataTooBig,
    TooManyFieldsSent,
    TooManyFilesSent,
)
from django.db import InterfaceError, OperationalError
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseBadRequest,
    HttpResponseServerError,
)
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.defaults import permission_denied

from campaign.pictures import STORAGE_FAULTS
from campaign.services.limits import RateLimited
from tracker.bounded.pool import WorkRefused
from tracker.config.start import FULL
from tracker.web.display import Display
from tracker.web.logs import current_request
from tracker.web.pages import page

RETRY_SECONDS = 10


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Render the 400 page, which says why the site does not read a request.

    Without the request: what a context processor needs of it may be what cannot be read.
    """
    is_elsewhere = isinstance(exception, DisallowedHost)
    context = {"reason": _unread(exception), "is_elsewhere": is_elsewhere, "display": Display()}
    return HttpResponseBadRequest(render_to_string("400.html", context))


def _unread(error: Exception) -> str:
    match error:
        case DisallowedHost():
            return _("The site isn’t open at this address. Use the one you were given.")
        case TooManyFieldsSent() | TooManyFilesSent() | RequestDataTooBig():
            return _("That was too much at once. Nothing was changed; send it in parts.")
    return _("The site can’t read what was sent. Nothing was changed.")


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Render the 403 page; over a rate limit, a 429 page that says how long to wait."""
    if not isinstance(exception, RateLimited):
        return permission_denied(request, exception)
    seconds = max(1, math.ceil(exception.wait.total_seconds()))
    minutes = math.ceil(seconds / 60)
    wait = ngettext(
        "Try again in %(minutes)s minute.", "Try again in %(minutes)s minutes.", minutes
    ) % {"minutes": minutes}
    context = {"reason": exception.limit.reason, "wait": wait}
    response = page(request, "account/locked.html", context, status=429)
    response.headers["Retry-After"] = str(seconds)
    response.headers["Cache-Control"] = "private, no-store"
    return response


def server_error(request: HttpRequest) -> HttpResponse:
    """Render the 500 page with the request id, or a 503 page if a service does not answer.

    Without the request: what failed may be what a context processor needs.
    """
    if reason := _unavailable(sys.exception()):
        said = render_to_string("503.html", {"reason": reason, "display": Display()})
        return HttpResponse(said, status=503, headers={"Retry-After": str(RETRY_SECONDS)})
    context = {"request_id": current_request.get(), "display": Display()}
    return HttpResponseServerError(render_to_string("500.html", context))


def _is_full(error: OperationalError | OSError) -> bool:
    """Say whether the disk is full: that of the database, or that of the pictures."""
    return "full" in str(error) if isinstance(error, OperationalError) else error.errno in FULL


def _unavailable(error: BaseException | None) -> str:
    """Return which service failed, in words; "" for a bug of ours."""
    match error:
        case WorkRefused():
            return _("This takes too long to create right now. Try again in a few seconds.")
        case OperationalError() | OSError() if _is_full(error):
            return _("The site’s disk is full: nothing can be saved. Reading still works.")
        case OperationalError() | InterfaceError():
            return _("The site can’t reach its data. Nothing was changed; try again soon.")
        case Exception() if isinstance(error, STORAGE_FAULTS) and not isinstance(error, OSError):
            return _("The site can’t reach its pictures. Nothing was changed; try again soon.")
    return ""
