"""Refusals from outside the operations: a wrong method, a body in no charset, a server error."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.utils.translation import get_language_from_request, override
from django.utils.translation import gettext as _

from tracker.api.problems import Refused, not_found, refused, too_large

BELOW = "/api/v1/"


def json_refusals(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Answer programs with JSON where a page, or a line of text, says why a request failed."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        is_refused = response.status_code >= 400 and request.path_info.startswith(BELOW)
        if is_refused and response.headers.get("Content-Type") != "application/json":
            return _as_json(request, response)
        return response

    return middleware


def _as_json(request: HttpRequest, response: HttpResponseBase) -> HttpResponse:
    """Return the same refusal as JSON, with the headers that say more about it."""
    language = get_language_from_request(request)
    with override(language):
        found = _refusal(response)
    answer = JsonResponse(found.refusal.model_dump(), status=found.status)
    for name, value in response.headers.items():
        if name not in ("Content-Type", "Content-Length"):
            answer.headers[name] = value
    answer.headers["Content-Language"] = language
    return answer


def _refusal(response: HttpResponseBase) -> Refused:
    match response.status_code:
        case 404:
            return not_found()
        case 405:
            said = _("This address only takes %(methods)s.") % {
                "methods": response.headers["Allow"]
            }
            return refused(405, "api.method", said)
        case 413:
            return too_large()
        case 503:
            said = _("The site can’t answer right now. Nothing was changed; try again soon.")
            return refused(503, "api.unavailable", said)
        case status if status >= 500:
            said = _("Something went wrong on the site. Its log has more under X-Request-ID.")
            return refused(status, "api.error", said)
        case status:
            said = _("The request can’t be read. Send JSON in UTF-8 to an address of this site.")
            return refused(status, "api.request", said)
