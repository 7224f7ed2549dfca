"""The results table."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tracker.access import campaign_access
from tracker.systems.aeons_end.presenters import results as presenter
from tracker.systems.aeons_end.presenters.look import look

SHOWN = 30  # games on a page: more than most campaigns have


@require_safe
def results(request: HttpRequest, code: str) -> HttpResponse:
    """Show every game's result, and what they add up to."""
    access = campaign_access(request, code)
    seen = look(request, access)
    rows = presenter.results(seen)
    # The latest games come first, by pages; on each of them the first one does.
    page = Paginator(rows[::-1], SHOWN).get_page(request.GET.get("page"))
    context = {
        "rows": presenter.shown(seen, page),
        "page": page,
        "page_query": "" if seen.after is None else f"after={seen.after}&",
        "totals": presenter.totals(seen, rows),
        "mages": [seat.name for seat in seen.state.seats],
    }
    return seen.page(request, "aeons_end/results.html", context, current="results")
