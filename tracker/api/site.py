"""The API as a whole: its operations, its description, and its addresses."""

import json
from functools import cache
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import register_converter
from django.urls.converters import StringConverter
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe
from ninja import NinjaAPI, Router
from ninja.operation import Operation

from tracker.api import campaigns, corrections, games, numbered_games, plays, seats, steps, systems
from tracker.api.bodies import BoundedParser
from tracker.api.examples import add_examples
from tracker.api.problems import add_handlers
from tracker.api.tokens import ReadToken
from tracker.faces.registry import FACES

DESCRIPTION = """
Read what you can see on the pages, and record games, from a program of your own.

Create a token under Account → API tokens and send it in the header `Authorization: Bearer …`.
Every refusal is a list of problems, each with a code for programs and a sentence for people.
An entry carries the `revision` of the record as you read it, and a `token` of your own: an entry
that comes too late, or twice, writes nothing.
"""


class Api(NinjaAPI):
    """The API, whose operations are called like their functions."""

    def get_openapi_operation_id(self, operation: Operation) -> str:
        """Return the id of an operation: ``enterGameResult`` for ``enter_game_result``."""
        first, *others = operation.view_func.__name__.split("_")
        return first + "".join(map(str.capitalize, others))


api = Api(
    title="Breachkeeper",
    version="1",
    description=DESCRIPTION.strip(),
    urls_namespace="api",
    parser=BoundedParser(),
    docs_url=None,  # tracker/api/docs.py has a page that needs no scripts
    openapi_url=None,  # below, for it needs to be made only once
)
add_handlers(api)
anything_else = Router(auth=ReadToken())


class Anything(StringConverter):
    """The rest of an address, whatever it is: Django's own ``path`` ends at a line break."""

    regex = r"[\s\S]+"


register_converter(Anything, "anything")


@anything_else.api_operation(["GET", "POST"], "/{anything:rest}", include_in_schema=False)
def nothing(request: HttpRequest, rest: str) -> None:
    """Answer any other address as a refusal instead of a page."""
    raise Http404


RESOURCES = (
    campaigns.router,
    steps.router,
    games.router,
    corrections.router,
    seats.router,
    plays.router,
    systems.router,
    numbered_games.router,
)
OF_SYSTEMS = tuple(face.api for face in FACES.values() if face.api is not None)
for router in (*RESOURCES, *OF_SYSTEMS, anything_else):
    api.add_router("", router)


@cache  # it never changes while the server runs
def description() -> dict[str, Any]:
    """Return the description of the API in the form of OpenAPI."""
    found: dict[str, Any] = json.loads(json.dumps(api.get_openapi_schema(path_prefix="/api/v1/")))
    add_examples(found)
    return found


@csrf_exempt  # whoever sends something is told 405
@require_safe
def openapi_json(request: HttpRequest) -> HttpResponse:
    """Return the description of the API as an OpenAPI document, with the address of this site."""
    servers = [{"url": request.build_absolute_uri("/").rstrip("/")}]
    return JsonResponse({**description(), "servers": servers})


urls = api.urls
