"""Refusals: every answer but a good one is a list of problems, each with a code and a sentence."""

import math
from collections.abc import Iterable

from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from ninja import NinjaAPI, Schema
from ninja.errors import AuthenticationError, HttpError, ValidationError
from pydantic import Field

from campaign.rules.core.problems import Problem, RulesError
from campaign.selectors.games import SetupLost
from campaign.services.limits import RateLimited
from tracker.words import sentence

FIELD_LONGEST = 100  # of the name of a field in a refusal: it may have been sent


class ProblemOut(Schema):
    """One thing that is wrong."""

    code: str = Field(description="Stays the same in every release and language.")
    sentence: str = Field(description="For people, in the language of Accept-Language.")
    field: str = Field("", description="The field that it is about; empty for none.")


class Refusal(Schema):
    """Why a request was refused; nothing was changed."""

    problems: list[ProblemOut]
    revision: int | None = Field(
        None, description="With 409: the revision of the record as it is now."
    )
    changes: list[str] = Field(
        [], description="With 409: what was changed since the revision that was sent."
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


def by_rules(problems: Iterable[Problem]) -> Refusal:
    """Return the problems of a rule that needs no record to be put into words."""
    found = (
        ProblemOut(code=problem.code, sentence=sentence(problem), field=problem.path)
        for problem in problems
    )
    return Refusal(problems=list(found))


def add_handlers(api: NinjaAPI) -> None:
    """Answer every exception that a request may cause as a refusal."""
    api.add_exception_handler(Refused, _refused)
    api.add_exception_handler(AuthenticationError, _not_signed_in)
    api.add_exception_handler(HttpError, _unreadable)
    api.add_exception_handler(RequestDataTooBig, _too_large)
    api.add_exception_handler(ValidationError, _invalid)
    api.add_exception_handler(Http404, _not_found)
    api.add_exception_handler(PermissionDenied, _denied)
    api.add_exception_handler(RateLimited, _rate_limited)
    api.add_exception_handler(RulesError, _against_rules)


def _answer(status: int, refusal: Refusal) -> HttpResponse:
    return JsonResponse(refusal.model_dump(), status=status)


def _one(status: int, code: str, sentence: str) -> HttpResponse:
    return _answer(status, refused(status, code, sentence).refusal)


def _refused(request: HttpRequest, error: Refused) -> HttpResponse:
    return _answer(error.status, error.refusal)


def _not_signed_in(request: HttpRequest, error: AuthenticationError) -> HttpResponse:
    said = _("Send a token in the header “Authorization: Bearer …”. Wrong and revoked ones fail.")
    response = _one(401, "api.token", said)
    response.headers["WWW-Authenticate"] = "Bearer"
    return response


def _unreadable(request: HttpRequest, error: HttpError) -> HttpResponse:
    return _one(400, "api.json", _("The body is not readable as JSON."))


def _too_large(request: HttpRequest, error: RequestDataTooBig) -> HttpResponse:
    return _one(413, "api.too_large", _("The body is too large."))


def _not_found(request: HttpRequest, error: Http404) -> HttpResponse:
    return _one(404, "api.not_found", _("There is nothing here, or nothing that you may see."))


def _denied(request: HttpRequest, error: PermissionDenied) -> HttpResponse:
    return _one(403, "api.view_only", str(error) or _("You can only view this"))


def _rate_limited(request: HttpRequest, error: RateLimited) -> HttpResponse:
    response = _one(429, f"limit.{error.limit.name}", str(error.limit.reason))
    seconds = max(1, math.ceil(error.wait.total_seconds()))
    response.headers["Retry-After"] = str(seconds)
    return response


def _against_rules(request: HttpRequest, error: RulesError) -> HttpResponse:
    return _answer(409 if isinstance(error, SetupLost) else 422, by_rules(error.problems))


def _invalid(request: HttpRequest, error: ValidationError) -> HttpResponse:
    """Answer a value of the wrong type or size; the two sentences are Django's own."""
    problems = []
    for fault in error.errors:
        missing = fault["type"] == "missing"
        said = _("This field is required.") if missing else _("Enter a valid value.")
        # The first part says "body" or "query", the second is the name of a parameter.
        path = ".".join(str(part) for part in fault["loc"][1:])
        problems.append(
            ProblemOut(
                code="required" if missing else "invalid", sentence=said, field=path[:FIELD_LONGEST]
            )
        )
    return _answer(422, Refusal(problems=problems))
