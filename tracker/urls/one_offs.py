"""URLs of one-off games; what they share with a campaign's games is in ``games``."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path

from campaign.selectors.games import SetupLost
from tracker.views import games, live, one_offs, photos, ticks


def of_game(route: str, view: Callable[..., HttpResponse], name: str, **more: bool) -> URLPattern:
    """Return an address of a game, which says so if the game can no longer be set up."""

    @wraps(view)
    def or_lost(request: HttpRequest, code: str, **parts: Any) -> HttpResponse:
        try:
            return view(request, code=code, **parts)
        except SetupLost:
            return one_offs.lost_page(request, code)

    return path(f"g/<str:code>/{route}", or_lost, more, name=name)


PHOTO = "photos/<slug:name>"

urlpatterns: list[URLPattern] = [
    path("play", one_offs.new, name="one_off_new"),
    of_game("", games.game, "one_off"),
    of_game("result", games.result, "one_off_result"),
    of_game("correct", games.correct, "one_off_correct"),
    of_game("live", live.live, "one_off_live"),
    of_game("live/open", live.live_open, "one_off_live_open"),
    of_game("live/move", live.live_move, "one_off_live_move"),
    of_game("live/state", live.live_state, "one_off_live_state"),
    of_game("live/events", live.live_events, "one_off_live_events"),
    of_game("live/log", live.live_log, "one_off_live_log"),
    of_game("live/moves.json", live.live_moves, "one_off_live_moves"),
    of_game("live/clear", live.live_clear, "one_off_live_clear"),
    of_game("ticks", ticks.ticks, "one_off_ticks"),
    of_game("photos", photos.photos, "one_off_photos"),
    of_game(PHOTO, photos.photo, "one_off_photo", one_off=True),
    of_game(f"{PHOTO}/thumb", photos.photo, "one_off_photo_thumb", one_off=True, thumb=True),
    of_game(f"{PHOTO}/caption", photos.photo_edit, "one_off_photo_caption"),
    of_game(f"{PHOTO}/delete", photos.delete, "one_off_photo_delete"),
    of_game("roll", one_offs.roll, "one_off_roll"),
    of_game("change", one_offs.change, "one_off_change"),
    of_game("undo", one_offs.undo, "one_off_undo"),
    of_game("reopen", one_offs.reopen, "one_off_reopen"),
    of_game("share", one_offs.share, "one_off_share"),
    of_game("delete", one_offs.delete, "one_off_delete"),
    of_game("sheet.pdf", one_offs.sheet_pdf, "one_off_sheet_pdf"),
    of_game("share.png", one_offs.share_png, "one_off_share_png"),
    of_game("sheet.json", one_offs.sheet_json, "one_off_sheet_json"),
]
