"""Typst in this process: our templates, our fonts, and the data of one document."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cache, lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any

import typst
from PIL import Image

from tracker.sheets.text import FONTS, plain, printable_data

SYSTEMS = Path(__file__).parents[1] / "systems"
PIXELS_PER_INCH = 200  # of a mat as a picture: fine enough to print, small enough to send
_COUNT = re.compile(rb"/Type\s*/Pages\s*/Count (\d+)")


# It takes several files as a dictionary, and answers with a list for several pictures; its own
# types know neither.
_typst: Callable[..., bytes | list[bytes]] = typst.compile


class Paper(StrEnum):
    """What lies in the printer."""

    A4 = "a4"
    LETTER = "letter"


class Format(StrEnum):
    """What a document is made into."""

    PDF = "pdf"
    PNG = "png"

    @property
    def content_type(self) -> str:
        """Return what a browser is told it gets."""
        return "application/pdf" if self is Format.PDF else "image/png"


@dataclass(frozen=True, slots=True)
class Document:
    """A template and its data; ``pages_most`` asks for smaller print where it takes more.

    A template is a file of its system, and can import those beside it.
    """

    template: Path
    title: str
    language: str
    data: Mapping[str, Any]
    files: Mapping[str, bytes] = field(default_factory=dict)  # text, as Typst's are: SVG
    pixels_per_inch: int = PIXELS_PER_INCH
    pages_most: int | None = None


def compile_document(document: Document, form: Format = Format.PDF) -> bytes:
    """Make a document into a file; a PDF is tagged and holds to PDF/UA-1."""
    made = _compile(document, form)
    most = document.pages_most
    if most is None or form is not Format.PDF or page_count(made) <= most:
        return made
    return _compile(replace(document, data={**document.data, "full": True}), form)


def page_count(pdf: bytes) -> int:
    """Return how many pages a PDF of ours has."""
    found = _COUNT.search(pdf)
    return int(found[1]) if found else 0


@lru_cache(maxsize=1)
def edition() -> str:
    """Return what changes when templates or fonts do: a newer sheet is another sheet."""
    digest = hashlib.sha256()
    for path in sorted([*SYSTEMS.rglob("*.typ"), *FONTS.glob("*.ttf")]):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def _compile(document: Document, form: Format) -> bytes:
    data = {
        "full": False,
        **printable_data(dict(document.data)),
        "title": plain(document.title),
        "language": document.language,
    }
    files = {
        **_templates(document.template.parent),
        "main.typ": document.template.read_bytes(),
        "data.json": json.dumps(data, ensure_ascii=False).encode(),
        **document.files,
    }
    # Nothing is shared between compilations but the fonts; other threads go on meanwhile.
    made = _typst(
        files,
        font_paths=_fonts(),
        format=form.value,
        ppi=document.pixels_per_inch,
        pdf_standards=["ua-1"] if form is Format.PDF else [],
    )
    return made if isinstance(made, bytes) else _joined(made)


def _joined(pages: list[bytes]) -> bytes:
    """Return the pictures of several pages as one, the first on top."""
    images = [Image.open(BytesIO(page)).convert("RGB") for page in pages]
    size = (max(image.width for image in images), sum(image.height for image in images))
    whole = Image.new("RGB", size, "white")
    top = 0
    for image in images:
        whole.paste(image, (0, top))
        top += image.height
    out = BytesIO()
    whole.save(out, "PNG")
    return out.getvalue()


@cache
def _templates(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.glob("*.typ")}


@lru_cache(maxsize=1)
def _fonts() -> typst.Fonts:
    return typst.Fonts(
        include_system_fonts=False, include_embedded_fonts=False, font_paths=[str(FONTS)]
    )
