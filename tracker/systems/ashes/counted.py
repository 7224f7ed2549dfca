"""Let everybody's win rates count a game, or take that back."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from campaign.rules.ashes.catalogue import SLUG
from campaign.services.ashes.counted_games import game_count, game_uncount
from tracker.people.access import Need, one_off_access
from tracker.systems.ashes.words.problems import sentence
from tracker.web.pages import go
from tracker.web.post_only import posted
from tracker.web.records import game_url


def _to_game(request: HttpRequest, code: str) -> str:
    _access, game = one_off_access(request, code, systems=[SLUG])
    return game_url(game)


@posted(_to_game, sentence)
def counted(request: HttpRequest, code: str) -> HttpResponse:
    """Count a game, or count it no more; only its owner can."""
    _access, game = one_off_access(request, code, Need.KEEP, systems=[SLUG])
    if "counted" in request.POST:
        game_count(game=game)
        messages.success(request, _("Everybody’s win rates count this game now."))
    else:
        game_uncount(game=game)
        messages.success(request, _("Only your own statistics count this game now."))
    return go(request, game_url(game))
