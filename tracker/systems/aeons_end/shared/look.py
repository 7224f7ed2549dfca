"""The looks of the boxes: the breach ring, with another sign in it for each way to play."""

from dataclasses import replace

from campaign.rules.aeons_end import systems
from tracker.pictures.look import Accent, Look

WAR_ETERNAL = Look(Accent.VIOLET, "aeons_end/look/emblem.html", "aeons_end/look/motif.html")
LEGACY = replace(WAR_ETERNAL, emblem="aeons_end/look/emblem_legacy.html")
SERIES = replace(WAR_ETERNAL, emblem="aeons_end/look/emblem_boxes.html")
BY_SLUG = {
    systems.LEGACY.slug: LEGACY,
    systems.WAR_ETERNAL.slug: WAR_ETERNAL,
    systems.SERIES.slug: SERIES,
}
