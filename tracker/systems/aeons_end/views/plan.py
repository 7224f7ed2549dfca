"""Plan the next game of a campaign, and correct a plan."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from campaign.models import Change
from campaign.rules.aeons_end.legacy.decisions import StepKind
from campaign.rules.aeons_end.legacy.facts import Planned
from campaign.rules.aeons_end.legacy.setup import before_lines
from campaign.services.games import game_plan, game_replan
from tracker.access import Access, Need, campaign_access, game_access
from tracker.pages import form_page, game_url, go, say_done, sent
from tracker.presenters.history import somebody_else
from tracker.systems.aeons_end import selectors, words
from tracker.systems.aeons_end.forms.plan import CorrectPlanForm, PlanForm
from tracker.systems.aeons_end.words.record import campaign_words


def plan(request: HttpRequest, code: str) -> HttpResponse:
    """Plan the next game."""
    access = campaign_access(request, code, Need.RECORD)
    if request.method != "POST" and (elsewhere := _nothing_to_plan(request, access)):
        return elsewhere
    form = PlanForm(sent(request), access=access)
    if form.enter(lambda who: game_plan(**who, plan=form.plan())):
        number = len(selectors.campaign_state(access.campaign).games)
        say_done(request, access, _("Game %(game)s is planned.") % {"game": number})
        return go(request, "setup", code=access.campaign.code, number=number)
    if request.method == "POST":
        answer = _planned_meanwhile(request, access) or _nothing_to_plan(request, access)
        if answer is not None:
            return answer
    context = {
        "number": len(form.state.games) + 1,
        "before": words.before(before_lines(form.state, form.pack)),
    }
    return form_page(request, form, "aeons_end/plan.html", context, current="campaign")


def _nothing_to_plan(request: HttpRequest, access: Access) -> HttpResponse | None:
    """Lead to where the campaign stands; None where the next game is to be planned."""
    code = access.campaign.code
    step = selectors.campaign_next_step(access.campaign)
    if step.kind is StepKind.PLAN:
        return None
    if step.kind is StepKind.FINISHED:
        return go(request, "campaign", code=code)
    if request.method != "POST" or step.kind is not StepKind.PLAY:
        return go(request, "game", code=code, number=step.game)
    who = _planner(access, step.game or 0)
    text = _("%(who)s planned it meanwhile.") if who else _("You have already planned it.")
    messages.info(request, text % {"who": who})
    return go(request, "setup", code=code, number=step.game)


def _plan(access: Access, number: int) -> Planned:
    plan = selectors.campaign_record(access.campaign).plans[number].fact
    assert isinstance(plan, Planned)  # noqa: S101 # of this system
    return plan


def _planner(access: Access, number: int) -> str:
    """Return who planned a game; "" if it was the reader."""
    plan = selectors.campaign_record(access.campaign).plans[number]
    change = Change.objects.select_related("person").get(pk=plan.change)
    return somebody_else(change, access)


def _planned_meanwhile(request: HttpRequest, access: Access) -> HttpResponse | None:
    """Show what stands to whoever planned it otherwise; None where theirs says the same."""
    if selectors.campaign_next_step(access.campaign).kind is not StepKind.PLAY:
        return None
    number = max(selectors.campaign_record(access.campaign).plans)
    form = CorrectPlanForm(request.POST, access=access, plan=_plan(access, number))
    if not form.is_valid() or form.says_nothing_new():
        return None
    form.renew()
    form.status = 409
    return _correct_page(request, access, form, number, who=_planner(access, number))


def correct_plan(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Correct whom a game is against, and the life on its mat."""
    access, game = game_access(request, code, number, Need.RECORD)
    data = sent(request)
    form = CorrectPlanForm(data, access=access, plan=_plan(access, number))
    if form.enter_game(lambda who: game_replan(game=game, **who, plan=form.plan())):
        say_done(request, access, _("Nemesis corrected."))
        return go(request, game_url(game))
    return _correct_page(request, access, form, number)


def _correct_page(
    request: HttpRequest, access: Access, form: CorrectPlanForm, number: int, who: str | None = None
) -> HttpResponse:
    said = campaign_words(access.campaign)
    context = {
        "number": number,
        "meanwhile": who is not None,
        "who": who,
        "stands": said.plan(form.stands, number),
    }
    return form_page(request, form, "aeons_end/correct_plan.html", context, current="campaign")
