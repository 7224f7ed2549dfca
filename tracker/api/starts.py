"""Starting a campaign or a game: the same start that is sent twice starts one."""

from collections.abc import Callable
from typing import TypeVar

from django.http import HttpRequest

from campaign.rules.core.problems import RulesError
from campaign.services.locks import locked_person
from tracker.api.entries import StartIn, by_form, invalid
from tracker.api.problems import Refusal, Refused
from tracker.api.repeats import entry_key
from tracker.api.tokens import owner_of
from tracker.forms.entry import RulesForm
from tracker.web.entries import INVALID

T = TypeVar("T")


def started(
    request: HttpRequest, body: StartIn, form: RulesForm, begin: Callable[[str], T]
) -> tuple[int, T]:
    """Return the status of the answer and what was started, now or before; ``begin`` by a token."""
    if not form.is_valid():
        raise invalid(form)
    person = owner_of(request)
    try:
        # Of several that come at once, one starts it, and the others find it.
        with locked_person(person):
            token = entry_key(request, body, body.token, person.change_set)
            is_repeated = person.change_set.filter(token=token).exists()
            made = begin(token)
    except RulesError as error:
        problems = by_form(form, error.problems, form.sentence)
        raise Refused(INVALID, Refusal(problems=list(problems))) from error
    return 200 if is_repeated else 201, made
