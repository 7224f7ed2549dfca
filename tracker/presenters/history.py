"""The history: every write in words, the latest first, and what was taken back struck out."""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Exists, OuterRef
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from campaign.models import Change, ChangeKind
from campaign.models import Fact as FactRow
from campaign.models.games import PLANNED, PLAYED, SETTLED
from campaign.records import fact_of
from campaign.selectors.history import Happening
from tracker.access import Access
from tracker.systems.registry import record_words
from tracker.words import listed, who
from tracker.words.history import change

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

# These go with their game, or are corrected there; any other entry can be withdrawn alone.
WITH_THEIR_GAME = (PLANNED, PLAYED, SETTLED)
FROM_HISTORY = "history"  # in an address: the way back leads there
AT_ONCE = 6  # entries of a write that are shown unfolded
KINDS_NAMED = 2  # in a title
# Their titles say all there is to say.
WITHOUT_ENTRIES = (ChangeKind.UNDO, ChangeKind.FORK, ChangeKind.SETTLE)

_TITLES: dict[str, StrPromise] = {
    ChangeKind.RECORD: gettext_lazy("Game %(game)s: %(what)s"),
    ChangeKind.AMEND: gettext_lazy("Game %(game)s: %(what)s corrected"),
    ChangeKind.WITHDRAW: gettext_lazy("Game %(game)s: %(what)s withdrawn"),
}


@dataclass(frozen=True, slots=True)
class EntryView:
    """One entry of a write."""

    text: str
    reason: str = ""
    struck: bool = False
    struck_by: str = ""
    struck_at: datetime.datetime | None = None  # None where the write itself took it back
    withdraw_url: str = ""


@dataclass(frozen=True, slots=True)
class ChangeView:
    """One write."""

    title: str
    who: str
    at: datetime.datetime
    state: str  # "won", "lost", "withdrawn" or empty
    entries: tuple[EntryView, ...]
    more: tuple[EntryView, ...] = ()  # folded away: one write may hold dozens
    after: int | None = None  # the game that it settled, if that still stands


class HistoryBook:
    """Tell a campaign's writes."""

    def __init__(self, access: Access, *, withdrawing: bool = False) -> None:
        campaign = access.campaign
        self.withdrawing = withdrawing
        self.access = access
        self.words = record_words(campaign)
        numbers = campaign.games.standing().values_list("number", flat=True)
        self.games = list(numbers.order_by("number"))

    def offers_withdrawal(self) -> bool:
        """Return whether any entry can be withdrawn by itself, on any page.

        None can that came with other games in one write: brought in, forked, written down at once.
        """
        rows = FactRow.objects.filter(
            game__campaign=self.access.campaign,
            game__withdrawn=None,
            withdrawn=None,
        )
        rows = rows.exclude(kind__in=WITH_THEIR_GAME).exclude(recorded__kind__in=WITHOUT_ENTRIES)
        beside = FactRow.objects.filter(recorded=OuterRef("recorded")).exclude(
            game=OuterRef("game")
        )
        return rows.exclude(Exists(beside)).exists()

    def changes(self, happenings: Iterable[Happening]) -> tuple[ChangeView, ...]:
        """Return writes as the history shows them."""
        return tuple(self._change(happening) for happening in happenings)

    def _change(self, happening: Happening) -> ChangeView:
        entries = tuple(self._entries(happening))
        shown = len(entries) if self.withdrawing or len(entries) <= AT_ONCE + 1 else AT_ONCE
        return ChangeView(
            title=self._title(happening),
            who=who(happening.change),
            at=happening.change.at,
            state=self._state(happening),
            entries=entries[:shown],
            more=entries[shown:],
            after=_settled(happening),
        )

    def _title(self, happening: Happening) -> str:
        kind = happening.change.kind
        rows = happening.recorded or happening.withdrawn
        if kind == ChangeKind.PLAN and rows:
            return _("Game %(game)s: planned") % {"game": rows[0].game.number}
        if not rows or kind not in _TITLES:
            said = change(happening, self.words)
            return said.removesuffix(".")  # it stands as a heading
        games = sorted({row.game.number for row in rows})
        if len(games) > 1:
            shown = {"first": games[0], "last": games[-1]}
            return _("Games %(first)s to %(last)s: written down at once") % shown
        kinds = dict.fromkeys(self.words.kind(row.kind) for row in rows)
        if len(kinds) > KINDS_NAMED:
            shown = {"game": games[0], "count": len(rows)}
            text = ngettext(
                "Game %(game)s: %(count)s entry", "Game %(game)s: %(count)s entries", len(rows)
            )
            return text % shown
        return str(_TITLES[kind]) % {"game": games[0], "what": listed(kinds)}

    def _entries(self, happening: Happening) -> Iterable[EntryView]:
        if happening.change.kind in WITHOUT_ENTRIES:
            return
        if len({row.game_id for row in happening.recorded}) > 1:
            return  # a whole campaign at once: its results tell it better
        for row in happening.recorded:
            yield _entry(self._text(row), _reason(row), row.withdrawn, self._withdraw_url(row))
        for row in happening.withdrawn:
            yield EntryView(self._text(row), _reason(row), struck=True)

    def _state(self, happening: Happening) -> str:
        gone = [row.withdrawn_id for row in happening.recorded]
        if gone and all(gone):
            return "withdrawn"
        for row in happening.recorded:
            if row.kind == PLAYED and row.withdrawn_id is None:
                won = self.words.won(fact_of(row))
                return "" if won is None else "won" if won else "lost"
        return ""

    def _text(self, row: FactRow) -> str:
        return self.words.fact(fact_of(row))

    def _withdraw_url(self, row: FactRow) -> str:
        if not self.withdrawing or row.kind in WITH_THEIR_GAME:
            return ""
        url = reverse("fact_withdraw", args=[self.access.campaign.code, row.pk])
        return f"{url}?{FROM_HISTORY}"


def _reason(row: FactRow) -> str:
    return str(row.payload.get("reason", ""))


def _entry(text: str, reason: str, withdrawn: Change | None, withdraw_url: str = "") -> EntryView:
    if withdrawn is None:
        return EntryView(text, reason, withdraw_url=withdraw_url)
    named = withdrawn.person is not None or withdrawn.signed is not None
    by = who(withdrawn) if named else ""
    return EntryView(text, reason, struck=True, struck_by=by, struck_at=withdrawn.at)


def _settled(happening: Happening) -> int | None:
    for row in happening.recorded:
        if row.kind == SETTLED and row.withdrawn_id is None:
            return row.game.number if happening.change.kind == ChangeKind.SETTLE else None
    return None
