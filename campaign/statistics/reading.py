"""Ask the database, and tell the answer in values with names."""

from __future__ import annotations

import datetime
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from django.db import connection

from campaign.models import Campaign, Person
from campaign.packs import get_pack
from campaign.plays import Wanted, box_name, mage_name, nemesis_name
from campaign.rules.registry import SYSTEMS
from campaign.statistics import questions
from campaign.statistics.values import (
    Month,
    Score,
    Share,
    Spread,
    Statistics,
    Tellings,
    most_played,
    scores,
)

Parameters = Mapping[str, int | str | datetime.date]  # of a question, by name
CAMPAIGN_GAME = ""  # a game of a campaign has a chapter in the place of a difficulty


class _Row(NamedTuple):
    what: str
    key: str | None
    more: str
    number: int
    result: str
    games: int
    name: str


def statistics_of(
    person: Person, wanted: Wanted | None = None, *, language: str = "en"
) -> Statistics:
    """Return what a person's games add up to, campaigns and one-off games together."""
    return _told(_ask(*question_of(person, wanted)), language)


def campaign_statistics(campaign: Campaign, *, after: int | None = None) -> Statistics:
    """Return what the games of a campaign add up to, or did after one of them, in its language."""
    firsts = _firsts()
    question = questions.of_campaign(len(firsts), back=after is not None)
    scope = {"campaign": campaign.pk} | ({} if after is None else {"after": after})
    return _told(_ask(question, {**_parameters(firsts), **scope}), campaign.language)


def question_of(person: Person, wanted: Wanted | None = None) -> tuple[str, Parameters]:
    """Return the question about a person's games as it is sent, for those who explain it."""
    firsts, wanted = _firsts(), wanted or Wanted()
    scope = {"person": person.pk, **_wanted(wanted)}
    return questions.of_person(len(firsts), wanted), {**_parameters(firsts), **scope}


def _wanted(wanted: Wanted) -> Parameters:
    """Return what is asked about as parameters; a day as the database writes it."""
    found = {f"wanted_{name}": getattr(wanted, name) for name in wanted.asked}
    as_day = connection.ops.adapt_datefield_value
    return {
        name: as_day(value) or value if isinstance(value, datetime.date) else value
        for name, value in found.items()
    }


def _firsts() -> list[tuple[str, str]]:
    """Return the piles that a campaign's market begins with, each with its game system."""
    return [
        (slug, key)
        for slug, system in SYSTEMS.items()
        if system.is_campaign
        for key in get_pack(system.slug).market.first
    ]


def _parameters(firsts: list[tuple[str, str]]) -> Parameters:
    found: dict[str, int | str | datetime.date] = {}
    for number, (system, key) in enumerate(firsts):
        found[f"system{number}"], found[f"first{number}"] = system, key
    return found


def _ask(question: str, parameters: Parameters) -> list[_Row]:
    with connection.cursor() as cursor:
        cursor.execute(question, parameters)
        return [_Row(*row) for row in cursor.fetchall()]


def _told(rows: Iterable[_Row], language: str) -> Statistics:
    found: dict[str, list[_Row]] = defaultdict(list)
    for row in rows:
        found[row.what].append(row)
    games = found["game"]
    by_mage = scores((_mage_name(row, language), row.result, row.games) for row in found["mage"])
    by_month = scores((row.key or "", row.result, row.games) for row in found["month"])
    undated = by_month.pop("", Score()).games
    return Statistics(
        score=sum(scores(("", row.result, row.games) for row in games).values(), Score()),
        months=tuple(Month(_first_day(key), by_month[key]) for key in sorted(by_month)),
        undated=undated,
        nemeses=most_played(
            scores((row.key or "", row.result, row.games) for row in games),
            _names(games, lambda key: nemesis_name(key, language)),
        ),
        mages=most_played(by_mage, {}),
        mage_counts=_in_order((str(row.number), row.result, row.games) for row in games),
        difficulties=_difficulties(games, language),
        chapters=_in_order((str(r.number), r.result, r.games) for r in found["chapter"]),
        piles=most_played(
            scores((row.key or "", row.result, row.games) for row in found["pile"]),
            _names(
                found["pile"], lambda key: box_name(lambda pack: pack.card(key), language) or key
            ),
        ),
        gravehold=_tellings(found["gravehold"]),
        nemesis_life=_tellings(found["nemesis_life"]),
        minutes=_spread(found["minutes"]),
    )


def _names(rows: Iterable[_Row], known: Callable[[str], str]) -> dict[str, str]:
    """Return names by key: what players typed, or what a box says."""
    typed = {row.key or "": row.name for row in rows if row.name}
    keys = {row.key or "" for row in rows}
    return {key: typed.get(key) or known(key) for key in keys}


def _mage_name(row: _Row, language: str) -> str:
    """Return a mage's name: mages of one name are one mage, in a fork or as somebody's guest."""
    return row.more or mage_name(row.key or "", language)


def _difficulties(games: Iterable[_Row], language: str) -> tuple[Share, ...]:
    """Return scores by difficulty, the easiest first, games of campaigns last."""
    order: Mapping[str, int] = {
        difficulty.id: place
        for system in SYSTEMS.values()
        for place, difficulty in enumerate(get_pack(system.slug).difficulties)
    }
    found = scores((row.more, row.result, row.games) for row in games)
    keys = sorted(found, key=lambda key: (key == CAMPAIGN_GAME, order.get(key, 99), key))

    def name(key: str) -> str:
        return box_name(lambda pack: pack.difficulty(key), language) or key

    return tuple(Share(key, name(key), found[key]) for key in keys)


def _in_order(counted: Iterable[tuple[str, str, int]]) -> tuple[Share, ...]:
    found = scores(counted)
    return tuple(Share(key, key, found[key]) for key in sorted(found, key=int))


def _spread(rows: Iterable[_Row]) -> Spread:
    counts: Counter[int] = Counter()
    for row in rows:
        counts[row.number] += row.games
    return Spread(tuple(sorted(counts.items())))


def _tellings(rows: list[_Row]) -> Tellings:
    def only(result: str) -> Iterator[_Row]:
        return (row for row in rows if row.result == result)

    return Tellings(won=_spread(only("win")), lost=_spread(only("loss")))


def _first_day(month: str) -> datetime.date:
    year, number = month.split("-")
    return datetime.date(int(year), int(number), 1)
