"""The messages of a page, which a copy for later must not use up."""

from django.http import HttpRequest

COPY = "X-Copy"  # sent by the service worker, for a page that is open already


def left_out_of_copies(request: HttpRequest) -> dict[str, tuple[str, ...]]:
    """Take the messages from a page that nobody looks at: a context processor, after Django's."""
    return {"messages": ()} if COPY in request.headers else {}
