"""The real packs and a few made-up cards, for tests of the rules."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from campaign.rules.aeons_end.catalogue.loader import load_pack
from campaign.rules.aeons_end.catalogue.pack import Card, CardKind, Known, Name, NemesisKind, Pack
from campaign.rules.aeons_end.catalogue.series import Series, load_series
from campaign.rules.aeons_end.market.piles import Pile
from campaign.rules.aeons_end.nemesis_deck import PoolCard
from campaign.rules.core.keys import typed_key

PACKS = Path(__file__).resolve().parents[2] / "fixtures" / "packs" / "aeons_end"


@cache
def legacy() -> Pack:
    """Load the Legacy pack."""
    return load_pack(PACKS / "aeons-end-legacy.json")


@cache
def war_eternal() -> Pack:
    """Load the War Eternal pack."""
    return load_pack(PACKS / "aeons-end-war-eternal.json")


@cache
def series() -> Series:
    """Load every box."""
    return load_series(PACKS / "aeons-end.json")


def card(card_id: str, kind: CardKind, cost: int, *, starter: bool = False) -> Card:
    """Make up a player card."""
    return Card(card_id, Name(card_id), kind, cost, 0 if starter else 5, Known(), starter=starter)


def pile(name: str, kind: CardKind = CardKind.GEM, cost: int = 3) -> Pile:
    """Make up a pile that players typed."""
    return Pile(typed_key(name), name, kind, cost)


def basic(key: str, tier: int = 1, spaces: int | None = None) -> PoolCard:
    """Make up a basic card of a pool."""
    return PoolCard(key, "", tier, NemesisKind.ATTACK, spaces)
