"""Stored times that no right clock can have written: somebody set a wrong clock right since.

A time that lies further ahead than what it measures was written by a clock that ran ahead. To
believe it would lock people out, or keep a door open, for as long as that clock was wrong.
"""

from datetime import timedelta

CLOCKS_DIFFER = timedelta(minutes=1)  # at most, between two machines with right clocks


def is_recent(at: float, now: float, lasts: timedelta) -> bool:
    """Say whether something was at most so long ago; not if it lies ahead. Seconds since 1970."""
    return -CLOCKS_DIFFER.total_seconds() <= now - at < lasts.total_seconds()
