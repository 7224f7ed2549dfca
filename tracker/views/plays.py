"""The play log: as a page, as CSV, as plays for BG Stats, and statistics."""

from django.core.paginator import Paginator
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    HttpResponseRedirect,
    JsonResponse,
    StreamingHttpResponse,
)
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from campaign.models import Person
from campaign.selectors.admission import boxes_closed_to
from campaign.selectors.plays import play_of
from campaign.selectors.statistics import count_plays
from tracker.forms.plays import PlaysForm
from tracker.people.access import game_access
from tracker.people.limits import LOG_FILES
from tracker.people.sign_ins import signed_in
from tracker.presenters import bgstats
from tracker.presenters.play_csv import csv_lines
from tracker.presenters.plays import PlayView, log_links
from tracker.presenters.statistics import statistics_of
from tracker.web.pages import as_file, page

PAGE = 15
BATCH = 1000  # plays whose seats are prefetched at once
MAX_IN_A_FILE = 20_000  # BG Stats reads its file whole, on a phone


def _filters(request: HttpRequest, person: Person) -> PlaysForm:
    """Return the filters in the query string, for the plays that a person may see."""
    return PlaysForm(request.GET, person=person, closed=boxes_closed_to(person))


@require_safe
@signed_in("log")
def log(request: HttpRequest, person: Person) -> HttpResponse:
    """Show somebody's plays, filtered."""
    form = _filters(request, person)
    plays = form.plays().latest_first().with_rows()
    of_page = Paginator(plays, PAGE).get_page(request.GET.get("page"))
    language = get_language() or "en"
    context = {
        "plays": [PlayView.of(play, language) for play in of_page],
        "page": of_page,
        "links": log_links(of_page, form.query),
    }
    return page(request, "plays/log.html", context, form=form, part="plays")


@require_safe
@signed_in("log")
def log_csv(request: HttpRequest, person: Person) -> HttpResponseBase:
    """Return the same plays as CSV."""
    LOG_FILES.take(str(person.pk))
    plays = _filters(request, person).plays().latest_first().with_rows()
    lines = csv_lines(plays.iterator(chunk_size=BATCH))
    response = StreamingHttpResponse(lines, content_type="text/csv; charset=utf-8")
    return as_file(response, "breachkeeper-log.csv")


@require_safe
@signed_in("log")
def log_bgstats(request: HttpRequest, person: Person) -> HttpResponseBase:
    """Return the latest of the same plays as a play file of BG Stats."""
    LOG_FILES.take(str(person.pk))
    plays = _filters(request, person).plays().latest_first().with_rows()
    views = (PlayView.of(play) for play in plays[:MAX_IN_A_FILE])
    file = bgstats.play_file(views, me=person.display_name)
    return as_file(JsonResponse(file), "breachkeeper.bgsplay")


@require_safe
@signed_in("statistics")
def statistics(request: HttpRequest, person: Person) -> HttpResponse:
    """Show statistics of somebody's plays, filtered; or the filters alone, until one is chosen."""
    form = _filters(request, person)
    counted = None
    if not form.is_to_be_chosen:
        stats = count_plays(form.plays(), get_language() or "en", person)
        counted = statistics_of(stats, form.valid, one_sided=bool(form.wanted.result))
    context = {"counted": counted}
    return page(request, "plays/statistics.html", context, form=form, part="numbers")


@require_safe
def game_bgstats(request: HttpRequest, code: str) -> HttpResponse:
    """Redirect to BG Stats, with a game to import."""
    _access, game = game_access(request, code)
    play = play_of(game)
    if play is None:
        raise Http404
    view = PlayView.of(play)
    if play.played_on is None:  # BG Stats needs a date, and any other would be made up
        return HttpResponseRedirect(view.url)
    response = HttpResponseRedirect(bgstats.play_link(view, play.played_on))
    response.headers["Referrer-Policy"] = "no-referrer"
    return response
