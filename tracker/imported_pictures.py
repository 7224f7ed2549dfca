"""Pictures out of a campaign's file: checked as those that people send."""

import io

from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from campaign.exchange import PictureFault
from campaign.pictures import Picture
from tracker.pixels import SIDE_MOST
from tracker.uploads import PictureRefused, read_picture


def read_imported(data: bytes, portrait: bool) -> Picture:
    """Return a picture of an archive, encoded anew; none that an export has written is larger."""
    try:
        with Image.open(io.BytesIO(data), formats=("WEBP",)) as image:
            large = max(image.size) > SIDE_MOST
    except Exception as error:
        # As in tracker.uploads: a decoder fed with hostile data fails in ways nobody has listed.
        raise PictureFault("not a WebP picture") from error
    if large:
        raise PictureFault(f"more than {SIDE_MOST} pixels on a side")
    try:
        return read_picture(SimpleUploadedFile("picture.webp", data), square=portrait)
    except PictureRefused as refused:
        raise PictureFault(str(refused.fault)) from refused
