"""Links and codes of which only hashes are stored: shown for minutes after they were made.

It waits for the page after the redirect in the browser that asked for it, in a signed cookie.
"""

from django.core import signing
from django.http import HttpRequest, HttpResponse

SECONDS = 600


def keep_fresh(
    request: HttpRequest, answer: HttpResponse, name: str, secret: str, *, path: str
) -> HttpResponse:
    """Let an answer carry a secret to the page of a path; return the answer."""
    answer.set_cookie(
        name,
        signing.dumps(secret, salt=name),  # in base64: a cookie cannot hold every letter
        max_age=SECONDS,
        path=path,
        httponly=True,
        secure=request.is_secure(),
        samesite="Lax",
    )
    return answer


def fresh(request: HttpRequest, name: str) -> str:
    """Return a secret while it may still be shown, or ""."""
    try:
        secret: str = signing.loads(request.COOKIES.get(name, ""), salt=name, max_age=SECONDS)
    except signing.BadSignature:
        return ""
    return secret


def in_fours(code: str) -> str:
    """Return a code of twelve letters in the groups in which people copy it."""
    return f"{code[:4]} {code[4:8]} {code[8:]}".strip()
