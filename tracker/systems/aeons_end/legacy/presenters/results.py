"""The table of a campaign's results."""

from collections.abc import Iterable
from dataclasses import dataclass

from campaign.rules.aeons_end.legacy.state import GameState
from tracker.systems.aeons_end.legacy.presenters.campaign_snapshot import CampaignSnapshot
from tracker.systems.aeons_end.shared import selectors
from tracker.systems.aeons_end.shared.presenters.results import ending_of
from tracker.systems.aeons_end.shared.selectors import ResultRow


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game in the table of results, with how it ended."""

    row: ResultRow
    ending: str
    lives: tuple[int | None, ...]  # at the end: Gravehold, the nemesis, then each mage


def results_so_far(snapshot: CampaignSnapshot) -> tuple[ResultRow, ...]:
    """Return every game so far, the oldest first."""
    rows = selectors.results_table(snapshot.access.campaign)
    return rows if snapshot.after is None else rows[: snapshot.after]


def game_rows(snapshot: CampaignSnapshot, page: Iterable[ResultRow]) -> tuple[GameRow, ...]:
    """Return the rows of a page, the oldest game first; the page itself has the latest first."""
    mages = len(snapshot.state.seats)
    rows = [GameRow(row, ending_of(row.game), _lives(row.game, mages)) for row in page]
    return tuple(reversed(rows))


def _lives(game: GameState, mages: int) -> tuple[int | None, ...]:
    if game.tally is None:
        return (None,) * (2 + mages)
    tally = game.tally
    noted = dict(enumerate(tally.lives, start=1))
    fallen = dict.fromkeys(tally.exhausted, 0)
    lives = (noted.get(seat, fallen.get(seat)) for seat in range(1, mages + 1))
    return (tally.gravehold_life, tally.nemesis_life, *lives)
