"""Stored pictures, as files that Typst can print."""

from base64 import b64encode
from collections.abc import Mapping
from io import BytesIO

from PIL import Image

from campaign import pictures


def picture_files(stored: Mapping[str, str], most: int) -> dict[str, bytes]:
    """Return the readable ones of stored pictures, as files by name."""
    read = {name: pictures.picture_read(file) for name, file in stored.items()}
    made = {name: _picture_svg(picture, most) for name, picture in read.items() if picture}
    return {name: svg for name, svg in made.items() if svg is not None}


def _picture_svg(picture: bytes, most: int) -> bytes | None:
    """Return a picture as a JPEG inside an SVG, no larger than it is printed; None if damaged.

    Typst takes only text files from memory; in the PDF the JPEG is embedded as it is.
    """
    try:
        with Image.open(BytesIO(picture)) as image:
            small = image.convert("RGB")
    except (OSError, ValueError):
        return None
    small.thumbnail((most, most))
    out = BytesIO()
    small.save(out, "JPEG", quality=82)
    jpeg = b64encode(out.getvalue()).decode()
    size = f'width="{small.width}" height="{small.height}"'
    image_tag = f'<image {size} href="data:image/jpeg;base64,{jpeg}"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{image_tag}</svg>'.encode()
