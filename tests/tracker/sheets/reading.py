"""Read what a sheet says: only what Typst writes, and a tenth of the work of pypdf's own reading.

``test_typed.py`` holds it against pypdf's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from io import BytesIO
from typing import Any

from pypdf import PdfReader

_UNSEEN = re.compile("[\u200b\u00ad]")
_STRING = rb"\((?:[^\\()]|\\.|\((?:[^\\()]|\\.|\([^()]*\))*\))*\)"
# A font is chosen, glyphs are shown, a run of text ends; what a screen reader is told goes past.
_TOKEN = re.compile(
    rb"<<.*?>>\s*BDC|/(\w+) [\d.]+ Tf|(%b)|<([0-9A-Fa-f]+)>|\b(ET)\b" % _STRING, re.DOTALL
)
_ESCAPE = re.compile(rb"\\(?:([0-7]{1,3})|(.))", re.DOTALL)
_PLAIN = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}
_CHARACTERS = re.compile(rb"beginbfchar(.*?)endbfchar", re.DOTALL)
_RANGES = re.compile(rb"beginbfrange(.*?)endbfrange", re.DOTALL)
_HEX = re.compile(rb"<([0-9A-Fa-f]*)>")
Letters = dict[bytes, str]  # by the two bytes of a glyph


@lru_cache(maxsize=8)  # a test asks for many names
def text_of(pdf: bytes) -> str:
    """Return what a PDF says, without the places where its words may break."""
    return "\n".join(pages_of(pdf))


def pages_of(pdf: bytes) -> list[str]:
    """Return what each page says, a run of text to a line."""
    fonts: dict[int, Letters] = {}
    return [_UNSEEN.sub("", _page(page, fonts)) for page in PdfReader(BytesIO(pdf)).pages]


def pictures_of(pdf: bytes) -> list[str]:
    """Return what a screen reader says of the pictures in a PDF."""
    root = PdfReader(BytesIO(pdf)).root_object["/StructTreeRoot"]
    return [_UNSEEN.sub("", text) for text in _described(root)]


def _described(element: Any) -> Iterator[str]:
    """Yield the descriptions of an element and of all that is inside it."""
    if "/Alt" in element:
        yield str(element["/Alt"])
    inside = element.get("/K", ())
    for each in inside if isinstance(inside, list) else [inside]:
        if isinstance(found := each.get_object(), dict):
            yield from _described(found)


def _page(page: Any, fonts: dict[int, Letters]) -> str:
    """Read a page; its fonts are those of the others, and read once."""
    named: dict[bytes, Letters] = {}
    for name, reference in page["/Resources"].get("/Font", {}).items():
        number = page["/Resources"]["/Font"].raw_get(name).idnum
        if number not in fonts:
            fonts[number] = _letters(reference.get_object()["/ToUnicode"].get_data())
        named[name[1:].encode()] = fonts[number]
    said: list[str] = []
    letters: Letters = {}
    for font, string, digits, end in _TOKEN.findall(page["/Contents"].get_object().get_data()):
        if font:
            letters = named[font]
        elif end:
            said.append("\n")
        elif string or digits:
            glyphs = (
                _ESCAPE.sub(_escaped, string[1:-1]) if string else bytes.fromhex(digits.decode())
            )
            said += [letters[glyphs[at : at + 2]] for at in range(0, len(glyphs), 2)]
    return "".join(said)


def _escaped(found: re.Match[bytes]) -> bytes:
    digits, letter = found.groups()
    return bytes([int(digits, 8)]) if digits else _PLAIN.get(letter, letter)


def _letters(cmap: bytes) -> Letters:
    """Read which letters each glyph of a font stands for."""
    letters: Letters = {}
    for part in _CHARACTERS.findall(cmap):
        given = _HEX.findall(part)
        for glyph, text in zip(given[::2], given[1::2], strict=True):
            letters[bytes.fromhex(glyph.decode())] = _utf_16(text)
    for part in _RANGES.findall(cmap):
        given = _HEX.findall(part)
        for first, last, text in zip(given[::3], given[1::3], given[2::3], strict=True):
            for step in range(int(last, 16) - int(first, 16) + 1):
                letters[(int(first, 16) + step).to_bytes(2)] = chr(ord(_utf_16(text)) + step)
    return letters


def _utf_16(digits: bytes) -> str:
    return bytes.fromhex(digits.decode()).decode("utf-16-be")
