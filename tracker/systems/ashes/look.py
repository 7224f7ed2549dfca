"""The look of the duel: a flame on a die."""

from tracker.pictures.look import Accent, Look

LOOK = Look(Accent.EMBER, "ashes/look/emblem.html", "ashes/look/motif.html")
