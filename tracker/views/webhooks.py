"""Webhooks: create, list, delete."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache

from campaign.models import Person
from campaign.rules.core.problems import RulesError
from campaign.services.webhooks import webhook_make
from tracker.forms.webhooks import WebhookForm
from tracker.outgoing.sending import Fault
from tracker.people.sign_ins import confirmed, signed_in
from tracker.presenters.keys import KeyRow
from tracker.web.pages import page, row_number

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
    """List somebody's webhooks, create one or delete one."""
    if request.method != "POST":
        return _page(request, person, WebhookForm())
    if chosen := request.POST.get("delete"):
        get_object_or_404(person.webhooks.all(), pk=row_number(chosen)).delete()
        messages.success(request, _("Webhook deleted."))
        return redirect("webhooks")
    form = WebhookForm(request.POST)
    if form.is_valid():
        try:
            webhook_make(person=person, url=form.cleaned_data["url"])
        except RulesError as error:
            form.refuse(error.problems)
        else:
            return redirect("webhooks")
    return _page(request, person, form)


def _page(request: HttpRequest, person: Person, form: WebhookForm) -> HttpResponse:
    context = {"webhooks": tuple(_rows(person))}
    return page(request, "account/webhooks.html", context, form=form)


def _rows(person: Person) -> Iterator[KeyRow]:
    for hook in person.webhooks.prefetch_related("deliveries"):
        waiting = list(hook.deliveries.all())
        state = _("Everything has arrived.")
        if waiting:
            text = ngettext(
                "%(count)s message has not arrived yet.",
                "%(count)s messages have not arrived yet.",
                len(waiting),
            )
            last = waiting[-1].fault
            state = f"{text % {'count': len(waiting)}} {FAULTS.get(last, '')}".strip()
        yield KeyRow(hook.pk, hook.url, state, hook.secret)
