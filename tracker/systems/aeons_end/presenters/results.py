"""The results table: the rulebook's five columns, then the rest, and what they add up to."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from django.urls import reverse

from tracker.systems.aeons_end import selectors, words
from tracker.systems.aeons_end.presenters.look import Look
from tracker.systems.aeons_end.selectors import ResultRow


@dataclass(frozen=True, slots=True)
class ResultView:
    """A game's row."""

    number: int
    chapter: int
    nemesis: str
    outcome: str  # "win", "loss", or empty while unplayed
    played_on: datetime.date | None
    ending: str
    lives: str
    minutes: int | None
    url: str
    correct_url: str  # empty for who may not, and while there is nothing to correct


@dataclass(frozen=True, slots=True)
class Totals:
    """What the rows add up to."""

    played: int
    won: int
    lost: int
    chapters: int  # left behind
    of_chapters: int
    hours: int
    minutes: int

    @property
    def timed(self) -> bool:
        """Say whether anybody looked at a clock."""
        return bool(self.hours or self.minutes)


def results(look: Look) -> tuple[ResultView, ...]:
    """Return the rows, the first game first."""
    rows = selectors.results_table(look.access.campaign)
    shown = (row for row in rows if look.after is None or row.game.number <= look.after)
    return tuple(_row(look, row) for row in shown)


def totals(look: Look, rows: tuple[ResultView, ...]) -> Totals:
    """Return what the rows add up to."""
    hours, minutes = divmod(sum(row.minutes or 0 for row in rows), 60)
    won = sum(row.outcome == "win" for row in rows)
    lost = sum(row.outcome == "loss" for row in rows)
    return Totals(
        played=won + lost,
        won=won,
        lost=lost,
        chapters=look.state.ended,
        of_chapters=look.state.chapters,
        hours=hours,
        minutes=minutes,
    )


def _row(look: Look, row: ResultRow) -> ResultView:
    game = row.game
    tally = game.tally
    corrects = tally is not None and look.may_edit
    has_life = game.foe.life is not None
    return ResultView(
        number=game.number,
        chapter=game.chapter,
        nemesis=row.nemesis,
        outcome=str(tally.result) if tally else "",
        played_on=row.played_on,
        ending=words.ending(tally.ending or "", has_life=has_life) if tally else "",
        lives=words.tally(tally, look.state.seats) if tally else "",
        minutes=row.minutes,
        url=reverse("game", args=[look.code, game.number]),
        correct_url=reverse("correct", args=[look.code, game.number]) if corrects else "",
    )
