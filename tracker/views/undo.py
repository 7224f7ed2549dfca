"""Undo the last game, after a page that lists exactly what goes."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from campaign.selectors import campaigns as selectors
from campaign.services.games import game_undo
from tracker.access import Need, campaign_access
from tracker.forms.campaigns import UndoForm
from tracker.pages import campaign_page, go
from tracker.presenters.stale import stale_note
from tracker.systems.registry import record_words


@require_http_methods(["GET", "HEAD", "POST"])
def undo(request: HttpRequest, code: str) -> HttpResponse:
    """Ask before the last game is withdrawn, and withdraw it."""
    access = campaign_access(request, code, Need.RECORD)
    form = UndoForm(request.POST or None, access=access)
    if request.method == "POST" and form.enter(
        lambda who: game_undo(
            **who,
            game=form.cleaned_data["game"],
            delete_photos=form.cleaned_data["delete_photos"],
        )
    ):
        messages.success(request, _("The game is undone. The history keeps what it was."))
        return go(request, "campaign", code=access.campaign.code)
    campaign = access.campaign
    number = len(selectors.campaign_record(campaign).story.games)
    going = selectors.undo_preview(campaign, game=number)
    words = record_words(campaign)
    context = {
        "form": form,
        "stale": stale_note(form.access, form.stale),
        "game": number,
        "items": [words.facts(group) for group in words.groups(going)],
        "kept": number - 1,
        "photos": selectors.photo_count(campaign, game=number),
    }
    return campaign_page(
        request, access, "campaigns/undo.html", context, current="history", status=form.status
    )
