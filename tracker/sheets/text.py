"""Printable text: only characters that the fonts have, and break points in long words.

Everything that players typed passes through here on its way to Typst, as data, never as code.
"""

import re
import unicodedata
from itertools import groupby
from typing import Any

from campaign.rules.core.texts import few_marks, shows_something
from tracker.sheets.glyphs import has

BOX = "\u25a1"  # replaces a character that no font has
BREAK = "\u200b"  # a zero-width space, where a line may break
UNBROKEN = 20  # letters: shorter words are left to hyphenation
PIECE = 4  # letters between two break points of a longer word
MAX_SPELT = 3  # drawings that are spelt out, of those in a row

_LONG = re.compile(rf"\S{{{UNBROKEN + 1},}}")
# Around a drawing that is a whole name there is nothing else.
_SEPARATORS = frozenset(",;:.·/()[]–—\n")
# Joined emoji, variation selectors and skin tones belong to the drawing before them.
_DRAWN = "\u2190-\u2bff\U0001f000-\U0001faff"
# Only Arabic and Indian letters are joined or kept apart by characters of no width.
_JOINED = "\u0600-\u06ff\u0900-\u0dff"
_SILENT = re.compile(
    f"(?<=[{_DRAWN}\ufe0f])\u200d[{_DRAWN}]|(?<![{_JOINED}])[\u200c\u200d]"
    "|[\ufe00-\ufe0f\U0001f3fb-\U0001f3ff]"
)


def printable(text: str) -> str:
    """Return a text that the fonts can print, with break points in long words."""
    return _LONG.sub(_breakable, plain(text))


def plain(text: str) -> str:
    """Return a text that the fonts can print, for a title or a file's properties."""
    if text.isascii() and text.isprintable():
        return text  # most words; every font has these
    composed = _SILENT.sub("", few_marks(unicodedata.normalize("NFC", text)))
    runs = [(drawn, "".join(run)) for drawn, run in groupby(composed, key=_is_drawing)]
    said = ""
    for at, (drawn, run) in enumerate(runs):
        if not drawn:
            said += "".join(map(_letter, run))
            continue
        after = runs[at + 1][1] if at + 1 < len(runs) else ""
        if _stands_alone(said, after):
            said += _spelt(run)
        elif not after.strip() or after.lstrip()[0] in _SEPARATORS:
            said = said.rstrip(" ")
        elif not said or said[-1].isspace():
            runs[at + 1] = (False, after.lstrip(" "))
    # A heading without a text is no PDF for screen readers.
    return BOX if text.strip() and not shows_something(said) else said


def printable_data(value: Any) -> Any:
    """Return JSON values with every text made printable; keys, which are ours, stay."""
    if isinstance(value, str):
        return printable(value)
    if isinstance(value, dict):
        return {key: printable_data(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [printable_data(item) for item in value]
    return value


def unprinted(text: str) -> tuple[str, ...]:
    """Return the scripts of the characters that no font has, by their Unicode names."""
    if text.isascii():
        return ()
    letters = set(unicodedata.normalize("NFC", text))
    missing = {letter for letter in letters if _letter(letter) == BOX}
    names = {unicodedata.name(letter, "?").split()[0] for letter in missing - {BOX}}
    return tuple(sorted(name if name == "CJK" else name.capitalize() for name in names))


def _letter(letter: str) -> str:
    """Return a character, or its replacement if no font has it."""
    if letter == "\n" or has(letter):
        return letter
    match unicodedata.category(letter):
        case "Mn" | "Me" | "Cf":
            return ""
        case "Cc" | "Zs" | "Zl" | "Zp":
            return " "
    return BOX


def _is_drawing(letter: str) -> bool:
    """Say whether a character is an emoji or another symbol that no font has."""
    drawn = unicodedata.category(letter) in ("So", "Sk", "Sm", "Cn", "Co")
    return drawn and not has(letter)


def _stands_alone(before: str, after: str) -> bool:
    """Say whether a drawing between two texts is a whole name."""
    ends, begins = before.rstrip(" ")[-1:], after.lstrip(" ")[:1]
    return all(beside == "" or beside in _SEPARATORS for beside in (ends, begins))


def _spelt(drawings: str) -> str:
    """Return the Unicode names of drawings: a name must not become empty."""
    names = dict.fromkeys(unicodedata.name(drawing, "").lower() for drawing in drawings)
    words = " ".join([name for name in names if name][:MAX_SPELT])
    return words[:1].upper() + words[1:] if words else BOX


def _breakable(match: re.Match[str]) -> str:
    word = match[0]
    return BREAK.join(word[at : at + PIECE] for at in range(0, len(word), PIECE))
