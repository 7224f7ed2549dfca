"""One write: a transaction that locks a record, checks the caller's revision and logs a change.

A record is a campaign with all its games, or a one-off game. Both count their writes
(``revision``), and both refuse a stale form and one that was submitted before. Rows are locked in
one order, campaigns before one-off games, so that two writes never deadlock. A person's quota is
checked while their row is locked.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NotRequired, TypedDict, Unpack

from django.conf import settings
from django.db import transaction
from django.db.models import Min, Q, QuerySet

from campaign.models import Campaign, Change, ChangeKind, Fact, Game, Membership, Person, Role
from campaign.models.campaigns import new_stamp
from campaign.models.games import PLANNED
from campaign.packs import get_pack
from campaign.records import GameRecord, Record, game_record
from campaign.rules.core import sizes
from campaign.rules.core.facts import Fact as FactValue
from campaign.rules.core.problems import Detail, Problem, RulesError, or_refuse, refuse
from campaign.rules.core.serialize import to_plain
from campaign.rules.core.story import Story
from campaign.rules.core.system import CampaignRules, OneOff
from campaign.rules.core.texts import text_problems
from campaign.rules.registry import campaign_rules, one_off_rules
from campaign.selectors.campaigns import record_at
from campaign.services.plays import plays_update

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


class Stale(Exception):
    """The caller saw an older revision; ``changes`` are those since, oldest first."""

    def __init__(self, record: Campaign | Game, seen: int) -> None:
        self.record = record
        since = record.changes.filter(revision__gt=seen).select_related("person")
        self.changes: tuple[Change, ...] = tuple(since.order_by("revision"))
        super().__init__(f"saw revision {seen}, the record is at {record.revision}")


class AlreadyDone(Exception):
    """The same form was submitted before; ``change`` is what it did."""

    def __init__(self, change: Change) -> None:
        self.change = change
        super().__init__(f"already done at revision {change.revision}")


@dataclass
class Write:
    """A write in progress, and the change that logs it."""

    change: Change

    def enter(self, game: Game, fact: FactValue, *, replaces: Fact | None = None) -> Fact:
        """Store one fact. The caller validates it before, or the whole story afterwards."""
        if replaces is not None:
            self.withdraw([replaces.pk])
        return Fact.objects.create(
            game=game,
            kind=fact.kind,
            place=_next_place(game) if replaces is None else replaces.place,
            payload=to_plain(fact),
            recorded=self.change,
            replaces=replaces,
        )

    def withdraw(self, facts: Iterable[int]) -> None:
        """Mark facts as withdrawn, by id; they stay in the history."""
        Fact.objects.standing().filter(pk__in=list(facts)).update(withdrawn=self.change)


@dataclass
class GameWrite(Write):
    """A write to a one-off game."""

    game: Game

    @property
    def rules(self) -> OneOff[Any, Any, Any, Any]:
        """Return the rules of the game's system."""
        return one_off_rules(self.game.system)

    @cached_property
    def record(self) -> GameRecord:
        """The record before this write; read it before anything is entered."""
        return game_record(self.game)

    def standing(self, kind: str) -> Fact | None:
        """Return the standing fact of a kind, if there is one."""
        return self.game.facts.standing().filter(kind=kind).first()


@dataclass
class CampaignWrite(Write):
    """A write to a campaign; ``stamp`` is the campaign's before the write."""

    campaign: Campaign
    stamp: str

    @property
    def rules(self) -> CampaignRules[Any, Any, Any]:
        """Return the rules of the campaign's system."""
        return campaign_rules(self.campaign.system)

    @property
    def pack(self) -> Any:
        """Return the catalogue of the campaign's system, of the system's own type."""
        return get_pack(self.campaign.system)

    @cached_property
    def record(self) -> Record:
        """The record before this write; read it before anything is entered."""
        return record_at(self.campaign, self.stamp)

    def game(self, number: int) -> Game:
        """Return a standing game, or refuse."""
        game = self.campaign.games.standing().filter(number=number).first()
        return or_refuse(game, Problem("game.not_there", {"game": number}))

    def add(self, game: Game, fact: FactValue) -> Fact:
        """Store one fact of a game; refuse it unless the whole story still replays."""
        entered = self.rules.tidy(fact)
        refuse(self.problems(self.record.story.with_fact(game.number, entered), entered))
        return self.enter(game, entered)

    def enter_games(self, games: Mapping[int, Iterable[FactValue]]) -> None:
        """Store whole games in bulk, in a constant number of queries."""
        rows = Game.objects.bulk_create(Game.of_campaign(self.campaign, n) for n in games)
        Fact.objects.bulk_create(
            Fact(
                game=row,
                kind=fact.kind,
                place=place,
                payload=to_plain(fact),
                recorded=self.change,
            )
            for row in rows
            for place, fact in enumerate(games[row.number])
        )

    def problems(
        self,
        story: Story[Any],
        entered: FactValue | None = None,
        *,
        if_it_replays: Iterable[Problem] = (),
    ) -> tuple[Problem, ...]:
        """Return every problem of a story, and of the fact entered in it.

        ``if_it_replays`` are problems to report only if the story itself has none.
        """
        of_entry = self.rules.entry_problems(entered) if entered is not None else ()
        found = self.rules.story_problems(story, self.pack, entered=entered)
        return (*of_entry, *(found or (*self._repeated(story), *if_it_replays)))

    def check(
        self, fact: FactValue, reason: str, story_with: Callable[[FactValue], Story[Any]]
    ) -> tuple[FactValue, tuple[Problem, ...]]:
        """Return a fact as it is to be stored, and the problems of the story with it.

        The players' reason is stored with it only if there are problems without one.
        """
        entered = self.rules.tidy(fact)
        found = self.problems(story_with(entered), entered)
        if found and reason:
            entered = self.rules.tidy(replace(fact, reason=reason))
            found = self.problems(story_with(entered), entered)
        return entered, found

    def _repeated(self, story: Story[Any]) -> Iterator[Problem]:
        """Yield a problem for each kind of fact that a game has twice and may have only once."""
        for game, facts in story.games.items():
            kinds = [fact.kind for fact in facts]
            for kind in sorted(self.rules.once_per_game - {PLANNED}):
                if kinds.count(kind) > 1:
                    yield Problem("fact.once_per_game", {"game": game, "kind": kind})


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
            plays_update(held, since=first)
    campaign.revision, campaign.stamp = held.revision, held.stamp


@contextmanager
def writing_game(*, game: Game, **signing: Unpack[Signing]) -> Iterator[GameWrite]:
    """Open a write to a one-off game: all of it is stored, or nothing."""
    with transaction.atomic():
        found = Game.objects.one_off().select_for_update().filter(pk=game.pk).first()
        held = or_refuse(found, Problem("one_off.not_there"))
        yield GameWrite(_begin(held, **signing), held)
        plays_update(held)
    for column in ("revision", "stamp", "language", "pack_version"):
        setattr(game, column, getattr(held, column))


def writing_to(
    record: Campaign | Game, **signing: Unpack[Signing]
) -> AbstractContextManager[CampaignWrite | GameWrite]:
    """Open a write to a campaign or to a one-off game."""
    if isinstance(record, Campaign):
        return writing(campaign=record, **signing)
    return writing_game(game=record, **signing)


def _begin(
    held: Campaign | Game,
    *,
    revision: int,
    person: Person | None,
    kind: ChangeKind,
    token: str | None = None,
    detail: str = "",
) -> Change:
    """Bump the revision and log the change; refuse a repeated form and a stale one."""
    refuse(text_problems("token", token or "", sizes.TOKEN))
    if token and (done := held.changes.filter(token=token).first()):
        raise AlreadyDone(done)
    if held.revision != revision:
        raise Stale(held, revision)
    if held.revision >= settings.MAX_ENTRIES:
        raise RulesError([Problem("record.no_room")])
    archived = isinstance(held, Campaign) and held.archived_at is not None
    if archived and kind is not ChangeKind.REOPEN:
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


def _next_place(game: Game) -> int:
    last = game.facts.order_by("-place").values_list("place", flat=True).first()
    return 0 if last is None else last + 1


# --- forms that start a record, and how many records a person may have ---


def begun_before(person: Person, token: str | None, *kinds: ChangeKind) -> Campaign | Game | None:
    """Lock a person; return the record that their form started, if it was submitted before."""
    refuse(text_problems("token", token or "", sizes.TOKEN))
    Person.objects.select_for_update().filter(pk=person.pk).first()
    sent = Change.objects.filter(person=person, token=token, kind__in=kinds)
    # Planning a campaign's game starts no record.
    done = sent.exclude(kind=ChangeKind.PLAN, campaign__isnull=False).first()
    return done.campaign or done.game if token and done else None


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
