"""Facts: record one, withdraw one, put another in its place."""

from __future__ import annotations

from typing import Any

from campaign.models import Campaign, DeedKind, Fact, Person
from campaign.rules.aeons_end.legacy.facts import Fact as FactValue
from campaign.rules.aeons_end.legacy.facts import FactKind
from campaign.rules.aeons_end.legacy.replay import check
from campaign.rules.problems import Problem, RulesError
from campaign.services.writing import Write, writing


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
        problems = check(w.story(), w.pack, game, fact)
        if problems:
            raise RulesError(problems)
        return w.enter(session, fact)


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
        story = w.story()
        problems: list[Problem] = []
        for place, fact in enumerate(facts):
            found = check(story, w.pack, game, fact)
            problems.extend(_placed(problem, place) for problem in found)
            if not found:
                story = story.with_fact(game, fact)
        if problems:
            raise RulesError(problems)
        return [w.enter(session, fact) for fact in facts]


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
        w.must_hold(w.story(instead={row.pk: None}))
        w.withdraw([row])
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
        w.must_hold(w.story(instead={row.pk: by}), entered=by)
        return w.enter(row.session, by, replaces=row, **_kept(row, by))


def _standing(w: Write, pk: int) -> Fact:
    rows = Fact.objects.standing().filter(session__campaign=w.campaign, session__withdrawn=None)
    row = rows.filter(pk=pk).told().select_related("session").first()
    if row is None:
        raise RulesError([Problem("fact.not_there")])
    return row


def _kept(row: Fact, by: FactValue) -> dict[str, Any]:
    """Return the columns the engine does not know and that outlive a replacement."""
    if row.kind != FactKind.PLAYED:
        return {}
    return {"played_on": row.result.played_on, "minutes": row.result.minutes}


def _placed(problem: Problem, place: int) -> Problem:
    path = f"{place}.{problem.path}" if problem.path else str(place)
    return Problem(problem.code, problem.details, path, problem.overrulable)
