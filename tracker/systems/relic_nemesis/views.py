"""Pages that only this game has: each player's own before a game, fights during it."""

from random import Random, SystemRandom

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from campaign.models import Game
from campaign.rules.core.live import Position
from campaign.rules.core.problems import Problem, RulesError
from campaign.rules.relic_nemesis.catalogue import SLUG, Nemesis
from campaign.rules.relic_nemesis.choices import Setup
from campaign.rules.relic_nemesis.moves import Defeated
from campaign.rules.relic_nemesis.sheet import setup_sheet
from campaign.rules.relic_nemesis.table import Table
from campaign.selectors import games, live
from campaign.selectors.seeing import audience_of, game_setup, seen_facts
from campaign.services.one_offs import game_change
from tracker.forms.fields import new_token, sent_number
from tracker.people.access import Access, Need, one_off_access
from tracker.presenters.games import Ticks
from tracker.systems.relic_nemesis.forms.duels import DuelForm
from tracker.systems.relic_nemesis.forms.fights import Asked, BattleForm
from tracker.systems.relic_nemesis.forms.in_hand import KeepForm
from tracker.systems.relic_nemesis.forms.start import StartValuesForm
from tracker.systems.relic_nemesis.presenters import fights as presenter
from tracker.systems.relic_nemesis.presenters.fights import FightPage, FightView
from tracker.systems.relic_nemesis.presenters.remembered import remembered_sheets
from tracker.systems.relic_nemesis.presenters.setup import groups, notes, seat_views
from tracker.systems.relic_nemesis.presenters.turns import turn_of_a_nemesis
from tracker.systems.relic_nemesis.words import lines, terms
from tracker.systems.relic_nemesis.words.record import RelicWords
from tracker.views.live import DIGITS, make_move
from tracker.web.entries import save
from tracker.web.pages import form_page, go, record_page, sent
from tracker.web.records import game_url
from tracker.web.sheet_response import setup_response
from tracker.words.sheets import sheet_json

PAGE, PDF, JSON = "page", "pdf", "json"
DUEL_SIZE = 2  # characters
_dice: Random = SystemRandom()
Form = BattleForm | DuelForm


# --- one player's own pages: the deal, kept in secret, and the set-up sheet ---


def deal(request: HttpRequest, code: str, seat: int) -> HttpResponse:
    """Ask to hand the phone over, show the dealt sheets, keep one.

    Until all have chosen, only the phone that holds the seat is shown its sheets.
    """
    access, game = one_off_access(request, code, Need.WRITE, systems=[SLUG])
    setup: Setup = game_setup(game, audience_of(game, access.seats & {seat}))
    if seat not in setup.nemeses:
        raise Http404
    if games.result_of(game) is not None:
        return go(request, game_url(game))
    if setup.seat(seat).is_redacted:
        return _kept_secret(request, game)
    posted = request.method == "POST"
    keeps = posted and ("kept" in request.POST or "look" not in request.POST)
    form = KeepForm(request.POST if keeps else None, access=access, game=game, number=seat)
    refusal = save(form, lambda: game_change(game=game, choices=form.choices(), **form.signature()))
    if refusal is None:
        return _redirect_to_next_chooser(request, access, game)
    context = {
        "game": game,
        "player": terms.player(seat, RelicWords.of_game(game).players[seat - 1]),
        "is_own_phone": access.seats == {seat},
        "is_handed_over": posted or setup.is_revealed,
        "is_correction": game_setup(game).is_revealed,
        "remembered": tuple(remembered_sheets(form.read.values(), game.language, access.person)),
    }
    template = "relic_nemesis/deal.html"
    answer = form_page(request, form, template, context, refusal=refusal, part=None)
    # The next player with this phone must not see it by going back.
    answer.headers["Cache-Control"] = "private, no-store"
    return answer


def _kept_secret(request: HttpRequest, game: Game) -> HttpResponse:
    text = _("Only the phone that holds this seat shows its sheets. Take the seat to see them.")
    messages.info(request, text)
    return go(request, game_url(game, "seats"))


def _redirect_to_next_chooser(request: HttpRequest, access: Access, game: Game) -> HttpResponse:
    """Redirect to the next player on this phone who has to choose, or to the game."""
    setup: Setup = game_setup(game)
    waiting = [seat for seat in setup.nemeses if setup.seat(seat).kept is None]
    if not waiting:
        text = _("Everybody has chosen: reveal nemeses and characters together.")
        messages.success(request, text)
        return go(request, game_url(game))
    messages.success(request, _("Kept. It stays secret until everybody has chosen."))
    here = [seat for seat in waiting if seat in access.seats]
    return go(request, "relic_deal", game.code, here[0]) if here else go(request, game_url(game))


def seat_sheet(request: HttpRequest, code: str, seat: int, face: str = PAGE) -> HttpResponse:
    """Show the set-up of one player; a POST reveals what is still secret."""
    reveals = request.method == "POST"
    need = Need.WRITE if reveals else Need.LOOK
    access, game = one_off_access(request, code, need, systems=[SLUG])
    to = audience_of(game, access.seats & {seat} if reveals else ())
    setup: Setup = game_setup(game, to)
    if not 1 <= seat <= len(setup.seats):
        raise Http404
    if reveals and setup.seat(seat).is_redacted:
        return _kept_secret(request, game)
    facts = seen_facts(game)
    sheet = setup_sheet(
        setup,
        language=game.language,
        seed=facts.planned.seed,
        players=games.players_of(game, facts),
        of=seat,
    )
    if face == PDF:
        answer = setup_response(request, game, lambda: sheet, seat, reveals, name=f"{seat}-set-up")
    elif face == JSON:
        answer = JsonResponse(sheet_json(sheet, text=lines.step))
    else:
        (seat_view,) = seat_views(sheet)
        is_secret = seat_view.is_nemesis and not seat_view.are_all_revealed
        context = {
            "game": game,
            "seat": seat_view,
            "groups": groups(sheet),
            "notes": notes(sheet),
            "phases": turn_of_a_nemesis() if seat_view.is_nemesis else (),
            "may_reveal": is_secret and not reveals and seat in access.seats,
            "shows_secret": is_secret and reveals,
            "key": f"g:{game.code}:{seat}",
            "ticks": Ticks(),  # everybody ticks their own steps, on their own phone
        }
        answer = record_page(request, access, "relic_nemesis/seat.html", context)
    if reveals or face == JSON:
        answer.headers["Cache-Control"] = "private, no-store"
    return answer


# --- before the first turn: what everybody begins with ---


def start_values(request: HttpRequest, code: str) -> HttpResponse:
    """Enter what everybody begins with, on one page."""
    access, game, at = _at_table(request, code)
    if at is None or not any(map(at.table.unknown_dials, at.table.order)):
        return go(request, game_url(game, "live"))
    form = StartValuesForm(sent(request), game=game, at=at)
    if form.is_bound and form.is_valid():
        try:
            make_move(request, access, game, form.move())
        except RulesError as error:
            form.renew()
            form.refuse(error.problems)
        else:
            return go(request, game_url(game, "live"))
    return record_page(request, access, "relic_nemesis/start.html", {"game": game}, form=form)


# --- fights: evaluated first, then recorded ---


def defeat(request: HttpRequest, code: str, seat: int) -> HttpResponse:
    """Show the steps of a defeat, and record it."""
    access, game, at = _at_table(request, code)
    if at is None:
        return go(request, game_url(game, "live"))
    if seat not in at.table.nemeses:
        raise Http404
    problems: tuple[Problem, ...] = ()
    if request.method == "POST":
        try:
            make_move(request, access, game, Defeated(seat))
        except RulesError as error:
            problems = error.problems
        else:
            return go(request, game_url(game, "live"))
    words = RelicWords.of_game(game)
    sheet: Nemesis | None = words.setup.revealed_sheet(seat)
    space = sheet.space.in_language(game.language) if sheet and sheet.space else ""
    name = words.called(seat)
    page = presenter.DefeatPage(
        name=name,
        url=reverse("relic_defeat", args=[game.code, seat]),
        steps=presenter.defeat_steps(at.table.board(seat), name, space),
        problem=" ".join(map(words.sentence, problems)),
        token=new_token(),
        seen=at.sequence,
    )
    context = {"game": game, "page": page}
    status = 422 if problems else 200
    return record_page(request, access, "relic_nemesis/defeat.html", context, status=status)


def battle(request: HttpRequest, code: str) -> HttpResponse:
    """Show the chances, dice and consequences of a battle; then record it."""
    access, game, at = _at_table(request, code)
    if at is None or not at.table.nemeses:
        return go(request, game_url(game, "live"))
    seat = sent_number(request.POST.get("seat") or request.GET.get("seat"), DIGITS)
    against = terms.AGENTS if request.GET.get("against") == terms.AGENTS else ""
    form = BattleForm(sent(request), game=game, at=at, seat=seat or 0, against=against)
    is_revealed = form.words.setup.is_revealed
    others = form.other_nemeses()
    page = presenter.battle_page(form.nemesis, game.code, others, is_revealed=is_revealed)
    return _fight(request, access, form, page, "relic_nemesis/battle.html")


def duel(request: HttpRequest, code: str) -> HttpResponse:
    """Show the chances, dice and stakes of a skill duel; then record it."""
    access, game, at = _at_table(request, code)
    if at is None:
        return go(request, game_url(game, "live"))
    if len(at.table.characters) < DUEL_SIZE:
        messages.info(request, _("A skill duel needs two characters."))
        return go(request, game_url(game, "live"))
    if at.table.active not in at.table.characters:
        messages.info(request, _("In the turn of a nemesis nobody challenges an apostate."))
        return go(request, game_url(game, "live"))
    form = DuelForm(sent(request), game=game, at=at)
    return _fight(request, access, form, presenter.duel_page(), "relic_nemesis/duel.html")


def _fight(
    request: HttpRequest, access: Access, form: Form, page: FightPage, template: str
) -> HttpResponse:
    """Handle the form of a battle or duel: show its chances or its end, or record it."""
    asked = request.POST.get("do", Asked.ODDS)
    view = None
    if form.is_bound and form.is_valid():
        view = _evaluated(form, asked)
        if asked == Asked.APPLY and not form.errors:
            try:
                make_move(request, access, form.game, form.move())
            except RulesError as error:
                form.refuse(error.problems)
            else:
                return go(request, game_url(form.game, "live"))
    end = view.end if view else None
    takes_focus = asked != Asked.ODDS  # who taps dice stays on them
    context = {
        "game": form.game,
        "page": page,
        "view": view,
        "end": end,
        "margins": view.margins if view else (),
        "takes_focus": takes_focus,
    }
    part = "chance" if asked == Asked.ODDS and request.method == "POST" else "form"
    return record_page(request, access, template, context, form=form, part=part)


def _evaluated(form: Form, asked: str) -> FightView | None:
    """Return the chances, and the end if all dice are thrown; None if they cannot be told."""
    if asked != Asked.ODDS:
        # Who rolls first need not know what the other will bring.
        for empty in form.missing(of_first=asked == Asked.ROLL_FIRST):
            form.add_error(empty.html_name, empty.field.error_messages["required"])
    if form.errors:
        return None
    problems = form.problems()
    if not problems:
        problems = _roll(form, asked)
    if not problems and asked in (Asked.RESULT, Asked.APPLY):
        problems = form.final_problems()
    if problems:
        form.refuse(problems if asked != Asked.ODDS else ())
        return None
    if form.missing():
        return None
    is_over = form.is_over()
    names, untracked = form.called(), form.untracked()
    if isinstance(form, BattleForm):
        return presenter.battle_view(form.fight(), *names, is_over=is_over, untracked=untracked)
    return presenter.duel_view(form.fight(), *names, is_over=is_over, untracked=untracked)


def _roll(form: Form, asked: str) -> tuple[Problem, ...]:
    """Throw the dice that a button asks for."""
    if asked == Asked.ROLL_FIRST:
        form.roll_first(_dice)
    if asked == Asked.ROLL_SECOND:
        return form.roll_second(_dice)
    return ()


def _at_table(request: HttpRequest, code: str) -> tuple[Access, Game, Position[Table] | None]:
    """Return a game of this system and its position; None if it is not played live now."""
    access, game = one_off_access(request, code, Need.WRITE, systems=[SLUG])
    table = live.table_of(game)
    if table is None or live.is_closed(game):
        return access, game, None
    return access, game, live.position_of(table)
