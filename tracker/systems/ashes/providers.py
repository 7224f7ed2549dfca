"""The decks that a player can bring to a game."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from campaign.models import Person
from campaign.rules.ashes.deck import Deck
from campaign.selectors.ashes import catalogue, decks_of

RANDOM = "random"
READY = "ready:"
OWN = "own:"


@dataclass(frozen=True, slots=True)
class DeckOption:
    """A deck to choose: a ready-made one, one of somebody's own, or neither for a random one."""

    value: str  # of the form's field
    label: str
    group: str  # the heading under which it is offered; "" for none
    ready: str | None = None
    deck: Deck | None = None  # the copy that the game keeps


def deck_options(person: Person | None, language: str) -> dict[str, DeckOption]:
    """Return every deck that somebody can choose, by its value."""
    return {option.value: option for option in _options(person, language)}


def _options(person: Person | None, language: str) -> Iterator[DeckOption]:
    """Yield a random deck, somebody's own that can be played, and the ready-made ones."""
    box = catalogue()
    yield DeckOption(RANDOM, _("Random ready-made deck"), "")
    for each in decks_of(person) if person else ():
        if each.is_playable:
            born = box.name_of("character", each.deck.phoenixborn or "", language)
            label = " · ".join(filter(None, (each.deck.name, born)))
            value = f"{OWN}{each.saved.code}"
            yield DeckOption(value, label or each.saved.code, _("Your decks"), deck=each.deck)
    for deck in box.decks.values():
        born = box.name_of("character", deck.phoenixborn, language)
        label = f"{deck.name.in_language(language)} · {born}"
        yield DeckOption(f"{READY}{deck.id}", label, _("Ready-made decks"), ready=deck.id)
