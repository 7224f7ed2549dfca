"""A campaign's front page: the one next step, then where everything stands."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from campaign.rules.aeons_end.legacy.decisions import StepKind
from tracker.access import Access
from tracker.pages import record_page
from tracker.systems.aeons_end import selectors
from tracker.systems.aeons_end.forms.plan import PlanForm
from tracker.systems.aeons_end.presenters import front, market
from tracker.systems.aeons_end.presenters.look import look
from tracker.systems.aeons_end.presenters.results import totals
from tracker.systems.face import Ahead


def front_page(request: HttpRequest, access: Access) -> HttpResponse:
    """Answer with a campaign's front page."""
    now = look(request, access, back=False)
    step = selectors.campaign_next_step(access.campaign)
    rows = selectors.results_table(access.campaign)
    counted = totals(rows)
    context = {
        "ahead": ahead(access),
        "chapters": front.chapters(now.state, step),
        "caption": front.caption(now.state, step, counted),
        "mats": now.state.mats,
        "piles": market.piles(now),
        "changes": front.changes(now),
        "last": front.last_game(now, rows),
        "totals": counted,
        "hours": round(counted.minutes / 60),
        "finished": now.state.finished,
        "bookmark": now.state.bookmark,
        "may_bookmark": now.may_edit and now.state.current is not None,
    }
    return record_page(request, access, "aeons_end/front.html", context, current="campaign")


def ahead(access: Access) -> Ahead:
    """Return the next step; planning is one tap where there is nothing to decide in it."""
    form = _plan_at_once(access)
    if form is None:
        step = selectors.campaign_next_step(access.campaign)
        return front.ahead(access, step, selectors.campaign_state(access.campaign))
    plan = reverse("plan", args=[access.campaign.code])
    return Ahead(
        _("Chapter %(chapter)s is waiting") % {"chapter": form.chapter},
        _("%(nemesis)s waits at the gate.") % {"nemesis": form["nemesis"].value()},
        label=_("Set up the game"),
        second_url=plan,
        second_label=_("Your box says otherwise?"),
        action=plan,
        hidden=tuple(form.hidden()),
    )


def _plan_at_once(access: Access) -> PlanForm | None:
    """Return the plan of the next game, if there is nothing in it to decide."""
    if not access.may_record or access.campaign.archived_at is not None:
        return None
    if selectors.campaign_next_step(access.campaign).kind is not StepKind.PLAN:
        return None
    last = selectors.campaign_state(access.campaign).current
    if last is not None and last.onward:
        return None  # a new chapter's nemesis is read off its mat
    form = PlanForm(access=access)
    return form if form.asks_nothing else None
