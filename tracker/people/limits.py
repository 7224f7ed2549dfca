"""Rate limits by address, person or username, and the cookie of known browsers.

None is by session: whoever has reached a limit would simply begin another session.
"""

import ipaddress
from collections.abc import Sequence
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
from campaign.rules.core.sizes import PERSON_NAME
from campaign.rules.core.texts import username_key
from campaign.services.limits import RateLimit

Counted = tuple[RateLimit, str]  # a limit, and who is counted

HOUR = timedelta(hours=1)
QUARTER = timedelta(minutes=15)
WRONG = _("Too many wrong passwords.")

# In a known browser only the first of these counts: others' guesses do not slow its owner down.
SIGN_INS = RateLimit("sign-ins", WRONG, 8, QUARTER)  # of a name from an address
SIGN_INS_FROM = RateLimit(
    "sign-ins-from", _("Too many wrong passwords from your network."), 15, QUARTER
)
SIGN_INS_OF = RateLimit("sign-ins-of", WRONG, 60, HOUR)  # of a name, from all addresses
# In a session that may be stolen: its owner, elsewhere, is not kept out by the first of these.
OLD_PASSWORDS = RateLimit("old-passwords", WRONG, 8, HOUR)  # of a person from an address
OLD_PASSWORDS_OF = RateLimit("old-passwords-of", WRONG, 24, HOUR)  # of a person
NAMES_TAKEN = RateLimit("names", _("Too many attempts with taken usernames."), 20, HOUR)
WRONG_LINKS = RateLimit("links", _("Too many invalid links."), 30, QUARTER)
WRONG_CODES = RateLimit("keeper-codes", _("Too many wrong codes."), 10, QUARTER)
JOINS = RateLimit("joins", _("Too many seats taken from your network."), 120, QUARTER)
ANSWERS = RateLimit("answers", _("Too many answers from your network."), 240, QUARTER)
FEEDS = RateLimit("feeds", _("Too many requests for calendars."), 120, QUARTER)
SUBSCRIPTIONS = RateLimit(
    "subscriptions", _("Too many browsers to notify."), 20, HOUR
)  # of a person
# Of a person, from a network, and to an address, which need not be theirs.
MAILS = RateLimit("mails", _("Too many e-mails were asked for."), 6, HOUR)
EVENINGS = RateLimit("evenings", _("Too many changes to evenings."), 60, HOUR)  # of a person
# Each new link, and each new code for the keeper, is a row of its own for good.
LINKS_MADE = RateLimit("links-made", _("You made too many links."), 60, HOUR)  # of a person
# Each asks everybody who played.
AGAIN = RateLimit("again", _("Too many games started to play again."), 12, HOUR)  # of a person
AGAIN_FROM = RateLimit("again-from", AGAIN.reason, 60, HOUR)
NEW_GUESTS = RateLimit("guests", _("Too many new guests from your network."), 60, HOUR)
# Of visitors who begin to sign in: each is stored. Scripts in pages ask; nobody reads the reason.
NEW_SESSIONS = RateLimit("sessions", SIGN_INS_FROM.reason, 60, QUARTER)
# Decoding a picture takes up to a second, even if it is refused.
PICTURES = RateLimit("pictures", _("Too many uploads from your network."), 300, QUARTER)
SHEETS = RateLimit("sheets", _("Too many PDFs from your network."), 300, QUARTER)
# Drawing a set-up by many requirements takes up to a second, even if it is refused.
DRAWS = RateLimit("draws", _("Too many set-ups from your network."), 600, QUARTER)
# Four phones tapped as fast as possible stay far below it; a script does not.
MOVES = RateLimit("moves", _("Too many moves from your network."), 1200, QUARTER)
# Each export reads all records of an account, with their pictures.
EXPORTS = RateLimit("exports", _("Too many exports of your account."), 6, HOUR)
# Each file of the play log reads all plays of an account.
LOG_FILES = RateLimit("log-files", EXPORTS.reason, 60, HOUR)
NEW_CAMPAIGNS = RateLimit("campaigns", _("Too many new campaigns from your network."), 60, HOUR)
# A program that asks for everything once a minute stays below it.
API_REQUESTS = RateLimit("api", _("Too many requests with your tokens."), 900, QUARTER)
WRONG_TOKENS = RateLimit("api-tokens", _("Too many wrong tokens."), 30, QUARTER)
WEBHOOK_TESTS = RateLimit("webhook-tests", _("Too many test messages."), 10, QUARTER)  # of a person
PUBLISHED = RateLimit(
    "published", _("You published too much in a short time."), 20, HOUR
)  # of a person
REPORTS = RateLimit("reports", _("Too many reports from your network."), 20, HOUR)
IMPORTS = RateLimit("imports", _("Too many imports from your network."), 30, HOUR)

NETWORK = 64  # bits of an IPv6 address: one subscriber has all addresses of such a network
NOWHERE = "0.0.0.0"  # noqa: S104 # not listened on: it stands for no address
KNOWN = "known"  # the cookie of a browser in which somebody has signed in before
KNOWN_FOR = timedelta(days=400)
MAX_KNOWN = 8  # names of one browser


def address_of(request: HttpRequest) -> str:
    """Return the address of a visitor, for rate limits.

    Behind a proxy every request comes from the proxy, and one attacker would block everybody. The
    entries that our proxies append to X-Forwarded-For are the rightmost: whatever a visitor sent in
    the header stands to the left of them.
    """
    forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "")
    return network_of(forwarded, str(request.META.get("REMOTE_ADDR", "")))


def network_of(forwarded: str, remote: str) -> str:
    """Return the visitor's address from an X-Forwarded-For header and the address of the sender."""
    entries = forwarded.split(",")
    by_proxy = [entries[-settings.PROXIES]] if 0 < settings.PROXIES <= len(entries) else []
    for address in (*by_proxy, remote):
        try:
            return _network(address.strip())
        except ValueError:  # a Unix socket has no address
            continue
    return NOWHERE


def _network(written: str) -> str:
    """Return an IPv4 address, or the network of an IPv6 address."""
    address = ipaddress.ip_address(written)
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, NETWORK), strict=False).network_address)


def files_of(request: HttpRequest) -> MultiValueDict[str, Any]:
    """Return the uploaded pictures, within the rate limit of their sender."""
    if count := sum(len(several) for _name, several in request.FILES.lists()):
        PICTURES.take(address_of(request), count)
    return request.FILES


# --- signing in ---


def take_sign_in(request: HttpRequest) -> None:
    """Count an attempt before the password is checked; ``give_back_sign_in`` if it was right."""
    _take_all(_sign_in_limits(request))


def give_back_sign_in(request: HttpRequest) -> None:
    """Uncount an attempt that was right."""
    _give_back_all(_sign_in_limits(request))


def take_session(request: HttpRequest) -> None:
    """Count a session that is about to be stored for a visitor who has none."""
    if not request.session.keys():
        NEW_SESSIONS.take(address_of(request))


def take_old_password(request: HttpRequest, person: Person) -> None:
    """Count an attempt at the password of who is signed in."""
    _take_all(_old_password_limits(request, person))


def give_back_old_password(request: HttpRequest, person: Person) -> None:
    """Uncount an attempt that was right."""
    _give_back_all(_old_password_limits(request, person))


def _take_all(limits: Sequence[Counted]) -> None:
    """Take a token under each limit, or under none."""
    with ExitStack() as if_refused:
        for limit, who in limits:
            limit.take(who)
            if_refused.callback(limit.give_back, who)
        if_refused.pop_all()


def _give_back_all(limits: Sequence[Counted]) -> None:
    for limit, who in limits:
        limit.give_back(who)


def _old_password_limits(request: HttpRequest, person: Person) -> list[Counted]:
    here = f"{person.pk} {address_of(request)}"
    return [(OLD_PASSWORDS, here), (OLD_PASSWORDS_OF, str(person.pk))]


def _sign_in_limits(request: HttpRequest) -> list[Counted]:
    """Return the limits that count an attempt, fewer in a known browser, each with its key."""
    # A longer text is nobody's name; folding all of it would cost seconds.
    username = request.POST.get("username", "")[: PERSON_NAME + 1]
    name, address = username_key(username), address_of(request)
    mine = [(SIGN_INS, f"{name} {address}")]
    if any(constant_time_compare(mark, _mark(name)) for mark in _marks(request)):
        return mine
    return [*mine, (SIGN_INS_FROM, address), (SIGN_INS_OF, name)]


def is_known(request: HttpRequest) -> bool:
    """Say whether somebody has signed in before in this browser."""
    return bool(_marks(request))


def remember_browser(request: HttpRequest, response: HttpResponse, person: Person) -> HttpResponse:
    """Set the cookie of a known browser, which signs nobody in."""
    mark = _mark(username_key(person.get_username()))
    marks = [mark, *(other for other in _marks(request) if other != mark)][:MAX_KNOWN]
    response.set_signed_cookie(
        KNOWN,
        ".".join(marks),
        max_age=KNOWN_FOR,
        path=reverse("account"),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return response


def _marks(request: HttpRequest) -> list[str]:
    cookie = request.get_signed_cookie(KNOWN, default="", max_age=KNOWN_FOR)
    return cookie.split(".") if cookie else []


def _mark(name: str) -> str:
    # The salt's name is older than this module: browsers hold cookies made with it.
    return salted_hmac("tracker.throttling.known", name).hexdigest()[:32]
