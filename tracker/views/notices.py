"""Notifications: which browsers show them, and what is switched off."""

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from campaign.models import Campaign, Mute, Person, PushSubscription
from campaign.rules.core.problems import RulesError
from campaign.services.accounts import NOTIFIED
from campaign.services.notices import mutes_set, subscription_save
from tracker.forms.notices import NOT_A_BROWSER, MutesForm, SubscriptionForm
from tracker.outgoing.web_push import public_text, server_key
from tracker.people.limits import SUBSCRIPTIONS
from tracker.people.sign_ins import browser_name, signed_in
from tracker.web.pages import page, row_number, say_problems


@never_cache
@signed_in("notices")
def notices(request: HttpRequest, person: Person) -> HttpResponse:
    """Show the browsers that notify somebody; remove one, or switch notifications off."""
    browsers = PushSubscription.objects.filter(person=person)
    if request.method == "POST" and (chosen := request.POST.get("remove")):
        get_object_or_404(browsers, pk=row_number(chosen)).delete()
        messages.success(request, _("This browser is no longer notified."))
        return redirect("notices")
    mine = Campaign.objects.of(person).filter(archived_at=None).order_by("name", "pk")
    offered = [(campaign.pk, campaign.name) for campaign in mine]
    muted = list(Mute.objects.filter(person=person).values_list("campaign", flat=True))
    form = MutesForm(
        request.POST if request.method == "POST" else None,
        campaigns=offered,
        initial={"everything": None in muted, "campaigns": muted},
    )
    if form.is_valid():
        mutes_set(person=person, **form.cleaned_data)
        messages.success(request, _("Saved."))
        return redirect("notices")
    context = {
        "browsers": browsers,
        "has_campaigns": bool(offered),
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
