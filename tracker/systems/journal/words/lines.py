"""Lines of a set-up sheet and of a restore sheet, in words."""

from itertools import groupby
from typing import cast

from django.utils.translation import gettext as _

from campaign.rules.core.sheet import Line, Value
from campaign.rules.journal.sheets import NUMBERS, SEALS
from tracker.systems.journal.words.record import seal_name
from tracker.words import labelled, sentences

LinesByPart = tuple[tuple[str, tuple[Line, ...]], ...]


def part(key: str) -> str:
    """Return the heading of a part: of seals, numbers, or a kind by its own name."""
    if key == SEALS:
        return _("Seals")
    return _("Numbers") if key == NUMBERS else key


def line(each: Line) -> str:
    """Return the sentence of a line."""
    values = each.values
    match each.code:
        case "before.seal":
            return _("Open first: %(seal)s") % {"seal": _seal(each)}
        case "put_away.seal":
            return _("Still sealed: %(seal)s") % {"seal": _seal(each)}
        case "restore.open":
            return _("Already open: %(seal)s") % {"seal": _seal(each)}
        case "before.reminder":
            return _("Remember: %(text)s") % {"text": values["text"]}
        case "step.count" | "restore.count":
            owner, counter = str(values["owner"]), str(values["counter"])
            return labelled(f"{owner}, {counter}" if owner else counter, str(values["count"]))
        case "step.thing" | "restore.thing":
            name, printed = str(values["name"]), str(values["printed"])
            return f"{name} ({printed})" if printed else name
    raise ValueError(f"{each.code} is no line of a journal's sheet.")


def detail(each: Line) -> str:
    """Return what stands below a line: place, marks and numbers of a thing, a seal's condition."""
    values = each.values
    if each.code in ("step.thing", "restore.thing"):
        told = [str(values["place"])] if values["place"] else []
        told += _pairs(values["slots"], values["marks"])
        told += _pairs(values["counters"], values["counts"])
        return sentences(told)
    return str(values.get("when", ""))


def _pairs(labels: Value, texts: Value) -> list[str]:
    """Return labels with their texts: "Skill: Steady hand"."""
    pairs = zip(cast(tuple[str, ...], labels), cast(tuple[str, ...], texts), strict=True)
    return [labelled(label, text) for label, text in pairs]


def by_part(lines: tuple[Line, ...]) -> LinesByPart:
    """Return lines with the heading of their part, in their order."""
    return tuple((part(key), tuple(run)) for key, run in groupby(lines, key=lambda each: each.part))


def _seal(each: Line) -> str:
    return seal_name(str(each.values["kind"]), str(each.values["label"]))
