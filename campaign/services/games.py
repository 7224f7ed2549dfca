"""Games: plan, record, amend, settle, undo."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Iterator, Mapping
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
    Verdict,
)
from campaign.rules.aeons_end.legacy.replay import breaks_own, replay, unfit
from campaign.rules.aeons_end.outcome import Tally
from campaign.rules.core.problems import Problem, RulesError
from campaign.services.entries import Pairs, entry_problems, tidied
from campaign.services.photos import photos_delete, photos_inherit
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
        story = w.record.story
        number = len(story.games) + 1
        due = _due_chapter(w, story) if chapter is None else chapter
        plan = tidied(Planned(due, foe, pairs, reason=reason))
        refuse(w.problems(story, number, plan))
        session = Session.objects.create(
            campaign=w.campaign, number=number, recorded=w.deed, **plan_columns(plan)
        )
        photos_inherit(session=session)
        return session


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
        found = w.problems(w.record.story, game, played)
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
    without: Collection[int] = (),
    token: str | None = None,
) -> Fact:
    """Correct the result of any game; refused, with the fact it would break, unless all replays.

    A verdict of that game that nothing asks for any more goes with the old result. Whatever else
    of its aftermath no longer fits is withdrawn with it only if the caller has named all of it
    (``without``, the facts' ids): nothing goes that nobody was shown.
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
        told: dict[int, FactValue] = {entry.id: entry.fact for entry in w.record.entries}
        told[old.pk] = played
        going = unfit(w.record.told(told), w.pack, game)
        gone = [pk for pk, fact in told.items() if any(fact is one for one in going)]
        w.must_hold(
            w.record.told({old.pk: played, **dict.fromkeys(gone)}),
            entered=played,
            besides=evening_problems(played_on, minutes),
            once_it_holds=_not_named({pk: told[pk] for pk in gone}, without, game),
        )
        w.withdraw(gone)
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
        refuse(w.problems(w.record.story, game, settled))
        return w.enter(session, settled)


def game_undo(
    *,
    campaign: Campaign,
    revision: int,
    person: Person | None,
    game: int,
    delete_photos: bool = False,
    token: str | None = None,
) -> Session:
    """Withdraw the last game and everything that was recorded in it.

    Its photos wait for the game that is planned in its place, unless they are to go for good.
    """
    write = writing(
        campaign=campaign, revision=revision, person=person, kind=DeedKind.UNDO, token=token
    )
    with write as w:
        session = w.session(game)
        last = w.record.story.games[-1].number
        if game != last:
            raise RulesError([Problem("undo.not_the_last_game", {"game": game, "last": last})])
        w.withdraw(session.facts.standing().values_list("pk", flat=True))
        session.withdrawn = w.deed
        session.save(update_fields=["withdrawn"])
        if delete_photos:
            photos_delete(session=session, person=person)
        return session


def _not_named(
    gone: Mapping[int, FactValue | None], named: Collection[int], game: int
) -> Iterator[Problem]:
    """Yield a problem unless whoever corrects a result has seen all that goes with the old one."""
    # What the story card said of a result that never was needs no asking.
    asked = {pk: fact for pk, fact in gone.items() if fact and not isinstance(fact, Verdict)}
    if not set(asked) <= set(named):
        yield breaks_own(game, tuple(asked.values()))


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
