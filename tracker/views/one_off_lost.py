"""A game that was not kept whole and that its box can no longer draw: what is known is shown."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse

from campaign.models import Game, Play
from campaign.records import GameRecord
from campaign.selectors import games as selectors
from campaign.selectors.names import name_of
from tracker.access import OneOffAccess, one_off_access
from tracker.forms.keepsakes import PhotosForm
from tracker.pages import page
from tracker.presenters.photos import one_off_photo_views

View = Callable[..., HttpResponse]


def told_if_lost(view: View) -> View:
    """Let a game's page say so where the game can no longer be laid out."""

    @wraps(view)
    def told(request: HttpRequest, code: str, **parts: Any) -> HttpResponse:
        try:
            return view(request, code, **parts)
        except selectors.SetupLost:
            return _lost_page(request, one_off_access(request, code))

    return told


def _against(game: Game, record: GameRecord) -> str:
    """Return what was played against: as the ledger counts it, or as players chose it."""
    play = Play.objects.filter(game=game).first()
    key = play.against if play else record.planned.choices.nemesis or ""
    return name_of("against", key, game.language, system=game.system) if key else ""


def _lost_page(request: HttpRequest, access: OneOffAccess) -> HttpResponse:
    game = access.game
    context = {
        "access": access,
        "game": game,
        "record": access.record,
        "nemesis": _against(game, access.record),
        "box": selectors.box(game.system).name.in_language(game.language),
        "photos": one_off_photo_views(game),
        "photos_form": PhotosForm(),
    }
    status = 200 if request.method in ("GET", "HEAD") else 409
    return page(request, "one_off/lost.html", context, status=status)
