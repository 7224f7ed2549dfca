"""Photos of the table as a game's page shows them."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from campaign.models import Game, Photo
from tracker.access import Access
from tracker.uploads import THUMB_MOST


@dataclass(frozen=True, slots=True)
class PhotoView:
    """A photo as the page shows it, and where it is changed."""

    name: str
    url: str
    thumbnail_url: str
    caption_url: str
    delete_url: str
    caption: str
    alt: str
    width: int
    height: int


def photo_views(access: Access, session: Game) -> tuple[PhotoView, ...]:
    """Return the photos of a campaign's game, the first one first."""
    alt = _("Photo of game %(game)s") % {"game": session.number}
    return tuple(
        _view(photo, alt, "", [access.campaign.code], [session.number])
        for photo in session.photos.all()
    )


def one_off_photo_views(game: Game) -> tuple[PhotoView, ...]:
    """Return the photos of a one-off game, the first one first."""
    alt = _("Photo of this game")
    return tuple(_view(photo, alt, "one_off_", [game.code], []) for photo in game.photos.all())


def _view(photo: Photo, alt: str, space: str, code: list[str], number: list[int]) -> PhotoView:
    """Return a photo; ``space`` is what the names of its addresses begin with."""
    scale = min(1, THUMB_MOST / max(photo.width, photo.height))
    return PhotoView(
        name=photo.name,
        url=reverse(f"{space}photo", args=[*code, photo.name]),
        thumbnail_url=reverse(f"{space}photo_thumb", args=[*code, photo.name]),
        caption_url=reverse(f"{space}photo_caption", args=[*code, *number, photo.name]),
        delete_url=reverse(f"{space}photo_delete", args=[*code, *number, photo.name]),
        caption=photo.caption,
        alt=photo.caption or alt,
        width=max(1, round(photo.width * scale)),
        height=max(1, round(photo.height * scale)),
    )
