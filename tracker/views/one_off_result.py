"""How a one-off game ended: entered, corrected, taken back."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from campaign.rules.core.texts import one_line
from campaign.selectors import games as selectors
from campaign.services.games import game_amend, game_record
from campaign.services.one_offs import game_reopen
from tracker.access import Need, OneOffAccess, one_off_access
from tracker.limits import files_of
from tracker.pages import go, page
from tracker.posting import posted, to_one_off
from tracker.systems.aeons_end.forms.one_off.game import BareForm, OneOffResultForm
from tracker.systems.aeons_end.presenters.one_off_stale import stale_note
from tracker.views.one_off import written_meanwhile

GET_OR_POST = ["GET", "HEAD", "POST"]


@require_http_methods(GET_OR_POST)
def result(request: HttpRequest, code: str) -> HttpResponse:
    """Enter how a game ended."""
    access = one_off_access(request, code, Need.RECORD)
    if access.is_played and request.method != "POST":
        return go(request, "one_off", code=access.game.code)
    form = OneOffResultForm(*_sent(request), one_off=access)
    return _answer(request, access, form, correcting=False)


@require_http_methods(GET_OR_POST)
def correct(request: HttpRequest, code: str) -> HttpResponse:
    """Write down otherwise how a game ended."""
    access = one_off_access(request, code, Need.RECORD)
    played = access.record.played
    if played is None and request.method != "POST":
        return go(request, "one_off_result", code=access.game.code)
    if played is None:  # taken back while somebody was correcting it: what they typed stays
        form = OneOffResultForm(*_sent(request), one_off=access)
        return _answer(request, access, form, correcting=False)
    form = OneOffResultForm(
        *_sent(request),
        initial=OneOffResultForm.shown_of(played, access.record.note),
        one_off=access,
    )
    return _answer(request, access, form, correcting=True)


@posted(to_one_off)
def reopen(request: HttpRequest, code: str) -> HttpResponse:
    """Take the result back: the game is still to be played."""
    access = one_off_access(request, code, Need.RECORD)
    form = BareForm(request.POST, one_off=access)
    if not access.is_played or form.put(lambda who: game_reopen(**who)):
        messages.success(request, _("The result is taken back."))
    elif note := stale_note(form):
        messages.error(request, written_meanwhile(note))
    else:
        messages.error(request, _("The result could not be taken back. Try again."))
    return go(request, "one_off", code=access.game.code)


def _answer(
    request: HttpRequest, access: OneOffAccess, form: OneOffResultForm, *, correcting: bool
) -> HttpResponse:
    # Where somebody else has entered one meanwhile, sending it again makes it a correction.
    save = game_amend if access.is_played else game_record
    if request.method == "POST" and form.put(
        lambda who: save(
            **who,
            played=form.played_game(),
            note=form.cleaned_data["note"],
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
        "nemesis": selectors.game_sheet(access.game).body.nemesis.name,
        "correcting": correcting,
    }
    return page(request, "one_off/result.html", context, part="form", status=form.status)


def _sent(request: HttpRequest) -> tuple[QueryDict | None, MultiValueDict[str, Any] | None]:
    """Return what a form was sent with; nothing where its page is only opened."""
    return (request.POST, files_of(request)) if request.method == "POST" else (None, None)


def _stands_already(form: OneOffResultForm) -> bool:
    """Say whether somebody entered just this result meanwhile, and there is nothing to add."""
    record = form.one_off.record
    stands = record.played
    if form.stale_since is None or stands is None or form.cleaned_data["pictures"]:
        return False
    if form.tally() != stands.result:
        return False
    typed = form.cleaned_data
    players = selectors.players_of(form.one_off.game, record)
    pairs = [
        (typed["played_on"], stands.played_on),
        (typed["minutes"], stands.minutes),
        (typed["note"].strip(), record.note),
        (one_line(typed["reason"]), stands.reason),
        *zip(map(one_line, form.players()), players, strict=False),
    ]
    return all(mine in (None, "", theirs) for mine, theirs in pairs)
