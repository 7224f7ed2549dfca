"""Accounts: keep everything under a name, sign in and out, change, delete."""

from django.contrib import messages
from django.contrib.auth import logout
from django.forms import Form
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_safe

from campaign.models import Campaign, Person, Role
from campaign.rules.core.problems import RulesError
from campaign.selectors.games import games_left_behind
from campaign.services.accounts import NameTaken, person_keep, person_rename, person_set_password
from campaign.services.people import person_delete, person_merge
from tracker import limits
from tracker.access import person_of
from tracker.forms.account import ForgetForm, KeepForm, NameForm, PasswordForm, SignInForm
from tracker.guests import sign_in as sign_person_in
from tracker.pages import page, safe_url, sent
from tracker.passkeys import are_possible
from tracker.posting import posted, to_account
from tracker.sign_ins import RECOVERED, confirmed, signed_in, stay_here
from tracker.words import sentence


@require_safe
@signed_in("account")
def account(request: HttpRequest, person: Person) -> HttpResponse:
    """Show who is signed in, and what can be done about it."""
    return _account(request, person)


@sensitive_post_parameters("password")
@never_cache
@signed_in("account")
def keep(request: HttpRequest, person: Person) -> HttpResponse:
    """Give a guest a name and a password; everything stays theirs."""
    if not person.is_guest or request.method != "POST":
        return redirect("account")
    form = KeepForm(request.POST, person=person)
    if not form.is_valid():
        return _account(request, person, keep_form=form)
    limits.NAMES_TAKEN.take(limits.address_of(request))
    try:
        person_keep(person=person, **form.cleaned_data)
    except NameTaken:
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
    """Change what somebody is called."""
    if request.method != "POST":
        return redirect("account")
    form = NameForm(request.POST)
    if not form.is_valid():
        return _account(request, person, name_form=form)
    try:
        person_rename(person=person, display_name=form.cleaned_data["display_name"])
    except RulesError as error:
        form.add_error("display_name", [sentence(problem) for problem in error.problems])
        return _account(request, person, name_form=form)
    messages.success(request, _("Your name is now %(name)s.") % {"name": person.display_name})
    return redirect("account")


@sensitive_post_parameters("old", "password")
@never_cache
@signed_in("password", guests=False)
def password(request: HttpRequest, person: Person) -> HttpResponse:
    """Change a password; everybody else who is signed in under this name is signed out."""
    form = PasswordForm(sent(request), person=person, ask_old=RECOVERED not in request.session)
    session = request.session.session_key or ""
    if form.is_bound:
        limits.OLD_PASSWORDS.take(session)
        if "old" not in form.errors:
            limits.OLD_PASSWORDS.give_back(session)
    if form.is_valid():
        person_set_password(person=person, password=form.cleaned_data["password"])
        request.session.pop(RECOVERED, None)
        stay_here(request, person)
        messages.success(request, _("Password changed. Other devices are signed out."))
        return redirect("account")
    return page(request, "account/password.html", form=form)


@sensitive_post_parameters("password")
@never_cache
def sign_in(request: HttpRequest) -> HttpResponse:
    """Sign somebody in; a guest may take along what they have here."""
    held = person_of(request)
    goes_to = safe_url(request, request.POST.get("next") or request.GET.get("next") or "")
    if held is not None and not held.is_guest:
        return HttpResponseRedirect(goes_to)
    campaigns = list(Campaign.objects.of(held)) if held else []
    form = SignInForm(request, data=sent(request), guest_campaigns=len(campaigns))
    if form.is_bound:
        limits.take_sign_in(request)
    if form.is_valid():
        limits.give_back_sign_in(request)
        person = form.get_user()
        if held is not None and (not campaigns or form.cleaned_data["take"]):
            person_merge(guest=held, into=person)
        sign_person_in(request, person)
        return limits.remember_browser(request, HttpResponseRedirect(goes_to), person)
    context = {
        "next": goes_to,
        "campaigns": campaigns,
        "passkeys_possible": are_possible(request),
    }
    return page(request, "account/sign_in.html", context, form=form)


@posted(to_account)
def sign_out(request: HttpRequest) -> HttpResponse:
    """Sign somebody out; a guest would not find back, and is told so first."""
    person = person_of(request)
    if person is not None and person.is_guest:
        messages.warning(request, _("As a guest you couldn’t come back. Create an account first."))
        return redirect("account")
    logout(request)
    return _left(redirect("home"))


@never_cache
@confirmed
@signed_in("delete_account")
def delete(request: HttpRequest, person: Person) -> HttpResponse:
    """Delete somebody and the campaigns they keep, after a page that lists them."""
    form = ForgetForm(sent(request))
    if form.is_valid():
        person_delete(person=person)
        logout(request)
        messages.success(request, _("Account deleted."))
        return _left(redirect("home"))
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
    """Show an account; a form that was refused takes the place of the one by its name."""
    context = {
        "keep_form": KeepForm(person=person),
        "name_form": NameForm(initial={"display_name": person.display_name}),
        **refused,
    }
    return page(request, "account/account.html", context, status=422 if refused else 200)


def _left(response: HttpResponse) -> HttpResponse:
    """Let the browser forget what it would show to whoever presses "back"."""
    response.headers["Clear-Site-Data"] = '"cache"'
    return response
