"""Follow every link of a campaign, as a visitor would, and yield every response."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import unescape
from urllib.parse import urldefrag, urljoin, urlsplit

from django.test import Client

# A file of ours is the same for everybody.
SKIPPED = ("/static/",)
# So many addresses of one kind (numbers apart) are followed: game 1's page tells of game 40's.
OF_A_KIND = 2


# Our pages write each attribute in double quotes (tests/tracker/test_crawl.py).
_LINK = re.compile(r'\s(?:href|src|action|hx-get)="([^"]+)"')
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Answer:
    """The response of a URL."""

    url: str
    status: int
    body: str
    headers: str


def crawl(
    client: Client,
    start: str,
    *,
    within: str | tuple[str, ...] = "/",
    without: tuple[str, ...] = (),
    outside: tuple[str, ...] = (),
) -> Iterator[Answer]:
    """Yield the responses of all URLs reachable from one by GET: all kinds, a few of each.

    ``within`` is their prefix, or several; ``without`` leaves out URLs with these endings, such as
    files that take long to make; ``outside`` leaves out URLs with these prefixes.
    """
    waiting, seen = [start], {start}
    kinds: Counter[str] = Counter()
    while waiting:
        url = waiting.pop(0)
        response = client.get(url)
        body = b"".join(response) if response.streaming else response.content
        is_text = "text" in response.headers.get("Content-Type", "")
        text = body.decode() if is_text else ""
        headers = "\n".join(f"{name}: {value}" for name, value in response.headers.items())
        yield Answer(url, response.status_code, unescape(text), headers)
        found = set(links(text))
        if "Location" in response.headers:
            found.add(response.headers["Location"])
        for link in sorted(found):
            target = urldefrag(urljoin(url, link)).url
            if not _ours(target, within) or target in seen:
                continue
            path = urlsplit(target).path
            if path.endswith(without) or path.startswith(outside):
                continue
            seen.add(target)
            kind = re.sub(r"[0-9]+", "n", target)
            kinds[kind] += 1
            if kinds[kind] <= OF_A_KIND:
                waiting.append(target)


def links(text: str) -> set[str]:
    """Return every URL that a page links to."""
    return {unescape(found) for found in _LINK.findall(text)}


def _ours(target: str, within: str | tuple[str, ...]) -> bool:
    parts = urlsplit(target)
    return not parts.netloc and parts.path.startswith(within) and not parts.path.startswith(SKIPPED)


class Names:
    """Find names in a text as whole words, case-sensitively.

    Many names make a slow pattern, so it is made of those alone whose first word is in the text.
    """

    def __init__(self, names: Iterable[str]) -> None:
        self._by_word: dict[str, list[str]] = {}
        for name in names:
            first = _WORD.search(name)
            assert first is not None, f"{name!r} has no word in it"
            self._by_word.setdefault(first[0], []).append(name)

    def findall(self, text: str) -> list[str]:
        """Return the names in a text, the longest where two begin alike."""
        words = self._by_word.keys() & set(_WORD.findall(text))
        there = [name for word in words for name in self._by_word[word] if name in text]
        return pattern_of(there).findall(text) if there else []


def pattern_of(names: Iterable[str]) -> re.Pattern[str]:
    """Return a pattern that finds any of the names as whole words."""
    longest_first = sorted(names, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)")
