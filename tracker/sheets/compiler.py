"""Documents, and how they become files."""

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tracker.bounded import pool as bounded
from tracker.bounded.work import Work
from tracker.sheets.stored import compiled_once
from tracker.sheets.text import (
    FONTS,
    OWN_FONTS_ONLY,
    machine_fonts,
    needs_machine_fonts,
    plain,
    printable_data,
    unprinted,
)

SYSTEMS = Path(__file__).parents[1] / "systems"
SHARED = Path(__file__).parent / "typst"
PIXELS_PER_INCH = 200  # of a mat as a picture: fine enough to print, small enough to send
_COUNT = re.compile(rb"/Type\s*/Pages\s*/Count (\d+)")


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

    A template is a file of its system, and can import those beside it and the shared ones.
    """

    template: Path
    title: str
    data: Mapping[str, Any]
    language: str = field(default_factory=lambda: get_language() or "en")  # the active one
    files: Mapping[str, bytes] = field(default_factory=dict)  # text, as Typst's are: SVG
    pixels_per_inch: int = PIXELS_PER_INCH
    pages_most: int | None = None


def compile_document(document: Document, form: Format = Format.PDF) -> bytes:
    """Make a document into a file; a PDF is tagged and holds to PDF/UA-1."""
    try:
        made = _compile(document, form)
    except bounded.WorkFailed:
        token = OWN_FONTS_ONLY.set(True)
        try:
            made = _compile(document, form)
        finally:
            OWN_FONTS_ONLY.reset(token)
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
    for path in sorted([*SYSTEMS.rglob("*.typ"), *SHARED.glob("*.typ"), *FONTS.glob("*.ttf")]):
        digest.update(path.read_bytes())
    digest.update(repr(machine_fonts()).encode())
    return digest.hexdigest()[:12]


def _compile(document: Document, form: Format) -> bytes:
    whole = json.dumps([document.title, document.data], ensure_ascii=False)
    data = {
        "full": False,
        **printable_data(dict(document.data)),
        "title": plain(document.title),
        "language": document.language,
        "unprinted": _unprinted(whole),
        "machine_fonts": needs_machine_fonts(whole),
    }
    files = {
        **_templates(SHARED),
        **_templates(document.template.parent),
        "main.typ": document.template.read_bytes(),
        "data.json": json.dumps(data, ensure_ascii=False).encode(),
        **document.files,
    }
    values = {
        "format": form.value,
        "pixels_per_inch": document.pixels_per_inch,
        "files": list(files),
        "machine_fonts": data["machine_fonts"],
    }
    asked = Work(values, list(files.values()))
    return compiled_once(asked, edition(), lambda: bounded.do("sheet", asked).blobs[0])


def _unprinted(text: str) -> str:
    """Say plainly which letters a sheet cannot print; "" where it prints them all."""
    scripts = unprinted(text)
    if not scripts:
        return ""
    return _("□ marks letters that can’t be printed here: %(scripts)s") % {
        "scripts": ", ".join(scripts)
    }


@cache
def _templates(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.glob("*.typ")}
