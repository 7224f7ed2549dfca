"""Pages that only show what a campaign has: market, nemesis deck, results, statistics."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from campaign.selectors import statistics
from tracker.access import campaign_access
from tracker.presenters.statistics import highlights, in_columns, summary, with_common
from tracker.systems.aeons_end.presenters import results as presenter
from tracker.systems.aeons_end.presenters.look import look
from tracker.systems.aeons_end.presenters.market import passage, piles
from tracker.systems.aeons_end.presenters.nemesis import nemesis_page
from tracker.systems.aeons_end.presenters.statistics import campaign_charts, closest_win

RESULTS_SHOWN = 30  # games on a page: more than most campaigns have


@require_safe
def market(request: HttpRequest, code: str) -> HttpResponse:
    """Show the nine piles, and when each pile came and went."""
    seen = look(request, campaign_access(request, code))
    context = {"piles": piles(seen), "passage": passage(seen)}
    return seen.page(request, "aeons_end/market.html", context, current="market")


@require_safe
def nemesis(request: HttpRequest, code: str) -> HttpResponse:
    """Show the basic cards by tier, what became of them, and who was met."""
    seen = look(request, campaign_access(request, code))
    context = {"deck": nemesis_page(seen)}
    return seen.page(request, "aeons_end/nemesis.html", context, current="nemesis")


@require_safe
def results(request: HttpRequest, code: str) -> HttpResponse:
    """Show every game's result, and what they add up to."""
    seen = look(request, campaign_access(request, code))
    rows = presenter.results(seen)
    # The latest games come first, by pages; on each of them the first one does.
    page = Paginator(rows[::-1], RESULTS_SHOWN).get_page(request.GET.get("page"))
    totals = presenter.totals(rows)
    context = {
        "rows": presenter.shown(seen, page),
        "page": page,
        "page_query": "" if seen.after is None else f"after={seen.after}&",
        "totals": totals,
        "spent": divmod(totals.minutes, 60),
        "state": seen.state,
    }
    return seen.page(request, "aeons_end/results.html", context, current="results")


@require_safe
def campaign_statistics(request: HttpRequest, code: str) -> HttpResponse:
    """Show what a campaign's games add up to, and what happened to its cards and its market."""
    access = campaign_access(request, code)
    seen = look(request, access)
    told = statistics.campaign_statistics(access.campaign, after=seen.after)
    charts = list(with_common(told, campaign_charts(told, seen))) if told.score.games else []
    context = {
        "columns": in_columns(charts),
        "summary": summary(told),
        "highlights": list(highlights(told, closest_win(told))),
        "beside_url": seen.url("market"),
        "beside_label": _("When each pile came and went"),
    }
    template = "plays/campaign_statistics.html"
    return seen.page(request, template, context, current="campaign_statistics")
