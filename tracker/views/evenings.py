"""The next evening: propose dates, answer by a link without an account, settle one."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from campaign.models import Evening
from campaign.rules.core.problems import RulesError
from campaign.rules.evenings.agreement import Stage
from campaign.selectors.evenings import last_settled
from campaign.services import evenings as services
from campaign.services.accounts import person_rename
from tracker.faces.registry import face_of
from tracker.forms.evenings import AnswerForm, DatesForm, EveningForm, PlanForm, usual_clock
from tracker.forms.fields import sent_number
from tracker.people.access import Access, Need, campaign_access, one_off_access, person_of
from tracker.people.evening_access import EveningAccess, evening_access
from tracker.people.guests import form_key, person_or_guest
from tracker.people.limits import ANSWERS, EVENINGS, address_of
from tracker.presenters.evenings import evening_view, invitation_of, past_evenings
from tracker.presenters.seats import own_name
from tracker.web.evenings import evenings_url, name_of, next_evening
from tracker.web.pages import for_chats, page, record_page, sent
from tracker.web.post_only import posted
from tracker.web.records import pages_of

DIGITS = 18  # of the id of a date


# --- the evenings of a campaign, or of a one-off game ---


def evenings(request: HttpRequest, code: str) -> HttpResponse:
    """Show the next evening of a campaign and those before it; propose the first dates."""
    access = campaign_access(request, code, shows_boxes=False)
    if access.only_looks_on:
        raise Http404
    return _evenings(request, access)


def game_evenings(request: HttpRequest, code: str) -> HttpResponse:
    """Show the next evening of the people of a one-off game; propose the first dates."""
    access, _game = one_off_access(request, code)
    if not access.standing.belongs:
        raise Http404
    return _evenings(request, access)


def _evenings(request: HttpRequest, access: Access) -> HttpResponse:
    record = access.record
    last = last_settled(record)
    zone = last.zone if last else settings.TIME_ZONE
    form = EveningForm(sent(request), zone=zone, clock=usual_clock(last))
    if form.is_bound:
        if not access.may_record:
            raise PermissionDenied
        EVENINGS.take(str(access.member.pk))
        if form.is_valid():
            try:
                made = _propose(access, form)
            except RulesError as error:
                form.refuse(error.problems)
            else:
                messages.success(request, _("Dates proposed. Send the link to everybody."))
                return redirect("evening", key=made.key)
    context = {
        "of": name_of(record),
        "next_evening": next_evening(record, access.person, may_plan=False),
        "past": past_evenings(record),
        "may_plan": access.may_record and not record.is_archived,
        "front_url": pages_of(record).front_url,
    }
    template = "evenings/evenings.html"
    return record_page(request, access, template, context, form=form, current="evenings")


def _propose(access: Access, form: EveningForm) -> Evening:
    given = form.cleaned_data
    return services.dates_propose(
        record=access.record,
        person=access.member,
        starts=form.starts,
        zone=form.zone(),
        minutes=given["minutes"],
        place=given["place"],
        brings=given["brings"],
    )


# --- one evening, for everybody who has its link ---


def evening(request: HttpRequest, key: str) -> HttpResponse:
    """Show an evening with everybody's answers; answer by one button."""
    found = evening_access(request, key)
    person = person_of(request)
    form = AnswerForm(sent(request), named=bool(own_name(person)))
    if form.is_valid():
        ANSWERS.take(address_of(request))
        try:
            _answer(request, found, form)
        except RulesError as error:
            form.refuse(error.problems)
        else:
            date, _answer_given = form.cleaned_data["answer"]
            return redirect(f"{_url(found.evening)}#date-{date}")
    return _page(request, found, form=form)


def _answer(request: HttpRequest, found: EveningAccess, form: AnswerForm) -> None:
    """Save an answer, as a new guest if nobody is signed in; a form sent twice makes one guest."""
    date, answer = form.cleaned_data["answer"]
    name, token = form.called(), form.cleaned_data["token"]
    with person_or_guest(request, display_name=name, form=token) as person:
        if name and not person.display_name:
            person_rename(person=person, display_name=name)
        services.answer_give(
            evening=found.evening,
            person=person,
            date=date,
            answer=answer,
            name=name,
            token=form_key(token),
        )


def _url(evening: Evening) -> str:
    return reverse("evening", args=[evening.key])


def to_evening(request: HttpRequest, key: str) -> str:
    """Return the page of an evening, for whoever has its link."""
    return _url(evening_access(request, key).evening)


def _page(
    request: HttpRequest,
    found: EveningAccess,
    *,
    form: AnswerForm | None = None,
    dates_form: DatesForm | None = None,
    plan_form: PlanForm | None = None,
) -> HttpResponse:
    """Render an evening; whoever belongs to the group sees it among the group's pages."""
    evening, record = found.evening, found.evening.record
    refused = any(each is not None and each.errors for each in (form, dates_form, plan_form))
    context = {
        "evening": evening,
        "view": evening_view(found, name_of(record)),
        "form": form or AnswerForm(named=bool(own_name(found.access.person))),
        "may_plan": found.may_plan,
        "may_settle": found.may_settle,
        "dates_form": dates_form or DatesForm(zone=evening.zone, clock=usual_clock(evening)),
        "plan_form": plan_form or PlanForm.of(services.plan_of(evening)),
        "invitation": invitation_of(request, evening) if found.may_plan else None,
        "evenings_url": evenings_url(record) if found.is_inside else "",
    }
    status = 422 if refused else 200
    template = "evenings/evening.html"
    if found.is_inside:
        return record_page(
            request, found.access, template, context, current="evenings", status=status
        )
    face = face_of(record.system)
    outside = {  # what surrounds the page for somebody who has only the link
        "base": "base.html",
        "styles": face.styles,
        "look": face.look,
        "link_preview": for_chats(request, name_of(record)),
    }
    return page(request, template, {**outside, **context}, status=status)


# --- for the group ---


@posted(to_evening)
def dates(request: HttpRequest, key: str) -> HttpResponse:
    """Propose more dates."""
    found = _to_change(request, key, Need.WRITE)
    form = DatesForm(request.POST, zone=found.evening.zone)
    if form.is_valid():
        try:
            proposed = services.dates_propose(
                record=found.evening.record,
                person=found.access.member,
                starts=form.starts,
                zone=found.evening.zone,
            )
        except RulesError as error:
            form.refuse(error.problems)
        else:
            messages.success(request, _("Dates proposed."))
            return redirect(_url(proposed))
    return _page(request, found, dates_form=form)


@posted(to_evening)
def withdraw(request: HttpRequest, key: str) -> HttpResponse:
    """Remove a proposed date."""
    found = _to_change(request, key, Need.WRITE)
    services.date_withdraw(
        evening=found.evening, person=found.access.member, date=_sent_date(request)
    )
    messages.success(request, _("Date removed."))
    return redirect(_url(found.evening))


@posted(to_evening)
def settle(request: HttpRequest, key: str) -> HttpResponse:
    """Settle the evening on one of its dates."""
    found = _to_change(request, key, Need.KEEP)
    services.date_settle(
        evening=found.evening, person=found.access.member, date=_sent_date(request)
    )
    messages.success(request, _("Date settled."))
    return redirect(_url(found.evening))


@posted(to_evening)
def reopen(request: HttpRequest, key: str) -> HttpResponse:
    """Ask again for the date of a settled evening."""
    found = _to_change(request, key, Need.KEEP)
    services.evening_reopen(evening=found.evening, person=found.access.member)
    messages.success(request, _("The date is open again."))
    return redirect(_url(found.evening))


@posted(to_evening)
def plan(request: HttpRequest, key: str) -> HttpResponse:
    """Change where the evening is, who brings what, and how long it is."""
    found = _to_change(request, key, Need.WRITE)
    evening = found.evening
    form = PlanForm.of(services.plan_of(evening), request.POST)
    if form.is_valid():
        try:
            services.evening_change(
                evening=evening,
                person=found.access.member,
                seen=form.seen(),
                wanted=form.wanted(),
            )
        except RulesError as error:
            evening.refresh_from_db()
            if not found.may_plan:
                raise
            form = form.opened_anew(services.plan_of(evening))
            form.refuse(error.problems)
        else:
            messages.success(request, _("Saved."))
            return redirect(_url(evening))
    return _page(request, found, plan_form=form)


@posted(to_evening)
def renew(request: HttpRequest, key: str) -> HttpResponse:
    """Replace the link of the evening."""
    found = _to_change(request, key, Need.KEEP)
    made = services.link_renew(evening=found.evening, person=found.access.member)
    messages.success(
        request,
        _(
            "This is the new link. The old one is no longer valid; answers from outside the group "
            "are removed."
        ),
    )
    return redirect(_url(made))


def call_off(request: HttpRequest, key: str) -> HttpResponse:
    """Call the evening off, after a confirmation page."""
    found = evening_access(request, key, Need.KEEP)
    if found.evening.stage not in (Stage.OPEN, Stage.SETTLED):
        return redirect(_url(found.evening))
    if request.method != "POST":
        context = {"evening_url": _url(found.evening)}
        template = "evenings/call_off.html"
        return record_page(request, found.access, template, context, current="evenings")
    try:
        services.evening_call_off(evening=found.evening, person=found.access.member)
    except RulesError:  # it is over meanwhile
        return redirect(_url(found.evening))
    messages.success(request, _("The evening is called off."))
    return redirect(evenings_url(found.evening.record))


def _to_change(request: HttpRequest, key: str, need: Need) -> EveningAccess:
    """Return an evening that somebody of the group is about to change, within a rate limit."""
    found = evening_access(request, key, need)
    EVENINGS.take(str(found.access.member.pk))
    return found


def _sent_date(request: HttpRequest) -> int:
    return sent_number(request.POST.get("date"), DIGITS) or 0
