"""One write: a transaction that locks a record, checks the caller's revision and logs a change.

A record is a campaign with all its games, or a one-off game. Both count their writes
(``revision``), and both refuse a stale form and one that was submitted before. Rows are locked in
one order, campaigns before one-off games, so that two writes never deadlock. A person's quota is
checked while their row is locked.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import NotRequired, TypedDict, Unpack

from django.conf import settings
from django.db import transaction
from django.db.models import Min, Q, QuerySet

from campaign.models import (
    Campaign,
    Change,
    ChangeKind,
    Fact,
    Game,
    Membership,
    Person,
    Record,
    Role,
)
from campaign.models.records import new_stamp
from campaign.rules.core import sizes
from campaign.rules.core.facts import Fact as FactValue
from campaign.rules.core.problems import Detail, Problem, RulesError, or_refuse, refuse
from campaign.rules.core.texts import text_problems
from campaign.services.collisions import collides
from campaign.services.plays import campaign_plays_update, game_plays_update
from campaign.services.writes import CampaignWrite, GameWrite, Write

GUESTS_SHARE = 10  # a guest may have a tenth of what an account may


class GameSignature(TypedDict):
    """Who writes to a game, and which revision they saw."""

    revision: int
    person: Person | None
    token: NotRequired[str | None]


class Signature(GameSignature):
    """Who writes to a campaign, and which revision they saw."""

    campaign: Campaign


class Signing(GameSignature):
    """How a write is logged."""

    kind: ChangeKind
    detail: NotRequired[str]
    about: NotRequired[Sequence[FactValue]]  # what is entered or withdrawn; none: anything


class Stale(Exception):
    """The caller saw an older revision; ``changes`` are those since, oldest first."""

    def __init__(self, record: Record, seen: int) -> None:
        self.record = record
        since = record.changes.filter(revision__gt=seen).select_related("person")
        self.changes: tuple[Change, ...] = tuple(since.order_by("revision"))
        super().__init__(f"saw revision {seen}, the record is at {record.revision}")


class AlreadyDone(Exception):
    """The same form was submitted before; ``change`` is what it did."""

    def __init__(self, change: Change) -> None:
        self.change = change
        super().__init__(f"already done at revision {change.revision}")


def language_problems(language: str | None) -> Iterator[Problem]:
    """Yield a problem if the language of a box is not supported."""
    known = tuple(code for code, _name in settings.LANGUAGES)
    if language is not None and language not in known:
        details: dict[str, Detail] = {"language": language, "known": known}
        yield Problem("campaign.language_unknown", details, "language")


@contextmanager
def writing(*, campaign: Campaign, **signing: Unpack[Signing]) -> Iterator[CampaignWrite]:
    """Open a write to a campaign: all of it is stored, or nothing."""
    with transaction.atomic():
        # On PostgreSQL the row is locked; on SQLite the transaction is IMMEDIATE already.
        held = Campaign.objects.select_for_update().get(pk=campaign.pk)
        stamp = held.stamp
        write = CampaignWrite(_begin(held, **signing), held, stamp)
        yield write
        # From the first game that was written to, any play may have changed.
        written = Fact.objects.filter(Q(recorded=write.change) | Q(withdrawn=write.change))
        first = written.aggregate(first=Min("game__number"))["first"]
        if first is not None:
            campaign_plays_update(held, since=first)
    campaign.revision, campaign.stamp = held.revision, held.stamp


@contextmanager
def writing_game(*, game: Game, **signing: Unpack[Signing]) -> Iterator[GameWrite]:
    """Open a write to a one-off game: all of it is stored, or nothing."""
    with transaction.atomic():
        held = or_refuse(game.locked(), game.game_missing(game.number))
        yield GameWrite(_begin(held, **signing), held)
        game_plays_update(held)
    for column in ("revision", "stamp", "language", "pack_version"):
        setattr(game, column, getattr(held, column))


def writing_to(record: Record, **signing: Unpack[Signing]) -> AbstractContextManager[Write]:
    """Open a write to a record of either kind."""
    match record:
        case Campaign():
            return writing(campaign=record, **signing)
        case Game():
            return writing_game(game=record, **signing)
    raise TypeError(f"{record!r} is no record")


def _begin(
    held: Record,
    *,
    revision: int,
    person: Person | None,
    kind: ChangeKind,
    token: str | None = None,
    detail: str = "",
    about: Sequence[FactValue] = (),
) -> Change:
    """Bump the revision and log the change; refuse a repeated form and a stale one."""
    refuse(text_problems("token", token or "", sizes.TOKEN))
    if token and (done := held.changes.filter(token=token).first()):
        raise AlreadyDone(done)
    if held.revision != revision and (not about or collides(held, revision, about)):
        raise Stale(held, revision)
    if held.revision >= settings.MAX_ENTRIES:
        raise RulesError([Problem("record.no_room")])
    if held.is_archived and kind is not ChangeKind.REOPEN:
        raise RulesError([Problem("campaign.archived")])
    held.revision += 1
    held.stamp = new_stamp()
    held.save(update_fields=["revision", "stamp"])
    return held.changes.create(
        revision=held.revision,
        kind=kind,
        person=person,
        token=token or None,
        detail=detail[:200],
    )


# --- forms that start a record, and how many records a person may have ---


def begun_before(person: Person, token: str | None, *kinds: ChangeKind) -> Change | None:
    """Lock a person; return the first change of the record that their form started before."""
    refuse(text_problems("token", token or "", sizes.TOKEN))
    Person.objects.select_for_update().filter(pk=person.pk).first()
    sent = Change.objects.filter(person=person, token=token, kind__in=kinds)
    # Planning a campaign's game starts no record.
    return sent.exclude(kind=ChangeKind.PLAN, campaign__isnull=False).first() if token else None


def campaign_quota_problems(person: Person) -> Iterator[Problem]:
    """Yield a problem if a person, whose row is locked, can have no more campaigns."""
    most = _quota(person, settings.MAX_CAMPAIGNS)
    if Membership.objects.filter(person=person, role=Role.KEEPER).count() >= most:
        yield Problem("campaign.no_room", {"most": most})


def game_quota_problems(person: Person) -> Iterator[Problem]:
    """Yield a problem if a person, whose row is locked, can have no more one-off games."""
    most = _quota(person, settings.MAX_GAMES)
    if person.games.count() >= most:
        yield Problem("one_off.no_room", {"most": most})


def _quota(person: Person, most: int) -> int:
    return most // GUESTS_SHARE if person.is_guest else most


# --- locks ---


def lock_game(game: Game) -> Game:
    """Lock a game and its record, and return the game as it is now; refuse if it is gone.

    If a campaign's game was undone and planned again, that is the new one of the same number.
    """
    record = game.record
    held = or_refuse(record.locked(), record.game_missing(game.number))
    now: Game | None = held.own_games().filter(withdrawn=None, number=game.number).first()
    return or_refuse(now, record.game_missing(game.number))


def lock_campaigns(campaigns: Iterable[int | None]) -> None:
    """Lock campaigns, before any row that belongs to them."""
    wanted = {pk for pk in campaigns if pk is not None}
    rows = Campaign.objects.select_for_update().filter(pk__in=wanted)
    list(rows.order_by("pk").values_list("pk"))


def lock_games(games: QuerySet[Game], *, also: Iterable[int | None] = ()) -> None:
    """Lock one-off games, and before them the campaigns they are shared with and further ones.

    A game may be shared with another campaign before it is locked here. Then all locks are released
    and taken again in order, that campaign's included.
    """
    among = {*also, *games.order_by().values_list("shared_with", flat=True).distinct()}
    while True:
        mark = transaction.savepoint()
        lock_campaigns(among)
        rows = games.select_for_update().order_by("pk").values_list("shared_with", flat=True)
        missed = set(rows) - among
        if not missed:
            transaction.savepoint_commit(mark)
            return
        transaction.savepoint_rollback(mark)
        among |= missed
