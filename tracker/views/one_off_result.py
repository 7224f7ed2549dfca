"""How a one-off game ended: entered, corrected, taken back."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from campaign.selectors import one_off as selectors
from campaign.services.entries import one_line
from campaign.services.one_off import one_off_record, one_off_reopen
from tracker.access import Need, OneOffAccess, one_off_access
from tracker.limits import files_of
from tracker.pages import go, page
from tracker.posting import posted, to_one_off
from tracker.systems.aeons_end.forms.one_off.game import BareForm, OneOffResultForm
from tracker.systems.aeons_end.presenters.one_off_stale import stale_note

GET_OR_POST = ["GET", "HEAD", "POST"]


@require_http_methods(GET_OR_POST)
def result(request: HttpRequest, code: str) -> HttpResponse:
    """Enter how a game ended."""
    access = one_off_access(request, code, Need.RECORD)
    if access.game.is_played and request.method != "POST":
        return go(request, "one_off", code=access.game.code)
    form = OneOffResultForm(*_sent(request), one_off=access)
    return _answer(request, access, form, correcting=False)


@require_http_methods(GET_OR_POST)
def correct(request: HttpRequest, code: str) -> HttpResponse:
    """Write down otherwise how a game ended."""
    access = one_off_access(request, code, Need.RECORD)
    tally = selectors.one_off_tally(access.game)
    if tally is None and request.method != "POST":
        return go(request, "one_off_result", code=access.game.code)
    if tally is None:  # taken back while somebody was correcting it: what they typed stays
        form = OneOffResultForm(*_sent(request), one_off=access)
        return _answer(request, access, form, correcting=False)
    form = OneOffResultForm(
        *_sent(request),
        initial=OneOffResultForm.initial_of(access.game, tally),
        one_off=access,
    )
    return _answer(request, access, form, correcting=True)


@posted(to_one_off)
def reopen(request: HttpRequest, code: str) -> HttpResponse:
    """Take the result back: the game is still to be played."""
    access = one_off_access(request, code, Need.RECORD)
    form = BareForm(request.POST, one_off=access)
    if not access.game.is_played or form.put(lambda who: one_off_reopen(**who)):
        messages.success(request, _("The result is taken back."))
    elif note := stale_note(form):
        text = (
            _("%(who)s wrote to this game meanwhile. Look at it again.") % {"who": note.who}
            if note.who
            else _("You wrote to this game yourself meanwhile. Look at it again.")
        )
        messages.error(request, text)
    else:
        messages.error(request, _("The result could not be taken back. Try again."))
    return go(request, "one_off", code=access.game.code)


def _answer(
    request: HttpRequest, access: OneOffAccess, form: OneOffResultForm, *, correcting: bool
) -> HttpResponse:
    if request.method == "POST" and form.put(
        lambda who: one_off_record(
            **who,
            tally=form.tally(),
            players=form.players(),
            played_on=form.cleaned_data["played_on"],
            minutes=form.cleaned_data["minutes"],
            note=form.cleaned_data["note"],
            reason=form.cleaned_data["reason"],
            pictures=form.cleaned_data["pictures"],
        )
    ):
        if correcting:
            messages.success(request, _("The result is corrected."))
        return go(request, "one_off", code=access.game.code)
    if not correcting and _stands_already(form):
        messages.info(request, _("That result is entered already."))
        return go(request, "one_off", code=access.game.code)
    context = {
        "access": access,
        "game": access.game,
        "form": form,
        "stale": stale_note(form),
        # A browser without scripts forgets the files it sent.
        "photos_again": bool(request.FILES) and not getattr(request, "htmx", False),
        "nemesis": selectors.one_off_setup_sheet(access.game).body.nemesis.name,
        "correcting": correcting,
    }
    return page(request, "one_off/result.html", context, part="form", status=form.status)


def _sent(request: HttpRequest) -> tuple[QueryDict | None, MultiValueDict[str, Any] | None]:
    """Return what a form was sent with; nothing where its page is only opened."""
    return (request.POST, files_of(request)) if request.method == "POST" else (None, None)


def _stands_already(form: OneOffResultForm) -> bool:
    """Say whether somebody entered just this result meanwhile, and there is nothing to add."""
    stands = form.meanwhile
    if stands is None or form.cleaned_data["pictures"]:
        return False
    if form.tally() != selectors.one_off_tally(stands):
        return False
    typed = form.cleaned_data
    players = [place.player for place in selectors.one_off_choices(stands).places]
    pairs = [
        (typed["played_on"], stands.played_on),
        (typed["minutes"], stands.minutes),
        (typed["note"].strip(), stands.note),
        (one_line(typed["reason"]), stands.reason),
        *zip(map(one_line, form.players()), players, strict=False),
    ]
    return all(mine in (None, "", theirs) for mine, theirs in pairs)
