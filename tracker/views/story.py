"""How a campaign was: its story and statistics as pages, its chronicle and poster as files."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tracker.faces.registry import campaign_face
from tracker.people.access import campaign_access
from tracker.web.campaign_files import file_with_photos


@require_safe
def story(request: HttpRequest, code: str) -> HttpResponse:
    """Show the story of a campaign."""
    access = campaign_access(request, code)
    return campaign_face(access.campaign.system).story(request, access)


@require_safe
def statistics(request: HttpRequest, code: str) -> HttpResponse:
    """Show the statistics of a campaign."""
    access = campaign_access(request, code)
    return campaign_face(access.campaign.system).statistics(request, access)


@require_safe
def chronicle_pdf(request: HttpRequest, code: str) -> HttpResponse:
    """Serve the chronicle."""
    campaign = campaign_access(request, code).campaign
    made = campaign_face(campaign.system).chronicle_document
    return file_with_photos(request, campaign, "chronicle", made)


@require_safe
def poster_pdf(request: HttpRequest, code: str) -> HttpResponse:
    """Serve the poster."""
    campaign = campaign_access(request, code).campaign
    made = campaign_face(campaign.system).poster_document
    return file_with_photos(request, campaign, "poster", made)
