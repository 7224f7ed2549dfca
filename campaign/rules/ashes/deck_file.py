"""A file of decks, as this site writes and reads it."""

from dataclasses import dataclass
from typing import Annotated, Final

from campaign.rules.ashes.deck import Deck
from campaign.rules.core.constraints import VISIBLE, Check, Limit, Line, Most, one_of
from campaign.rules.core.entries import Text

FORMAT: Final = "ashes-decks"
VERSION: Final = 1
MAX_DECKS: Final = 200  # of a person, and of a file
MAX_TAGS: Final = 10  # of one deck
MAX_TAG: Final = 30  # characters

_SOME = Check(bool, "at least one deck", schema={"minItems": 1})


@dataclass(frozen=True, slots=True)
class BesideDeck:
    """What stands beside a deck, for its owner alone."""

    note: Text = ""
    tags: Annotated[tuple[Annotated[str, Line(MAX_TAG), VISIBLE], ...], Most(MAX_TAGS)] = ()


@dataclass(frozen=True, slots=True)
class DeckFile:
    """Decks, and in the same order what stands beside each."""

    format: Annotated[str, one_of(FORMAT)]
    decks: Annotated[tuple[Deck, ...], Most(MAX_DECKS), _SOME]
    version: Annotated[int, Limit(VERSION, VERSION)] = VERSION
    about: Annotated[tuple[BesideDeck, ...], Most(MAX_DECKS)] = ()
