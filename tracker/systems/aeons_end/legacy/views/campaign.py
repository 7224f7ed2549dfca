"""A campaign: its front page, the plans of its games, and name completion."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from campaign.rules.aeons_end.legacy.decisions import StepKind, begins_with
from campaign.rules.aeons_end.legacy.setup import before_lines
from campaign.selectors.history import change_of
from campaign.selectors.live import planned_game_of
from campaign.services.facts import fact_replace
from campaign.services.games import game_plan
from tracker.faces.campaigns import Ahead
from tracker.people.access import Access, Need
from tracker.presenters.inviting import invite_others
from tracker.presenters.news import news_of_campaign
from tracker.systems.aeons_end.legacy.forms.campaign import CorrectPlanForm, PlanForm
from tracker.systems.aeons_end.legacy.presenters import front
from tracker.systems.aeons_end.legacy.presenters.campaign_snapshot import campaign_snapshot
from tracker.systems.aeons_end.shared import selectors, words
from tracker.systems.aeons_end.shared.access import campaign_access, legacy_game
from tracker.systems.aeons_end.shared.recognise import What, met_things, typed_by_players
from tracker.systems.aeons_end.shared.recognise import complete as completions
from tracker.systems.aeons_end.shared.words.record import campaign_words
from tracker.web.entries import CONFLICT, NOT_SENT, Refusal, save, somebody_else
from tracker.web.pages import form_page, go, page, record_page, say_done, sent
from tracker.web.records import game_url, numbered_url


def front_page(request: HttpRequest, access: Access) -> HttpResponse:
    """Render a campaign's front page."""
    snapshot = campaign_snapshot(request, access, allow_past=False)
    planned = planned_game_of(access.campaign)
    is_over = snapshot.state.finished
    context = {
        "front": front.front_page(snapshot, ahead(access)),
        "invite": None if is_over else invite_others(request, access, len(snapshot.state.seats)),
        "live_url": game_url(planned.game, "live") if planned and planned.is_live else "",
        "news": news_of_campaign(access, planned),
    }
    return record_page(request, access, "aeons_end/front.html", context, current="campaign")


def ahead(access: Access) -> Ahead:
    """Return the next step; planning is one tap if there is nothing to decide."""
    form = _plan_at_once(access)
    if form is None:
        step = selectors.campaign_next_step(access.campaign)
        return front.next_step(access, step, selectors.campaign_state(access.campaign))
    plan = reverse("plan", args=[access.campaign.code])
    return Ahead(
        _("Chapter %(chapter)s is waiting") % {"chapter": form.chapter},
        _("%(nemesis)s waits at the gate.") % {"nemesis": form["nemesis"].value()},
        label=_("Set up the game"),
        second_url=plan,
        second_label=_("Your box says otherwise?"),
        action=plan,
        hidden=form.hidden(),
        opponent=str(form["nemesis"].value() or ""),
    )


def _plan_at_once(access: Access) -> PlanForm | None:
    """Return the form that plans the next game, if it needs no input; else None."""
    if not access.may_record or access.campaign.archived_at is not None:
        return None
    if selectors.campaign_next_step(access.campaign).kind is not StepKind.PLAN:
        return None
    last = selectors.campaign_state(access.campaign).current
    if last is not None and last.onward:
        return None  # a new chapter's nemesis is read off its mat
    form = PlanForm(access=access)
    asks = form.asks_pairs or begins_with(form.state, form.pack)
    return form if form.is_prefilled and not asks else None


def plan(request: HttpRequest, code: str) -> HttpResponse:
    """Plan the next game."""
    access = campaign_access(request, code, Need.WRITE)
    if request.method != "POST" and (elsewhere := _nothing_to_plan(request, access)):
        return elsewhere
    form = PlanForm(sent(request), access=access)
    if not form.is_bound:
        return _plan_page(request, form, NOT_SENT)
    refusal = save(
        form, lambda: game_plan(campaign=access.campaign, plan=form.plan(), **form.signature())
    )
    if refusal is not None:
        elsewhere = _planned_meanwhile(request, access) or _nothing_to_plan(request, access)
        return elsewhere or _plan_page(request, form, refusal)
    number = len(selectors.campaign_state(access.campaign).games)
    say_done(request, access, _("Game %(game)s is planned.") % {"game": number})
    return go(request, numbered_url(access.campaign, number, "setup"))


def _plan_page(request: HttpRequest, form: PlanForm, refusal: Refusal) -> HttpResponse:
    context = {
        "number": len(form.state.games) + 1,
        "before": words.before(before_lines(form.state, form.pack)),
    }
    template = "aeons_end/plan.html"
    return form_page(request, form, template, context, refusal=refusal, current="campaign")


def _nothing_to_plan(request: HttpRequest, access: Access) -> HttpResponse | None:
    """Redirect to the campaign's next step; None if that is planning a game."""
    campaign = access.campaign
    step = selectors.campaign_next_step(campaign)
    if step.kind is StepKind.PLAN:
        return None
    if step.game is None:  # all is played
        return go(request, "campaign", code=campaign.code)
    if request.method != "POST" or step.kind is not StepKind.PLAY:
        return go(request, numbered_url(campaign, step.game))
    who = _planner(access, step.game)
    text = _("%(who)s planned it meanwhile.") if who else _("You have already planned it.")
    messages.info(request, text % {"who": who})
    return go(request, numbered_url(campaign, step.game, "setup"))


def _planner(access: Access, number: int) -> str:
    """Return who planned a game; "" if it was this visitor."""
    plan = selectors.campaign_facts(access.campaign).plans[number]
    return somebody_else(change_of(plan), access)


def _planned_meanwhile(request: HttpRequest, access: Access) -> HttpResponse | None:
    """Show the existing plan to whoever sent a different one; None if it says the same."""
    if selectors.campaign_next_step(access.campaign).kind is not StepKind.PLAY:
        return None
    number = max(selectors.campaign_facts(access.campaign).plans)
    form = CorrectPlanForm(request.POST, access=access, number=number)
    if not form.is_valid() or form.says_nothing_new():
        return None
    form.renew()
    return _correct_page(request, form, Refusal(CONFLICT), who=_planner(access, number))


def correct_plan(request: HttpRequest, code: str) -> HttpResponse:
    """Correct the nemesis of a game, and its life."""
    access, game = legacy_game(request, code, Need.WRITE)
    form = CorrectPlanForm(sent(request), access=access, number=game.number)

    def replace_plan() -> None:
        plan = form.plan()
        fact_replace(campaign=access.campaign, fact=form.corrects.id, by=plan, **form.signature())

    refusal = save(form, replace_plan)
    if refusal is not None:
        return _correct_page(request, form, refusal)
    say_done(request, access, _("Nemesis corrected."))
    return go(request, game_url(game))


def _correct_page(
    request: HttpRequest, form: CorrectPlanForm, refusal: Refusal, who: str | None = None
) -> HttpResponse:
    context = {
        "number": form.number,
        "meanwhile": who is not None,
        "who": who,
        "stands": campaign_words(form.access.campaign).plan(form.stands, form.number),
    }
    template = "aeons_end/correct_plan.html"
    return form_page(request, form, template, context, refusal=refusal, current="campaign")


@require_safe
def complete(request: HttpRequest, code: str) -> HttpResponse:
    """Complete the name of a card or nemesis, from the third letter on.

    The text is ``q``, or the field that triggered the htmx request.
    """
    access = campaign_access(request, code, Need.WRITE)
    what = request.GET.get("what", "")
    if what not in set(What):
        raise Http404
    field = request.htmx.trigger_name if getattr(request, "htmx", None) else None  # type: ignore[attr-defined] # set by HtmxMiddleware
    typed = request.GET.get("q") or request.GET.get(field or "q", "")
    pack = selectors.box(access.campaign.system)
    state = selectors.campaign_state(access.campaign)
    names = completions(
        typed,
        met_things(What(what), state, pack),
        access.campaign.language,
        typed=typed_by_players(What(what), state),
    )
    return page(request, "aeons_end/aftermath/names.html", {"names": names})
