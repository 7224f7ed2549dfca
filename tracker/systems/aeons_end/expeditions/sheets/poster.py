"""The poster of an expedition."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from campaign.models import Campaign, Photo
from tracker.sheets.compiler import Document
from tracker.sheets.poster import MAX_NUMBERS, Poster, Stop, games_text, latest_quotes
from tracker.systems.aeons_end.expeditions import words
from tracker.systems.aeons_end.expeditions.presenters.barracks import barracks_of
from tracker.systems.aeons_end.expeditions.presenters.statistics import CountRow, statistics_of
from tracker.systems.aeons_end.expeditions.presenters.story import story_of
from tracker.systems.aeons_end.expeditions.sheets import chronicle
from tracker.systems.aeons_end.printed_story import PosterMage, drawn_poster
from tracker.systems.aeons_end.shared import selectors
from tracker.words import labelled

MAX_MAGES = 8  # what there is room for


def poster_document(campaign: Campaign, photos: Sequence[Photo] = ()) -> Document:
    """Return the poster of an expedition."""
    return drawn_poster(campaign, _poster(campaign), photos)


def _poster(campaign: Campaign) -> Poster:
    state, story = selectors.expedition_state(campaign), story_of(campaign)
    battles = {str(battle.number): battle for battle in story.battles}
    path = []
    for station in chronicle.path(state):
        battle = battles.get(station["number"])
        nemesis, tries = (battle.nemesis, len(battle.tries)) if battle else ("", 0)
        path.append(Stop(station["number"], station["state"], nemesis, games_text(tries)))
    tables = {table.key: table.rows for table in statistics_of(state, campaign).tables}
    notes = {game.number: game.notes for battle in story.battles for game in battle.tries}
    held = chronicle.stock(barracks_of(state, campaign))
    return Poster(
        kicker=words.variant(state.recipe),
        between=chronicle.between(story),
        ending=chronicle.ending(story),
        path=path,
        numbers=chronicle.numbers(campaign, state, story)[:MAX_NUMBERS],
        cards=[_fighter(row) for row in tables.get("mages", ())[:MAX_MAGES]],
        quotes=latest_quotes(notes),
        has_begun=any(game.tally is not None for game in state.tries),
        stock=[it for it in held if it.title != _("Mages")],
    )


def _fighter(row: CountRow) -> PosterMage:
    games = ngettext("%(count)s game", "%(count)s games", row.games) % {"count": row.games}
    won = labelled(pgettext("number of games", "Won"), str(row.won))
    return PosterMage(row.name, "", f"{games} · {won}")
