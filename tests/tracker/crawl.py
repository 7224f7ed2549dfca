"""Follow every link of a campaign, as a visitor would, and hand back every answer."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import unescape
from html.parser import HTMLParser
from urllib.parse import urldefrag, urljoin, urlsplit

from django.test import Client

# A file of ours is the same for everybody.
SKIPPED = ("/static/",)
# So many addresses of one kind (numbers apart) are followed: game 1's page tells of game 40's.
OF_A_KIND = 3


class _Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if value and name in ("href", "src", "action", "hx-get"):
                self.found.add(value)


@dataclass(frozen=True, slots=True)
class Answer:
    """What the server sent for an address."""

    url: str
    status: int
    body: str
    headers: str


def crawl(client: Client, start: str, *, without: tuple[str, ...] = ()) -> Iterator[Answer]:
    """Yield the answers of the addresses reachable from one by GET: all kinds, a few of each.

    ``without`` leaves out what ends like this, such as files that take long to make.
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
            if not _ours(target) or target in seen or urlsplit(target).path.endswith(without):
                continue
            seen.add(target)
            kind = re.sub(r"[0-9]+", "n", target)
            kinds[kind] += 1
            if kinds[kind] <= OF_A_KIND:
                waiting.append(target)


def links(text: str) -> set[str]:
    """Return everything a page points to."""
    parser = _Links()
    parser.feed(text)
    return parser.found


def _ours(target: str) -> bool:
    parts = urlsplit(target)
    return not parts.netloc and parts.path.startswith("/") and not parts.path.startswith(SKIPPED)


def any_of(names: Iterable[str]) -> re.Pattern[str]:
    """Return what finds a name in a text as words of its own, written as the box writes it."""
    longest_first = sorted(names, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)")
