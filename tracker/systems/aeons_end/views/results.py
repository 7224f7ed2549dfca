"""The results table."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tracker.access import campaign_access
from tracker.pages import campaign_page
from tracker.systems.aeons_end.presenters.look import look
from tracker.systems.aeons_end.presenters.results import results as result_rows
from tracker.systems.aeons_end.presenters.results import totals


@require_safe
def results(request: HttpRequest, code: str) -> HttpResponse:
    """Show every game's result, and what they add up to."""
    access = campaign_access(request, code)
    seen = look(request, access)
    rows = result_rows(seen)
    context = {
        "rows": rows,
        "totals": totals(seen, rows),
        "then": seen.then(request.path),
        "may_edit": seen.may_edit,
        "nav": seen.nav("results"),
    }
    return campaign_page(request, access, "aeons_end/results.html", context, current="results")
