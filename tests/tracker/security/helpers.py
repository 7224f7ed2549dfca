"""URLs for the tests of attacks to request, and the text of what comes back."""

from __future__ import annotations

import re

from django.urls import reverse

from tests.tracker.clients import Answer
from tests.tracker.security.rows import url_name
from tests.tracker.security.site import Site
from tests.tracker.security.table import TABLE

TOKEN = "a-form-of-its-own"
WRITABLE = sorted(name for name, row in TABLE.items() if row.write)


def url_of(site: Site, name: str) -> str:
    return reverse(url_name(name), args=site.sample.args(*TABLE[name].args))


def main_text(response: Answer) -> bytes:
    """Return what somebody reads: the page's middle, without the tokens in it."""
    found = re.search(rb"<main.*</main>", response.content, re.DOTALL)
    assert found
    return re.sub(rb'value="[^"]{20,}"', b"", found.group())
