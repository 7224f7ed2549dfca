"""Details of changes as they were written until November 2026: a text, now an object with fields.

Files of versions 1 to 3 and databases before migration 0042 have such texts. Nothing writes them
any more, so this never changes: the field names and values are those of version 4 and 0042.
"""

from typing import Any

_ARROW = " → "  # between the old and the new name of a card
_LONGEST_NAME = 100
_LANGUAGES = ("en", "pl", "fr", "de")
_MAX_SEAT = 20
_ROLES = ("keeper", "player", "reader")
# By the first word of the text. "role" and "seat" say what the second word is.
_PEOPLE: dict[str, tuple[str, str]] = {
    "looks": ("view_link_created", ""),
    "invite": ("invited", "role"),
    "revoke": ("link_revoked", ""),
    "joined": ("joined", "role"),
    "role": ("role_changed", "role"),
    "left": ("left", ""),
    "removed": ("removed", ""),
    "handed": ("handed_over", ""),
    "code": ("keeper_code_created", ""),
    "recovered": ("keeper_code_used", ""),
    "sat": ("seat_taken", "seat"),
    "stood": ("seat_left", "seat"),
    "freed": ("seat_freed", "seat"),
    "link": ("invitation_renewed", ""),
    "gone": ("game_removed", ""),
    "over": ("game_taken_over", ""),
    "again": ("seats_copied", ""),
}


def detail_of_text(kind: str, text: str) -> dict[str, Any]:
    """Return the fields of a detail; what the text does not say as it should is left out."""
    match kind:
        case "fork":
            return _names(text, "")
        case "rename":
            before, _arrow, name = text.rpartition(_ARROW)
            return _names(name, before)
        case "record" | "withdraw":
            word, _space, game = text.partition(" ")
            return {"photos_of": int(game)} if word == "photo" and _is_number(game) else {}
        case "change" | "undo" | "redo":
            return {"language_before": text} if text in _LANGUAGES else {}
        case "people":
            return _people(text)
    return {}


def _names(name: str, before: str) -> dict[str, Any]:
    names = {"name": name, "name_before": before}
    return {key: said[:_LONGEST_NAME].strip() for key, said in names.items() if said}


def _people(text: str) -> dict[str, Any]:
    word, _space, about = text.partition(" ")
    event, field = _PEOPLE.get(word, ("", ""))
    if field == "role" and about in _ROLES:
        return {"people": event, "role": about}
    if field == "seat" and _is_number(about) and int(about) <= _MAX_SEAT:
        return {"people": event, "seat": int(about)}
    return {"people": event} if event and not field else {}


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 9
