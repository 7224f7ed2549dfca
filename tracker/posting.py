"""Addresses that only take what is sent to them, for who opens one all the same.

A restored tab, a language chosen on a page that answered a form, a link passed on: each asks for
such an address. Whoever may look at the page it belongs to is led there, and nothing is done.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from tracker.access import Need, campaign_access, game_access, person_of
from tracker.pages import game_url, go

View = Callable[..., HttpResponse]
Back = Callable[..., str]


def posted(back: Back) -> Callable[[View], View]:
    """Let a view take posts only; ``back`` says, after asking who looks, where others are led."""

    def around(view: View) -> View:
        @wraps(view)
        def posted_or_back(request: HttpRequest, *args: Any, **parts: Any) -> HttpResponse:
            if request.method == "POST":
                return view(request, *args, **parts)
            return go(request, back(request, *args, **parts))

        return posted_or_back

    return around


def to_game(request: HttpRequest, code: str, number: int | None = None, **_parts: Any) -> str:
    """Return the page of a game."""
    _access, game = game_access(request, code, number)
    return game_url(game)


def to_setup(request: HttpRequest, code: str, number: int) -> str:
    """Return the page that lays a campaign's game out."""
    return _of_game("setup", request, code, number)


def to_aftermath(request: HttpRequest, code: str, number: int) -> str:
    """Return the page of a game's aftermath."""
    return _of_game("aftermath", request, code, number)


def to_campaign(request: HttpRequest, code: str) -> str:
    """Return the front page of a campaign."""
    return reverse("campaign", args=[campaign_access(request, code).campaign.code])


def to_mages(request: HttpRequest, code: str, **_parts: Any) -> str:
    """Return the page of a campaign's mages."""
    return reverse("mages", args=[campaign_access(request, code).campaign.code])


def to_people(request: HttpRequest, code: str, **_parts: Any) -> str:
    """Return the page of a campaign's people, for its keeper."""
    return reverse("people", args=[campaign_access(request, code, Need.KEEP).campaign.code])


def to_account(request: HttpRequest) -> str:
    """Return the account page of whoever is signed in, else the home page."""
    return reverse("account" if person_of(request) else "home")


def to_home(_request: HttpRequest) -> str:
    """Return the home page."""
    return reverse("home")


def _of_game(page: str, request: HttpRequest, code: str, number: int) -> str:
    _access, game = game_access(request, code, number)
    return game_url(game, page)
