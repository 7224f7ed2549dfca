"""Files of a game, of a campaign or one-off: its set-up sheet, and its picture to share."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from campaign.models import Game
from campaign.rules.core.sheet import SetupSheet
from campaign.selectors.games import sheet_for
from tracker.faces.registry import campaign_face, face_of
from tracker.people.access import campaign_access, game_access
from tracker.sheets.compiler import Format
from tracker.web.records import game_face, game_file_name, sheet_heading
from tracker.web.sheet_response import setup_response, sheet_response


@require_safe
def sheet_pdf(request: HttpRequest, code: str) -> HttpResponse:
    """Return the set-up sheet of a game to print."""
    _access, game = game_access(request, code)
    return setup_response(request, game, lambda: _sheet(game))


@require_safe
def sheet_png(request: HttpRequest, code: str) -> HttpResponse:
    """Return the set-up sheet of a game as a picture."""
    _access, game = game_access(request, code)
    return setup_response(request, game, lambda: _sheet(game), form=Format.PNG)


@require_safe
def sheet_text(request: HttpRequest, code: str) -> HttpResponse:
    """Return the set-up sheet of a game as plain text."""
    _access, game = game_access(request, code)
    command = face_of(game.system).command
    if command is None:
        raise Http404
    lines = command.text(_sheet(game), sheet_heading(game))
    return HttpResponse(
        "".join(f"{line}\n" for line in lines),
        content_type="text/plain; charset=utf-8",
        headers={"Cache-Control": "private, no-store"},
    )


@require_safe
def sheet_json(request: HttpRequest, code: str) -> JsonResponse:
    """Return the set-up sheet of a game as JSON."""
    _access, game = game_access(request, code)
    return JsonResponse(_sheet(game).as_dict(), headers={"Cache-Control": "private, no-store"})


@require_safe
def share_png(request: HttpRequest, code: str) -> HttpResponse:
    """Return the picture of a game to share; with ``?names=1``, with the names of who played."""
    _access, game = game_access(request, code)
    names = request.GET.get("names") == "1"
    return sheet_response(
        request,
        lambda: game_face(game).share_document(game, names=names),
        name=game_file_name(game),
        shows=("share", game.number, game.record.stamp, names),
        form=Format.PNG,
    )


@require_safe
def campaign_share_png(request: HttpRequest, code: str) -> HttpResponse:
    """Return the picture of a whole campaign to share, likewise."""
    campaign = campaign_access(request, code).campaign
    names = request.GET.get("names") == "1"
    return sheet_response(
        request,
        lambda: campaign_face(campaign.system).campaign_share_document(campaign, names=names),
        name=f"{slugify(campaign.name) or campaign.code}-campaign",
        shows=("campaign", campaign.stamp, names),
        form=Format.PNG,
    )


def _sheet(game: Game) -> SetupSheet[Any]:
    try:
        return sheet_for(game)
    except LookupError as undone:  # a moment ago
        raise Http404 from undone
