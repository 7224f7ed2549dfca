"""Draws that are the same each time.

What any draw may bring is for the properties, which say which one failed.
"""

from random import Random, SystemRandom

import pytest


def seed_random(patch: pytest.MonkeyPatch, seed: str) -> None:
    """Draw mages, cards, dice and tokens by a seed."""
    draws = Random(seed)
    for source in ("getrandbits", "random", "randbytes"):
        patch.setattr(SystemRandom, source, getattr(draws, source))
