"""Links and codes of which only hashes are stored: shown for a few minutes after they were made.

A signed cookie carries the secret across the redirect, in the browser that asked for it.
"""

from django.core import signing
from django.http import HttpRequest, HttpResponse

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
        signing.dumps(secret, salt=name),  # in base64: a cookie cannot hold every character
        max_age=seconds,
        path=path,
        httponly=True,
        secure=request.is_secure(),
        samesite="Lax",
    )
    return response


def fresh(request: HttpRequest, name: str, *, seconds: int = SECONDS) -> str:
    """Return a secret for as long as it may be shown, or ""."""
    try:
        secret: str = signing.loads(request.COOKIES.get(name, ""), salt=name, max_age=seconds)
    except signing.BadSignature:
        return ""
    return secret


def in_fours(code: str) -> str:
    """Return a code of twelve characters in groups of four."""
    return f"{code[:4]} {code[4:8]} {code[8:]}".strip()
