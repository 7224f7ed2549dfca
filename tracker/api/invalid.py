"""Values of a wrong type or size: a sentence that says what is valid, for each kind of fault."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext


def path_of(fault: Mapping[str, Any]) -> str:
    """Return the path of a wrong value, such as ``fields.minutes``."""
    # The first part says where it was sent; of a body, the second is a name of ours.
    source, *path = fault["loc"]
    return ".".join(str(part) for part in (path[1:] if source == "body" else path))


def what_is_valid(fault: Mapping[str, Any]) -> str:
    """Return what to send instead of a wrong value."""
    match fault["type"], fault.get("ctx") or {}:
        case "missing", _context:
            return _("This field is required.")
        case "extra_forbidden", _context:
            return _("There is no such field here.")
        case "string_too_short", {"min_length": least}:
            return ngettext(
                "Send at least %(number)s character.", "Send at least %(number)s characters.", least
            ) % {"number": least}
        case "string_too_long", {"max_length": most}:
            return ngettext(
                "Send at most %(number)s character.", "Send at most %(number)s characters.", most
            ) % {"number": most}
        case "too_long", {"max_length": most}:
            return ngettext(
                "Send at most %(number)s value.", "Send at most %(number)s values.", most
            ) % {"number": most}
        case "greater_than_equal", {"ge": least}:
            return _("Send a whole number, %(number)s or more.") % {"number": least}
        case "less_than_equal", {"le": most}:
            return _("Send a whole number, %(number)s or less.") % {"number": most}
        case "field_value", {"length": length, "values": values}:
            return _(
                "Send true or false, a whole number, a text of at most %(length)s characters, "
                "or a list of at most %(values)s numbers or texts."
            ) % {"length": length, "values": values}
        case kind, _context:
            return _of_type(kind)
    raise TypeError(fault)


def _of_type(fault: str) -> str:
    """Return what to send instead of a value of the wrong type."""
    match fault.partition("_")[0]:
        case "int":
            return _("Send a whole number.")
        case "date":
            return _("Send a date such as 2026-05-01.")
        case "string" if fault == "string_pattern_mismatch":
            return _("Send a text without control characters.")
        case "string":
            return _("Send a text.")
        case "bool":
            return _("Send true or false.")
        case "list":
            return _("Send a list.")
        case "dict" | "model":
            return _("Send an object.")
    return _("Enter a valid value.")
