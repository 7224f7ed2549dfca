"""Rows as values: what the tables hold, as the values that a game system works with."""

from campaign.records.facts import fact_of
from campaign.records.record import (
    Entry,
    GameRecord,
    Record,
    game_record,
    game_records,
    record_of,
)

__all__ = [
    "Entry",
    "GameRecord",
    "Record",
    "fact_of",
    "game_record",
    "game_records",
    "record_of",
]
