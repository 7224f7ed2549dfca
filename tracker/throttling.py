"""What sign-in throttling (django-axes) counts by."""

import unicodedata
from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest


def name_tried(request: HttpRequest, credentials: Mapping[str, Any] | None = None) -> str:
    """Return the name somebody tries to sign in with, the same for "Zuza" and "zuza".

    Sign-in does not mind letter case; counted as typed, every spelling would be a fresh start.
    """
    given = (credentials or request.POST).get("username") or ""
    return unicodedata.normalize("NFKC", str(given)).strip().casefold()
