"""Slowing down whoever tries too often: passwords, names, links, pictures, being somebody new.

Wrong passwords are counted in the database (django-axes): for one name from one address, and for
an address by how many names it has tried. The rest is counted in each worker's memory, where an
address leaves no trace. Every wait ends by itself, and none is made longer by trying meanwhile.
"""

from __future__ import annotations

import ipaddress
import math
import threading
import time
import unicodedata
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from axes.handlers.database import AxesDatabaseHandler
from axes.models import AccessAttempt
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.datastructures import MultiValueDict
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, ngettext

from campaign.models import Person
from tracker.pages import page

# A household mistypes a handful of names; a list of names is longer.
NAMES_MOST = 15
NETWORK = 64  # bits of an IPv6 address: what one subscriber is given, to choose the rest from
NOWHERE = "0.0.0.0"  # noqa: S104 # nobody listens there: it stands for no address
ADDRESSES_MOST = 10_000  # remembered by each bound; the longest unseen is forgotten first
KNOWN = "known"  # the cookie of a browser in which somebody has signed in before
KNOWN_FOR = timedelta(days=400)
KNOWN_MOST = 8  # names of one browser


# --- who it is ---


def name_tried(request: HttpRequest, credentials: Mapping[str, Any] | None = None) -> str:
    """Return the name somebody tries to sign in with, the same for "Zuza" and "zuza".

    Sign-in does not mind letter case; counted as typed, every spelling would be a fresh start.
    """
    given = (credentials or request.POST).get("username") or ""
    return unicodedata.normalize("NFKC", str(given)).strip().casefold()


def address_of(request: HttpRequest) -> str:
    """Return where somebody tries to sign in from.

    Behind a proxy everybody has the proxy's address, and one who guesses would keep the owner of a
    name out. What the proxies wrote into X-Forwarded-For counts from the right: whatever a visitor
    put there stands to the left of it.
    """
    if settings.PROXIES:
        told = request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")
        if len(told) >= settings.PROXIES:
            try:
                return _network(told[-settings.PROXIES].strip())
            except ValueError:
                pass
    try:
        return _network(str(request.META.get("REMOTE_ADDR", "")))
    except ValueError:  # a socket has none
        return NOWHERE


def _network(told: str) -> str:
    """Return an address; of IPv6 the network, for nobody there is short of addresses."""
    address = ipaddress.ip_address(told)
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, NETWORK), strict=False).network_address)


# --- passwords ---


class Handler(AxesDatabaseHandler):  # type: ignore[misc] # untyped
    """Besides one name's wrong passwords, count the names that one address tries."""

    def is_locked(self, request: HttpRequest, credentials: dict[str, Any] | None = None) -> bool:
        """Say whether somebody has to wait."""
        if super().is_locked(request, credentials):
            return True
        if _is_known(request, name_tried(request, credentials)):
            return False  # whoever sprays from the same address does not keep its people out
        return len(_names_tried(request)) >= NAMES_MOST


def locked_out(
    request: HttpRequest,
    _response: HttpResponseBase | None = None,
    credentials: Mapping[str, Any] | None = None,
) -> HttpResponse:
    """Say how long somebody has to wait before the next password."""
    name, tried = name_tried(request, credentials), _names_tried(request)
    mine = AccessAttempt.objects.filter(ip_address=address_of(request), username=name)
    latest = mine.order_by("-attempt_time").values_list("attempt_time", "failures_since_start")
    many = len(tried) >= NAMES_MOST
    if not many or any(count >= settings.AXES_FAILURE_LIMIT for _at, count in latest):
        reason = gettext("The password was wrong too many times.")
        begun = max((at for at, _count in latest), default=timezone.now())
    else:
        reason = gettext("Too many names were tried from where you are.")
        begun = sorted(tried.values())[-NAMES_MOST]
    wait = begun + settings.AXES_COOLOFF_TIME - timezone.now()
    return wait_a_little(request, TooMany(reason, wait.total_seconds()))


def _names_tried(request: HttpRequest) -> dict[str, datetime]:
    """Return the names that were tried in vain from this address, each with its latest time."""
    since = timezone.now() - settings.AXES_COOLOFF_TIME
    tried = AccessAttempt.objects.filter(ip_address=address_of(request), attempt_time__gte=since)
    return dict(tried.order_by("attempt_time").values_list("username", "attempt_time"))


def remember_browser(request: HttpRequest, response: HttpResponse, person: Person) -> HttpResponse:
    """Let a browser know again who has signed in with it: the cookie signs nobody in."""
    mark = _mark(name_tried(request, {"username": person.get_username()}))
    marks = [mark, *(kept for kept in _marks(request) if kept != mark)][:KNOWN_MOST]
    response.set_signed_cookie(
        KNOWN,
        ".".join(marks),
        max_age=KNOWN_FOR,
        path=reverse("sign_in"),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return response


def forget_name(request: HttpRequest, person: Person) -> None:
    """Forget who tried to sign in by the name of somebody who is going."""
    name = name_tried(request, {"username": person.get_username()})
    AccessAttempt.objects.filter(username=name).delete()


def _is_known(request: HttpRequest, name: str) -> bool:
    return any(constant_time_compare(kept, _mark(name)) for kept in _marks(request))


def _marks(request: HttpRequest) -> list[str]:
    kept = request.get_signed_cookie(KNOWN, default="", max_age=KNOWN_FOR)
    return kept.split(".") if kept else []


def _mark(name: str) -> str:
    return salted_hmac("tracker.throttling.known", name).hexdigest()[:32]


# --- everything else ---


class TooMany(PermissionDenied):
    """Somebody has to wait; the page of it says why and how long."""

    def __init__(self, reason: str | Promise, wait: float) -> None:
        super().__init__(str(reason))
        self.reason = reason
        self.wait = max(1.0, wait)  # seconds


@dataclass(slots=True)
class Bound:
    """How often something may happen from one address (or to one person) within a while."""

    reason: str | Promise
    most: int
    within: float  # seconds
    _times: OrderedDict[str, list[float]] = field(default_factory=OrderedDict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def check(self, who: str) -> None:
        """Refuse whoever has had their share."""
        if not settings.AXES_ENABLED:
            return
        now = time.time()
        times = self._recent(who, now)
        if len(times) >= self.most:
            raise TooMany(self.reason, times[-self.most] + self.within - now)

    def has_counted(self, who: str) -> bool:
        """Say whether anything was counted lately."""
        return bool(self._recent(who, time.time()))

    def count(self, who: str, times: int = 1) -> None:
        """Count one more, or several."""
        now = time.time()
        with self._lock:
            before = [at for at in self._times.pop(who, ()) if at > now - self.within]
            self._times[who] = [*before, *[now] * times][-self.most :]
            while len(self._times) > ADDRESSES_MOST:
                self._times.popitem(last=False)

    def take(self, who: str, times: int = 1) -> None:
        """Count one more, or several at once; refuse whoever has had their share."""
        self.check(who)
        self.count(who, times)

    def forget(self) -> None:
        """Start anew."""
        with self._lock:
            self._times.clear()

    def _recent(self, who: str, now: float) -> list[float]:
        with self._lock:
            return [at for at in self._times.get(who, ()) if at > now - self.within]


NEW_GUESTS = Bound(gettext_lazy("Very many people came from where you are."), 60, 3600)
WRONG_LINKS = Bound(gettext_lazy("Too many links that lead nowhere were tried."), 30, 900)
NAMES_TAKEN = Bound(gettext_lazy("Too many names that are taken were tried."), 20, 3600)
# To look into a picture takes up to a second, whoever sent it and whatever becomes of it.
PICTURES = Bound(gettext_lazy("Very many pictures came from where you are."), 300, 900)
BROUGHT_IN = Bound(gettext_lazy("Very many files came from where you are."), 30, 3600)
OLD_PASSWORDS = Bound(gettext_lazy("The password was wrong too many times."), 8, 900)
OLD_PASSWORDS_OF_ONE = Bound(OLD_PASSWORDS.reason, 24, 3600)


def pictures_sent(request: HttpRequest) -> MultiValueDict[str, Any]:
    """Return the files of a form that takes pictures, unless very many came from there lately."""
    files = sum(len(several) for _name, several in request.FILES.lists())
    if files:
        PICTURES.take(address_of(request), files)
    return request.FILES


def check_old_password(request: HttpRequest, person: Person) -> None:
    """Refuse somebody signed in who has guessed at their password often enough.

    From one address, in one session (which a thief may use from many), and for one account in all
    its sessions. The last keeps nobody waiting who has just signed in with the password: otherwise
    a thief who goes on guessing would keep the owner from choosing another.
    """
    here, within = _guesses(request, person)
    OLD_PASSWORDS.check(here)
    OLD_PASSWORDS.check(within)
    if OLD_PASSWORDS.has_counted(within):
        OLD_PASSWORDS_OF_ONE.check(str(person.pk))


def count_old_password(request: HttpRequest, person: Person) -> None:
    """Count a wrong guess at the password of somebody signed in."""
    for who in _guesses(request, person):
        OLD_PASSWORDS.count(who)
    OLD_PASSWORDS_OF_ONE.count(str(person.pk))


def _guesses(request: HttpRequest, person: Person) -> tuple[str, str]:
    """Return by what guesses are counted: where they come from, and in which session."""
    # By person as well: whoever shares a screen or an address does not wait for each other.
    return (
        f"{person.pk} from {address_of(request)}",
        f"{person.pk} in {request.session.session_key}",
    )


def wait_a_little(request: HttpRequest, many: TooMany) -> HttpResponse:
    """Answer with the page that says why, and for how long."""
    minutes = math.ceil(many.wait / 60)
    wait = ngettext(
        "Try again in %(minutes)s minute.", "Try again in %(minutes)s minutes.", minutes
    ) % {"minutes": minutes}
    response = page(
        request, "account/locked.html", {"reason": many.reason, "wait": wait}, status=429
    )
    response.headers["Retry-After"] = str(math.ceil(many.wait))
    response.headers["Cache-Control"] = "private, no-store"
    return response
