"""The rules of a game at a glance: a page, and a sheet to print."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from campaign.models import Game
from campaign.selectors import live as selectors
from tracker.faces.crib import Crib
from tracker.people.access import Access, game_access
from tracker.presenters.crib import crib_document, crib_of, crib_sections, page_note
from tracker.web.pages import record_page
from tracker.web.records import game_face
from tracker.web.sheet_response import game_sheet_response


@require_safe
def crib(request: HttpRequest, code: str) -> HttpResponse:
    """Show what a group may look up; from a live game, the way back leads there."""
    access, game, found = _crib(request, code)
    context = {
        "heading": game_face(game).heading(game),
        "sections": crib_sections(game, found),
        "note": page_note(game, found),
        "is_live": selectors.table_of(game) is not None and not selectors.is_closed(game),
    }
    return record_page(request, access, "games/crib.html", context, game=game)


@require_safe
def crib_pdf(request: HttpRequest, code: str) -> HttpResponse:
    """Return the same to print."""
    _access, game, found = _crib(request, code)
    return game_sheet_response(request, game, lambda: crib_document(game, found), name="rules")


def _crib(request: HttpRequest, code: str) -> tuple[Access, Game, Crib[Any]]:
    access, game = game_access(request, code)
    found = crib_of(game)
    if found is None:
        raise Http404
    return access, game, found
