"""The history: everything that was written, in words."""

from collections.abc import Iterable, Mapping

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from campaign.models import ChangeKind
from campaign.selectors import history as selectors
from campaign.selectors.history import GameHistory
from tracker.access import Access, campaign_access
from tracker.forms.one_offs import BareForm
from tracker.pages import record_page
from tracker.presenters.history import HistoryBook, offers_withdrawal
from tracker.views.fork import may_fork

SHOWN = 5  # games on a page
GAMES_SHOWN = 12  # to look back to, at once


@require_safe
def history(request: HttpRequest, code: str) -> HttpResponse:
    """Show what was written, by whom and when, the latest first."""
    access = campaign_access(request, code)
    withdrawing = "withdraw" in request.GET and access.may_record
    asked = request.GET.get("page", 1)
    found = selectors.history_by_game(access.campaign, page=asked, size=SHOWN)
    book = HistoryBook(access, withdrawing=withdrawing)
    context = {
        "cards": book.cards(found),
        "page": found,
        "may_withdraw": access.may_record and offers_withdrawal(found),
        "last": book.games[-1] if book.games else None,
        # The last of them is the campaign as it is.
        "games": book.games[:-1][-GAMES_SHOWN:],
        "withdrawing": withdrawing,
        "may_edit": access.may_record,
        "may_fork": may_fork(access),
        "undo": _undo(access, found) if access.may_record and found.number == 1 else None,
    }
    return record_page(request, access, "campaigns/history.html", context, current="history")


def _undo(access: Access, found: Iterable[GameHistory]) -> Mapping[str, object] | None:
    """Return the button that takes the last write back, or brings back what was undone last."""
    shown = (each for group in found for each in group.happenings)
    latest = (each for each in shown if each.change.revision == access.record.revision)
    last = next(latest, None) or selectors.last_change(access.campaign)
    if last is None or not last.can_be_undone:
        return None
    again = last.change.kind == ChangeKind.UNDO
    return {"form": BareForm(access=access), "icon": "redo" if again else "undo", "again": again}
