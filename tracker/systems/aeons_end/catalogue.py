"""What programs read of the boxes."""

from collections.abc import Callable, Iterator

from campaign.models import Person
from campaign.rules.aeons_end.catalogue.pack import (
    Card,
    KnownFrom,
    MageMat,
    Nemesis,
    NemesisCard,
    Pack,
)
from campaign.rules.aeons_end.catalogue.series import Series
from tracker.faces.face import CatalogueEntry
from tracker.systems.aeons_end.shared import selectors
from tracker.systems.aeons_end.shared.shelf import collection_of, opened_by, playable

Thing = MageMat | Nemesis | Card | NemesisCard


def box_catalogue(system: str) -> Callable[[Person, str], Iterator[CatalogueEntry]]:
    """Return what yields the things in one box that are known from the start."""

    def catalogue(person: Person, language: str) -> Iterator[CatalogueEntry]:
        del person  # whoever has finished it finds the rest among all boxes
        yield from _things(selectors.box(system), language, "")

    return catalogue


def series_catalogue(person: Person, language: str) -> Iterator[CatalogueEntry]:
    """Yield what is in all boxes, except those that are sealed for a person."""
    series: Series = selectors.series()
    opened = opened_by(person, collection_of(person))
    for box in playable(series.boxes, opened):
        is_open = box.slug in opened
        yield from _things(box.pack, language, box.name(language), is_open=is_open)


def _things(
    pack: Pack, language: str, box: str, *, is_open: bool = False
) -> Iterator[CatalogueEntry]:
    def is_known(thing: Thing) -> bool:
        return is_open or thing.known.by is KnownFrom.START

    def entry(kind: str, thing: Thing, **facts: int | str | None) -> CatalogueEntry:
        printed = {name: fact for name, fact in facts.items() if fact is not None}
        return CatalogueEntry(kind, thing.id, thing.name.in_language(language), box, printed)

    for mage in filter(is_known, pack.mages):
        yield entry("mage", mage)
    for nemesis in filter(is_known, pack.nemeses):
        yield entry("nemesis", nemesis, life=nemesis.life)
    for card in filter(is_known, pack.cards):
        yield entry("card", card, type=str(card.kind), cost=card.cost)
    for basic in filter(is_known, pack.nemesis_cards):
        yield entry("nemesis card", basic, type=str(basic.kind), tier=basic.tier, life=basic.life)
