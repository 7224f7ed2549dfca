"""Changes in words; a system has the words for the facts themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from campaign.models import Change, ChangeKind, PeopleEvent, Role
from campaign.models import Fact as FactRow
from campaign.models.games import PLANNED
from campaign.rules.core.facts import Settled
from campaign.selectors.history import HistoryEvent
from campaign.selectors.seeing import fact_seen
from tracker.words.one_offs import OneOffWords
from tracker.words.phrases import Words
from tracker.words.records import CampaignRecordWords


def campaign_change(event: HistoryEvent, words: CampaignRecordWords) -> str:
    """Return what a change of a campaign did, in one or more sentences.

    :func:`tracker.words.who` says who made it.
    """

    def worded(rows: Sequence[FactRow]) -> str:
        plans = [words.plan(fact_seen(row), _game([row])) for row in rows if row.kind == PLANNED]
        return " ".join((*plans, words.facts([fact_seen(r) for r in rows if r.kind != PLANNED])))

    match event.change.kind:
        case ChangeKind.PLAN if event.recorded:
            return " ".join(words.plan(fact_seen(row), _game([row])) for row in event.recorded)
        case ChangeKind.RECORD if event.recorded:
            shown = {"game": _game(event.recorded), "what": worded(event.recorded)}
            return _("Game %(game)s. %(what)s") % shown
        case ChangeKind.AMEND if event.recorded:
            shown = {
                "game": _game(event.recorded),
                "now": worded(event.recorded),
                "before": worded(event.withdrawn),
            }
            return _("Corrected in game %(game)s. Now: %(now)s Before: %(before)s") % shown
        case ChangeKind.WITHDRAW if event.withdrawn:
            shown = {"game": _game(event.withdrawn), "what": worded(event.withdrawn)}
            return _("Deleted from game %(game)s. %(what)s") % shown
        case ChangeKind.UNDO | ChangeKind.REDO if event.recorded or event.withdrawn:
            return _undone(event, worded)
        case ChangeKind.SETTLE if event.recorded:
            done = _("The aftermath of game %(game)s was finished.")
            along = [fact_seen(row) for row in event.recorded if row.kind != Settled.kind]
            said = done % {"game": _game(event.recorded)}
            return f"{said} {words.facts(along)}".strip()
    return _plain(event.change)


def one_off_change(event: HistoryEvent, words: OneOffWords) -> str:
    """Return what a change of a one-off game did, and what it recorded."""
    written = event.change
    if written.kind not in _OF_GAME or written.detail.photos_of is not None:
        return _plain(written)
    facts = [fact_seen(row) for row in event.recorded if row.kind != PLANNED]
    said = [str(_OF_GAME[written.kind]), *_replanned(event, words)]
    return " ".join(filter(None, (*said, words.facts(facts))))


def _replanned(event: HistoryEvent, words: OneOffWords) -> Iterator[str]:
    """Yield the differences of a plan that replaced another."""
    before = {row.pk: row for row in event.withdrawn}
    for row in event.recorded:
        if row.kind == PLANNED and row.replaces_id in before:
            yield words.replanned(fact_seen(before[row.replaces_id]), fact_seen(row))


def _game(rows: Sequence[FactRow]) -> int:
    return rows[0].game.number or 0


def _undone(event: HistoryEvent, worded: Callable[[Sequence[FactRow]], str]) -> str:
    """Return what was undone, a whole game or an entry, or what was redone."""
    back, gone = event.recorded, event.withdrawn
    shown = {"game": _game(back or gone), "now": worded(back), "before": worded(gone)}
    if back:
        before = _("Before: %(before)s") % shown if gone else ""
        now = _("Back in game %(game)s. %(now)s") % shown
        return f"{now} {before}".strip()
    if PLANNED not in {row.kind for row in gone}:
        return _("Undone in game %(game)s. %(before)s") % shown
    count = sum(row.kind != PLANNED for row in event.withdrawn)
    if not count:
        return _("Game %(game)s was undone.") % shown
    text = ngettext(
        "Game %(game)s was undone, and %(count)s entry with it.",
        "Game %(game)s was undone, and %(count)s entries with it.",
        count,
    )
    return text % {**shown, "count": count}


def _plain(change: Change) -> str:
    """Return what a change did, by its kind and its detail."""
    detail = change.detail
    if detail.photos_of is not None:
        return _photos(change.kind, detail.photos_of)
    match change.kind:
        case ChangeKind.FORK if detail.name:
            return _("The campaign was forked from %(name)s.") % {"name": detail.name}
        case ChangeKind.CHANGE if detail.name:
            return _("Opened: %(name)s.") % {"name": detail.name}
        case ChangeKind.RENAME if detail.name_before:
            renamed = f"{detail.name_before} → {detail.name}"
            return _("A new name: %(name)s.") % {"name": renamed}
        case ChangeKind.RENAME if detail.name:
            return _("Name or player changed: %(name)s.") % {"name": detail.name}
        case ChangeKind.PEOPLE if detail.people:
            role = Role(detail.role).label if detail.role else ""
            return str(_PEOPLE[detail.people]) % {"role": role, "seat": detail.seat}
    return str(_PLAIN[ChangeKind(change.kind)])


def _photos(kind: str, game: int) -> str:
    """Return that photos were added or one was deleted; ``game`` is 0 for a one-off game."""
    if kind == ChangeKind.RECORD:
        if game:
            return _("Photos of game %(game)s were added.") % {"game": game}
        return _("Photos were added.")
    if game:
        return _("A photo of game %(game)s was deleted.") % {"game": game}
    return _("A photo was deleted.")


_PEOPLE: Words = {
    PeopleEvent.VIEW_LINK_CREATED: gettext_lazy("A view-only link was created."),
    PeopleEvent.INVITED: gettext_lazy("An invitation was created (%(role)s)."),
    PeopleEvent.LINK_REVOKED: gettext_lazy("A link was revoked."),
    PeopleEvent.JOINED: gettext_lazy("Joined the campaign (%(role)s)."),
    PeopleEvent.ROLE_CHANGED: gettext_lazy("Somebody has a new role: %(role)s."),
    PeopleEvent.LEFT: gettext_lazy("Left the campaign."),
    PeopleEvent.REMOVED: gettext_lazy("Somebody was removed from the campaign."),
    PeopleEvent.HANDED_OVER: gettext_lazy("The campaign was handed over to another keeper."),
    PeopleEvent.KEEPER_CODE_CREATED: gettext_lazy(
        "A recovery code for the keeper’s role was created."
    ),
    PeopleEvent.KEEPER_CODE_USED: gettext_lazy(
        "A member became the keeper with the recovery code."
    ),
    PeopleEvent.SEAT_TAKEN: gettext_lazy("Seat %(seat)s was taken."),
    PeopleEvent.SEAT_LEFT: gettext_lazy("Seat %(seat)s was left."),
    PeopleEvent.SEAT_FREED: gettext_lazy("The owner freed seat %(seat)s."),
    PeopleEvent.INVITATION_RENEWED: gettext_lazy("The invitation has a new link."),
    PeopleEvent.GAME_REMOVED: gettext_lazy("Somebody removed the game from their log."),
    PeopleEvent.GAME_TAKEN_OVER: gettext_lazy("A player took the game over."),
    PeopleEvent.SEATS_COPIED: gettext_lazy("Everybody has the same seat as before."),
    PeopleEvent.SEATS_OFFERED: gettext_lazy("Everybody was asked to take the same seat as before."),
    PeopleEvent.PLAYED_AGAIN: gettext_lazy("Everybody was asked to play again."),
    PeopleEvent.DATES_PROPOSED: gettext_lazy("Dates were proposed for the next evening."),
    PeopleEvent.DATE_WITHDRAWN: gettext_lazy("A proposed date was removed."),
    PeopleEvent.EVENING_ANSWERED: gettext_lazy("Somebody answered for the next evening."),
    PeopleEvent.EVENING_SETTLED: gettext_lazy("The date of the next evening was settled."),
    PeopleEvent.EVENING_REOPENED: gettext_lazy("The date of the next evening is open again."),
    PeopleEvent.EVENING_CHANGED: gettext_lazy("The plan for the next evening was changed."),
    PeopleEvent.EVENING_CALLED_OFF: gettext_lazy("The next evening was called off."),
    PeopleEvent.EVENING_LINK_RENEWED: gettext_lazy("The evening has a new link."),
}
_OF_GAME: Words = {
    ChangeKind.PLAN: gettext_lazy("The game was set up."),
    ChangeKind.CHANGE: gettext_lazy("The set-up was changed."),
    ChangeKind.ROLL: gettext_lazy("The set-up was re-rolled."),
    ChangeKind.RECORD: gettext_lazy("The result was entered."),
    ChangeKind.AMEND: gettext_lazy("The result was corrected."),
    ChangeKind.WITHDRAW: gettext_lazy("The result was deleted."),
    ChangeKind.UNDO: gettext_lazy("The last change was undone."),
    ChangeKind.REDO: gettext_lazy("Change restored."),
    ChangeKind.IMPORT: gettext_lazy("The game was imported from a file."),
}
# Of a change without a detail.
_PLAIN: Words = {
    **_OF_GAME,
    ChangeKind.START: gettext_lazy("The campaign began."),
    ChangeKind.FORK: gettext_lazy("The campaign was forked from another."),
    ChangeKind.PLAN: gettext_lazy("A game was planned."),
    ChangeKind.CHANGE: gettext_lazy("The start was changed."),
    ChangeKind.RECORD: gettext_lazy("Something was entered."),
    ChangeKind.AMEND: gettext_lazy("An entry was corrected."),
    ChangeKind.WITHDRAW: gettext_lazy("An entry was deleted."),
    ChangeKind.UNDO: gettext_lazy("A game was undone."),
    ChangeKind.SETTLE: gettext_lazy("An aftermath was finished."),
    ChangeKind.RENAME: gettext_lazy("A name was changed."),
    ChangeKind.PEOPLE: gettext_lazy("The members changed."),
    ChangeKind.ARCHIVE: gettext_lazy("The campaign was archived."),
    ChangeKind.REOPEN: gettext_lazy("The campaign was unarchived."),
    ChangeKind.IMPORT: gettext_lazy("The campaign was imported from a file."),
}
