"""The part of a pack that only a legacy box has: chapters, seals, rule sections, sticker slots.

Also when a campaign may know a thing: nothing sealed is shown before its moment.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any

from campaign.rules.core.constraints import Limit
from campaign.rules.core.pack import Id, Name, Text
from campaign.rules.core.problems import Problem
from campaign.rules.core.serialize import BAD, Reads, Where, note, reader_of

Positive = Annotated[int, Limit(1, 999)]
Dial = Annotated[int, Limit(1, 99)]


class When(StrEnum):
    """The two moments of a chapter at which a legacy box changes."""

    START = "start"
    END = "end"


class KnownFrom(StrEnum):
    """What makes a thing of the pack known to a campaign."""

    START = "start"  # printed on the box, the mats or in the open part of the rulebook
    MOMENT = "moment"  # at its chapter's moment
    RECORDED = "recorded"  # only once players record it


@dataclass(frozen=True, slots=True)
class Moment:
    """The start or the end of a chapter."""

    chapter: int
    when: When


@dataclass(frozen=True, slots=True)
class Known:
    """How a campaign comes to know a thing; ``moment`` is set exactly when it is by a moment."""

    by: KnownFrom = KnownFrom.START
    moment: Moment | None = None


def _read_known(given: Any, where: Where, faults: list[Problem]) -> Any:
    """Read "start", "recorded" or a moment; else a whole value, as set-ups hold it."""
    if given in (KnownFrom.START, KnownFrom.RECORDED):
        return Known(KnownFrom(given))
    if not isinstance(given, Mapping):
        return note(faults, where, '"start", "recorded" or a moment of a chapter', given)
    if "chapter" not in given and "when" not in given:
        return reader_of(Known)(given, where, faults)
    moment = reader_of(Moment)(given, where, faults)
    return BAD if moment is BAD else Known(KnownFrom.MOMENT, moment)


KnownBy = Annotated[Known, Reads(_read_known)]


class SealKind(StrEnum):
    """What is sealed."""

    DECK = "deck"
    ENVELOPE = "envelope"
    BOX = "box"
    SUPPLEMENT = "supplement"


@dataclass(frozen=True, slots=True)
class Slot:
    """A sticker slot on every mage mat, and the moment it opens."""

    id: Id
    moment: Moment
    part: Text | None = None  # of its moment, where it has two


@dataclass(frozen=True, slots=True)
class RuleSection:
    """A lettered hole in the rulebook: where it is and when its sticker comes."""

    letter: Text
    moment: Moment
    place: Name
    page: Positive
    inferred: bool = False  # the letter is a reading, not a certainty
    letters: tuple[Text, ...] = ()  # what the letter may be, where inferred
    replaces_steps: tuple[Dial, ...] = ()
    evolution: bool = False  # this section brings Evolution
    goes_on: Positive | None = None  # its sticker's second page

    @property
    def pages(self) -> int | str:
        """Return its page, or both: "18–19"."""
        return f"{self.page}–{self.goes_on}" if self.goes_on else self.page


@dataclass(frozen=True, slots=True)
class Seal:
    """Anything sealed; ``moment`` is None where only the story card says when it is opened."""

    id: Id
    kind: SealKind
    label: Text  # what is printed on it: "Ia", "3", "B", "#1"
    moment: Moment | None
    middle_stop: bool = False  # opened to the STOP card in its middle first
    parts: tuple[Text, ...] = ()  # of a supplement, as far as they are known
    holds: Name | None = None  # what is in it, where that is known


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter of the campaign; ``always_onward``: the story goes on win or lose."""

    number: Dial
    title: Name | None
    title_known: KnownBy
    nemesis: str | None
    envelope: str | None
    nemesis_inferred: bool = False  # which nemesis it is, is a reading and not a certainty
    always_onward: bool = False
    onward_in_table: bool = False  # the printed table of results has the next chapter after it


@dataclass(frozen=True, slots=True)
class PlayerAid:
    """The sticker that comes onto the players' aids: the number of the card, and when."""

    number: Text
    moment: Moment


@dataclass(frozen=True, slots=True)
class SupportDeck:
    """A deck beside the nemesis' mat; its last card is resolved when the game ends."""

    then_read: Text  # the story card to read after that, win or lose
