"""Keys of things: the pack's id, or a key made from what players typed."""

from __future__ import annotations

import unicodedata

TYPED = "~"  # never the first character of a pack id


def typed_key(name: str) -> str:
    """Return the key of a thing whose name players typed: letter case and spacing do not count."""
    # An accent typed as one character or as two is the same letter to who reads it.
    return TYPED + " ".join(unicodedata.normalize("NFC", name).split()).casefold()


def is_typed(key: str) -> bool:
    """Say whether a key stands for a name that players typed."""
    return key.startswith(TYPED)
