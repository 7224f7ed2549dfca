"""A page of examples for developers: each component of the pages once, on both grounds."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tracker.pictures.sigils import BOX, Motif, sigil
from tracker.web.pages import page


@dataclass(frozen=True, slots=True)
class Example:
    """A name, and the path of its sigil."""

    name: str
    path: str


@dataclass(frozen=True, slots=True)
class Station:
    """A chapter of the example's path."""

    number: int
    state: str
    label: str
    opponent: str = ""
    is_here: bool = False
    is_lost: bool = False


PATH = (
    Station(1, "won", "Chapter 1: won", "Gate Witch"),
    Station(2, "lost", "Chapter 2: lost", "Umbra Titan", is_lost=True),
    Station(3, "here", "Chapter 3: you are here", is_here=True),
    Station(4, "ahead", "Chapter 4: ahead"),
)
NAMES = ("Gate Witch", "Umbra Titan", "Hollow Regent", "Choir of Nails")
COLOURS = (
    *("paper", "leaf", "sunk", "ink", "ink-soft", "rule", "rule-strong"),
    *("accent", "accent-wash", "gold", "good", "warn", "danger"),
)


@require_safe
def styleguide(request: HttpRequest) -> HttpResponse:
    """Show every component; served while debugging only."""
    context = {
        "box": BOX,
        "sigils": [Example(name, sigil(name, motif)) for motif in Motif for name in NAMES],
        "path": PATH,
        "colours": COLOURS,
        "sizes": range(1, 8),
    }
    return page(request, "styleguide.html", context)
