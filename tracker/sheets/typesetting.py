"""Typst compilation. Runs in a bounded process."""

from collections.abc import Callable
from functools import lru_cache
from io import BytesIO

import typst
from PIL import Image

from tracker.bounded.work import Work
from tracker.sheets.glyphs import FontSet, folders

# It takes several files as a dictionary, and returns a list for several pictures; its type hints
# have neither.
_typst: Callable[..., bytes | list[bytes]] = typst.compile


def do_job(job: Work) -> Work:
    """Compile the files of a job, ``main.typ`` among them."""
    form = job.values["format"]
    made = _typst(
        dict(zip(job.values["files"], job.blobs, strict=True)),
        font_paths=_fonts(FontSet(job.values["fonts"])),
        format=form,
        ppi=job.values["pixels_per_inch"],
        pdf_standards=["ua-1"] if form == "pdf" else [],
    )
    return Work(blobs=[made if isinstance(made, bytes) else _joined(made)])


def _joined(pages: list[bytes]) -> bytes:
    """Return the pictures of several pages as one, the first on top."""
    images = [Image.open(BytesIO(page)).convert("RGB") for page in pages]
    size = (max(image.width for image in images), sum(image.height for image in images))
    joined = Image.new("RGB", size, "white")
    top = 0
    for image in images:
        joined.paste(image, (0, top))
        top += image.height
    out = BytesIO()
    joined.save(out, "PNG")
    return out.getvalue()


@lru_cache(maxsize=len(FontSet))
def _fonts(fonts: FontSet) -> typst.Fonts:
    return typst.Fonts(
        include_system_fonts=False,
        include_embedded_fonts=False,
        font_paths=[str(folder) for folder in folders(fonts)],
    )
