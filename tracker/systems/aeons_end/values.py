"""Values that forms and presenters share."""

from collections.abc import Sequence
from dataclasses import dataclass

from campaign.rules.aeons_end.legacy.facts import Seat


@dataclass(frozen=True, slots=True)
class Start:
    """What the dials stood at when a game began."""

    seats: Sequence[Seat]
    mage_life: int
    gravehold_life: int
    nemesis: str
    nemesis_life: int | None
