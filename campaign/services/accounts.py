"""Accounts: names, passwords, recovery codes and passkeys, and the browsers that are signed in."""

import hashlib
import re
import secrets
from collections.abc import Callable, Iterator
from datetime import timedelta

from django.contrib.sessions.models import Session
from django.db import IntegrityError, transaction
from django.db.models import F, QuerySet
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from campaign.clocks import CLOCKS_DIFFER
from campaign.models import (
    Browser,
    CalendarFeed,
    Evening,
    Membership,
    Passkey,
    PasskeyLink,
    Person,
    RecoveryCode,
)
from campaign.models.records import new_code
from campaign.rules.core import sizes
from campaign.rules.core.problems import Problem, refuse
from campaign.rules.core.texts import one_line, skeleton, text_problems
from campaign.services import evenings
from campaign.services.locks import lock_rows, locked_person
from campaign.services.members import look_alike_problems, members_rename

CODES = 8  # to recover an account by
SECRET_CODE_LENGTH = 12  # of 31 characters: 59 bits, and wrong ones are counted
MAX_PASSKEYS = 10  # of one person
PASSKEY_LINK_LASTS = timedelta(hours=1)
NOTIFIED = "notified"  # in a session: the id of the subscription by which its browser is notified


class NameTaken(Exception):
    """Somebody signs in by that name already."""


# Names that could be taken for those of somebody who runs the site.
RESERVED = frozenset(
    skeleton(name)
    for name in [
        "admin",
        "administrator",
        "breachkeeper",
        "help",
        "helpdesk",
        "info",
        "mail",
        "moderator",
        "official",
        "operator",
        "owner",
        "postmaster",
        "root",
        "security",
        "staff",
        "support",
        "sysadmin",
        "system",
        "webmaster",
    ]
)

SITE = skeleton("breachkeeper")


def is_reserved(name: str) -> bool:
    """Say whether a name, or a word of it, could be taken for that of who runs the site."""
    words = (skeleton(word) for word in re.split(r"[\W_]+", name))
    whole = skeleton(name)
    return whole in RESERVED or SITE in whole or not RESERVED.isdisjoint(words)


def person_keep(*, person: Person, username: str, password: str) -> None:
    """Turn a guest into an account with a username and a password; they keep everything."""
    name = str(Person.normalize_username(username))
    refuse(text_problems("username", name, sizes.PERSON_NAME))
    if is_reserved(name):
        raise NameTaken(name)
    person.set_username(name)
    person.display_name = person.display_name or name
    person.set_password(password)
    try:
        with transaction.atomic():
            # The unique constraint checks again: two people may take one name at the same time.
            if Person.objects.find(name) is not None:
                raise NameTaken(name)
            person.save(update_fields=["username", "username_key", "display_name", "password"])
    except IntegrityError as error:
        raise NameTaken(name) from error


def person_rename(*, person: Person, display_name: str, everywhere: bool = False) -> None:
    """Change the display name of a person.

    ``everywhere``: in all their campaigns and games too; they have one name in each.
    """
    name = one_line(display_name)
    refuse(text_problems("display_name", name, sizes.PERSON_NAME))
    campaigns = person.memberships.values("campaign")
    refuse(name_problems(person, name, Membership.objects.filter(campaign__in=campaigns)))
    for evening in Evening.objects.ahead().filter(dates__answers__person=person).distinct():
        refuse(evenings.look_alike_problems(evening, person, name, "display_name"))
    with transaction.atomic():
        if everywhere and name:
            refuse(look_alike_problems(person, name))
            members_rename(person, name)
        person.display_name = name
        person.save(update_fields=["display_name"])


def name_problems(person: Person, name: str, members: QuerySet[Membership]) -> Iterator[Problem]:
    """Yield a problem if a name looks like that of one of these members."""
    looks = skeleton(name)
    for other in members.exclude(person=person).select_related("person"):
        if skeleton(str(other.person)) == looks:
            yield Problem("people.looks_alike", {"person": str(other.person)}, "display_name")
            return


def person_set_password(*, person: Person, password: str, notified: int = 0) -> None:
    """Change a password; sessions opened with the old one, API tokens and the calendar end.

    So do notifications, except in the browser whose subscription is ``notified``.
    """
    person.set_password(password)
    person.session_epoch += 1
    with transaction.atomic():
        person.save(update_fields=["password", "session_epoch"])
        _revoke_tokens(person)
        person.push_subscriptions.exclude(pk=notified).delete()


def hash_token(token: str) -> str:
    """Return the stored digest of a token; it is long and random, so it needs no slow hash."""
    # It comes from a URL, so it may hold lone surrogates.
    return hashlib.sha256(token.encode(errors="surrogatepass")).hexdigest()


def hash_code(typed: str) -> str:
    """Return the stored digest of a secret code; case, spaces and dashes do not count."""
    return hash_token("".join(char for char in typed.upper() if char.isalnum()))


def recovery_codes_make(*, person: Person) -> list[str]:
    """Replace a person's recovery codes and return the new ones; they cannot be shown again."""
    codes = [new_code(SECRET_CODE_LENGTH) for _ in range(CODES)]
    with locked_person(person):  # of two at once, one set remains
        person.recovery_codes.all().delete()
        RecoveryCode.objects.bulk_create(
            RecoveryCode(person=person, code_hash=hash_token(code)) for code in codes
        )
    return codes


def recovery_code_use(*, username: str, code: str) -> Person | None:
    """Delete a recovery code and return its owner; None if it is wrong."""
    written = hash_code(code)
    with transaction.atomic():
        person = Person.objects.find(username)
        if person is None or not person.is_active:
            return None
        codes = lock_rows(person.recovery_codes.all())
        right = [stored for stored in codes if constant_time_compare(stored.code_hash, written)]
        for stored in right:
            stored.delete()
    return person if right else None


class PasskeyKnown(Exception):
    """The passkey is registered already, for this person or another."""


class TooManyPasskeys(Exception):
    """The person has as many passkeys as anybody may have."""


class PasskeyNotAllowed(Exception):
    """This session may add no passkey, or not any more."""


def passkey_add(*, passkey: Passkey, may_add: Callable[[], bool]) -> None:
    """Store a new passkey; the link by which it was added, if any, is used up.

    ``may_add`` is asked when no other passkey of the person can be added: a link works once.
    """
    person = passkey.person
    try:
        with locked_person(person):
            if not may_add():
                raise PasskeyNotAllowed
            if person.passkeys.count() >= MAX_PASSKEYS:
                raise TooManyPasskeys
            passkey.save()
            PasskeyLink.objects.filter(person=person).delete()
    except IntegrityError as error:
        raise PasskeyKnown from error


def passkey_delete(*, passkey: Passkey) -> None:
    """Delete a passkey; the caller has checked that the person can still sign in."""
    passkey.delete()


def passkey_link_make(*, person: Person) -> str:
    """Make a one-time link to add a passkey, and return its token; earlier ones become invalid."""
    token = secrets.token_urlsafe(24)
    expires_at = timezone.now() + PASSKEY_LINK_LASTS
    PasskeyLink.objects.update_or_create(
        person=person, defaults={"token_hash": hash_token(token), "expires_at": expires_at}
    )
    return token


def passkey_link_is_open(*, person: Person, token_hash: str) -> bool:
    """Say whether a digest is that of this person's link, which was neither used nor expired."""
    now = timezone.now()
    link = PasskeyLink.objects.filter(
        person=person,
        expires_at__gt=now,
        expires_at__lte=now + PASSKEY_LINK_LASTS + CLOCKS_DIFFER,
    ).first()
    return link is not None and constant_time_compare(link.token_hash, token_hash)


def browser_note(*, person: Person, session_key: str, name: str) -> None:
    """Store a browser in which somebody has signed in."""
    Browser.objects.update_or_create(
        session_id=session_key, defaults={"person": person, "name": name}
    )


def browser_sign_out(*, browser: Browser) -> None:
    """Delete the session of one browser, which shows no notifications any more."""
    with transaction.atomic():
        for session in Session.objects.filter(pk=browser.session_id):
            notified = session.get_decoded().get(NOTIFIED, 0)
            browser.person.push_subscriptions.filter(pk=notified).delete()
            session.delete()


def browsers_sign_out(*, person: Person, keep_tokens: bool = False, notified: int = 0) -> None:
    """End all sessions of a person, and revoke their tokens and calendar unless these are kept.

    No browser is notified any more but the one whose subscription is ``notified``. The caller signs
    the current browser in again.
    """
    with transaction.atomic():
        Person.objects.filter(pk=person.pk).update(session_epoch=F("session_epoch") + 1)
        Session.objects.filter(pk__in=person.browsers.values("session")).delete()
        person.push_subscriptions.exclude(pk=notified).delete()
        if not keep_tokens:
            _revoke_tokens(person)
    person.refresh_from_db(fields=["session_epoch"])


def _revoke_tokens(person: Person) -> None:
    """End everything by which programs read for a person."""
    person.api_tokens.all().delete()
    CalendarFeed.objects.filter(person=person).delete()
