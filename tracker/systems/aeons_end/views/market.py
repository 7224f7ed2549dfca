"""The market: now, and through time."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tracker.access import campaign_access
from tracker.systems.aeons_end.presenters.look import look
from tracker.systems.aeons_end.presenters.market import passage, piles


@require_safe
def market(request: HttpRequest, code: str) -> HttpResponse:
    """Show the nine piles, and when each pile came and went."""
    access = campaign_access(request, code)
    seen = look(request, access)
    context = {
        "piles": piles(seen),
        "passage": passage(seen),
    }
    return seen.page(request, "aeons_end/market.html", context, current="market")
