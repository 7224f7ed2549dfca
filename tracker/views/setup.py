"""The table: the set-up sheet of a game, and the list to restore a box from."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from campaign import phrases, selectors
from campaign.rules.aeons_end.legacy.state import Phase
from campaign.rules.sheet import SetupSheet
from tracker.access import Access, session_access
from tracker.pages import campaign_page
from tracker.presenters.game import game_state
from tracker.presenters.table import put_away_steps, restore_groups, table


@require_safe
def setup(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Show how to lay out a game, as a checklist for the table."""
    access, session = session_access(request, code, number)
    sheet = _sheet(access, number)

    def body() -> dict[str, Any]:
        before = selectors.session_setup(access.campaign, game=number - 1)
        seats = selectors.campaign_record(access.campaign).story.seats
        namer = selectors.campaign_namer(access.campaign)
        return {
            "table": table(sheet, seats, namer, before=before),
            # A game that is undone and planned anew is another game: nothing of it is ticked yet.
            "key": f"{access.campaign.code}:{number}:{session.pk}",
            "before": phrases.before(sheet.before),
            "before_parts": {line.part for line in sheet.before},
            "is_planned": game_state(access, number).phase is Phase.PLANNED,
        }

    context = {"session": session, "sheet": sheet, "body": body}
    return campaign_page(request, access, "games/setup.html", context, current="campaign")


@require_safe
def restore(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Show every component and the state it is in, for a table that comes back."""
    access, session = session_access(request, code, number)
    sheet = _sheet(access, number)

    def body() -> dict[str, Any]:
        return {
            "groups": restore_groups(sheet.restore),
            "put_away": put_away_steps(sheet.put_away),
            "key": f"{access.campaign.code}:{number}:{session.pk}:restore",
        }

    context = {"session": session, "sheet": sheet, "body": body}
    return campaign_page(request, access, "games/restore.html", context, current="campaign")


def _sheet(access: Access, number: int) -> SetupSheet:
    sheet = selectors.session_setup(access.campaign, game=number)
    if sheet is None:
        raise Http404
    return sheet
