"""The chapters of a campaign as a path: opponents that were met, and numbers still ahead."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from django.utils.translation import gettext as _

from campaign.rules.aeons_end.legacy.decisions import NextStep
from campaign.rules.aeons_end.legacy.state import State


class ChapterState(StrEnum):
    """How far a chapter is: ended, current, or still a secret."""

    WON = "won"
    LOST = "lost"
    HERE = "here"
    AHEAD = "ahead"


@dataclass(frozen=True, slots=True)
class Station:
    """A chapter on the path, or a battle of an expedition; ``label`` is its state in words."""

    number: int
    state: ChapterState
    label: str
    opponent: str = ""  # of its last game, whose sigil stands for it

    @property
    def is_here(self) -> bool:
        """Say whether it is the current chapter."""
        return self.state is ChapterState.HERE

    @property
    def is_lost(self) -> bool:
        """Say whether the story went on after a loss."""
        return self.state is ChapterState.LOST


def chapter_states(state: State, step: NextStep) -> dict[int, ChapterState]:
    """Return the state of each chapter by its number."""
    won = {game.chapter for game in state.games if game.won}
    states = dict.fromkeys(range(1, state.chapters + 1), ChapterState.AHEAD)
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
        case ChapterState.AHEAD:
            return _("Chapter %(number)s: sealed") % chapter


def chapter_path(
    states: Mapping[int, ChapterState],
    opponents: Mapping[int, str],
    label: Callable[[int, ChapterState], str] = _chapter_label,
) -> tuple[Station, ...]:
    """Return the path of chapters, or of battles, by their numbers."""
    return tuple(
        Station(number, state, label(number, state), opponents.get(number, ""))
        for number, state in states.items()
    )
