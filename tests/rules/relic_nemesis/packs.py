"""The pack of this game, and set-ups drawn from it."""

from __future__ import annotations

from pathlib import Path
from random import Random

from campaign.rules.core.system import Shelf
from campaign.rules.relic_nemesis.catalogue import load_pack
from campaign.rules.relic_nemesis.choices import Choices, Setup
from campaign.rules.relic_nemesis.systems import GAMES

ROOT = Path(__file__).resolve().parents[3]
PACK = load_pack(ROOT / "fixtures/packs/relic_nemesis/relic-nemesis.json")


def draw(choices: Choices, rng: Random | None = None) -> Setup:
    """Draw a set-up."""
    return GAMES.draw(Shelf(PACK), choices, rng or Random(5))
