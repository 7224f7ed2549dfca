"""The result of a game is corrected: refused where a later entry depends on it."""

from itertools import islice

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from campaign.models import Game
from campaign.models.games import PLAYED
from campaign.rules.core.facts import Ended
from campaign.selectors import campaigns, games
from campaign.services.games import game_amend
from tracker.faces.registry import campaign_face
from tracker.forms.results import ResultForm
from tracker.people.access import Access, Need, game_access
from tracker.presenters.games import ReopenButton, WithdrawnEntries
from tracker.views.results import record_result, result_form, result_page, two_results_page
from tracker.web.entries import NOT_SENT, Refusal, save
from tracker.web.pages import go, say_done
from tracker.web.records import game_url

# Problems that the page offers a way out of.
AFTERMATH_BREAKS, LATER_BREAKS = "story.aftermath_breaks", "story.later_fact_breaks"


def correct(request: HttpRequest, code: str) -> HttpResponse:
    """Correct how a game ended."""
    access, game = game_access(request, code, Need.WRITE)
    stands = games.result_of(game)
    if request.method == "POST":
        # If it was deleted while somebody was correcting it, what they typed is a first result.
        if stands is None:
            return record_result(request, access, game)
        return _amend_result(request, access, game, stands)
    if stands is None:
        return go(request, game_url(game, "result"))
    return _correction_page(request, result_form(request, access, game, stands), NOT_SENT)


def _amend_result(request: HttpRequest, access: Access, game: Game, stands: Ended) -> HttpResponse:
    """Save the correction that was sent, unless somebody was faster."""
    form = result_form(request, access, game, stands)
    refusal = save(
        form,
        lambda: game_amend(
            game=game,
            played=form.played(),
            note=form.cleaned_data["note"],
            pictures=form.cleaned_data["pictures"],
            without=form.without(),
            along=form.along(),
            **form.signature(),
        ),
    )
    if refusal is not None:
        written = (row for event in refusal.events for row in event.recorded)
        corrected = any(row.kind == PLAYED and row.game_id == game.pk for row in written)
        theirs = games.result_of(game) if corrected else None
        if theirs is not None:  # else somebody has deleted it since
            return two_results_page(request, form, refusal, theirs)
        return _correction_page(request, form, refusal)
    text = _("Result corrected.")
    if game.campaign is not None:
        text = _("Result of game %(number)s corrected.") % {"number": game.number}
    say_done(request, access, text)
    return go(request, game_url(game))


def _correction_page(request: HttpRequest, form: ResultForm, refusal: Refusal) -> HttpResponse:
    return result_page(
        request,
        form,
        refusal,
        going=withdrawn_with(form) if AFTERMATH_BREAKS in refusal.codes else (),
        may_undo_later=LATER_BREAKS in refusal.codes,
        reopen=_reopen_button(form),
    )


def withdrawn_with(form: ResultForm) -> list[WithdrawnEntries]:
    """Return the entries that are withdrawn with the old result if the correction is sent again."""
    campaign, number = form.access.campaign, form.game.number
    words = campaign_face(campaign.system).words(campaign)
    entries = campaigns.amend_preview(
        campaign, game=number, played=form.played(), along=form.along()
    )
    ids = iter(entry.id for entry in entries)
    return [
        WithdrawnEntries(tuple(islice(ids, len(group))), words.facts(group))
        for group in words.groups([entry.fact for entry in entries])
    ]


def _reopen_button(form: ResultForm) -> ReopenButton | None:
    """Return the button that deletes the result of a one-off game instead of correcting it."""
    game = form.game
    if game.campaign is not None:
        return None
    return ReopenButton(
        url=game_url(game, "reopen"), revision=game.revision, token=f"{form['token'].value()}.back"
    )
