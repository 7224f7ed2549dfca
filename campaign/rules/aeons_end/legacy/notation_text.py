"""Words and lines of the notation: quoting, splitting, and reading a line's values by name."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

NOTHING = "-"  # stands for None in a list
_BARE = re.compile(r"[A-Za-z0-9_.:+#-]+")
_WHOLE = re.compile(r"-?[0-9]{1,18}")
_LEXEME = re.compile(r'"(?:[^"\\]|\\.)*"|[a-z]+=|[^\s",=]+')

E = TypeVar("E", bound=StrEnum)


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a line; only a word that was not quoted can be a number or nothing."""

    text: str
    quoted: bool = False


def quoted(text: str) -> str:
    """Return a text in JSON's quotes, everything escaped that an editor might not show or keep."""
    written = json.dumps(text, ensure_ascii=False)
    return "".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in written)


def word(text: str) -> str:
    """Return a key or an id: bare where that is unmistakable, quoted otherwise."""
    plain = _BARE.fullmatch(text) and text != NOTHING and not text.startswith("#")
    return text if plain else quoted(text)


def words(texts: Iterable[str]) -> str:
    """Return a list of keys."""
    return ",".join(word(text) for text in texts)


def option(name: str, value: str | int | None) -> str:
    """Return ``name="value"``, or nothing at all for what is empty or unknown."""
    if value is None or value == "":
        return ""
    return f"{name}={value}" if isinstance(value, int) else f"{name}={quoted(value)}"


def line(*parts: str) -> str:
    """Join the parts of a line, leaving out the empty ones."""
    return " ".join(part for part in parts if part)


class LineError(Exception):
    """A line that cannot be split into words."""


def split(text: str) -> tuple[list[Word], dict[str, list[Word]]]:
    """Split a line into its words and its ``name=value,…`` options."""
    plain: list[Word] = []
    options: dict[str, list[Word]] = {}
    position = 0
    while position < len(text):
        if text[position] == " ":
            position += 1
            continue
        found = _LEXEME.match(text, position)
        if found is None:
            raise LineError(f"column {position + 1} is not a word: {text[position:][:20]!r}")
        lexeme = found.group()
        position = found.end()
        if lexeme.startswith('"') or not lexeme.endswith("="):
            plain.append(_word(lexeme))
        else:
            name = lexeme[:-1]
            if name in options:
                raise LineError(f"{name}= stands there twice")
            options[name], position = _values(text, position, name)
        if position < len(text) and text[position] != " ":
            raise LineError(f"column {position + 1} needs a space before it")
    return plain, options


def _values(text: str, position: int, name: str) -> tuple[list[Word], int]:
    values: list[Word] = []
    while True:
        found = _LEXEME.match(text, position)
        if found is None:
            raise LineError(f"{name}= has no value")
        values.append(_word(found.group()))
        position = found.end()
        if text[position : position + 1] != ",":
            return values, position
        position += 1


def _word(lexeme: str) -> Word:
    if not lexeme.startswith('"'):
        if not _BARE.fullmatch(lexeme):
            raise LineError(f"{lexeme} needs quotes")
        return Word(lexeme)
    try:
        return Word(str(json.loads(lexeme)), quoted=True)
    except ValueError as error:
        raise LineError(f"{lexeme} is not quoted as in JSON") from error


class Reader:
    """Take a line's values by place or by name, and note everything that is wrong with it."""

    def __init__(self, text: str) -> None:
        self.reasons: list[str] = []
        self._plain: list[Word] = []
        self._options: dict[str, list[Word]] = {}
        try:
            self._plain, self._options = split(text)
        except LineError as error:
            self.reasons.append(str(error))
        self.whole = not self.reasons  # else nothing but that can be said of the line

    def next(self, what: str) -> Word | None:
        """Take the next word, or note that it is missing."""
        if not self._plain:
            self.note(f"{what} is missing")
            return None
        return self._plain.pop(0)

    def has_next(self) -> bool:
        """Say whether there is one more word before the options."""
        return bool(self._plain)

    def text(self, what: str) -> str:
        """Take the next word as a text."""
        found = self.next(what)
        return found.text if found else ""

    def number(self, what: str) -> int:
        """Take the next word as a whole number."""
        found = self.next(what)
        return self._whole(found, what) if found else 0

    def choice(self, what: str, kind: type[E]) -> E:
        """Take the next word as one of a few."""
        found = self.next(what)
        return self._one_of(found, what, kind) if found else next(iter(kind))

    def named_text(self, name: str) -> str:
        """Take an option as a text; "" where it is not there."""
        value = self._single(name)
        return value.text if value else ""

    def named_number(self, name: str) -> int | None:
        """Take an option as a whole number; None where it is not there."""
        value = self._single(name)
        return self._whole(value, name) if value else None

    def named_choice(self, name: str, kind: type[E]) -> E | None:
        """Take an option as one of a few; None where it is not there."""
        value = self._single(name)
        return self._one_of(value, name, kind) if value else None

    def named_texts(self, name: str) -> tuple[str, ...]:
        """Take an option as a list of texts; empty where it is not there."""
        return tuple(value.text for value in self._options.pop(name, ()))

    def named_numbers(self, name: str) -> tuple[int | None, ...]:
        """Take an option as a list of whole numbers or nothings; empty where it is not there."""
        return self._each(name, lambda value: self._whole_or_nothing(value, name))

    def require(self, *names: str) -> None:
        """Note which options are not there."""
        for name in names:
            if name not in self._options:
                self.note(f"{name}= is missing")

    def finish(self) -> list[str]:
        """Return everything that is wrong, with what nobody asked for."""
        for left in self._plain:
            self.note(f"{left.text!r} is too much")
        for name in self._options:
            self.note(f"{name}= is not known here")
        return self.reasons

    def note(self, reason: str) -> None:
        """Note one more thing that is wrong with the line."""
        if self.whole:
            self.reasons.append(reason)

    def drop(self, reason: str) -> None:
        """Note why the whole line is of no use, and leave the rest of it alone."""
        self.note(reason)
        self._plain.clear()
        self._options.clear()

    def _each(self, name: str, read: Callable[[Word], int | None]) -> tuple[int | None, ...]:
        return tuple(read(value) for value in self._options.pop(name, ()))

    def _single(self, name: str) -> Word | None:
        values = self._options.pop(name, [])
        if len(values) > 1:
            self.note(f"{name}= takes one value")
        return values[0] if values else None

    def _whole(self, value: Word, what: str) -> int:
        if value.quoted or not _WHOLE.fullmatch(value.text):
            self.note(f"{what} is not a whole number: {value.text!r}")
            return 0
        return int(value.text)

    def _whole_or_nothing(self, value: Word, what: str) -> int | None:
        nothing = not value.quoted and value.text == NOTHING
        return None if nothing else self._whole(value, what)

    def _one_of(self, value: Word, what: str, kind: type[E]) -> E:
        try:
            return kind(value.text)
        except ValueError:
            allowed = ", ".join(kind)
            self.note(f"{what} is none of {allowed}: {value.text!r}")
            return next(iter(kind))
