"""What changed since the last set-up, gathered: one line for each sort of change."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from campaign.rules.aeons_end.sheet import Line
from tracker.systems.aeons_end import words
from tracker.systems.aeons_end.sheets.shapes import Data

Values = Mapping[str, Any]


def change_groups(changes: Iterable[Line]) -> list[Data]:
    """Return changes as headings with what each is about, in the order of the box."""
    groups: dict[str, list[str]] = {}
    for line in changes:
        label, text = _TEXTS[line.code]
        groups.setdefault(label(line.values), []).append(text(line.values))
    return [{"label": label, "text": words.series(texts)} for label, texts in groups.items()]


def _sticker(v: Values) -> str:
    name = v["name"] or words.sticker_kind(v["kind"])
    return _("%(name)s on slot %(slot)s") % {"name": name, "slot": v["slot"]}


def _name(v: Values) -> str:
    return str(v["name"])


def _evolved(v: Values) -> str:
    return _("%(name)s ×%(count)s") % {"name": v["name"], "count": v["stickers"]}


def _pile(v: Values) -> str:
    return _("%(name)s (%(kind)s)") % {"name": v["name"], "kind": words.card_kind(v["kind"])}


_Text = Callable[[Values], str]
_TEXTS: dict[str, tuple[_Text, _Text]] = {
    "change.sticker": (lambda v: _("%(mage)s:") % {"mage": v["mage"]}, _sticker),
    "change.evolved": (lambda _v: _("Evolution stickers:"), _evolved),
    "change.transformed": (
        lambda _v: _("Transformed:"),
        lambda v: _("%(from)s into %(name)s") % {"from": v["from"], "name": v["name"]},
    ),
    "change.joined": (lambda _v: _("New basic cards:"), _name),
    "change.left": (lambda _v: _("Basic cards that left:"), _name),
    "change.pile_added": (lambda _v: _("New in the market:"), _pile),
    "change.pile_banished": (lambda _v: _("Banished:"), _pile),
    "change.section": (lambda _v: _("New rule sections:"), lambda v: str(v["letter"])),
    "change.seal": (
        lambda _v: _("Opened:"),
        lambda v: words.seal(v["kind"], v["label"]),
    ),
}
