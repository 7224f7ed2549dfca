"""The game in words: names of kinds and dice, steps, problems, records."""

from tracker.systems.ashes.words.problems import sentence
from tracker.systems.ashes.words.terms import (
    card_type,
    card_types,
    dice_name,
    edition_name,
    ending,
    level_name,
    need_words,
)

__all__ = [
    "card_type",
    "card_types",
    "dice_name",
    "edition_name",
    "ending",
    "level_name",
    "need_words",
    "sentence",
]
