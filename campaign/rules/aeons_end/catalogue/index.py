"""The lookups of a pack by id, so that none of them walks a list."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from campaign.rules.aeons_end.catalogue.pack import NemesisCard, Pack


class PackIndex:
    """The lookups of a pack, built once: a page asks for hundreds of cards by id.

    The things of ``boxes``, which lie on the shelf of a series, are found by their keys too.
    """

    def __init__(self, pack: Pack, boxes: Iterable[Pack] = ()) -> None:
        every = (pack, *boxes)
        self.cards = {card.id: card for each in every for card in each.cards}
        self.nemesis_cards = {card.id: card for each in every for card in each.nemesis_cards}
        self.nemeses = {nemesis.id: nemesis for each in every for nemesis in each.nemeses}
        self.mages = {mage.id: mage for each in every for mage in each.mages}
        self.suggested_markets = {
            market.id: market for each in every for market in each.suggested_markets
        }
        self.breaches = {breach.number: breach for breach in pack.breaches}
        self.chapters = {chapter.number: chapter for chapter in pack.chapters}
        self.seals = {seal.id: seal for seal in pack.seals}
        self.sections = {section.letter: section for section in pack.sections}
        self.slots = {slot.id: slot for slot in pack.slots}
        self.difficulties = {difficulty.id: difficulty for difficulty in pack.difficulties}
        self.market_templates = {template.id: template for template in pack.market_templates}
        self.piles = tuple(card for card in pack.cards if not card.starter)
        self.basics = tuple(card for card in pack.nemesis_cards if card.basic)
        self.own: dict[str, tuple[NemesisCard, ...]] = {}
        for card in pack.nemesis_cards:
            if card.nemesis is not None:
                self.own[card.nemesis] = (*self.own.get(card.nemesis, ()), card)
