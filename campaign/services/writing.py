"""One write: a transaction that locks a record, checks what its caller saw, and signs the change.

A record is a campaign with all its games, or a one-off game. Both count their writes
(``revision``), and both refuse a form that is stale or was sent before. Rows are locked in one
order, campaigns before one-off games, so that two writes never wait in a ring; and how much one
person may have is asked while theirs is.
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
from campaign.selectors.campaigns import record_held
from campaign.services.plays import plays_update

GUESTS_SHARE = 10  # a guest may have a tenth of what an account may


class GameSignature(TypedDict):
    """Who writes to a game, and what they saw."""

    revision: int
    person: Person | None
    token: NotRequired[str | None]


class Signature(GameSignature):
    """Who writes to a campaign, and what they saw."""

    campaign: Campaign


class Signing(GameSignature):
    """What a write is recorded as."""

    kind: ChangeKind
    detail: NotRequired[str]


class Stale(Exception):
    """The caller saw an older revision; ``changes`` is what has happened since, oldest first."""

    def __init__(self, record: Campaign | Game, seen: int) -> None:
        self.record = record
        since = record.changes.filter(revision__gt=seen).select_related("person")
        self.changes: tuple[Change, ...] = tuple(since.order_by("revision"))
        super().__init__(f"saw revision {seen}, the record is at {record.revision}")


class AlreadyDone(Exception):
    """The same form was sent before; ``change`` is what it did."""

    def __init__(self, change: Change) -> None:
        self.change = change
        super().__init__(f"already done at revision {change.revision}")


@dataclass
class Write:
    """A write under way, and the change that it is recorded as."""

    change: Change

    def enter(self, game: Game, fact: FactValue, *, replaces: Fact | None = None) -> Fact:
        """Store one fact. The caller has checked it, or checks the whole story afterwards."""
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
        """Mark facts, by their ids, as withdrawn; they stay in the history."""
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
        """What stood when the write began; asked for before anything is entered."""
        return game_record(self.game)

    def standing(self, kind: str) -> Fact | None:
        """Return the fact of a kind that stands, if there is one."""
        return self.game.facts.standing().filter(kind=kind).first()


@dataclass
class CampaignWrite(Write):
    """A write to a campaign, which had ``stamp`` when it began."""

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
        """What stood when the write began; asked for before anything is entered."""
        return record_held(self.campaign, self.stamp)

    def game(self, number: int) -> Game:
        """Return a game that stands, or refuse."""
        game = self.campaign.games.standing().filter(number=number).first()
        return or_refuse(game, Problem("game.not_there", {"game": number}))

    def add(self, game: Game, fact: FactValue) -> Fact:
        """Store one fact of a game, with which the whole story must still hold."""
        entered = self.rules.tidy(fact)
        refuse(self.problems(self.record.story.with_fact(game.number, entered), entered))
        return self.enter(game, entered)

    def enter_games(self, games: Mapping[int, Iterable[FactValue]]) -> None:
        """Store whole games at once, with a few queries however many they are."""
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
        once_it_holds: Iterable[Problem] = (),
    ) -> tuple[Problem, ...]:
        """Return everything that stands against a story, and against the fact entered in it.

        ``once_it_holds`` is what stands in the way only where the story does not.
        """
        of_entry = self.rules.entry_problems(entered) if entered is not None else ()
        found = self.rules.story_problems(story, self.pack, entered=entered)
        return (*of_entry, *(found or (*self._repeated(story), *once_it_holds)))

    def judged(
        self, fact: FactValue, reason: str, told: Callable[[FactValue], Story[Any]]
    ) -> tuple[FactValue, tuple[Problem, ...]]:
        """Return a fact as it is recorded, and what stands against the story it is told in.

        It has the players' reason only if it needs one.
        """
        entered = self.rules.tidy(fact)
        found = self.problems(told(entered), entered)
        if found and reason:
            entered = self.rules.tidy(replace(fact, reason=reason))
            found = self.problems(told(entered), entered)
        return entered, found

    def _repeated(self, story: Story[Any]) -> Iterator[Problem]:
        """Yield each fact that a game has twice and can have once, whatever the reason given."""
        for game, facts in story.games.items():
            kinds = [fact.kind for fact in facts]
            for kind in sorted(self.rules.once_per_game - {PLANNED}):
                if kinds.count(kind) > 1:
                    yield Problem("fact.once_per_game", {"game": game, "kind": kind})


def language_problems(language: str | None) -> Iterator[Problem]:
    """Yield what stands against the language of a box."""
    known = tuple(code for code, _name in settings.LANGUAGES)
    if language is not None and language not in known:
        details: dict[str, Detail] = {"language": language, "known": known}
        yield Problem("campaign.language_unknown", details, "language")


@contextmanager
def writing(*, campaign: Campaign, **signing: Unpack[Signing]) -> Iterator[CampaignWrite]:
    """Open a write to a campaign; everything inside happens whole or not at all."""
    with transaction.atomic():
        # On PostgreSQL the row is locked; on SQLite the transaction is IMMEDIATE already.
        held = Campaign.objects.select_for_update().get(pk=campaign.pk)
        stamp = held.stamp
        write = CampaignWrite(_begin(held, **signing), held, stamp)
        yield write
        # The play of each game that was written to, and those after it, may be others now.
        written = Fact.objects.filter(Q(recorded=write.change) | Q(withdrawn=write.change))
        first = written.aggregate(first=Min("game__number"))["first"]
        if first is not None:
            plays_update(held, since=first)
    campaign.revision, campaign.stamp = held.revision, held.stamp


@contextmanager
def writing_game(*, game: Game, **signing: Unpack[Signing]) -> Iterator[GameWrite]:
    """Open a write to a one-off game; everything inside happens whole or not at all."""
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
    """Count one more write and sign it.

    Refuse a form that was sent before, or whose sender has not seen the latest.
    """
    refuse(text_problems("token", token or "", sizes.TOKEN))
    if token and (done := held.changes.filter(token=token).first()):
        raise AlreadyDone(done)
    if held.revision != revision:
        raise Stale(held, revision)
    if held.revision >= settings.ENTRIES_MOST:
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


# --- what one person may begin, whichever worker is asked ---


def begun_before(person: Person, token: str | None, *kinds: ChangeKind) -> Campaign | Game | None:
    """Return the record that a form has begun, if it was sent before; its twin waits here."""
    refuse(text_problems("token", token or "", sizes.TOKEN))
    Person.objects.select_for_update().filter(pk=person.pk).first()
    sent = Change.objects.filter(person=person, token=token, kind__in=kinds)
    # The plan of a campaign's game begins no record.
    done = sent.exclude(kind=ChangeKind.PLAN, campaign__isnull=False).first()
    return done.campaign or done.game if token and done else None


def campaign_room(person: Person) -> Iterator[Problem]:
    """Yield what stands against one more campaign; the caller holds the person's row."""
    most = _most(person, settings.CAMPAIGNS_MOST)
    if Membership.objects.filter(person=person, role=Role.KEEPER).count() >= most:
        yield Problem("campaign.no_room", {"most": most})


def game_room(person: Person) -> Iterator[Problem]:
    """Yield what stands against one more one-off game; the caller holds the person's row."""
    most = _most(person, settings.GAMES_MOST)
    if person.games.count() >= most:
        yield Problem("one_off.no_room", {"most": most})


def _most(person: Person, most: int) -> int:
    return most // GUESTS_SHARE if person.is_guest else most


# --- locks ---


def hold_campaigns(campaigns: Iterable[int | None]) -> None:
    """Lock campaigns, before anything that belongs to them."""
    wanted = {pk for pk in campaigns if pk is not None}
    rows = Campaign.objects.select_for_update().filter(pk__in=wanted)
    list(rows.order_by("pk").values_list("pk"))


def hold_games(games: QuerySet[Game], *, also: Iterable[int | None] = ()) -> None:
    """Lock one-off games, and before them the campaigns they are shared with and further ones.

    Whoever shares a game otherwise holds the campaign it leaves and the one it comes to. So if one
    was shared before it was locked here, everything is let go, and locked again with that campaign.
    """
    among = {*also, *games.order_by().values_list("shared_with", flat=True).distinct()}
    while True:
        mark = transaction.savepoint()
        hold_campaigns(among)
        rows = games.select_for_update().order_by("pk").values_list("shared_with", flat=True)
        missed = set(rows) - among
        if not missed:
            transaction.savepoint_commit(mark)
            return
        transaction.savepoint_rollback(mark)
        among |= missed
