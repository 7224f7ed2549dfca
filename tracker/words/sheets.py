"""Lines of a set-up sheet in words, and the sheet as JSON with them, whatever the system."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from campaign.rules.core.sheet import LISTS, Line, SetupSheet

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

# By a line's code: words that its values are put into, or what makes them of its values.
Sentences = Mapping[str, "StrPromise | Callable[[Mapping[str, Any]], str]"]


def sheet_json(sheet: SetupSheet[Any], **told: Callable[[Line], str]) -> dict[str, Any]:
    """Return a sheet as JSON values, each line with what ``told`` says of it, by its keys."""
    plain = sheet.as_dict()
    for name in LISTS:
        for values, line in zip(plain[name], getattr(sheet, name), strict=True):
            values |= {key: say(line) for key, say in told.items()}
    return plain


def sentence_of(sentences: Sentences, line: Line) -> str:
    """Return the sentence of a line."""
    found = sentences[line.code]
    return found(line.values) if callable(found) else str(found % dict(line.values))
