"""Access to a journal: for campaigns of another kind its pages do not exist."""

from django.http import Http404, HttpRequest

from campaign.models import Game
from campaign.rules.journal.systems import SLUG
from tracker.people.access import Access, Need, campaign_access, numbered_game
from tracker.systems.journal.selectors import journal_state


def journal_access(request: HttpRequest, code: str, need: Need = Need.LOOK) -> Access:
    """Return the access to a journal."""
    access = campaign_access(request, code, need)
    if access.campaign.system != SLUG:
        raise Http404
    return access


def latest_game(access: Access) -> Game:
    """Return the latest game of a journal."""
    latest = journal_state(access.campaign).latest
    if latest is None:
        raise Http404
    return numbered_game(access, latest.number)
