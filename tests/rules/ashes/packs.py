"""The real catalogue, for tests of the rules."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from campaign.rules.ashes.catalogue import Catalogue, load_catalogue
from campaign.rules.ashes.deck import Deck, ready_deck
from campaign.rules.ashes.duel import DuelChoices, SeatChoice
from campaign.rules.core.serialize import from_plain

PACKS = Path(__file__).resolve().parents[3] / "fixtures" / "packs" / "ashes"
READY = (
    "the-iron-men",
    "the-snakes-in-silver",
    "the-mist-guardian",
    "the-bloodwoods-queen",
    "the-cloudsea-siren",
    "the-shadows-of-viros",
)


@cache
def catalogue() -> Catalogue:
    """Load every set."""
    return load_catalogue(PACKS / "ashes.json")


def open_choices(players: int) -> DuelChoices:
    """Return the choices of a game whose decks are all drawn from the ready-made ones."""
    return DuelChoices((SeatChoice(),) * players)


@cache
def samples() -> tuple[Deck, ...]:
    """Return the decks of ashes.live's sample data, as it builds them."""
    plain = json.loads(Path(__file__).with_name("ashes_live_samples.json").read_text())
    return tuple(from_plain(Deck, deck) for deck in plain)


def ready(deck: str = READY[0]) -> Deck:
    """Return a ready-made deck."""
    return ready_deck(catalogue(), deck)
