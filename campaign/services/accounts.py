"""Accounts: a guest takes a name and a password; somebody changes what they are called."""

from collections.abc import Iterator

from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from campaign.models import Membership, Person
from campaign.rules.core import sizes
from campaign.rules.core.lookalikes import skeleton
from campaign.rules.core.problems import Problem, refuse
from campaign.rules.core.texts import one_line, text_problems


class NameTaken(Exception):
    """Somebody signs in by that name already."""


# Who goes by one of these could be taken for somebody who runs the site.
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


def person_keep(*, person: Person, username: str, password: str) -> Person:
    """Give a guest a name to sign in with, and a password; everything stays theirs."""
    name = str(Person.normalize_username(username))
    refuse(text_problems("username", name, sizes.PERSON_NAME))
    if skeleton(name) in RESERVED:
        raise NameTaken(name)
    person.username = name
    person.display_name = person.display_name or name
    person.set_password(password)
    try:
        with transaction.atomic():
            # The constraint asks once more: two people may take one name at the same time.
            if Person.objects.filter(username__iexact=name).exists():
                raise NameTaken(name)
            person.save(update_fields=["username", "display_name", "password"])
    except IntegrityError as error:
        raise NameTaken(name) from error
    return person


def person_rename(*, person: Person, display_name: str) -> Person:
    """Change what somebody is called at the table."""
    name = one_line(display_name)
    refuse(text_problems("display_name", name, sizes.PERSON_NAME))
    campaigns = person.memberships.values("campaign")
    refuse(name_problems(person, name, Membership.objects.filter(campaign__in=campaigns)))
    person.display_name = name
    person.save(update_fields=["display_name"])
    return person


def name_problems(person: Person, name: str, members: QuerySet[Membership]) -> Iterator[Problem]:
    """Yield a problem where a name could be taken for that of one of these members."""
    looks = skeleton(name)
    for other in members.exclude(person=person).select_related("person"):
        if skeleton(str(other.person)) == looks:
            yield Problem("people.looks_alike", {"person": str(other.person)}, "display_name")
            return


def person_set_password(*, person: Person, password: str) -> Person:
    """Change a password; who is signed in elsewhere under the old one is so no more."""
    person.set_password(password)
    person.session_epoch += 1
    person.save(update_fields=["password", "session_epoch"])
    return person
