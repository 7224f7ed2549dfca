"""Redirects to where a game is now, with all that a request brings."""

from urllib.parse import quote

from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponsePermanentRedirect,
    HttpResponseRedirect,
)
from django.http.response import HttpResponseBase

from tracker.people.access import GameUndone
from tracker.web.middleware import GetResponse


def lead_to(request: HttpRequest, path: str) -> HttpResponse:
    """Redirect to the same page at another path; a form is sent there again by the browser."""
    query = request.META.get("QUERY_STRING", "")
    url = f"{path}?{query}" if query else path
    if request.method == "POST":
        return HttpResponsePermanentRedirect(url, preserve_request=True)
    return HttpResponseRedirect(url)


def lead_to_instead(request: HttpRequest, undone: GameUndone) -> HttpResponse | None:
    """Redirect to the same page of the game instead of one that was undone; None without one."""
    if undone.instead is None:
        return None
    path = request.path.replace(f"/{undone.code}", f"/{undone.instead.code}", 1)
    return lead_to(request, quote(path))


class UndoneGames:
    """Lead from the address of a game that was undone to the game that has its number now."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Return a redirect; None, for a 404, if there is no such game now."""
        return lead_to_instead(request, error) if isinstance(error, GameUndone) else None
