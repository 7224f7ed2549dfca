"""The games that can be started here, as tiles of the front door, home and the start pages."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _

from tracker.faces.campaigns import CampaignFace
from tracker.faces.registry import FACES, campaign_faces, face_of, one_off_faces

SHARED_START: Final = "start"  # the page that starts a campaign of most systems


@dataclass(frozen=True, slots=True)
class GameTile:
    """A link that starts something of one system, with its emblem."""

    system: str
    name: str
    url: str
    note: str = ""
    is_chosen: bool = False


def one_off_tiles(chosen: str = "") -> tuple[GameTile, ...]:
    """Return a tile for each system of which a one-off game can be started."""
    return tuple(
        GameTile(
            system=slug,
            name=face_of(slug).name,
            url=reverse("new_game", query={"system": slug}),
            note=str(face.lead),
            is_chosen=slug == chosen,
        )
        for slug, face in one_off_faces().items()
    )


def campaign_tiles(chosen: str = "") -> tuple[GameTile, ...]:
    """Return a tile for each system of which a campaign can be started."""
    return tuple(
        GameTile(
            system=slug,
            name=face_of(slug).name,
            url=_campaign_start_url(slug, face),
            is_chosen=slug == chosen,
        )
        for slug, face in campaign_faces().items()
    )


def link_tiles() -> tuple[GameTile, ...]:
    """Return a tile for each page that only one system has, and that home links to."""
    return tuple(
        GameTile(system=face.slug, name=str(link.label), url=link.url)
        for face in FACES.values()
        for link in face.home_links
    )


def game_tiles() -> Sequence[GameTile]:
    """Return a tile for each system: of one without one-off games, the start of a campaign."""
    campaigns = [
        GameTile(tile.system, tile.name, tile.url, note=_("Start a campaign"))
        for tile in campaign_tiles()
        if tile.system not in one_off_faces()
    ]
    return (*campaigns, *one_off_tiles())


def _campaign_start_url(slug: str, face: CampaignFace) -> str:
    if face.start_page != SHARED_START:
        return reverse(face.start_page)
    return reverse(SHARED_START, query={"system": slug})
