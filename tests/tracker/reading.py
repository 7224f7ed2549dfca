"""What somebody reads in an answer."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

_TAG = re.compile(r"<[^>]*>")
_MAIN = re.compile(r"<main.*</main>", re.DOTALL)


def html_of(response: Any) -> str:
    """Return an answer without entities, every run of spaces one space."""
    return " ".join(unescape(response.content.decode()).split())


def text_of(response: Any) -> str:
    """Return the words of an answer, without its tags."""
    return " ".join(unescape(_TAG.sub(" ", response.content.decode())).split())


def main_text_of(response: Any) -> str:
    """Return the words of a page without its header and footer."""
    main = _MAIN.search(response.content.decode())
    if main is None:
        return text_of(response)
    return " ".join(unescape(_TAG.sub(" ", main.group())).split())
