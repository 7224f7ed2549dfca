"""The parties of campaigns, in tables of their system; one line a system."""

from typing import Any

from campaign.models import Campaign
from campaign.records.aeons_end import Mages, NoParty
from campaign.rules.registry import get_system

PARTIES: dict[str, Mages] = {"aeons-end-legacy": Mages(), "aeons-end": NoParty()}


def party_of(campaign: Campaign) -> tuple[Any, ...]:
    """Return the seats of a campaign."""
    get_system(campaign.system)  # raises if there is no such system any more
    return PARTIES[campaign.system].read(campaign)
