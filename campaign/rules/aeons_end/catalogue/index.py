"""The lookups of a pack by id, so that none of them walks a list."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from campaign.rules.aeons_end.catalogue.pack import NemesisCard, Pack

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")


def _by(things: Iterable[T], key: Callable[[T], K]) -> dict[K, T]:
    return {key(thing): thing for thing in things}


class PackIndex:
    """The lookups of a pack, built once: a page asks for hundreds of cards by id."""

    def __init__(self, pack: Pack) -> None:
        self.cards = _by(pack.cards, lambda card: card.id)
        self.nemesis_cards = _by(pack.nemesis_cards, lambda card: card.id)
        self.nemeses = _by(pack.nemeses, lambda nemesis: nemesis.id)
        self.mages = _by(pack.mages, lambda mage: mage.id)
        self.breaches = _by(pack.breaches, lambda breach: breach.number)
        self.chapters = _by(pack.chapters, lambda chapter: chapter.number)
        self.seals = _by(pack.seals, lambda seal: seal.id)
        self.sections = _by(pack.sections, lambda section: section.letter)
        self.slots = _by(pack.slots, lambda slot: slot.id)
        self.difficulties = _by(pack.difficulties, lambda difficulty: difficulty.id)
        self.suggested_markets = _by(pack.suggested_markets, lambda market: market.id)
        self.market_templates = _by(pack.market_templates, lambda template: template.id)
        self.piles = tuple(card for card in pack.cards if not card.starter)
        self.basics = tuple(card for card in pack.nemesis_cards if card.basic)
        self.own: dict[str, tuple[NemesisCard, ...]] = {}
        for card in pack.nemesis_cards:
            if card.nemesis is not None:
                self.own[card.nemesis] = (*self.own.get(card.nemesis, ()), card)

    def add(self, box: Pack) -> None:
        """Find the things of a box of a shelf by their keys too."""
        self.cards.update(_by(box.cards, lambda card: card.id))
        self.nemesis_cards.update(_by(box.nemesis_cards, lambda card: card.id))
        self.nemeses.update(_by(box.nemeses, lambda nemesis: nemesis.id))
        self.mages.update(_by(box.mages, lambda mage: mage.id))
        self.suggested_markets.update(_by(box.suggested_markets, lambda market: market.id))
