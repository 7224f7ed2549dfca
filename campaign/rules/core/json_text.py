"""Parse JSON that comes from outside, and refuse texts that cannot be stored or sorted."""

import json
from collections.abc import Iterator
from typing import Any

from campaign.rules.core.texts import has_piled_marks


def parsed_json(text: str | bytes, **hooks: Any) -> Any:
    r"""Return the values of a JSON text, or raise ``ValueError``; ``hooks`` are of ``json.loads``.

    An escape can write what UTF-8 cannot: half a surrogate pair (``\ud800``). No page can show it,
    and PostgreSQL stores neither it nor NUL.
    """
    return _checked(json.loads(text, **hooks))


def parsed_json_texts(text: str) -> list[Any]:
    """Return the values of JSON texts that stand one after the other, or raise ``ValueError``."""
    decoder, values, left = json.JSONDecoder(), [], text.strip()
    while left:
        value, end = decoder.raw_decode(left)
        values.append(_checked(value))
        left = left[end:].strip()
    return values


def _checked(values: Any) -> Any:
    """Return parsed JSON, or raise ``ValueError`` for a text in it that cannot be kept."""
    texts = "\n".join(_texts(values))
    texts.encode()  # raises UnicodeEncodeError, a ValueError
    if "\0" in texts:
        raise ValueError("a text has a NUL character")
    if has_piled_marks(texts):
        raise ValueError("a letter has too many marks")
    return values


def _texts(values: Any) -> Iterator[str]:
    """Yield all texts in parsed JSON, keys too, in any order."""
    left = [values]
    while left:
        value = left.pop()
        if isinstance(value, str):
            yield value
        elif isinstance(value, list):
            left.extend(value)
        elif isinstance(value, dict):
            left.extend(value)
            left.extend(value.values())
