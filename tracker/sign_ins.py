"""Who is signed in: views that need somebody, in which browser, how long ago by password."""

import re
import time
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse

from campaign.models import Person
from campaign.services.accounts import browser_note
from tracker.access import person_of

CONFIRMED = "confirmed_at"  # in the session: when the password was given last
CONFIRMED_FOR = 15 * 60  # seconds
RECOVERED = "recovered"  # in the session: a new password may be set without the old one
BROWSERS = {"Edg": "Edge", "OPR": "Opera", "Firefox": "Firefox", "Chrome": "Chrome"}
SYSTEMS = ("Android", "iPhone", "iPad", "Windows", "Mac OS X", "Linux")

View = Callable[..., HttpResponseBase]
PersonView = Callable[[HttpRequest, Person], HttpResponseBase]


@receiver(user_logged_in)
def note_sign_in(request: HttpRequest, user: Person, **_: Any) -> None:
    """Remember the browser, and that somebody has just shown who they are."""
    request.session[CONFIRMED] = int(time.time())
    if not request.session.session_key:
        request.session.save()
    note_browser(request, user)


def note_browser(request: HttpRequest, person: Person) -> None:
    """Remember this browser under its session's key, which may be new."""
    name = browser_name(request.META.get("HTTP_USER_AGENT", ""))
    browser_note(person=person, session_key=request.session.session_key or "", name=name)


def stay_here(request: HttpRequest, person: Person) -> None:
    """Keep this browser signed in, under a new key, when all the other sessions end."""
    update_session_auth_hash(request, person)
    note_browser(request, person)


def browser_name(agent: str) -> str:
    """Return what a browser calls itself, in two words at most."""
    browser = next((name for mark, name in BROWSERS.items() if re.search(rf"\b{mark}/", agent)), "")
    browser = browser or ("Safari" if "Safari/" in agent else "")
    system = next((name for name in SYSTEMS if name in agent), "").replace("Mac OS X", "macOS")
    return ", ".join(filter(None, (browser, system)))


def signed_in(then: str, *, guests: bool = True) -> Callable[[PersonView], View]:
    """Give a view whoever is signed in; others sign in first and go on to the page ``then``.

    Without ``guests``, a guest is led to the page on which they make an account.
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
    """Lead to the sign-in page, and from there to the page of a name."""
    return HttpResponseRedirect(reverse("sign_in", query={"next": reverse(then)}))


def confirmed(view: View) -> View:
    """Ask for the password once more before what cannot be undone; a guest has none."""

    @wraps(view)
    def asked(request: HttpRequest, *args: Any, **parts: Any) -> HttpResponseBase:
        person = person_of(request)
        is_recent = time.time() - request.session.get(CONFIRMED, 0) < CONFIRMED_FOR
        if person is None or person.is_guest or is_recent:
            return view(request, *args, **parts)
        return HttpResponseRedirect(reverse("confirm", query={"next": request.path}))

    return asked
