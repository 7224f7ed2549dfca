"""Refusals: every answer but a good one is a list of problems, each with a code and a sentence."""

import math
from collections.abc import Iterable, Mapping
from typing import Any

from django.core.exceptions import ObjectDoesNotExist, PermissionDenied, RequestDataTooBig
from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from ninja import NinjaAPI, Schema
from ninja.errors import AuthenticationError, HttpError, ValidationError
from pydantic import Field

from campaign.records import SetupLost
from campaign.rules.core.problems import Problem, RulesError
from campaign.services.limits import RateLimited
from tracker.api.invalid import path_of, what_is_valid
from tracker.people.access import GameUndone
from tracker.people.gone import person_is_gone, record_is_gone
from tracker.web.moved import lead_to_instead
from tracker.words import sentence

FIELD_LONGEST = 100  # of the name of a field in a refusal: it may have been sent


class ProblemOut(Schema):
    """One thing that is wrong."""

    code: str = Field(description="Stays the same in every release and language.")
    sentence: str = Field(description="For people, in the language of Accept-Language.")
    field: str = Field(default="", description="The field that it is about; empty for none.")


class WithdrawnOut(Schema):
    """Entries that a corrected result contradicts."""

    ids: list[int] = Field(description="Send them as `withdraw` to let them go.")
    sentence: str


class Refusal(Schema):
    """Why a request was refused; nothing was changed."""

    problems: list[ProblemOut]
    revision: int | None = Field(
        default=None, description="With 409: the revision of the record as it is now."
    )
    changes: list[str] = Field(
        default=[], description="With 409: what was changed since the revision that was sent."
    )
    withdraws: list[WithdrawnOut] = Field(
        default=[], description="Of a correction: entries that it would withdraw."
    )


class Refused(Exception):
    """Refuse a request."""

    def __init__(self, status: int, refusal: Refusal) -> None:
        self.status = status
        self.refusal = refusal
        super().__init__(status)


def refused(status: int, code: str, sentence: str, field: str = "") -> Refused:
    """Return a refusal for one reason."""
    return Refused(
        status, Refusal(problems=[ProblemOut(code=code, sentence=sentence, field=field)])
    )


def too_large() -> Refused:
    """Return why a body is refused that is larger than any entry."""
    return refused(413, "api.too_large", _("The body is too large."))


def not_found() -> Refused:
    """Return why there is no answer; it does not say whether there is something."""
    return refused(404, "api.not_found", _("There is nothing here, or nothing that you may see."))


def by_rules(problems: Iterable[Problem]) -> Refusal:
    """Return the problems of a rule that needs no record to be put into words."""
    found = (
        ProblemOut(code=problem.code, sentence=sentence(problem), field=problem.path)
        for problem in problems
    )
    return Refusal(problems=list(found))


# What a request may cause.
CAUSES = (
    Refused,
    AuthenticationError,
    HttpError,
    RequestDataTooBig,
    ValidationError,
    Http404,
    PermissionDenied,
    RulesError,
)


def add_handlers(api: NinjaAPI) -> None:
    """Answer every exception that a request may cause as a refusal, or by a redirect."""
    for cause in CAUSES:
        api.add_exception_handler(cause, answer)
    api.add_exception_handler(GameUndone, lead_on)
    for symptom in (LookupError, ObjectDoesNotExist, DatabaseError):
        api.add_exception_handler(symptom, answer_if_gone)


def lead_on(request: HttpRequest, error: Exception | type[Exception]) -> HttpResponse:
    """Lead from a game that was undone to the one that has its number now, if there is one."""
    led = lead_to_instead(request, error) if isinstance(error, GameUndone) else None
    return led or answer(request, Http404())


def answer_if_gone(request: HttpRequest, error: Exception | type[Exception]) -> HttpResponse:
    """Refuse a request whose record or person was deleted meanwhile; raise any other error."""
    if isinstance(error, Exception) and record_is_gone(request, error):
        return answer(request, Http404())
    if isinstance(error, Exception) and person_is_gone(request, error):
        return answer(request, AuthenticationError())
    raise error


def answer(request: HttpRequest, error: Exception | type[Exception]) -> HttpResponse:
    """Return the refusal of a request."""
    found = refusal_of(error)
    response = JsonResponse(found.refusal.model_dump(), status=found.status)
    match error:
        case AuthenticationError():
            response.headers["WWW-Authenticate"] = "Bearer"
        case RateLimited(wait=wait):
            response.headers["Retry-After"] = str(max(1, math.ceil(wait.total_seconds())))
    return response


def refusal_of(error: Exception | type[Exception]) -> Refused:
    """Return the status and the problems of an exception."""
    match error:
        case Refused():
            return error
        case AuthenticationError():
            said = _("Send a valid token in the header “Authorization: Bearer …”.")
            return refused(401, "api.token", said)
        case HttpError(__cause__=Refused() as why):  # of the parser
            return why
        case HttpError():
            return refused(400, "api.json", _("The body is not readable as JSON."))
        case RequestDataTooBig():
            return too_large()
        case ValidationError():
            return Refused(422, Refusal(problems=list(map(_invalid, error.errors))))
        case Http404():
            return not_found()
        case RateLimited(limit=limit):
            return refused(429, f"limit.{limit.name}", str(limit.reason))
        case PermissionDenied():
            return refused(403, "api.view_only", str(error) or _("You can only view this"))
        case RulesError(problems=problems):
            return Refused(409 if isinstance(error, SetupLost) else 422, by_rules(problems))
    raise TypeError(f"{error!r} is not caused by a request")


def _invalid(fault: Mapping[str, Any]) -> ProblemOut:
    """Return a value of the wrong type or size."""
    code = "required" if fault["type"] == "missing" else "invalid"
    field = path_of(fault)[:FIELD_LONGEST]
    return ProblemOut(code=code, sentence=what_is_valid(fault), field=field)
