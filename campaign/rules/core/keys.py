"""Keys: the id of something in the pack, or one made from a name that players typed."""

import unicodedata
from typing import Annotated, Any

from campaign.rules.core import sizes
from campaign.rules.core.constraints import Check, Verbatim

TYPED = "~"  # never the first character of a pack id


def typed_key(name: str) -> str:
    """Return the key of a thing whose name players typed: letter case and spacing do not count."""
    # NFC: an accent typed as one character or as two makes the same key.
    return TYPED + " ".join(unicodedata.normalize("NFC", name).split()).casefold()


def is_typed(key: str) -> bool:
    """Say whether a key stands for a name that players typed."""
    return key.startswith(TYPED)


def is_key(text: str) -> bool:
    """Say whether a text is a valid key; that of a typed name has to be normalised."""
    return bool(text) and (not is_typed(text) or text == typed_key(text[1:]))


def names_in(plain: Any) -> dict[str, str]:
    """Return the names that players typed in plain values, by their keys."""
    names: dict[str, str] = {}
    if isinstance(plain, dict):
        if name := plain.get("name"):
            names[typed_key(name)] = name
        plain = list(plain.values())
    if isinstance(plain, list):
        for item in plain:
            names |= names_in(item)
    return names


def renamed(plain: Any, old: str, new: str, name: str) -> Any:
    """Return plain values in which a typed key is replaced by another, and its name by ``name``.

    ``name`` is "" where the new key is the pack's, which has the name.
    """
    if isinstance(plain, str):
        kind, colon, subject = plain.partition(":")  # a decision names what it is about
        return f"{kind}{colon}{new}" if colon and subject == old else new if plain == old else plain
    if isinstance(plain, list):
        return [renamed(item, old, new, name) for item in plain]
    if isinstance(plain, dict):
        mine = "name" in plain and typed_key(plain["name"]) == old
        inside = {key: renamed(value, old, new, name) for key, value in plain.items()}
        return {**inside, "name": name} if mine else inside
    return plain


Key = Annotated[
    str, Check(is_key, "a key as it is made from a name", "file.key"), Verbatim(sizes.KEY)
]
