"""Games: plan, record, amend, settle, undo."""

from __future__ import annotations

import datetime

from campaign.models import Campaign, DeedKind, Fact, Person, Session
from campaign.record import plan_columns
from campaign.rules.aeons_end.legacy.facts import (
    FactKind,
    Foe,
    Noted,
    Planned,
    Played,
    Settled,
    Story,
)
from campaign.rules.aeons_end.legacy.replay import check, replay
from campaign.rules.outcome import Tally
from campaign.rules.problems import Problem, RulesError
from campaign.services.writing import Write, writing

MINUTES_MOST = 24 * 60

Pairs = tuple[tuple[int, int], tuple[int, int]]


def game_plan(
    *,
    campaign: Campaign,
    revision: int,
    person: Person | None,
    foe: Foe,
    chapter: int | None = None,
    pairs: Pairs | None = None,
    reason: str = "",
    token: str | None = None,
) -> Session:
    """Plan the next game; its chapter is the one the story has come to, unless said otherwise."""
    write = writing(
        campaign=campaign, revision=revision, person=person, kind=DeedKind.PLAN, token=token
    )
    with write as w:
        story = w.story()
        number = len(story.games) + 1
        plan = Planned(chapter or _due_chapter(w, story), foe, pairs, reason=reason)
        _refuse(check(story, w.pack, number, plan))
        return Session.objects.create(
            campaign=w.campaign, number=number, recorded=w.deed, **plan_columns(plan)
        )


def game_record(
    *,
    campaign: Campaign,
    revision: int,
    person: Person | None,
    game: int,
    tally: Tally,
    played_on: datetime.date | None = None,
    minutes: int | None = None,
    note: str = "",
    reason: str = "",
    token: str | None = None,
) -> Fact:
    """Record how a game ended, and what the players wrote about it."""
    write = writing(
        campaign=campaign, revision=revision, person=person, kind=DeedKind.RECORD, token=token
    )
    with write as w:
        session = w.session(game)
        played = Played(tally, reason=reason)
        _refuse((*check(w.story(), w.pack, game, played), *_evening(minutes)))
        row = w.enter(session, played, played_on=played_on, minutes=minutes)
        if note.strip():
            w.enter(session, Noted(note.strip()))
        return row


def game_amend(
    *,
    campaign: Campaign,
    revision: int,
    person: Person | None,
    game: int,
    tally: Tally,
    played_on: datetime.date | None = None,
    minutes: int | None = None,
    reason: str = "",
    token: str | None = None,
) -> Fact:
    """Correct the result of any game; refused, with the fact it would break, unless all replays."""
    write = writing(
        campaign=campaign, revision=revision, person=person, kind=DeedKind.AMEND, token=token
    )
    with write as w:
        session = w.session(game)
        old = session.facts.standing().filter(kind=FactKind.PLAYED).first()
        if old is None:
            raise RulesError([Problem("result.not_recorded", {"game": game})])
        _refuse(_evening(minutes))
        played = Played(tally, reason=reason)
        w.must_hold(w.story(instead={old.pk: played}), entered=played)
        return w.enter(session, played, replaces=old, played_on=played_on, minutes=minutes)


def game_settle(
    *,
    campaign: Campaign,
    revision: int,
    person: Person | None,
    game: int,
    token: str | None = None,
) -> Fact:
    """Settle a game's aftermath: nothing may be left open."""
    write = writing(
        campaign=campaign, revision=revision, person=person, kind=DeedKind.SETTLE, token=token
    )
    with write as w:
        session = w.session(game)
        settled = Settled()
        _refuse(check(w.story(), w.pack, game, settled))
        return w.enter(session, settled)


def game_undo(
    *,
    campaign: Campaign,
    revision: int,
    person: Person | None,
    game: int,
    token: str | None = None,
) -> Session:
    """Withdraw the last game and everything that was recorded in it."""
    write = writing(
        campaign=campaign, revision=revision, person=person, kind=DeedKind.UNDO, token=token
    )
    with write as w:
        session = w.session(game)
        last = max(standing.number for standing in w.sessions())
        if game != last:
            raise RulesError([Problem("undo.not_the_last_game", {"game": game, "last": last})])
        w.withdraw(list(session.facts.standing()))
        session.withdrawn = w.deed
        session.save(update_fields=["withdrawn"])
        return session


def _due_chapter(w: Write, story: Story) -> int:
    return min(replay(story, w.pack).next_chapter, len(w.pack.chapters))


def _evening(minutes: int | None) -> tuple[Problem, ...]:
    if minutes is not None and not 1 <= minutes <= MINUTES_MOST:
        return (Problem("result.minutes", {"most": MINUTES_MOST, "actual": minutes}, "minutes"),)
    return ()


def _refuse(problems: tuple[Problem, ...]) -> None:
    if problems:
        raise RulesError(problems)
