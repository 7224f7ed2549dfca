"""Read the files of the sets: the core set's brings all that lie beside it."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from campaign.rules.ashes.catalogue import SLUG, Card, CardSet, CardType, Catalogue
from campaign.rules.core.pack import read_document
from campaign.rules.core.serialize import Fault, SerializeError, from_plain


def load_catalogue(path: Path) -> Catalogue:
    """Return the catalogue of a set's file; the core set's is that of all sets.

    Raises ``SerializeError`` with every fault.
    """
    first = load_set(path)
    if path.stem != SLUG:
        return Catalogue((first,))
    others = [load_set(file) for file in path.parent.glob("*.json") if file != path]
    others.sort(key=lambda each: (each.edition.value, each.promo, -len(each.cards), each.slug))
    catalogue = Catalogue((first, *others))
    faults = tuple(_faults(catalogue))
    if faults:
        raise SerializeError(faults)
    return catalogue


@cache
def load_set(path: Path) -> CardSet:
    """Return one set, or raise ``SerializeError`` with every fault."""
    return from_plain(CardSet, read_document(path))


def _faults(catalogue: Catalogue) -> Iterator[Fault]:
    """Yield ids that two sets of an edition share, and references to no card."""
    seen: dict[tuple[str, str], str] = {}
    for each in catalogue.sets:
        for card in each.cards:
            first = seen.setdefault((each.edition, card.id), each.slug)
            if first != each.slug:
                yield Fault(f"{each.slug}.{card.id}", "an id of its own", f"one that {first} has")
            yield from _references(catalogue, each, card)
        for deck in each.decks:
            for key in (deck.phoenixborn, *deck.cards, *deck.first_five):
                if catalogue.card(each.edition, key) is None:
                    yield Fault(f"{each.slug}.decks.{deck.id}", "the id of a card", key)


def _references(catalogue: Catalogue, each: CardSet, card: Card) -> Iterator[Fault]:
    path = f"{each.slug}.{card.id}"
    owner = catalogue.card(each.edition, card.exclusive_to)
    if card.exclusive_to and (owner is None or owner.type is not CardType.PHOENIXBORN):
        yield Fault(f"{path}.exclusive_to", "the id of a Phoenixborn", card.exclusive_to)
    for key in card.conjures:
        brought = catalogue.card(each.edition, key)
        if brought is None or not brought.is_conjured:
            yield Fault(f"{path}.conjures", "the id of a conjuration", key)
    if card.is_conjured and card.limit is None:
        yield Fault(f"{path}.limit", "the printed limit", "none")
