"""Files of a campaign, to print or share."""

from collections.abc import Callable, Sequence
from functools import partial

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.text import slugify

from campaign.models import Campaign, Photo
from campaign.selectors.games import photos_of
from tracker.sheets.compiler import Document, Format
from tracker.web.sheet_response import sheet_response


def campaign_file(
    request: HttpRequest,
    campaign: Campaign,
    name: str,
    make: Callable[[], Document],
    *shows: object,
    form: Format = Format.PDF,
) -> HttpResponse:
    """Serve a file of a campaign; ``shows`` is in its ETag, beside name and stamp."""
    return sheet_response(
        request,
        make,
        name=f"{slugify(campaign.name) or campaign.code}-{name}",
        shows=(name, campaign.stamp, *shows),
        form=form,
        foot=request.get_host() + reverse("campaign", args=[campaign.code]),
    )


def file_with_photos(
    request: HttpRequest,
    campaign: Campaign,
    name: str,
    make: Callable[[Campaign, Sequence[Photo]], Document],
) -> HttpResponse:
    """Serve a file of a campaign with the photos of its games."""
    photos = list(photos_of(campaign))
    # Photos change without changing the campaign's stamp.
    captions = ((photo.name, photo.caption) for photo in photos)
    return campaign_file(request, campaign, name, partial(make, campaign, photos), *captions)
