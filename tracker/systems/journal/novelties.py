"""What can come out of a box and be entered as new."""

from enum import StrEnum


class New(StrEnum):
    """What can come out of a box."""

    THING = "thing"
    NUMBER = "number"
    SEAL = "seal"
    CHAPTER = "chapter"
    REMINDER = "reminder"
