"""What a game system is recognised by: an accent, an emblem and one drawn thing.

Both drawings are templates in the system's folder. Each has the shapes of an SVG of 100 × 100,
drawn in ``currentColor`` alone, so that a page gives them the accent of either theme and paper its
ink. Pages read a ``Look``; where rows of several systems stand, ``{% emblem slug %}`` draws one.
"""

from dataclasses import dataclass
from enum import StrEnum

from django.template.loader import render_to_string

from tracker.pictures.sigils import Motif, sigil


class Accent(StrEnum):
    """A colour of ``tokens.css``, in its light and its dark tone: ``[data-accent="violet"]``."""

    VIOLET = "violet"
    EMBER = "ember"
    VERDIGRIS = "verdigris"
    BRASS = "brass"
    COBALT = "cobalt"


# The light tones, for what is printed: a test says that they are those of ``tokens.css``.
INKS = {
    Accent.VIOLET: "#573a86",
    Accent.EMBER: "#93330f",
    Accent.VERDIGRIS: "#0f5f5a",
    Accent.BRASS: "#6b5310",
    Accent.COBALT: "#1f4f94",
}


# The hue of each on a dark ground, and how much of it: those of ``tokens.css`` too.
HUES = {
    Accent.VIOLET: (295, 1.0),
    Accent.EMBER: (40, 0.85),
    Accent.VERDIGRIS: (190, 0.6),
    Accent.BRASS: (85, 0.6),
    Accent.COBALT: (258, 1.0),
}


@dataclass(frozen=True, slots=True)
class EndingForm:
    """What the form of an ending is drawn from (``Look.ending``)."""

    outcome: str  # "win", "loss" or "draw"
    sigil: str  # the name whose sigil stands in it: of the opponent, or of who won


@dataclass(frozen=True, slots=True)
class Look:
    """The accent of a system's pages, and the templates of its two drawings."""

    accent: Accent
    emblem: str  # its mark: clear at 20 px, beside its name
    motif: str  # the thing that it is played with: large, behind a headline
    sigils: Motif = Motif.RINGS  # what the sigils of its names are made of
    ending: str = "includes/ending_ring.html"  # the form that the end of a game takes

    @property
    def ink(self) -> str:
        """Return its accent as it is printed."""
        return INKS[self.accent]

    def emblem_svg(self, colour: str = "") -> bytes:
        """Return its emblem as an SVG file, in its ink or another colour."""
        return _svg(self.emblem, colour or self.ink)

    def motif_svg(self, colour: str = "") -> bytes:
        """Return its motif as an SVG file, in its ink or another colour."""
        return _svg(self.motif, colour or self.ink)

    def ending_svg(self, form: EndingForm) -> bytes:
        """Return the end of a game as an SVG file."""
        values = {"outcome": form.outcome, "sigil": sigil(form.sigil, self.sigils)}
        shapes = render_to_string(self.ending, values)
        start = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-105 -108 210 216">'
        return f"{start}{shapes}</svg>".encode()


def _svg(template: str, colour: str) -> bytes:
    shapes = render_to_string(template).replace("currentColor", colour)
    start = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">'
    return f"{start}{shapes}</svg>".encode()
