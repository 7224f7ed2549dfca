"""Pages that games and campaigns of several kinds have at the same address."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from campaign.models import Campaign
from campaign.rules.aeons_end.systems import SERIES, SLUGS
from tracker.people.access import Need, game_access
from tracker.systems.aeons_end.expeditions.views import entries as expedition_entries
from tracker.systems.aeons_end.legacy.views import sheets
from tracker.systems.aeons_end.one_off.views import games as one_off_games
from tracker.systems.aeons_end.shared.access import any_campaign_game


def _is_expedition(campaign: Campaign) -> bool:
    return campaign.system == SERIES.slug


@require_safe
def setup(request: HttpRequest, code: str) -> HttpResponse:
    """Show the set-up of a game as a checklist."""
    access, game = any_campaign_game(request, code)
    is_expedition = _is_expedition(access.campaign)
    page = expedition_entries.setup_page if is_expedition else sheets.setup_page
    return page(request, access, game)


@require_safe
def complete(request: HttpRequest, code: str) -> HttpResponse:
    """Complete the name of a nemesis card from ``q``: of a one-off game, or of a battle."""
    access, game = game_access(request, code, Need.WRITE, systems=SLUGS)
    if game.campaign is None:
        return one_off_games.complete(request, game)
    if not _is_expedition(access.campaign):
        raise Http404
    return expedition_entries.complete(request, access, game)
