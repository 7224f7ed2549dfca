"""The results table: the rulebook's five columns, then the rest, and what they add up to."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.urls import reverse

from campaign.rules.aeons_end.endings import as_ended
from campaign.rules.aeons_end.legacy.state import GameState
from tracker.systems.aeons_end import selectors, words
from tracker.systems.aeons_end.presenters.look import Look
from tracker.systems.aeons_end.selectors import ResultRow


@dataclass(frozen=True, slots=True)
class ResultView:
    """A game's row."""

    of: ResultRow
    ending: str
    lives: tuple[int | None, ...]  # at the end: Gravehold, the nemesis, then each mage
    url: str


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


def results(look: Look) -> tuple[ResultRow, ...]:
    """Return every game so far, the first one first."""
    rows = selectors.results_table(look.access.campaign)
    return rows if look.after is None else rows[: look.after]


def shown(look: Look, page: Iterable[ResultRow]) -> tuple[ResultView, ...]:
    """Return the rows of a page, which has its latest game first, in the order of the games."""
    return tuple(_row(look, row) for row in page)[::-1]


def totals(look: Look, rows: Sequence[ResultRow]) -> Totals:
    """Return what the rows add up to."""
    hours, minutes = divmod(sum(row.minutes or 0 for row in rows), 60)
    played = [row.game for row in rows if row.game.tally is not None]
    won = sum(game.won for game in played)
    return Totals(
        played=len(played),
        won=won,
        lost=len(played) - won,
        chapters=look.state.ended,
        of_chapters=look.state.chapters,
        hours=hours,
        minutes=minutes,
    )


def _row(look: Look, row: ResultRow) -> ResultView:
    game = row.game
    tally = game.tally
    return ResultView(
        of=row,
        ending=words.ending(tally.ending or "", has_life=game.foe.life is not None)
        if tally
        else "",
        lives=_lives(game, len(look.state.seats)),
        url=reverse("game", args=[look.code, game.number]),
    )


def _lives(game: GameState, mages: int) -> tuple[int | None, ...]:
    if game.tally is None:
        return (None,) * (2 + mages)
    tally = as_ended(game.tally, mages=mages, nemesis_life=game.foe.life)
    noted = dict(enumerate(tally.lives, start=1))
    fallen = dict.fromkeys(tally.exhausted, 0)
    lives = (noted.get(seat, fallen.get(seat)) for seat in range(1, mages + 1))
    return (tally.gravehold_life, tally.nemesis_life, *lives)
