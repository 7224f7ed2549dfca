"""A sigil for every name: drawn from the name alone, symmetrical, one path of an SVG.

The same name and motif give the same path on every machine, so that screen, sheet, poster and share
picture agree. It is filled, never stroked, by the even-odd rule, in a box of ``BOX``.
"""

from enum import StrEnum
from functools import lru_cache

from tracker.pictures.sigils.choices import Choices
from tracker.pictures.sigils.cogs import cogs
from tracker.pictures.sigils.flames import flames
from tracker.pictures.sigils.rings import rings

BOX = "-50 -50 100 100"


class Motif(StrEnum):
    """What a game's sigils are made of."""

    RINGS = "rings"
    FLAMES = "flames"
    COGS = "cogs"


@lru_cache(maxsize=2048)
def sigil(name: str, motif: Motif) -> str:
    """Return the path data of a name's sigil."""
    choices = Choices(name, motif)
    match motif:
        case Motif.RINGS:
            return rings(choices)
        case Motif.FLAMES:
            return flames(choices)
        case Motif.COGS:
            return cogs(choices)


def sigil_svg(name: str, motif: Motif, colour: str) -> bytes:
    """Return a sigil as an SVG file, for paper and pictures."""
    start = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{BOX}">'
    path = f'<path fill="{colour}" fill-rule="evenodd" d="{sigil(name, motif)}"/>'
    return f"{start}{path}</svg>".encode()
