"""Who plays a campaign: in tables of its system, which has one line here."""

from typing import Any

from campaign.models import Campaign
from campaign.records.aeons_end import Mages
from campaign.rules.registry import get_system

PARTIES = {"aeons-end-legacy": Mages()}


def party_of(campaign: Campaign) -> tuple[Any, ...]:
    """Return who plays a campaign."""
    get_system(campaign.system)  # which may be gone
    return PARTIES[campaign.system].read(campaign)
