"""An evening: planned, set up, finished."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from campaign.models import Game
from campaign.rules.journal.progress import Step, next_step
from campaign.selectors.games import sheet_for
from campaign.services.games import game_plan, game_settle
from tracker.people.access import Access, Need
from tracker.systems.journal.access import journal_access, latest_game
from tracker.systems.journal.forms.evening import FinishForm
from tracker.systems.journal.forms.plan import PlanForm
from tracker.systems.journal.live.face import counted_live
from tracker.systems.journal.presenters.evening import evening_of
from tracker.systems.journal.selectors import journal_state
from tracker.web.entries import Refusal, save
from tracker.web.pages import form_page, go, say_done, sent


def plan(request: HttpRequest, code: str) -> HttpResponse:
    """Plan the next evening: who plays which chapter, and with what."""
    access = journal_access(request, code, Need.WRITE)
    campaign, state = access.campaign, journal_state(access.campaign)
    if request.method != "POST" and next_step(state).step in (Step.PLAY, Step.SETTLE):
        return go(request, "journal_evening", code=campaign.code)
    form = PlanForm(sent(request), access=access, state=state)
    refusal = save(form, lambda: game_plan(campaign=campaign, plan=form.plan(), **form.signature()))
    if refusal is not None:
        return _plan_page(request, form, refusal)
    say_done(request, access, _("Planned. Set up what differs from print, then play."))
    return go(request, "journal_evening", code=campaign.code)


def _plan_page(request: HttpRequest, form: PlanForm, refusal: Refusal) -> HttpResponse:
    return form_page(request, form, "journal/plan.html", {}, refusal=refusal)


def evening(request: HttpRequest, code: str) -> HttpResponse:
    """Show the latest game: its set-up, what can change, its end; finish it by POST."""
    posting = request.method == "POST"
    access = journal_access(request, code, Need.WRITE if posting else Need.LOOK)
    if not journal_state(access.campaign).games:
        return go(request, "campaign", code=code)
    game = latest_game(access)
    form = FinishForm(
        sent(request),
        access=access,
        state=journal_state(access.campaign),
        at_table=counted_live(game),
    )
    refusal = save(
        form,
        lambda: game_settle(
            campaign=access.campaign,
            game=game.number or 0,
            along=form.along(),
            **form.signature(),
        ),
    )
    if refusal is not None:
        return _evening_page(request, access, game, form, refusal)
    say_done(request, access, _("The evening is finished."))
    return go(request, "campaign", code=code)


def _evening_page(
    request: HttpRequest, access: Access, game: Game, form: FinishForm, refusal: Refusal
) -> HttpResponse:
    state = journal_state(access.campaign)
    context = {"evening": evening_of(access, game, state, sheet_for(game))}
    template = "journal/evening.html"
    return form_page(
        request, form, template, context, refusal=refusal, current="journal_evening", game=game
    )
