"""The history: every change in words, the latest first, with withdrawn entries struck out."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from campaign.models import Change, ChangeKind
from campaign.models import Fact as FactRow
from campaign.models.games import PLANNED, PLAYED, SETTLED
from campaign.selectors.campaigns import campaign_facts
from campaign.selectors.history import GameHistory, HistoryEvent
from campaign.selectors.seeing import fact_seen
from tracker.faces.registry import campaign_face
from tracker.people.access import Access
from tracker.words import listed, who
from tracker.words.history import campaign_change

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

# These are withdrawn with their game, or corrected there; any other entry alone.
WITH_THEIR_GAME = (PLANNED, PLAYED, SETTLED)
FROM_HISTORY = "history"  # in a query string: the page leads back there
AT_ONCE = 6  # entries of a change that are shown unfolded
KINDS_NAMED = 2  # in a title
OUTCOMES = {"won": "win", "lost": "loss"}
# Their titles say everything.
WITHOUT_ENTRIES = (ChangeKind.FORK, ChangeKind.SETTLE, ChangeKind.RENAME)

# Shown in the card of a game, whose name they need not repeat.
_TITLES: dict[str, str | StrPromise] = {
    ChangeKind.PLAN: pgettext_lazy("the title of an entry", "Planned"),
    ChangeKind.SETTLE: pgettext_lazy("the title of an entry", "Aftermath finished"),
    ChangeKind.RECORD: "%(what)s",
    ChangeKind.AMEND: gettext_lazy("%(what)s corrected"),
    ChangeKind.WITHDRAW: gettext_lazy("%(what)s deleted"),
    ChangeKind.UNDO: gettext_lazy("%(what)s undone"),
    ChangeKind.REDO: gettext_lazy("%(what)s restored"),
}


@dataclass(frozen=True, slots=True)
class EntryView:
    """A fact that a change recorded or withdrew."""

    text: str
    reason: str  # why it overrules the rules; "" if it does not
    struck: bool  # it does not count any more
    struck_by: str = ""  # who withdrew it, if that was another change
    struck_at: datetime.datetime | None = None
    goes_alone: bool = False  # it can be withdrawn without anything else
    withdraw_url: str = ""


@dataclass(frozen=True, slots=True)
class EarlierLink:
    """A link to the campaign as it was after a game."""

    game: int
    url: str


@dataclass(frozen=True, slots=True)
class ChangeView:
    """A change: what it did, who made it and when."""

    title: str
    who: str
    at: datetime.datetime
    state: str  # of its marker: "won", "lost", "withdrawn" or ""
    lists: tuple[tuple[EntryView, ...], ...]  # the second is folded: there may be dozens
    settled: int | None  # the game that it settled
    as_it_was: EarlierLink | None  # after that game
    fork_url: str  # after that game; "" if there is none
    offers_withdrawal: bool


@dataclass(frozen=True, slots=True)
class CardView:
    """The changes of one game; those of the campaign itself have no number."""

    number: int | None
    title: str
    state: str  # "win", "loss" or ""
    last: datetime.datetime
    changes: tuple[ChangeView, ...]


class HistoryBook:
    """Presents the changes of a campaign."""

    def __init__(self, access: Access, *, withdrawing: bool = False) -> None:
        campaign = access.campaign
        self.withdrawing = withdrawing
        self.access = access
        self.face = campaign_face(campaign.system)
        self.words = self.face.words(campaign)
        facts = campaign_facts(campaign)
        self.games, self.names = list(facts.story.games), facts.names

    def earlier_states(self, most: int) -> tuple[EarlierLink, ...]:
        """Return links to the campaign as it was after the latest games but the last of all."""
        links = (self._as_it_was(game) for game in self.games[:-1][-most:])
        return tuple(filter(None, links))

    def _as_it_was(self, game: int) -> EarlierLink | None:
        """Return the link to the campaign as it was after a game; None if no page shows that."""
        pages = (item.name for item in self.face.navigation if item.looks_back)
        page = next(pages, None)
        if page is None:
            return None
        url = reverse(page, args=[self.access.campaign.code], query={"after": game})
        return EarlierLink(game, url)

    def cards(self, groups: Iterable[GameHistory]) -> list[CardView]:
        """Return a card for each game, and for the changes of the campaign itself."""
        return [self._card(group) for group in groups if group.events]

    def _card(self, group: GameHistory) -> CardView:
        planned = (row for event in group.events for row in event.recorded if row.kind == PLANNED)
        plan = next(planned, None)
        changes = tuple(self._change(event) for event in group.events)
        outcomes = (OUTCOMES[change.state] for change in changes if change.state in OUTCOMES)
        return CardView(
            number=group.number,
            title=self.words.against(fact_seen(plan)) if plan else "",
            state=next(outcomes, ""),
            last=group.events[0].change.at,
            changes=changes,
        )

    def _change(self, event: HistoryEvent) -> ChangeView:
        settled = _settled(event)
        entries = tuple(self._entries(event))
        shown = len(entries) if self.withdrawing or len(entries) <= AT_ONCE + 1 else AT_ONCE
        return ChangeView(
            title=self._title(event),
            who=who(event.change, self.names),
            at=event.change.at,
            state=self._state(event),
            lists=tuple(filter(None, (entries[:shown], entries[shown:]))),
            settled=settled,
            as_it_was=self._as_it_was(settled) if settled else None,
            fork_url=self._fork_url(settled) if settled else "",
            offers_withdrawal=any(entry.goes_alone for entry in entries),
        )

    def _fork_url(self, after: int) -> str:
        return reverse("fork", args=[self.access.campaign.code], query={"after": after})

    def _title(self, event: HistoryEvent) -> str:
        kind = event.change.kind
        rows = event.recorded or event.withdrawn
        if not rows or kind not in _TITLES or _is_whole_game(event):
            said = campaign_change(event, self.words)
            return said.removesuffix(".")  # it is a heading
        games = sorted({row.game.number for row in rows})
        if len(games) > 1:
            shown = {"first": games[0], "last": games[-1]}
            return _("Games %(first)s to %(last)s: entered together") % shown
        names = map(self.words.kind, dict.fromkeys(row.kind for row in rows))
        kinds = dict.fromkeys(names)
        if len(kinds) > KINDS_NAMED:
            text = ngettext("%(count)s entry", "%(count)s entries", len(rows))
            return text % {"count": len(rows)}
        return capfirst(str(_TITLES[kind]) % {"what": listed(kinds)})

    def _entries(self, event: HistoryEvent) -> Iterator[EntryView]:
        if event.change.kind in WITHOUT_ENTRIES or _is_whole_game(event):
            return
        if len({row.game_id for row in event.recorded}) > 1:
            return  # a whole campaign entered at once: the results page shows it better
        for row in event.recorded:
            yield self._entry(row, gone=row.withdrawn, struck=row.withdrawn is not None)
        for row in event.withdrawn:
            yield self._entry(row, gone=None, struck=True)

    def _entry(self, row: FactRow, *, gone: Change | None, struck: bool) -> EntryView:
        """Return an entry; ``gone`` is the other change that withdrew it."""
        by = who(gone, self.names) if gone and (gone.person or gone.signed is not None) else ""
        url, goes_alone = "", not struck and row.kind not in WITH_THEIR_GAME
        if self.withdrawing and goes_alone:
            page = self.face.entry_delete_url(self.access.campaign, row.pk)
            url = f"{page}?{FROM_HISTORY}" if page else ""
        return EntryView(
            text=self.words.fact(fact_seen(row)),
            reason=row.payload.get("reason", ""),
            struck=struck,
            struck_by=by,
            struck_at=gone.at if gone else None,
            goes_alone=goes_alone,
            withdraw_url=url,
        )

    def _state(self, event: HistoryEvent) -> str:
        gone = [row.withdrawn_id for row in event.recorded]
        if gone and all(gone):
            return "withdrawn"
        for row in event.recorded:
            if row.kind == PLAYED and row.withdrawn_id is None:
                won = self.words.won(fact_seen(row))
                return "" if won is None else "won" if won else "lost"
        return ""


def _is_whole_game(event: HistoryEvent) -> bool:
    """Say whether a change undid a game with everything that was recorded in it."""
    gone = any(row.kind == PLANNED for row in event.withdrawn)
    undoes = event.change.kind in (ChangeKind.UNDO, ChangeKind.REDO)
    return undoes and gone and not event.recorded


def _settled(event: HistoryEvent) -> int | None:
    for row in event.recorded:
        if row.kind == SETTLED and row.withdrawn_id is None:
            return row.game.number if event.change.kind == ChangeKind.SETTLE else None
    return None
