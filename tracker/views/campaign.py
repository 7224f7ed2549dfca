"""A campaign's front page, as its system draws it."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tracker.access import campaign_access
from tracker.guests import stay_signed_in
from tracker.systems.registry import campaign_face


@require_safe
def campaign(request: HttpRequest, code: str) -> HttpResponse:
    """Show where a campaign stands and what comes next."""
    access = campaign_access(request, code)
    stay_signed_in(request)
    return campaign_face(access.campaign.system).front(request, access)
