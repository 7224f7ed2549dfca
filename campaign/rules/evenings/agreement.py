"""Answers to proposed dates, the date that everybody can make, and when an evening is over."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum

from campaign.rules.core.problems import Problem

MAX_DATES = 12  # of one evening
MAX_PEOPLE = 20  # who answer for one evening
MINUTES = (60, 90, 120, 150, 180, 240, 300, 360, 480)  # an evening can be planned for
USUAL_MINUTES = 180


class Answer(StrEnum):
    """Whether somebody can come on a date."""

    YES = "yes"
    MAYBE = "maybe"
    NO = "no"


class Stage(StrEnum):
    """How far an evening is."""

    OPEN = "open"  # dates are proposed, none is settled
    SETTLED = "settled"
    OVER = "over"  # the settled date has passed
    MISSED = "missed"  # all dates have passed, and none was settled
    CALLED_OFF = "called_off"


@dataclass(frozen=True, slots=True)
class Proposal:
    """A proposed date, with everybody's answer by the id of the person."""

    key: int
    starts_at: datetime
    answers: Mapping[int, Answer] = field(default_factory=dict)

    def count(self, answer: Answer) -> int:
        """Return how many people gave an answer."""
        return sum(given == answer for given in self.answers.values())


def agreed(proposals: Iterable[Proposal], people: Collection[int]) -> Proposal | None:
    """Return the first date that everybody who is asked can make; nobody agrees with themselves."""
    if len(people) < 2:
        return None
    fits = (
        proposal
        for proposal in proposals
        if all(proposal.answers.get(person) == Answer.YES for person in people)
    )
    return min(fits, key=lambda proposal: proposal.starts_at, default=None)


def best(proposals: Iterable[Proposal]) -> Proposal | None:
    """Return the date that suits most people so far: no before maybe, the earlier one of two."""

    def rank(proposal: Proposal) -> tuple[int, int, datetime]:
        can = proposal.count(Answer.YES)
        return -can, -proposal.count(Answer.MAYBE), proposal.starts_at

    answered = [proposal for proposal in proposals if proposal.count(Answer.YES)]
    return min(answered, key=rank, default=None)


def closes_at(
    starts: Collection[datetime], settled: datetime | None, minutes: int
) -> datetime | None:
    """Return when an evening is over by itself: with its date, or with the last that was proposed.

    None if it has no date at all.
    """
    if settled is not None:
        return settled + timedelta(minutes=minutes)
    return max(starts, default=None)


def stage(*, settled: datetime | None, closes: datetime, called_off: bool, now: datetime) -> Stage:
    """Return how far an evening is."""
    if called_off:
        return Stage.CALLED_OFF
    if closes <= now:
        return Stage.OVER if settled is not None else Stage.MISSED
    return Stage.SETTLED if settled is not None else Stage.OPEN


def proposal_problems(
    starts: Collection[datetime], already: Collection[datetime]
) -> Iterator[Problem]:
    """Yield what stands against proposing dates beside those that are proposed already."""
    if not starts:
        yield Problem("evening.no_date", path="starts.1")
    if len({*starts, *already}) > MAX_DATES:
        yield Problem("evening.too_many_dates", {"most": MAX_DATES}, "starts.1")


def minutes_problems(minutes: int) -> Iterator[Problem]:
    """Yield what is wrong with the length of an evening."""
    if minutes not in MINUTES:
        yield Problem("evening.minutes_unknown", path="minutes")
