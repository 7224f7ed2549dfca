"""Lines of a set-up sheet and of a restore sheet, in words."""

from itertools import groupby

from django.utils.translation import gettext as _

from campaign.rules.core.sheet import Line
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
            return _("Open: %(seal)s") % {"seal": _seal(each)}
        case "before.reminder":
            return _("Remember: %(text)s") % {"text": values["text"]}
        case "step.count" | "restore.count":
            owner, counter = str(values["owner"]), str(values["counter"])
            return labelled(f"{owner}, {counter}" if owner else counter, str(values["count"]))
        case "step.thing" | "restore.thing":
            return str(values["name"])
    raise ValueError(f"{each.code} is no line of a journal's sheet.")


def detail(each: Line) -> str:
    """Return what stands below a line: place, marks and numbers of a thing, a seal's condition."""
    values = each.values
    if each.code in ("step.thing", "restore.thing"):
        place = str(values["place"])
        marks, counts = values["marks"], values["counts"]
        told = [place] if place else []
        told += [str(each) for part in (marks, counts) if isinstance(part, tuple) for each in part]
        return sentences(told)
    return str(values.get("when", ""))


def by_part(lines: tuple[Line, ...]) -> LinesByPart:
    """Return lines with the heading of their part, in their order."""
    return tuple((part(key), tuple(run)) for key, run in groupby(lines, key=lambda each: each.part))


def _seal(each: Line) -> str:
    return seal_name(str(each.values["kind"]), str(each.values["label"]))
