"""Calendars: one evening as a file, and a private address that calendar programs read."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from campaign.models import Person
from campaign.selectors.evenings import calendar_feed
from campaign.selectors.evenings import calendar_of as evenings_of
from campaign.services.calendars import calendar_make, calendar_revoke, calendar_use
from tracker.people.evening_access import evening_access
from tracker.people.limits import FEEDS, WRONG_LINKS, address_of
from tracker.people.one_time_secrets import fresh, keep_fresh
from tracker.people.sign_ins import signed_in
from tracker.presenters.calendars import calendar_of
from tracker.web.pages import as_file, page

FRESH = "fresh_calendar"
ICALENDAR = "text/calendar; charset=utf-8"


@require_safe
def evening_file(request: HttpRequest, key: str) -> HttpResponse:
    """Return an evening with a date as a file that any calendar opens."""
    evening = evening_access(request, key).evening
    if evening.starts_at is None:
        raise Http404
    answer = HttpResponse(calendar_of(request, [evening]), content_type=ICALENDAR)
    as_file(answer, "evening.ics")
    return answer


@never_cache
@signed_in("calendar")
def calendar(request: HttpRequest, person: Person) -> HttpResponse:
    """Create the private address of somebody's calendar, or revoke it; it is shown once."""
    here = reverse("calendar")
    if request.method == "POST" and "revoke" in request.POST:
        calendar_revoke(person=person)
        messages.success(request, _("Address revoked. Calendars that read it show nothing new."))
        return redirect(here)
    if request.method == "POST":
        FEEDS.take(str(person.pk))
        return keep_fresh(request, redirect(here), FRESH, calendar_make(person=person), path=here)
    feed = calendar_feed(person)
    token = fresh(request, FRESH) if feed is not None else ""
    address = reverse("calendar_feed", args=[token]) if token else ""
    context = {"feed": feed, "address": request.build_absolute_uri(address) if address else ""}
    return page(request, "account/calendar.html", context)


@never_cache
@require_safe
def feed(request: HttpRequest, token: str) -> HttpResponse:
    """Return somebody's evenings to a calendar program that has their private address."""
    FEEDS.take(address_of(request))
    person = calendar_use(token=token)
    if person is None:
        WRONG_LINKS.take(address_of(request))
        raise Http404
    name = _("Game evenings")
    return HttpResponse(
        calendar_of(request, evenings_of(person), name=name), content_type=ICALENDAR
    )
