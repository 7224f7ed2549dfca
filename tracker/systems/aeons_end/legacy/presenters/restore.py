"""The restore page: the state of every component of the box as steps to tick."""

from collections.abc import Iterable
from itertools import groupby

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy

from campaign.rules.aeons_end.sheet import Line, Part
from tracker.presenters.games import Group, Step
from tracker.systems.aeons_end.shared.presenters.setup import tick_id
from tracker.systems.aeons_end.shared.words import terms
from tracker.systems.aeons_end.shared.words.lines import line as sentence_of
from tracker.systems.aeons_end.shared.words.lines import line_detail
from tracker.words import series


def restore_groups(lines: Iterable[Line]) -> tuple[Group, ...]:
    """Return the restore list, part by part; small things of one sort share a tick."""
    return tuple(
        Group(terms.part(part), tuple(_steps(list(of_part))))
        for part, of_part in groupby(lines, key=lambda line: line.part)
    )


def _steps(lines: list[Line]) -> Iterable[Step]:
    # Banished piles are listed in the order of the story; in the box they are sorted by kind.
    ordered = sorted(lines, key=lambda line: _sort(line) if line.part is Part.BANISHED else "")
    for (code, sort), run in groupby(ordered, key=lambda line: (line.code, _sort(line))):
        alike = list(run)
        if not sort or len(alike) == 1:
            yield from map(_step, alike)
        else:
            kind = terms.card_kind(sort) or terms.seal_kind(sort)
            values = {**alike[0].values, "kind": kind, "count": len(alike)}
            yield Step(tick_id(alike), str(_GATHERED[code] % values), series(map(brief, alike)))


def _step(line: Line) -> Step:
    return Step(tick_id([line]), sentence_of(line), line_detail(line), changed=line.changed)


def _sort(line: Line) -> str:
    """Return what small things that share a tick have in common; "" for other lines."""
    if line.code == "restore.section":
        return "rulebook"
    sort = str(line.values.get("seat") or line.values.get("kind", ""))
    return sort if line.code in _GATHERED and sort != "other" else ""


# The text of a tick for several things; its detail lists them.
_GATHERED: terms.Words = {
    "restore.sticker": ngettext_lazy(
        "%(mage)s: %(count)s sticker.", "%(mage)s: %(count)s stickers.", "count"
    ),
    "restore.section": ngettext_lazy(
        "%(count)s sticker in the rulebook.", "%(count)s stickers in the rulebook.", "count"
    ),
    "restore.banished": ngettext_lazy(
        "Banished (%(kind)s): %(count)s pile.", "Banished (%(kind)s): %(count)s piles.", "count"
    ),
    "restore.sealed": gettext_lazy("Not entered as opened: %(kind)s."),
    "restore.open": gettext_lazy("Open: %(kind)s."),
}


def brief(line: Line) -> str:
    """Return the text of one small thing in a list."""
    values = line.values
    match line.code:
        case "restore.sticker":
            return f"{values['slot']} {values['name'] or terms.sticker_kind(str(values['kind']))}"
        case "restore.section" if values["page"]:
            return _("%(letter)s (p. %(page)s)") % values
        case "restore.section":
            return str(values["letter"])
        case "restore.banished":
            return str(values["name"])
    return str(values["label"])
