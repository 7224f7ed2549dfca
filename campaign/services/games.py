"""Games: plan, record, amend, settle, undo."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping
from dataclasses import replace

from django.utils import timezone

from campaign.models import Campaign, DeedKind, Fact, Person, Session
from campaign.record import plan_columns
from campaign.rules.aeons_end.legacy.facts import Fact as FactValue
from campaign.rules.aeons_end.legacy.facts import (
    FactKind,
    Foe,
    Noted,
    Planned,
    Played,
    Settled,
    Story,
)
from campaign.rules.aeons_end.legacy.replay import ReplayError, replay
from campaign.rules.outcome import Tally
from campaign.rules.problems import Problem, RulesError
from campaign.services.entries import Pairs, entry_problems, tidied
from campaign.services.writing import Write, refuse, writing

MINUTES_MOST = 24 * 60
FIRST_DAY = datetime.date(2000, 1, 1)  # no box that is kept here is older


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
        due = _due_chapter(w, story) if chapter is None else chapter
        plan = tidied(Planned(due, foe, pairs, reason=reason))
        refuse(w.problems(story, number, plan))
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
        played, noted = tidied(Played(tally, reason=reason)), tidied(Noted(note))
        found = w.problems(w.story(), game, played)
        refuse((*found, *evening_problems(played_on, minutes), *note_problems(noted)))
        row = w.enter(session, played, played_on=played_on, minutes=minutes)
        if noted.text:
            w.enter(session, noted)
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
    """Correct the result of any game; refused, with the fact it would break, unless all replays.

    A verdict of that game that nothing asks for any more goes with the old result.
    """
    write = writing(
        campaign=campaign, revision=revision, person=person, kind=DeedKind.AMEND, token=token
    )
    with write as w:
        session = w.session(game)
        old = session.facts.standing().filter(kind=FactKind.PLAYED).first()
        if old is None:
            raise RulesError([Problem("result.not_recorded", {"game": game})])
        played = tidied(Played(tally, reason=reason))
        rows = w.rows()
        moot = _moot_verdict(w, rows, game, {old.pk: played})
        story = w.story(rows=rows, instead={old.pk: played, **dict.fromkeys(moot)})
        w.must_hold(
            story,
            entered=played,
            corrected=game,
            besides=evening_problems(played_on, minutes),
        )
        w.withdraw([row for row in rows if row.pk in moot])
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
        refuse(w.problems(w.story(), game, settled))
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


def _moot_verdict(
    w: Write, rows: list[Fact], game: int, instead: Mapping[int, FactValue | None]
) -> tuple[int, ...]:
    """Return the id of a game's verdict, if another result leaves nothing for it to say."""
    try:
        replay(w.story(rows=rows, instead=instead), w.pack)
    except ReplayError as error:
        moot = [problem.code for problem in error.problems] == ["verdict.not_asked"]
        if moot and error.game == game:
            verdicts = (row for row in rows if row.kind == FactKind.VERDICT)
            return tuple(row.pk for row in verdicts if row.session.number == game)
    return ()


def _due_chapter(w: Write, story: Story) -> int:
    return min(replay(story, w.pack).next_chapter, len(w.pack.chapters))


def evening_problems(played_on: datetime.date | None, minutes: int | None) -> Iterator[Problem]:
    """Yield what stands against an evening: a day or a length that no game has."""
    # Where the players are it may be tomorrow already.
    last_day = timezone.localdate() + datetime.timedelta(days=1)
    if played_on is not None and not FIRST_DAY <= played_on <= last_day:
        days = {"first": FIRST_DAY.isoformat(), "last": last_day.isoformat()}
        yield Problem("result.played_on", days, "played_on")
    if minutes is not None and not 1 <= minutes <= MINUTES_MOST:
        yield Problem("result.minutes", {"most": MINUTES_MOST, "actual": minutes}, "minutes")


def note_problems(noted: Noted) -> Iterator[Problem]:
    """Yield what stands against a note that came with a result, where a form shows it."""
    for problem in entry_problems(noted):
        yield replace(problem, path="note")
