"""Statistics: of all of somebody's games, and of a campaign's."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from campaign import statistics as counted
from tracker.access import campaign_access, person_of
from tracker.pages import campaign_page, page
from tracker.presenters.look import look
from tracker.presenters.market import passage
from tracker.presenters.statistics import campaign_charts, person_charts, summary
from tracker.views.plays import to_sign_in


@require_safe
def statistics(request: HttpRequest) -> HttpResponse:
    """Show what all of somebody's games add up to."""
    person = person_of(request)
    if person is None:
        return to_sign_in("statistics")
    told = counted.statistics_of(person, language=get_language() or "en")
    drawn = person_charts(told) if told.score.games else ()
    context = {"charts": drawn, "summary": summary(told)}
    return page(request, "plays/statistics.html", context)


@require_safe
def campaign_statistics(request: HttpRequest, code: str) -> HttpResponse:
    """Show what a campaign's games add up to, and what happened to its cards and its market."""
    access = campaign_access(request, code)

    def body() -> dict[str, Any]:
        told = counted.campaign_statistics(access.campaign)
        seen = look(request, access, back=False)
        return {
            "charts": campaign_charts(told, seen) if told.score.games else (),
            "summary": summary(told),
            "passage": passage(seen),
        }

    return campaign_page(
        request,
        access,
        "plays/campaign_statistics.html",
        {"body": body},
        current="campaign_statistics",
    )
