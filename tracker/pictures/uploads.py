"""Uploaded pictures: validated, encoded again, and served.

The uploaded file is never stored: only its pixels are, turned upright, without location, camera,
comments or anything else that the file contained.
"""

from __future__ import annotations

import io

from django.core.files.uploadedfile import SimpleUploadedFile, UploadedFile
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.utils.translation import gettext_lazy as _
from PIL import Image

from campaign import pictures
from campaign.exchange.importing import PictureFault
from campaign.pictures import Picture
from tracker.bounded import pool as bounded
from tracker.bounded.pool import WorkBusy, WorkRefused
from tracker.bounded.work import Work
from tracker.pictures.pixels import MAX_SIDE, Fault, Refused

MAX_BYTES = 10 * 1024 * 1024

# By file extension: the formats, as Pillow names them, that may be inside. Some phones write MPO,
# which is a JPEG followed by more pictures: only the first one counts.
FORMATS = {
    "jpg": ("JPEG", "MPO"),
    "jpeg": ("JPEG", "MPO"),
    "jfif": ("JPEG", "MPO"),
    "png": ("PNG",),
    "webp": ("WEBP",),
}
ACCEPT = "image/jpeg,image/png,image/webp"  # for the file input


SENTENCES = {
    Fault.EMPTY: _("The file is empty."),
    Fault.TOO_HEAVY: _("The picture is larger than 10 MB. Send a smaller one."),
    Fault.TOO_LARGE: _("The picture has more than 40 megapixels. Send a smaller one."),
    Fault.TOO_LARGE_WHOLE: _(
        "The picture has more than 20 megapixels. Send a smaller one, or a JPEG."
    ),
    Fault.KIND: _("This is not a JPEG, PNG or WebP picture."),
    Fault.MISNAMED: _("The file name doesn’t match the kind of picture inside."),
    Fault.ANIMATED: _("Animated pictures aren’t supported."),
    Fault.BROKEN: _("The picture can’t be read: it is damaged or incomplete."),
    Fault.TRAILING_DATA: _("The file contains more than a picture."),
    Fault.TIMEOUT: _("The picture takes too long to read. Send a smaller one."),
    Fault.BUSY: _("Too many pictures at once. Try again in a moment."),
}


class PictureRefused(Refused, PictureFault):
    """A picture was refused; ``sentence`` says why."""

    @property
    def sentence(self) -> str:
        """Return the reason in words."""
        return str(SENTENCES[self.fault])


def read_picture(upload: UploadedFile[bytes], *, square: bool = False) -> Picture:
    """Return an upload as a picture to store, optionally cropped to a square, or refuse it."""
    data = _bytes(upload)
    formats = FORMATS.get((upload.name or "").rpartition(".")[2].lower())
    if formats is None:
        raise PictureRefused(Fault.KIND)
    try:
        made = bounded.do("picture", Work({"formats": formats, "square": square}, [data]))
    except WorkRefused as refused:
        fault = Fault.BUSY if isinstance(refused, WorkBusy) else Fault.TIMEOUT
        raise PictureRefused(fault) from refused
    if "fault" in made.values:
        raise PictureRefused(Fault(made.values["fault"]))
    full, thumb = made.blobs
    return Picture(full, thumb, *made.values["size"])


def picture_response(request: HttpRequest, name: str, *, thumb: bool = False) -> HttpResponse:
    """Return a stored picture; the caller has checked that the visitor may see it."""
    etag = quote_etag(f"{name}{'.thumb' if thumb else ''}")
    response = get_conditional_response(request, etag=etag)
    if response is None:
        data = pictures.picture_read(name, thumb=thumb)
        if data is None:
            raise Http404
        response = HttpResponse(data, content_type=pictures.TYPE)
        response.headers["Content-Disposition"] = "inline"
        response.headers["X-Content-Type-Options"] = "nosniff"
    # A name always means the same picture; but a member who has left must not see it for ever.
    response.headers["Cache-Control"] = "private, max-age=86400"
    response.headers["ETag"] = etag
    return response


def _bytes(upload: UploadedFile[bytes]) -> bytes:
    upload.seek(0)
    data: bytes = upload.read(MAX_BYTES + 1)
    if not data:
        raise PictureRefused(Fault.EMPTY)
    if len(data) > MAX_BYTES:
        raise PictureRefused(Fault.TOO_HEAVY)
    if _is_two_faced(data):
        raise PictureRefused(Fault.TRAILING_DATA)
    return data


def _is_two_faced(data: bytes) -> bool:
    """Say whether other programs could read the file as a document, a page or an archive."""
    if b"%PDF-" in data[:1024] or b"PK\x05\x06" in data[-65_557:]:
        return True
    lowered = data.lower()
    return any(mark in lowered for mark in (b"<script", b"<!doctype html", b"<html", b"<?php"))


def read_imported(data: bytes, portrait: bool) -> Picture:
    """Return a picture of an imported archive, encoded again; larger ones are not our exports."""
    try:
        with Image.open(io.BytesIO(data), formats=("WEBP",)) as image:
            large = max(image.size) > MAX_SIDE
    except Exception as error:
        # As in tracker.pictures.pixels: decoders raise any exception on hostile data.
        raise PictureFault("not a WebP picture") from error
    if large:
        raise PictureFault(f"more than {MAX_SIDE} pixels on a side")
    return read_picture(SimpleUploadedFile("picture.webp", data), square=portrait)
