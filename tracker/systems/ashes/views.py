"""The decks of a game on paper."""

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from campaign.models import Game
from campaign.rules.ashes.duel import SeatSetup
from campaign.selectors import games
from tracker.access import game_access
from tracker.sheets.compiler import Document, Format, Paper
from tracker.sheets.response import asked_paper, sheet_response
from tracker.systems.ashes.sheets.decks import deck_document, proxies_document


@require_safe
def deck_pdf(request: HttpRequest, code: str, seat: int) -> HttpResponse:
    """Hand out the deck list of a seat."""
    return _deck_file(request, code, seat, "deck", deck_document)


@require_safe
def proxies_pdf(request: HttpRequest, code: str, seat: int) -> HttpResponse:
    """Hand out cards to cut out and sleeve for the deck of a seat."""
    return _deck_file(request, code, seat, "proxies", proxies_document)


def _deck_file(
    request: HttpRequest, code: str, seat: int, kind: str, make: Callable[..., Document]
) -> HttpResponse:
    _access, game = game_access(request, code)
    held = _seat(game, seat)
    paper: Paper = asked_paper(request)
    return sheet_response(
        request,
        lambda: make(
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


def _seat(game: Game, seat: int) -> SeatSetup:
    setup = games.game_setup(game)
    seats: tuple[SeatSetup, ...] = getattr(setup, "seats", ())
    if not all(isinstance(each, SeatSetup) for each in seats) or not 1 <= seat <= len(seats):
        raise Http404
    return seats[seat - 1]
