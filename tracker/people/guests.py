"""Guests: a person without a username, made for a visitor who starts or joins something."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from django.contrib.auth import login
from django.db import connection, transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from campaign.clocks import CLOCKS_DIFFER
from campaign.models import Change, Person
from campaign.services.accounts import NOTIFIED, hash_token
from campaign.services.merging import person_merge
from campaign.services.notices import subscription_remove
from tracker.people.access import LOOKS, WATCHES, looks_after_sign_in, person_of
from tracker.people.holders import HOLDER, holder_of
from tracker.people.limits import NEW_GUESTS, address_of

TOKEN_LENGTH = 40  # of a change's token
SELECTOR_LENGTH = 12  # of it, to look it up by
FORM_LASTS = timedelta(days=1)  # for so long, a form sent again signs its guest in again
SEEN = "seen"  # in the session: the day it was last renewed
RENEWED_AFTER = timedelta(days=30)


@contextmanager
def person_or_guest(
    request: HttpRequest, *, display_name: str = "", form: str = ""
) -> Iterator[Person]:
    """Yield who is signed in, or a guest who is signed in when the block succeeds.

    The block is one transaction: if it fails, no guest remains. ``form`` is the token of the form
    that was sent: a form that is sent twice makes one guest.
    """
    known = person_of(request)
    with transaction.atomic():
        person = known or find_or_make_guest(request, display_name=display_name, form=form)
        yield person
    if known is None:
        sign_in(request, person)


def find_or_make_guest(request: HttpRequest, *, display_name: str = "", form: str = "") -> Person:
    """Return the guest whom this form made before, or a new one."""
    with transaction.atomic():
        if form:
            _lock(form)
            if (guest := _guest_of(form)) is not None:
                return guest
        NEW_GUESTS.take(address_of(request))
        return Person.objects.guest(display_name=display_name)


def _guest_of(form: str) -> Person | None:
    """Return the guest whom a form has made within ``FORM_LASTS``.

    The token signs them in, so it expires and is compared in constant time. The database is queried
    only for the first characters of its digest, which sign nobody in.
    """
    key, now = form_key(form), timezone.now()
    head = key[:SELECTOR_LENGTH]
    near = {"token__gte": head, "token__lt": f"{head}g"}  # a range uses the index, LIKE does not
    lately = (now - FORM_LASTS, now + CLOCKS_DIFFER)
    changes = Change.objects.filter(**near, at__range=lately, person__username=None)
    for change in changes.select_related("person"):
        if constant_time_compare(change.token or "", key):
            return change.person
    return None


def form_key(form: str) -> str:
    """Return the digest that is stored of a form's token, which can sign a guest in."""
    return hash_token(form)[:TOKEN_LENGTH]


def sign_in_account(request: HttpRequest, person: Person, *, bring_along: bool) -> None:
    """Sign in the owner of an account, by whatever they have proven it; every way in ends here.

    What a guest has in this browser comes along, unless they were asked and chose to leave it.
    Whoever else was signed in here is notified here no more.
    """
    if LOOKS in request.session:
        request.session[LOOKS] = looks_after_sign_in(request)
    before, mark = person_of(request), holder_of(request)
    comes_along = before is not None and before.is_guest and bring_along
    if before is not None and comes_along:
        person_merge(guest=before, into=person)
    elif before is not None and before != person:
        subscription_remove(person=before, pk=request.session.pop(NOTIFIED, 0))
    sign_in(request, person)
    if comes_along:
        request.session[HOLDER] = mark


def sign_in(request: HttpRequest, person: Person) -> None:
    """Sign somebody in, under a new session key, for as long as browsers keep a cookie."""
    # View-only links, games that are watched and notifications belong to the browser.
    names = (LOOKS, WATCHES, NOTIFIED)
    kept = {name: request.session[name] for name in names if name in request.session}
    login(request, person)
    request.session[SEEN] = timezone.localdate().isoformat()
    for name, value in kept.items():
        request.session[name] = value


def stay_signed_in(request: HttpRequest) -> None:
    """Renew a session once a month: a guest who keeps coming must never lose a campaign."""
    if person_of(request) is None:
        return
    today = timezone.localdate()
    if request.session.get(SEEN, "") < (today - RENEWED_AFTER).isoformat():
        request.session[SEEN] = today.isoformat()


def _lock(form: str) -> None:
    """Lock a form's token until the transaction ends; on SQLite every writer waits anyway."""
    if connection.vendor == "postgresql":
        key = int(form_key(form)[:15], 16)  # fits a bigint
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [key])
