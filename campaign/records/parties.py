"""Who plays a campaign: in tables of its system, which has one line here."""

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from campaign.models import Campaign
from campaign.records import aeons_end
from campaign.rules.registry import get_system


class Party(Protocol):
    """Reads and writes the party of a campaign; portraits are stored names by seat."""

    def read(self, campaign: Campaign) -> tuple[Any, ...]:
        """Return who plays, as the rules of the system seat them."""

    def write(self, campaign: Campaign, seats: Iterable[Any], portraits: Mapping[int, str]) -> None:
        """Write who plays a new campaign."""

    def portraits(self, campaign: Campaign) -> dict[int, str]:
        """Return the stored names of a campaign's portraits."""


PARTIES: Mapping[str, Party] = {"aeons-end-legacy": aeons_end.Mages()}


def party_of(campaign: Campaign) -> tuple[Any, ...]:
    """Return who plays a campaign."""
    get_system(campaign.system)  # which may be gone
    return PARTIES[campaign.system].read(campaign)
