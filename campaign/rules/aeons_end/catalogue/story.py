"""What a legacy box changes as its story goes on: chapters, seals, rule sections, sticker slots."""

from dataclasses import dataclass
from enum import StrEnum

from campaign.rules.aeons_end.catalogue.known import KnownBy, Moment
from campaign.rules.aeons_end.catalogue.values import Dial, Positive
from campaign.rules.core.pack import Id, Name, Text


class SealKind(StrEnum):
    """What an unopened thing is."""

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
    """Anything unopened; ``moment`` is None where only the story card knows."""

    id: Id
    kind: SealKind
    label: Text  # what is printed on it: "Ia", "3", "B", "#1"
    moment: Moment | None
    open_at_start: bool = False
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
