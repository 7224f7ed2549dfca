"""The deal of nemesis sheets: each player looks at their own, and keeps one in secret."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from campaign.models import Game
from campaign.rules.relic_nemesis.catalogue import SLUG
from campaign.rules.relic_nemesis.choices import Setup
from campaign.selectors import games
from campaign.services.one_offs import game_change
from tracker.access import Access, Need, game_access
from tracker.pages import game_url, go, record_page
from tracker.presenters.history import stale_note
from tracker.systems.relic_nemesis.forms.setup import KeepForm
from tracker.systems.relic_nemesis.words import terms


def deal(request: HttpRequest, code: str, seat: int) -> HttpResponse:
    """Ask for the phone to be handed over, show what was dealt, keep a sheet."""
    access, game = game_access(request, code, need=Need.RECORD)
    if game.system != SLUG:
        raise Http404
    setup: Setup = games.game_setup(game)
    if seat not in setup.nemeses:
        raise Http404
    if games.standing_result(game) is not None:
        return go(request, game_url(game))
    keeping = request.method == "POST" and "kept" in request.POST
    sent = request.POST if keeping or "look" not in request.POST else None
    form = KeepForm(
        sent if request.method == "POST" else None, access=access, game=game, number=seat
    )
    if form.is_bound and form.enter_game(
        lambda who: game_change(game=game, **who, choices=form.choices())
    ):
        return _kept(request, game)
    shows = request.method == "POST" or setup.is_revealed
    return _deal_page(request, access, game, form, shows=shows)


def _deal_page(
    request: HttpRequest, access: Access, game: Game, form: KeepForm, *, shows: bool
) -> HttpResponse:
    context = {
        "game": game,
        "form": form,
        "player": player_name(game, form.number),
        "shows": shows,
        "is_revealed": games.game_setup(game).is_revealed,
        "stale": stale_note(access, form.stale),
    }
    answer = record_page(request, access, "relic_nemesis/deal.html", context, status=form.status)
    # The back button of whoever gets the phone next must not show it.
    answer.headers["Cache-Control"] = "private, no-store"
    return answer


def _kept(request: HttpRequest, game: Game) -> HttpResponse:
    """Lead on to the next player who has to choose, or back to the game."""
    setup: Setup = games.game_setup(game)
    waiting = [seat for seat in setup.nemeses if setup.seat(seat).kept is None]
    if waiting:
        messages.success(request, _("Kept. It stays secret until everybody has chosen."))
        return go(request, "relic_deal", game.code, waiting[0])
    messages.success(request, _("Everybody has chosen: reveal nemeses and characters together."))
    return go(request, game_url(game))


def player_name(game: Game, seat: int) -> str:
    """Return who sits at a seat."""
    names = games.players_of(game, games.one_off_record(game))
    return terms.player(seat, names[seat - 1])
