"""A card for each game of a campaign's story, as ``campaigns/story_card.html`` shows it."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass

from tracker.presenters.games import PhotoView

AT_ONCE = 4  # changes that a card shows before it folds the rest


@dataclass(frozen=True, slots=True)
class Passage:
    """Something that the players read, and what they decided there."""

    text: str
    decision: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryCard:
    """A game of the story."""

    number: int
    kicker: str = ""  # before the day
    title: str
    url: str
    played_on: datetime.date | None
    minutes: int | None
    outcome: str  # "win", "loss" or ""
    is_played: bool
    who: str = ""
    ending: str
    notes: tuple[str, ...]
    changes: tuple[str, ...]
    passages: tuple[Passage, ...] = ()
    photos: Sequence[PhotoView]

    @property
    def shows_result(self) -> bool:
        """Say whether everybody won or lost together, or it is still to be played."""
        return bool(self.outcome) or not self.is_played

    @property
    def first_changes(self) -> tuple[str, ...]:
        """Return the changes that the card shows at once."""
        return self.changes[:AT_ONCE]

    @property
    def more_changes(self) -> tuple[str, ...]:
        """Return the changes that the card folds away."""
        return self.changes[AT_ONCE:]
