"""The history in words: what each write did; a system words the facts themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaign.models import Change, ChangeKind, Role
from campaign.models import Fact as FactRow
from campaign.models.games import PLANNED
from campaign.records import fact_of
from campaign.selectors.history import Happening

if TYPE_CHECKING:
    from tracker.systems.face import RecordWords


def change(happening: Happening, words: RecordWords) -> str:
    """Return what one write did, in one or more sentences; :func:`who` says by whom."""
    if happening.change.game_id is not None:
        return _in_game(happening, words)

    def worded(rows: Sequence[FactRow]) -> str:
        plans = [words.plan(fact_of(row), row.game.number) for row in rows if row.kind == PLANNED]
        return " ".join((*plans, words.facts([fact_of(r) for r in rows if r.kind != PLANNED])))

    match happening.change.kind:
        case ChangeKind.PLAN if happening.recorded:
            return " ".join(words.plan(fact_of(row), row.game.number) for row in happening.recorded)
        case ChangeKind.RECORD if happening.recorded:
            shown = {"game": _game(happening.recorded), "what": worded(happening.recorded)}
            return _("Game %(game)s. %(what)s") % shown
        case ChangeKind.AMEND if happening.recorded:
            shown = {
                "game": _game(happening.recorded),
                "now": worded(happening.recorded),
                "before": worded(happening.withdrawn),
            }
            return _("Corrected in game %(game)s. Now: %(now)s Before: %(before)s") % shown
        case ChangeKind.WITHDRAW if happening.withdrawn:
            shown = {"game": _game(happening.withdrawn), "what": worded(happening.withdrawn)}
            return _("Deleted from game %(game)s. %(what)s") % shown
        case ChangeKind.UNDO | ChangeKind.REDO if happening.recorded or happening.withdrawn:
            return _undone(happening, worded)
        case ChangeKind.SETTLE if happening.recorded:
            return _("Game %(game)s was settled.") % {"game": _game(happening.recorded)}
    return _plain(happening.change)


def _in_game(happening: Happening, words: RecordWords) -> str:
    """Return what a write to a one-off game did, and what it recorded or brought back."""
    written = happening.change
    if written.kind not in _OF_GAME or written.detail.partition(" ")[0] == "photo":
        return _plain(written)
    facts = [fact_of(row) for row in happening.recorded if row.kind != PLANNED]
    said = [_OF_GAME[written.kind](), *_replanned(happening, words)]
    return " ".join(filter(None, (*said, words.facts(facts))))


def _replanned(happening: Happening, words: RecordWords) -> Iterator[str]:
    """Yield what is different in a plan that took another's place."""
    before = {row.pk: row for row in happening.withdrawn}
    for row in happening.recorded:
        if row.kind == PLANNED and row.replaces_id in before:
            yield words.replanned(fact_of(before[row.replaces_id]), fact_of(row))


def _game(rows: Sequence[FactRow]) -> int:
    return rows[0].game.number or 0


def _undone(happening: Happening, worded: Callable[[Sequence[FactRow]], str]) -> str:
    """Return what was undone: a whole game, or an entry; or what is back."""
    back, gone = happening.recorded, happening.withdrawn
    shown = {"game": _game(back or gone), "now": worded(back), "before": worded(gone)}
    if back:
        before = _("Before: %(before)s") % shown if gone else ""
        now = _("Back in game %(game)s. %(now)s") % shown
        return f"{now} {before}".strip()
    if PLANNED not in {row.kind for row in gone}:
        return _("Undone in game %(game)s. %(before)s") % shown
    count = sum(row.kind != PLANNED for row in happening.withdrawn)
    if not count:
        return _("Game %(game)s was undone.") % shown
    text = ngettext(
        "Game %(game)s was undone, and %(count)s entry with it.",
        "Game %(game)s was undone, and %(count)s entries with it.",
        count,
    )
    return text % {**shown, "count": count}


def _plain(change: Change) -> str:
    if change.kind == ChangeKind.PEOPLE:
        return _people(change.detail)
    is_photo = change.detail.partition(" ")[0] == "photo"
    if change.kind in (ChangeKind.RECORD, ChangeKind.WITHDRAW) and is_photo:
        return _photo(change)
    if change.kind in _NAMED and change.detail:
        return _NAMED[change.kind](change.detail)
    return _PLAIN[change.kind]()


def _photo(change: Change) -> str:
    game = change.detail.removeprefix("photo").strip()
    deleted = change.kind == ChangeKind.WITHDRAW
    if not game:
        return _("A photo was deleted.") if deleted else _("Photos were added.")
    text = (
        _("A photo of game %(game)s was deleted.")
        if deleted
        else _("Photos of game %(game)s were added.")
    )
    return text % {"game": game}


def _people(detail: str) -> str:
    verb, _space, key = detail.partition(" ")
    if verb not in _PEOPLE:
        return _("The members changed.")
    return _PEOPLE[verb](str(Role(key).label) if key in Role.values else "")


_OF_GAME: dict[str, Callable[[], str]] = {
    ChangeKind.PLAN: lambda: _("The game was set up."),
    ChangeKind.CHANGE: lambda: _("The set-up was changed."),
    ChangeKind.ROLL: lambda: _("The set-up was drawn again."),
    ChangeKind.RECORD: lambda: _("The result was entered."),
    ChangeKind.AMEND: lambda: _("The result was corrected."),
    ChangeKind.WITHDRAW: lambda: _("The result was deleted."),
    ChangeKind.UNDO: lambda: _("The last change was undone."),
    ChangeKind.REDO: lambda: _("What was undone is back."),
    ChangeKind.IMPORT: lambda: _("The game was imported from a file."),
}
_NAMED: dict[str, Callable[[str], str]] = {
    ChangeKind.FORK: lambda name: _("The campaign was forked from %(name)s.") % {"name": name},
    ChangeKind.RENAME: lambda name: _("A new name: %(name)s.") % {"name": name},
}
_PLAIN: dict[str, Callable[[], str]] = {
    ChangeKind.START: lambda: _("The campaign began."),
    ChangeKind.FORK: lambda: _("The campaign was forked from another."),
    ChangeKind.PLAN: lambda: _("A game was planned."),
    ChangeKind.CHANGE: lambda: _("The set-up was changed."),
    ChangeKind.ROLL: lambda: _("The set-up was drawn again."),
    ChangeKind.RECORD: lambda: _("Something was entered."),
    ChangeKind.AMEND: lambda: _("An entry was corrected."),
    ChangeKind.WITHDRAW: lambda: _("An entry was deleted."),
    ChangeKind.UNDO: lambda: _("A game was undone."),
    ChangeKind.REDO: lambda: _("What was undone is back."),
    ChangeKind.SETTLE: lambda: _("A game was settled."),
    ChangeKind.RENAME: lambda: _("A name was changed."),
    ChangeKind.ARCHIVE: lambda: _("The campaign was archived."),
    ChangeKind.REOPEN: lambda: _("The campaign was unarchived."),
    ChangeKind.IMPORT: lambda: _("The campaign was imported from a file."),
}
_PEOPLE: dict[str, Callable[[str], str]] = {
    "looks": lambda _role: _("A view-only link was created."),
    "invite": lambda role: _("An invitation was created (%(role)s).") % {"role": role},
    "revoke": lambda _role: _("A link was revoked."),
    "joined": lambda role: _("Somebody joined (%(role)s).") % {"role": role},
    "role": lambda role: _("Somebody has a new role: %(role)s.") % {"role": role},
    "left": lambda _role: _("Somebody left the campaign."),
    "removed": lambda _role: _("Somebody was removed from the campaign."),
    "handed": lambda _role: _("The campaign was handed over to another keeper."),
    "code": lambda _role: _("A recovery code for the keeper’s role was created."),
    "recovered": lambda _role: _("A member became the keeper with the recovery code."),
}
