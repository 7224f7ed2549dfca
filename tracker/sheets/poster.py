"""The poster of a campaign, A3: its path, photos, quotes and what was played, as far as it went.

``poster_base.typ`` draws it; a game gives what stands on it, and can add to it in a template of its
own. Everything comes from the record of the group, so there is nothing that it has not opened.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaign.models import Campaign, Photo
from tracker.pictures.look import Look
from tracker.pictures.sigils import sigil_svg
from tracker.sheets.compiler import Document
from tracker.sheets.figures import Figure
from tracker.sheets.story import PrintedStock, photo_files

# What there is room for; the latest of a long campaign are shown.
MAX_PHOTOS = 6
MAX_QUOTES = 4
MAX_QUOTE = 170  # letters
MAX_NUMBERS = 5
BAND = "#38425a"  # the campaign's sigil on the dark band
SIGILS = {"won": "#e5b321", "lost": "#1a2130"}  # of opponents, by how it ended


@dataclass(frozen=True, slots=True)
class Stop:
    """A station of the path, with what it was called or whom the group met there."""

    number: str
    state: str  # won, lost, here or ahead
    name: str = ""
    games: str = ""  # how many, if it took more than one


@dataclass(frozen=True, slots=True)
class Quote:
    """What somebody wrote after a game."""

    text: str
    where: str


@dataclass(frozen=True, slots=True)
class PosterCard:
    """Something that was played, and by whom."""

    name: str
    player: str
    detail: str


@dataclass(frozen=True, slots=True)
class Poster:
    """What stands on the poster of any campaign."""

    kicker: str
    between: str
    ending: str
    path: Sequence[Stop]
    numbers: Sequence[Figure]
    cards: Sequence[PosterCard]
    quotes: Sequence[Quote]
    has_begun: bool  # a game was played
    stock: Sequence[PrintedStock] = ()


def poster_document(
    campaign: Campaign,
    poster: Poster,
    photos: Sequence[Photo],
    *,
    template: Path,
    look: Look,
    words: Mapping[str, str],
    **own: object,
) -> Document:
    """Return the poster of a campaign; ``words`` and ``own`` are what its template reads beside."""
    files, by_game = photo_files(_chosen(photos))
    return Document(
        template=template,
        title=_("Poster · %(campaign)s") % {"campaign": campaign.name},
        data={
            "heading": campaign.name,
            "poster": poster,
            "met": [bool(stop.name) and stop.state in SIGILS for stop in poster.path],
            "photos": [photo for number in sorted(by_game) for photo in by_game[number]],
            "words": {"begins": _("The first game is still ahead."), **words},
            **own,
        },
        look=look,
        files={
            **files,
            "sigil.svg": sigil_svg(campaign.name, look.sigils, BAND),
            **_sigils(poster.path, look),
        },
    )


def _sigils(path: Sequence[Stop], own: Look) -> dict[str, bytes]:
    """Return the sigil of each opponent that was met: gold if it was beaten."""
    return {
        f"sigil-{place}.svg": sigil_svg(stop.name, own.sigils, SIGILS[stop.state])
        for place, stop in enumerate(path)
        if stop.name and stop.state in SIGILS
    }


def _chosen(photos: Sequence[Photo]) -> list[Photo]:
    """Return one photo of each of the latest games, and more of them while there is room."""
    seen: dict[int, int] = {}
    ranked: list[tuple[int, int, Photo]] = []
    for photo in photos:
        number = photo.game.number or 0
        seen[number] = seen.get(number, 0) + 1
        ranked.append((seen[number], -number, photo))
    return [photo for _rank, _game, photo in sorted(ranked, key=lambda it: it[:2])[:MAX_PHOTOS]]


def games_text(count: int) -> str:
    """Return how many games a station took; "" for one."""
    if count < 2:  # the second is the first that is worth a word
        return ""
    return ngettext("%(count)s game", "%(count)s games", count) % {"count": count}


def latest_quotes(notes: Mapping[int, Sequence[str]]) -> list[Quote]:
    """Return the latest notes, one of each game before a second of any."""
    told = [
        (place, -number, Quote(Truncator(note).chars(MAX_QUOTE), str(number)))
        for number, of_game in notes.items()
        for place, note in enumerate(of_game)
    ]
    chosen = sorted(told, key=lambda it: it[:2])[:MAX_QUOTES]
    return [
        replace(quote, where=_("Game %(game)s") % {"game": quote.where})
        for _place, _number, quote in sorted(chosen, key=lambda it: -it[1])
    ]
