"""The look of the hunt: a bust on its plinth, and the dice of a battle."""

from tracker.pictures.look import Accent, Look

LOOK = Look(Accent.VERDIGRIS, "relic_nemesis/look/emblem.html", "relic_nemesis/look/motif.html")
