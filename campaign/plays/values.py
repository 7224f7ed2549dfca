"""The values that the play log is asked in and told in."""

from __future__ import annotations

import datetime
from dataclasses import dataclass, fields

CAMPAIGN, ONE_OFF = "campaign", "one_off"


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which games somebody wants to see; what is left empty is not asked about.

    ``mage`` is a mage's own name, or the id of a mage of a box.
    """

    system: str = ""
    campaign: str = ""  # its code: its games, and those played among its people
    nemesis: str = ""  # its key
    mage: str = ""
    player: str = ""
    result: str = ""
    since: datetime.date | None = None
    until: datetime.date | None = None

    @property
    def asked(self) -> tuple[str, ...]:
        """Return the names of what is asked about."""
        return tuple(field.name for field in fields(self) if getattr(self, field.name))


@dataclass(frozen=True, slots=True)
class Sitting:
    """A mage at the table, and who played it where that was noted."""

    mage: str
    player: str
    colour: str


@dataclass(frozen=True, slots=True)
class Play:
    """A played game. ``number`` and ``chapter`` are 0 for a one-off game."""

    kind: str
    code: str  # the campaign's or the game's
    system: str
    game: str  # what the box is called
    campaign: str  # what the campaign is called; of a one-off game, the people it was played among
    number: int
    chapter: int
    difficulty: str
    nemesis: str
    nemesis_has_life: bool  # whether its mat prints any
    mages: tuple[Sitting, ...]
    result: str
    ending: str
    gravehold_life: int | None
    nemesis_life: int | None
    minutes: int | None
    played_on: datetime.date | None


@dataclass(frozen=True, slots=True)
class Known:
    """What somebody's log can be asked about, each by key with its name."""

    campaigns: tuple[tuple[str, str], ...]
    nemeses: tuple[tuple[str, str], ...]
    mages: tuple[tuple[str, str], ...]
    players: tuple[str, ...]
