"""The page of a fault of ours."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseServerError
from django.template.loader import render_to_string


def server_error(request: HttpRequest) -> HttpResponse:
    """Say that something broke, with the id to find it in the log by; it asks nothing of anybody.

    Rendered without the request: what broke may be the very thing a context processor needs.
    """
    context = {"request_id": getattr(request, "request_id", "")}
    return HttpResponseServerError(render_to_string("500.html", context))
