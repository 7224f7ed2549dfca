"""The set-up sheet of a game, of a campaign or one-off: on paper, and as JSON."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from campaign.models import Game
from campaign.rules.core.sheet import SetupSheet
from campaign.selectors.games import sheet_for
from tracker.people.access import game_access
from tracker.sheets.response import setup_response


@require_safe
def sheet_pdf(request: HttpRequest, code: str, number: int | None = None) -> HttpResponse:
    """Return the set-up sheet of a game to print."""
    _access, game = game_access(request, code, number)
    return setup_response(request, game, lambda: _sheet(game))


@require_safe
def sheet_json(request: HttpRequest, code: str, number: int | None = None) -> JsonResponse:
    """Return the set-up sheet of a game as JSON."""
    _access, game = game_access(request, code, number)
    return JsonResponse(_sheet(game).as_dict(), headers={"Cache-Control": "private, no-store"})


def _sheet(game: Game) -> SetupSheet[Any]:
    try:
        return sheet_for(game)
    except LookupError as undone:  # a moment ago
        raise Http404 from undone
