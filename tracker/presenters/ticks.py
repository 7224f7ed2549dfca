"""The ticks of a set-up sheet: of the game, on every phone of its group."""

from dataclasses import dataclass

from campaign.models import Game
from campaign.services.ticks import SETUP
from tracker.access import Access
from tracker.pages import game_url


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to tick; ``kind`` says what is drawn below it."""

    id: str
    text: str
    detail: str = ""
    changed: bool = False
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """The steps of one part of the box, of one player or of everybody."""

    title: str
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Ticks:
    """What is ticked on a sheet, and where a tick is sent."""

    url: str
    sheet: str
    done: frozenset[str]
    may: bool
    next_url: str  # where to go when all is ticked


def ticks_of(access: Access, game: Game, sheet: str = SETUP, next_url: str = "") -> Ticks | None:
    """Return the ticks of a sheet; None for who only looks on: theirs stay on their phone."""
    if access.role is None and not access.may_record:
        return None
    done = frozenset(game.ticks.get(sheet, ()))
    return Ticks(game_url(game, "ticks"), sheet, done, access.may_record, next_url)
