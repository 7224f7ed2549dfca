"""What plays add up to, counted by the database."""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Count, IntegerField, Max, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce, TruncMonth

from campaign.models import Campaign, Person, Play, PlaySeat, PlayTag
from campaign.models.plays import PlayQuerySet
from campaign.selectors.interval import Interval, wilson
from campaign.selectors.names import name_of
from campaign.selectors.plays import Wanted, plays_of

FEW = 5  # fewer games than this say next to nothing
Row = Mapping[str, Any]  # of values()
DIAL = "dial"  # the kind of tag that says what a dial showed at the end


@dataclass(frozen=True, slots=True)
class Score:
    """How many games were won and lost; ``other`` are draws, and games with winners and losers."""

    won: int = 0
    lost: int = 0
    other: int = 0

    @property
    def games(self) -> int:
        """Return how many games were played."""
        return self.won + self.lost + self.other

    @property
    def decided(self) -> int:
        """Return how many games everybody won, or everybody lost."""
        return self.won + self.lost

    @property
    def share(self) -> float:
        """Return the share of games won."""
        return self.won / self.decided if self.decided else 0.0

    @property
    def interval(self) -> Interval:
        """Return where the share lies in 95 of 100 cases."""
        return wilson(self.won, self.decided)

    @property
    def is_few(self) -> bool:
        """Say whether there are too few games to conclude anything."""
        return self.games < FEW

    def __add__(self, more: Score) -> Score:
        return Score(self.won + more.won, self.lost + more.lost, self.other + more.other)


@dataclass(frozen=True, slots=True)
class Share:
    """The score of one opponent, character, difficulty, card: whatever ``name`` names."""

    key: str
    name: str
    score: Score


@dataclass(frozen=True, slots=True)
class Month:
    """The score of a month, named by its first day."""

    first: datetime.date
    score: Score


@dataclass(frozen=True, slots=True)
class Spread:
    """How often each number was noted, the lowest first."""

    counts: tuple[tuple[int, int], ...] = ()

    @property
    def total(self) -> int:
        """Return how many numbers were noted."""
        return sum(times for _value, times in self.counts)

    def at(self, part: float) -> float:
        """Return the number below which a part of all lies; halfway between two for the median."""
        total = self.total
        if not total:
            raise ValueError("nothing was noted")
        place = (total - 1) * part
        low = self._nth(int(place))
        high = self._nth(min(int(place) + 1, total - 1))
        return low + (high - low) * (place - int(place))

    @property
    def median(self) -> float:
        """Return the number in the middle."""
        return self.at(0.5)

    @property
    def lowest(self) -> int:
        """Return the lowest number."""
        return self.counts[0][0]

    @property
    def highest(self) -> int:
        """Return the highest number."""
        return self.counts[-1][0]

    def _nth(self, place: int) -> int:
        seen = 0
        for value, times in self.counts:
            seen += times
            if place < seen:
                return value
        raise IndexError(place)


@dataclass(frozen=True, slots=True)
class Dial:
    """What a dial showed at the end, apart for games won and lost."""

    won: Spread = field(default_factory=Spread)
    lost: Spread = field(default_factory=Spread)

    @property
    def total(self) -> int:
        """Return how many games noted it."""
        return self.won.total + self.lost.total


@dataclass(frozen=True, slots=True)
class Statistics:
    """What plays add up to; shares have the most played first, unless they have numbers."""

    systems: tuple[str, ...]
    score: Score
    months: tuple[Month, ...]
    undated: int
    against: tuple[Share, ...]
    difficulties: tuple[Share, ...]
    characters: tuple[Share, ...]
    players: tuple[Share, ...]  # of games that some win and others lose
    seats: tuple[Share, ...]  # by how many sat down
    tags: Mapping[str, tuple[Share, ...]]  # by kind
    dials: Mapping[str, Dial]
    minutes: Spread

    def of_kind(self, kind: str) -> tuple[Share, ...]:
        """Return the shares of the tags of a kind."""
        return self.tags.get(kind, ())

    def dial(self, key: str) -> Dial:
        """Return what a dial showed."""
        return self.dials.get(key, Dial())


def statistics_of(
    person: Person, wanted: Wanted | None = None, *, language: str = "en"
) -> Statistics:
    """Return what a person's plays add up to, of campaigns and one-off games together."""
    return count_plays(plays_of(person, wanted), language)


def campaign_statistics(campaign: Campaign, *, after: int | None = None) -> Statistics:
    """Return what a campaign's plays add up to, or did after one of them, in its language."""
    plays = Play.objects.of_campaign(campaign)
    if after is not None:
        plays = plays.filter(number__lte=after)
    return count_plays(plays, campaign.language)


def count_plays(plays: PlayQuerySet, language: str) -> Statistics:
    """Count plays, in as many queries however many they are."""
    plays = plays.order_by()
    sat = PlaySeat.objects.filter(play=OuterRef("pk")).order_by().values("play")
    table = Subquery(sat.annotate(count=Count("pk")).values("count"), IntegerField())
    games = list(
        plays.annotate(table=Coalesce(table, 0), month=TruncMonth("played_on"))
        .values("system", "against", "difficulty", "table", "month", "minutes")
        .annotate(name=Max("against_name"), **_counted())
    )
    score = sum(map(_score, games), Score())
    months = _scores(games, "month")
    undated = months.pop(None, Score()).games
    minutes = _scores(games, "minutes")
    minutes.pop(None, None)
    difficulties = _scores(games, "difficulty")
    named = [row for row in games if row["against"]]
    seats = PlaySeat.objects.filter(play__in=plays.values("pk")).order_by()
    tags, dials = _tags(plays, language)
    return Statistics(
        systems=tuple(sorted({row["system"] for row in games})),
        score=score,
        months=tuple(Month(first, months[first]) for first in sorted(months)),
        undated=undated,
        against=_most_played(
            _scores(named, "against"), _names(named, "against", "against", language)
        ),
        difficulties=_most_played(
            difficulties, {key: name_of("difficulty", key, language) for key in difficulties}
        ),
        characters=_characters(seats, language),
        players=_players(seats) if score.other else (),
        seats=tuple(
            Share(str(size), str(size), found)
            for size, found in sorted(_scores(games, "table").items())
        ),
        tags=tags,
        dials=dials,
        minutes=Spread(tuple((length, minutes[length].games) for length in sorted(minutes))),
    )


def _characters(seats: QuerySet[PlaySeat], language: str) -> tuple[Share, ...]:
    """Count by what was played: one name is one character, in a fork or as somebody's guest."""
    found = list(seats.exclude(key="", name="").values("key", "name").annotate(**_counted()))
    for row in found:
        row["name"] = row["name"] or name_of("character", row["key"], language)
    return _most_played(_scores(found, "name"))


def _players(seats: QuerySet[PlaySeat]) -> tuple[Share, ...]:
    of_duels = seats.filter(play__result="").exclude(player="")
    return _most_played(_scores(of_duels.values("player").annotate(**_counted()), "player"))


def _tags(
    plays: PlayQuerySet, language: str
) -> tuple[dict[str, tuple[Share, ...]], dict[str, Dial]]:
    """Count by what was in the games; a dial by what it showed."""
    tags = PlayTag.objects.filter(play__in=plays.values("pk")).order_by()
    by_kind: dict[str, list[Row]] = defaultdict(list)
    counted = tags.values("kind", "key", "number")
    for row in counted.annotate(name=Max("name"), **_counted("play__result")):
        by_kind[row["kind"]].append(row)
    dials = by_kind.pop(DIAL, [])
    found = {}
    for kind, rows in by_kind.items():
        shares = _most_played(_scores(rows, "key"), _names(rows, "key", kind, language))
        numbers = {row["key"]: row["number"] or 0 for row in rows}
        found[kind] = tuple(sorted(shares, key=lambda share: numbers[share.key]))
    return found, {key: _dial(key, dials) for key in {row["key"] for row in dials}}


def _dial(key: str, rows: Iterable[Row]) -> Dial:
    mine = sorted((row for row in rows if row["key"] == key), key=lambda row: row["number"])
    won, lost = (
        Spread(tuple((row["number"], row[result]) for row in mine if row[result]))
        for result in ("won", "lost")
    )
    return Dial(won, lost)


# --- rows that are counted ---


def _counted(result: str = "result") -> dict[str, Count]:
    """Return the columns of a score."""
    return {
        "won": Count("pk", filter=Q(**{result: "win"})),
        "lost": Count("pk", filter=Q(**{result: "loss"})),
        "games": Count("pk"),
    }


def _score(row: Row) -> Score:
    return Score(row["won"], row["lost"], row["games"] - row["won"] - row["lost"])


def _scores(rows: Iterable[Row], column: str) -> dict[Any, Score]:
    """Add scores up by a column."""
    found: dict[Any, Score] = {}
    for row in rows:
        found[row[column]] = found.get(row[column], Score()) + _score(row)
    return found


def _names(rows: Iterable[Row], column: str, kind: str, language: str) -> dict[str, str]:
    """Return names by key: what players typed, or what a box says."""
    typed: dict[str, str] = {}
    for row in rows:
        typed[row[column]] = row["name"] or typed.get(row[column], "")
    return {key: name or name_of(kind, key, language) for key, name in typed.items()}


def _most_played(
    found: Mapping[str, Score], names: Mapping[str, str] | None = None
) -> tuple[Share, ...]:
    """Return shares, the most played first and then by name."""
    shares = [Share(key, (names or {}).get(key, key), score) for key, score in found.items()]
    return tuple(sorted(shares, key=lambda share: (-share.score.games, share.name.casefold())))
