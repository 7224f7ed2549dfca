"""Statistics of somebody's games."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from campaign.models import Person
from campaign.selectors.statistics import count_plays
from tracker.pages import page
from tracker.presenters.statistics import in_columns, person_charts, person_highlights, summary
from tracker.sign_ins import signed_in
from tracker.views.plays import asked, asked_of


@require_safe
@signed_in("statistics")
def statistics(request: HttpRequest, person: Person) -> HttpResponse:
    """Show what somebody's games add up to, filtered as they ask."""
    form, plays = asked_of(request, person)
    wanted, language = form.wanted(), get_language() or "en"
    told = count_plays(plays, language)
    charts = list(person_charts(told, plays, language)) if told.score.games else []
    context = {
        "columns": in_columns(charts),
        "summary": summary(told),
        "highlights": person_highlights(told) if told.score.games else (),
        "one_sided": bool(wanted.result),
        **asked(form),
    }
    status = 422 if form.errors else 200
    return page(request, "plays/statistics.html", context, part="numbers", status=status)
