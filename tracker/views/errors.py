"""The pages of what went wrong: a fault of ours, or somebody who may not, or not yet."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseServerError
from django.template.loader import render_to_string
from django.views.defaults import permission_denied

from campaign.services.limits import RateLimited
from tracker.limits import rate_limited


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Say no; to whoever came too often, until when."""
    if isinstance(exception, RateLimited):
        return rate_limited(request, exception)
    return permission_denied(request, exception)


def server_error(request: HttpRequest) -> HttpResponse:
    """Say that something broke, with the id to find it in the log by; it asks nothing of anybody.

    Rendered without the request: what broke may be the very thing a context processor needs.
    """
    context = {"request_id": getattr(request, "request_id", "")}
    return HttpResponseServerError(render_to_string("500.html", context))
