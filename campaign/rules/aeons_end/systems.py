"""The boxes of Aeon's End that are game systems of their own."""

from campaign.rules.aeons_end.catalogue.loader import load_pack
from campaign.rules.aeons_end.catalogue.series import load_series
from campaign.rules.aeons_end.expeditions import system as expeditions
from campaign.rules.aeons_end.legacy import system as legacy
from campaign.rules.aeons_end.live.system import LIVE
from campaign.rules.aeons_end.one_off import system as one_off
from campaign.rules.core.system import System

FAMILY = "aeons_end"

LEGACY = System("aeons-end-legacy", FAMILY, load_pack, campaign=legacy.RULES, live=LIVE)
SERIES = System(
    "aeons-end",
    FAMILY,
    load_series,
    one_off=one_off.GAMES,
    campaign=expeditions.RULES,
    live=LIVE,
)
WAR_ETERNAL = System("aeons-end-war-eternal", FAMILY, load_pack, one_off=one_off.GAMES, live=LIVE)
SYSTEMS = (LEGACY, WAR_ETERNAL, SERIES)
SLUGS = tuple(system.slug for system in SYSTEMS)
