"""Statistics of a campaign."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from campaign.selectors import statistics as counted
from tracker.access import campaign_access
from tracker.presenters.statistics import highlights, in_columns, summary, with_common
from tracker.systems.aeons_end.presenters.look import look
from tracker.systems.aeons_end.presenters.statistics import campaign_charts, closest_win


@require_safe
def campaign_statistics(request: HttpRequest, code: str) -> HttpResponse:
    """Show what a campaign's games add up to, and what happened to its cards and its market."""
    access = campaign_access(request, code)
    seen = look(request, access)
    told = counted.campaign_statistics(access.campaign, after=seen.after)
    charts = list(with_common(told, campaign_charts(told, seen))) if told.score.games else []
    context = {
        "columns": in_columns(charts),
        "summary": summary(told),
        "highlights": highlights(told, closest_win(told)),
        "beside_url": seen.url("market"),
        "beside_label": _("When each pile came and went"),
    }
    template = "plays/campaign_statistics.html"
    return seen.page(request, template, context, current="campaign_statistics")
