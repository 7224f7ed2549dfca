"""One player's own pages: the deal of nemesis sheets, kept in secret, and their set-up sheet."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _

from campaign.models import Game
from campaign.packs import game_name
from campaign.rules.core.sheet import SetupSheet
from campaign.rules.relic_nemesis.catalogue import SLUG
from campaign.rules.relic_nemesis.choices import Role, Setup
from campaign.rules.relic_nemesis.sheet import RelicBody, setup_sheet
from campaign.selectors import games
from campaign.services.one_offs import game_change
from tracker.access import Need, game_access
from tracker.pages import form_page, game_url, go, record_page
from tracker.sheets.compiler import Format
from tracker.sheets.response import asked_paper, sheet_response
from tracker.systems.relic_nemesis.forms.setup import KeepForm
from tracker.systems.relic_nemesis.presenters.setup import groups, notes, seat_views
from tracker.systems.relic_nemesis.sheet import sheet_document
from tracker.systems.relic_nemesis.words import lines, terms
from tracker.words.sheets import sheet_json

PAGE, PDF, JSON = "page", "pdf", "json"


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
    posted = request.method == "POST"
    keeps = posted and ("kept" in request.POST or "look" not in request.POST)
    form = KeepForm(request.POST if keeps else None, access=access, game=game, number=seat)
    if form.enter_game(lambda who: game_change(game=game, **who, choices=form.choices())):
        return _kept(request, game)
    names = games.players_of(game, games.one_off_record(game))
    context = {
        "game": game,
        "player": terms.player(seat, names[seat - 1]),
        "shows": posted or setup.is_revealed,
        "is_revealed": games.game_setup(game).is_revealed,
    }
    answer = form_page(request, form, "relic_nemesis/deal.html", context, part=None)
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


def seat_sheet(request: HttpRequest, code: str, seat: int, face: str = PAGE) -> HttpResponse:
    """Show what one player sets up; what is still secret only when they ask for it themselves."""
    asks = request.method == "POST"
    access, game = game_access(request, code, need=Need.RECORD if asks else Need.LOOK)
    if game.system != SLUG or not 1 <= seat <= len(games.game_setup(game).seats):
        raise Http404
    sheet = _sheet(game, seat, opened=asks)
    if face == PDF:
        answer = _pdf(request, game, sheet, opened=asks)
    elif face == JSON:
        answer = JsonResponse(sheet_json(sheet, text=lines.step))
    else:
        (mine,) = seat_views(sheet)
        is_secret = mine["role"] == Role.NEMESIS and not sheet.body.is_revealed
        context = {
            "game": game,
            "seat": mine,
            "groups": groups(sheet),
            "rule_notes": notes(sheet),
            # What can be shown to its player, and is not shown yet.
            "is_hidden": is_secret and not asks,
            "is_secret": is_secret and asks,
            "key": f"g:{game.code}:{seat}",
        }
        answer = record_page(request, access, "relic_nemesis/seat.html", context)
    if asks or face == JSON:
        answer.headers["Cache-Control"] = "private, no-store"
    return answer


def _sheet(game: Game, seat: int, *, opened: bool) -> SetupSheet[RelicBody]:
    record = games.one_off_record(game)
    return setup_sheet(
        games.game_setup(game),
        language=game.language,
        seed=record.planned.seed,
        players=games.players_of(game, record),
        of=seat,
        opened=(seat,) if opened else (),
    )


def _pdf(
    request: HttpRequest, game: Game, sheet: SetupSheet[RelicBody], *, opened: bool
) -> HttpResponse:
    paper, seat = asked_paper(request), sheet.body.of
    return sheet_response(
        request,
        lambda: sheet_document(
            sheet,
            paper=paper,
            heading=game_name(SLUG, game.language),
            link=request.build_absolute_uri(game_url(game, "result")),
            foot=f"{request.get_host()}{game_url(game)} · {_('Seed')} {sheet.seed}",
        ),
        Format.PDF,
        filename=f"{game.code}-{seat}-set-up.pdf",
        shows=("relic-seat", game.stamp, paper, seat, opened),
    )
