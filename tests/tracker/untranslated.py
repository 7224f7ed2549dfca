"""Find English text on a page in another language."""

from __future__ import annotations

import re
from functools import cache
from html.parser import HTMLParser

import polib
from django.conf import settings

from tests.tracker.crawl import Names

LANGUAGES = ("pl", "fr", "de")
# Shorter ones may be words of the other language as well.
LEAST = 12
VALUE = re.compile(r"%\(\w+\)[sd]|%[sd]|\{\w*\}|\n")
# What is read out or shown although it stands in a tag.
SPOKEN = ("alt", "aria-label", "content", "data-label", "data-less", "data-more", "data-text",
          "label", "placeholder", "title")  # fmt: skip
# Words that neither Polish nor French nor German has: they find what nobody marked for translation.
ENGLISH = re.compile(
    r"(?<![\w’'/.-])(?:the|and|with|your|this|from|have|were|which|there|what|you|been|is|are)"
    r"(?![\w’'/-])",
    re.IGNORECASE,
)


class _TextParser(HTMLParser):
    """Collect the text of a page, spoken attributes included, that is in the page's language."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []
        self._silent: list[str] = []  # open tags within one that says nothing here

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        held = dict(attrs)
        silent = tag in ("script", "style", "code") or (tag != "html" and "lang" in held)
        if (self._silent or silent) and tag not in ("input", "img", "br", "meta", "link"):
            self._silent.append(tag)
        if self._silent or (tag == "meta" and held.get("name") != "description"):
            return
        self.said += [held[name] or "" for name in SPOKEN if name in held]

    def handle_endtag(self, tag: str) -> None:
        if self._silent and tag in self._silent:
            while self._silent.pop() != tag:
                pass

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.said.append(data)


def visible_text(html: str) -> str:
    """Return the visible text of a page in one line."""
    parser = _TextParser()
    parser.feed(html)
    # Parts of one sentence may stand in several tags.
    return re.sub(r"\s+", " ", " ".join(parser.said))


@cache
def english_phrases(language: str) -> Names:
    """Return a finder of the fixed parts of all msgids that this language translates."""
    catalogue = polib.pofile(
        str(settings.BASE_DIR / "locale" / language / "LC_MESSAGES" / "django.po")
    )
    parts: set[str] = set()
    theirs: list[str] = []
    for entry in catalogue:
        if entry.obsolete:
            continue
        said = [entry.msgstr, *entry.msgstr_plural.values()]
        theirs += said
        for sentence in filter(None, (entry.msgid, entry.msgid_plural)):
            if sentence not in said:
                parts |= {part.strip(" .,:;()·–") for part in VALUE.split(sentence)}
    whole = "\n".join(theirs)
    # What a translation says too (a name, a loan word) is no leftover.
    wanted = [part for part in parts if len(part) >= LEAST and part not in whole]
    assert len(wanted) > 200
    return Names(wanted)


def leftovers(text: str, language: str) -> set[str]:
    """Return the English sentences in the text of a page although they have translations."""
    return set(english_phrases(language).findall(text))


@cache
def english_names() -> re.Pattern[str]:
    """Return a pattern of the names in the packs that have an English word."""
    packs = (settings.BASE_DIR / "fixtures" / "packs").glob("**/*.json")
    named = {name for file in packs for name in re.findall(r'"en": ?"([^"]+)"', file.read_text())}
    return re.compile("|".join(re.escape(name) for name in sorted(named, key=len, reverse=True)
                               if ENGLISH.search(name)))  # fmt: skip


def unmarked(text: str) -> set[str]:
    """Return English words in a text of another language, with their context.

    Names of cards are English where the language has none of its own.
    """
    text = english_names().sub("", text)
    return {text[max(0, m.start() - 30) : m.end() + 30] for m in ENGLISH.finditer(text)}
