"""Bodies of requests: JSON of a bounded size, with a bounded number of values."""

from typing import Any, Final

from django.http import HttpRequest
from ninja.parser import Parser

from tracker.api.problems import too_large

MAX_BYTES: Final = 256 * 1024
# Far more than any form has. Of each wrong value several faults are reported, and no entry can
# be refused before all of them are collected.
MAX_VALUES: Final = 2000


class BoundedParser(Parser):
    """Read a body, unless it is larger than any entry."""

    def parse_body(self, request: HttpRequest) -> dict[str, Any]:
        """Return the values of a body."""
        if len(request.body) > MAX_BYTES:
            raise too_large()
        body = super().parse_body(request)
        if _count(body) > MAX_VALUES:
            raise too_large()
        return body


def _count(body: Any) -> int:
    """Return how many values a body has, those within others included."""
    count, ahead = 0, [body]
    while ahead:
        value = ahead.pop()
        count += 1
        match value:
            case dict():
                ahead += value.values()
            case list():
                ahead += value
    return count
