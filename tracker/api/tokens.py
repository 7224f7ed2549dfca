"""Who asks: the person whose token was sent, within the rate limits and the token's scope."""

from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _
from ninja.security import APIKeyQuery, HttpBearer

from campaign.models import ApiToken, Person
from campaign.services.api_tokens import api_token_use
from tracker.api.problems import refused
from tracker.people.limits import API_REQUESTS, WRONG_TOKENS, address_of

TOKEN_LONGEST = 100  # characters; ours are shorter


class ReadToken(HttpBearer):
    """A token of any scope."""

    needs_record = False

    def authenticate(self, request: HttpRequest, token: str) -> Person | None:
        """Let the request act for the owner of a token."""
        found = token_of(request, token)
        if found is None:
            return None
        if self.needs_record and not found.may_record:
            raise refused(403, "api.scope", _("This token may only read."))
        return found.person


class RecordToken(ReadToken):
    """A token that may record games."""

    needs_record = True


class TokenInAddress(APIKeyQuery):
    """A token in the address, for spreadsheets, which can send no header."""

    param_name = "token"

    def authenticate(self, request: HttpRequest, key: str | None) -> Person | None:
        """Let the request act for the owner of a token; one that may record is not for addresses.

        Addresses are written to histories and logs of browsers and programs.
        """
        found = token_of(request, key) if key else None
        if found is not None and found.may_record:
            raise refused(403, "api.scope", _("In an address, use a token that may only read."))
        return found.person if found else None


def token_of(request: HttpRequest, token: str) -> ApiToken | None:
    """Return a token, and sign its owner in for this request alone; None if it is wrong."""
    found = api_token_use(token=token) if len(token) <= TOKEN_LONGEST else None
    if found is None:
        WRONG_TOKENS.take(address_of(request))
        return None
    API_REQUESTS.take(str(found.person_id))
    request.user = found.person
    return found


def owner_of(request: HttpRequest) -> Person:
    """Return the owner of the token that was sent."""
    person: Any = request.user
    if not isinstance(person, Person):
        raise TypeError("This operation asks for no token.")
    return person
