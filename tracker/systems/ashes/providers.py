"""The decks that a player can bring to a game: each provider offers some of them.

Another source of decks is another function in ``PROVIDERS``; the forms ask them all.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from campaign.models import Person
from campaign.packs import get_pack
from campaign.rules.ashes.catalogue import SLUG, Catalogue
from campaign.rules.ashes.deck import Deck
from campaign.selectors.ashes import decks_of

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


Provider = Callable[[Person | None, str], Iterable[DeckOption]]


def random_deck(person: Person | None, language: str) -> Iterator[DeckOption]:
    """Offer one of the ready-made decks at random."""
    del person, language
    yield DeckOption(RANDOM, _("Random ready-made deck"), "")


def ready_made(person: Person | None, language: str) -> Iterator[DeckOption]:
    """Offer the ready-made decks of the box."""
    del person
    catalogue: Catalogue = get_pack(SLUG)
    for deck in catalogue.decks.values():
        born = catalogue.name_of("character", deck.phoenixborn, language)
        label = f"{deck.name.in_language(language)} · {born}"
        yield DeckOption(f"{READY}{deck.id}", label, _("Ready-made decks"), ready=deck.id)


def own_decks(person: Person | None, language: str) -> Iterator[DeckOption]:
    """Offer somebody's own decks that can be played; the game keeps a copy."""
    for each in decks_of(person) if person else ():
        if each.is_playable:
            born = get_pack(SLUG).name_of("character", each.deck.phoenixborn or "", language)
            label = " · ".join(filter(None, (each.deck.name, born)))
            value = f"{OWN}{each.saved.code}"
            yield DeckOption(value, label or each.saved.code, _("Your decks"), deck=each.deck)


PROVIDERS: list[Provider] = [random_deck, own_decks, ready_made]


def deck_options(person: Person | None, language: str) -> dict[str, DeckOption]:
    """Return every deck that somebody can choose, by its value."""
    found = (option for provider in PROVIDERS for option in provider(person, language))
    return {option.value: option for option in found}
