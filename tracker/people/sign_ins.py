"""Sign-ins: views that need one, or a recent one, and the browsers in which somebody has one."""

import re
import time
from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from typing import Any

from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse

from campaign.clocks import is_recent
from campaign.models import Person
from campaign.services.accounts import browser_note
from tracker.people.access import person_of

CONFIRMED = "confirmed_at"  # in the session: when the password was entered last
RECOVERED = "recovered_at"  # in the session: when a recovery code was used in place of a password
CONFIRMED_FOR = timedelta(minutes=15)  # either
BROWSERS = {"Edg": "Edge", "OPR": "Opera", "Firefox": "Firefox", "Chrome": "Chrome"}
SYSTEMS = ("Android", "iPhone", "iPad", "Windows", "Mac OS X", "Linux")

View = Callable[..., HttpResponseBase]
PersonView = Callable[[HttpRequest, Person], HttpResponseBase]


@receiver(user_logged_in)
def note_sign_in(request: HttpRequest, user: Person, **_: Any) -> None:
    """Store the browser, and the time of the sign-in as a confirmation of the password."""
    request.session[CONFIRMED] = int(time.time())
    if not request.session.session_key:
        request.session.save()
    note_browser(request, user)


def note_browser(request: HttpRequest, person: Person) -> None:
    """Store this browser under its session key, which may be new."""
    name = browser_name(request.META.get("HTTP_USER_AGENT", ""))
    browser_note(person=person, session_key=request.session.session_key or "", name=name)


def stay_here(request: HttpRequest, person: Person) -> None:
    """Keep this browser signed in, under a new session key, when all other sessions end."""
    update_session_auth_hash(request, person)
    note_browser(request, person)


def browser_name(agent: str) -> str:
    """Return the browser and the system in a User-Agent header, as far as they are known."""
    browser = next((name for mark, name in BROWSERS.items() if re.search(rf"\b{mark}/", agent)), "")
    browser = browser or ("Safari" if "Safari/" in agent else "")
    system = next((name for name in SYSTEMS if name in agent), "").replace("Mac OS X", "macOS")
    return ", ".join(filter(None, (browser, system)))


def signed_in(then: str, *, guests: bool = True) -> Callable[[PersonView], View]:
    """Pass the signed-in person to a view; others sign in first, and go on to the page ``then``.

    Without ``guests``, a guest is redirected to the account page, where they can make an account.
    """

    def around(view: PersonView) -> View:
        @wraps(view)
        def for_person(request: HttpRequest) -> HttpResponseBase:
            person = person_of(request)
            if person is None:
                return to_sign_in(then)
            return redirect("account") if person.is_guest and not guests else view(request, person)

        return for_person

    return around


def to_sign_in(then: str) -> HttpResponse:
    """Redirect to the sign-in page, and from there to the URL of a name."""
    return HttpResponseRedirect(reverse("sign_in", query={"next": reverse(then)}))


def was_lately(request: HttpRequest, what: str) -> bool:
    """Say whether the time that a session has for something is at most ``CONFIRMED_FOR`` ago."""
    return is_recent(request.session.get(what, 0), time.time(), CONFIRMED_FOR)


def confirmed(view: View) -> View:
    """Require a recent password for what cannot be undone, except from guests, who have none."""

    @wraps(view)
    def if_recent(request: HttpRequest, *args: Any, **parts: Any) -> HttpResponseBase:
        person = person_of(request)
        if person is None or person.is_guest or was_lately(request, CONFIRMED):
            return view(request, *args, **parts)
        return HttpResponseRedirect(reverse("confirm", query={"next": request.path}))

    return if_recent
