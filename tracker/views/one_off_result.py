"""How a one-off game ended: entered, corrected, taken back."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from campaign import selectors_one_off as selectors
from campaign.services.one_off import one_off_record, one_off_reopen
from tracker.access import Need, OneOffAccess, one_off_access
from tracker.forms.one_off import BareForm, OneOffResultForm
from tracker.pages import go, page

GET_OR_POST = ["GET", "HEAD", "POST"]


@require_http_methods(GET_OR_POST)
def result(request: HttpRequest, code: str) -> HttpResponse:
    """Enter how a game ended."""
    access = one_off_access(request, code, Need.RECORD)
    if access.game.is_played and request.method != "POST":
        return go(request, "one_off", code=access.game.code)
    form = OneOffResultForm(request.POST if request.method == "POST" else None, one_off=access)
    return _answer(request, access, form, correcting=False)


@require_http_methods(GET_OR_POST)
def correct(request: HttpRequest, code: str) -> HttpResponse:
    """Write down otherwise how a game ended."""
    access = one_off_access(request, code, Need.RECORD)
    tally = selectors.one_off_tally(access.game)
    if tally is None:
        return go(request, "one_off_result", code=access.game.code)
    form = OneOffResultForm(
        request.POST if request.method == "POST" else None,
        initial=OneOffResultForm.initial_of(access.game, tally),
        one_off=access,
    )
    return _answer(request, access, form, correcting=True)


@require_POST
def reopen(request: HttpRequest, code: str) -> HttpResponse:
    """Take the result back: the game is still to be played."""
    access = one_off_access(request, code, Need.RECORD)
    form = BareForm(request.POST, one_off=access)
    if not access.game.is_played or form.put(lambda who: one_off_reopen(**who)):
        messages.success(request, _("The result is taken back."))
    elif form.is_stale:
        messages.error(request, _("Somebody wrote to this game meanwhile. Look at it again."))
    else:
        messages.error(request, _("The result could not be taken back. Try again."))
    return go(request, "one_off", code=access.game.code)


def _answer(
    request: HttpRequest, access: OneOffAccess, form: OneOffResultForm, *, correcting: bool
) -> HttpResponse:
    if request.method == "POST" and form.put(
        lambda who: one_off_record(
            **who,
            person=access.person,
            tally=form.tally(),
            players=form.players(),
            played_on=form.cleaned_data["played_on"],
            minutes=form.cleaned_data["minutes"],
            note=form.cleaned_data["note"],
            reason=form.cleaned_data["reason"],
        )
    ):
        if correcting:
            messages.success(request, _("The result is corrected."))
        return go(request, "one_off", code=access.game.code)
    context = {
        "access": access,
        "game": access.game,
        "form": form,
        "nemesis": selectors.one_off_setup_sheet(access.game).nemesis.name,
        "correcting": correcting,
    }
    return page(request, "one_off/result.html", context, part="form", status=form.status)
