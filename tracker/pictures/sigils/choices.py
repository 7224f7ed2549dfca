"""The choices that a name makes: the same ones in the same order, for ever."""

from collections.abc import Sequence
from hashlib import sha256
from typing import TypeVar
from unicodedata import normalize

Value = TypeVar("Value")
VERSION = 1  # players know their sigils: raising it redraws them all


class Choices:
    """Numbers from the digest of a name; letter case and spaces around it do not count."""

    def __init__(self, name: str, motif: str) -> None:
        plain = " ".join(normalize("NFC", name).casefold().split())
        key = f"{VERSION}/{motif}/{plain}"
        digest = sha256(key.encode()).digest() + sha256(key[::-1].encode()).digest()
        self._left = int.from_bytes(digest, "big")

    def below(self, number: int) -> int:
        """Return the next choice, from 0 to one less than a number."""
        self._left, chosen = divmod(self._left, number)
        return chosen

    def of(self, values: Sequence[Value]) -> Value:
        """Return the next choice among values."""
        return values[self.below(len(values))]
