"""What may be printed: letters that the fonts have, and long words that may break.

Everything players typed passes through here on its way to Typst, as data; none of it is code.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from pathlib import Path
from struct import unpack_from
from typing import Any

FONTS = Path(__file__).parent / "fonts"
BOX = "\u25a1"  # stands for a letter that no font has: an emoji, a Chinese name
BREAK = "\u200b"  # a line may break here; nothing shows
UNBROKEN = 20  # letters; the languages' own hyphenation deals with what is shorter
PIECE = 4  # letters that stay together in a longer word

_LONG = re.compile(rf"\S{{{UNBROKEN + 1},}}")
# What is joined to an emoji, its variation and its skin tone are part of one drawing.
_SILENT = re.compile("\u200d.|[\ufe00-\ufe0f\U0001f3fb-\U0001f3ff]")


def printable(text: str) -> str:
    """Return a text as the fonts can print it, long words with places to break."""
    return _LONG.sub(_breakable, plain(text))


def plain(text: str) -> str:
    """Return a text as the fonts can print it, for a title or a file's properties."""
    if text.isascii() and text.isprintable():
        return text  # most words; every font has these
    known = covered()
    composed = _SILENT.sub("", unicodedata.normalize("NFC", text))
    return "".join(letter if ord(letter) in known else _instead(letter) for letter in composed)


def printable_data(value: Any) -> Any:
    """Return JSON values with every text in them made printable; keys are ours and stay."""
    if isinstance(value, str):
        return printable(value)
    if isinstance(value, dict):
        return {key: printable_data(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [printable_data(item) for item in value]
    return value


@lru_cache(maxsize=1)
def covered() -> frozenset[int]:
    """Return the code points that every one of our fonts has."""
    fonts = [_code_points(path.read_bytes()) for path in sorted(FONTS.glob("*.ttf"))]
    return frozenset.intersection(*fonts)


def _instead(letter: str) -> str:
    if letter == "\n":
        return letter
    match unicodedata.category(letter):
        case "Mn" | "Me" | "Cf":
            return ""
        case "Cc" | "Zs" | "Zl" | "Zp":
            return " "
    return BOX


def _breakable(match: re.Match[str]) -> str:
    word = match[0]
    return BREAK.join(word[at : at + PIECE] for at in range(0, len(word), PIECE))


def _code_points(font: bytes) -> frozenset[int]:
    """Read which code points a TrueType font maps to a glyph (its cmap, format 4)."""
    tables = unpack_from(">H", font, 4)[0]
    records = (unpack_from(">4sIII", font, 12 + 16 * index) for index in range(tables))
    cmap = next(offset for tag, _sum, offset, _length in records if tag == b"cmap")
    count = unpack_from(">H", font, cmap + 2)[0]
    found: set[int] = set()
    for index in range(count):
        at = cmap + unpack_from(">HHI", font, cmap + 4 + 8 * index)[2]
        if unpack_from(">H", font, at)[0] == 4:
            found |= _segments(font, at)
    return frozenset(found)


def _segments(font: bytes, at: int) -> set[int]:
    size = unpack_from(">H", font, at + 6)[0]  # two bytes for each segment
    number = size // 2
    ends = unpack_from(f">{number}H", font, at + 14)
    starts = unpack_from(f">{number}H", font, at + 16 + size)
    deltas = unpack_from(f">{number}H", font, at + 16 + 2 * size)
    ranges_at = at + 16 + 3 * size
    found: set[int] = set()
    for segment, (start, end, delta) in enumerate(zip(starts, ends, deltas, strict=True)):
        here = ranges_at + 2 * segment
        offset = unpack_from(">H", font, here)[0]
        for code in range(start, min(end, 0xFFFE) + 1):
            glyph = code
            if offset:
                glyph = unpack_from(">H", font, here + offset + 2 * (code - start))[0]
            if glyph and (glyph + delta) & 0xFFFF:
                found.add(code)
    return found
