"""What a page of a game asks for while it is open: what has happened since it was rendered."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from campaign.selectors.live import has_table, is_closed
from tracker.forms.fields import sent_number
from tracker.people.access import game_access
from tracker.presenters.news import Asker, news_at, news_since
from tracker.web.pages import go, page
from tracker.web.records import game_url

DIGITS = 12  # of the id of a change


@never_cache
@require_safe
def news(request: HttpRequest, code: str) -> HttpResponse:
    """Return what has happened since a page was rendered; nothing (204) if it shows that already.

    The page before the live table is led there once somebody has started.
    """
    access, game = game_access(request, code)
    asker = next((each for each in Asker if each == request.GET.get("page")), Asker.PLAN)
    if asker is Asker.WAIT and (has_table(game) or is_closed(game)):
        return go(request, game_url(game, "live"))
    seen = sent_number(request.GET.get("seen"), DIGITS)
    if seen is None:
        return page(request, "games/news.html", {"news": news_at(access, game, asker)})
    found = news_since(access, game, asker, seen=seen)
    if request.GET.get("shown") == found.shown:
        return HttpResponse(status=204)
    return page(request, "games/news.html", {"news": found})
