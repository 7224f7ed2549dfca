"""Signing in without the password, confirming it, and the browsers that are signed in."""

import time

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from campaign.models import Person
from campaign.services.sign_ins import (
    browser_sign_out,
    browsers_sign_out,
    recovery_code_use,
    recovery_codes_make,
)
from tracker.access import person_of
from tracker.forms.account import ConfirmForm, RecoverForm
from tracker.fresh import fresh, in_fours, keep_fresh
from tracker.guests import sign_in
from tracker.limits import OLD_PASSWORDS, give_back_sign_in, remember_browser, take_sign_in
from tracker.pages import page, row_number, safe_url, sent
from tracker.sign_ins import CONFIRMED, RECOVERED, confirmed, signed_in, stay_here

FRESH = "fresh_codes"


@sensitive_post_parameters("password")
@never_cache
@signed_in("account")
def confirm(request: HttpRequest, person: Person) -> HttpResponse:
    """Ask for the password once more."""
    goes_to = safe_url(request, request.POST.get("next") or request.GET.get("next") or "")
    if person.is_guest:
        return HttpResponseRedirect(goes_to)
    form = ConfirmForm(sent(request), person=person)
    if form.is_bound:
        session = request.session.session_key or ""
        OLD_PASSWORDS.take(session)
        if form.is_valid():
            OLD_PASSWORDS.give_back(session)
            request.session[CONFIRMED] = int(time.time())
            return HttpResponseRedirect(goes_to)
    context = {"form": form, "next": goes_to}
    return page(request, "account/confirm.html", context, status=422 if form.errors else 200)


@never_cache
@confirmed
@signed_in("recovery_codes", guests=False)
def recovery_codes(request: HttpRequest, person: Person) -> HttpResponse:
    """Make recovery codes, and show them for a while: they are kept as hashes only."""
    if request.method == "POST":
        here, codes = reverse("recovery_codes"), " ".join(recovery_codes_make(person=person))
        return keep_fresh(request, redirect(here), FRESH, codes, path=here)
    context = {
        "codes": list(map(in_fours, fresh(request, FRESH).split())),
        "left": person.recovery_codes.count(),
        "username": person.username,
    }
    return page(request, "account/recovery_codes.html", context)


@sensitive_post_parameters("code")
@never_cache
def recover(request: HttpRequest) -> HttpResponse:
    """Sign in with a recovery code, and go on to a new password."""
    held = person_of(request)
    if held is not None and not held.is_guest:
        return redirect("account")
    form = RecoverForm(sent(request))
    if form.is_bound and form.is_valid():
        take_sign_in(request)
        person = recovery_code_use(**form.cleaned_data)
        if person is not None:
            give_back_sign_in(request)
            sign_in(request, person)
            request.session[RECOVERED] = True
            messages.success(request, _("Signed in. That code is used up."))
            return remember_browser(request, redirect("password"), person)
        form.wrong()
    status = 422 if form.errors else 200
    return page(request, "account/recover.html", {"form": form}, status=status)


@never_cache
@signed_in("browsers", guests=False)
def browsers(request: HttpRequest, person: Person) -> HttpResponse:
    """List the browsers in which somebody is signed in, and sign them out there."""
    if request.method == "POST":
        if chosen := request.POST.get("browser"):
            found = get_object_or_404(person.browsers.all(), pk=row_number(chosen))
            browser_sign_out(browser=found)
        else:
            browsers_sign_out(person=person)
            stay_here(request, person)
        messages.success(request, _("Signed out on that device."))
        return redirect("browsers")
    context = {"browsers": person.browsers.all(), "here": request.session.session_key}
    return page(request, "account/browsers.html", context)
