"""Links and codes of which only hashes are stored: shown for a few minutes after they were made.

A cookie carries the secret across the redirect, in the browser that asked for it. It is encrypted:
nobody else who signs in to that browser is shown it, or can read it from the cookie.
"""

import base64

from cryptography.fernet import Fernet, InvalidToken
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

from tracker.people.holders import holder_of

SECONDS = 600


def keep_fresh(
    request: HttpRequest,
    response: HttpResponse,
    name: str,
    secret: str,
    *,
    path: str,
    seconds: int = SECONDS,
) -> HttpResponse:
    """Set a cookie with a secret, which the page at ``path`` shows; return the response."""
    response.set_cookie(
        name,
        _cipher(request, name).encrypt(secret.encode()).decode(),
        max_age=seconds,
        path=path,
        httponly=True,
        secure=request.is_secure(),
        samesite="Lax",
    )
    return response


def fresh(request: HttpRequest, name: str, *, seconds: int = SECONDS) -> str:
    """Return a secret for as long as whoever made it may be shown it, or ""."""
    try:
        return _cipher(request, name).decrypt(request.COOKIES.get(name, ""), ttl=seconds).decode()
    except (InvalidToken, ValueError):  # the latter for letters that no secret has
        return ""


def _cipher(request: HttpRequest, name: str) -> Fernet:
    key = salted_hmac(f"tracker.fresh.{name}", holder_of(request), algorithm="sha256").digest()
    return Fernet(base64.urlsafe_b64encode(key))


def in_fours(code: str) -> str:
    """Return a code of twelve characters in groups of four."""
    return f"{code[:4]} {code[4:8]} {code[8:]}".strip()
