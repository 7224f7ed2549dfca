"""Duels counted: by deck, and who met whom."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from campaign.models import PlayTag
from campaign.models.plays import PlayQuerySet
from campaign.packs import name_of
from campaign.rules.ashes.catalogue import SLUG
from campaign.rules.ashes.systems import DECK
from campaign.selectors.statistics import Rows, Score, Share, count_results, most_played


@dataclass(frozen=True, slots=True)
class Meetings:
    """Who won how often against whom: by the places of their names."""

    names: tuple[str, ...]
    won: Mapping[tuple[int, int], int]  # games that the first won and the second lost

    def score(self, first: int, second: int) -> Score:
        """Return the score of one against another."""
        return Score(self.won.get((first, second), 0), self.won.get((second, first), 0))


def deck_shares(rows: Rows, plays: PlayQuerySet, language: str) -> tuple[Share, ...]:
    """Return the score of each deck that has a name, the most played first."""
    ended = {(seat.play_id, seat.seat): seat.result for seat in rows.seats}
    tags = PlayTag.objects.filter(play__in=plays.order_by().values("pk"), kind=DECK)
    names: dict[str, str] = {}
    found = []
    for play, key, name, seat in tags.values_list("play_id", "key", "name", "number"):
        names[key] = name or names.get(key) or name_of(DECK, key, language, system=SLUG)
        found.append((key, ended.get((play, seat), "")))
    return most_played(count_results(found), names)


def meetings(rows: Rows, language: str) -> Meetings:
    """Return who won against whom; in a melee the winner won against each of the others."""
    tables: dict[int, list[Any]] = defaultdict(list)
    for seat in rows.seats:
        if seat.key:
            tables[seat.play_id].append(seat)
    called = {
        seat.key: seat.name or name_of("character", seat.key, language, system=SLUG)
        for table in tables.values()
        for seat in table
    }
    keys = sorted(called, key=lambda key: called[key].casefold())
    place = {key: number for number, key in enumerate(keys)}
    won = Counter(
        (place[winner.key], place[loser.key])
        for table in tables.values()
        for winner in table
        if winner.result == "win"
        for loser in table
        if loser.result == "loss"
    )
    return Meetings(tuple(called[key] for key in keys), won)
