"""A box that does not exist: what the demo's players find where a real box is sealed."""

from __future__ import annotations

from collections.abc import Mapping

from campaign.rules.aeons_end.catalogue.pack import CardKind, NemesisKind
from campaign.rules.aeons_end.legacy.facts import BasicJoined, Foe
from campaign.rules.aeons_end.market.piles import Pile
from campaign.rules.aeons_end.nemesis_deck import PerTier, PoolCard
from campaign.rules.core.keys import typed_key

GEM, RELIC, SPELL = CardKind
ATTACK, MINION, POWER = NemesisKind.ATTACK, NemesisKind.MINION, NemesisKind.POWER


def foe(name: str, life: int) -> Foe:
    """Return a nemesis that the players typed."""
    return Foe(typed_key(name), name, life)


def pile(name: str, kind: CardKind, cost: int) -> Pile:
    """Return a pile that the players typed."""
    return Pile(typed_key(name), name, kind, cost)


def basic(
    name: str, tier: int, kind: NemesisKind, number: int | None = None, spaces: int | None = None
) -> PoolCard:
    """Return a basic card that the players typed; a minion has life, a power has tokens."""
    return PoolCard(
        key=typed_key(name),
        name=name,
        tier=tier,
        kind=kind,
        spaces=spaces,
        life=number if kind is MINION else None,
        power=number if kind is POWER else None,
    )


# Chapter 1's is printed on the open box; nobody is told anything by its name.
NEMESES: Mapping[int, Foe] = {
    1: Foe("maelstrom"),
    2: foe("The Tallow King", 45),
    3: foe("Choir of Nails", 55),
    4: foe("The Drowned Bellows", 60),
    5: foe("Ninefold Heron", 70),
    6: foe("The Unlit Regent", 75),
    7: foe("Who Waits Below the Well", 85),
}
OFFERS: Mapping[int, tuple[Pile, ...]] = {
    1: (
        pile("Lamplit Opal", GEM, 4),
        pile("Hollow Thimble", RELIC, 3),
        pile("Kindled Needle", SPELL, 3),
        pile("Glass Tempest", SPELL, 5),
    ),
    2: (
        pile("Widow’s Agate", GEM, 5),
        pile("Tinker’s Lantern", RELIC, 5),
        pile("Cinder Waltz", SPELL, 4),
        pile("Nettle Script", SPELL, 6),
    ),
    3: (
        pile("Sleeping Beryl", GEM, 3),
        pile("Brass Confessor", RELIC, 6),
        pile("Moth Litany", SPELL, 4),
        pile("Falling Steeple", SPELL, 7),
    ),
    4: (
        pile("Weeping Garnet", GEM, 6),
        pile("Salt Compass", RELIC, 4),
        pile("Borrowed Dawn", SPELL, 5),
        pile("Thirteenth Hour", SPELL, 8),
    ),
    5: (
        pile("Marrow Pearl", GEM, 5),
        pile("Ferryman’s Coin", RELIC, 3),
        pile("Root and Rafter", SPELL, 6),
        pile("Quiet Detonation", SPELL, 7),
    ),
    6: (
        pile("Owl-Eye Quartz", GEM, 4),
        pile("The Patient Anvil", RELIC, 7),
        pile("Paper Dragon", SPELL, 3),
        pile("Hymn for Two Voices", SPELL, 6),
    ),
    7: (
        pile("Heart of the Kiln", GEM, 6),
        pile("Mirrorless Frame", RELIC, 5),
        pile("Winter Inventory", SPELL, 4),
        pile("Last Word but One", SPELL, 8),
    ),
}
BASICS: tuple[PoolCard, ...] = (
    basic("Ash Rain", 1, ATTACK, spaces=1),
    basic("Lesser Gnaw", 1, MINION, 4),
    basic("Creeping Debt", 1, POWER, 2, spaces=2),
    basic("Splinter Hound", 1, MINION, 5, spaces=1),
    basic("Rust Breath", 1, ATTACK),
    basic("Undertow", 2, ATTACK, spaces=1),
    basic("Hollow Choir", 2, MINION, 7, spaces=2),
    basic("Slow Bell", 2, POWER, 3),
    basic("Candle Thief", 2, MINION, 6),
    basic("Marrow Frost", 2, ATTACK, spaces=1),
    basic("The Long Nail", 2, POWER, 2),
    basic("Gallows Moth", 3, MINION, 10, spaces=1),
    basic("Red Ledger", 3, POWER, 3),
    basic("Sundering Hush", 3, ATTACK),
    basic("Hundred Doors", 3, ATTACK, spaces=2),
    basic("Grave Tide", 3, ATTACK),
    basic("Bone Steward", 3, MINION, 12, spaces=0),
    basic("Last Ember", 3, POWER, 4),
)


def pool(counts: PerTier) -> list[BasicJoined]:
    """Return a campaign's basic cards joining, so many of each tier."""
    return [
        BasicJoined(card)
        for tier, count in enumerate(counts, start=1)
        for card in [card for card in BASICS if card.tier == tier][:count]
    ]
