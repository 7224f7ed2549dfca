"""Photos of the table as a game's page shows them."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from campaign.models import Game
from tracker.pixels import THUMB_MOST


@dataclass(frozen=True, slots=True)
class PhotoView:
    """A photo as a page shows it."""

    name: str
    url: str
    thumbnail_url: str
    caption: str
    alt: str
    width: int
    height: int


def photo_views(game: Game) -> tuple[PhotoView, ...]:
    """Return the photos of a game, the first one first."""
    alt = _("Photo of this game")
    space, code = "one_off_", game.code
    if game.campaign is not None:
        alt = _("Photo of game %(game)s") % {"game": game.number}
        space, code = "", game.campaign.code
    views = []
    for photo in game.photos.all():
        scale = min(1, THUMB_MOST / max(photo.width, photo.height))
        view = PhotoView(
            name=photo.name,
            url=reverse(f"{space}photo", args=[code, photo.name]),
            thumbnail_url=reverse(f"{space}photo_thumb", args=[code, photo.name]),
            caption=photo.caption,
            alt=photo.caption or alt,
            width=max(1, round(photo.width * scale)),
            height=max(1, round(photo.height * scale)),
        )
        views.append(view)
    return tuple(views)
