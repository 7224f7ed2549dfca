"""The table: the set-up sheet of a game, and the list to restore a box from.

A sheet is a picture of the campaign's state, so it is drawn once for each state and language.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from campaign import selectors
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

    def draw() -> Mapping[str, object]:
        before = selectors.session_setup(access.campaign, game=number - 1)
        seats = selectors.campaign_record(access.campaign).story.seats
        namer = selectors.campaign_namer(access.campaign)
        return {"table": table(sheet, seats, namer, before=before)}

    context = {
        "session": session,
        "sheet": sheet,
        "laid_out": _drawn("games/table.html", access, f"{number}", draw),
        "is_planned": game_state(access, number).phase is Phase.PLANNED,
    }
    return campaign_page(request, access, "games/setup.html", context, current="campaign")


@require_safe
def restore(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Show every component and the state it is in, for a table that comes back."""
    access, session = session_access(request, code, number)
    sheet = _sheet(access, number)

    def draw() -> Mapping[str, object]:
        return {
            "groups": restore_groups(sheet.restore),
            "put_away": put_away_steps(sheet.put_away),
        }

    context = {
        "session": session,
        "sheet": sheet,
        "box": _drawn("games/box.html", access, f"{number}:restore", draw),
    }
    return campaign_page(request, access, "games/restore.html", context, current="campaign")


def _sheet(access: Access, number: int) -> SetupSheet:
    sheet = selectors.session_setup(access.campaign, game=number)
    if sheet is None:
        raise Http404
    return sheet


def _drawn(
    template: str, access: Access, ticks: str, draw: Callable[[], Mapping[str, object]]
) -> SafeString:
    """Return a part that depends on the campaign's state alone; ``ticks`` names its checklist."""
    campaign = access.campaign

    def make() -> SafeString:
        return render_to_string(template, {**draw(), "key": f"{campaign.code}:{ticks}"})

    if settings.DEBUG:  # a template that is being written changes while the campaign does not
        return make()
    return selectors.memory.of((campaign.stamp, template, ticks, get_language()), make)
