"""A campaign's results on paper: the table, the numbers, the chapter path."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from campaign.models import Campaign
from campaign.rules.aeons_end.catalogue.pack import Pack
from campaign.rules.aeons_end.legacy.decisions import next_step
from campaign.rules.aeons_end.legacy.state import GameState, State
from campaign.rules.aeons_end.outcome import Tally
from tracker.sheets.compiler import Document
from tracker.sheets.figures import Figure, figures
from tracker.systems.aeons_end.shared import look, selectors
from tracker.systems.aeons_end.shared.presenters.chapter_path import ChapterState, chapter_states
from tracker.systems.aeons_end.shared.presenters.results import totals
from tracker.systems.aeons_end.shared.sheets import TYPST
from tracker.systems.aeons_end.shared.words import terms
from tracker.words.phrases import hours

ROWS = 20  # of one page


@dataclass(frozen=True, slots=True)
class PrintedResult:
    """A row of the results table."""

    game: str
    chapter: str
    nemesis: str
    state: str  # won, lost or planned
    result: str
    date: str


@dataclass(frozen=True, slots=True)
class PrintedChapter:
    """A chapter on the path."""

    number: str
    state: ChapterState


def results_document(campaign: Campaign) -> Document:
    """Return the table, with empty rows for games to come."""
    rows = [result_row(row) for row in selectors.results_table(campaign)]
    finished = selectors.campaign_state(campaign).finished
    title = _("Results")
    return Document(
        template=TYPST / "results.typ",
        look=look.BY_SLUG[campaign.system],
        title=f"{title} · {campaign.name}",
        data={
            "heading": campaign.name,
            "kicker": title,
            "columns": result_columns(),
            "rows": rows,
            "blank": 0 if finished else max(0, ROWS - len(rows)),
        },
    )


def result_columns() -> list[str]:
    """Return the headings of the columns, as in the rulebook."""
    return [
        pgettext("column of the results table", "Game"),
        pgettext("column of the results table", "Chapter"),
        pgettext("column of the results table", "Nemesis"),
        pgettext("column of the results table", "Result"),
        pgettext("column of the results table", "Date"),
    ]


def result_row(row: selectors.ResultRow) -> PrintedResult:
    """Return one game as a row."""
    day, tally = row.played_on, row.game.tally
    return PrintedResult(
        game=str(row.game.number),
        chapter=str(row.game.chapter),
        nemesis=row.nemesis,
        state=game_state(row.game),
        result=terms.result(tally.result) if tally else terms.phase(row.game.phase),
        date=date_format(day, "SHORT_DATE_FORMAT") if day else "",
    )


def game_state(game: GameState) -> str:
    """Return the state of a game: won, lost or planned."""
    if game.tally is None:
        return "planned"
    return "won" if game.won else "lost"


def chapter_path(state: State, pack: Pack) -> list[PrintedChapter]:
    """Return the chapters with their states, as on the front page."""
    states = chapter_states(state, next_step(state, pack))
    return [PrintedChapter(str(number), reached) for number, reached in states.items()]


def story_so_far(state: State) -> str:
    """Return whether a campaign is over, as a sentence."""
    return _("The story is complete.") if state.finished else _("The story goes on.")


def campaign_numbers(campaign: Campaign, *, names: bool = True) -> list[Figure]:
    """Return the numbers of a campaign; without ``names`` only those that name nobody."""
    state = selectors.campaign_state(campaign)
    counted = totals(selectors.results_table(campaign))
    tallies = [game.tally for game in state.games if game.tally is not None]
    lives = [tally.gravehold_life for tally in tallies if tally.gravehold_life is not None]
    numbers: list[tuple[str, object]] = [
        (_("Games"), counted.played),
        (pgettext("number of games", "Won"), counted.won),
        (pgettext("number of games", "Lost"), counted.lost),
        (_("Time played"), hours(counted.minutes) if counted.minutes else None),
        (_("Gravehold at its lowest"), min(lives, default=None)),
    ]
    if names:
        numbers += _more(state, tallies)
    return figures(numbers)


def _more(state: State, tallies: Sequence[Tally]) -> Iterator[tuple[str, object]]:
    yield _("Stickers on mats"), sum(len(mat.stickers) for mat in state.mats)
    yield _("Evolution stickers"), sum(len(card.stickers) for card in state.pool)
    yield _("Cards transformed"), sum(card.evolved_from is not None for card in state.pool)
    yield _("Piles banished"), len(state.banished)
    for seat in state.seats:
        times = sum(seat.number in tally.exhausted for tally in tallies)
        yield _("%(mage)s exhausted") % {"mage": seat.name}, times or None
