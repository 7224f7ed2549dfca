"""The statistics of one expedition, counted from its tries: plain numbers, no estimates."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from campaign.models import Campaign
from campaign.rules.aeons_end.expeditions.state import State, Try
from tracker.systems.aeons_end.expeditions import words
from tracker.systems.aeons_end.expeditions.words import expedition_words


@dataclass(frozen=True, slots=True)
class CountRow:
    """How many games something was in, and how many of them were won."""

    name: str
    games: int
    won: int
    lost: int


@dataclass(frozen=True, slots=True)
class CountTable:
    """A table of counts."""

    key: str  # its id on the page
    title: str
    first: str  # the heading of its first column
    rows: tuple[CountRow, ...]


@dataclass(frozen=True, slots=True)
class ExpeditionStatistics:
    """What an expedition adds up to."""

    games: int
    won: int
    lost: int
    score: str
    at_once: int  # battles that were won in their first try
    battles: int  # that are over
    piles_used: int
    piles_banished: int
    tables: tuple[CountTable, ...]


def statistics_of(state: State, campaign: Campaign) -> ExpeditionStatistics:
    """Count the finished tries of an expedition."""
    name = expedition_words(campaign).card
    played = [game for game in state.tries if game.tally is not None]
    tables = (
        CountTable("tiers", _("By tier"), _("Tier"), _rows(played, _tier, _tier_name)),
        CountTable("nemeses", _("By nemesis"), _("Nemesis"), _rows(played, _nemesis, name)),
        CountTable("mages", _("By mage"), _("Mage"), _rows(played, _mages, name)),
        CountTable("piles", _("Piles in the market"), _("Pile"), _rows(played, _piles, name)),
        CountTable("treasures", _("Treasures"), _("Treasure"), _rows(played, _treasures, name)),
    )
    return ExpeditionStatistics(
        games=len(played),
        won=sum(game.won for game in played),
        lost=sum(not game.won for game in played),
        score=words.score(state),
        at_once=sum(game.won and game.attempt == 1 for game in played),
        battles=sum(game.leads_on for game in played),
        piles_used=len({pile for game in played for pile in game.choices.piles}),
        piles_banished=len(state.banished),
        tables=tuple(table for table in tables if table.rows),
    )


def _rows(
    played: Iterable[Try], keys: Callable[[Try], Iterable[str]], name: Callable[[str], str]
) -> tuple[CountRow, ...]:
    """Count games by the keys of each; the most played come first, tiers in their order."""
    won: Counter[str] = Counter()
    lost: Counter[str] = Counter()
    for game in played:
        (won if game.won else lost).update(keys(game))
    rows = {
        key: CountRow(name(key), won[key] + lost[key], won[key], lost[key]) for key in won | lost
    }
    if keys is _tier:
        return tuple(rows[key] for key in sorted(rows))
    return tuple(sorted(rows.values(), key=lambda row: (-row.games, row.name.casefold())))


def _tier(game: Try) -> Iterator[str]:
    yield str(game.node.tier or 1)


def _tier_name(tier: str) -> str:
    return _("Tier %(tier)s") % {"tier": tier}


def _nemesis(game: Try) -> Iterator[str]:
    yield game.drawn.nemesis


def _mages(game: Try) -> Iterator[str]:
    yield from (place.mage for place in game.choices.places)


def _piles(game: Try) -> Iterator[str]:
    yield from game.choices.piles


def _treasures(game: Try) -> Iterator[str]:
    yield from game.choices.treasures
    for place in game.choices.places:
        yield from place.treasures
