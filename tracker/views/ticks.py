"""Ticks of a set-up sheet, sent one by one by a script, or all at once by a form."""

from django.http import HttpRequest, HttpResponse, JsonResponse

from campaign.services.ticks import RESTORE, SETUP, game_tick
from tracker.access import Need, game_access
from tracker.pages import game_url, go

JSON = "application/json"


def ticks(request: HttpRequest, code: str, number: int | None = None) -> HttpResponse:
    """Tick steps of a sheet, and answer with what is ticked on any phone."""
    posting = request.method == "POST"
    _access, game = game_access(request, code, number, Need.RECORD if posting else Need.LOOK)
    asks = JSON in request.headers.get("Accept", "")
    sheet = (request.POST if posting else request.GET).get("sheet", SETUP)
    if posting:
        untick = request.POST.getlist("untick") if asks else None
        game_tick(game=game, sheet=sheet, tick=request.POST.getlist("tick"), untick=untick)
    if asks:
        return JsonResponse({"ticked": game.ticks.get(sheet, [])})
    if game.campaign_id is None:
        return go(request, game_url(game))
    return go(request, game_url(game, RESTORE if sheet == RESTORE else SETUP))
