"""The history of a campaign or a one-off game: its changes, with the facts of each."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from django.core.paginator import Page, Paginator
from django.db.models import Q

from campaign.models import Campaign, Change, ChangeKind, Fact, Game, Record


@dataclass(frozen=True, slots=True)
class HistoryEvent:
    """One change, with the facts that it recorded and withdrew."""

    change: Change
    recorded: tuple[Fact, ...]
    withdrawn: tuple[Fact, ...]

    @property
    def can_be_undone(self) -> bool:
        """Say whether it changed any fact, and did not start the record."""
        begins = {ChangeKind.START, ChangeKind.FORK, ChangeKind.IMPORT}
        if self.change.game_id is not None:
            begins.add(ChangeKind.PLAN)  # a one-off game starts with its plan
        return self.change.kind not in begins and bool(self.recorded or self.withdrawn)


def history(record: Record, *, size: int = 50) -> tuple[HistoryEvent, ...]:
    """Return the latest changes, newest first."""
    return events_of(tuple(record.changes.select_related("person").order_by("-pk")[:size]))


@dataclass(frozen=True, slots=True)
class GameHistory:
    """The changes of one game, newest first; those of the campaign itself have no number."""

    number: int | None
    events: tuple[HistoryEvent, ...]


# Kinds of changes to a campaign itself, not to one of its games.
OF_THE_CAMPAIGN = (
    *(ChangeKind.START, ChangeKind.FORK, ChangeKind.IMPORT, ChangeKind.RENAME),
    *(ChangeKind.ARCHIVE, ChangeKind.REOPEN, ChangeKind.PEOPLE),
)
AT_ONCE = 30  # changes of the campaign itself in one group


def history_by_game(campaign: Campaign, *, page: int | str = 1, size: int) -> Page[GameHistory]:
    """Return a page of a campaign's changes by game, the latest game first.

    A change of several games is listed with the latest of them. Changes of no game are listed in
    groups, each placed by its newest change.
    """
    kinds = dict(campaign.changes.order_by("-pk").values_list("pk", "kind"))
    of_games = {pk for pk, kind in kinds.items() if kind not in OF_THE_CAMPAIGN}
    latest: dict[int, int] = {}  # by change, the latest game that it touched
    recorded: dict[int, int] = {}  # by game, the newest change that recorded something in it
    facts = Fact.objects.filter(game__campaign=campaign).order_by("game__number")
    for number, came, went in facts.values_list("game__number", "recorded", "withdrawn"):
        for pk in of_games & {came, went}:
            latest[pk] = number
            recorded[number] = max(came, recorded.get(number, 0))
    # Changes without facts (photos, people) belong to no game: number 0.
    mine: dict[int, list[int]] = defaultdict(list)
    for pk in kinds:
        mine[latest.get(pk, 0)].append(pk)
    groups: list[tuple[int, int, list[int]]] = []  # by the newest change
    newest = 0
    for number, last in recorded.items():
        newest = max(newest, last)  # a correction does not move a game before later ones
        groups.append((newest, number, mine[number]))
    chunks = (mine[0][at : at + AT_ONCE] for at in range(0, len(mine[0]), AT_ONCE))
    groups.extend((others[0], 0, others) for others in chunks)
    found = Paginator(sorted(groups, reverse=True), size).get_page(page)
    shown = campaign.changes.filter(pk__in=[pk for *_of, pks in found for pk in pks])
    changes = tuple(shown.select_related("person").order_by("-pk"))
    happened = {event.change.pk: event for event in events_of(changes)}
    cards = [
        GameHistory(number or None, tuple(happened[pk] for pk in pks if pk in happened))
        for _newest, number, pks in found
    ]
    return Page(cards, found.number, found.paginator)  # type: ignore[arg-type] # it counts


def last_change(campaign: Campaign) -> HistoryEvent | None:
    """Return the change of the current revision."""
    changes = campaign.changes.filter(revision=campaign.revision).select_related("person")
    return next(iter(events_of(tuple(changes))), None)


def events_of(changes: tuple[Change, ...]) -> tuple[HistoryEvent, ...]:
    """Return changes with their facts."""
    ids = [change.pk for change in changes]
    # A fork copies a whole campaign, whose history is shown at the original.
    brought = [change.pk for change in changes if change.kind != ChangeKind.FORK]
    game = changes[0].game if changes else None
    mine = (game.facts if game else Fact.objects).filter(
        Q(recorded__in=brought) | Q(withdrawn__in=ids)
    )
    facts = list(mine.select_related("withdrawn__person").order_by("place", "pk"))
    # Not joined: many facts share a few games. Not prefetched by their ids: a file can bring a
    # thousand games in one change, and SQLite's expressions have at most a thousand terms.
    found = [game] if game else Game.objects.filter(pk__in=mine.values("game"))
    games = {each.pk: each for each in found}
    for fact in facts:
        fact.game = games[fact.game_id]
    named = _as_named(facts)
    recorded: dict[int | None, list[Fact]] = defaultdict(list)
    withdrawn: dict[int | None, list[Fact]] = defaultdict(list)
    for fact in facts:
        recorded[fact.recorded_id].append(named.get(fact.pk, fact))
        withdrawn[fact.withdrawn_id].append(fact)
    return tuple(
        HistoryEvent(change, tuple(recorded[change.pk]), tuple(withdrawn[change.pk]))
        for change in changes
    )


def _as_named(facts: Sequence[Fact]) -> dict[int, Fact]:
    """Return the latest version of facts that were only renamed since, by the ids of the old."""
    old = [f.pk for f in facts if f.withdrawn is not None and f.withdrawn.kind == ChangeKind.RENAME]
    if not old:
        return {}
    campaign = next(fact.game.campaign_id for fact in facts)
    renamed = Fact.objects.filter(game__campaign=campaign, recorded__kind=ChangeKind.RENAME)
    rows = renamed.select_related("game", "withdrawn__person")
    after = {row.replaces_id: row for row in rows}
    found = {}
    for pk in old:
        row = after[pk]
        while row.pk in after:
            row = after[row.pk]
        found[pk] = row
    return found
