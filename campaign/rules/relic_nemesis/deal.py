"""The deal of nemesis sheets (p. 6, step 1): two to each nemesis, who keeps one in secret."""

from random import Random

from campaign.rules.relic_nemesis.catalogue import Nemesis, Pack

DEALT = 2  # sheets to each nemesis


def deal(pack: Pack, seats: tuple[int, ...], rng: Random) -> dict[int, tuple[Nemesis, ...]]:
    """Deal two sheets to each nemesis, or one if there are too few."""
    sheets = list(pack.nemeses)
    rng.shuffle(sheets)
    each = min(DEALT, len(sheets) // len(seats)) if seats else 0
    return {
        seat: tuple(sheets[place * each : (place + 1) * each]) for place, seat in enumerate(seats)
    }
