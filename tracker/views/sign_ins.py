"""Signing in without the password, confirming it, and the browsers that are signed in.

Without scripts there are no passkeys: there is the password.
"""

import time

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from campaign.models import Person
from campaign.services import accounts as services
from tracker import limits, passkeys
from tracker.access import person_of
from tracker.forms.account import ConfirmForm, RecoverForm
from tracker.fresh import fresh, in_fours, keep_fresh
from tracker.guests import sign_in
from tracker.pages import page, row_number, safe_url, sent
from tracker.posting import posted, to_account
from tracker.sign_ins import CONFIRMED, RECOVERED, confirmed, signed_in, stay_here, to_sign_in

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
        limits.OLD_PASSWORDS.take(session)
        if form.is_valid():
            limits.OLD_PASSWORDS.give_back(session)
            request.session[CONFIRMED] = int(time.time())
            return HttpResponseRedirect(goes_to)
    return page(request, "account/confirm.html", {"next": goes_to}, form=form)


@never_cache
@confirmed
@signed_in("recovery_codes", guests=False)
def recovery_codes(request: HttpRequest, person: Person) -> HttpResponse:
    """Make recovery codes, and show them for a while: they are kept as hashes only."""
    if request.method == "POST":
        here = reverse("recovery_codes")
        codes = " ".join(services.recovery_codes_make(person=person))
        return keep_fresh(request, redirect(here), FRESH, codes, path=here)
    context = {
        "codes": list(map(in_fours, fresh(request, FRESH).split())),
        "left": person.recovery_codes.count(),
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
    if form.is_valid():
        limits.take_sign_in(request)
        person = services.recovery_code_use(**form.cleaned_data)
        if person is not None:
            limits.give_back_sign_in(request)
            sign_in(request, person)
            request.session[RECOVERED] = True
            messages.success(request, _("Signed in. That code is used up."))
            return limits.remember_browser(request, redirect("password"), person)
        form.add_error("code", _("Wrong username or code. Each code works once."))
    return page(request, "account/recover.html", form=form)


@never_cache
@signed_in("browsers", guests=False)
def browsers(request: HttpRequest, person: Person) -> HttpResponse:
    """List the browsers in which somebody is signed in, and sign them out there."""
    if request.method == "POST":
        if chosen := request.POST.get("browser"):
            found = get_object_or_404(person.browsers.all(), pk=row_number(chosen))
            services.browser_sign_out(browser=found)
        else:
            services.browsers_sign_out(person=person)
            stay_here(request, person)
        messages.success(request, _("Signed out on that device."))
        return redirect("browsers")
    context = {"browsers": person.browsers.all(), "here": request.session.session_key}
    return page(request, "account/browsers.html", context)


@never_cache
@confirmed
@signed_in("passkeys", guests=False)
def passkeys_page(request: HttpRequest, person: Person) -> HttpResponse:
    """List somebody's passkeys, delete one, or add the one that their browser has made."""
    if request.method == "POST" and (chosen := request.POST.get("delete")):
        get_object_or_404(person.passkeys.all(), pk=row_number(chosen)).delete()
        messages.success(request, _("Passkey deleted."))
        return redirect("passkeys")
    if request.method == "POST":
        try:
            key = passkeys.made(request, person, request.POST.get("credential", ""))
        except passkeys.PasskeyRefused:
            messages.error(request, _("The passkey could not be added. Try again."))
        else:
            if person.passkeys.count() < passkeys.KEYS_MOST:
                key.save()
                messages.success(request, _("Passkey added."))
        return redirect("passkeys")
    context = {
        "passkeys": person.passkeys.all(),
        "possible": passkeys.are_possible(request),
        "full": person.passkeys.count() >= passkeys.KEYS_MOST,
    }
    return page(request, "account/passkeys.html", context)


@never_cache
@posted(to_account)
def passkey_options(request: HttpRequest) -> HttpResponse:
    """Return what a browser makes a passkey from, or signs to come in."""
    person = person_of(request)
    if request.POST.get("for") == "making":
        if person is None or person.is_guest:
            return to_sign_in("passkeys")
        return JsonResponse(passkeys.making_options(request, person))
    return JsonResponse(passkeys.signing_options(request))


@never_cache
@posted(to_account)
def passkey_sign_in(request: HttpRequest) -> HttpResponse:
    """Sign in whoever's device has signed."""
    limits.SIGN_INS_FROM.take(limits.address_of(request))
    goes_to = safe_url(request, request.POST.get("next", ""))
    try:
        key = passkeys.signed(request, request.POST.get("credential", ""))
    except passkeys.PasskeyRefused:
        messages.error(request, _("Unknown passkey."))
        return redirect("sign_in")
    limits.SIGN_INS_FROM.give_back(limits.address_of(request))
    sign_in(request, key.person)
    request.session[passkeys.WITH_PASSKEY] = True
    return limits.remember_browser(request, HttpResponseRedirect(goes_to), key.person)
