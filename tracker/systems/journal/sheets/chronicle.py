"""The chronicle of a journal as a booklet: chapters, evenings, what changed, numbers."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from campaign.models import Campaign, Photo
from campaign.rules.journal.description import Kind
from campaign.rules.journal.state import State
from tracker.presenters.story import StoryCard
from tracker.sheets.compiler import Document
from tracker.sheets.figures import figures
from tracker.sheets.story import (
    OUTCOMES,
    Fellow,
    PrintedChapter,
    PrintedGame,
    PrintedPhoto,
    PrintedStock,
    first_and_last,
    photo_files,
    when,
)
from tracker.systems.journal.look import LOOK
from tracker.systems.journal.presenters.box import group_numbers
from tracker.systems.journal.presenters.story import JournalStory, story_of
from tracker.systems.journal.selectors import journal_state
from tracker.systems.journal.sheets import TYPST
from tracker.systems.journal.sheets.path import stops_of
from tracker.words import labelled, series
from tracker.words.phrases import hours


def chronicle_document(campaign: Campaign, photos: Sequence[Photo] = ()) -> Document:
    """Return the booklet: cover, evenings, what is in the box, numbers."""
    state, story = journal_state(campaign), story_of(campaign)
    files, printed = photo_files(photos)
    return Document(
        template=TYPST / "chronicle.typ",
        title=_("Chronicle · %(campaign)s") % {"campaign": campaign.name},
        data={
            "heading": campaign.name,
            "box": story.name,
            "kicker": _("Chronicle"),
            "between": between(story),
            "ending": ending(story),
            "path": stops_of(state),
            "words": {"stock": _("What changed for good"), "numbers": _("In numbers")},
            "fellows": [Fellow(seat.name, "") for seat in state.seats],
            "chapters": list(_chapters(story, printed)),
            "stock": [held for _kind, held in changed(state)],
            "numbers": figures(numbers(state, story)),
        },
        look=LOOK,
        files=files,
    )


def between(story: JournalStory) -> str:
    """Return the dates of the first and the last evening."""
    return first_and_last(game.played_on for game in story.games)


def ending(story: JournalStory) -> str:
    """Return how far the story is."""
    return _("The story is told") if story.is_complete else _("The story goes on.")


def _chapters(
    story: JournalStory, photos: Mapping[int, list[PrintedPhoto]]
) -> Iterator[PrintedChapter]:
    """Yield the chapters with their evenings."""
    for chapter in story.chapters:
        yield PrintedChapter(chapter.title, tuple(_game(game, photos) for game in chapter.cards))


def _game(game: StoryCard, photos: Mapping[int, list[PrintedPhoto]]) -> PrintedGame:
    return PrintedGame(
        title=game.title,
        against=game.who,
        state="won" if game.is_played and not game.outcome else OUTCOMES[game.outcome],
        when=when(game.played_on, game.minutes),
        ending=game.ending,
        decisions=game.changes,
        notes=game.notes,
        course=None,
        photos=tuple(photos.get(game.number, ())),
    )


def changed(state: State) -> Iterator[tuple[Kind, PrintedStock]]:
    """Yield the marks of everything that has any, kind by kind."""
    marks: dict[str, list[str]] = {}
    for placed in state.marks:
        marks.setdefault(placed.thing, []).append(state.mark_name(placed))
    for key, kind in state.box.kinds.items():
        things = [thing.id for thing in state.box.of_kind(key) if thing.id in marks]
        if things:
            said = (labelled(state.name(thing), series(marks[thing])) for thing in things)
            yield kind, PrintedStock(kind.name, " · ".join(said))


def numbers(state: State, story: JournalStory) -> Iterator[tuple[object, object]]:
    """Yield what the journal adds up to."""
    played = [game for game in story.games if game.is_played]
    won = sum(game.outcome == "win" for game in played)
    minutes = sum(game.minutes or 0 for game in played)
    yield _("Games"), len(played)
    if any(game.outcome for game in played):
        yield pgettext("number of games", "Won"), won
    won_alone = Counter(seat for game in state.games for seat in game.winners)
    for seat in state.seats if won_alone else ():
        yield f"{seat.name} · {pgettext('number of games', 'Won')}", won_alone[seat.number]
    yield _("Time played"), hours(minutes) if minutes else None
    for number in group_numbers(state):
        owner = f"{number.owner_name} · " if number.owner_name else ""
        yield f"{owner}{number.name}", number.shown
