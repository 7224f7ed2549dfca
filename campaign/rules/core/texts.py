"""Normalise texts before they are stored, and refuse those that no column can hold.

SQLite would store a text of any length, and PostgreSQL would raise in the middle of a write.
"""

import re
import unicodedata
from collections.abc import Iterator

from campaign.rules.core.problems import Problem

KEPT_CONTROLS = "\n\t"
MAX_MARKS = 4  # on one letter; Vietnamese has two, pointed Hebrew three
PILED_MARKS = 31  # on one letter; Unicode's own limit for streams is thirty
# They reverse the text after them on the page.
BIDI_OVERRIDES = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
# Letters and marks that show nothing on their own: fillers, variation selectors, skin tones.
_UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0"
    "\U0001f3fb-\U0001f3ff\U000e0100-\U000e01ef]"
)
# Cyrillic and Greek letters, and digits, that a reader takes for a Latin letter.
_LOOKS = str.maketrans(
    dict(zip("авгезікӏмнорстухѕјһԁԛԝ", "abrezikimhopctyxsjhdqw", strict=True))
    | dict(zip("αβγεζηικμνορτυχω", "abyeznikmvoptuxw", strict=True))
    | {"0": "o", "1": "i", "l": "i"}
)


def one_line(text: str) -> str:
    """Return a text on one line, in NFC and with single spaces; "" if nothing of it is visible."""
    tidy = few_marks(unicodedata.normalize("NFC", " ".join(text.split())))
    # Forbidden characters are kept, so that they are refused and not dropped.
    return tidy if shows_something(tidy) or any(map(_is_forbidden, tidy)) else ""


def shows_something(text: str) -> bool:
    """Say whether any character of a text is visible."""
    return any(
        unicodedata.category(char)[0] not in "CZ" and not _UNSEEN.match(char) for char in text
    )


def prose(text: str) -> str:
    """Return a text of several lines in NFC, with newlines as line ends."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").strip()
    return few_marks(unicodedata.normalize("NFC", lines))


def few_marks(text: str) -> str:
    """Return a text with few combining marks a letter: many would cover the lines around it."""
    if text.isascii():
        return text
    kept: list[str] = []
    run = 0
    for char in text:
        run = run + 1 if unicodedata.category(char) in ("Mn", "Me") else 0
        if run <= MAX_MARKS:
            kept.append(char)
    return "".join(kept)


def has_piled_marks(text: str) -> bool:
    """Say whether a letter has more marks than in any language.

    To bring thousands of them into their normal order takes minutes.
    """
    marks = re.escape("".join(char for char in set(text) if _is_sorted(char)))
    return bool(marks) and re.search(f"[{marks}]{{{PILED_MARKS}}}", text) is not None


def _is_sorted(char: str) -> bool:
    """Say whether a character is a mark that normal forms sort, or decomposes into such marks."""
    return unicodedata.combining(unicodedata.normalize("NFKD", char)[0]) > 0


def skeleton(name: str) -> str:
    """Return the shape of a name: the same for any two that look alike."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    letters = "".join(char for char in plain if unicodedata.category(char)[0] in "LN")
    return letters.translate(_LOOKS) or plain


def username_key(username: str) -> str:
    """Return what a username is found, compared and counted by: the same for all its spellings.

    Letter case and compatibility forms make no difference, nor do the dots of a Turkish i, which
    databases and languages treat each in their own way: "ı" in upper case is "I".
    """
    folded = unicodedata.normalize("NFKC", username).strip().casefold()
    folded = unicodedata.normalize("NFKC", folded).casefold()
    without_dots = folded.replace("i\N{COMBINING DOT ABOVE}", "i").replace("ı", "i")
    return unicodedata.normalize("NFKC", without_dots)


def text_problems(path: str, text: str, max_length: int) -> Iterator[Problem]:
    """Yield what is wrong with a text to be stored."""
    if len(text) > max_length:
        yield Problem("text.too_long", {"most": max_length, "actual": len(text)}, path)
    if text.isascii() and text.isprintable():  # most texts, at once
        return
    forbidden = sorted({char for char in text if _is_forbidden(char)})
    if forbidden:
        names = tuple(f"U+{ord(char):04X}" for char in forbidden)
        yield Problem("text.forbidden", {"characters": names}, path)


def _is_forbidden(char: str) -> bool:
    """Say whether a character is a control, a lone surrogate or a bidi override."""
    if char in KEPT_CONTROLS:
        return False
    return unicodedata.category(char) in ("Cc", "Cs") or char in BIDI_OVERRIDES
