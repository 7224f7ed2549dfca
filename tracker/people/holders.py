"""Whose it is what a browser keeps: links that were just made, and what was typed or tapped.

Several people may use one device, one after another.
"""

from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from tracker.people.access import person_of

HOLDER = "holder"  # in the session: the mark of the guest who has signed in to an account


def holder_of(request: HttpRequest) -> str:
    """Return a mark of whoever uses this browser, which tells nobody who they are; "" for nobody.

    A guest who brings what they have to an account keeps their mark until they sign out.
    """
    person = person_of(request)
    if person is None:
        return ""
    own = salted_hmac("tracker.holder", str(person.pk)).hexdigest()[:16]
    mark: str = request.session.get(HOLDER, own)
    return mark


def holder(request: HttpRequest) -> dict[str, str]:
    """Give every page its ``holder``, for what scripts keep in the browser: a context processor."""
    return {"holder": holder_of(request)}
