"""Names in a campaign: the pack's in the language of the box, or what players typed."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from campaign.rules.aeons_end.catalogue.pack import Pack, Seal
from campaign.rules.aeons_end.legacy.facts import Foe
from campaign.rules.aeons_end.legacy.state import OpenedSeal
from campaign.rules.aeons_end.mages import CardRef, Mat
from campaign.rules.aeons_end.market.piles import Pile
from campaign.rules.aeons_end.nemesis_deck import PoolCard
from campaign.rules.aeons_end.sheet import SheetNemesisCard, SheetPile, Value
from campaign.rules.aeons_end.sheet_parts import with_names


@dataclass(frozen=True, slots=True)
class Namer:
    """Names in one language of the box, of things that the campaign has."""

    pack: Pack
    language: str = "en"

    def name(self, thing: Pile | CardRef | PoolCard | Foe) -> str:
        """Return the name of a pile, a card or a nemesis."""
        known = self.pack.find.thing(thing.key)
        return thing.name or (known.name.in_language(self.language) if known else thing.key)

    def piles(
        self, market: Iterable[Pile], *, changed: Collection[Value] = ()
    ) -> tuple[SheetPile, ...]:
        """Return the piles of a market; ``changed`` are the keys of those that are new to it."""
        copies = self.pack.market.copies
        return tuple(
            SheetPile(pile.key, self.name(pile), str(kind), cost, copies[kind], pile.key in changed)
            for pile in market
            for kind, cost in [pile.printed]
        )

    def mat(self, mat: Mat) -> Mat:
        """Return a mat on which everything has its name."""
        return with_names(mat, self.name)

    def basic(self, card: PoolCard) -> SheetNemesisCard:
        """Return a basic nemesis card as this campaign has it."""
        evolved = card.evolved_from is not None
        name, kind = self.name(card), str(card.kind)
        return SheetNemesisCard(card.key, name, kind, card.stickers, evolved)

    def seal_values(self, seal: OpenedSeal) -> dict[str, Value]:
        """Return the values for a sentence about an opened seal."""
        known = self.pack.find.seal(seal.seal)
        if known is None:
            return {"seal": seal.seal, "kind": "other", "label": seal.name}
        values = seal_values(known)
        return {**values, "parts": seal.parts} if seal.parts else values


def seal_values(seal: Seal) -> dict[str, Value]:
    """Return the values for a sentence about a seal of the pack."""
    return {"seal": seal.id, "kind": str(seal.kind), "label": seal.label}
