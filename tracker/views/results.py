"""How a game of a campaign or a one-off game ended: entered once, by whoever is first."""

from collections.abc import Sequence

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
from tracker.people.access import Access, Need, game_access
from tracker.people.limits import files_of
from tracker.presenters.games import ReopenButton, WithdrawnEntries
from tracker.views.live import DIGITS, Meanwhile, meanwhile_of
from tracker.views.live import initial_of as live_initial
from tracker.web.entries import CONFLICT, NOT_SAVED, NOT_SENT, Refusal, refuse, somebody_else
from tracker.web.pages import form_page, go, say_done, sent
from tracker.web.records import game_face, game_url, pages_of

STOP_POLLING = 286  # a status of htmx


def result(request: HttpRequest, code: str, number: int | None = None) -> HttpResponse:
    """Enter how a game ended."""
    access, game = game_access(request, code, number, Need.RECORD)
    if request.method == "POST":
        return record_result(request, access, game)
    if "live" in request.GET:
        return _moves_polled(request, game)
    if games.result_of(game) is not None:
        return go(request, game_url(game))
    form = result_form(request, access, game)
    form.initial = {**form.initial, **live_initial(game)}
    return result_page(request, form, NOT_SENT)


def record_result(request: HttpRequest, access: Access, game: Game) -> HttpResponse:
    """Save the result that was sent, unless somebody was faster."""
    form = result_form(request, access, game)
    try:
        form.check()
        if (meanwhile := _moves_meanwhile(request, game)) is not None and meanwhile.moves:
            return result_page(request, form, Refusal(CONFLICT))
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
    return go(request, game_url(game))


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
) -> HttpResponse:
    """Render the form of a result; only a correction has what follows the ``refusal``."""
    game = form.game
    pages = pages_of(game.record)
    context = {
        "heading": game_face(game).heading(game),
        "correcting": form.correcting,
        "going": going,
        "may_undo_later": may_undo_later,
        "is_one_off": pages.is_one_off,
        "lead": pages.correction_lead if form.correcting else "",
        "reopen": reopen,
        "meanwhile": _moves_meanwhile(request, game),
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
        messages.info(request, _("This result is already entered."))
        return go(request, game_url(game))
    row = game.facts.not_withdrawn().select_related("recorded__person").get(kind=PLAYED)
    context = {
        "heading": game_face(game).heading(game),
        "is_one_off": pages_of(game.record).is_one_off,
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


# --- the moves that are made at the live table while the form is open ---


def _moves_polled(request: HttpRequest, game: Game) -> HttpResponse:
    """Return those since the form was opened; 204 if it shows them all."""
    moves = meanwhile_of(game, sent_number(request.GET.get("live"), DIGITS))
    if moves is None:
        is_entered = games.result_of(game) is not None
        context = {"is_entered": is_entered}  # otherwise the moves were deleted
        return render(request, "live/no_more_moves.html", context, status=STOP_POLLING)
    if request.GET.get("shown") == str(moves.latest):
        return HttpResponse(status=204)
    return render(request, "live/meanwhile.html", {"meanwhile": moves})


def _moves_meanwhile(request: HttpRequest, game: Game) -> Meanwhile | None:
    """Return those since the form was opened that was sent, or is shown now."""
    return meanwhile_of(game, sent_number(request.POST.get("live_seen"), DIGITS))
