"""Personal tokens of the API: create, find, revoke."""

import secrets

from django.utils import timezone

from campaign.models import ApiToken, Person, Scope
from campaign.rules.core import sizes
from campaign.rules.core.problems import Problem, RulesError, refuse
from campaign.rules.core.texts import one_line, text_problems
from campaign.services.accounts import hash_token
from campaign.services.locks import locked_person

PREFIX = "bk_"  # by which programs that look for leaked secrets recognise one
MAX_TOKENS = 20  # of one person


def api_token_make(*, person: Person, name: str, scope: Scope) -> str:
    """Make a token and return it; it cannot be shown again."""
    name = one_line(name)
    refuse(text_problems("name", name, sizes.NAME))
    if not name:
        raise RulesError([Problem("api_token.name_missing", path="name")])
    token = PREFIX + secrets.token_urlsafe(32)
    with locked_person(person):  # two at once are counted both
        if person.api_tokens.count() >= MAX_TOKENS:
            raise RulesError([Problem("api_token.no_room", {"most": MAX_TOKENS})])
        ApiToken.objects.create(person=person, name=name, scope=scope, token_hash=hash_token(token))
    return token


def api_token_revoke(*, token: ApiToken) -> None:
    """Revoke a token: programs that hold it are let in no more."""
    token.delete()


def api_token_use(*, token: str) -> ApiToken | None:
    """Return what is known of a token, and note the day; None if it is wrong or revoked.

    It is found by its hash: whoever guesses tokens cannot choose what is compared.
    """
    tokens = ApiToken.objects.select_related("person")
    found = tokens.filter(token_hash=hash_token(token), person__is_active=True).first()
    today = timezone.localdate()
    if found is not None and found.used_on != today:
        ApiToken.objects.filter(pk=found.pk).update(used_on=today)
    return found
