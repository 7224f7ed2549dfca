"""The decks of a game: each player's own page, and their deck on paper."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from campaign.models import Game
from campaign.rules.ashes.catalogue import SLUG
from campaign.rules.ashes.duel import DuelSetup, SeatSetup
from campaign.selectors import games
from tracker.people.access import Access, one_off_access
from tracker.sheets.response import sheet_response
from tracker.systems.ashes.presenters import seat_view
from tracker.systems.ashes.sheets import deck_document
from tracker.web.pages import go, record_page
from tracker.web.records import game_url


@require_safe
def game_deck(request: HttpRequest, code: str, seat: int) -> HttpResponse:
    """Show the deck of a seat of a game; one that is secret only to its player."""
    access, game = one_off_access(request, code, systems=[SLUG])
    setup = _seat_of(game, seat)
    if not _may_see(access, game, setup, seat):
        return _kept_secret(request, game)
    sheet = games.sheet_of(game, games.one_off_record(game), opened=(seat,))
    context = {
        "game": game,
        "view": seat_view(sheet, sheet.body.seats[seat - 1]),
        "is_secret": setup.secret and games.result_of(game) is None,
    }
    answer = record_page(request, access, "ashes/own_deck.html", context)
    answer.headers["Cache-Control"] = "private, no-store"
    return answer


def _seat_of(game: Game, seat: int) -> SeatSetup:
    setup: DuelSetup = games.game_setup(game)
    if not 1 <= seat <= len(setup.seats):
        raise Http404
    return setup.seats[seat - 1]


def _may_see(access: Access, game: Game, setup: SeatSetup, seat: int) -> bool:
    """Say whether somebody may see the deck of a seat: a secret one is its player's alone."""
    is_open = not setup.secret or games.result_of(game) is not None
    return is_open or seat in access.seats


def _kept_secret(request: HttpRequest, game: Game) -> HttpResponse:
    messages.info(request, _("Only the player of this deck can see it until the game is over."))
    return go(request, game_url(game))


@require_safe
def game_paper(request: HttpRequest, code: str, seat: int, kind: str) -> HttpResponse:
    """Return the deck of a seat of a game as PDF."""
    access, game = one_off_access(request, code, systems=[SLUG])
    setup = _seat_of(game, seat)
    if not _may_see(access, game, setup, seat):
        return _kept_secret(request, game)
    return sheet_response(
        request,
        lambda: deck_document(kind, setup, game.language),
        name=f"{game.code}-{kind}-{seat}",
        shows=(kind, seat, game.stamp),
        foot=game.code,
    )
