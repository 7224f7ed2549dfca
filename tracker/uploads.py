"""Pictures that people send: read with suspicion, encoded anew, handed out to who may look.

What is stored is never what was sent: only the pixels survive, turned the right way up, without
place, camera, comments or anything that was hidden behind them.
"""

from __future__ import annotations

import io
import re
from enum import StrEnum

from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.utils.translation import gettext_lazy as _
from PIL import Image, ImageCms, ImageOps, UnidentifiedImageError

from campaign import pictures
from campaign.pictures import Picture

BYTES_MOST = 10 * 1024 * 1024
PIXELS_MOST = 40_000_000
# Of what is unpacked whole before it is made smaller, in several copies of four bytes a pixel.
PIXELS_MOST_WHOLE = 20_000_000
# An encoder writes about ten scans, and a chunk every eight kilobytes. A hundred thousand of either
# fit into ten megabytes, and each scan goes over every pixel again.
SCANS_MOST = 40
PARTS_MOST = 10_000
FILLING_MOST = 4096  # bytes between two of a JPEG's parts, where nothing belongs
SIDE_MOST = 1600
SQUARE_MOST = 640
THUMB_MOST = 400
QUALITY = 82

# By the end of a file's name: what Pillow calls what must be inside. Two lenses and some phones
# write MPO, which is a JPEG with further pictures behind it: the first one counts.
FORMATS = {
    "jpg": ("JPEG", "MPO"),
    "jpeg": ("JPEG", "MPO"),
    "jfif": ("JPEG", "MPO"),
    "png": ("PNG",),
    "webp": ("WEBP",),
}
# Of a JPEG: within a scan, 255 is followed by 0 or by a restart, which mark nothing.
_MARKER = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]")
_SCAN, _END, _BARE = 0xDA, 0xD9, (0xD8, 0xD9, 0x01)  # the last have no length
ACCEPT = "image/jpeg,image/png,image/webp"  # for the file input


class Fault(StrEnum):
    """Why a picture was refused."""

    EMPTY = "empty"
    TOO_HEAVY = "too_heavy"
    TOO_LARGE = "too_large"
    TOO_LARGE_WHOLE = "too_large_whole"
    KIND = "kind"
    MISNAMED = "misnamed"
    MOVING = "moving"
    BROKEN = "broken"
    TWO_FACED = "two_faced"


SENTENCES = {
    Fault.EMPTY: _("The file is empty."),
    Fault.TOO_HEAVY: _("The picture is larger than 10 MB. Send a smaller one."),
    Fault.TOO_LARGE: _("The picture has more than 40 megapixels. Send a smaller one."),
    Fault.TOO_LARGE_WHOLE: _(
        "The picture has more than 20 megapixels. Send a smaller one, or a JPEG."
    ),
    Fault.KIND: _("This is not a JPEG, PNG or WebP picture."),
    Fault.MISNAMED: _("The file’s name ends in one kind of picture, and inside is another."),
    Fault.MOVING: _("The picture moves. Send one that stands still."),
    Fault.BROKEN: _("The picture cannot be read: it is damaged or cut short."),
    Fault.TWO_FACED: _("The file is a picture and something else at once."),
}


class PictureRefused(Exception):
    """A picture was refused; ``sentence`` says why."""

    def __init__(self, fault: Fault) -> None:
        self.fault = fault
        super().__init__(str(fault))

    @property
    def sentence(self) -> str:
        """Return the reason in words."""
        return str(SENTENCES[self.fault])


def read_picture(upload: UploadedFile[bytes], *, square: bool = False) -> Picture:
    """Return what was sent as a picture to store, cropped to a square if asked; or refuse it."""
    data = _bytes(upload)
    formats = FORMATS.get((upload.name or "").rpartition(".")[2].lower())
    if formats is None:
        raise PictureRefused(Fault.KIND)
    try:
        image = _upright(_opened(data, formats))
        image = _square(image) if square else _within(image, SIDE_MOST)
        thumb = _within(image, THUMB_MOST)
        return Picture(_encoded(image), _encoded(thumb), *image.size)
    except PictureRefused:
        raise
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as bomb:
        raise PictureRefused(Fault.TOO_LARGE) from bomb
    except Exception as error:
        # A decoder fed with malice fails in ways nobody has listed (struct.error, IndexError …).
        raise PictureRefused(Fault.BROKEN) from error


def picture_response(request: HttpRequest, name: str, *, thumb: bool = False) -> HttpResponse:
    """Hand out a stored picture. The caller has made sure that the visitor may see it."""
    etag = quote_etag(f"{name}{'.thumb' if thumb else ''}")
    response = get_conditional_response(request, etag=etag)
    if response is None:
        data = pictures.picture_read(name, thumb=thumb)
        if data is None:
            raise Http404
        response = HttpResponse(data, content_type=pictures.TYPE)
        response.headers["Content-Disposition"] = "inline"
        response.headers["X-Content-Type-Options"] = "nosniff"
    # A name never means another picture; but who has left is not to see it for ever.
    response.headers["Cache-Control"] = "private, max-age=86400"
    response.headers["ETag"] = etag
    return response


def _bytes(upload: UploadedFile[bytes]) -> bytes:
    size = upload.size or 0
    if size > BYTES_MOST:
        raise PictureRefused(Fault.TOO_HEAVY)
    upload.seek(0)
    data: bytes = upload.read(BYTES_MOST + 1)
    if not data:
        raise PictureRefused(Fault.EMPTY)
    if len(data) > BYTES_MOST:
        raise PictureRefused(Fault.TOO_HEAVY)
    if _is_two_faced(data):
        raise PictureRefused(Fault.TWO_FACED)
    return data


def _is_two_faced(data: bytes) -> bool:
    """Say whether another program would take the file for a document, a page or an archive."""
    if b"%PDF-" in data[:1024] or b"PK\x05\x06" in data[-65_557:]:
        return True
    lowered = data.lower()
    return any(mark in lowered for mark in (b"<script", b"<!doctype html", b"<html", b"<?php"))


def _opened(data: bytes, formats: tuple[str, ...]) -> Image.Image:
    """Open a picture of the kind its name says, checked from end to end."""
    if _is_endless(data):
        raise PictureRefused(Fault.BROKEN)
    try:
        image = Image.open(io.BytesIO(data), formats=("JPEG", "PNG", "WEBP"))
    except UnidentifiedImageError as error:
        raise PictureRefused(Fault.KIND) from error
    if image.format not in formats:
        raise PictureRefused(Fault.MISNAMED)
    pixels = image.width * image.height
    if pixels > PIXELS_MOST:
        raise PictureRefused(Fault.TOO_LARGE)
    if pixels > PIXELS_MOST_WHOLE and image.format in ("PNG", "WEBP"):
        raise PictureRefused(Fault.TOO_LARGE_WHOLE)
    if image.format != "MPO" and getattr(image, "is_animated", False):
        raise PictureRefused(Fault.MOVING)
    image.verify()  # checksums; it leaves the image unusable, so open it again
    image = Image.open(io.BytesIO(data), formats=("JPEG", "PNG", "WEBP"))
    # A JPEG decodes at a half or a quarter of its size at once, which spares time and memory.
    image.draft("RGB", (SIDE_MOST, SIDE_MOST))
    image.load()
    return image


def _is_endless(data: bytes) -> bool:
    """Say whether a picture has so many parts that somebody made it to be long in the reading."""
    if data.startswith(b"\x89PNG"):
        return _is_endless_png(data)
    return data.startswith(b"\xff\xd8") and _is_endless_jpeg(data)


def _is_endless_png(data: bytes) -> bool:
    at = 8
    for _chunk in range(PARTS_MOST):
        if at >= len(data) or data[at + 4 : at + 8] == b"IEND":
            return False
        at += 12 + int.from_bytes(data[at : at + 4])
    return True


def _is_endless_jpeg(data: bytes) -> bool:
    """Go from marker to marker, as its decoder does: an end before any scan ends nothing."""
    at = scans = filling = 0
    for _segment in range(PARTS_MOST):
        found = _MARKER.search(data, at)
        if found is None or (scans and data[found.end() - 1] == _END):
            return False
        filling += 0 if scans else found.start() - at
        if filling > FILLING_MOST:
            return True
        at, marker = found.end(), data[found.end() - 1]
        scans += marker == _SCAN
        if scans > SCANS_MOST:
            return True
        if marker not in _BARE:
            at += int.from_bytes(data[at : at + 2])
    return True


def _upright(image: Image.Image) -> Image.Image:
    """Return the pixels alone, the right way up, in a mode that can be stored."""
    profile = image.info.get("icc_profile")
    # In its place, as below: every further copy of 40 megapixels is 160 MB.
    ImageOps.exif_transpose(image, in_place=True)
    if image.mode.startswith("I"):  # sixteen bits of grey
        image = image.convert("I").point(lambda value: value * (1 / 256)).convert("L")
    if image.mode not in ("RGB", "RGBA", "L"):
        image = image.convert("RGBA" if image.has_transparency_data else "RGB")
    image.thumbnail((SIDE_MOST, SIDE_MOST), Image.Resampling.LANCZOS)
    if profile and image.mode == "RGB":
        image = _in_srgb(image, profile)
    image.info = {}  # the encoder would copy profiles and texts from here
    return image


def _in_srgb(image: Image.Image, profile: bytes) -> Image.Image:
    """Turn a camera's own colours into those a browser assumes; a bad profile is left aside."""
    try:
        source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
        turned = ImageCms.profileToProfile(image, source, ImageCms.createProfile("sRGB"))
    except (ImageCms.PyCMSError, OSError, ValueError):
        return image
    return turned or image


def _within(image: Image.Image, side: int) -> Image.Image:
    smaller = image.copy()
    smaller.thumbnail((side, side), Image.Resampling.LANCZOS)
    return smaller


def _square(image: Image.Image) -> Image.Image:
    # Faces are above the middle more often than below it.
    side = min(*image.size, SQUARE_MOST)
    return ImageOps.fit(image, (side, side), Image.Resampling.LANCZOS, centering=(0.5, 0.35))


def _encoded(image: Image.Image) -> bytes:
    out = io.BytesIO()
    image.save(out, "WEBP", quality=QUALITY, method=4)
    return out.getvalue()
