"""Keys of things: the pack's id, or a key made from what players typed."""

from __future__ import annotations

import unicodedata
from typing import Annotated

from campaign.rules.core import sizes
from campaign.rules.core.entries import Verbatim
from campaign.rules.core.serialize import Check

TYPED = "~"  # never the first character of a pack id


def typed_key(name: str) -> str:
    """Return the key of a thing whose name players typed: letter case and spacing do not count."""
    # An accent typed as one character or as two is the same letter to who reads it.
    return TYPED + " ".join(unicodedata.normalize("NFC", name).split()).casefold()


def is_typed(key: str) -> bool:
    """Say whether a key stands for a name that players typed."""
    return key.startswith(TYPED)


def is_key(text: str) -> bool:
    """Say whether a text can be a key: of a typed name the one that is made from it."""
    return bool(text) and (not is_typed(text) or text == typed_key(text[1:]))


Key = Annotated[
    str, Check(is_key, "a key as it is made from a name", "file.key"), Verbatim(sizes.KEY)
]
