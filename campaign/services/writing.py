"""One write: a transaction that holds the campaign, checks what its caller saw, and signs it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db import models, transaction

from campaign.models import Campaign, Deed, DeedKind, Fact, Person, Session, sizes
from campaign.models.campaigns import new_stamp
from campaign.models.facts import ONCE_PER_GAME
from campaign.packs import get_pack
from campaign.record import details_of, plan_columns
from campaign.rules.aeons_end.catalogue.pack import Pack
from campaign.rules.aeons_end.legacy.facts import Fact as FactValue
from campaign.rules.aeons_end.legacy.facts import Game, Planned, Played, Story, kind_of
from campaign.rules.aeons_end.legacy.replay import (
    ReplayError,
    breaks_later,
    check,
    replay,
)
from campaign.rules.core.problems import Problem, RulesError
from campaign.selectors.campaigns import Record, record_held
from campaign.services.entries import entry_problems, text_problems
from campaign.services.plays import plays_update


class Stale(Exception):
    """The caller saw an older revision; ``deeds`` is what has happened since, oldest first."""

    def __init__(self, campaign: Campaign, seen: int) -> None:
        self.campaign = campaign
        self.seen = seen
        since = campaign.deeds.filter(revision__gt=seen).select_related("person")
        self.deeds: tuple[Deed, ...] = tuple(since.order_by("revision"))
        super().__init__(f"saw revision {seen}, the campaign is at {campaign.revision}")


class AlreadyDone(Exception):
    """The same form was sent before; ``deed`` is what it did."""

    def __init__(self, deed: Deed) -> None:
        self.deed = deed
        super().__init__(f"already done at revision {deed.revision}")


@dataclass
class Write:
    """A write under way. ``stamp`` is the one that the campaign had when it began."""

    campaign: Campaign
    deed: Deed
    pack: Pack
    stamp: str
    first: int | None = None  # the first game whose play may change

    @cached_property
    def record(self) -> Record:
        """What stood when the write began; asked for before anything is entered."""
        return record_held(self.campaign, self.stamp)

    def session(self, number: int) -> Session:
        """Return a game that stands, or refuse."""
        session = self.campaign.sessions.standing().filter(number=number).first()
        if session is None:
            raise RulesError([Problem("game.not_there", {"game": number})])
        self.touch(number)
        return session

    def touch(self, number: int) -> None:
        """Note that a game is written to: its play, and those after it, may change."""
        self.first = number if self.first is None else min(self.first, number)

    def enter(
        self, session: Session, fact: FactValue, *, replaces: Fact | None = None, **extra: Any
    ) -> Fact:
        """Store one fact. The caller has checked it, or checks the whole story afterwards."""
        if replaces is not None:
            self.withdraw([replaces.pk])
        row = Fact.objects.create(
            session=session,
            kind=kind_of(fact),
            place=replaces.place if replaces else self._next_place(session),
            reason=fact.reason,
            recorded=self.deed,
            replaces=replaces,
        )
        for detail in details_of(fact, row, **extra):
            detail.save(force_insert=True)
        return row

    def enter_games(self, games: Iterable[Game], evenings: Mapping[int, Mapping[str, Any]]) -> None:
        """Store whole games at once, with a few queries however many they are."""
        told = list(games)
        self.touch(min((game.number for game in told), default=1))
        sessions = Session.objects.bulk_create(
            Session(
                campaign=self.campaign,
                number=game.number,
                recorded=self.deed,
                **plan_columns(plan),
            )
            for game in told
            for plan in game.facts
            if isinstance(plan, Planned)
        )
        entries = [
            (session, place, fact)
            for session, game in zip(sessions, told, strict=True)
            for place, fact in enumerate(game.facts)
            if not isinstance(fact, Planned)
        ]
        rows = Fact.objects.bulk_create(
            Fact(
                session=session,
                kind=kind_of(fact),
                place=place,
                reason=fact.reason,
                recorded=self.deed,
            )
            for session, place, fact in entries
        )
        by_table: dict[type[models.Model], list[models.Model]] = {}
        for row, (session, _place, fact) in zip(rows, entries, strict=True):
            extra = evenings.get(session.number, {}) if isinstance(fact, Played) else {}
            for detail in details_of(fact, row, **extra):
                by_table.setdefault(type(detail), []).append(detail)
        for table, details in by_table.items():
            table._default_manager.bulk_create(details)

    def withdraw(self, facts: Iterable[int]) -> None:
        """Mark facts, by their ids, as withdrawn; they stay in the log."""
        Fact.objects.filter(pk__in=list(facts)).update(withdrawn=self.deed)

    def problems(self, story: Story, game: int, fact: FactValue) -> tuple[Problem, ...]:
        """Return everything that stands against one more fact."""
        found = check(story, self.pack, game, fact)
        repeated = () if found else _repeated(story.with_fact(game, fact))
        return (*entry_problems(fact), *found, *repeated)

    def must_hold(
        self,
        story: Story,
        *,
        entered: FactValue | None = None,
        besides: Iterable[Problem] = (),
        once_it_holds: Iterable[Problem] = (),
    ) -> None:
        """Refuse the write unless the whole story replays, with all else that is wrong with it.

        ``once_it_holds`` is what stands in the way only where the story does not.
        """
        found = list(entry_problems(entered)) if entered is not None else []
        try:
            replay(story, self.pack)
        except ReplayError as error:
            mine = entered is not None and error.fact is entered
            found.extend(error.problems if mine else [breaks_later(error)])
        else:
            found.extend((*_repeated(story), *once_it_holds))
        refuse((*found, *besides))

    def _next_place(self, session: Session) -> int:
        last = session.facts.order_by("-place").values_list("place", flat=True).first()
        return 1 if last is None else last + 1


def refuse(problems: Iterable[Problem]) -> None:
    """Refuse the write if anything stands against it."""
    found = tuple(problems)
    if found:
        raise RulesError(found)


def _repeated(story: Story) -> Iterator[Problem]:
    """Yield each fact that a game has twice and can have once, whatever the reason given."""
    for game in story.games:
        kinds = [kind_of(fact) for fact in game.facts]
        for kind in ONCE_PER_GAME:
            if kinds.count(kind) > 1:
                yield Problem("fact.once_per_game", {"game": game.number, "kind": str(kind)})


@contextmanager
def writing(
    *,
    campaign: Campaign,
    revision: int,
    person: Person | None,
    kind: DeedKind,
    token: str | None = None,
    detail: str = "",
) -> Iterator[Write]:
    """Open a write to a campaign's story; everything inside happens whole or not at all."""
    refuse(text_problems("token", token or "", sizes.TOKEN))
    with transaction.atomic():
        # On PostgreSQL the row is locked; on SQLite the transaction is IMMEDIATE already.
        held = Campaign.objects.select_for_update().get(pk=campaign.pk)
        if token and (done := held.deeds.filter(token=token).first()):
            raise AlreadyDone(done)
        if held.revision != revision:
            raise Stale(held, revision)
        if held.archived_at is not None and kind is not DeedKind.REOPEN:
            raise RulesError([Problem("campaign.archived")])
        before = held.stamp
        held.revision += 1
        held.stamp = new_stamp()
        deed = Deed.objects.create(
            campaign=held,
            revision=held.revision,
            kind=kind,
            person=person,
            token=token or None,
            detail=detail[:200],
        )
        held.save(update_fields=["revision", "stamp"])
        write = Write(held, deed, get_pack(held.system), before)
        yield write
        if write.first is not None:
            plays_update(campaign=held, since=write.first)
    campaign.revision = held.revision
    campaign.stamp = held.stamp
