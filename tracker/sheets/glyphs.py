"""The fonts of the sheets, and which characters each has.

Most sheets need only the two families of our type. Other scripts are looked up in fonts that come
with the site, and the rarest in those of the machine; looking is dear, so each text says what it
needs.
"""

import unicodedata
from collections.abc import Iterable
from contextvars import ContextVar
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from pathlib import Path
from struct import unpack_from

OWN = Path(__file__).parent / "fonts"
SCRIPTS = Path(__file__).parent / "script_fonts"
MACHINE = Path("/usr/share/fonts")


@dataclass(frozen=True, slots=True)
class FontPackage:
    """A package of Debian, where its fonts are, and letters that only they have."""

    name: str
    pattern: str
    letters: str


PACKAGES = (
    FontPackage("fonts-dejavu-core", "truetype/dejavu/DejaVuSans.ttf", "rare symbols"),
    FontPackage("fonts-noto-core", "truetype/noto/NotoSans*-Regular.ttf", "rare scripts"),
    FontPackage(
        "fonts-noto-cjk", "opentype/noto/NotoSansCJK-Regular.ttc", "rare Chinese characters"
    ),
)
# Families of the scripts' fonts, as Typst is to ask them: letters before drawings.
SCRIPT_FAMILIES = (
    *("Noto Sans Arabic", "Noto Sans Hebrew", "Noto Sans Devanagari", "Noto Sans Thai"),
    *("Noto Sans Bengali", "Noto Sans Tamil", "Noto Sans Georgian", "Noto Sans Armenian"),
    *("Noto Sans CJK SC", "Noto Emoji"),
)
JOINING = "\u200c\u200d"  # of no width; they say whether the letters beside them are joined


class FontSet(IntEnum):
    """Which fonts a text needs; each has those before it."""

    OWN = 0
    SCRIPTS = 1
    MACHINE = 2


# Lowered for a second attempt where Typst failed with the fonts of the machine.
ALLOWED: ContextVar[FontSet] = ContextVar("allowed_fonts", default=FontSet.MACHINE)


def fonts_for(text: str) -> FontSet:
    """Return the fewest fonts that print a text as well as it can be."""
    if text.isascii():
        return FontSet.OWN
    return max((_needed(letter) or FontSet.OWN for letter in set(text)), default=FontSet.OWN)


def has(letter: str) -> bool:
    """Say whether a font has a character."""
    return _needed(letter) is not None


def _needed(letter: str) -> FontSet | None:
    """Return the fonts that have a character; None if there are none that we may use."""
    code, allowed = ord(letter), ALLOWED.get()
    if code in covered():
        return FontSet.OWN
    if unicodedata.category(letter)[0] in "CZ" and letter not in JOINING:
        return None
    if allowed >= FontSet.SCRIPTS and code in covered_by_scripts():
        return FontSet.SCRIPTS
    if allowed >= FontSet.MACHINE and code in covered_by_machine():
        return FontSet.MACHINE
    return None


def folders(fonts: FontSet) -> list[Path]:
    """Return where Typst looks for them."""
    found = [OWN]
    if fonts >= FontSet.SCRIPTS:
        found.append(SCRIPTS)
    if fonts >= FontSet.MACHINE:
        found += dict.fromkeys(font.parent for font in machine_fonts())
    return found


@lru_cache(maxsize=1)
def shipped_fonts() -> tuple[Path, ...]:
    """Return the files of the fonts that come with the site."""
    return tuple(sorted([*OWN.glob("*.ttf"), *SCRIPTS.glob("*.[ot]tf")]))


@lru_cache(maxsize=1)
def machine_fonts() -> tuple[Path, ...]:
    """Return the additional fonts of this machine."""
    return tuple(font for package in PACKAGES for font in sorted(MACHINE.glob(package.pattern)))


def missing_packages() -> list[FontPackage]:
    """Return the packages of which this machine has no font."""
    return [package for package in PACKAGES if not any(MACHINE.glob(package.pattern))]


@lru_cache(maxsize=1)
def covered() -> frozenset[int]:
    """Return the code points that every one of our own fonts has."""
    return frozenset.intersection(*map(_code_points, OWN.glob("*.ttf")))


@lru_cache(maxsize=1)
def covered_by_scripts() -> frozenset[int]:
    """Return the code points that the fonts of other scripts have."""
    return _covered_by(SCRIPTS.glob("*.[ot]tf"))


@lru_cache(maxsize=1)
def covered_by_machine() -> frozenset[int]:
    """Return the code points that the machine's fonts have."""
    return _covered_by(machine_fonts())


def _covered_by(fonts: Iterable[Path]) -> frozenset[int]:
    return frozenset().union(*map(_code_points, fonts))


def _code_points(path: Path) -> frozenset[int]:
    """Read which code points a font maps to a glyph (its cmap, formats 4 and 12)."""
    font = path.read_bytes()
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
