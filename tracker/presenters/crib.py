"""The crib of a game: its page, its sheet of paper, and what the live page shows of it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from campaign.models import Game
from tracker.faces.crib import Crib, Entry, Moment
from tracker.faces.registry import face_of
from tracker.sheets.compiler import SHARED, Document
from tracker.web.records import game_url

FIRST = 5  # entries of a moment at the live table, sent with its first move; the page has all
FIRST_OF_ANY_TIME = 3  # likewise


@dataclass(frozen=True, slots=True)
class CribItem:
    """A rule in a few words."""

    id: str
    title: str
    text: str
    page: str  # "p. 12"; "" if no book says it


@dataclass(frozen=True, slots=True)
class CribSection:
    """The rules of a moment."""

    key: str
    label: str
    items: tuple[CribItem, ...]


@dataclass(frozen=True, slots=True)
class LiveCrib:
    """The rules of what is played now, for the live page."""

    sections: tuple[CribSection, ...]
    url: str  # of the page with all of them


def crib_of(game: Game) -> Crib[Any] | None:
    """Return the crib of a game's system; None if it has none."""
    return face_of(game.system).crib


def crib_sections(game: Game, crib: Crib[Any]) -> tuple[CribSection, ...]:
    """Return everything that this group may look up, moment by moment."""
    return tuple(_sections(crib.shown(game), crib.moments))


def live_crib(game: Game, table: Any) -> LiveCrib | None:
    """Return the rules of what is played now; None for a game without a crib."""
    crib = crib_of(game)
    if crib is None:
        return None
    sections = _sections(crib.shown(game, table), crib.now(table), most=FIRST)
    return LiveCrib(tuple(sections), game_url(game, "crib"))


def crib_document(game: Game, crib: Crib[Any]) -> Document:
    """Return the crib as a sheet of paper."""
    face = face_of(game.system)
    return Document(
        template=SHARED / "crib.typ",
        title=_("Rules at a glance"),
        data={
            "heading": _("Rules at a glance"),
            "kicker": face.name,
            "sections": crib_sections(game, crib),
            "note": page_note(game, crib),
        },
        look=face.look,
    )


def page_note(game: Game, crib: Crib[Any]) -> str:
    """Return whose pages the entries give."""
    return _("In short, in our own words. Pages: %(book)s.") % {"book": crib.book(game)}


def _sections(
    entries: Iterable[Entry[Any]], moments: Iterable[Moment], most: int | None = None
) -> Iterator[CribSection]:
    """Yield the entries of each moment, then those of any time; each stands once."""
    left = list(entries)
    for moment in moments:
        items = [entry for entry in left if moment in entry.moments][:most]
        left = [entry for entry in left if entry not in items]
        if items:
            yield CribSection(moment.key, str(moment.label), tuple(map(_item, items)))
    always = [entry for entry in left if not entry.moments][: most and FIRST_OF_ANY_TIME]
    if always:
        yield CribSection("any", _("At any time"), tuple(map(_item, always)))


def _item(entry: Entry[Any]) -> CribItem:
    page = _("p. %(page)s") % {"page": entry.page} if entry.page else ""
    return CribItem(entry.id, str(entry.title), str(entry.text), page)
