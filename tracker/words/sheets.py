"""A set-up sheet as JSON with its sentences, whatever the system."""

from collections.abc import Callable
from typing import Any

from campaign.rules.core.sheet import Line, SetupSheet

_LISTS = ("before", "steps", "changes", "restore", "put_away")


def sheet_json(sheet: SetupSheet[Any], **told: Callable[[Line], str]) -> dict[str, Any]:
    """Return a sheet as JSON values, each line with what ``told`` says of it, by its keys."""
    plain = sheet.as_dict()
    for name in _LISTS:
        for values, line in zip(plain[name], getattr(sheet, name), strict=True):
            values |= {key: say(line) for key, say in told.items()}
    return plain
