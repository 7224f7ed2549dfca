"""What many games add up to: counted by the database, in one question however many they are."""

from campaign.statistics.interval import Interval, wilson
from campaign.statistics.reading import campaign_statistics, statistics_of
from campaign.statistics.values import (
    Month,
    Score,
    Share,
    Spread,
    Statistics,
    Tellings,
)

__all__ = [
    "Interval",
    "Month",
    "Score",
    "Share",
    "Spread",
    "Statistics",
    "Tellings",
    "campaign_statistics",
    "statistics_of",
    "wilson",
]
