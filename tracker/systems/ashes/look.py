"""The look of the duel: a flame on a die."""

from tracker.pictures.look import Accent, Look
from tracker.pictures.sigils import Motif

LOOK = Look(
    Accent.EMBER,
    "ashes/look/emblem.html",
    "ashes/look/motif.html",
    Motif.FLAMES,
    "ashes/look/ending.html",
)
