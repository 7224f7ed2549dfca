"""The chapters of a campaign as a winding path, done up to the current one."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from django.utils.translation import gettext as _

from campaign.rules.aeons_end.legacy.decisions import NextStep
from campaign.rules.aeons_end.legacy.state import State

DISTANCE = 52  # between two stations, in SVG units
MARGIN = 30
HEIGHTS = (58, 38, 60, 42, 62, 40, 54)  # of the stations, in turn


class ChapterState(StrEnum):
    """How far a chapter is: ended, current, or still a secret."""

    WON = "won"
    LOST = "lost"
    HERE = "here"
    SEALED = "sealed"


@dataclass(frozen=True, slots=True)
class Station:
    """A chapter on the path, or a battle of an expedition; ``label`` is its state in words."""

    number: int
    state: ChapterState
    label: str
    x: int
    y: int

    @property
    def style(self) -> str:
        """Return the style in which it is drawn."""
        return "ahead" if self.state is ChapterState.SEALED else self.state

    @property
    def is_here(self) -> bool:
        """Say whether it is the current chapter."""
        return self.state is ChapterState.HERE

    @property
    def is_won(self) -> bool:
        """Say whether its last game was won."""
        return self.state is ChapterState.WON

    @property
    def is_lost(self) -> bool:
        """Say whether the story went on after a loss."""
        return self.state is ChapterState.LOST

    @property
    def radius(self) -> int:
        """Return the radius of its circle."""
        match self.state:
            case ChapterState.HERE:
                return 20
            case ChapterState.SEALED:
                return 15
        return 17


@dataclass(frozen=True, slots=True)
class ChapterPath:
    """The path as it is drawn: its stations, and the lines done and ahead."""

    width: int
    done: str  # an SVG path
    ahead: str
    stations: tuple[Station, ...]


def chapter_states(state: State, step: NextStep) -> dict[int, ChapterState]:
    """Return the state of each chapter by its number."""
    won = {game.chapter for game in state.games if game.won}
    states = dict.fromkeys(range(1, state.chapters + 1), ChapterState.SEALED)
    for number in range(1, state.ended + 1):
        states[number] = ChapterState.WON if number in won else ChapterState.LOST
    if not state.finished:
        states[step.chapter] = ChapterState.HERE
    return states


def _chapter_label(number: int, state: ChapterState) -> str:
    """Return the state of a chapter in words."""
    chapter = {"number": number}
    match state:
        case ChapterState.WON:
            return _("Chapter %(number)s: won") % chapter
        case ChapterState.LOST:
            return _("Chapter %(number)s: lost") % chapter
        case ChapterState.HERE:
            return _("Chapter %(number)s: you are here") % chapter
        case ChapterState.SEALED:
            return _("Chapter %(number)s: sealed") % chapter


def chapter_path(
    states: Mapping[int, ChapterState],
    label: Callable[[int, ChapterState], str] = _chapter_label,
) -> ChapterPath:
    """Return the drawing of chapters, or of battles, by their numbers."""
    stations = tuple(
        Station(
            number,
            state,
            label(number, state),
            MARGIN + place * DISTANCE,
            HEIGHTS[place % len(HEIGHTS)],
        )
        for place, (number, state) in enumerate(states.items())
    )
    reached = [
        place for place, station in enumerate(stations) if station.state is not ChapterState.SEALED
    ]
    last = max(reached, default=0)
    return ChapterPath(
        width=2 * MARGIN + max(len(stations) - 1, 0) * DISTANCE,
        done=_curve(stations[: last + 1]),
        ahead=_curve(stations[last:]),
        stations=stations,
    )


def _curve(stations: Sequence[Station]) -> str:
    """Return an SVG path through stations, horizontal at each of them."""
    if len(stations) < 2:
        return ""
    bend = DISTANCE // 2
    return f"M{stations[0].x} {stations[0].y}" + "".join(
        f"C{here.x + bend} {here.y} {there.x - bend} {there.y} {there.x} {there.y}"
        for here, there in pairwise(stations)
    )
