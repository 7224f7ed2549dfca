"""Notifications: which browsers show them, and what is switched off."""

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from campaign.models import MailAddress, Person
from campaign.rules.core.problems import RulesError
from campaign.selectors.campaigns import campaigns_of
from campaign.selectors.notices import browsers_of, mail_of
from campaign.services.accounts import NOTIFIED
from campaign.services.mails import mail_confirm, mail_remove, mail_set
from campaign.services.notices import mutes_set, subscription_remove, subscription_save
from tracker.forms.notices import NOT_A_BROWSER, MailForm, MutesForm, SubscriptionForm
from tracker.outgoing.mails import has_server, send_mail
from tracker.outgoing.sending import Fault
from tracker.outgoing.web_push import public_text, server_key
from tracker.people.limits import MAILS, SUBSCRIPTIONS, address_of
from tracker.people.mail_links import mail_of_link, mail_url
from tracker.people.sign_ins import browser_name, signed_in
from tracker.web.pages import page, row_number, say_problems


@never_cache
@signed_in("notices")
def notices(request: HttpRequest, person: Person) -> HttpResponse:
    """Show the browsers that notify somebody; remove one, or switch notifications off."""
    if request.method == "POST" and (chosen := request.POST.get("remove")):
        if not subscription_remove(person=person, pk=row_number(chosen)):
            raise Http404
        messages.success(request, _("This browser is no longer notified."))
        return redirect("notices")
    mine = campaigns_of(person).filter(archived_at=None).order_by("name", "pk")
    offered = [(campaign.pk, campaign.name) for campaign in mine]
    muted = list(person.mutes.exclude(campaign=None).values_list("campaign", flat=True))
    off = set(person.mutes.filter(campaign=None).values_list("kind", flat=True))
    form = MutesForm(
        request.POST if request.method == "POST" else None,
        campaigns=offered,
        initial={"everything": "" in off, "kinds": sorted(off - {""}), "campaigns": muted},
    )
    if form.is_valid():
        mutes_set(person=person, **form.cleaned_data)
        messages.success(request, _("Saved."))
        return redirect("notices")
    return _page(request, person, form, has_campaigns=bool(offered))


def _page(
    request: HttpRequest,
    person: Person,
    form: MutesForm,
    *,
    has_campaigns: bool,
) -> HttpResponse:
    context = {
        "browsers": browsers_of(person.pk),
        "has_campaigns": has_campaigns,
        "has_mail": has_server(),
        "mail": mail_of(person),
        "mail_form": MailForm(),
        "key": public_text(server_key(settings.SECRET_KEY)),
        "subscribe_url": reverse("notices_subscribe"),
    }
    return page(request, "account/notices.html", context, form=form)


@never_cache
@signed_in("notices")
def subscribe(request: HttpRequest, person: Person) -> HttpResponse:
    """Let this browser show notifications; the script of the page sends its address and keys."""
    if request.method != "POST":
        return redirect("notices")
    SUBSCRIPTIONS.take(str(person.pk))
    form = SubscriptionForm(request.POST)
    if not form.is_valid():
        messages.error(request, NOT_A_BROWSER)
        return redirect("notices")
    try:
        saved = subscription_save(
            person=person,
            language=get_language() or settings.LANGUAGE_CODE,
            name=browser_name(request.headers.get("User-Agent", "")),
            **form.cleaned_data,
        )
    except RulesError as error:
        say_problems(request, error)
    else:
        request.session[NOTIFIED] = saved.pk
        messages.success(request, _("This browser is notified from now on."))
    return redirect("notices")


@never_cache
@signed_in("notices")
def mail(request: HttpRequest, person: Person) -> HttpResponse:
    """Enter an address for notifications, which gets a link to confirm it; or remove it."""
    if request.method != "POST":
        return redirect("notices")
    if "remove" in request.POST:
        mail_remove(person=person)
        messages.success(request, _("Your e-mail address was removed."))
        return redirect("notices")
    form = MailForm(request.POST)
    if not has_server() or not form.is_valid():
        for said in form.errors.get("address", ()):
            messages.error(request, str(said))
        return redirect("notices")
    address = form.cleaned_data["address"]
    for counted in (str(person.pk), address_of(request), address.lower()):
        MAILS.take(counted)
    made = mail_set(
        person=person,
        address=address,
        language=get_language() or settings.LANGUAGE_CODE,
        site=request.build_absolute_uri("/").rstrip("/"),
    )
    if _ask_to_confirm(made) is not None:
        messages.error(request, _("The e-mail could not be sent. Check the address."))
    else:
        messages.success(request, _("Open the link in the e-mail to confirm your address."))
    return redirect("notices")


def _ask_to_confirm(mail: MailAddress) -> Fault | None:
    lines = [
        _("Somebody entered this address for notifications of game evenings."),
        _("Open this link to confirm that it is yours. If it wasn’t you, do nothing."),
        mail_url(mail),
    ]
    return send_mail(to=mail.address, subject=_("Confirm your e-mail address"), lines=lines)


@never_cache
def mail_link(request: HttpRequest, token: str) -> HttpResponse:
    """Confirm an address by the link in its mail, or end what is sent there; by a button each."""
    found = mail_of_link(request, token)
    is_confirmed = found.confirmed_at is not None
    if request.method != "POST":
        context = {"address": found.address, "is_confirmed": is_confirmed}
        return page(request, "account/mail_link.html", context)
    if is_confirmed:
        mail_remove(person=found.person)
        messages.success(request, _("No more e-mails are sent to this address."))
    else:
        mail_confirm(mail=found)
        messages.success(request, _("Your address is confirmed. You’ll get e-mails from now on."))
    return redirect("home")
