"""Printable text: only characters that the fonts have, and break points in long words.

Everything that players typed passes through here on its way to Typst, as data, never as code.
"""

import re
import unicodedata
from contextvars import ContextVar
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from struct import unpack_from
from typing import Any

from campaign.rules.core.texts import few_marks

FONTS = Path(__file__).parent / "fonts"
# Debian's fonts-dejavu-core, fonts-noto-core, fonts-noto-cjk and fonts-noto-color-emoji, where the
# machine has them: Arabic, Hebrew, Chinese and emoji are printed as they are written then.
MACHINE = Path("/usr/share/fonts")
MACHINE_FONTS = (
    "truetype/dejavu/DejaVuSans.ttf",
    "truetype/noto/NotoSans*-Regular.ttf",
    "opentype/noto/NotoSansCJK-Regular.ttc",
    "truetype/noto/NotoColorEmoji.ttf",
)
# Set for a second attempt where Typst failed with the fonts of the machine.
OWN_FONTS_ONLY: ContextVar[bool] = ContextVar("own_fonts_only", default=False)
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
_SILENT = re.compile(
    f"(?<=[{_DRAWN}\ufe0f])\u200d[{_DRAWN}]|[\u200d\ufe00-\ufe0f\U0001f3fb-\U0001f3ff]"
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
    return said


def printable_data(value: Any) -> Any:
    """Return JSON values with every text made printable; keys, which are ours, stay."""
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


@lru_cache(maxsize=1)
def machine_fonts() -> tuple[Path, ...]:
    """Return the additional fonts of this machine."""
    return tuple(font for pattern in MACHINE_FONTS for font in sorted(MACHINE.glob(pattern)))


@lru_cache(maxsize=1)
def covered_by_machine() -> frozenset[int]:
    """Return the code points that the machine's fonts have."""
    return frozenset().union(*(_code_points(path.read_bytes()) for path in machine_fonts()))


def needs_machine_fonts(text: str) -> bool:
    """Say whether our own fonts lack a character of a text."""
    if text.isascii() or OWN_FONTS_ONLY.get():
        return False
    return any(ord(letter) not in covered() for letter in set(text))


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
    if letter == "\n" or _has(letter):
        return letter
    match unicodedata.category(letter):
        case "Mn" | "Me" | "Cf":
            return ""
        case "Cc" | "Zs" | "Zl" | "Zp":
            return " "
    return BOX


def _has(letter: str) -> bool:
    if ord(letter) in covered():
        return True
    if OWN_FONTS_ONLY.get() or unicodedata.category(letter)[0] in "CZ":
        return False
    return ord(letter) in covered_by_machine()


def _is_drawing(letter: str) -> bool:
    """Say whether a character is an emoji or another symbol that no font has."""
    drawn = unicodedata.category(letter) in ("So", "Sk", "Sm", "Cn", "Co")
    return drawn and not _has(letter)


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


def _code_points(font: bytes) -> frozenset[int]:
    """Read which code points a font maps to a glyph (its cmap, formats 4 and 12)."""
    start = unpack_from(">I", font, 12)[0] if font[:4] == b"ttcf" else 0  # the first of several
    tables = unpack_from(">H", font, start + 4)[0]
    records = (unpack_from(">4sIII", font, start + 12 + 16 * index) for index in range(tables))
    cmap = next(offset for tag, _sum, offset, _length in records if tag == b"cmap")
    count = unpack_from(">H", font, cmap + 2)[0]
    found: set[int] = set()
    for index in range(count):
        at = cmap + unpack_from(">HHI", font, cmap + 4 + 8 * index)[2]
        match unpack_from(">H", font, at)[0]:
            case 4:
                found |= _segments(font, at)
            case 12:
                for group in range(unpack_from(">I", font, at + 12)[0]):
                    first, last = unpack_from(">II", font, at + 16 + 12 * group)
                    found.update(range(first, last + 1))
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
