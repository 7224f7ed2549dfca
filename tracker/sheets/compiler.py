"""Documents, and their compilation to files, which are cached under a digest of their input."""

import hashlib
import json
import logging
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta
from enum import StrEnum
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from django.core.files.base import ContentFile
from django.core.files.storage import storages
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from campaign.pictures import STORAGE_FAULTS
from campaign.rules.core.sheet import plain
from tracker.bounded import pool as bounded
from tracker.bounded.work import Work
from tracker.pictures.look import HUES, Accent, Look
from tracker.pictures.qr import qr_svg
from tracker.pictures.sigils import sigil_svg
from tracker.sheets import glyphs, text
from tracker.sheets.glyphs import FontSet
from tracker.words import former

SYSTEMS = Path(__file__).parents[1] / "systems"
SHARED = Path(__file__).parent / "typst"
PIXELS_PER_INCH = 200  # of a mat as a picture: fine enough to print, small enough to send
KEPT = timedelta(days=7)  # how long a compiled sheet is cached
_COUNT = re.compile(rb"/Type\s*/Pages\s*/Count (\d+)")

logger = logging.getLogger(__name__)


class Paper(StrEnum):
    """A paper size."""

    A4 = "a4"
    LETTER = "letter"


class Format(StrEnum):
    """A file format."""

    PDF = "pdf"
    PNG = "png"


@dataclass(frozen=True, slots=True)
class Document:
    """A Typst template and its data.

    A template is a file of its system, and can import those beside it and the shared ones. Data may
    be plain values or dataclasses. With a ``look`` it wears that system's emblem and accent.
    """

    template: Path
    title: str
    data: Mapping[str, Any]
    language: str = field(default_factory=lambda: get_language() or "en")  # the active one
    look: Look | None = None
    sigil: str = ""  # the name whose sigil stands in place of the emblem
    files: Mapping[str, bytes] = field(default_factory=dict)  # text files, as Typst needs: SVG
    pixels_per_inch: int = PIXELS_PER_INCH
    paper: Paper = Paper.A4
    link: str = ""  # shown as a QR code
    foot: str = ""  # of every page


def compile_document(document: Document, form: Format = Format.PDF) -> bytes:
    """Compile a document; a PDF is tagged, and conforms to PDF/UA-1."""
    try:
        return _compile(document, form)
    except bounded.WorkFailed:
        token = glyphs.ALLOWED.set(FontSet.SCRIPTS)
        try:
            return _compile(document, form)
        finally:
            glyphs.ALLOWED.reset(token)


def delete_old_sheets() -> None:
    """Delete every stored sheet that is older than a week; a storage may not answer."""
    try:
        for folder in storages["sheets"].listdir("")[0]:
            _prune(folder)
    except FileNotFoundError:
        return  # no sheet was ever stored
    except STORAGE_FAULTS as error:
        logger.warning("Old sheets cannot be deleted: %s", type(error).__name__)


def page_count(pdf: bytes) -> int:
    """Return how many pages a compiled PDF has."""
    found = _COUNT.search(pdf)
    return int(found[1]) if found else 0


@lru_cache(maxsize=1)
def edition() -> str:
    """Return a digest of the templates and fonts, for cache keys."""
    digest = hashlib.sha256()
    for path in sorted([*SYSTEMS.rglob("*.typ"), *SHARED.glob("*.typ"), *glyphs.shipped_fonts()]):
        digest.update(path.read_bytes())
    digest.update(repr(glyphs.machine_fonts()).encode())
    return digest.hexdigest()[:12]


def _compile(document: Document, form: Format) -> bytes:
    link = document.link
    qr = _("QR code: %(link)s") % {"link": link} if link else None
    shown = plain({**document.data, "foot": document.foot, "qr": qr})
    content = former.said(json.dumps([document.title, shown], ensure_ascii=False))
    title, shown = json.loads(content)
    fonts = glyphs.fonts_for(content)
    look = document.look
    data = {
        "words": {},
        **text.printable_data(shown),
        "paper": document.paper.value,
        "title": text.plain(title),
        "language": document.language,
        "accent": look.ink if look else None,
        "hue": HUES[look.accent if look else Accent.VIOLET],
        "unprinted": _missing_letters(content),
        # In which of them a missing letter is, and whether it is worth looking further.
        "scripts": glyphs.SCRIPT_FAMILIES if fonts > FontSet.OWN else (),
        "fallback": fonts is FontSet.MACHINE,
    }
    files = {
        **_templates(SHARED),
        **_templates(document.template.parent),
        "main.typ": document.template.read_bytes(),
        "data.json": json.dumps(data, ensure_ascii=False).encode(),
        **document.files,
        **({"qr.svg": qr_svg(link)} if link else {}),
        **(_drawings(look, document.sigil) if look else {}),
    }
    values = {
        "format": form.value,
        "pixels_per_inch": document.pixels_per_inch,
        "files": list(files),
        "fonts": fonts.value,
    }
    return _compiled_once(Work(values, list(files.values())))


def _drawings(look: Look, name: str) -> dict[str, bytes]:
    emblem = sigil_svg(name, look.sigils, look.ink) if name else look.emblem_svg()
    return {"emblem.svg": emblem, "motif.svg": look.motif_svg()}


def _missing_letters(content: str) -> str:
    """Return a note on scripts that cannot be printed here; "" if there are none."""
    scripts = ", ".join(text.unprinted(content))
    said = _("□ marks letters that can’t be printed here: %(scripts)s") % {"scripts": scripts}
    return said if scripts else ""


@cache
def _templates(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.glob("*.typ")}


def _compiled_once(work: Work) -> bytes:
    """Return the cached sheet of the same input, or compile and store it.

    A storage that does not answer prevents no sheet.
    """
    name = _stored_name(work)
    try:
        with storages["sheets"].open(name) as file:
            return bytes(file.read())
    except FileNotFoundError:
        pass
    except STORAGE_FAULTS as error:
        logger.warning("No sheet can be read from the storage: %s", type(error).__name__)
    made = bounded.do("sheet", work).blobs[0]
    try:
        storages["sheets"].save(name, ContentFile(made))
        _prune(name[:2])
    except STORAGE_FAULTS as error:
        logger.warning("No sheet can be stored: %s", type(error).__name__)
    return made


def _stored_name(work: Work) -> str:
    digest = hashlib.sha256(json.dumps([edition(), work.values], sort_keys=True).encode())
    for blob in work.blobs:
        digest.update(len(blob).to_bytes(8))
        digest.update(blob)
    return f"{digest.hexdigest()[:2]}/{digest.hexdigest()}"


def _prune(folder: str) -> None:
    """Delete old sheets from one of the 256 folders."""
    storage, oldest = storages["sheets"], timezone.now() - KEPT
    for name in storage.listdir(folder)[1]:
        with suppress(FileNotFoundError):  # another process was first
            if storage.get_modified_time(f"{folder}/{name}") < oldest:
                storage.delete(f"{folder}/{name}")
