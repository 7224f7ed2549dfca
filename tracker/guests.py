"""Guests: whoever starts or joins without an account is somebody all the same, from then on."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from django.contrib.auth import login
from django.db import connection, transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from campaign.models import Change, Person
from campaign.services.accounts import hash_token
from tracker.access import LOOKS, person_of
from tracker.limits import NEW_GUESTS, address_of

TOKEN_LENGTH = 40  # of a change's token
SELECTOR_LENGTH = 12  # of it: what the database is asked for
FORM_LASTS = timedelta(days=1)  # as long, a form sent again brings its guest back
SEEN = "seen"  # in the browser's session: the day it was last renewed
RENEWED_AFTER = timedelta(days=30)


@contextmanager
def person_or_guest(
    request: HttpRequest, *, display_name: str = "", form: str = ""
) -> Iterator[Person]:
    """Give who is signed in, or a guest who is signed in once what they write stands.

    In one transaction: where it is refused, nobody is left behind. ``form`` is the token of the
    form being sent: the same form sent twice is one guest.
    """
    known = person_of(request)
    with transaction.atomic():
        person = known or find_or_make_guest(request, display_name=display_name, form=form)
        yield person
    if known is None:
        sign_in(request, person)


def find_or_make_guest(request: HttpRequest, *, display_name: str = "", form: str = "") -> Person:
    """Return the guest who has sent this form before, or a new one."""
    with transaction.atomic():
        if form:
            _one_at_a_time(form)
            if (came := _came_by(form)) is not None:
                return came
        NEW_GUESTS.take(address_of(request))
        return Person.objects.guest(display_name=display_name)


def _came_by(form: str) -> Person | None:
    """Return the guest whom a form has made lately.

    The token lets them in, so it ends, and it is compared in constant time: the database is asked
    for the head of its digest, which lets nobody in.
    """
    key, since = form_key(form), timezone.now() - FORM_LASTS
    head = key[:SELECTOR_LENGTH]
    near = {"token__gte": head, "token__lt": f"{head}g"}  # a range: an index serves that, not LIKE
    changes = Change.objects.filter(**near, at__gte=since, person__username=None)
    for change in changes.select_related("person"):
        if constant_time_compare(change.token or "", key):
            return change.person
    return None


def form_key(form: str) -> str:
    """Return what is kept of a form's token: it brings a guest back, so it is as good as a key."""
    return hash_token(form)[:TOKEN_LENGTH]


def sign_in(request: HttpRequest, person: Person) -> None:
    """Sign somebody in, under a new session key, for as long as a browser keeps a cookie."""
    looks = request.session.get(LOOKS)
    login(request, person)
    request.session[SEEN] = timezone.localdate().isoformat()
    if looks:
        request.session[LOOKS] = looks  # it is the browser that was let look on


def stay_signed_in(request: HttpRequest) -> None:
    """Renew a session once a month: a guest who keeps coming must never lose the campaign."""
    if person_of(request) is None:
        return
    today = timezone.localdate()
    if request.session.get(SEEN, "") < (today - RENEWED_AFTER).isoformat():
        request.session[SEEN] = today.isoformat()


def _one_at_a_time(form: str) -> None:
    """Let the second of two taps wait for the first; on SQLite every writer waits anyway."""
    if connection.vendor == "postgresql":
        key = int(form_key(form)[:15], 16)  # fits a bigint
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [key])
