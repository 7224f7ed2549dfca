"""Lines of a set-up sheet in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from campaign.rules.core.sheet import Line

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

# By a line's code: words that its values are put into, or what makes them of its values.
Sentences = Mapping[str, "StrPromise | Callable[[Mapping[str, Any]], str]"]


def sentence_of(sentences: Sentences, line: Line) -> str:
    """Return the sentence of a line."""
    found = sentences[line.code]
    return found(line.values) if callable(found) else str(found % dict(line.values))
