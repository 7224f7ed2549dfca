"""QR codes, as one path of an SVG."""

from functools import lru_cache
from io import BytesIO

import segno


@lru_cache(maxsize=512)  # a game's link never changes, and masking is slow
def qr_svg(link: str) -> bytes:
    """Return the QR code of a link, black on transparent, with its quiet zone."""
    out = BytesIO()
    segno.make(link, error="m", boost_error=False, micro=False).save(
        out, kind="svg", border=2, xmldecl=False, svgns=True, nl=False
    )
    return out.getvalue()


def qr_image(link: str) -> str:
    """Return the QR code of a link as a data URI of a scalable image."""
    return segno.make(link, error="m", micro=False).svg_data_uri(scale=4, border=2, omitsize=True)
