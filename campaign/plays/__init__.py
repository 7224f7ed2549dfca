"""The play log: somebody's games, of campaigns and one-off, in one table.

Somebody's games are those of the campaigns they belong to, their own one-off games, and those that
were played among the people of their campaigns. Everything comes from records they may read.
"""

from campaign.plays.known import known_to
from campaign.plays.log import OLDEST, PAGE, LogPage, Place, PlayLog
from campaign.plays.naming import box_name, mage_name, nemesis_name
from campaign.plays.telling import campaign_play, one_off_play
from campaign.plays.values import CAMPAIGN, ONE_OFF, Known, Play, Sitting, Wanted

__all__ = [
    "CAMPAIGN",
    "OLDEST",
    "ONE_OFF",
    "PAGE",
    "Known",
    "LogPage",
    "Place",
    "Play",
    "PlayLog",
    "Sitting",
    "Wanted",
    "box_name",
    "campaign_play",
    "known_to",
    "mage_name",
    "nemesis_name",
    "one_off_play",
]
