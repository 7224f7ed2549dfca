"""How often a visitor may try: passwords, names, links, pictures, being somebody new."""

import ipaddress
import unicodedata
from contextlib import ExitStack
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext_lazy as _

from campaign.models import Person
from campaign.services.limits import RateLimit

HOUR = timedelta(hours=1)
QUARTER = timedelta(minutes=15)
WRONG = _("Too many wrong passwords.")

# Whoever belongs there signs in with a known browser, and is not slowed down by others' guesses.
SIGN_INS = RateLimit("sign-ins", WRONG, 8, QUARTER)  # of a name from an address
SIGN_INS_FROM = RateLimit(
    "sign-ins-from", _("Too many wrong passwords from your network."), 15, QUARTER
)
SIGN_INS_OF = RateLimit("sign-ins-of", WRONG, 60, HOUR)  # of a name, from all addresses
OLD_PASSWORDS = RateLimit("old-passwords", WRONG, 8, HOUR)  # in a session, which may be stolen
NAMES_TAKEN = RateLimit("names", _("Too many attempts with taken usernames."), 20, HOUR)
WRONG_LINKS = RateLimit("links", _("Too many invalid links."), 30, QUARTER)
WRONG_CODES = RateLimit("keeper-codes", _("Too many wrong codes."), 10, QUARTER)
NEW_GUESTS = RateLimit("guests", _("Too many new guests from your network."), 60, HOUR)
# Decoding a picture takes up to a second, whoever sent it and whatever becomes of it.
PICTURES = RateLimit("pictures", _("Too many uploads from your network."), 300, QUARTER)
SHEETS = RateLimit("sheets", _("Too many sheets from your network."), 300, QUARTER)
# Four phones that tap as fast as they can stay far below it; a script does not.
MOVES = RateLimit("moves", _("Too many moves from your network."), 1200, QUARTER)
# All of somebody's records with their pictures are put together anew each time.
EXPORTS = RateLimit("exports", _("Too many exports of your account."), 6, HOUR)
# What is guessed is sealed: a handful of wrong names a minute, then only known ones are completed.
GUESSES = RateLimit("guesses", _("Too many attempts at names."), 8, timedelta(minutes=1))
NEW_CAMPAIGNS = RateLimit("campaigns", _("Too many new campaigns from your network."), 60, HOUR)
IMPORTS = RateLimit("imports", _("Too many imports from your network."), 30, HOUR)

NETWORK = 64  # bits of an IPv6 address: what one subscriber is given, to choose the rest from
NOWHERE = "0.0.0.0"  # noqa: S104 # nobody listens there: it stands for no address
KNOWN = "known"  # the cookie of a browser in which somebody has signed in before
KNOWN_FOR = timedelta(days=400)
KNOWN_MOST = 8  # names of one browser


def address_of(request: HttpRequest) -> str:
    """Return where a request comes from.

    Behind a proxy everybody has the proxy's address, and one who guesses would keep the owner of a
    name out. What the proxies wrote into X-Forwarded-For counts from the right: whatever a visitor
    put there stands to the left of it.
    """
    forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")
    by_proxy = [forwarded[-settings.PROXIES]] if 0 < settings.PROXIES <= len(forwarded) else []
    for address in (*by_proxy, str(request.META.get("REMOTE_ADDR", ""))):
        try:
            return _network(address.strip())
        except ValueError:  # a socket has none
            continue
    return NOWHERE


def _network(written: str) -> str:
    """Return an address; of IPv6 the network, for nobody there is short of addresses."""
    address = ipaddress.ip_address(written)
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, NETWORK), strict=False).network_address)


def files_of(request: HttpRequest) -> MultiValueDict[str, Any]:
    """Return the files of a form that takes pictures, unless very many came from there lately."""
    if count := sum(len(several) for _name, several in request.FILES.lists()):
        PICTURES.take(address_of(request), count)
    return request.FILES


# --- signing in ---


def take_sign_in(request: HttpRequest) -> None:
    """Count an attempt before the password is looked at; a right one is given back."""
    with ExitStack() as if_refused:
        for limit, who in _sign_in_limits(request):
            limit.take(who)
            if_refused.callback(limit.give_back, who)
        if_refused.pop_all()


def give_back_sign_in(request: HttpRequest) -> None:
    """Forget an attempt that was right."""
    for limit, who in _sign_in_limits(request):
        limit.give_back(who)


def _sign_in_limits(request: HttpRequest) -> list[tuple[RateLimit, str]]:
    """Return what counts an attempt; in a known browser nobody waits for what others tried."""
    name, address = _normalized(request.POST.get("username") or ""), address_of(request)
    mine = [(SIGN_INS, f"{name} {address}")]
    if any(constant_time_compare(mark, _mark(name)) for mark in _marks(request)):
        return mine
    return [*mine, (SIGN_INS_FROM, address), (SIGN_INS_OF, name)]


def remember_browser(request: HttpRequest, response: HttpResponse, person: Person) -> HttpResponse:
    """Let a browser know again who has signed in with it: the cookie signs nobody in."""
    mark = _mark(_normalized(person.get_username()))
    marks = [mark, *(other for other in _marks(request) if other != mark)][:KNOWN_MOST]
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


def _normalized(name: str) -> str:
    """Return "zuza" for "Zuza" too, as sign-in does: else every spelling had its own tries."""
    return unicodedata.normalize("NFKC", name).strip().casefold()


def _marks(request: HttpRequest) -> list[str]:
    held = request.get_signed_cookie(KNOWN, default="", max_age=KNOWN_FOR)
    return held.split(".") if held else []


def _mark(name: str) -> str:
    # The salt's name is older than this module: browsers hold cookies made with it.
    return salted_hmac("tracker.throttling.known", name).hexdigest()[:32]
