"""The history of a campaign or a one-off game: its changes, with the facts of each."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.core.paginator import Page, Paginator
from django.db.models import Exists, OuterRef, Q, QuerySet

from campaign.models import Campaign, Change, ChangeKind, Fact, Game, Record
from campaign.models.games import PLAYED
from campaign.records import Entry


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

    @property
    def records_the_result(self) -> bool:
        """Say whether it recorded the result that stands."""
        return any(fact.kind == PLAYED and fact.withdrawn is None for fact in self.recorded)


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
AT_ONCE = 30  # changes of the campaign itself in one group, and
OF_A_GAME = 100  # of a game: an evening has a dozen


def history_by_game(campaign: Campaign, *, page: int | str = 1, size: int) -> Page[GameHistory]:
    """Return a page of a campaign's changes by game, the latest game first.

    A change of several games is listed with the latest of them. Changes of no game are listed in
    groups, each placed by its newest change. A game with very many changes is several groups.
    """
    others = _changes_of_no_game(campaign)
    groups = [_Group(chunk[0], None, chunk) for chunk in _chunks(others, AT_ONCE)]
    newest = 0
    for number, recorded, changes in _changes_of_games(campaign):
        newest = max(newest, recorded)  # a correction does not move a game before later ones
        groups += [_Group(newest, number, chunk) for chunk in _chunks(changes, OF_A_GAME)]
    groups.sort(key=lambda group: (group.newest, group.number or 0), reverse=True)
    listed = Paginator(groups, size).get_page(page)
    happened = {event.change.pk: event for event in _events_of_groups(campaign, listed)}
    cards = [
        GameHistory(group.number, tuple(happened[pk] for pk in group.changes if pk in happened))
        for group in listed
    ]
    return Page(cards, listed.number, listed.paginator)  # type: ignore[arg-type] # it counts


@dataclass(frozen=True, slots=True)
class _Group:
    """Changes of a game, or of none, in the order of the history."""

    newest: int  # the id of the change that places it
    number: int | None  # of the game
    changes: Sequence[int]  # ids, newest first


def _chunks(ids: Sequence[int], size: int) -> list[Sequence[int]]:
    return [ids[at : at + size] for at in range(0, len(ids), size)]


def _changes_of_no_game(campaign: Campaign) -> list[int]:
    """Return the ids of the changes of the campaign itself, and of those without facts."""
    facts = Fact.objects.filter(Q(recorded=OuterRef("pk")) | Q(withdrawn=OuterRef("pk")))
    changes = campaign.changes.filter(Q(kind__in=OF_THE_CAMPAIGN) | ~Exists(facts))
    return list(changes.order_by("-pk").values_list("pk", flat=True))


def _changes_of_games(campaign: Campaign) -> list[tuple[int, int, list[int]]]:
    """Return each game that has a change of its own, the newest that recorded a fact, and all.

    They are ids, the newest first; those of several games with the latest of them.
    """
    facts = Fact.objects.filter(game__campaign=campaign).values_list(
        "game__number", "recorded", "recorded__kind", "withdrawn", "withdrawn__kind"
    )
    newest: dict[int, int] = {}  # by game
    latest: dict[int, int] = {}  # games, by change
    for number, recorded, recorded_kind, withdrawn, withdrawn_kind in facts:
        for pk, kind in ((recorded, recorded_kind), (withdrawn, withdrawn_kind)):
            if pk and kind not in OF_THE_CAMPAIGN:
                newest[number] = max(newest.get(number, 0), recorded)
                latest[pk] = max(latest.get(pk, 0), number)
    changes: dict[int, list[int]] = defaultdict(list)
    for pk in sorted(latest, reverse=True):
        changes[latest[pk]].append(pk)
    return [(number, newest[number], changes[number]) for number in sorted(newest)]


def _events_of_groups(campaign: Campaign, groups: Iterable[_Group]) -> tuple[HistoryEvent, ...]:
    """Return the changes of groups."""
    changes = campaign.changes.filter(pk__in=[pk for group in groups for pk in group.changes])
    return events_of(tuple(changes.select_related("person").order_by("-pk")))


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
    found = [game] if game else _games_of(mine)
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


def _games_of(facts: QuerySet[Fact]) -> QuerySet[Game]:
    """Return the games of facts, with their campaign, of which their names are read."""
    return Game.objects.filter(pk__in=facts.values("game")).select_related("campaign")


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
        latest = pk
        while latest in after:  # in a file that was tampered with, a name's change may only delete
            found[pk] = after[latest]
            latest = after[latest].pk
    return found


def change_of(entry: Entry) -> Change:
    """Return the change that recorded an entry, with who made it."""
    return Change.objects.select_related("person", "campaign").get(pk=entry.change)
