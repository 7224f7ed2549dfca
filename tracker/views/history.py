"""The history: everything that was written, in words."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from campaign.selectors import history as selectors
from tracker.access import campaign_access
from tracker.pages import campaign_page
from tracker.presenters.history import HistoryBook
from tracker.views.fork import may_fork

SHOWN = 25  # writes on a page
GAMES_SHOWN = 24  # to look back to, at once


@require_safe
def history(request: HttpRequest, code: str) -> HttpResponse:
    """Show what was written, by whom and when, the latest first."""
    access = campaign_access(request, code)
    withdrawing = "withdraw" in request.GET and access.may_record
    found = selectors.history(access.campaign, page=request.GET.get("page", 1), size=SHOWN)
    book = HistoryBook(access, withdrawing=withdrawing)
    context = {
        "changes": book.changes(found),
        "page": found,
        "may_withdraw": access.may_record and book.offers_withdrawal(),
        "last": book.games[-1] if book.games else None,
        # The last of them is the campaign as it is.
        "games": book.games[:-1][-GAMES_SHOWN:],
        "withdrawing": withdrawing,
        "may_edit": access.may_record,
        "may_fork": may_fork(access),
    }
    return campaign_page(request, access, "campaigns/history.html", context, current="history")
