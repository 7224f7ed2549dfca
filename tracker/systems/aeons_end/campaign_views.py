"""Pages that games and campaigns of several kinds have at the same address."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from campaign.models import Campaign
from campaign.rules.aeons_end.systems import SERIES, SLUGS
from tracker.people.access import Need, game_access
from tracker.systems.aeons_end.expeditions.sheets import chronicle as expedition_chronicle
from tracker.systems.aeons_end.expeditions.sheets import poster as expedition_poster
from tracker.systems.aeons_end.expeditions.views import entries as expedition_entries
from tracker.systems.aeons_end.expeditions.views import pages as expedition_pages
from tracker.systems.aeons_end.legacy.sheets import chronicle, poster
from tracker.systems.aeons_end.legacy.views import reference, sheets
from tracker.systems.aeons_end.one_off.views import games as one_off_games
from tracker.systems.aeons_end.shared.access import any_campaign_access, any_campaign_game
from tracker.web.campaign_files import file_with_photos


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


@require_safe
def story(request: HttpRequest, code: str) -> HttpResponse:
    """Show the story of a campaign."""
    access = any_campaign_access(request, code)
    is_expedition = _is_expedition(access.campaign)
    page = expedition_pages.story_page if is_expedition else reference.story_page
    return page(request, access)


@require_safe
def statistics(request: HttpRequest, code: str) -> HttpResponse:
    """Show the statistics of a campaign."""
    access = any_campaign_access(request, code)
    is_expedition = _is_expedition(access.campaign)
    page = expedition_pages.statistics_page if is_expedition else reference.statistics_page
    return page(request, access)


@require_safe
def chronicle_pdf(request: HttpRequest, code: str) -> HttpResponse:
    """Serve the chronicle."""
    campaign = any_campaign_access(request, code).campaign
    sheet = expedition_chronicle if _is_expedition(campaign) else chronicle
    return file_with_photos(request, campaign, "chronicle", sheet.chronicle_document)


@require_safe
def poster_pdf(request: HttpRequest, code: str) -> HttpResponse:
    """Serve the poster."""
    campaign = any_campaign_access(request, code).campaign
    sheet = expedition_poster if _is_expedition(campaign) else poster
    return file_with_photos(request, campaign, "poster", sheet.poster_document)
