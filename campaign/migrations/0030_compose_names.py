"""Compose stored texts (NFC): an accent typed as one character or as two is the same letter.

Names are composed when they are entered; those that are older may not be, and a typed key that is
not the one of its composed name cannot be read.
"""

import unicodedata
from typing import Any

from django.db import migrations

COLUMNS = {
    "Person": ("display_name",),
    "Campaign": ("name",),
    "Mage": ("name", "player"),
    "Change": ("signed", "detail"),
    "Photo": ("caption",),
    "Play": ("against_name",),
    "PlaySeat": ("player", "name"),
    "PlayTag": ("name",),
}
# What players wrote freely; any other text of a fact that begins with "~" is a typed key.
FREE = frozenset({"name", "player", "players", "text", "note", "reason", "brought", "letter"})


def compose(apps: Any, _editor: Any) -> None:
    """Compose names, notes and keys, wherever they are not."""
    for table, names in COLUMNS.items():
        _compose_columns(apps.get_model("campaign", table), names)
    games, facts, plays = (apps.get_model("campaign", name) for name in ("Game", "Fact", "Play"))
    for campaign in {*games.objects.values_list("campaign", flat=True)} - {None}:
        of_campaign = facts.objects.filter(game__campaign=campaign)
        if _compose_facts(of_campaign):
            # Written again from the facts once all migrations are applied (post_migrate).
            plays.objects.filter(game__campaign=campaign).delete()
    for game in games.objects.filter(campaign=None).values_list("pk", flat=True):
        _compose_facts(facts.objects.filter(game=game))


def _compose_columns(model: Any, names: tuple[str, ...]) -> None:
    for row in model.objects.only(*names).iterator(chunk_size=500):
        composed = {name: _nfc(text) for name in names if (text := getattr(row, name))}
        changed = {
            name: text
            for name, text in composed.items()
            # A few letters grow longer: they stay as they are where there is no room.
            if text != getattr(row, name) and len(text) <= model._meta.get_field(name).max_length
        }
        if changed:
            model.objects.filter(pk=row.pk).update(**changed)


def _compose_facts(facts: Any) -> bool:
    """Compose the facts of a campaign or of a game; return whether any was not."""
    payloads = dict(facts.values_list("pk", "payload"))
    keys = _new_keys(sorted({key for payload in payloads.values() for key in _keys_in(payload)}))
    changed = {pk: new for pk, old in payloads.items() if (new := _composed(old, keys)) != old}
    for pk, payload in changed.items():
        facts.filter(pk=pk).update(payload=payload)
    return bool(changed)


def _new_keys(old: list[str]) -> dict[str, str]:
    """Return the keys of composed names; two things that were told apart stay two."""
    found: dict[str, str] = {}
    for key in sorted(old, key=lambda key: key != _key(key[1:])):  # those that are right stay
        new = _key(key[1:])
        while new in found.values():
            new = _key(f"{new[1:]} 2")
        found[key] = new
    return found


def _keys_in(plain: Any, at: str = "") -> set[str]:
    if isinstance(plain, dict):
        return {key for at, value in plain.items() for key in _keys_in(value, at)}
    if isinstance(plain, list):
        return {key for item in plain for key in _keys_in(item, at)}
    is_key = isinstance(plain, str) and at not in FREE
    return {plain[plain.index("~") :]} if is_key and _is_typed(plain) else set()


def _is_typed(text: str) -> bool:
    kind, _colon, subject = text.partition(":")  # a decision names what it is about
    return kind.startswith("~") or subject.startswith("~")


def _composed(plain: Any, keys: dict[str, str], at: str = "") -> Any:
    if isinstance(plain, list):
        return [_composed(item, keys, at) for item in plain]
    if isinstance(plain, dict):
        return {name: _composed(value, keys, name) for name, value in plain.items()}
    if not isinstance(plain, str):
        return plain
    if at == "name":
        same = "~" + " ".join(plain.split()).casefold()  # the key that it had
        twice = keys.get(same, "").endswith(" 2") and not same.endswith(" 2")
        return _nfc(f"{plain} 2") if twice else _nfc(plain)
    if at in FREE or not _is_typed(plain):
        return plain if at == "seed" else _nfc(plain)
    before, tilde, rest = plain.partition("~")
    return before + keys[tilde + rest]


def _nfc(text: str) -> str:
    return unicodedata.normalize("NFC", text)


def _key(name: str) -> str:
    return "~" + _nfc(name).casefold()


class Migration(migrations.Migration):
    dependencies = [("campaign", "0029_draft_game")]

    operations = [migrations.RunPython(compose, migrations.RunPython.noop)]
