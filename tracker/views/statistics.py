"""Statistics: of somebody's games, and of a campaign's."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from campaign.selectors import statistics as counted
from campaign.selectors.plays import plays_of
from tracker.access import campaign_access, person_of
from tracker.pages import campaign_page, page
from tracker.presenters.statistics import in_columns, person_charts, summary, with_common
from tracker.systems.aeons_end.presenters.look import look
from tracker.systems.aeons_end.presenters.statistics import campaign_charts
from tracker.views.plays import asked, asked_of, to_sign_in


@require_safe
def statistics(request: HttpRequest) -> HttpResponse:
    """Show what somebody's games add up to, filtered as they ask."""
    person = person_of(request)
    if person is None:
        return to_sign_in("statistics")
    form = asked_of(request, person)
    wanted, language = form.wanted(), get_language() or "en"
    plays = plays_of(person, wanted)
    told = counted.count_plays(plays, language)
    charts = list(person_charts(told, plays, language)) if told.score.games else []
    context = {
        "columns": in_columns(charts),
        "summary": summary(told),
        "one_sided": bool(wanted.result),
        **asked(form),
    }
    status = 422 if form.errors else 200
    return page(request, "plays/statistics.html", context, part="numbers", status=status)


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
        "then": seen.then(request.path),
        "nav": seen.nav("campaign_statistics"),
    }
    return campaign_page(request, access, "plays/campaign_statistics.html", context)
