"""Webhooks: create, list, test, delete."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache

from campaign.models import Person, Webhook, WebhookStyle
from campaign.rules.core.problems import RulesError
from campaign.services.webhooks import webhook_delete, webhook_make
from tracker.forms.webhooks import WebhookForm
from tracker.outgoing.sending import Fault
from tracker.people.limits import WEBHOOK_TESTS
from tracker.people.sign_ins import confirmed, signed_in
from tracker.presenters.keys import KeyRow
from tracker.web.envelopes import send_test
from tracker.web.pages import page, row_number
from tracker.words import date_text

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

FAULTS: dict[str, StrPromise] = {
    Fault.INVALID: gettext_lazy("The address is not valid."),
    Fault.UNKNOWN: gettext_lazy("The name of the address is not known."),
    Fault.PRIVATE: gettext_lazy("The address is not on the internet."),
    Fault.SILENT: gettext_lazy("There was no answer."),
    Fault.REFUSED: gettext_lazy("The message was refused."),
    Fault.UNREADABLE: gettext_lazy("The game can’t be read."),
}


@never_cache
@confirmed
@signed_in("webhooks", guests=False)
def webhooks(request: HttpRequest, person: Person) -> HttpResponse:
    """List somebody's webhooks, create one, send a test message or delete one."""
    if request.method != "POST":
        return _page(request, person, WebhookForm())
    if chosen := request.POST.get("delete"):
        webhook_delete(webhook=get_object_or_404(person.webhooks.all(), pk=row_number(chosen)))
        messages.success(request, _("Webhook deleted."))
        return redirect("webhooks")
    if chosen := request.POST.get("test"):
        return _test(request, get_object_or_404(person.webhooks.all(), pk=row_number(chosen)))
    form = WebhookForm(request.POST)
    if form.is_valid():
        try:
            webhook_make(person=person, **form.cleaned_data)
        except RulesError as error:
            form.refuse(error.problems)
        else:
            return redirect("webhooks")
    return _page(request, person, form)


def _test(request: HttpRequest, hook: Webhook) -> HttpResponse:
    """Send a test message, and say whether it arrived."""
    WEBHOOK_TESTS.take(str(hook.person_id))
    fault = send_test(hook)
    if fault is None:
        messages.success(request, _("The test message arrived."))
    else:
        text = _("The test message did not arrive. %(reason)s") % {"reason": FAULTS[fault]}
        messages.error(request, text)
    return redirect("webhooks")


def _page(request: HttpRequest, person: Person, form: WebhookForm) -> HttpResponse:
    context = {"webhooks": tuple(_rows(person))}
    return page(request, "account/webhooks.html", context, form=form)


def _rows(person: Person) -> Iterator[KeyRow]:
    for hook in person.webhooks.prefetch_related("deliveries"):
        waiting = list(hook.deliveries.all())
        state = _("Nothing sent yet.")
        if hook.arrived_at:
            day = date_text(timezone.localdate(hook.arrived_at))
            state = _("Everything has arrived, the last message on %(day)s.") % {"day": day}
        if waiting:
            text = ngettext(
                "%(count)s message has not arrived yet.",
                "%(count)s messages have not arrived yet.",
                len(waiting),
            )
            last = waiting[-1].fault
            state = f"{text % {'count': len(waiting)}} {FAULTS.get(last, '')}".strip()
        is_program = hook.style == WebhookStyle.PROGRAM
        yield KeyRow(hook.pk, hook.url, state, hook.secret if is_program else "", can_test=True)
