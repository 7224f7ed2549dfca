"""When a campaign comes to know a thing of the pack: nothing sealed is shown before."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import total_ordering
from typing import Annotated, Any

from campaign.rules.core.serialize import (
    BAD,
    Fault,
    Reads,
    Where,
    note_fault,
    reader_of,
)


class When(StrEnum):
    """The two moments of a chapter at which a legacy box changes."""

    START = "start"
    END = "end"


class KnownFrom(StrEnum):
    """What makes a thing of the pack known to a campaign."""

    START = "start"  # printed on the box, the mats or in the open part of the rulebook
    MOMENT = "moment"  # at its chapter's moment
    RECORDED = "recorded"  # only once players record it


@total_ordering
@dataclass(frozen=True, slots=True)
class Moment:
    """The start or the end of a chapter; moments compare as they follow each other in time."""

    chapter: int
    when: When

    @property
    def rank(self) -> tuple[int, int]:
        """Order moments in time: a chapter's start comes before its end."""
        return (self.chapter, 0 if self.when is When.START else 1)

    def __lt__(self, other: Moment) -> bool:
        return self.rank < other.rank


@dataclass(frozen=True, slots=True)
class Known:
    """How a campaign comes to know a thing; ``moment`` is set exactly when it is by a moment."""

    by: KnownFrom = KnownFrom.START
    moment: Moment | None = None


def _read_known(held: Any, where: Where, faults: list[Fault]) -> Any:
    """Read "start", "recorded" or a moment; else a whole value, as set-ups hold it."""
    if held in (KnownFrom.START, KnownFrom.RECORDED):
        return Known(KnownFrom(held))
    if not isinstance(held, Mapping):
        return note_fault(faults, where, '"start", "recorded" or a moment of a chapter', held)
    if "chapter" not in held and "when" not in held:
        return reader_of(Known)(held, where, faults)
    moment = reader_of(Moment)(held, where, faults)
    return BAD if moment is BAD else Known(KnownFrom.MOMENT, moment)


KnownBy = Annotated[Known, Reads(_read_known)]
