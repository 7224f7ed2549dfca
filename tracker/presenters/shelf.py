"""Somebody's campaigns, for their home page and for the API."""

import datetime
from dataclasses import dataclass

from django.utils.translation import gettext as _

from campaign.models import Campaign, Membership, Person, Role
from campaign.selectors.progress import Progress, progress_of
from tracker.faces.registry import campaign_face


@dataclass(frozen=True, slots=True)
class ShelvedCampaign:
    """A campaign in somebody's list."""

    campaign: Campaign
    role: Role
    progress: str
    played_on: datetime.date | None


def shelf_of(person: Person) -> list[ShelvedCampaign]:
    """Return somebody's campaigns, the last written to first, in a fixed number of queries."""
    places = progress_of(person)
    mine = [place.campaign_id for place, _progress in places]

    def rank(found: tuple[Membership, Progress]) -> tuple[bool, int]:
        place, progress = found
        # A fork comes last for a member of the original.
        return place.campaign.forked_from_id not in mine, progress.last_change

    places.sort(key=rank, reverse=True)
    return [_shelved(place, progress) for place, progress in places]


def _shelved(place: Membership, progress: Progress) -> ShelvedCampaign:
    """Return a campaign with its progress, without replaying it."""
    campaign, said = place.campaign, _("not begun yet")
    # Two queries: between them its game may have been planned, or undone, or all of it deleted.
    if progress.game is not None and progress.facts:
        face = campaign_face(campaign.system)
        said = face.progress(campaign, progress.game, progress.facts)
    return ShelvedCampaign(campaign, Role(place.role), said, progress.played_on)
