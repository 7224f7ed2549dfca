"""Lines of a set-up sheet in words, and the sheet as JSON, for any system."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from campaign.rules.core.sheet import LISTS, Line, SetupSheet

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

Values = Mapping[str, Any]  # of a line
# By a line's code: a sentence with places for its values, or a function that makes one of them,
# where it depends on them which sentence it is.
Sentences = Mapping[str, "StrPromise | Callable[[Values], str]"]


def sheet_json(sheet: SetupSheet[Any], **texts: Callable[[Line], str]) -> dict[str, Any]:
    """Return a sheet as JSON values; ``texts`` add a text to each line under each of their keys."""
    plain = sheet.as_dict()
    for name in LISTS:
        for values, line in zip(plain[name], getattr(sheet, name), strict=True):
            values |= {key: text_of(line) for key, text_of in texts.items()}
    return plain


def sentence_of(sentences: Sentences, worded: Callable[[Values], Values], line: Line) -> str:
    """Return the sentence of a line; ``worded`` replaces its values by words."""
    sentence, values = sentences[line.code], worded(line.values)
    return sentence(values) if callable(sentence) else str(sentence % values)
