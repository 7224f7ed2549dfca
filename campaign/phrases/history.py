"""The history in words: who did what."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaign.models import Deed, DeedKind
from campaign.models import Fact as FactRow
from campaign.phrases import words
from campaign.phrases.telling import facts as facts_phrase
from campaign.phrases.telling import planned as planned_phrase
from campaign.phrases.telling import reason as reason_phrase
from campaign.phrases.words import NOTHING_TYPED, Typed
from campaign.record import fact_of, planned_of
from campaign.rules.aeons_end.legacy.facts import Seat
from campaign.rules.aeons_end.legacy.names import Namer
from campaign.selectors.campaigns import Happening

if TYPE_CHECKING:
    from campaign.models import Person


def who(deed: Deed) -> str:
    """Return who did it: "by Zuza"; of a demo nobody is said to have written it."""
    if deed.signed is not None:
        return _by(deed.signed)
    if deed.person is None:
        return "" if deed.campaign.demo else _("by a former player")
    return by(deed.person)


def by(person: Person) -> str:
    """Return "by" and what somebody is called."""
    return _by(person.display_name or person.username or "")


def _by(name: str) -> str:
    return _("by %(name)s") % {"name": name} if name else _("by a guest")


def deed(
    happening: Happening,
    namer: Namer | None = None,
    seats: Sequence[Seat] = (),
    *,
    typed: Typed = NOTHING_TYPED,
) -> str:
    """Return what one write did, in one or more sentences; ``who`` says by whom."""

    def told(rows: Sequence[FactRow]) -> str:
        return facts_phrase([fact_of(row) for row in rows], namer, seats, typed=typed)

    match happening.deed.kind:
        case DeedKind.PLAN if happening.planned:
            games = [(planned_of(game), game.number) for game in happening.planned]
            said = [planned_phrase(plan, number, namer) for plan, number in games]
            return " ".join((*said, *filter(None, (reason_phrase(plan) for plan, _n in games))))
        case DeedKind.RECORD if happening.recorded:
            shown = {"game": _game(happening.recorded), "what": told(happening.recorded)}
            return _("Game %(game)s. %(what)s") % shown
        case DeedKind.AMEND if happening.recorded:
            shown = {
                "game": _game(happening.recorded),
                "now": told(happening.recorded),
                "before": told(happening.withdrawn),
            }
            return _("Corrected in game %(game)s. Now: %(now)s Before: %(before)s") % shown
        case DeedKind.WITHDRAW if happening.withdrawn:
            shown = {"game": _game(happening.withdrawn), "what": told(happening.withdrawn)}
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
    return _PEOPLE[verb](words.role(key))


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
