"""The addresses that games of a campaign had before each had its own.

Links in chats, printed QR codes and pages that are still open use them. Access is checked first: a
redirect would tell strangers that there is a game.
"""

from urllib.parse import quote

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404

from campaign.selectors.games import photos_of
from tracker.people.access import campaign_access, numbered_access
from tracker.web.moved import lead_to
from tracker.web.records import game_url


def game(request: HttpRequest, code: str, number: int, rest: str = "") -> HttpResponse:
    """Lead to a page of a game that was addressed by its number in the campaign."""
    _access, found = numbered_access(request, code, number)
    return lead_to(request, game_url(found) + quote(rest))


def photo(request: HttpRequest, code: str, name: str, rest: str = "") -> HttpResponse:
    """Lead to a photo that was addressed by its campaign."""
    campaign = campaign_access(request, code).campaign
    found = get_object_or_404(photos_of(campaign), name=name)
    return lead_to(request, game_url(found.game, "photo", name) + rest)
