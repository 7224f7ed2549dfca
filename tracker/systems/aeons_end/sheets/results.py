"""What a campaign comes to on paper: the results table, its numbers, its chapters as a path."""

from collections.abc import Iterator

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from campaign.models import Campaign
from campaign.rules.aeons_end.catalogue.pack import Pack
from campaign.rules.aeons_end.legacy.decisions import next_step
from campaign.rules.aeons_end.legacy.state import GameState, Phase, State
from tracker.sheets.compiler import Document, Paper
from tracker.systems.aeons_end import selectors, words
from tracker.systems.aeons_end.presenters.front import chapters
from tracker.systems.aeons_end.presenters.results import totals
from tracker.systems.aeons_end.sheets import TYPST
from tracker.systems.aeons_end.sheets.shapes import Data
from tracker.words.phrases import hours

ROWS = 20  # of one page; the ones that no game has taken yet stay empty


def results_document(campaign: Campaign, *, paper: Paper, foot: str = "") -> Document:
    """Return the table, with empty rows for games to come."""
    rows = [result_row(row) for row in selectors.results_table(campaign)]
    finished = selectors.campaign_state(campaign).finished
    title = _("Results")
    return Document(
        template=TYPST / "results.typ",
        title=f"{title} · {campaign.name}",
        data={
            "paper": paper.value,
            "heading": campaign.name,
            "kicker": title,
            "foot": foot,
            "words": {},
            "columns": result_columns(),
            "rows": rows,
            "blank": 0 if finished else max(0, ROWS - len(rows)),
        },
    )


def result_columns() -> list[str]:
    """Return the heads of the rulebook's columns."""
    return [
        pgettext("column of the results table", "Game"),
        pgettext("column of the results table", "Chapter"),
        pgettext("column of the results table", "Nemesis"),
        pgettext("column of the results table", "Result"),
        pgettext("column of the results table", "Date"),
    ]


def result_row(row: selectors.ResultRow) -> Data:
    """Return one game as a row."""
    day = row.played_on
    return {
        "game": str(row.game.number),
        "chapter": str(row.game.chapter),
        "nemesis": row.nemesis,
        "state": game_state(row.game),
        "result": result_words(row.game),
        "date": date_format(day, "SHORT_DATE_FORMAT") if day else "",
    }


def game_state(game: GameState) -> str:
    """Return how a game is drawn: won, lost or planned."""
    if game.phase is Phase.PLANNED or game.tally is None:
        return "planned"
    return "won" if game.won else "lost"


def result_words(game: GameState) -> str:
    """Return how a game ended, in one word."""
    if game.tally is None:
        return words.phase(game.phase)
    return words.result(game.tally.result)


def chapter_path(state: State, pack: Pack) -> list[Data]:
    """Return the chapters as stations, as the front page has them: won, lost, here, or sealed."""
    marks = chapters(state, next_step(state, pack))
    return [{"number": str(number), "state": mark} for number, mark in marks.items()]


def campaign_numbers(campaign: Campaign, *, names: bool = True) -> list[Data]:
    """Return what can be counted; without ``names`` nothing but counts."""
    state = selectors.campaign_state(campaign)
    counted = totals(selectors.results_table(campaign))
    found = [
        _number(_("Games"), counted.played),
        _number(pgettext("number of games", "Won"), counted.won),
        _number(pgettext("number of games", "Lost"), counted.lost),
    ]
    if counted.minutes:
        found.append(_number(_("Time played"), hours(counted.minutes)))
    lives = [
        game.tally.gravehold_life
        for game in state.games
        if game.tally is not None and game.tally.gravehold_life is not None
    ]
    if lives:
        found.append(_number(_("Gravehold at its lowest"), min(lives)))
    if names:
        found.extend(_more(state))
    return found


def _more(state: State) -> Iterator[Data]:
    yield _number(_("Stickers on mats"), sum(len(mat.stickers) for mat in state.mats))
    yield _number(_("Evolution stickers"), sum(len(card.stickers) for card in state.pool))
    transformed = sum(1 for card in state.pool if card.evolved_from is not None)
    yield _number(_("Cards transformed"), transformed)
    yield _number(_("Piles banished"), len(state.banished))
    tallies = [game.tally for game in state.games if game.tally is not None]
    for seat in state.seats:
        times = sum(1 for tally in tallies if seat.number in tally.exhausted)
        if times:
            yield _number(_("%(mage)s exhausted") % {"mage": seat.name}, times)


def _number(label: str, value: int | str) -> Data:
    return {"label": label, "value": str(value)}


def played_between(campaign: Campaign) -> str:
    """Return the days of the first and the last game: "5 October 2024 – 12 April 2025"."""
    counted = totals(selectors.results_table(campaign))
    return " – ".join(dict.fromkeys(date_format(d) for d in (counted.first, counted.last) if d))
