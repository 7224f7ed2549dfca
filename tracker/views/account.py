"""Accounts: sign in and out, name and password, recovery codes, passkeys, browsers, deletion.

Passkeys need scripts; the password does not.
"""

import time

from django.contrib import messages
from django.contrib.auth import logout
from django.forms import Form
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_safe

from campaign.models import Campaign, Person, Role
from campaign.rules.core.problems import RulesError
from campaign.selectors.games import games_left_behind
from campaign.services import accounts as services
from campaign.services.people import person_delete, person_merge
from tracker.forms import account as forms
from tracker.people import limits, passkeys
from tracker.people.access import person_of
from tracker.people.guests import sign_in as sign_person_in
from tracker.people.one_time_secrets import fresh, in_fours, keep_fresh
from tracker.people.sign_ins import (
    CONFIRMED,
    RECOVERED,
    confirmed,
    signed_in,
    stay_here,
    to_sign_in,
)
from tracker.web.pages import next_url, page, row_number, sent
from tracker.web.post_only import posted, to_account
from tracker.words import sentence

FRESH = "fresh_codes"


@require_safe
@signed_in("account")
def account(request: HttpRequest, person: Person) -> HttpResponse:
    """Show the account of whoever is signed in."""
    return _account(request, person)


@sensitive_post_parameters("password")
@never_cache
@signed_in("account")
def keep(request: HttpRequest, person: Person) -> HttpResponse:
    """Give a guest a username and a password; they keep everything they have."""
    if not person.is_guest or request.method != "POST":
        return redirect("account")
    form = forms.KeepForm(request.POST, person=person)
    if not form.is_valid():
        return _account(request, person, keep_form=form)
    limits.NAMES_TAKEN.take(limits.address_of(request))
    try:
        services.person_keep(person=person, **form.cleaned_data)
    except services.NameTaken:
        person.refresh_from_db()
        form.add_error("username", _("This username is taken."))
        return _account(request, person, keep_form=form)
    limits.NAMES_TAKEN.give_back(limits.address_of(request))
    stay_here(request, person)
    messages.success(
        request,
        _("Account created. Sign in as %(name)s on any device.") % {"name": person.username},
    )
    return limits.remember_browser(request, redirect("account"), person)


@signed_in("account")
def display_name(request: HttpRequest, person: Person) -> HttpResponse:
    """Change somebody's display name."""
    if request.method != "POST":
        return redirect("account")
    form = forms.NameForm(request.POST)
    if not form.is_valid():
        return _account(request, person, name_form=form)
    try:
        services.person_rename(person=person, display_name=form.cleaned_data["display_name"])
    except RulesError as error:
        form.add_error("display_name", [sentence(problem) for problem in error.problems])
        return _account(request, person, name_form=form)
    messages.success(request, _("Your name is now %(name)s.") % {"name": person.display_name})
    return redirect("account")


@sensitive_post_parameters("old", "password")
@never_cache
@signed_in("password", guests=False)
def password(request: HttpRequest, person: Person) -> HttpResponse:
    """Change a password; all other sessions of this person end."""
    recovered = RECOVERED in request.session
    form = forms.PasswordForm(sent(request), person=person, ask_old=not recovered)
    session = request.session.session_key or ""
    if form.is_bound:
        limits.OLD_PASSWORDS.take(session)
        if "old" not in form.errors:
            limits.OLD_PASSWORDS.give_back(session)
    if form.is_valid():
        services.person_set_password(person=person, password=form.cleaned_data["password"])
        request.session.pop(RECOVERED, None)
        stay_here(request, person)
        messages.success(request, _("Password changed. Other devices are signed out."))
        return redirect("account")
    return page(request, "account/password.html", form=form)


@sensitive_post_parameters("password")
@never_cache
def sign_in(request: HttpRequest) -> HttpResponse:
    """Sign somebody in; a guest may bring what they have here."""
    guest, target = person_of(request), next_url(request)
    if guest is not None and not guest.is_guest:
        return HttpResponseRedirect(target)
    campaigns = list(Campaign.objects.of(guest)) if guest else []
    form = forms.SignInForm(request, data=sent(request), guest_campaigns=len(campaigns))
    if form.is_bound:
        limits.take_sign_in(request)
    if form.is_valid():
        limits.give_back_sign_in(request)
        person = form.get_user()
        if guest is not None and (not campaigns or form.cleaned_data["take"]):
            person_merge(guest=guest, into=person)
        sign_person_in(request, person)
        return limits.remember_browser(request, HttpResponseRedirect(target), person)
    context = {
        "next": target,
        "campaigns": campaigns,
        "passkeys_possible": passkeys.are_possible(request),
    }
    return page(request, "account/sign_in.html", context, form=form)


@posted(to_account)
def sign_out(request: HttpRequest) -> HttpResponse:
    """Sign somebody out; a guest, who could not come back, gets a warning instead."""
    person = person_of(request)
    if person is not None and person.is_guest:
        messages.warning(request, _("As a guest you couldn’t come back. Create an account first."))
        return redirect("account")
    logout(request)
    return _clear_cache(redirect("home"))


@never_cache
@confirmed
@signed_in("delete_account")
def delete(request: HttpRequest, person: Person) -> HttpResponse:
    """Delete an account and the campaigns it keeps, after a page that lists them."""
    form = forms.ForgetForm(sent(request))
    if form.is_valid():
        person_delete(person=person)
        logout(request)
        messages.success(request, _("Account deleted."))
        return _clear_cache(redirect("home"))
    places = person.memberships.select_related("campaign").only("person", "role", "campaign__name")
    evenings_going, evenings_staying = games_left_behind(person)
    context = {
        "evenings_going": evenings_going,
        "evenings_staying": evenings_staying,
        "going": [place.campaign for place in places if place.role == Role.KEEPER],
        "staying": [place.campaign for place in places if place.role != Role.KEEPER],
    }
    return page(request, "account/delete.html", context, form=form)


def _account(request: HttpRequest, person: Person, **refused: Form) -> HttpResponse:
    """Render the account page; a form in ``refused`` replaces the unbound one of its name."""
    context = {
        "keep_form": forms.KeepForm(person=person),
        "name_form": forms.NameForm(initial={"display_name": person.display_name}),
        **refused,
    }
    return page(request, "account/account.html", context, status=422 if refused else 200)


def _clear_cache(response: HttpResponse) -> HttpResponse:
    """Make the browser clear its cache, so that nobody sees the account by going back."""
    response.headers["Clear-Site-Data"] = '"cache"'
    return response


# --- confirming the password, signing in without it, and browsers ---


@sensitive_post_parameters("password")
@never_cache
@signed_in("account")
def confirm(request: HttpRequest, person: Person) -> HttpResponse:
    """Ask for the password once more."""
    target = next_url(request)
    if person.is_guest:
        return HttpResponseRedirect(target)
    form = forms.ConfirmForm(sent(request), person=person)
    if form.is_bound:
        session = request.session.session_key or ""
        limits.OLD_PASSWORDS.take(session)
        if form.is_valid():
            limits.OLD_PASSWORDS.give_back(session)
            request.session[CONFIRMED] = int(time.time())
            return HttpResponseRedirect(target)
    return page(request, "account/confirm.html", {"next": target}, form=form)


@never_cache
@confirmed
@signed_in("recovery_codes", guests=False)
def recovery_codes(request: HttpRequest, person: Person) -> HttpResponse:
    """Make recovery codes, and show them for a few minutes: only their hashes are stored."""
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
    """Sign in with a recovery code, and go on to set a new password."""
    known = person_of(request)
    if known is not None and not known.is_guest:
        return redirect("account")
    form = forms.RecoverForm(sent(request))
    if form.is_valid():
        limits.take_sign_in(request)
        person = services.recovery_code_use(**form.cleaned_data)
        if person is not None:
            limits.give_back_sign_in(request)
            sign_person_in(request, person)
            request.session[RECOVERED] = True
            messages.success(request, _("Signed in. That code is used up."))
            return limits.remember_browser(request, redirect("password"), person)
        form.add_error("code", _("Wrong username or code. Each code works once."))
    return page(request, "account/recover.html", form=form)


@never_cache
@signed_in("browsers", guests=False)
def browsers(request: HttpRequest, person: Person) -> HttpResponse:
    """List the browsers in which somebody is signed in, and sign out of one or of all others."""
    if request.method == "POST":
        if chosen := request.POST.get("browser"):
            browser = get_object_or_404(person.browsers.all(), pk=row_number(chosen))
            services.browser_sign_out(browser=browser)
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
    if request.method == "POST":
        if chosen := request.POST.get("delete"):
            get_object_or_404(person.passkeys.all(), pk=row_number(chosen)).delete()
            messages.success(request, _("Passkey deleted."))
            return redirect("passkeys")
        try:
            key = passkeys.registered(request, person, request.POST.get("credential", ""))
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
    """Return the WebAuthn options to register a passkey, or to sign in with one."""
    person = person_of(request)
    if request.POST.get("for") == "making":
        if person is None or person.is_guest:
            return to_sign_in("passkeys")
        return JsonResponse(passkeys.registration_options(request, person))
    return JsonResponse(passkeys.sign_in_options(request))


@never_cache
@posted(to_account)
def passkey_sign_in(request: HttpRequest) -> HttpResponse:
    """Sign in the owner of the passkey that has signed the challenge."""
    limits.SIGN_INS_FROM.take(limits.address_of(request))
    try:
        key = passkeys.verified(request, request.POST.get("credential", ""))
    except passkeys.PasskeyRefused:
        messages.error(request, _("Unknown passkey."))
        return redirect("sign_in")
    limits.SIGN_INS_FROM.give_back(limits.address_of(request))
    sign_person_in(request, key.person)
    request.session[passkeys.WITH_PASSKEY] = True
    return limits.remember_browser(request, HttpResponseRedirect(next_url(request)), key.person)
