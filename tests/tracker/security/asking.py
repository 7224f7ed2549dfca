"""What the tests of attacks ask for, and how they read what comes back."""

from __future__ import annotations

import re

from django.http import HttpResponse
from django.urls import reverse

from tests.tracker.security.house import House
from tests.tracker.security.table import TABLE

TOKEN = "a-form-of-its-own"
WRITTEN = sorted(name for name, row in TABLE.items() if row.write)


def at(house: House, name: str) -> str:
    return reverse(name, args=house.place.args(*TABLE[name].args))


def words(response: HttpResponse) -> bytes:
    """Return what somebody reads: the page's middle, without the tokens in it."""
    found = re.search(rb"<main.*</main>", response.content, re.DOTALL)
    assert found
    return re.sub(rb'value="[^"]{20,}"', b"", found.group())
