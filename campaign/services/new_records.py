"""What every form that starts a campaign or a one-off game checks first.

A person's quota is checked while their row is locked.
"""

from collections.abc import Iterator

from django.conf import settings

from campaign.models import Change, ChangeKind, Membership, Person, Role
from campaign.rules.core import sizes
from campaign.rules.core.problems import Detail, Problem, refuse
from campaign.rules.core.texts import text_problems
from campaign.services.locks import lock_person

GUESTS_SHARE = 10  # a guest may have a tenth of what an account may


def language_problems(language: str | None) -> Iterator[Problem]:
    """Yield a problem if the language of a box is not supported."""
    known = tuple(code for code, _name in settings.LANGUAGES)
    if language is not None and language not in known:
        details: dict[str, Detail] = {"language": language, "known": known}
        yield Problem("campaign.language_unknown", details, "language")


def begun_before(person: Person, token: str | None, *kinds: ChangeKind) -> Change | None:
    """Lock a person; return the first change of the record that their form started before."""
    refuse(text_problems("token", token or "", sizes.TOKEN))
    lock_person(person)
    sent = Change.objects.filter(person=person, token=token, kind__in=kinds)
    # Planning a campaign's game starts no record.
    return sent.exclude(kind=ChangeKind.PLAN, campaign__isnull=False).first() if token else None


def campaign_quota_problems(person: Person) -> Iterator[Problem]:
    """Yield a problem if a person, whose row is locked, can have no more campaigns."""
    most = _quota(person, settings.MAX_CAMPAIGNS)
    if Membership.objects.filter(person=person, role=Role.KEEPER).count() >= most:
        yield Problem("campaign.no_room", {"most": most})


def game_quota_problems(person: Person) -> Iterator[Problem]:
    """Yield a problem if a person, whose row is locked, can have no more one-off games."""
    most = _quota(person, settings.MAX_GAMES)
    if person.games.count() >= most:
        yield Problem("one_off.no_room", {"most": most})


def _quota(person: Person, most: int) -> int:
    return most // GUESTS_SHARE if person.is_guest else most
