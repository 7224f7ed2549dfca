"""Facts: record one, withdraw one, put another in its place."""

from __future__ import annotations

from typing import Any

from campaign.models import Campaign, DeedKind, Fact, Person
from campaign.rules.aeons_end.legacy.facts import Fact as FactValue
from campaign.rules.aeons_end.legacy.facts import FactKind, Played
from campaign.rules.core.problems import Problem, RulesError
from campaign.services.entries import tidied
from campaign.services.writing import Write, refuse, writing


def fact_record(
    *,
    campaign: Campaign,
    revision: int,
    person: Person | None,
    game: int,
    fact: FactValue,
    token: str | None = None,
) -> Fact:
    """Record one fact in a game, the latest or an earlier one; the whole story must still hold."""
    write = writing(
        campaign=campaign, revision=revision, person=person, kind=DeedKind.RECORD, token=token
    )
    with write as w:
        session = w.session(game)
        tidy = tidied(fact)
        refuse(w.problems(w.record.story, game, tidy))
        return w.enter(session, tidy)


def facts_record(
    *,
    campaign: Campaign,
    revision: int,
    person: Person | None,
    game: int,
    facts: list[FactValue],
    token: str | None = None,
) -> list[Fact]:
    """Record several facts of one game in one write: all of them, or none.

    Each problem's path begins with the place of the fact it is about (``"2.card"``).
    """
    write = writing(
        campaign=campaign, revision=revision, person=person, kind=DeedKind.RECORD, token=token
    )
    with write as w:
        session = w.session(game)
        story = w.record.story
        tidy = [tidied(fact) for fact in facts]
        problems = [] if facts else [Problem("fact.nothing_to_record", {"game": game})]
        for place, fact in enumerate(tidy):
            found = w.problems(story, game, fact)
            problems.extend(_placed(problem, place) for problem in found)
            if not found:
                story = story.with_fact(game, fact)
        refuse(problems)
        return [w.enter(session, fact) for fact in tidy]


def fact_withdraw(
    *,
    campaign: Campaign,
    revision: int,
    person: Person | None,
    fact: int,
    token: str | None = None,
) -> Fact:
    """Withdraw a fact, by its id; refused if a later fact rests on it."""
    write = writing(
        campaign=campaign, revision=revision, person=person, kind=DeedKind.WITHDRAW, token=token
    )
    with write as w:
        row = _standing(w, fact)
        w.must_hold(w.record.told({row.pk: None}))
        w.withdraw([row.pk])
        return row


def fact_replace(
    *,
    campaign: Campaign,
    revision: int,
    person: Person | None,
    fact: int,
    by: FactValue,
    token: str | None = None,
) -> Fact:
    """Withdraw a fact and put another in its place in the story."""
    write = writing(
        campaign=campaign, revision=revision, person=person, kind=DeedKind.AMEND, token=token
    )
    with write as w:
        row = _standing(w, fact)
        tidy = tidied(by)
        w.must_hold(w.record.told({row.pk: tidy}), entered=tidy)
        return w.enter(row.session, tidy, replaces=row, **_kept(row, tidy))


def _standing(w: Write, pk: int) -> Fact:
    rows = Fact.objects.standing().filter(session__campaign=w.campaign, session__withdrawn=None)
    row = rows.filter(pk=pk).told().select_related("session").first()
    if row is None:
        raise RulesError([Problem("fact.not_there")])
    w.touch(row.session.number)
    return row


def _kept(row: Fact, by: FactValue) -> dict[str, Any]:
    """Return the columns the engine does not know and that outlive a replacement."""
    if row.kind != FactKind.PLAYED or not isinstance(by, Played):
        return {}
    return {"played_on": row.result.played_on, "minutes": row.result.minutes}


def _placed(problem: Problem, place: int) -> Problem:
    path = f"{place}.{problem.path}" if problem.path else str(place)
    return Problem(problem.code, problem.details, path, problem.overrulable)
