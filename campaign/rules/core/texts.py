"""Texts before they are recorded: put in one form, and refused if no column can hold them.

SQLite would take a text of any length and PostgreSQL would raise in the middle of a write; neither
answer is for people. A system says what an entry may mean, this module what it may look like.
"""

import unicodedata
from collections.abc import Iterator

from campaign.rules.core.problems import Problem

KEPT_CONTROLS = "\n\t"
MARKS_MOST = 4  # on one letter; Vietnamese has two, pointed Hebrew three
# They turn round whatever stands after them on the page.
BIDI_OVERRIDES = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
# Cyrillic and Greek letters, and digits, that a reader takes for a Latin letter.
_LOOKS = str.maketrans(
    dict(zip("авгезікӏмнорстухѕјһԁԛԝ", "abrezikimhopctyxsjhdqw", strict=True))
    | dict(zip("αβγεζηικμνορτυχω", "abyeznikmvoptuxw", strict=True))
    | {"0": "o", "1": "i", "l": "i"}
)


def one_line(text: str) -> str:
    """Return a name without spaces that nobody sees; nothing, if nobody sees any of it.

    An accent typed as one character or as two is the same letter: names are composed (NFC).
    """
    tidy = few_marks(unicodedata.normalize("NFC", " ".join(text.split())))
    # What is forbidden must be refused rather than taken for nothing.
    seen = any(unicodedata.category(char)[0] not in "CZ" or _is_forbidden(char) for char in tidy)
    return tidy if seen else ""


def prose(text: str) -> str:
    """Return a text of several lines as every browser sends it: with the same line ends."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").strip()
    return few_marks(unicodedata.normalize("NFC", lines))


def few_marks(text: str) -> str:
    """Return a text with a few combining marks a letter: a hundred draw over the lines around."""
    if text.isascii():
        return text
    kept: list[str] = []
    run = 0
    for char in text:
        run = run + 1 if unicodedata.category(char) in ("Mn", "Me") else 0
        if run <= MARKS_MOST:
            kept.append(char)
    return "".join(kept)


def skeleton(name: str) -> str:
    """Return what a name looks like at a glance: the same for any two that look alike."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    letters = "".join(char for char in plain if unicodedata.category(char)[0] in "LN")
    return letters.translate(_LOOKS) or plain


def text_problems(path: str, text: str, most: int) -> Iterator[Problem]:
    """Yield what stands against keeping a text."""
    if len(text) > most:
        yield Problem("text.too_long", {"most": most, "actual": len(text)}, path)
    forbidden = sorted({char for char in text if _is_forbidden(char)})
    if forbidden:
        names = tuple(f"U+{ord(char):04X}" for char in forbidden)
        yield Problem("text.forbidden", {"characters": names}, path)


def _is_forbidden(char: str) -> bool:
    """Say whether a character is no text: a control, half of a pair, or one that turns others."""
    if char in KEPT_CONTROLS:
        return False
    return unicodedata.category(char) in ("Cc", "Cs") or char in BIDI_OVERRIDES
