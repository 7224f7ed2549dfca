"""The type that the site ships has every character that its pages are written with.

A character that it lacks is drawn by whatever font a machine has, or as an empty box.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import polib

from tests.tracker.clean_environment import ROOT

PAGES = (
    "templates/**/*.html",
    "tracker/**/*.html",
    "static/**/*.[cj]s*",
    "tracker/**/static/**/*.[cj]s*",
)
ON_PAPER_ALONE = {"★", "□"}  # the fonts of the sheets have these


def shipped() -> set[int]:
    """Return the characters of the site's type, as its styles declare them."""
    styles = (ROOT / "static/css/tokens.css").read_text(encoding="utf-8")
    return {
        character
        for ranges in re.findall(r"unicode-range: ([^;]+);", styles)
        for first, last in re.findall(r"U\+([0-9A-F]+)(?:-([0-9A-F]+))?", ranges)
        for character in range(int(first, 16), int(last or first, 16) + 1)
    }


def written() -> Iterator[tuple[Path, str]]:
    """Yield each page and style with its text, without comments, and each sentence."""
    for pattern in PAGES:
        for file in ROOT.glob(pattern):
            text = file.read_text(encoding="utf-8")
            yield (
                file,
                re.sub(
                    r"/\*.*?\*/|//.*|\{#.*?#\}",
                    "",
                    text,
                    flags=re.DOTALL if file.suffix == ".css" else 0,
                ),
            )
    for file in ROOT.glob("locale/*/LC_MESSAGES/django.po"):
        for entry in polib.pofile(str(file)):
            for text in (entry.msgid, entry.msgstr, *entry.msgstr_plural.values()):
                if not ON_PAPER_ALONE & set(text):
                    yield file, text


def test_the_type_of_the_site_has_every_character_of_its_pages() -> None:
    known = shipped() | {*map(ord, " \n\r\t\u202f")}  # a space needs no drawing
    lacking = {
        (character, str(file.relative_to(ROOT)))
        for file, text in written()
        for character in text
        if ord(character) not in known
    }
    assert lacking == set()
