"""A write: a transaction that locks a record, checks the caller's revision and logs a change.

A record is a campaign with all its games, or a one-off game. Both count their writes
(``revision``), and both refuse a stale form and one that was submitted before. ``writing`` and
``writing_game`` open a write; what can be entered meanwhile is a :class:`Write`, whichever record
it is in.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from typing import Any, NotRequired, TypedDict, Unpack

from django.conf import settings
from django.db.models import Min, Q
from django.utils.functional import cached_property

from campaign.models import (
    Campaign,
    Change,
    ChangeDetail,
    ChangeKind,
    Fact,
    Game,
    LiveTable,
    Person,
    Record,
)
from campaign.models.changes import NO_DETAIL
from campaign.models.games import NOTE, PLANNED, PLAYED
from campaign.models.live import PLAY
from campaign.models.records import new_stamp
from campaign.packs import get_pack
from campaign.records import CampaignFacts, GameFacts
from campaign.records.checks import game_problems
from campaign.records.members import Members
from campaign.records.reading import facts_of, facts_of_game, setup_of
from campaign.rules.core import sizes
from campaign.rules.core.constraints import TOO_MANY
from campaign.rules.core.facts import Ended, Noted, Planned, Played
from campaign.rules.core.facts import Fact as FactValue
from campaign.rules.core.problems import Problem, RulesError, not_overruled, refuse
from campaign.rules.core.seeing import PUBLIC
from campaign.rules.core.serialize import to_plain
from campaign.rules.core.story import Story, breaks_own
from campaign.rules.core.system import CampaignRules, OneOff
from campaign.rules.core.texts import text_problems
from campaign.rules.registry import campaign_rules, get_system, one_off_rules
from campaign.selectors.campaigns import amend_preview, facts_at
from campaign.services.announcements import announce_change
from campaign.services.collisions import collides
from campaign.services.locks import game_missing, lock_row, locked_record
from campaign.services.plays import campaign_plays_update, game_plays_update

MAX_NOTES = 100  # of one game of a campaign, whose page shows them all; an evening has a few

# --- who writes, and why a write is refused ---


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
    detail: NotRequired[ChangeDetail]
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


# --- what can be entered ---


@dataclass(frozen=True, slots=True)
class Correction:
    """What correcting a result does: facts that are withdrawn with it, by id, and its problems."""

    withdraws: tuple[int, ...]
    problems: tuple[Problem, ...]


@dataclass
class Write(ABC):
    """A write to a record, and the change that logs it."""

    change: Change

    def tell(self, detail: ChangeDetail) -> None:
        """Store what the change did, as far as its facts do not tell."""
        self.change.payload = to_plain(detail)
        self.change.save(update_fields=["payload"])

    # --- facts ---

    def enter(self, game: Game, fact: FactValue, *, replaces: Fact | None = None) -> Fact:
        """Store one fact. The caller validates it before, or the whole story afterwards.

        A live table that was opened with the plan before, and has no moves yet, is deleted.
        """
        if replaces is not None:
            self.withdraw([replaces.pk])
            if fact.kind == PLANNED:
                LiveTable.objects.filter(game=game, phase=PLAY, sequence=0).delete()
        return Fact.objects.create(
            game=game,
            kind=fact.kind,
            place=_next_place(game) if replaces is None else replaces.place,
            payload=self.stored(fact),
            recorded=self.change,
            replaces=replaces,
        )

    @cached_property
    def members(self) -> Members:
        """The members of the record; whoever is named for the first time becomes one."""
        return Members.of_change(self.change)

    def stored(self, fact: FactValue) -> Any:
        """Return the payload of a fact: it holds the numbers of members, not their names."""
        return self.members.numbered(self.rules.facts[fact.kind], fact)

    def withdraw(self, facts: Iterable[int]) -> None:
        """Mark facts as withdrawn, by id; they stay in the history."""
        Fact.objects.not_withdrawn().filter(pk__in=list(facts)).update(withdrawn=self.change)

    # --- a game of the record ---

    @property
    @abstractmethod
    def rules(self) -> CampaignRules[Any, Any, Any] | OneOff[Any, Any, Any, Any]:
        """Return the rules of the record's system."""

    @abstractmethod
    def current(self, game: Game) -> Game:
        """Return a game as it is now that the record is locked; refuse if it is gone."""

    @abstractmethod
    def result_problems(self, game: Game, played: Ended) -> tuple[Problem, ...]:
        """Return every problem of entering the first result of a game."""

    @abstractmethod
    def correction(
        self, old: Fact, played: Ended, without: Collection[int], along: FactValue | None
    ) -> Correction:
        """Return what replacing a result does.

        ``without`` are the facts that may go with it, ``along`` is a fact that comes with it.
        """

    @abstractmethod
    def enter_result(self, game: Game, played: Ended) -> None:
        """Store the first result of a game."""

    @abstractmethod
    def enter_corrected_note(self, game: Game, note: Noted | None) -> None:
        """Store the note that came with a corrected result; None leaves the notes as they are."""

    @abstractmethod
    def finish_undo(self, undone: Change, games: Iterable[Game]) -> None:
        """Restore what an undone change did beside its facts; refuse what does not replay."""


@dataclass
class GameWrite(Write):
    """A write to a one-off game."""

    game: Game

    @property
    def rules(self) -> OneOff[Any, Any, Any, Any]:
        """Return the rules of the game's system."""
        return one_off_rules(self.game.system)

    @cached_property
    def before(self) -> GameFacts:
        """The facts before this write; read them before anything is entered."""
        return facts_of_game(self.game)

    def fact(self, kind: str) -> Fact | None:
        """Return the fact of a kind that was not withdrawn, if there is one."""
        return self.game.facts.not_withdrawn().filter(kind=kind).first()

    def current(self, game: Game) -> Game:
        del game  # it is the only one of its record
        return self.game

    def result_problems(self, game: Game, played: Ended) -> tuple[Problem, ...]:
        del game
        again = [Problem("one_off.already_played")] if self.before.played is not None else []
        return (*again, *self._outcome_problems(played))

    def correction(
        self, old: Fact, played: Ended, without: Collection[int], along: FactValue | None
    ) -> Correction:
        del old, without, along  # nothing depends on the result of a one-off game
        return Correction((), tuple(self._outcome_problems(played)))

    def enter_result(self, game: Game, played: Ended) -> None:
        """Store the result, and the set-up if the game is older than stored set-ups."""
        planned = self.before.planned
        if planned.setup is None:
            setup = setup_of(self.game, self.before)
            self.enter(self.game, replace(planned, setup=setup), replaces=self.fact(PLANNED))
        self.enter(game, played)

    def enter_corrected_note(self, game: Game, note: Noted | None) -> None:
        """Replace the note that came with the result; an empty one withdraws it."""
        old = self.fact(NOTE)
        if note is None or (old is not None and old.payload.get("text") == note.text):
            return
        if note.text:
            self.enter(game, note, replaces=old)
        elif old is not None:
            self.withdraw([old.pk])

    def finish_undo(self, undone: Change, games: Iterable[Game]) -> None:
        """Restore the language that the undone change had replaced, if it had.

        Refuse a set-up that does not fit who sits at the game by now, or what is played live.
        """
        del games
        if language := undone.detail.language_before:
            self.tell(ChangeDetail(language_before=self.game.language))
            self.game.language = language
            self.game.save(update_fields=["language"])
        if self.fact(PLANNED) is None:  # of a file: the change that planned it was no plan
            raise RulesError([Problem("undo.nothing")])
        restored = set(self.game.facts.filter(recorded=self.change).values_list("kind", flat=True))
        if not restored & {PLANNED, PLAYED}:
            return
        standing = facts_of_game(self.game)
        refuse(problem for _fact, problem in game_problems(self.rules, standing))
        if PLANNED in restored and standing.planned.setup is not None:
            self.must_fit(standing.planned)

    def must_fit(self, planned: Planned[Any, Any]) -> None:
        """Refuse a set-up without room for who holds a seat, or other than what is played live."""
        room = len(self.rules.players(planned.choices))
        over = self.game.seats.filter(number__gt=room).exclude(person=None).first()
        if over is not None:
            taken = Problem("seat.still_taken", {"seat": over.number, "person": over.name})
            raise RulesError([taken])
        live = get_system(self.game.system).live
        tables = LiveTable.objects.filter(game=self.game, phase=PLAY)
        table = tables.filter(sequence__gt=0).first()
        if table is None or live is None:
            return
        begun = live.begin(self.rules.sheet(self.rules.redact_setup(planned.setup, PUBLIC)))
        if to_plain(begun) != table.start:
            raise RulesError([Problem("live.begun")])

    def _outcome_problems(self, played: Ended) -> Iterator[Problem]:
        """Yield what the rules say against a result, unless its reason overrules it."""
        if not isinstance(played, Played):
            raise TypeError(f"{played!r} is no result of a one-off game")
        yield from self.rules.entry_problems(played)
        found = self.rules.result_problems(setup_of(self.game, self.before), played.result)
        yield from not_overruled(found, played.reason)


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
    def before(self) -> CampaignFacts:
        """The facts before this write; read them before anything is entered."""
        return facts_at(self.campaign, self.stamp)

    def game(self, number: int) -> Game:
        """Lock a game that was not withdrawn against moves, and return it; or refuse."""
        games = self.campaign.games.not_withdrawn().filter(number=number)
        return lock_row(games, Problem("game.not_there", {"game": number}))

    def add(self, game: Game, fact: FactValue) -> Fact:
        """Store one fact of a game; refuse it unless the whole story still replays."""
        return self.add_all(game, [fact])[0]

    def add_all(self, game: Game, facts: Iterable[FactValue]) -> list[Fact]:
        """Store facts of a game, each after those before it; refuse all if one does not fit."""
        story, tidy = self.before.story, [self.rules.tidy(fact) for fact in facts]
        for entered in tidy:
            story = story.with_fact(game.number, entered)
            if isinstance(entered, Noted):
                refuse(_note_problems(story, game.number, "text"))
            refuse(self.problems(story, entered))
        return [self.enter(game, entered) for entered in tidy]

    def enter_games(self, games: Mapping[int, Iterable[FactValue]]) -> None:
        """Store whole games in bulk, in a constant number of queries."""
        rows = Game.objects.bulk_create(Game.of_campaign(self.campaign, n) for n in games)
        Fact.objects.bulk_create(
            Fact(
                game=row,
                kind=fact.kind,
                place=place,
                payload=self.stored(fact),
                recorded=self.change,
            )
            for row in rows
            for place, fact in enumerate(games[row.number])
        )

    def must_fit(self, game: Game, story: Story[Any]) -> None:
        """Refuse a story in which a game that is being played live would have begun otherwise."""
        live = get_system(self.campaign.system).live
        tables = LiveTable.objects.filter(game=game, phase=PLAY, sequence__gt=0)
        is_over = any(fact.kind == PLAYED for fact in story.games[game.number])
        if live is None or is_over or not tables.exists():
            return
        states = (self.rules.state_of(each, self.pack) for each in (self.before.story, story))
        before, after = (live.begin(self.rules.setup_sheet(each, self.pack)) for each in states)
        if before != after:
            raise RulesError([Problem("live.begun")])

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

    def current(self, game: Game) -> Game:
        """Return the game of this number: if it was undone and planned again, the new one."""
        return self.game(game.number)

    def result_problems(self, game: Game, played: Ended) -> tuple[Problem, ...]:
        return self.problems(self.before.story.with_fact(game.number, played), played)

    def correction(
        self, old: Fact, played: Ended, without: Collection[int], along: FactValue | None
    ) -> Correction:
        """Return what replacing a result does to the game's aftermath and the whole story."""
        number = old.game.number
        gone = amend_preview(
            self.campaign, game=number, played=played, along=along, facts=self.before
        )
        going = tuple(entry.id for entry in gone)
        # Facts that the caller must have been shown before they are withdrawn; not one of the kind
        # that comes along, which takes its place.
        unasked = {*self.rules.with_result, *({along.kind} if along is not None else ())}
        shown = [entry for entry in gone if entry.fact.kind not in unasked]
        unseen = any(entry.id not in without for entry in shown)
        broken = [breaks_own(number, [entry.fact for entry in shown])] if unseen else ()
        story = self.before.with_facts({old.pk: played, **dict.fromkeys(going)})
        if along is not None:
            story = story.with_fact(number, along)
        return Correction(going, self.problems(story, played, if_it_replays=broken))

    def enter_result(self, game: Game, played: Ended) -> None:
        self.enter(game, played)

    def enter_corrected_note(self, game: Game, note: Noted | None) -> None:
        """Add the note to those that the game has."""
        if note is not None and note.text:
            story = self.before.story.with_fact(game.number, note)
            refuse(_note_problems(story, game.number, "note"))
            self.enter(game, note)

    def finish_undo(self, undone: Change, games: Iterable[Game]) -> None:
        """Withdraw games that have lost their plan, restore those that have it again."""
        del undone
        for game in games:
            planned = game.facts.not_withdrawn().filter(kind=PLANNED).exists()
            game.withdrawn = None if planned else self.change
            game.save(update_fields=["withdrawn"])
        refuse(self.problems(facts_of(self.campaign).story))

    def _repeated(self, story: Story[Any]) -> Iterator[Problem]:
        """Yield a problem for each kind of fact that a game has twice and may have only once."""
        for game, facts in story.games.items():
            kinds = [fact.kind for fact in facts]
            for kind in sorted(self.rules.once_per_game - {PLANNED}):
                if kinds.count(kind) > 1:
                    yield Problem("fact.once_per_game", {"game": game, "kind": kind})


def _note_problems(story: Story[Any], game: int, path: str) -> Iterator[Problem]:
    """Yield a problem if a game of a story has more notes than its page is to show."""
    notes = sum(isinstance(fact, Noted) for fact in story.games[game])
    if notes > MAX_NOTES:
        yield Problem(TOO_MANY, {"most": MAX_NOTES, "actual": notes}, path)


def _next_place(game: Game) -> int:
    last = game.facts.order_by("-place").values_list("place", flat=True).first()
    return 0 if last is None else last + 1


# --- opening a write ---


@contextmanager
def writing(*, campaign: Campaign, **signing: Unpack[Signing]) -> Iterator[CampaignWrite]:
    """Open a write to a campaign: all of it is stored, or nothing."""
    with locked_record(campaign) as held:
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
    with locked_record(game, game_missing(game)) as held:
        yield GameWrite(_begin(held, **signing), held)
        game_plays_update(held)
        announce_change(held)
    for column in ("revision", "stamp", "language", "pack_version"):
        setattr(game, column, getattr(held, column))


@contextmanager
def touching(game: Game) -> Iterator[Game]:
    """Lock a one-off game and give it a new stamp, but no new revision.

    Whatever is cached of it is read again, and a form that somebody has half filled in stays valid.
    """
    with locked_record(game, game_missing(game)) as held:
        yield held
        # Only now: what is read before the write must not be cached for the state after it.
        held.stamp = new_stamp()
        Game.objects.filter(pk=held.pk).update(stamp=held.stamp)
        announce_change(held)
    game.stamp = held.stamp


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
    detail: ChangeDetail = NO_DETAIL,
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
        payload=to_plain(detail),
    )
