"""Seeded random draws.

What any draw may bring is for the properties, which say which one failed.
"""

from random import Random, SystemRandom

import pytest


def seed_random(patch: pytest.MonkeyPatch, seed: str) -> None:
    """Seed the source of mages, cards, dice and tokens."""
    draws = Random(seed)
    for source in ("getrandbits", "random", "randbytes"):
        patch.setattr(SystemRandom, source, getattr(draws, source))
