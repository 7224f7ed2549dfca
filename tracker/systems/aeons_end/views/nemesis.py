"""The nemesis deck: this campaign's basics, and the nemeses it has met."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tracker.access import campaign_access
from tracker.systems.aeons_end.presenters.look import look
from tracker.systems.aeons_end.presenters.nemesis import nemesis_page


@require_safe
def nemesis(request: HttpRequest, code: str) -> HttpResponse:
    """Show the basic cards by tier, what became of them, and who was met."""
    access = campaign_access(request, code)
    seen = look(request, access)
    context = {
        "deck": nemesis_page(seen),
    }
    return seen.page(request, "aeons_end/nemesis.html", context, current="nemesis")
