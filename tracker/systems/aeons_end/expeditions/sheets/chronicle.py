"""The chronicle of an expedition as a booklet: battles, tries, what came, points and the end."""

from collections.abc import Iterator, Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from campaign.models import Campaign, Photo
from campaign.rules.aeons_end.expeditions.state import State
from campaign.selectors.live import played_live
from tracker.presenters.story import StoryCard
from tracker.sheets.compiler import Document
from tracker.sheets.figures import Figure, figures
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
from tracker.systems.aeons_end.expeditions import words
from tracker.systems.aeons_end.expeditions.presenters.barracks import Barracks, barracks_of
from tracker.systems.aeons_end.expeditions.presenters.path import battle_states
from tracker.systems.aeons_end.expeditions.presenters.statistics import statistics_of
from tracker.systems.aeons_end.expeditions.presenters.story import (
    ExpeditionStory,
    StoryBattle,
    story_of,
)
from tracker.systems.aeons_end.expeditions.words import expedition_words
from tracker.systems.aeons_end.printed_story import PrintedCourse, course_of
from tracker.systems.aeons_end.shared import look, selectors
from tracker.systems.aeons_end.shared.sheets import TYPST, Data
from tracker.words import series
from tracker.words.phrases import hours


def chronicle_document(campaign: Campaign, photos: Sequence[Photo] = ()) -> Document:
    """Return the booklet: cover, battles, barracks, numbers."""
    state, story = selectors.expedition_state(campaign), story_of(campaign)
    files, printed_photos = photo_files(photos)
    courses = {number: course_of(*live) for number, live in played_live(campaign).items()}
    return Document(
        template=TYPST / "chronicle.typ",
        sigil=campaign.name,
        title=_("Chronicle · %(campaign)s") % {"campaign": campaign.name},
        data={
            "heading": campaign.name,
            "box": " · ".join((words.variant(state.recipe), *words.options(state.outfit))),
            "kicker": _("Chronicle"),
            "between": between(story),
            "ending": ending(story),
            "words": {"stock": _("Barracks"), "numbers": _("In numbers")},
            "path": path(state),
            "fellows": _fellows(campaign, state),
            "chapters": _chapters(story, printed_photos, courses),
            "columns": (),
            "rows": (),
            "mages": (),
            "market": None,
            "stock": tuple(stock(barracks_of(state, campaign))),
            "numbers": numbers(campaign, state, story),
        },
        look=look.SERIES,
        files=files,
    )


def between(story: ExpeditionStory) -> str:
    """Return the dates of the first and the last game."""
    return first_and_last(game.played_on for battle in story.battles for game in battle.tries)


def ending(story: ExpeditionStory) -> str:
    """Return how it stands or ended, with the points."""
    if not story.is_complete:
        return _("The story goes on.")
    over = _("The expedition is won") if story.is_won else _("The expedition is over")
    return f"{over} · {story.score}"


def path(state: State) -> list[Data]:
    """Return a station for each battle."""
    return [
        {"number": str(number), "state": str(held)} for number, held in battle_states(state).items()
    ]


def stock(barracks: Barracks) -> Iterator[PrintedStock]:
    """Yield what the group holds, kind by kind."""
    things = barracks.things
    groups = [
        (_("Mages"), things.mages),
        (_("Piles"), [pile.name for pile in things.piles]),
        *(
            (_("Treasures of level %(level)s") % {"level": treasures.level}, treasures.names)
            for treasures in things.treasures
        ),
        (_("Banners"), things.banners),
        (_("Banished"), barracks.banished),
    ]
    for title, names in groups:
        if names:
            yield PrintedStock(title, series(names))


def numbers(campaign: Campaign, state: State, story: ExpeditionStory) -> list[Figure]:
    """Return what the expedition adds up to."""
    counted = statistics_of(state, campaign)
    minutes = sum(game.minutes or 0 for battle in story.battles for game in battle.tries)
    return figures(
        [
            (_("Points"), counted.score),
            (_("Games"), counted.games),
            (pgettext("number of games", "Won"), counted.won),
            (pgettext("number of games", "Lost"), counted.lost),
            (_("Time played"), hours(minutes) if minutes else None),
            (_("Piles banished"), counted.piles_banished),
        ]
    )


def _fellows(campaign: Campaign, state: State) -> list[Fellow]:
    """Return who fought last."""
    names, last = expedition_words(campaign), state.current
    places = last.choices.places if last else ()
    return [Fellow(names.card(place.mage), place.player) for place in places]


def _chapters(
    story: ExpeditionStory,
    photos: Mapping[int, list[PrintedPhoto]],
    courses: Mapping[int, PrintedCourse],
) -> list[PrintedChapter]:
    start = tuple(filter(None, (story.intro, *story.began_with)))
    return [
        PrintedChapter(_("The start"), (), start),
        *(
            PrintedChapter(
                _battle_title(battle),
                tuple(
                    _game(
                        game, battle.nemesis, photos.get(game.number, ()), courses.get(game.number)
                    )
                    for game in battle.tries
                ),
            )
            for battle in story.battles
        ),
    ]


def _battle_title(battle: StoryBattle) -> str:
    named = (
        _("Battle %(battle)s") % {"battle": battle.number},
        _("Tier %(tier)s") % {"tier": battle.tier},
        battle.points,
    )
    return " · ".join(filter(None, named))


def _game(
    game: StoryCard, nemesis: str, photos: Sequence[PrintedPhoto], course: PrintedCourse | None
) -> PrintedGame:
    read = tuple(passage.text for passage in game.passages if passage.text)
    decided = tuple(passage.decision for passage in game.passages if passage.decision)
    return PrintedGame(
        title=game.title,
        against=nemesis,
        state=OUTCOMES[game.outcome],
        when=when(game.played_on, game.minutes),
        ending=game.ending or game.who,
        decisions=((game.who,) if game.ending else ()) + game.changes + decided,
        notes=(*game.notes, *read),
        course=course if game.ending else None,
        photos=tuple(photos),
    )
