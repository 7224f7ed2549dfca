"""What journals are recognised by."""

from tracker.pictures.look import Accent, Look

LOOK = Look(Accent.BRASS, "journal/look/emblem.html", "journal/look/motif.html")
