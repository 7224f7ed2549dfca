"""Whom an effect of the nemesis hits; of several who fit, players choose (WE 18, L 18)."""

from collections.abc import Callable

from campaign.rules.aeons_end.catalogue.pack import BreachState
from campaign.rules.aeons_end.live.table import LiveMage, Table
from campaign.rules.aeons_end.unleash import Who

_COUNTS: dict[Who, Callable[[LiveMage], int]] = {
    Who.LOWEST_LIFE: lambda mage: -mage.life,
    Who.MOST_CHARGES: lambda mage: sum(mage.charges),
    Who.MOST_PREPPED: lambda mage: len(mage.prepped),
    Who.MOST_OPEN: lambda mage: sum(b.state is BreachState.OPEN for b in mage.breaches),
}
COUNTED = tuple(_COUNTS)  # what the table can tell


def who_is_hit(table: Table, who: Who) -> tuple[int, ...]:
    """Return the seats that fit; several are a tie, none means that nobody does."""
    count = _COUNTS.get(who)
    if count is None:
        return tuple(mage.seat for mage in table.mages)
    able = [m for m in table.mages if who is not Who.LOWEST_LIFE or not m.exhausted]
    most = max((count(mage) for mage in able), default=0)
    if who is not Who.LOWEST_LIFE and not most:
        return ()
    return tuple(mage.seat for mage in able if count(mage) == most)
