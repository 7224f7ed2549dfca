"""What operations answer: the statuses of each, and pages of lists."""

from typing import Annotated, Any, TypeVar

from django.core.paginator import Paginator
from django.db.models import Model, QuerySet
from ninja import Schema
from pydantic import Field, StringConstraints

from campaign.rules.core.sizes import KEY
from tracker.api.problems import Refusal

READ_REFUSED = frozenset({400, 401, 403, 404, 405, 409, 422, 429, 500, 503})
WRITE_REFUSED = READ_REFUSED | {413}
PAGE_SIZE = 50

M = TypeVar("M", bound=Model)
# PostgreSQL stores no NUL, and asking for one would be an error.
Key = Annotated[str, StringConstraints(max_length=KEY, pattern=r"^[^\x00]*$")]
PageNumber = Annotated[int, Field(ge=1, le=100_000, description=f"Of pages of {PAGE_SIZE} items.")]


class PageQuery(Schema):
    """Which page of a list."""

    page: PageNumber = 1


class Paged(Schema):
    """A page of a list."""

    page: int
    pages: int
    total: int = Field(description="Of all pages together.")


def reads(answer: Any) -> dict[Any, Any]:
    """Return the answers of an operation that reads."""
    return {200: answer, READ_REFUSED: Refusal}


def writes(answer: Any) -> dict[Any, Any]:
    """Return the answers of an operation that writes; 200 if the same token was sent before."""
    return {200: answer, 201: answer, WRITE_REFUSED: Refusal}


def page_of(rows: QuerySet[M], number: int) -> tuple[list[M], dict[str, int]]:
    """Return the rows of a page, and the numbers of ``Paged``; after the last page comes none."""
    pages = Paginator(rows, PAGE_SIZE)
    found = list(pages.page(number)) if number <= pages.num_pages else []
    return found, {"page": number, "pages": pages.num_pages, "total": pages.count}
