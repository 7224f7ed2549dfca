"""The history in words: what each write did; a system words the facts themselves."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaign.models import Deed, DeedKind
from campaign.models import Fact as FactRow
from campaign.record import fact_of, planned_of
from campaign.selectors.campaigns import Happening
from tracker.systems.face import RecordWords
from tracker.words import people


def change(happening: Happening, words: RecordWords) -> str:
    """Return what one write did, in one or more sentences; :func:`people.who` says by whom."""

    def worded(rows: Sequence[FactRow]) -> str:
        return words.facts([fact_of(row) for row in rows])

    match happening.deed.kind:
        case DeedKind.PLAN if happening.planned:
            plans = ((planned_of(game), game.number) for game in happening.planned)
            return " ".join(words.plan(plan, number) for plan, number in plans)
        case DeedKind.RECORD if happening.recorded:
            shown = {"game": _game(happening.recorded), "what": worded(happening.recorded)}
            return _("Game %(game)s. %(what)s") % shown
        case DeedKind.AMEND if happening.recorded:
            shown = {
                "game": _game(happening.recorded),
                "now": worded(happening.recorded),
                "before": worded(happening.withdrawn),
            }
            return _("Corrected in game %(game)s. Now: %(now)s Before: %(before)s") % shown
        case DeedKind.WITHDRAW if happening.withdrawn:
            shown = {"game": _game(happening.withdrawn), "what": worded(happening.withdrawn)}
            return _("Withdrawn from game %(game)s. %(what)s") % shown
        case DeedKind.UNDO if happening.undone:
            return _undone(happening)
        case DeedKind.SETTLE if happening.recorded:
            return _("Game %(game)s was settled.") % {"game": _game(happening.recorded)}
    return _plain(happening.deed)


def _game(rows: Sequence[FactRow]) -> int:
    return rows[0].session.number


def _undone(happening: Happening) -> str:
    count = len(happening.withdrawn)
    if not count:
        return _("Game %(game)s was undone.") % {"game": happening.undone[0].number}
    text = ngettext(
        "Game %(game)s was undone, and %(count)s entry with it.",
        "Game %(game)s was undone, and %(count)s entries with it.",
        count,
    )
    return text % {"game": happening.undone[0].number, "count": count}


def _plain(deed: Deed) -> str:
    if deed.kind == DeedKind.PEOPLE:
        return _people(deed.detail)
    if deed.kind in (DeedKind.RECORD, DeedKind.WITHDRAW) and deed.detail.startswith("photo "):
        return _photo(deed)
    if deed.kind in _NAMED and deed.detail:
        return _NAMED[deed.kind](deed.detail)
    return _PLAIN[deed.kind]()


def _photo(deed: Deed) -> str:
    shown = {"game": deed.detail.removeprefix("photo ")}
    if deed.kind == DeedKind.WITHDRAW:
        return _("A photo of game %(game)s was deleted.") % shown
    return _("Photos of game %(game)s were added.") % shown


def _people(detail: str) -> str:
    verb, _space, key = detail.partition(" ")
    if verb not in _PEOPLE:
        return _("Something changed in who belongs to the campaign.")
    return _PEOPLE[verb](people.role(key))


_NAMED: dict[str, Callable[[str], str]] = {
    DeedKind.FORK: lambda name: _("The campaign branched off from %(name)s.") % {"name": name},
    DeedKind.RENAME: lambda name: _("A new name: %(name)s.") % {"name": name},
}
_PLAIN: dict[str, Callable[[], str]] = {
    DeedKind.START: lambda: _("The campaign began."),
    DeedKind.FORK: lambda: _("The campaign branched off from another."),
    DeedKind.PLAN: lambda: _("A game was planned."),
    DeedKind.RECORD: lambda: _("Something was written down."),
    DeedKind.AMEND: lambda: _("An entry was corrected."),
    DeedKind.WITHDRAW: lambda: _("An entry was withdrawn."),
    DeedKind.UNDO: lambda: _("A game was undone."),
    DeedKind.SETTLE: lambda: _("A game was settled."),
    DeedKind.RENAME: lambda: _("A name was changed."),
    DeedKind.ARCHIVE: lambda: _("The campaign was put aside."),
    DeedKind.REOPEN: lambda: _("The campaign was taken up again."),
    DeedKind.IMPORT: lambda: _("The campaign was brought in from a file."),
}
_PEOPLE: dict[str, Callable[[str], str]] = {
    "looks": lambda _role: _("A link to look on was made."),
    "invite": lambda role: _("An invitation was made (%(role)s).") % {"role": role},
    "revoke": lambda _role: _("A link was taken back."),
    "joined": lambda role: _("Somebody joined (%(role)s).") % {"role": role},
    "role": lambda role: _("Somebody has a new role: %(role)s.") % {"role": role},
    "left": lambda _role: _("Somebody left the campaign."),
    "removed": lambda _role: _("Somebody was taken out of the campaign."),
    "handed": lambda _role: _("The campaign was handed over to another keeper."),
}
