"""Pages that only this game has: each player's own before a game, fights during it."""

from collections.abc import Mapping
from random import Random, SystemRandom
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _

from campaign.models import Game
from campaign.rules.core.live import Position
from campaign.rules.core.problems import Problem, RulesError
from campaign.rules.relic_nemesis.catalogue import SLUG
from campaign.rules.relic_nemesis.choices import Role, Setup
from campaign.rules.relic_nemesis.moves import Defeated
from campaign.rules.relic_nemesis.table import Table
from campaign.selectors import games, live
from campaign.services.one_offs import game_change
from tracker.forms.fields import new_token, sent_number
from tracker.people.access import Access, Need, one_off_access
from tracker.sheets.response import setup_response
from tracker.systems.relic_nemesis.forms.fights import BattleForm, DuelForm
from tracker.systems.relic_nemesis.forms.setup import KeepForm
from tracker.systems.relic_nemesis.presenters import fights as presenter
from tracker.systems.relic_nemesis.presenters.fights import FightView
from tracker.systems.relic_nemesis.presenters.setup import groups, notes, seat_views
from tracker.systems.relic_nemesis.presenters.turns import turn_of_a_nemesis
from tracker.systems.relic_nemesis.words import lines, terms
from tracker.systems.relic_nemesis.words.record import RelicWords
from tracker.views.live import DIGITS, make_move
from tracker.web.pages import form_page, game_url, go, record_page, sent
from tracker.words.sheets import sheet_json

PAGE, PDF, JSON = "page", "pdf", "json"
# What the buttons of a fight ask for.
ODDS, RESULT, APPLY = "odds", "result", "apply"
ROLL_FIRST, ROLL_SECOND = "roll_first", "roll_second"
DUEL_SIZE = 2  # characters
_dice: Random = SystemRandom()
Form = BattleForm | DuelForm


# --- one player's own pages: the deal, kept in secret, and the set-up sheet ---


def deal(request: HttpRequest, code: str, seat: int) -> HttpResponse:
    """Ask to hand the phone over, show the dealt sheets, keep one."""
    access, game = one_off_access(request, code, Need.RECORD, systems=[SLUG])
    setup: Setup = games.game_setup(game)
    if seat not in setup.nemeses:
        raise Http404
    if games.standing_result(game) is not None:
        return go(request, game_url(game))
    posted = request.method == "POST"
    keeps = posted and ("kept" in request.POST or "look" not in request.POST)
    form = KeepForm(request.POST if keeps else None, access=access, game=game, number=seat)
    if form.enter_game(lambda who: game_change(game=game, **who, choices=form.choices())):
        return _redirect_to_next_chooser(request, game)
    context = {
        "game": game,
        "player": terms.player(seat, RelicWords.of_game(game).players[seat - 1]),
        "shows": posted or setup.is_revealed,
        "is_revealed": games.game_setup(game).is_revealed,
    }
    answer = form_page(request, form, "relic_nemesis/deal.html", context, part=None)
    # The next player with this phone must not see it by going back.
    answer.headers["Cache-Control"] = "private, no-store"
    return answer


def _redirect_to_next_chooser(request: HttpRequest, game: Game) -> HttpResponse:
    """Redirect to the next player who has to choose, or to the game."""
    setup: Setup = games.game_setup(game)
    waiting = [seat for seat in setup.nemeses if setup.seat(seat).kept is None]
    if waiting:
        messages.success(request, _("Kept. It stays secret until everybody has chosen."))
        return go(request, "relic_deal", game.code, waiting[0])
    messages.success(request, _("Everybody has chosen: reveal nemeses and characters together."))
    return go(request, game_url(game))


def seat_sheet(request: HttpRequest, code: str, seat: int, face: str = PAGE) -> HttpResponse:
    """Show the set-up of one player; a POST reveals what is still secret."""
    reveals = request.method == "POST"
    need = Need.RECORD if reveals else Need.LOOK
    access, game = one_off_access(request, code, need, systems=[SLUG])
    if not 1 <= seat <= len(games.game_setup(game).seats):
        raise Http404
    opened = (seat,) if reveals else ()
    sheet = games.sheet_of(game, games.one_off_record(game), of=seat, opened=opened)
    if face == PDF:
        answer = setup_response(request, game, lambda: sheet, seat, reveals, name=f"{seat}-set-up")
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
            "phases": turn_of_a_nemesis() if mine["role"] == Role.NEMESIS else (),
            # It can be revealed to its player, and is not yet.
            "is_hidden": is_secret and not reveals,
            "is_secret": is_secret and reveals,
            "key": f"g:{game.code}:{seat}",
        }
        answer = record_page(request, access, "relic_nemesis/seat.html", context)
    if reveals or face == JSON:
        answer.headers["Cache-Control"] = "private, no-store"
    return answer


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
    held = words.setup.seat_or_none(seat)
    space = held.kept.space if held and held.kept else None
    at_start = space.in_language(game.language) if space else ""
    name = words.called(seat)
    context = {
        "game": game,
        "seat": seat,
        "name": name,
        "seen": at.sequence,
        "token": new_token(),
        "problem": " ".join(map(words.sentence, problems)),
        "steps": presenter.defeat_steps(at.table.board(seat), name, at_start),
    }
    status = 422 if problems else 200
    return record_page(request, access, "relic_nemesis/defeat.html", context, status=status)


def battle(request: HttpRequest, code: str) -> HttpResponse:
    """Show the chances, dice and consequences of a battle; then record it."""
    access, game, at = _at_table(request, code)
    if at is None or not at.table.nemeses:
        return go(request, game_url(game, "live"))
    seat = sent_number(request.POST.get("seat") or request.GET.get("seat"), DIGITS)
    form = BattleForm(sent(request), game=game, at=at, seat=seat or 0)
    more = {
        "nemesis": form.names[form.mine],
        "others": [(n, form.names[n]) for n in at.table.nemeses if n != form.mine],
    }
    return _fight(request, access, form, "relic_nemesis/battle.html", more)


def duel(request: HttpRequest, code: str) -> HttpResponse:
    """Show the chances, dice and stakes of a skill duel; then record it."""
    access, game, at = _at_table(request, code)
    if at is None:
        return go(request, game_url(game, "live"))
    if len(at.table.characters) < DUEL_SIZE:
        messages.info(request, _("A skill duel needs two characters."))
        return go(request, game_url(game, "live"))
    form = DuelForm(sent(request), game=game, at=at)
    return _fight(request, access, form, "relic_nemesis/duel.html")


def _fight(
    request: HttpRequest,
    access: Access,
    form: Form,
    template: str,
    more: Mapping[str, Any] | None = None,
) -> HttpResponse:
    """Handle the form of a battle or duel: show its chances or its end, or record it."""
    do = request.POST.get("do", ODDS)
    view = None
    if form.is_bound and form.is_valid():
        view = _evaluated(form, do)
        if do == APPLY and not form.errors:
            try:
                make_move(request, access, form.game, form.move())
            except RulesError as error:
                form.refuse(error.problems)
            else:
                return go(request, game_url(form.game, "live"))
    context = {"game": form.game, "view": view, **(more or {})}
    part = "chance" if do == ODDS and request.method == "POST" else "form"
    return record_page(request, access, template, context, form=form, part=part)


def _evaluated(form: Form, do: str) -> FightView | None:
    """Return the chances, and the end if all dice are thrown; None if they cannot be told."""
    if do != ODDS:
        # Who rolls first need not know what the other will bring.
        for name in form.missing(of_first=do == ROLL_FIRST):
            form.add_error(name, form.fields[name].error_messages["required"])
    if form.errors:
        return None
    problems = form.problems()
    if not problems:
        problems = _roll(form, do)
    if not problems and do in (RESULT, APPLY):
        problems = form.final_problems()
    if problems:
        form.refuse(problems if do != ODDS else ())
        return None
    if form.missing():
        return None
    is_over = do != ODDS and form.is_over()
    names, untracked = form.called(), form.untracked()
    if isinstance(form, BattleForm):
        return presenter.battle_view(form.fight(), *names, is_over=is_over, untracked=untracked)
    return presenter.duel_view(form.fight(), *names, is_over=is_over, untracked=untracked)


def _roll(form: Form, do: str) -> tuple[Problem, ...]:
    """Throw the dice that a button asks for."""
    if do == ROLL_FIRST:
        form.roll_first(_dice)
    if do == ROLL_SECOND:
        return form.roll_second(_dice)
    return ()


def _at_table(request: HttpRequest, code: str) -> tuple[Access, Game, Position[Table] | None]:
    """Return a game of this system and its position; None if it is not played live now."""
    access, game = one_off_access(request, code, Need.RECORD, systems=[SLUG])
    table = live.table_of(game)
    if table is None or live.is_closed(game):
        return access, game, None
    return access, game, live.position_of(table)
