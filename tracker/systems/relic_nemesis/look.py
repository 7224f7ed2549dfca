"""The look of the hunt: a bust on its plinth, and the dice of a battle."""

from tracker.pictures.look import Accent, Look
from tracker.pictures.sigils import Motif

LOOK = Look(
    Accent.VERDIGRIS,
    "relic_nemesis/look/emblem.html",
    "relic_nemesis/look/motif.html",
    Motif.COGS,
    "relic_nemesis/look/ending.html",
)
