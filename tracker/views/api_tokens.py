"""Personal tokens of the API: create, list, revoke."""

from collections.abc import Iterator

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from campaign.models import Person
from campaign.rules.core.problems import RulesError
from campaign.services.api_tokens import api_token_make, api_token_revoke
from tracker.forms.api_tokens import ApiTokenForm
from tracker.people.one_time_secrets import fresh, keep_fresh
from tracker.people.sign_ins import confirmed, signed_in
from tracker.presenters.keys import KeyRow
from tracker.web.pages import page, row_number
from tracker.words import date_text

FRESH = "fresh_token"


@never_cache
@confirmed
@signed_in("api_tokens", guests=False)
def api_tokens(request: HttpRequest, person: Person) -> HttpResponse:
    """List somebody's tokens, create one or revoke one; a new one is shown for a few minutes."""
    if request.method != "POST":
        return _page(request, person, ApiTokenForm())
    if chosen := request.POST.get("revoke"):
        found = get_object_or_404(person.api_tokens.all(), pk=row_number(chosen))
        api_token_revoke(token=found)
        messages.success(request, _("Token revoked."))
        return redirect("api_tokens")
    form = ApiTokenForm(request.POST)
    if form.is_valid():
        try:
            token = api_token_make(person=person, **form.cleaned_data)
        except RulesError as error:
            form.refuse(error.problems)
        else:
            here = reverse("api_tokens")
            return keep_fresh(request, redirect(here), FRESH, token, path=here)
    return _page(request, person, form)


def _page(request: HttpRequest, person: Person, form: ApiTokenForm) -> HttpResponse:
    context = {"tokens": tuple(_rows(person)), "token": fresh(request, FRESH)}
    return page(request, "account/api_tokens.html", context, form=form)


def _rows(person: Person) -> Iterator[KeyRow]:
    for token in person.api_tokens.all():
        used = _("never used")
        if token.used_on:
            used = _("last used %(day)s") % {"day": date_text(token.used_on)}
        yield KeyRow(token.pk, token.name, f"{token.get_scope_display()} · {used}")
