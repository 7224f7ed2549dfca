"""What sign-in throttling (django-axes) counts by."""

import ipaddress
import unicodedata
from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.http import HttpRequest


def name_tried(request: HttpRequest, credentials: Mapping[str, Any] | None = None) -> str:
    """Return the name somebody tries to sign in with, the same for "Zuza" and "zuza".

    Sign-in does not mind letter case; counted as typed, every spelling would be a fresh start.
    """
    given = (credentials or request.POST).get("username") or ""
    return unicodedata.normalize("NFKC", str(given)).strip().casefold()


def address_of(request: HttpRequest) -> str:
    """Return where somebody tries to sign in from.

    Behind a proxy everybody has the proxy's address, and one who guesses would keep the owner of a
    name out. What the proxies wrote into X-Forwarded-For counts from the right: whatever a visitor
    put there stands to the left of it.
    """
    if settings.PROXIES:
        told = request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")
        if len(told) >= settings.PROXIES:
            try:
                return str(ipaddress.ip_address(told[-settings.PROXIES].strip()))
            except ValueError:
                pass
    return str(request.META.get("REMOTE_ADDR", ""))
