"""How a game of a campaign or a one-off game ended: entered once, by whoever is first."""

import json
from collections.abc import Sequence
from dataclasses import replace

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from campaign.models import Game
from campaign.models.games import PLAYED
from campaign.rules.core.facts import Ended
from campaign.selectors import games
from campaign.services.games import game_record
from campaign.services.writes import AlreadyDone
from tracker.forms.entry import InvalidEntry
from tracker.forms.fields import sent_number
from tracker.forms.results import Comparison, ResultForm, compare
from tracker.forms.table_values import Difference, following, said_before, table_values
from tracker.people.access import Access, Need, game_access
from tracker.people.limits import files_of
from tracker.presenters.games import ReopenButton, WithdrawnEntries
from tracker.views.live import DIGITS, Meanwhile, meanwhile_of
from tracker.views.live import initial_of as live_initial
from tracker.web.entries import CONFLICT, NOT_SAVED, NOT_SENT, Refusal, refuse, somebody_else
from tracker.web.pages import form_page, go, say_done, sent
from tracker.web.records import game_face, game_url, opening_of

STOP_POLLING = 286  # a status of htmx


def result(request: HttpRequest, code: str) -> HttpResponse:
    """Enter how a game ended."""
    access, game = game_access(request, code, Need.WRITE)
    if request.method == "POST":
        return record_result(request, access, game)
    if "live" in request.GET:
        return _moves_polled(request, access, game)
    if games.result_of(game) is not None or opening_of(game) is not None:
        return go(request, game_url(game))
    return result_page(request, _filled_in(access, game), NOT_SENT)


def record_result(request: HttpRequest, access: Access, game: Game) -> HttpResponse:
    """Save the result that was sent, unless somebody was faster.

    A form that a live table filled in saves what the table says now, or what somebody entered.
    """
    form, differences = _following(request, result_form(request, access, game))
    try:
        form.check()
        if differences:
            return result_page(request, form, Refusal(CONFLICT), differences=differences)
        game_record(
            game=game,
            played=form.played(),
            note=form.cleaned_data["note"],
            pictures=form.cleaned_data["pictures"],
            **form.signature(),
        )
    except AlreadyDone:
        theirs = games.result_of(game)
        if theirs is not None and form.is_valid() and not _compared(form, theirs).says_nothing_new:
            form.renew()  # it was changed after it had been sent without an answer
            return two_results_page(request, form, Refusal(CONFLICT), theirs)
    except InvalidEntry as invalid:
        return result_page(request, form, refuse(form, invalid))
    except NOT_SAVED as error:
        refusal = refuse(form, error)
        theirs = games.result_of(game)
        if theirs is not None:
            return two_results_page(request, form, refusal, theirs)
        return result_page(request, form, refusal)
    say_done(request, access, _("Result saved."))
    return go(request, game_face(game).after_result(game) or game_url(game))


def result_form(
    request: HttpRequest, access: Access, game: Game, stands: Ended | None = None
) -> ResultForm:
    """Return the form of a result, bound to what was sent; ``stands`` is what it corrects."""
    files = files_of(request) if request.method == "POST" else None
    face = game_face(game)
    return face.result_form(sent(request), files, access=access, game=game, stands=stands)


def result_page(
    request: HttpRequest,
    form: ResultForm,
    refusal: Refusal,
    *,
    going: Sequence[WithdrawnEntries] = (),
    may_undo_later: bool = False,
    reopen: ReopenButton | None = None,
    differences: tuple[Difference, ...] = (),
) -> HttpResponse:
    """Render the form of a result; only a correction has some of what follows the ``refusal``."""
    game = form.game
    lead = ""
    if form.correcting and game.campaign is not None:
        lead = _("What was decided later stays, as long as it still fits.")
    context = {
        "heading": game_face(game).heading(game),
        "correcting": form.correcting,
        "going": going,
        "may_undo_later": may_undo_later,
        "is_one_off": game.campaign is None,
        "lead": lead,
        "reopen": reopen,
        "meanwhile": None if form.correcting else _meanwhile(request, form, differences),
        # Without scripts, a browser loses the chosen files.
        "photos_again": bool(request.FILES) and not getattr(request, "htmx", False),
    }
    template = "games/result.html"
    return form_page(
        request, form, template, context, refusal=refusal, current="campaign", game=game
    )


def two_results_page(
    request: HttpRequest, form: ResultForm, refusal: Refusal, theirs: Ended
) -> HttpResponse:
    """Answer a result for a game that has one: shown beside it, unless it says nothing new."""
    game, access = form.game, form.access
    compared = _compared(form, theirs)
    if compared.says_nothing_new and not request.FILES:
        messages.info(request, _("This game already has a result."))
        return go(request, game_url(game))
    row = game.facts.not_withdrawn().select_related("recorded__person").get(kind=PLAYED)
    context = {
        "heading": game_face(game).heading(game),
        "is_one_off": game.campaign is None,
        "who": somebody_else(row.recorded, access),
        "compared": compared,
        "action": game_url(game, "correct"),
        "photos_again": bool(request.FILES),
    }
    template = "games/compare.html"
    return form_page(request, form, template, context, refusal=refusal, game=game, status=CONFLICT)


def _compared(form: ResultForm, theirs: Ended) -> Comparison:
    """Return a valid form beside the result that is stored."""
    game = form.game
    stored = game_face(game).result_form(None, None, access=form.access, game=game, stands=theirs)
    return compare(form, stored)


# --- the live table, which goes on while the form is open ---


def _filled_in(access: Access, game: Game) -> ResultForm:
    """Return the form as the live table fills it in."""
    form = game_face(game).result_form(None, None, access=access, game=game, stands=None)
    form.initial = {**form.initial, **live_initial(game)}
    return form


def _following(request: HttpRequest, form: ResultForm) -> tuple[ResultForm, tuple[Difference, ...]]:
    """Return a form that was sent as it follows the live table, and what is to be asked about."""
    before = said_before(request.POST.get("live_said"))
    game, access = form.game, form.access
    if before is None or meanwhile_of(game, None) is None:
        return form, ()
    now = table_values(_filled_in(access, game), live_initial(game))
    followed = following(form, request.POST, before, now)
    face = game_face(game)
    form = face.result_form(followed.data, form.files, access=access, game=game, stands=None)
    form.untouched = followed.untouched
    return form, followed.differences


def _moves_polled(request: HttpRequest, access: Access, game: Game) -> HttpResponse:
    """Return those since the form was opened; 204 if it shows them all."""
    moves = meanwhile_of(game, sent_number(request.GET.get("live"), DIGITS))
    if moves is None:
        is_entered = games.result_of(game) is not None
        context = {"is_entered": is_entered}  # otherwise the moves were deleted
        return render(request, "live/no_more_moves.html", context, status=STOP_POLLING)
    if request.GET.get("shown") == str(moves.latest):
        return HttpResponse(status=204)
    meanwhile = replace(moves, said=_said(access, game))
    return render(request, "live/meanwhile.html", {"meanwhile": meanwhile})


def _said(access: Access, game: Game) -> str:
    """Return what the live table says, by the field of a result form, as JSON."""
    return json.dumps(table_values(_filled_in(access, game), live_initial(game)))


def _meanwhile(
    request: HttpRequest, form: ResultForm, differences: tuple[Difference, ...]
) -> Meanwhile | None:
    """Return what has happened since the form was opened that was sent, or is shown now."""
    meanwhile = meanwhile_of(form.game, sent_number(request.POST.get("live_seen"), DIGITS))
    if meanwhile is None:
        return None
    return replace(meanwhile, said=_said(form.access, form.game), differences=differences)
