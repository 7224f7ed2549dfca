"""Accounts: sign in and out, name and password, recovery codes, passkeys, browsers, deletion.

Passkeys need scripts; the password does not.
"""

import time

from django.contrib import messages
from django.contrib.auth import logout
from django.core.exceptions import PermissionDenied
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
from campaign.selectors.campaigns import campaigns_of
from campaign.selectors.games import games_left_behind
from campaign.selectors.notices import confirmed_mail
from campaign.selectors.standing import heirs_of
from campaign.services import accounts as services
from campaign.services.notices import subscription_remove
from campaign.services.people import person_delete
from tracker.forms import account as forms
from tracker.people import limits, passkeys
from tracker.people.access import person_of
from tracker.people.guests import sign_in_account
from tracker.people.one_time_secrets import fresh, in_fours, keep_fresh
from tracker.people.sign_ins import (
    CONFIRMED,
    RECOVERED,
    confirmed,
    signed_in,
    stay_here,
    to_sign_in,
    was_lately,
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
        _(
            "Account created. Sign in as %(name)s in any browser. Next, save your recovery codes: "
            "you need one if you forget your password."
        )
        % {"name": person.username},
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
        services.person_rename(person=person, **form.cleaned_data)
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
    recovered = was_lately(request, RECOVERED)
    form = forms.PasswordForm(sent(request), person=person, ask_old=not recovered)
    if form.is_bound:
        limits.take_old_password(request, person)
        if "old" not in form.errors:
            limits.give_back_old_password(request, person)
    if form.is_valid():
        services.person_set_password(
            person=person,
            password=form.cleaned_data["password"],
            notified=request.session.get(services.NOTIFIED, 0),
        )
        request.session.pop(RECOVERED, None)
        stay_here(request, person)
        messages.success(request, _("Password changed. Other browsers are signed out."))
        return redirect("account")
    return page(request, "account/password.html", form=form)


@sensitive_post_parameters("password")
@never_cache
def sign_in(request: HttpRequest) -> HttpResponse:
    """Sign somebody in; a guest may bring what they have here."""
    guest, target = person_of(request), next_url(request)
    if guest is not None and not guest.is_guest:
        return HttpResponseRedirect(target)
    campaigns = _guest_campaigns(request)
    form = forms.SignInForm(request, data=sent(request), guest_campaigns=len(campaigns))
    if form.is_bound:
        limits.take_sign_in(request)
    if form.is_valid():
        limits.give_back_sign_in(request)
        person = form.get_user()
        sign_in_account(request, person, bring_along=form.brings_along)
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
    if person is not None:
        subscription_remove(person=person, pk=request.session.get(services.NOTIFIED, 0))
    logout(request)
    return _clear_cache(redirect("home"))


@never_cache
@confirmed
@signed_in("delete_account")
def delete(request: HttpRequest, person: Person) -> HttpResponse:
    """Delete an account and the campaigns it keeps, after a page that lists them."""
    heirs = heirs_of(person)
    left_to_others = {campaign: others for campaign, others in heirs.items() if others}
    form = forms.ForgetForm(sent(request), heirs=left_to_others)
    if form.is_valid():
        try:
            person_delete(person=person, heirs=form.heirs())
        except RulesError as error:  # an heir has left meanwhile
            form.add_error(None, [sentence(problem) for problem in error.problems])
        else:
            logout(request)
            messages.success(request, _("Account deleted."))
            return _clear_cache(redirect("home"))
    others = person.memberships.exclude(role=Role.KEEPER).select_related("campaign")
    evenings_going, evenings_staying = games_left_behind(person)
    context = {
        "evenings_going": evenings_going,
        "evenings_staying": evenings_staying,
        "going": [campaign for campaign, members in heirs.items() if not members],
        "staying": [place.campaign for place in others],
    }
    return page(request, "account/delete.html", context, form=form)


def _guest_campaigns(request: HttpRequest) -> list[Campaign]:
    """Return the campaigns of a guest, who is asked whether to bring them to an account."""
    person = person_of(request)
    return list(campaigns_of(person)) if person is not None and person.is_guest else []


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
        limits.take_old_password(request, person)
        if form.is_valid():
            limits.give_back_old_password(request, person)
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
    campaigns = _guest_campaigns(request)
    form = forms.RecoverForm(sent(request), guest_campaigns=len(campaigns))
    if form.is_valid():
        limits.take_sign_in(request)
        person = services.recovery_code_use(
            username=form.cleaned_data["username"], code=form.cleaned_data["code"]
        )
        if person is not None:
            limits.give_back_sign_in(request)
            sign_in_account(request, person, bring_along=form.brings_along)
            request.session[RECOVERED] = int(time.time())
            messages.success(request, _("Signed in. That code is used up."))
            return limits.remember_browser(request, redirect("password"), person)
        form.add_error("code", _("Wrong username or code. Each code works once."))
    return page(request, "account/recover.html", {"campaigns": campaigns}, form=form)


@never_cache
@signed_in("browsers", guests=False)
def browsers(request: HttpRequest, person: Person) -> HttpResponse:
    """List the browsers in which somebody is signed in, and sign out of one or of all others."""
    if request.method == "POST":
        if chosen := request.POST.get("browser"):
            browser = get_object_or_404(person.browsers.all(), pk=row_number(chosen))
            services.browser_sign_out(browser=browser)
            messages.success(request, _("Browser signed out."))
        else:
            services.browsers_sign_out(
                person=person,
                keep_tokens="keep_tokens" in request.POST,
                notified=request.session.get(services.NOTIFIED, 0),
            )
            stay_here(request, person)
            messages.success(request, _("Signed out everywhere else."))
        return redirect("browsers")
    context = {
        "browsers": person.browsers.all(),
        "here": request.session.session_key,
        "has_tokens": person.api_tokens.exists(),
        "mailed": confirmed_mail(person.pk),
        "has_webhooks": person.webhooks.exists(),
    }
    return page(request, "account/browsers.html", context)


@never_cache
@confirmed
@signed_in("passkeys", guests=False)
def passkeys_page(request: HttpRequest, person: Person) -> HttpResponse:
    """List somebody's passkeys, delete one, or add the one that their browser has made."""
    if request.method == "POST":
        if chosen := request.POST.get("delete"):
            found = get_object_or_404(person.passkeys.all(), pk=row_number(chosen))
            if passkeys.may_delete(request, person):
                services.passkey_delete(passkey=found)
                messages.success(request, _("Passkey deleted."))
        else:
            _add_passkey(request, person)
        return redirect("passkeys")
    context = {
        "passkeys": person.passkeys.all(),
        "possible": passkeys.are_possible(request),
        "full": person.passkeys.count() >= services.MAX_PASSKEYS,
        "may_add": passkeys.may_add(request, person),
        "may_delete": passkeys.may_delete(request, person),
    }
    return page(request, "account/passkeys.html", context)


def _add_passkey(request: HttpRequest, person: Person) -> None:
    """Add the passkey that a browser has made, or say why not."""
    try:
        key = passkeys.registered(request, person, request.POST.get("credential", ""))
        services.passkey_add(passkey=key, may_add=lambda: passkeys.may_add(request, person))
    except passkeys.PasskeyRefused:
        messages.error(request, _("The passkey could not be added. Try again."))
    except services.PasskeyNotAllowed:
        messages.error(request, _("Sign in with a passkey first, then add another."))
    except services.PasskeyKnown:
        messages.error(request, _("This passkey is registered already."))
    except services.TooManyPasskeys:
        messages.error(request, _("You have too many passkeys. Delete one first."))
    else:
        request.session.pop(passkeys.LINK, None)
        messages.success(request, _("Passkey added."))


@never_cache
@require_safe
def passkey_link(request: HttpRequest, token: str) -> HttpResponse:
    """Let the person for whom a command has made this link add a passkey, once signed in."""
    person = person_of(request)
    if person is None or person.is_guest:
        return HttpResponseRedirect(reverse("sign_in", query={"next": request.path}))
    digest = services.hash_token(token)
    if services.passkey_link_is_open(person=person, token_hash=digest):
        request.session[passkeys.LINK] = digest
    else:
        limits.WRONG_LINKS.take(limits.address_of(request))
        messages.error(request, _("This link is not valid: it works once, for an hour."))
    return redirect("passkeys")


@never_cache
@posted(to_account)
def passkey_options(request: HttpRequest) -> HttpResponse:
    """Return the WebAuthn options to register a passkey, or to sign in with one."""
    person = person_of(request)
    if request.POST.get("for") == "making":
        if person is None or person.is_guest:
            return to_sign_in("passkeys")
        if not passkeys.may_add(request, person):
            raise PermissionDenied
        return JsonResponse(passkeys.registration_options(request, person))
    limits.take_session(request)
    return JsonResponse(passkeys.sign_in_options(request))


@never_cache
@posted(to_account)
def passkey_sign_in(request: HttpRequest) -> HttpResponse:
    """Sign in the owner of the passkey that has signed the challenge.

    A passkey can't be guessed: in a known browser, what others try at its address doesn't count.
    """
    counts = not limits.is_known(request)
    if counts:
        limits.SIGN_INS_FROM.take(limits.address_of(request))
    try:
        key = passkeys.verified(request, request.POST.get("credential", ""))
    except passkeys.PasskeyRefused:
        messages.error(request, _("Unknown passkey."))
        return redirect("sign_in")
    if counts:
        limits.SIGN_INS_FROM.give_back(limits.address_of(request))
    form = forms.GuestForm(request.POST, guest_campaigns=len(_guest_campaigns(request)))
    form.full_clean()  # one box to tick: nothing in it can be wrong
    sign_in_account(request, key.person, bring_along=form.brings_along)
    request.session[passkeys.WITH_PASSKEY] = key.pk
    return limits.remember_browser(request, HttpResponseRedirect(next_url(request)), key.person)
