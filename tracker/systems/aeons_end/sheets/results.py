"""The results table in the rulebook's columns: game, chapter, nemesis, result, date."""

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from campaign.models import Campaign
from campaign.rules.aeons_end.legacy.state import GameState, Phase
from tracker.sheets.compiler import Document, Paper
from tracker.systems.aeons_end import selectors, words
from tracker.systems.aeons_end.sheets import TYPST
from tracker.systems.aeons_end.sheets.shapes import Data

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
