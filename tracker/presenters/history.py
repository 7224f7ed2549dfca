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
from campaign.records import fact_of
from campaign.records.aeons_end import names_typed
from campaign.records.parties import party_of
from campaign.rules.aeons_end.legacy.facts import FactKind
from campaign.rules.aeons_end.outcome import Result
from campaign.selectors import campaigns as selectors
from campaign.selectors.history import Happening
from tracker.access import Access
from tracker.systems.aeons_end import words
from tracker.systems.aeons_end.words.record import CampaignWords
from tracker.words.history import change

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

# A result and a settling go with their game, or are corrected there.
WITHDRAWN_ALONE = frozenset(FactKind) - {FactKind.PLANNED, FactKind.PLAYED, FactKind.SETTLED}
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
    """Tell a campaign's writes.

    It reads names, not the whole record: a page of the history costs the same however much
    there is to replay.
    """

    def __init__(self, access: Access, *, withdrawing: bool = False) -> None:
        campaign = access.campaign
        self.withdrawing = withdrawing
        self.access = access
        self.namer = selectors.campaign_namer(campaign)
        self.seats = party_of(campaign)
        self.typed = names_typed(campaign)
        numbers = campaign.games.standing().values_list("number", flat=True)
        self.games = list(numbers.order_by("number"))

    def offers_withdrawal(self, shown: Iterable[Happening], *, more: bool) -> bool:
        """Return whether any entry can be withdrawn by itself, on this page or on an older one.

        None can that came with other games in one write: brought in, forked, written down at once.
        """
        if any(_can_withdraw(happening) for happening in shown):
            return True
        if not more:
            return False
        rows = FactRow.objects.filter(
            game__campaign=self.access.campaign,
            game__withdrawn=None,
            withdrawn=None,
            kind__in=[str(kind) for kind in WITHDRAWN_ALONE],
        ).exclude(recorded__kind__in=WITHOUT_ENTRIES)
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
            who=words.who(happening.change),
            at=happening.change.at,
            state=_state(happening),
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
            said = change(happening, CampaignWords(self.namer, self.seats, self.typed))
            return said.removesuffix(".")  # it stands as a heading
        games = sorted({row.game.number for row in rows})
        if len(games) > 1:
            shown = {"first": games[0], "last": games[-1]}
            return _("Games %(first)s to %(last)s: written down at once") % shown
        kinds = dict.fromkeys(words.fact_kind(row.kind) for row in rows)
        if len(kinds) > KINDS_NAMED:
            shown = {"game": games[0], "count": len(rows)}
            text = ngettext(
                "Game %(game)s: %(count)s entry", "Game %(game)s: %(count)s entries", len(rows)
            )
            return text % shown
        return str(_TITLES[kind]) % {"game": games[0], "what": words.listed(kinds)}

    def _entries(self, happening: Happening) -> Iterable[EntryView]:
        if happening.change.kind in WITHOUT_ENTRIES:
            return
        if len({row.game_id for row in happening.recorded}) > 1:
            return  # a whole campaign at once: its results tell it better
        for row in happening.recorded:
            yield _entry(self._text(row), _reason(row), row.withdrawn, self._withdraw_url(row))
        for row in happening.withdrawn:
            yield EntryView(self._text(row), _reason(row), struck=True)

    def _text(self, row: FactRow) -> str:
        return words.fact(fact_of(row), self.namer, self.seats, typed=self.typed)

    def _withdraw_url(self, row: FactRow) -> str:
        if not self.withdrawing or row.kind not in WITHDRAWN_ALONE:
            return ""
        url = reverse("fact_withdraw", args=[self.access.campaign.code, row.pk])
        return f"{url}?{FROM_HISTORY}"


def _reason(row: FactRow) -> str:
    return str(row.payload.get("reason", ""))


def _entry(text: str, reason: str, withdrawn: Change | None, withdraw_url: str = "") -> EntryView:
    if withdrawn is None:
        return EntryView(text, reason, withdraw_url=withdraw_url)
    named = withdrawn.person is not None or withdrawn.signed is not None
    who = words.who(withdrawn) if named else ""
    return EntryView(text, reason, struck=True, struck_by=who, struck_at=withdrawn.at)


def _can_withdraw(happening: Happening) -> bool:
    rows = happening.recorded
    if happening.change.kind in WITHOUT_ENTRIES or len({row.game_id for row in rows}) != 1:
        return False
    return any(row.withdrawn_id is None and row.kind in WITHDRAWN_ALONE for row in rows)


def _state(happening: Happening) -> str:
    gone = [row.withdrawn_id for row in happening.recorded]
    if gone and all(gone):
        return "withdrawn"
    for row in happening.recorded:
        if row.kind == FactKind.PLAYED and row.withdrawn_id is None:
            return "won" if row.payload["tally"]["result"] == Result.WIN else "lost"
    return ""


def _settled(happening: Happening) -> int | None:
    for row in happening.recorded:
        if row.kind == FactKind.SETTLED and row.withdrawn_id is None:
            return row.game.number if happening.change.kind == ChangeKind.SETTLE else None
    return None
