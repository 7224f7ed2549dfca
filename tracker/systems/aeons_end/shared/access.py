"""Access to a campaign of one kind: for others its pages do not exist."""

from collections.abc import Collection

from django.http import Http404, HttpRequest

from campaign.models import Game
from campaign.rules.aeons_end.systems import LEGACY, SERIES
from tracker.people import access as shared
from tracker.people.access import Access, Need, campaign_game_access


def campaign_access(request: HttpRequest, code: str, need: Need = Need.LOOK) -> Access:
    """Return the access to a Legacy campaign."""
    return _of((LEGACY.slug,), shared.campaign_access(request, code, need))


def legacy_game(request: HttpRequest, code: str, need: Need = Need.LOOK) -> tuple[Access, Game]:
    """Return a game of a Legacy campaign and the access to it."""
    return campaign_game_access(request, code, need, systems=[LEGACY.slug])


def expedition_game(request: HttpRequest, code: str, need: Need = Need.LOOK) -> tuple[Access, Game]:
    """Return a battle of an expedition and the access to it."""
    return campaign_game_access(request, code, need, systems=[SERIES.slug])


def expedition_access(request: HttpRequest, code: str, need: Need = Need.LOOK) -> Access:
    """Return the access to an expedition."""
    return _of((SERIES.slug,), shared.campaign_access(request, code, need))


def any_campaign_game(
    request: HttpRequest, code: str, need: Need = Need.LOOK
) -> tuple[Access, Game]:
    """Return a game of a campaign of either kind and the access to it."""
    return campaign_game_access(request, code, need, systems=[LEGACY.slug, SERIES.slug])


def _of(slugs: Collection[str], access: Access) -> Access:
    if access.campaign.system not in slugs:
        raise Http404
    return access
