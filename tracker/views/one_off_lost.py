"""A game that was not kept whole and that its box can no longer draw: what is known is shown."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse

from campaign.selectors import one_off as selectors
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


def _lost_page(request: HttpRequest, access: OneOffAccess) -> HttpResponse:
    game = access.game
    context = {
        "access": access,
        "game": game,
        "nemesis": selectors.nemesis_name(game),
        "box": selectors.one_off_pack(game).name.in_language(game.language),
        "photos": one_off_photo_views(game),
        "photos_form": PhotosForm(),
    }
    status = 200 if request.method in ("GET", "HEAD") else 409
    return page(request, "one_off/lost.html", context, status=status)
