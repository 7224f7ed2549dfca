"""Names that look alike: one of them could be taken for the other."""

import unicodedata

# Cyrillic and Greek letters, and digits, that a reader takes for a Latin letter.
_LOOKS = str.maketrans(
    dict(zip("авгезікӏмнорстухѕјһԁԛԝ", "abrezikimhopctyxsjhdqw", strict=True))
    | dict(zip("αβγεζηικμνορτυχω", "abyeznikmvoptuxw", strict=True))
    | {"0": "o", "1": "i", "l": "i"}
)


def skeleton(name: str) -> str:
    """Return what a name looks like at a glance: the same for any two that look alike."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    letters = "".join(char for char in plain if unicodedata.category(char)[0] in "LN")
    return letters.translate(_LOOKS) or plain
