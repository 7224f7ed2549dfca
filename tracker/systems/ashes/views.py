"""The decks of a game on paper."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from campaign.rules.ashes.catalogue import SLUG
from campaign.rules.ashes.duel import DuelSetup
from campaign.selectors import games
from tracker.access import game_access
from tracker.sheets.compiler import Format
from tracker.sheets.response import asked_paper, sheet_response
from tracker.systems.ashes.sheets.decks import DOCUMENTS


@require_safe
def deck_file(request: HttpRequest, code: str, seat: int, kind: str) -> HttpResponse:
    """Hand out the deck of a seat as one of ``DOCUMENTS``."""
    _access, game = game_access(request, code)
    if game.system != SLUG:
        raise Http404
    setup: DuelSetup = games.game_setup(game)
    if not 1 <= seat <= len(setup.seats):
        raise Http404
    held, paper = setup.seats[seat - 1], asked_paper(request)
    return sheet_response(
        request,
        lambda: DOCUMENTS[kind](
            held.deck,
            held,
            conjurations=held.conjurations,
            language=game.language,
            paper=paper,
            foot=game.code,
        ),
        Format.PDF,
        filename=f"{game.code}-{kind}-{seat}.pdf",
        shows=(kind, seat, game.stamp, paper),
    )
