"""Pictures: validated, decoded and encoded again. Runs in a bounded process."""

import io
import re
from enum import StrEnum

from PIL import Image, ImageCms, ImageOps, UnidentifiedImageError

from tracker.bounded.work import Work

MAX_PIXELS = 40_000_000
# For formats that are decoded at full size, in several copies of four bytes a pixel.
PIXELS_MOST_WHOLE = 20_000_000
# Encoders write about ten scans, and a chunk every eight kilobytes. A hundred thousand of either
# fit into ten megabytes, and each scan decodes every pixel again.
MAX_SCANS = 40
MAX_PARTS = 10_000
MAX_FILLING = 4096  # bytes between the parts of a JPEG, where none belong
MAX_SIDE = 1600
MAX_SQUARE = 640
MAX_THUMB = 400
QUALITY = 82

# Of a JPEG: within a scan, 255 is followed by 0 or by a restart, which are no markers.
_MARKER = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]")
_SCAN, _END, _BARE = 0xDA, 0xD9, (0xD8, 0xD9, 0x01)  # the last have no length


class Fault(StrEnum):
    """Why a picture was refused."""

    EMPTY = "empty"
    TOO_HEAVY = "too_heavy"
    TOO_LARGE = "too_large"
    TOO_LARGE_WHOLE = "too_large_whole"
    KIND = "kind"
    MISNAMED = "misnamed"
    ANIMATED = "animated"
    BROKEN = "broken"
    TRAILING_DATA = "trailing_data"
    TIMEOUT = "timeout"
    BUSY = "busy"


class Refused(Exception):
    """A picture was refused."""

    def __init__(self, fault: Fault) -> None:
        self.fault = fault
        super().__init__(str(fault))


def do_job(job: Work) -> Work:
    """Return a picture and its thumbnail, optionally cropped to a square, or what is wrong."""
    try:
        image = _upright(_opened(job.blobs[0], tuple(job.values["formats"])))
        image = _square(image) if job.values["square"] else _within(image, MAX_SIDE)
        made = [_encoded(image), _encoded(_within(image, MAX_THUMB))]
    except Refused as refused:
        return Work({"fault": refused.fault})
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        return Work({"fault": Fault.TOO_LARGE})
    except Exception:
        # Decoders raise any exception on hostile data (struct.error, IndexError …).
        return Work({"fault": Fault.BROKEN})
    return Work({"size": image.size}, made)


def _opened(data: bytes, formats: tuple[str, ...]) -> Image.Image:
    """Open a picture of one of some formats, and validate all of it."""
    if _is_decompression_bomb(data):
        raise Refused(Fault.BROKEN)
    try:
        image = Image.open(io.BytesIO(data), formats=("JPEG", "PNG", "WEBP"))
    except UnidentifiedImageError as error:
        raise Refused(Fault.KIND) from error
    if image.format not in formats:
        raise Refused(Fault.MISNAMED)
    pixels = image.width * image.height
    if pixels > MAX_PIXELS:
        raise Refused(Fault.TOO_LARGE)
    if pixels > PIXELS_MOST_WHOLE and image.format in ("PNG", "WEBP"):
        raise Refused(Fault.TOO_LARGE_WHOLE)
    if image.format != "MPO" and getattr(image, "is_animated", False):
        raise Refused(Fault.ANIMATED)
    image.verify()  # checksums; it leaves the image unusable, so open it again
    image = Image.open(io.BytesIO(data), formats=("JPEG", "PNG", "WEBP"))
    # A JPEG can be decoded at a half or a quarter of its size, which saves time and memory.
    image.draft("RGB", (MAX_SIDE, MAX_SIDE))
    image.load()
    return image


def _is_decompression_bomb(data: bytes) -> bool:
    """Say whether a picture has so many parts that it was made to take long to decode."""
    if data.startswith(b"\x89PNG"):
        return _is_decompression_bomb_png(data)
    return data.startswith(b"\xff\xd8") and _is_decompression_bomb_jpeg(data)


def _is_decompression_bomb_png(data: bytes) -> bool:
    at = 8
    for _chunk in range(MAX_PARTS):
        if at >= len(data) or data[at + 4 : at + 8] == b"IEND":
            return False
        at += 12 + int.from_bytes(data[at : at + 4])
    return True


def _is_decompression_bomb_jpeg(data: bytes) -> bool:
    """Go from marker to marker, as decoders do; an end marker counts only after a scan."""
    at = scans = filling = 0
    for _segment in range(MAX_PARTS):
        found = _MARKER.search(data, at)
        if found is None or (scans and data[found.end() - 1] == _END):
            return False
        filling += 0 if scans else found.start() - at
        if filling > MAX_FILLING:
            return True
        at, marker = found.end(), data[found.end() - 1]
        scans += marker == _SCAN
        if scans > MAX_SCANS:
            return True
        if marker not in _BARE:
            at += int.from_bytes(data[at : at + 2])
    return True


def _upright(image: Image.Image) -> Image.Image:
    """Return the pixels alone, the right way up, in a mode that can be stored."""
    profile = image.info.get("icc_profile")
    # In place, as below: every copy of 40 megapixels takes 160 MB.
    ImageOps.exif_transpose(image, in_place=True)
    if image.mode.startswith("I"):  # 16-bit greyscale
        image = image.convert("I").point(lambda value: value * (1 / 256)).convert("L")
    if image.mode not in ("RGB", "RGBA", "L"):
        image = image.convert("RGBA" if image.has_transparency_data else "RGB")
    image.thumbnail((MAX_SIDE, MAX_SIDE), Image.Resampling.LANCZOS)
    if profile and image.mode == "RGB":
        image = _in_srgb(image, profile)
    image.info = {}  # the encoder would copy profiles and texts from here
    return image


def _in_srgb(image: Image.Image, profile: bytes) -> Image.Image:
    """Convert the colours of a camera's profile to sRGB; a bad profile is ignored."""
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
    side = min(*image.size, MAX_SQUARE)
    return ImageOps.fit(image, (side, side), Image.Resampling.LANCZOS, centering=(0.5, 0.35))


def _encoded(image: Image.Image) -> bytes:
    out = io.BytesIO()
    image.save(out, "WEBP", quality=QUALITY, method=4)
    return out.getvalue()
