"""The poster of a journal: its way, what was played and what changed for good."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from django.utils.text import Truncator
from django.utils.translation import gettext as _

from campaign.models import Campaign, Photo
from campaign.rules.journal.state import State
from tracker.sheets import poster as shared
from tracker.sheets.compiler import Document
from tracker.sheets.figures import figures
from tracker.sheets.poster import MAX_NUMBERS, Poster, PosterCard, latest_quotes
from tracker.sheets.story import PrintedStock
from tracker.systems.journal.look import LOOK
from tracker.systems.journal.presenters.story import story_of
from tracker.systems.journal.selectors import journal_state
from tracker.systems.journal.sheets import TYPST, chronicle
from tracker.systems.journal.sheets.path import stops_of
from tracker.words import series

# What there is room for.
MAX_CARDS = 8
MAX_KINDS = 6
MAX_NAMES = 240  # letters


def poster_document(campaign: Campaign, photos: Sequence[Photo] = ()) -> Document:
    """Return the poster of a journal."""
    state, story = journal_state(campaign), story_of(campaign)
    poster = Poster(
        kicker=story.name,
        between=chronicle.between(story),
        ending=chronicle.ending(story),
        path=stops_of(state),
        numbers=figures(chronicle.numbers(state, story))[:MAX_NUMBERS],
        cards=tuple(_cards(state))[:MAX_CARDS],
        quotes=latest_quotes({game.number: game.notes for game in story.games}),
        has_begun=any(game.is_played for game in story.games),
        stock=tuple(_stock(state))[:MAX_KINDS],
    )
    return shared.poster_document(
        campaign,
        poster,
        photos,
        template=TYPST / "poster.typ",
        look=LOOK,
        words={"cards": _("Who played what")},
    )


def _cards(state: State) -> Iterator[PosterCard]:
    """Yield what was played, the latest first, with who played it last and its marks."""
    names = {seat.number: seat.name for seat in state.seats}
    latest: dict[str, str] = {}
    for game in reversed(state.games):
        for seat, thing in game.playing.items():
            if thing:
                latest.setdefault(thing, names[seat])
    for thing, player in latest.items():
        marks = series(state.mark_name(placed) for placed in state.marks_on(thing))
        yield PosterCard(state.name(thing), player, Truncator(marks).chars(MAX_NAMES // 2))


def _stock(state: State) -> Iterator[PrintedStock]:
    """Yield what changed on everything that nobody plays, as far as there is room."""
    for kind, held in chronicle.changed(state):
        if not kind.played:
            yield replace(held, names=Truncator(held.names).chars(MAX_NAMES))
